//! The dark squares as bits, laid out so that a step in any of the four
//! diagonal directions is one rotation of the whole word.
//!
//! A dark square lies on one rising and one falling diagonal. With `u` and `v`
//! counting them, a step up to the right adds 1 to `u` and a step up to the left
//! adds 1 to `v`, so any layout `u * a + v * b` turns steps into rotations by `a`
//! and `b`. The larger boards leave a gap in every second row: who steps over the
//! edge falls into a gap. The 8x8 board fits its 32 squares into 32 bits without
//! any gap; there, who steps over the edge comes out at a square that cannot be
//! reached in that direction, and a mask of the squares that can removes it.
//!
//! ```text
//!   8x8, a = 7, b = 1                 10x10, a = 6, b = 5 (12x12: 7 and 6)
//!   8 |    31     5    11    17      10 |    50    51    52    53    54
//!   7 | 24    30     4    10          9 | 44    45    46    47    48
//!   6 |    23    29     3     9       8 |    39    40    41    42    43
//!   5 | 16    22    28     2          …
//!   4 |    15    21    27     1       3 | 11    12    13    14    15
//!   3 |  8    14    20    26          2 |     6     7     8     9    10
//!   2 |     7    13    19    25       1 |  0     1     2     3     4
//!   1 |  0     6    12    18              a  b  c  d  e  f  g  h  i  j
//!        a  b  c  d  e  f  g  h
//! ```

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares.
pub trait Word:
    Copy
    + Debug
    + Eq
    + Hash
    + Send
    + Sync
    + 'static
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    const NONE: Self;
    const BITS: u32;

    fn of(bit: u8) -> Self;
    fn rotated(self, by: u32) -> Self;
    fn count(self) -> u32;
    /// The lowest bit of a set that is not empty.
    fn lowest(self) -> u8;
    fn without_lowest(self) -> Self;
    /// Eight bits, those of group 0 being the lowest.
    fn byte(self, group: usize) -> u8;
    /// The bits below the lowest one of a set that is not empty.
    fn below_lowest(self) -> Self;
    /// The last bit first.
    fn reversed(self) -> Self;

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        self & other != Self::NONE
    }
}

macro_rules! word {
    ($($word:ty),*) => {$(
        impl Word for $word {
            const NONE: Self = 0;
            const BITS: u32 = <$word>::BITS;

            #[inline(always)]
            fn of(bit: u8) -> Self {
                1 << bit
            }
            #[inline(always)]
            fn rotated(self, by: u32) -> Self {
                self.rotate_left(by)
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> u8 {
                self.trailing_zeros() as u8
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn byte(self, group: usize) -> u8 {
                (self >> (8 * group)) as u8
            }
            #[inline(always)]
            fn below_lowest(self) -> Self {
                !self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }
        }
    )*};
}

word!(u32, u64, u128);

/// The bits of a set, lowest first.
#[inline(always)]
pub fn bits<W: Word>(mut squares: W) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if squares.is_empty() {
            return None;
        }
        let bit = squares.lowest();
        squares = squares.without_lowest();
        Some(bit)
    })
}

/// One of the four diagonal directions; `3 - d` is the opposite of `d`.
pub type Direction = usize;

pub const UP_RIGHT: Direction = 0;
pub const UP_LEFT: Direction = 1;
pub const DOWN_RIGHT: Direction = 2;
pub const DOWN_LEFT: Direction = 3;
pub const DIRECTIONS: [Direction; 4] = [UP_RIGHT, UP_LEFT, DOWN_RIGHT, DOWN_LEFT];

/// More bits than any board needs; tables by bit have this length.
pub const MAX_BITS: usize = 78;

