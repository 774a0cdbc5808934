//! What an engine believes before it has seen the end.

use super::notation::name;
use super::rules::{LINES, Position, TicTacToe};
use plyground_engine::explain::Part;
use plyground_engine::game::{Heuristics, Player};
use plyground_engine::message;

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

    /// Empty lines are open to both and cancel out.
    fn parts(&self, _game: &TicTacToe, position: &Position, player: Player) -> Vec<Part> {
        let names = [
            message!("part.three.one", "open lines with one mark"),
            message!("part.three.two", "open lines with two marks"),
        ];
        let of_number = |(marks, title)| {
            let (mut cells, mut counts) = (Vec::new(), [0, 0]);
            for (side, sign) in [(player, 1), (player.opponent(), -1)] {
                let own = position.marks[side.index()];
                let other = position.marks[side.opponent().index()];
                let open = LINES.iter().filter(|&line| other & line == 0);
                for line in open.filter(|&line| (own & line).count_ones() == marks) {
                    counts[usize::from(sign < 0)] += 1;
                    let worth = sign * WORTH[marks as usize] / marks as i32;
                    let of_line = (0..9).filter(|square| (own & line) >> square & 1 == 1);
                    cells.extend(of_line.map(|square| (name(square), worth)));
                }
            }
            Part::of_cells(title, cells).with_counts(counts[0], counts[1])
        };
        (1..).zip(names).map(of_number).collect()
    }
}
