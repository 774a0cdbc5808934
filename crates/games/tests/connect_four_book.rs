//! The book of Connect Four: its form, and its entries against the solver without it.

use plyground_engine::algorithm::Stop;
use plyground_engine::oracle::Effort;
use plyground_engine::random::Random;
use plyground_games::connect_four::Board;
use plyground_games::connect_four::book::{Book, BookEntry, BookError, positions};
use plyground_games::connect_four::solver::{Solver, is_quiet};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

fn points(solver: &Solver<7, 6>, board: &Board<7, 6>, book: bool) -> (Option<i32>, u64) {
    let (stop, nodes) = (Stop::new(), AtomicU64::new(0));
    let effort = Effort {
        stop: &stop,
        threads: 1,
        weak: false,
        book,
        nodes: &nodes,
        node_limit: u64::MAX,
        observer: None,
    };
    (solver.points(board, &effort), nodes.into_inner())
}

#[test]
fn a_book_reads_back_as_it_was_written() {
    let boards = positions(3);
    let entries = boards
        .iter()
        .zip(-9..)
        .map(|(board, points)| BookEntry::new(board, points));
    let book = Book::of_entries(entries.clone());
    let again = Book::read(&book.write()).expect("our own book");
    assert_eq!(again.plies(), 3);
    for (board, entry) in boards.iter().zip(entries) {
        assert_eq!(again.points(board), Some(entry.points));
        assert_eq!(again.points(&board.mirrored()), Some(entry.points));
        assert_eq!(entry.stones(), 3);
    }
    assert_eq!(again.points(&Board::<7, 6>::EMPTY), None);
}

#[test]
fn a_book_that_is_cut_or_out_of_order_is_refused() {
    assert_eq!(Book::read(&[0; 12]).err(), Some(BookError::Cut(12)));
    assert_eq!(Book::read(&[0; 16]).err(), Some(BookError::Disorder(1)));
}

/// Counted by a program that shares no code with this one.
#[test]
fn the_positions_with_a_choice_are_as_many_as_counted_elsewhere() {
    let counts: Vec<usize> = (0..=6).map(|plies| positions(plies).len()).collect();
    assert_eq!(counts, [1, 4, 25, 121, 568, 1922, 7120]);
}

#[test]
fn every_entry_is_a_position_with_a_choice() {
    for entry in Book::embedded().entries() {
        let board = entry.board();
        assert!(is_quiet(&board), "{board:?}");
        assert!((-18..=18).contains(&entry.points), "{entry:?}");
    }
}

#[test]
fn a_sample_of_the_entries_is_solved_again_without_the_book() {
    let entries: Vec<BookEntry> = Book::embedded().entries().collect();
    let solver = Solver::new(8 << 20).with_seed(12345);
    let mut random = Random::new(1);
    let count = match std::env::var_os("PLYGROUND_DEEP") {
        Some(_) => 100,
        None => 3,
    };
    for _ in 0..count {
        let entry = entries[random.below(entries.len())];
        let (found, _) = points(&solver, &entry.board(), false);
        assert_eq!(found, Some(entry.points), "{:?}", entry.board());
    }
}

#[test]
fn with_the_book_the_empty_board_is_won_at_once() {
    let solver = Solver::new(8 << 20).with_book(Arc::new(Book::embedded()));
    let (found, nodes) = points(&solver, &Board::EMPTY, true);
    assert_eq!(found, Some(1));
    assert!(nodes < 10_000, "{nodes} nodes");
}
