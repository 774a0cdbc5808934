//! Opinions about draughts. All of them agree on which moves look good and
//! which positions are too lively to be judged; they differ in the judgement.
//!
//! One type holds them all: the choice among them is one branch that always
//! goes the same way, while a type for each would compile every search three
//! times for every ruleset.

mod classic;
mod ending;
mod tables;
mod weights;

use super::board::Word;
use super::moves::{Field, Move, can_capture, last_rows};
use super::position::Position;
use super::rules::Draughts;
use super::ruleset::{Colour, WordOf};
use classic::{Material, rings};
use plyground_engine::game::{Heuristics, Horizon, Player, Shortcuts};
use plyground_engine::level::Levels;
use std::marker::PhantomData;
use std::sync::Arc;
use tables::Tables;
pub use weights::{Phased, Weighed, Weights};

#[derive(Clone, Copy, Debug)]
enum Kind {
    Default,
    Rings,
    Material(Material),
}

#[derive(Clone, Debug)]
pub struct Opinion<R> {
    kind: Kind,
    tables: Arc<Tables>,
    ruleset: PhantomData<R>,
}

impl<R: Weighed> Opinion<R> {
    fn new(kind: Kind) -> Self {
        Opinion {
            kind,
            tables: Arc::new(Tables::new::<R::Board>(R::WEIGHTS)),
            ruleset: PhantomData,
        }
    }

    /// Where the men and kings stand, how free and how well supported the men
    /// are, and which endings are hard to win.
    pub fn by_default() -> Self {
        Opinion::new(Kind::Default)
    }

    /// The Russian classic: a piece counts 4 on the rim, then 3, 2 and 1 ring by
    /// ring to the centre, a king twice.
    pub fn rings() -> Self {
        Opinion::new(Kind::Rings)
    }

    /// The English classic: 1000 a man, 4000 a king.
    pub fn english_classic() -> Self {
        Opinion::new(Kind::Material(Material::ENGLISH_CLASSIC))
    }

    /// Men and kings counted, by what a king is worth in this ruleset.
    pub fn material() -> Self {
        Opinion::new(Kind::Material(if R::FLYING_KINGS {
            Material::FLYING
        } else {
            Material::SHORT
        }))
    }
}

/// What a piece taken is worth to the order of moves, and a man crowned.
const TAKEN: i32 = 1000;
const CROWNED: i32 = 800;

impl<R: Weighed> Heuristics<Draughts<R>> for Opinion<R> {
    #[inline]
    fn evaluate(&self, _game: &Draughts<R>, position: &Position<WordOf<R>>, player: Player) -> i32 {
        let of_white = match self.kind {
            Kind::Default => self.tables.judge::<R>(position),
            Kind::Rings => rings::<R>(position),
            Kind::Material(material) => material.judge(position),
        };
        match Draughts::<R>::colour(player) {
            Colour::White => of_white,
            Colour::Black => -of_white,
        }
    }

    fn points_per_unit(&self) -> i32 {
        match self.kind {
            Kind::Default => 100,
            Kind::Rings => 1,
            Kind::Material(material) => material.man,
        }
    }

    /// Captures of many pieces first, then crownings, then steps to better squares.
    #[inline]
    fn promise(
        &self,
        _game: &Draughts<R>,
        position: &Position<WordOf<R>>,
        mv: Move<WordOf<R>>,
    ) -> i32 {
        if mv.is_capture() {
            let kings = (mv.captured & position.kings).count();
            return TAKEN * (mv.captured.count() + kings) as i32;
        }
        let mover = position.to_move;
        if position.kings.meets(WordOf::<R>::of(mv.from)) {
            0
        } else if WordOf::<R>::of(mv.to).meets(last_rows::<R::Board>(mover == Colour::White).0) {
            CROWNED
        } else {
            self.tables.gain(mover, mv.from, mv.to)
        }
    }

    /// Who must capture goes on; who could be captured looks one ply ahead.
    #[inline(always)]
    fn horizon(&self, _game: &Draughts<R>, position: &Position<WordOf<R>>) -> Horizon {
        let (mover, waiter) = (position.to_move, position.to_move.other());
        let is_lively = |colour| {
            let field = Field::of::<R::Board>(position, colour);
            can_capture::<R>(&field, colour)
        };
        if is_lively(mover) {
            Horizon::Extend
        } else if is_lively(waiter) {
            Horizon::LookAhead
        } else {
            Horizon::Evaluate
        }
    }

    /// A crowning changes everything; captures are forced anyway.
    #[inline]
    fn is_noisy(
        &self,
        _game: &Draughts<R>,
        position: &Position<WordOf<R>>,
        mv: Move<WordOf<R>>,
    ) -> bool {
        let is_man = !position.kings.meets(WordOf::<R>::of(mv.from));
        let last = last_rows::<R::Board>(position.to_move == Colour::White).0;
        mv.is_capture() || (is_man && WordOf::<R>::of(mv.to).meets(last))
    }

    fn levels(&self) -> Levels {
        R::LEVELS
    }

    fn shortcuts(&self) -> Shortcuts {
        Shortcuts {
            late_moves: true,
            futility: Some(self.points_per_unit() * 3 / 5),
            unknown_nodes: true,
            ..Shortcuts::NONE
        }
    }
}
