//! The solver and the book behind the engine's face for exact knowledge.

use super::board::Board;
use super::book::Book;
use super::rules::ConnectFour;
use super::solver::{self, Solver};
use plyground_engine::oracle::{Effort, Oracle};
use plyground_engine::score::Score;
use std::sync::{Arc, OnceLock};

/// Made when it is first asked, as the table is large and many sessions never
/// need it.
#[derive(Debug)]
pub(super) struct Solved {
    solver: OnceLock<Solver<7, 6>>,
    book: Option<Arc<Book>>,
}

impl Solved {
    /// With this book, or with the one that comes with the program.
    pub(super) fn knowing(book: Option<Arc<Book>>) -> Solved {
        Solved {
            solver: OnceLock::new(),
            book,
        }
    }

    fn solver(&self) -> &Solver<7, 6> {
        self.solver.get_or_init(|| {
            let book = self.book.clone();
            let book = book.unwrap_or_else(|| Arc::new(Book::embedded()));
            Solver::new(solver::TABLE_BYTES).with_book(book)
        })
    }
}

impl Oracle<ConnectFour> for Solved {
    fn score(
        &self,
        _game: &ConnectFour,
        position: &Board<7, 6>,
        effort: &Effort<'_>,
    ) -> Option<Score> {
        self.solver().score(position, effort)
    }

    /// Every answer goes through the solver, which knows whether the book may be used.
    fn instant(&self, _game: &ConnectFour, _position: &Board<7, 6>) -> Option<Score> {
        None
    }

    fn is_at_least(
        &self,
        _game: &ConnectFour,
        position: &Board<7, 6>,
        bound: Score,
        effort: &Effort<'_>,
    ) -> Option<bool> {
        self.solver().is_at_least(position, bound, effort)
    }
}
