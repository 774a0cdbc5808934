//! Patterns of men: windows of 4x4 cells, eight dark squares each, read as numbers
//! in base 3 (empty, White's man, Black's man).
//!
//! Windows stand at even offsets, on 8x8 at odd ones too, so that every man is
//! seen in several. All numbers are made at once: for every eight bits of a set of
//! men there is a row with their part of the number of each window, and the rows
//! of White's men and twice those of Black's add up to the numbers.
//!
//! ```text
//!   . 6 . 7      the squares of a window, in the order of their digits;
//!   4 . 5 .      turned by half a turn, it is a window whose digits
//!   . 2 . 3      stand in the opposite order
//!   0 . 1 .
//! ```

use crate::draughts::board::{Board, Board8, Board10, Board12, Word};

/// Squares in a window.
const SQUARES: usize = 8;
/// Ways to fill one.
pub(super) const FILLINGS: usize = 3usize.pow(SQUARES as u32);

/// A number of every window, in a form that is added in few instructions.
pub trait Lanes: Copy + Send + Sync + std::fmt::Debug + 'static {
    const ZERO: Self;
    fn plus(self, other: Self) -> Self;
    fn numbers(&self) -> &[u16];
    fn numbers_mut(&mut self) -> &mut [u16];
}

impl<const N: usize> Lanes for [u16; N] {
    const ZERO: Self = [0; N];

    #[inline(always)]
    fn plus(mut self, other: Self) -> Self {
        for (sum, part) in self.iter_mut().zip(other) {
            *sum = sum.wrapping_add(part);
        }
        self
    }

    #[inline(always)]
    fn numbers(&self) -> &[u16] {
        self
    }

    fn numbers_mut(&mut self) -> &mut [u16] {
        self
    }
}

/// A board with windows.
pub trait Windowed: Board {
    type Lanes: Lanes;
    /// Whether windows stand at odd offsets too.
    const AT_ODD_OFFSETS: bool;
    /// How many windows there are; no more than lanes.
    const WINDOWS: usize = {
        let even = (Self::SIZE - 2) / 2;
        let odd = if Self::AT_ODD_OFFSETS { even - 1 } else { 0 };
        even * even + odd * odd
    };
}

impl Windowed for Board8 {
    type Lanes = [u16; 16];
    const AT_ODD_OFFSETS: bool = true;
}

impl Windowed for Board10 {
    type Lanes = [u16; 16];
    const AT_ODD_OFFSETS: bool = false;
}

impl Windowed for Board12 {
    type Lanes = [u16; 32];
    const AT_ODD_OFFSETS: bool = false;
}

/// The offsets of all windows. The last is the first turned by half a turn, and
/// so on towards the middle.
fn offsets<B: Windowed>() -> Vec<(usize, usize)> {
    let last = B::SIZE - 4;
    let mut offsets = Vec::new();
    for y in 0..=last {
        for x in 0..=last {
            let is_even = x % 2 == 0 && y % 2 == 0;
            if is_even || (B::AT_ODD_OFFSETS && x % 2 == 1 && y % 2 == 1) {
                offsets.push((x, y));
            }
        }
    }
    offsets
}

/// The squares of a window, by their digits, as bits.
pub(super) fn squares<B: Windowed>(window: usize) -> Vec<u8> {
    let (x, y) = offsets::<B>()[window];
    let rows = y..y + 4;
    rows.flat_map(|row| {
        let columns = (x..x + 4).filter(move |column| (column + row) % 2 == 0);
        columns.map(move |column| B::bit(column, row))
    })
    .collect()
}

/// The rows from which the numbers of all windows are added.
#[derive(Debug)]
pub(super) struct Rows<B: Windowed> {
    by_group: Vec<[B::Lanes; 256]>,
}

impl<B: Windowed> Rows<B> {
    pub(super) fn new() -> Rows<B> {
        let groups = (<B::Word as Word>::BITS as usize / 8).min(10);
        let mut by_group = vec![[B::Lanes::ZERO; 256]; groups];
        for (window, (x, y)) in offsets::<B>().into_iter().enumerate() {
            let mut digit = 1u16;
            for row in y..y + 4 {
                for column in (x..x + 4).filter(|column| (column + row) % 2 == 0) {
                    let bit = B::bit(column, row) as usize;
                    for (men, lanes) in by_group[bit / 8].iter_mut().enumerate() {
                        if men >> (bit % 8) & 1 == 1 {
                            lanes.numbers_mut()[window] += digit;
                        }
                    }
                    digit = digit.wrapping_mul(3);
                }
            }
        }
        Rows { by_group }
    }

    /// What fills each window.
    #[inline(always)]
    pub(super) fn fillings(&self, white: B::Word, black: B::Word) -> B::Lanes {
        let (mut of_white, mut of_black) = (B::Lanes::ZERO, B::Lanes::ZERO);
        for (group, rows) in self.by_group.iter().enumerate() {
            of_white = of_white.plus(rows[white.byte(group) as usize]);
            of_black = of_black.plus(rows[black.byte(group) as usize]);
        }
        of_white.plus(of_black).plus(of_black)
    }
}

