//! King's Valley, 5x5.

pub mod board;
pub mod heuristics;
mod notation;
pub mod rules;
mod view;

pub use rules::KingsValley;
