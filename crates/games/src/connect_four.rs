//! Connect Four, 7x6.

pub mod board;
pub mod heuristics;
mod notation;
pub mod rules;
mod view;

pub use board::Board;
pub use rules::ConnectFour;