/// How many rows of windows there are.
const fn rows<B: Windowed>() -> usize {
    let even = (B::SIZE - 2) / 2;
    if B::AT_ODD_OFFSETS {
        2 * even - 1
    } else {
        even
    }
}

/// In which of them a window stands.
fn row<B: Windowed>(window: usize) -> usize {
    let even = (B::SIZE - 2) / 2;
    match B::AT_ODD_OFFSETS {
        false => window / even,
        // A row at an even offset is followed by one at an odd offset.
        true => {
            let pair = 2 * even - 1;
            2 * (window / pair) + usize::from(window % pair >= even)
        }
    }
}

/// How many different features all windows have together.
pub(super) const fn count<B: Windowed>() -> usize {
    (B::WINDOWS.div_ceil(2) + rows::<B>().div_ceil(2) + 1) * FILLINGS
}

/// The features of a filled window and their signs. What fills it counts for this
/// window, for all windows of its row, and for all windows: so what was seen in one
/// place says something of the others too, and a place says how it differs.
pub(super) fn features<B: Windowed>(
    window: usize,
    filling: usize,
) -> impl Iterator<Item = (usize, i8)> {
    let (windows, rows) = (B::WINDOWS, rows::<B>());
    let row = row::<B>(window);
    let by_row = windows.div_ceil(2);
    let anywhere = by_row + rows.div_ceil(2);
    [(0, window, windows), (by_row, row, rows), (anywhere, 0, 1)]
        .into_iter()
        .filter_map(move |(first, place, places)| {
            let (number, sign) = shared(place, places, filling)?;
            Some((first * FILLINGS + number, sign))
        })
}

/// One of several places, filled, and its sign: turned by half a turn and with
/// colours swapped, it is the other side's, and the two share a weight. `None`
/// where it is its own opposite.
fn shared(place: usize, places: usize, filling: usize) -> Option<(usize, i8)> {
    let opposite = (places - 1 - place, turned(filling));
    let (canonical, sign) = match (place, filling).cmp(&opposite) {
        std::cmp::Ordering::Less => ((place, filling), 1),
        std::cmp::Ordering::Equal => return None,
        std::cmp::Ordering::Greater => (opposite, -1),
    };
    Some((canonical.0 * FILLINGS + canonical.1, sign))
}

/// The digits in the opposite order, and the colours swapped.
fn turned(mut filling: usize) -> usize {
    let mut turned = 0;
    for _ in 0..SQUARES {
        turned = 3 * turned + (3 - filling % 3) % 3;
        filling /= 3;
    }
    turned
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draughts::board::bits;
    use plyground_engine::random::Random;

    /// The filling of a window, square by square.
    fn plain<B: Windowed>(squares: &[u8], white: B::Word, black: B::Word) -> usize {
        squares.iter().rev().fold(0, |number, &bit| {
            let square = B::Word::of(bit);
            let digit = usize::from(white.meets(square)) + 2 * usize::from(black.meets(square));
            3 * number + digit
        })
    }

    fn fillings_agree<B: Windowed>() {
        let rows = Rows::<B>::new();
        assert_eq!(offsets::<B>().len(), B::WINDOWS);
        let windows: Vec<Vec<u8>> = (0..B::WINDOWS).map(squares::<B>).collect();
        let mut random = Random::new(3);
        for _ in 0..200 {
            let mut sides = [B::Word::NONE; 2];
            for bit in bits(B::ALL) {
                if let side @ 0..2 = random.below(3) {
                    sides[side] |= B::Word::of(bit);
                }
            }
            let [white, black] = sides;
            let lanes = rows.fillings(white, black);
            for (window, squares) in windows.iter().enumerate() {
                let expected = plain::<B>(squares, white, black);
                assert_eq!(lanes.numbers()[window] as usize, expected);
            }
        }
    }

    #[test]
    fn all_windows_are_numbered_at_once() {
        fillings_agree::<Board8>();
        fillings_agree::<Board10>();
        fillings_agree::<Board12>();
    }

    #[test]
    fn windows_of_a_row_stand_at_the_same_height() {
        let windows = offsets::<Board8>().into_iter().enumerate();
        assert!(
            windows
                .into_iter()
                .all(|(window, (_, y))| row::<Board8>(window) == y)
        );
        let windows = offsets::<Board12>().into_iter().enumerate();
        assert!(
            windows
                .into_iter()
                .all(|(window, (_, y))| row::<Board12>(window) == y / 2)
        );
    }

    #[test]
    fn a_window_and_its_opposite_share_a_weight_with_opposite_signs() {
        of_all::<Board8>();
        of_all::<Board10>();
    }

    fn of_all<B: Windowed>() {
        for window in 0..B::WINDOWS {
            for filling in 0..FILLINGS {
                let opposite = features::<B>(B::WINDOWS - 1 - window, turned(filling));
                let opposite = opposite.map(|(number, sign)| (number, -sign));
                let found: Vec<_> = features::<B>(window, filling).collect();
                assert!(opposite.eq(found.iter().copied()));
                assert!(found.iter().all(|&(number, _)| number < count::<B>()));
            }
        }
    }
}
