//! plays and solves any game
pub mod algorithm;
pub mod alpha_beta;
mod deepening;
pub mod game;
mod judge;
pub mod minimax;
pub mod notation;
mod path;
pub mod perft;
pub mod random;
pub mod score;
pub mod search;
pub mod spec;
pub mod view;
