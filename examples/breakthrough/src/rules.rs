//! The rules. A position is two sets of squares and the side to move.
//!
//! ```text
//!  8  56 57 58 59 60 61 62 63    Black's home
//!  …
//!  1   0  1  2  3  4  5  6  7    White's home
//!      a  b  c  d  e  f  g  h
//! ```

use plyground::engine::game::{Game, Outcome, Player};

pub const SIZE: usize = 8;
const A_FILE: u64 = 0x0101_0101_0101_0101;
const H_FILE: u64 = A_FILE << 7;
const TOP_ROW: u64 = 0xff << 56;
const BOTTOM_ROW: u64 = 0xff;

#[derive(Clone, Copy, Debug)]
pub struct Breakthrough;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The men of White and of Black.
    pub men: [u64; 2],
    pub to_move: Player,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub from: u8,
    pub to: u8,
}

impl Position {
    pub fn own(&self) -> u64 {
        self.men[self.to_move.index()]
    }

    pub fn others(&self) -> u64 {
        self.men[self.to_move.opponent().index()]
    }
}

/// The squares one step ahead of a man: to the left, straight, to the right.
fn ahead(player: Player, square: u8) -> [u64; 3] {
    let man = 1_u64 << square;
    let sides = [man & !A_FILE, man, man & !H_FILE];
    match player {
        Player::FIRST => [sides[0] << 7, sides[1] << 8, sides[2] << 9],
        _ => [sides[0] >> 9, sides[1] >> 8, sides[2] >> 7],
    }
}

/// The squares of a set, from a1 to h8.
pub fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(square)
    })
}

impl Game for Breakthrough {
    type Position = Position;
    type Move = Move;

    /// Every move is a step forward.
    const CAN_REPEAT: bool = false;

    fn start(&self) -> Position {
        Position {
            men: [0xffff, 0xffff << 48],
            to_move: Player::FIRST,
        }
    }

    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let empty = !(position.men[0] | position.men[1]);
        for from in squares(position.own()) {
            let [left, straight, right] = ahead(position.to_move, from);
            let targets = (left | right) & !position.own() | straight & empty;
            moves.extend(squares(targets).map(|to| Move { from, to }));
        }
    }

    fn after(&self, position: &Position, mv: Move) -> Position {
        let mut men = position.men;
        men[position.to_move.index()] ^= 1 << mv.from | 1 << mv.to;
        men[position.to_move.opponent().index()] &= !(1 << mv.to);
        Position {
            men,
            to_move: position.to_move.opponent(),
        }
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let [white, black] = position.men;
        if white & TOP_ROW != 0 || black == 0 {
            Some(Outcome::Win(Player::FIRST))
        } else if black & BOTTOM_ROW != 0 || white == 0 {
            Some(Outcome::Win(Player::SECOND))
        } else {
            None
        }
    }
}
