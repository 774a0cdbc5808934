//! Counting every sequence of moves to a depth: the first test of any rules.

use crate::algorithm::Stop;
use crate::game::Game;

/// The number of move sequences of exactly `depth` plies; a finished game adds
/// none. The last ply is counted and not played.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    perft_until(game, position, depth, &Stop::new()).unwrap_or(0)
}

/// The same, given up with `None` once `stop` is raised.
pub fn perft_until<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    stop: &Stop<'_>,
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let nodes = sequences(game, position, depth, &mut Vec::with_capacity(1024), stop);
    (!stop.is_raised()).then_some(nodes)
}

fn sequences<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    moves: &mut Vec<G::Move>,
    stop: &Stop<'_>,
) -> u64 {
    if game.outcome(position).is_some() {
        return 0;
    }
    if depth == 1 {
        return game.legal_move_count(position, moves) as u64;
    }
    if depth > 3 && stop.is_raised() {
        return 0;
    }
    let base = moves.len();
    game.legal_moves(position, moves);
    let mut nodes = 0;
    for index in base..moves.len() {
        let child = game.after(position, moves[index]);
        nodes += sequences(game, &child, depth - 1, moves, stop);
    }
    moves.truncate(base);
    nodes
}
