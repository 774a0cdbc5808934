//! Engines against each other: games in pairs on the same opening with seats
//! swapped, and what the results say about strength.

pub(crate) mod elo;
pub(crate) mod game;
