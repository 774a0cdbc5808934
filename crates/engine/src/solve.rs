//! Exact solving by search: deeper and deeper until the horizon plays no part.
//!
//! It is the playing search with an evaluation that says nothing, so that the
//! value is proven either by a win or loss within the depth or by a tree that
//! ends everywhere before it.

pub mod packed;
pub mod retrograde;

use crate::algorithm::Task;
use crate::game::{Game, Heuristics, Player};
use crate::score::{Score, Value};
use crate::search::{Driver, Search, Settings};

/// The exact value of a position and every move that keeps it.
#[derive(Clone, Debug)]
pub struct Solved<M> {
    pub value: Value,
    pub best: Vec<M>,
    pub nodes: u64,
}

/// Solves a position that is not over, or says that a limit came first.
pub fn by_search<G: Game>(task: &Task<'_, G>, table_bytes: usize, weak: bool) -> Solved<G::Move> {
    let settings = Settings {
        table_bytes,
        quiescence: false,
        selective: false,
        driver: if weak {
            Driver::Sign
        } else {
            Driver::Aspiration
        },
        ..Settings::default()
    };
    Search::new(NoOpinion, settings).solve(task)
}

/// Every position that is not over might be anything.
#[derive(Clone, Copy, Debug)]
struct NoOpinion;

impl<G: Game> Heuristics<G> for NoOpinion {
    fn evaluate(&self, _game: &G, _position: &G::Position, _player: Player) -> i32 {
        Score::DRAW.points().unwrap_or(0)
    }
}
