//! Our games behind other crates' traits, and a stop watch, so that both sides
//! of a comparison run the same work in the same process.

use cpu_time::ThreadTime;
use plyground_engine::game::{Game, Heuristics};
use plyground_games::connect_four::heuristics::Classic;
use plyground_games::connect_four::{Board, ConnectFour};

/// Connect Four for the crate `minimax`, on our own board.
#[derive(Debug)]
pub struct PeerGame;

impl minimax::Game for PeerGame {
    type S = Board<7, 6>;
    type M = u8;

    fn generate_moves(state: &Self::S, moves: &mut Vec<u8>) -> Option<minimax::Winner> {
        let winner = Self::get_winner(state);
        if winner.is_none() {
            ConnectFour::default().legal_moves(state, moves);
        }
        winner
    }

    fn apply(state: &mut Self::S, column: u8) -> Option<Self::S> {
        Some(ConnectFour::default().after(state, column))
    }

    fn get_winner(state: &Self::S) -> Option<minimax::Winner> {
        if Board::<7, 6>::has_four(state.opponent()) {
            Some(minimax::Winner::PlayerJustMoved)
        } else if state.is_full() {
            Some(minimax::Winner::Draw)
        } else {
            None
        }
    }

    fn zobrist_hash(state: &Self::S) -> u64 {
        ConnectFour::default().key(state)
    }
}

/// The classic evaluation for the crate `minimax`.
#[derive(Clone, Debug)]
pub struct PeerEvaluator;

impl minimax::Evaluator for PeerEvaluator {
    type G = PeerGame;

    fn evaluate(&self, state: &Board<7, 6>) -> minimax::Evaluation {
        let game = ConnectFour::default();
        Classic.evaluate(&game, state, game.to_move(state)) as minimax::Evaluation
    }
}

/// The CPU time of this thread that some work takes, in seconds, and its result.
pub fn cpu_seconds<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let started = ThreadTime::now();
    let result = work();
    (started.elapsed().as_secs_f64(), result)
}
