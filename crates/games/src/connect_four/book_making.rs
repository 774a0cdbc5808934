//! How Connect Four's book is made and checked, for the program's tables.

use super::board::Board;
use super::book::{Book, BookEntry, positions};
use super::rules::ConnectFour;
use super::solver::Solver;
use crate::books::{Booked, EntrySolver};
use plyground_engine::algorithm::Stop;
use plyground_engine::notation::Notation;
use plyground_engine::oracle::Effort;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Shared by all positions of a book, so that each profits from its neighbours.
const TABLE_BYTES: usize = 64 << 20;

pub(super) struct BookMaking;

impl Booked for BookMaking {
    fn own(&self) -> Vec<u64> {
        Book::embedded().words().to_vec()
    }

    /// Its board stands for itself, and nobody wins by more stones than are left.
    fn is_entry(&self, word: u64) -> bool {
        let entry = BookEntry::of_word(word);
        let board = entry.board();
        let stones = board.stones();
        let most = (43_u32.saturating_sub(stones) / 2) as i32;
        stones <= 42 && entry.points.abs() <= most && BookEntry::new(&board, entry.points) == entry
    }

    fn sorted(&self, words: Vec<u64>) -> Vec<u64> {
        let entries = words.into_iter().map(BookEntry::of_word);
        Book::of_entries(entries).words().to_vec()
    }

    fn plies(&self, word: u64) -> u32 {
        BookEntry::of_word(word).stones()
    }

    fn told(&self, word: u64) -> String {
        let entry = BookEntry::of_word(word);
        let position = ConnectFour::default().write_position(&entry.board());
        format!("{position}: {} points", entry.points)
    }

    fn missing(&self, plies: u32, known: &[u64]) -> Vec<u64> {
        let book = Book::of_words(known);
        let boards = positions(plies).into_iter();
        let missing = boards.filter(|board| book.points(board).is_none());
        missing
            .map(|board| BookEntry::new(&board, 0).word())
            .collect()
    }

    fn solver(&self, known: &[u64], seed: Option<u64>) -> Box<dyn EntrySolver> {
        let solver = Solver::new(TABLE_BYTES).with_book(Arc::new(Book::of_words(known)));
        Box::new(match seed {
            Some(seed) => solver.with_seed(seed),
            None => solver,
        })
    }
}

impl EntrySolver for Solver<7, 6> {
    fn solve(&self, word: u64, threads: usize, stop: &Stop<'_>) -> Option<u64> {
        let board: Board<7, 6> = BookEntry::of_word(word).board();
        let effort = Effort {
            stop,
            threads,
            weak: false,
            book: true,
            nodes: &AtomicU64::new(0),
            node_limit: u64::MAX,
            observer: None,
        };
        let points = self.points(&board, &effort)?;
        Some(BookEntry::new(&board, points).word())
    }
}
