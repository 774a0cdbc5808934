//! How many ways there are to go on.

use super::GameSession;
use crate::algorithm::Stop;
use crate::game::Game;
use crate::perft::perft_until;
use crate::statistics::{self, Policy, Tally};
use std::ops::Range;

/// How many ways there are to go on.
pub trait Count {
    /// The number of move sequences from here, or `None` when stopped.
    fn perft(&self, depth: u32, stop: &Stop<'_>) -> Option<u64>;

    /// Plays the random games of these numbers from here.
    fn sample(&self, policy: Policy, seed: u64, numbers: Range<u64>, stop: &Stop<'_>) -> Tally;

    /// How many different positions are 0, 1, 2 … plies from here, up to a ply or a number.
    fn distinct_by_ply(&self, plies: usize, most: usize, stop: &Stop<'_>) -> Vec<u64>;
}

impl<G: Game> Count for GameSession<G> {
    fn perft(&self, depth: u32, stop: &Stop<'_>) -> Option<u64> {
        perft_until(&self.game, &self.position, depth, stop)
    }

    fn sample(&self, policy: Policy, seed: u64, numbers: Range<u64>, stop: &Stop<'_>) -> Tally {
        let evaluation = self.evaluations.first();
        statistics::Sample {
            game: &self.game,
            start: &self.position,
            policy,
            is_self_defeating: &|position| {
                evaluation
                    .is_some_and(|evaluation| evaluation.is_self_defeating(&self.game, position))
            },
            seed,
        }
        .play(numbers, stop)
    }

    fn distinct_by_ply(&self, plies: usize, most: usize, stop: &Stop<'_>) -> Vec<u64> {
        statistics::distinct_by_ply(&self.game, &self.position, plies, most, stop)
    }
}
