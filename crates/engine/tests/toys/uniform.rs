//! Trees that branch the same way everywhere, with leaves worth anything: what
//! theory speaks of.

use plyground_engine::game::{Game, Heuristics, Outcome, Player};
use plyground_engine::random::mix;

#[derive(Clone, Debug)]
pub(crate) struct Uniform {
    pub(crate) branching: u64,
    pub(crate) seed: u64,
}

/// The moves that led here, as a number, and how many they were.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    path: u64,
    ply: u32,
}

impl Game for Uniform {
    type Position = Place;
    type Move = u64;

    const CAN_REPEAT: bool = false;

    fn start(&self) -> Place {
        Place { path: 1, ply: 0 }
    }

    fn to_move(&self, position: &Place) -> Player {
        Player::seat(position.ply as usize % 2)
    }

    fn legal_moves(&self, _position: &Place, moves: &mut Vec<u64>) {
        moves.extend(0..self.branching);
    }

    fn after(&self, position: &Place, mv: u64) -> Place {
        Place {
            path: position.path * self.branching + mv,
            ply: position.ply + 1,
        }
    }

    fn outcome(&self, _position: &Place) -> Option<Outcome> {
        None
    }
}

/// Any value from so many.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chance(pub(crate) u64);

impl Heuristics<Uniform> for Chance {
    fn evaluate(&self, game: &Uniform, position: &Place, player: Player) -> i32 {
        let value = (mix(position.path ^ mix(game.seed)) % self.0) as i32;
        match game.to_move(position) == player {
            true => value,
            false => -value,
        }
    }
}
