//! Evaluations learnt from results: the engine plays itself, and a sum of
//! weighted features is fitted to how the games ended.
//!
//! Three parts that know each other only by plain data: [`games`] plays and
//! writes games down, [`fit`] turns positions with results into weights, and
//! [`weights`] keeps them in few bytes. A game opts in by [`Learned`]; the fit
//! sees features as numbers and no game.

pub mod fit;
pub mod games;
pub mod ledger;
pub mod phased;
pub mod trainer;
pub mod weights;

use crate::engines::Evaluation;
use crate::game::{Game, Heuristics, Horizon};
use crate::random::Random;

/// A feature of a position: its number, and how often it occurs. What the second
/// player has counts below 0, so that features of both sides share a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    pub number: u32,
    pub count: i8,
}

/// Heuristics whose evaluation is a sum of weighted features. A weight has two
/// ends, for the opening and for the ending, and [`phase`](Learned::phase) says
/// how much of each counts.
pub trait Learned<G: Game>: Heuristics<G> {
    /// Changes whenever a number comes to mean another feature: weights fitted to
    /// other features are refused.
    fn version(&self) -> u32;

    /// How many features there are.
    fn count(&self) -> usize;

    /// Appends the features of a position, seen by the first player.
    fn describe(&self, game: &G, position: &G::Position, features: &mut Vec<Feature>);

    /// 1 where the game begins, 0 where it ends.
    fn phase(&self, game: &G, position: &G::Position) -> f32;

    /// An evaluation with these weights, in points, as many as there are features;
    /// for each the one of the opening, then the one of the ending.
    fn evaluation(&self, weights: &[[f32; 2]]) -> Evaluation<G>;

    /// Where a game for learning begins, and by which rules. Games that would nearly
    /// all be drawn from their start may begin with less on the board, games on any
    /// board with another one.
    fn opening(&self, game: &G, _random: &mut Random) -> (G, G::Position) {
        (game.clone(), game.start())
    }

    /// How many random plies follow it, at least and at most; none of them is kept.
    fn opening_plies(&self) -> (usize, usize) {
        (2, 12)
    }

    /// Whether a position can be judged by looking at it.
    fn is_quiet(&self, game: &G, position: &G::Position) -> bool {
        self.horizon(game, position) == Horizon::Evaluate
    }
}
