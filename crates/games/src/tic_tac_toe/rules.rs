//! The rules. A position is two sets of squares, one bit a square.
//!
//! ```text
//!   3 | 6 7 8
//!   2 | 3 4 5
//!   1 | 0 1 2
//!       a b c
//! ```

use plyground_engine::game::{Game, Outcome, Player};

pub const SIZE: usize = 3;
/// A set of squares.
pub type Squares = u16;
pub const ALL: Squares = 0b111_111_111;

/// The eight lines of three.
pub const LINES: [Squares; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

#[derive(Clone, Copy, Debug)]
pub struct TicTacToe;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The marks of x and of o.
    pub marks: [Squares; 2],
}

impl Position {
    pub fn empty(&self) -> Squares {
        ALL & !(self.marks[0] | self.marks[1])
    }

    pub fn has_three(&self, player: Player) -> bool {
        let own = self.marks[player.index()];
        LINES.iter().any(|line| line & !own == 0)
    }
}

impl Game for TicTacToe {
    type Position = Position;
    /// The square that is marked.
    type Move = u8;

    const CAN_REPEAT: bool = false;

    fn start(&self) -> Position {
        Position { marks: [0, 0] }
    }

    fn to_move(&self, position: &Position) -> Player {
        let [crosses, noughts] = position.marks.map(Squares::count_ones);
        if crosses == noughts {
            Player::FIRST
        } else {
            Player::SECOND
        }
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<u8>) {
        let empty = position.empty();
        moves.extend((0..9).filter(|square| empty >> square & 1 == 1));
    }

    fn after(&self, position: &Position, square: u8) -> Position {
        let mut next = *position;
        next.marks[self.to_move(position).index()] |= 1 << square;
        next
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let last = self.to_move(position).opponent();
        if position.has_three(last) {
            Some(Outcome::Win(last))
        } else {
            (position.empty() == 0).then_some(Outcome::Draw)
        }
    }
}
