//! How large a game is: what random games tell of it, and in how many ways its pieces
//! can stand.

use crate::catalogue::Catalogue;
use crate::refusal::Answer;
use crate::state::State;
use plyground_engine::algorithm::Stop;
use plyground_engine::statistics::Policy;
use serde::Serialize;

/// So many games tell enough for two digits.
const GAMES: u64 = 200;
const SEED: u64 = 1;

/// Large numbers are told by their decimal logarithms.
#[derive(Debug, Serialize)]
pub struct Complexity {
    games: u64,
    branching: f64,
    length: f64,
    /// The mean branching times itself, once a ply of a mean game.
    game_tree_log10: f64,
    /// In how many ways the pieces can stand, legal or not, where that is known.
    arrangements_log10: Option<f64>,
}

/// Of the game by the rules that are asked for; `stop` ends the sampling early.
pub fn complexity(catalogue: &Catalogue, state: &State, stop: &Stop<'_>) -> Answer<Complexity> {
    let opened = state.opened_at_start(catalogue)?;
    let tally = opened.session.sample(Policy::Uniform, SEED, 0..GAMES, stop);
    let (branching, length) = (tally.branching().mean(), tally.length.mean());
    let space = opened.choice.entry.state_space.as_ref();
    let arrangements = space.map(|space| (space.count)().arrangements);
    Ok(Complexity {
        games: tally.games(),
        branching,
        length,
        game_tree_log10: length * branching.max(1.0).log10(),
        arrangements_log10: arrangements.map(|count| count.rounded().log10()),
    })
}
