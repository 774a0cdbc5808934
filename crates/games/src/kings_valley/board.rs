//! The board in 25 bits, and slides by table.
//!
//! ```text
//!   5 | 20 21 22 23 24      Black's home row
//!   4 | 15 16 17 18 19
//!   3 | 10 11 12 13 14      12 is the centre, the valley
//!   2 |  5  6  7  8  9
//!   1 |  0  1  2  3  4      White's home row
//!        a  b  c  d  e
//! ```

/// A set of squares.
pub type Squares = u32;
/// A square, 0 to 24.
pub type Square = u8;

pub const SIZE: usize = 5;
pub const CENTRE: Square = 12;
pub const CENTRE_BIT: Squares = 1 << CENTRE;

/// The four lines through a square, each with the squares that two opposite
/// slides along it end on, by which of the line's five places are occupied.
type Slides = [[[Squares; 32]; 4]; 25];

static SLIDES: Slides = slides_by_line();

/// The squares round each square.
pub const NEIGHBOURS: [Squares; 25] = {
    let mut table = [0; 25];
    let mut square = 0;
    while square < 25 {
        let (column, row) = ((square % 5) as i32, (square / 5) as i32);
        let mut direction = 0;
        while direction < 9 {
            let (c, r) = (column + direction % 3 - 1, row + direction / 3 - 1);
            if direction != 4 && c >= 0 && c < 5 && r >= 0 && r < 5 {
                table[square] |= 1 << (5 * r + c);
            }
            direction += 1;
        }
        square += 1;
    }
    table
};

const fn slides_by_line() -> Slides {
    let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let mut table = [[[0; 32]; 4]; 25];
    let mut square = 0;
    while square < 25 {
        let mut line = 0;
        while line < 4 {
            let mut occupied = 0;
            while occupied < 32 {
                let (dc, dr) = steps[line];
                let forth = slide_end(square, dc, dr, occupied);
                let back = slide_end(square, -dc, -dr, occupied);
                table[square][line][occupied] = (forth | back) & !(1 << square);
                occupied += 1;
            }
            line += 1;
        }
        square += 1;
    }
    table
}

/// The square on which a slide ends; the square itself if it cannot begin.
/// A line's places are counted by column, or by row where the column does not change.
const fn slide_end(square: usize, dc: i32, dr: i32, occupied: usize) -> Squares {
    let (mut column, mut row) = ((square % 5) as i32, (square / 5) as i32);
    loop {
        let (c, r) = (column + dc, row + dr);
        if c < 0 || c > 4 || r < 0 || r > 4 {
            break;
        }
        let place = if dc == 0 { r } else { c };
        if occupied >> place & 1 == 1 {
            break;
        }
        (column, row) = (c, r);
    }
    1 << (5 * row + column)
}

/// The squares of both diagonals through each square.
const DIAGONALS: [[Squares; 2]; 25] = {
    let mut table = [[0; 2]; 25];
    let mut square = 0;
    while square < 25 {
        let mut other = 0;
        while other < 25 {
            let (c, r) = (square as i32 % 5, square as i32 / 5);
            let (oc, or) = (other % 5, other / 5);
            if oc - c == or - r {
                table[square][0] |= 1 << other;
            }
            if oc - c == r - or {
                table[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// Where a piece on `square` can slide to: up to eight squares. The centre is
/// among them also for soldiers, who may not stop there.
#[inline]
pub fn slides(square: Square, occupied: Squares) -> Squares {
    let square = square as usize;
    let (column, row) = (square % 5, square / 5);
    let lines = &SLIDES[square];
    let along_row = occupied >> (5 * row) & 31;
    // One multiplication gathers the five bits of a column, another drops a
    // diagonal onto its columns; no two bits meet, so nothing is carried.
    let up_column = ((occupied >> column & 0x0010_8421) as u64 * 0x11111) >> 16 & 31;
    let dropped = |diagonal: Squares| ((occupied & diagonal) as u64 * 0x0010_8421) >> 20 & 31;
    let rising = dropped(DIAGONALS[square][0]);
    let falling = dropped(DIAGONALS[square][1]);
    lines[0][along_row as usize]
        | lines[1][up_column as usize]
        | lines[2][rising as usize]
        | lines[3][falling as usize]
}

/// A square under one of the eight symmetries of the board: bit 0 mirrors the
/// columns, bit 1 the rows, bit 2 then exchanges columns and rows.
pub const fn image(symmetry: usize, square: Square) -> Square {
    let (mut column, mut row) = (square % 5, square / 5);
    if symmetry & 1 == 1 {
        column = 4 - column;
    }
    if symmetry & 2 == 2 {
        row = 4 - row;
    }
    if symmetry & 4 == 4 {
        (column, row) = (row, column);
    }
    5 * row + column
}

/// A set of squares under a symmetry.
pub fn image_of_set(symmetry: usize, squares: Squares) -> Squares {
    ones(squares).fold(0, |set, square| set | 1 << image(symmetry, square))
}

/// The squares of a set, lowest first.
#[inline]
pub fn ones(mut squares: Squares) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        if squares == 0 {
            return None;
        }
        let square = squares.trailing_zeros() as Square;
        squares &= squares - 1;
        Some(square)
    })
}
