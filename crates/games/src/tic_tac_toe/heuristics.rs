//! What an engine believes before it has seen the end.

use super::rules::{LINES, Position, TicTacToe};
use plyground_engine::game::{Heuristics, Player};

/// A line in which the other side has no mark counts, and the more the fuller it is.
#[derive(Clone, Copy, Debug)]
pub struct OpenLines;

/// By the number of own marks on a line.
const WORTH: [i32; 4] = [1, 2, 6, 0];

fn open_lines(position: &Position, player: Player) -> i32 {
    let own = position.marks[player.index()];
    let other = position.marks[player.opponent().index()];
    let open = LINES.iter().filter(|&line| other & line == 0);
    open.map(|line| WORTH[(own & line).count_ones() as usize])
        .sum()
}

impl Heuristics<TicTacToe> for OpenLines {
    fn evaluate(&self, _game: &TicTacToe, position: &Position, player: Player) -> i32 {
        open_lines(position, player) - open_lines(position, player.opponent())
    }

    /// The more lines run through a square, the sooner it is tried.
    fn promise(&self, _game: &TicTacToe, _position: &Position, square: u8) -> i32 {
        let through = LINES.iter().filter(|&line| line >> square & 1 == 1);
        through.count() as i32
    }
}