/// A board of `SIZE` by `SIZE` squares and where its dark squares lie in a word.
/// Columns and rows count from 0 at the lower left corner, which is dark.
pub trait Board: Clone + Debug + Send + Sync + 'static {
    type Word: Word;
    const SIZE: usize;
    /// How many dark squares there are.
    const SQUARES: usize = Self::SIZE * Self::SIZE / 2;
    const ALL: Self::Word;
    /// By how much a step in each direction rotates the word.
    const ROTATIONS: [u32; 4];
    /// Where a step in each direction may arrive; everywhere on boards with gaps.
    const ARRIVALS: [Self::Word; 4];
    /// The dark squares of each row.
    const ROWS: [Self::Word; 12];
    /// The dark squares of each column.
    const COLUMNS: [Self::Word; 12];
    /// The diagonal from the lower left to the upper right corner.
    const LONG_DIAGONAL: Self::Word;
    /// By how much a word read backwards is to be rotated for the board turned by
    /// half a turn: a bit and its opposite add up to the upper right corner's.
    const HALF_TURN: u32;
    /// The number of the square behind each bit, from 1 at the upper left.
    const NUMBERS: [u8; MAX_BITS];

    /// The bit of a dark square.
    fn bit(column: usize, row: usize) -> u8;

    /// The bit of the square with this number.
    fn bit_of_number(number: usize) -> u8 {
        let (column, row) = place_of_number(Self::SIZE, number);
        Self::bit(column, row)
    }

    /// Column and row of the square behind a bit.
    fn place(bit: u8) -> (usize, usize) {
        place_of_number(Self::SIZE, Self::NUMBERS[bit as usize] as usize)
    }
}

/// Column and row of a numbered square.
const fn place_of_number(size: usize, number: usize) -> (usize, usize) {
    let (from_top, along) = ((number - 1) / (size / 2), (number - 1) % (size / 2));
    let row = size - 1 - from_top;
    (2 * along + row % 2, row)
}

/// Every square one step further in a direction. On boards with gaps the result
/// may hold gaps: it is to be masked with pieces or empty squares.
#[inline(always)]
pub fn step<B: Board>(squares: B::Word, direction: Direction) -> B::Word {
    squares.rotated(B::ROTATIONS[direction]) & B::ARRIVALS[direction]
}

/// The squares that lie opposite, as the other side sees the board.
#[inline(always)]
pub fn turned<B: Board>(squares: B::Word) -> B::Word {
    squares.reversed().rotated(B::HALF_TURN)
}

/// The bit one step back from `bit`, which was reached in this direction.
#[inline(always)]
pub fn step_back<B: Board>(bit: u8, direction: Direction) -> u8 {
    let bits = <B::Word as Word>::BITS;
    ((u32::from(bit) + bits - B::ROTATIONS[direction]) & (bits - 1)) as u8
}

