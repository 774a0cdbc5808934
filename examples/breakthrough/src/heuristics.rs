//! What an engine believes: men count, and more the further they have come.

use crate::rules::{Breakthrough, Move, Position, SIZE, squares};
use plyground::engine::game::{Heuristics, Player};

#[derive(Clone, Copy, Debug)]
pub struct Advance;

/// A man by the rows between it and its goal, in hundredths of a man.
const WORTH: [i32; SIZE] = [0, 260, 190, 150, 125, 110, 105, 100];

fn worth_of(men: u64, player: Player) -> i32 {
    let rows_to_go = |square: u8| match player {
        Player::FIRST => SIZE - 1 - usize::from(square) / SIZE,
        _ => usize::from(square) / SIZE,
    };
    squares(men).map(|square| WORTH[rows_to_go(square)]).sum()
}

impl Heuristics<Breakthrough> for Advance {
    fn evaluate(&self, _game: &Breakthrough, position: &Position, player: Player) -> i32 {
        let other = player.opponent();
        worth_of(position.men[player.index()], player)
            - worth_of(position.men[other.index()], other)
    }

    fn promise(&self, _game: &Breakthrough, position: &Position, mv: Move) -> i32 {
        i32::from(position.others() & 1 << mv.to != 0)
    }

    fn is_noisy(&self, _game: &Breakthrough, position: &Position, mv: Move) -> bool {
        position.others() & 1 << mv.to != 0
    }
}
