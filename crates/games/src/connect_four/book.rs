//! Early positions with their scores, computed beforehand by the solver.
//!
//! A book is a list of 64-bit words in rising order, least byte first on disk:
//!
//! ```text
//!   63 ……………………………… 8   7 ……… 0
//!   the board's own number   points
//! ```
//!
//! The number is the smaller one of the board and its mirror image; the points
//! are those of [`super::solver`]. Only positions with a choice are listed: where
//! forced play goes on, the solver plays it first.

use super::board::Board;
use super::solver::is_quiet;
use crate::brought::{Brought, brought};
use std::collections::BTreeSet;
use thiserror::Error;

pub(super) const BROUGHT: Brought = brought!("connect-four.book", "book/connect-four.book");

#[derive(Clone, Debug, Default)]
pub struct Book {
    words: Vec<u64>,
    plies: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BookError {
    #[error("expected whole words of 8 bytes, found {0} bytes")]
    Cut(usize),
    #[error("expected words in rising order, found word {0} out of order")]
    Disorder(usize),
}

impl Book {
    /// The book that comes with the program.
    pub fn embedded() -> Book {
        Book::read(BROUGHT.bytes()).unwrap_or_default()
    }

    pub fn read(bytes: &[u8]) -> Result<Book, BookError> {
        let (words, rest) = bytes.as_chunks::<8>();
        if !rest.is_empty() {
            return Err(BookError::Cut(bytes.len()));
        }
        let words: Vec<u64> = words.iter().map(|&word| u64::from_le_bytes(word)).collect();
        let disorder = words.windows(2).position(|pair| pair[0] >= pair[1]);
        match disorder {
            Some(index) => Err(BookError::Disorder(index + 1)),
            None => Ok(Book::of_sorted(words)),
        }
    }

    /// A book of entries in any order; of two for the same position the first counts.
    pub fn of_entries(entries: impl IntoIterator<Item = BookEntry>) -> Book {
        let mut words: Vec<u64> = entries.into_iter().map(BookEntry::word).collect();
        words.sort_by_key(|word| word >> 8);
        words.dedup_by_key(|word| *word >> 8);
        Book::of_sorted(words)
    }

    /// A book of words in rising order.
    pub fn of_words(words: &[u64]) -> Book {
        Book::of_sorted(words.to_vec())
    }

    pub fn words(&self) -> &[u64] {
        &self.words
    }

    fn of_sorted(words: Vec<u64>) -> Book {
        let stones = words.iter().map(|&word| BookEntry::of_word(word).stones());
        let plies = stones.max().map_or(-1, |stones| stones as i32);
        Book { words, plies }
    }

    pub fn write(&self) -> Vec<u8> {
        self.words
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect()
    }

    /// The most stones that a position in the book has; -1 if it is empty.
    pub fn plies(&self) -> i32 {
        self.plies
    }

    pub fn entries(&self) -> impl ExactSizeIterator<Item = BookEntry> + '_ {
        self.words.iter().map(|&word| BookEntry::of_word(word))
    }

    pub fn points<const W: usize, const H: usize>(&self, board: &Board<W, H>) -> Option<i32> {
        if board.stones() as i32 > self.plies {
            return None;
        }
        let number = number(board);
        let index = self
            .words
            .binary_search_by_key(&number, |word| word >> 8)
            .ok()?;
        Some(BookEntry::of_word(self.words[index]).points)
    }
}

/// The number under which a board of either hand is listed.
fn number<const W: usize, const H: usize>(board: &Board<W, H>) -> u64 {
    board.unique_up_to_mirror()
}

/// A position of the book and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookEntry {
    number: u64,
    pub points: i32,
}

impl BookEntry {
    pub fn new(board: &Board<7, 6>, points: i32) -> BookEntry {
        BookEntry {
            number: number(board),
            points,
        }
    }

    /// As a book holds it.
    pub fn word(self) -> u64 {
        self.number << 8 | u64::from(self.points as i8 as u8)
    }

    pub fn of_word(word: u64) -> BookEntry {
        BookEntry {
            number: word >> 8,
            points: i32::from(word as u8 as i8),
        }
    }

    /// The board: in each column a marker stands above the stones.
    pub fn board(self) -> Board<7, 6> {
        let mut board = Board::EMPTY;
        for column in 0..7 {
            let part = self.number >> (column * 7) & 0x7f;
            let height = part.checked_ilog2().unwrap_or(0);
            let stones = (1 << height) - 1;
            board.occupied |= stones << (column * 7);
            board.own |= (part & stones) << (column * 7);
        }
        board
    }

    pub fn stones(self) -> u32 {
        self.board().stones()
    }
}

/// Every position with a choice after so many moves, one of each mirrored pair,
/// in a fixed order in which neighbours share much of their future.
pub fn positions(plies: u32) -> Vec<Board<7, 6>> {
    let mut level = BTreeSet::from([number(&Board::<7, 6>::EMPTY)]);
    for _ in 0..plies {
        level = level
            .into_iter()
            .flat_map(|number| {
                let board = BookEntry { number, points: 0 }.board();
                successors(board)
            })
            .collect();
    }
    let boards = level
        .into_iter()
        .map(|number| BookEntry { number, points: 0 }.board());
    boards.filter(is_quiet).collect()
}

/// The numbers of the boards after one move more, without those that are won.
fn successors(board: Board<7, 6>) -> impl Iterator<Item = u64> {
    (0..7).filter_map(move |column| {
        let square = board.playable() & Board::<7, 6>::column(column);
        let after = board.after(square);
        let goes_on = square != 0 && !Board::<7, 6>::has_four(after.opponent());
        goes_on.then(|| number(&after))
    })
}