macro_rules! board {
    ($(#[$comment:meta])* $name:ident, $word:ty, $size:literal, $rising:literal, $falling:literal) => {
        $(#[$comment])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl $name {
            const fn layout(column: usize, row: usize) -> u32 {
                let u = (column + row) as u32 / 2;
                let v = (row as i32 - column as i32) / 2;
                (u * $rising).wrapping_add_signed(v * $falling) % <$word>::BITS
            }

            /// The dark squares whose neighbour at this offset is on the board too.
            const fn having(dx: i32, dy: i32) -> $word {
                let mut squares = 0;
                let mut number = 1;
                while number <= $size * $size / 2 {
                    let (column, row) = place_of_number($size, number);
                    let (x, y) = (column as i32 + dx, row as i32 + dy);
                    if x >= 0 && x < $size && y >= 0 && y < $size {
                        squares |= 1 << Self::layout(column, row);
                    }
                    number += 1;
                }
                squares
            }

            /// The dark squares of one row, or else of one column.
            const fn line(is_row: bool, wanted: usize) -> $word {
                let mut squares = 0;
                let mut number = 1;
                while number <= $size * $size / 2 {
                    let (column, row) = place_of_number($size, number);
                    if wanted == if is_row { row } else { column } {
                        squares |= 1 << Self::layout(column, row);
                    }
                    number += 1;
                }
                squares
            }

            const fn lines(is_row: bool) -> [$word; 12] {
                let mut lines = [0; 12];
                let mut index = 0;
                while index < $size {
                    lines[index] = Self::line(is_row, index);
                    index += 1;
                }
                lines
            }
        }

        impl Board for $name {
            type Word = $word;
            const SIZE: usize = $size;
            const ALL: $word = Self::having(0, 0);
            const ROTATIONS: [u32; 4] = [
                $rising,
                $falling,
                <$word>::BITS - $falling,
                <$word>::BITS - $rising,
            ];
            const ARRIVALS: [$word; 4] = if $size * $size / 2 < <$word>::BITS {
                [<$word>::MAX; 4]
            } else {
                [
                    Self::having(-1, -1),
                    Self::having(1, -1),
                    Self::having(-1, 1),
                    Self::having(1, 1),
                ]
            };
            const ROWS: [$word; 12] = Self::lines(true);
            const COLUMNS: [$word; 12] = Self::lines(false);
            const LONG_DIAGONAL: $word = {
                let mut squares = 0;
                let mut index = 0;
                while index < $size {
                    squares |= 1 << Self::layout(index, index);
                    index += 1;
                }
                squares
            };
            const HALF_TURN: u32 = (Self::layout($size - 1, $size - 1) + 1) % <$word>::BITS;
            const NUMBERS: [u8; MAX_BITS] = {
                let mut numbers = [0; MAX_BITS];
                let mut number = 1;
                while number <= $size * $size / 2 {
                    let (column, row) = place_of_number($size, number);
                    numbers[Self::layout(column, row) as usize] = number as u8;
                    number += 1;
                }
                numbers
            };

            fn bit(column: usize, row: usize) -> u8 {
                Self::layout(column, row) as u8
            }
        }
    };
}

board!(
    /// 32 squares, no gaps.
    Board8, u32, 8, 7, 1
);
board!(
    /// 50 squares in 55 bits.
    Board10, u64, 10, 6, 5
);
board!(
    /// 72 squares in 78 bits.
    Board12, u128, 12, 7, 6
);

#[cfg(test)]
mod tests {
    use super::*;

    fn steps_agree_with_the_drawing<B: Board>() {
        assert_eq!(B::ALL.count() as usize, B::SQUARES);
        let size = B::SIZE as i32;
        for bit in bits(B::ALL) {
            let (column, row) = B::place(bit);
            assert_eq!(B::bit(column, row), bit);
            for (direction, (dx, dy)) in
                [(1, 1), (-1, 1), (1, -1), (-1, -1)].into_iter().enumerate()
            {
                let (x, y) = (column as i32 + dx, row as i32 + dy);
                let expected = if (0..size).contains(&x) && (0..size).contains(&y) {
                    B::Word::of(B::bit(x as usize, y as usize))
                } else {
                    B::Word::NONE
                };
                let found = step::<B>(B::Word::of(bit), direction) & B::ALL;
                assert_eq!(found, expected, "from {column},{row} by {dx},{dy}");
                if !found.is_empty() {
                    assert_eq!(step_back::<B>(found.lowest(), direction), bit);
                }
            }
        }
    }

    #[test]
    fn a_step_goes_to_the_neighbour_or_off_the_board() {
        steps_agree_with_the_drawing::<Board8>();
        steps_agree_with_the_drawing::<Board10>();
        steps_agree_with_the_drawing::<Board12>();
    }

    fn half_a_turn_agrees_with_the_numbers<B: Board>() {
        for number in 1..=B::SQUARES {
            let square = B::Word::of(B::bit_of_number(number));
            let opposite = B::Word::of(B::bit_of_number(B::SQUARES + 1 - number));
            assert_eq!(turned::<B>(square), opposite);
        }
    }

    #[test]
    fn a_board_turned_shows_the_opposite_squares() {
        half_a_turn_agrees_with_the_numbers::<Board8>();
        half_a_turn_agrees_with_the_numbers::<Board10>();
        half_a_turn_agrees_with_the_numbers::<Board12>();
    }

    #[test]
    fn squares_are_numbered_from_the_upper_left() {
        let numbers = [
            (1, (1, 7)),
            (4, (7, 7)),
            (5, (0, 6)),
            (29, (0, 0)),
            (32, (6, 0)),
        ];
        for (number, (column, row)) in numbers {
            assert_eq!(Board8::bit_of_number(number), Board8::bit(column, row));
        }
        assert_eq!(Board10::place(Board10::bit_of_number(46)), (0, 0));
        assert_eq!(Board12::place(Board12::bit_of_number(72)), (10, 0));
    }
}
