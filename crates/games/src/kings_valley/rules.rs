//! The rules: every piece slides as far as it can, only a king may rest on the
//! centre and wins by it, and a king without a move at its own turn has lost.

use super::board::{CENTRE, CENTRE_BIT, Square, Squares, ones, slides};
use plyground_engine::game::{Game, Outcome, Player};
use plyground_engine::random::mix;

/// Whose first moves must be a soldier's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstMove {
    Soldier,
    Both,
    Any,
}

/// When a king without a move has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// At its own turn.
    OwnTurn,
    /// After any move; the mover's own king is looked at last.
    AtOnce,
}

/// Where the kings begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setup {
    Standard,
    /// On each other's home row.
    Retrieve,
}

#[derive(Clone, Copy, Debug)]
pub struct KingsValley {
    pub first_move: FirstMove,
    pub blocked: Blocked,
    pub setup: Setup,
    /// Whether a position that comes for the third time is a draw.
    pub repetition: bool,
}

impl Default for KingsValley {
    fn default() -> KingsValley {
        KingsValley {
            first_move: FirstMove::Soldier,
            blocked: Blocked::OwnTurn,
            setup: Setup::Standard,
            repetition: true,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// White's and Black's.
    pub soldiers: [Squares; 2],
    pub kings: [Square; 2],
    pub to_move: Player,
    /// How many of the next moves must be a soldier's, by the rule of the first move.
    pub soldiers_only: u8,
}

impl Position {
    #[inline]
    pub fn occupied(&self) -> Squares {
        self.soldiers[0] | self.soldiers[1] | 1 << self.kings[0] | 1 << self.kings[1]
    }

    #[inline]
    pub fn king_moves(&self, player: Player) -> Squares {
        slides(self.kings[player.index()], self.occupied())
    }

    /// Each piece that may move, with the squares that it may go to.
    #[inline]
    pub(super) fn slides(&self) -> impl Iterator<Item = (Square, Squares)> {
        let occupied = self.occupied();
        let own = self.to_move.index();
        let king = self.kings[own];
        let of_king = (self.soldiers_only == 0).then(|| (king, slides(king, occupied)));
        let of_soldier = move |from| (from, slides(from, occupied) & !CENTRE_BIT);
        of_king
            .into_iter()
            .chain(ones(self.soldiers[own]).map(of_soldier))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub from: Square,
    pub to: Square,
}

impl KingsValley {
    /// The start, without asking whose first moves are restricted.
    pub fn first_arrangement(&self) -> Position {
        let (white_king, black_king) = match self.setup {
            Setup::Standard => (2, 22),
            Setup::Retrieve => (22, 2),
        };
        Position {
            soldiers: [0b11011, 0b11011 << 20],
            kings: [white_king, black_king],
            to_move: Player::FIRST,
            soldiers_only: 0,
        }
    }

    /// How many moves at the start of a game must be a soldier's.
    pub fn restricted_moves(&self) -> u8 {
        match self.first_move {
            FirstMove::Soldier => 1,
            FirstMove::Both => 2,
            FirstMove::Any => 0,
        }
    }
}

impl Game for KingsValley {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position {
            soldiers_only: self.restricted_moves(),
            ..self.first_arrangement()
        }
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    #[inline]
    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        position.slides().for_each(|(from, targets)| {
            moves.extend(ones(targets).map(|to| Move { from, to }));
        });
    }

    #[inline]
    fn legal_move_count(&self, position: &Position, _scratch: &mut Vec<Move>) -> usize {
        let counts = position.slides().map(|(_, targets)| targets.count_ones());
        counts.sum::<u32>() as usize
    }

    #[inline]
    fn after(&self, position: &Position, mv: Move) -> Position {
        let own = position.to_move.index();
        let mut next = *position;
        if mv.from == position.kings[own] {
            next.kings[own] = mv.to;
        } else {
            next.soldiers[own] ^= 1 << mv.from | 1 << mv.to;
        }
        next.to_move = position.to_move.opponent();
        next.soldiers_only = position.soldiers_only.saturating_sub(1);
        next
    }

    #[inline]
    fn reversible_plies(&self, _position: &Position) -> u32 {
        if self.repetition { u32::MAX } else { 0 }
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let mover = position.to_move;
        let other = mover.opponent();
        if position.kings[other.index()] == CENTRE || position.king_moves(mover) == 0 {
            Some(Outcome::Win(other))
        } else if self.blocked == Blocked::AtOnce && position.king_moves(other) == 0 {
            Some(Outcome::Win(mover))
        } else {
            None
        }
    }

    /// The whole position fits into one word, so no table of random numbers is needed.
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let kings = u64::from(position.kings[0]) * 25 + u64::from(position.kings[1]);
        let turn = 3 * position.to_move.index() as u64 + u64::from(position.soldiers_only);
        mix(u64::from(position.soldiers[0])
            | u64::from(position.soldiers[1]) << 25
            | kings << 50
            | turn << 60)
    }
}
