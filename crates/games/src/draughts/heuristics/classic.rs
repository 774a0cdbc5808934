//! Opinions of older programs, exactly as they were.

use crate::draughts::board::{Board, Word, bits};
use crate::draughts::position::Position;
use crate::draughts::ruleset::{Ruleset, WordOf};

/// What each side's pieces stand for by the ring they stand on, White's less Black's.
pub(super) fn rings<R: Ruleset>(position: &Position<WordOf<R>>) -> i32 {
    let [white, black] = position.pieces.map(|pieces| {
        let worth = |pieces| bits(pieces).map(ring_worth::<R::Board>).sum::<i32>();
        worth(pieces) + worth(pieces & position.kings)
    });
    white - black
}

/// 1 in the centre, and 1 more for every ring further out.
pub(super) fn ring_worth<B: Board>(bit: u8) -> i32 {
    let (column, row) = B::place(bit);
    let to_edge = |along: usize| along.min(B::SIZE - 1 - along);
    B::SIZE as i32 / 2 - to_edge(column).min(to_edge(row)) as i32
}

/// Men and kings counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Material {
    pub(super) man: i32,
    pub(super) king: i32,
}

impl Material {
    pub(super) const ENGLISH_CLASSIC: Material = Material {
        man: 1000,
        king: 4000,
    };
    pub(super) const FLYING: Material = Material {
        man: 1000,
        king: 3000,
    };
    pub(super) const SHORT: Material = Material {
        man: 1000,
        king: 1500,
    };

    #[inline]
    pub(super) fn judge<W: Word>(self, position: &Position<W>) -> i32 {
        let [white, black] = position.pieces.map(|pieces| {
            let kings = (pieces & position.kings).count() as i32;
            let men = pieces.count() as i32 - kings;
            self.man * men + self.king * kings
        });
        white - black
    }
}
