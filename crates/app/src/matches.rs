//! Engines against each other: games in pairs on the same opening with seats
//! swapped, and what the results say about strength.

pub(crate) mod elo;
pub(crate) mod game;
pub(crate) mod journal;
pub(crate) mod sprt;

use plyground_engine::game::WinDrawLoss;

/// One finished game: the opening's number, by how many seats the engines were
/// shifted, how each of them fared, and the record.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) opening: usize,
    pub(crate) shift: usize,
    pub(crate) results: Vec<WinDrawLoss>,
    pub(crate) record: String,
}
