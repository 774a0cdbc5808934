//! Solving a game from its ends: the value and distance of every state of a
//! numbered set.
//!
//! The solver goes by levels. Level 0 holds the states where the game is over. A
//! state is won in n if a move leads to a state lost in n - 1 and none to one lost
//! sooner; it is lost in n if every move leads to a state won in at most n - 1 and
//! one of them to one won in exactly n - 1. What is never decided is a draw.
//!
//! A level is found in one of three ways, whichever is cheapest ([`Way`]). All
//! write the same bytes, so the table depends neither on the choice nor on the
//! number of threads. A cell written on its level is never changed again, and a
//! level that was broken off is simply done once more: this is what makes a build
//! resumable at any moment.
//!
//! A move may leave the table for a value that is known from elsewhere, at any
//! distance. Such a value is written down at once, before its level is reached:
//! until then it counts as open, and a shorter way may still replace it.

mod bits;
mod cell;
mod indexed;
mod levels;
mod passes;
mod threads;
mod verify;

pub use cell::Cell;
pub use indexed::{Indexed, Next, Sweep, SweepBack, Unmoves};
pub use levels::{DistanceLevel, LevelObserver, Solver, Stopped, Way};
pub use verify::{Fault, verify, verify_states};

/// A finished table, wherever it lies.
pub trait Cells: Send + Sync {
    /// The value of a state; `None` where the table cannot be believed.
    fn cell(&self, index: u64) -> Option<Cell>;
}
