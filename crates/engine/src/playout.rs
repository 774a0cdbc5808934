//! A game played to its end by chance.

use crate::game::{Game, Outcome};
use crate::random::Random;

/// How a game that may go on for ever is called when it does.
const LONGEST: u32 = 10_000;

/// Plays random moves from a position to the end of the game and says how it
/// ended, and after how many plies. `moves` is room to work in.
pub fn play_out<G: Game>(
    game: &G,
    position: &G::Position,
    random: &mut Random,
    moves: &mut Vec<G::Move>,
) -> (Outcome, u32) {
    let mut position = position.clone();
    for ply in 0..LONGEST {
        if let Some(outcome) = game.outcome(&position) {
            return (outcome, ply);
        }
        match game.random_move(&position, random, moves) {
            Some(mv) => position = game.after(&position, mv),
            None => return (game.outcome_when_stuck(&position), ply),
        }
    }
    (Outcome::Draw, LONGEST)
}
