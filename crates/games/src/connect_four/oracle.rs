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
    book: OnceLock<Arc<Book>>,
}

impl Solved {
    /// With this book, or with the one that comes with the program.
    pub(super) fn knowing(book: Option<Arc<Book>>) -> Solved {
        Solved {
            solver: OnceLock::new(),
            book: book.map_or_else(OnceLock::new, OnceLock::from),
        }
    }

    fn book(&self) -> &Arc<Book> {
        static EMBEDDED: OnceLock<Arc<Book>> = OnceLock::new();
        let embedded = || EMBEDDED.get_or_init(|| Arc::new(Book::embedded()));
        self.book.get_or_init(|| Arc::clone(embedded()))
    }

    fn solver(&self) -> &Solver<7, 6> {
        self.solver
            .get_or_init(|| Solver::new(solver::TABLE_BYTES).with_book(Arc::clone(self.book())))
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

    fn instant(&self, _game: &ConnectFour, position: &Board<7, 6>) -> Option<Score> {
        solver::listed(position, self.book())
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
