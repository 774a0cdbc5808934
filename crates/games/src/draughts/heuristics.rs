//! Opinions about draughts. All of them agree on which moves look good and
//! which positions are too lively to be judged; they differ in the judgement.
//!
//! One type holds them all: the choice among them is one branch that always
//! goes the same way, while a type for each would compile every search three
//! times for every ruleset.

mod classic;
mod ending;
mod learned;
mod parts;
mod patterns;
mod tables;
mod weights;

use super::board::Word;
use super::endings::Endings;
use super::moves::{Field, Move, can_capture, last_rows};
use super::position::Position;
use super::rules::Draughts;
use super::ruleset::{Colour, WordOf};
use classic::{Material, rings};
use learned::Learnt;
use plyground_engine::engines::Evaluation;
use plyground_engine::explain::Part;
use plyground_engine::game::{Game, Heuristics, Horizon, Outcome, Player, WinDrawLoss};
use plyground_engine::learn::trainer::Course;
use plyground_engine::learn::{self, Feature, Learned};
use plyground_engine::message;
use plyground_engine::message::Message;
use plyground_engine::random::Random;
use plyground_engine::search::Shortcuts;
use std::sync::Arc;
use tables::Tables;
pub use weights::{Weighed, Weights};

#[derive(Clone, Debug)]
enum Kind<R: Weighed> {
    Learned(Arc<Learnt<R>>),
    Squares,
    Rings,
    Material(Material),
}

#[derive(Clone, Debug)]
pub struct Opinion<R: Weighed> {
    kind: Kind<R>,
    endings: Arc<Endings<R>>,
    tables: Arc<Tables>,
}

impl<R: Weighed> Opinion<R> {
    fn new(kind: Kind<R>) -> Self {
        Opinion::weighed(kind, R::WEIGHTS)
    }

    fn weighed(kind: Kind<R>, weights: &'static Weights) -> Self {
        Opinion {
            kind,
            endings: Arc::clone(R::endings()),
            tables: Arc::new(Tables::new::<R::Board>(weights)),
        }
    }

    /// With other endings than those that the program brings along.
    pub fn with_endings(self, endings: Arc<Endings<R>>) -> Self {
        Opinion { endings, ..self }
    }

    /// The evaluation under a name, with the levels and shortcuts of its ruleset.
    pub fn named(self, name: &'static str) -> Evaluation<Draughts<R>> {
        let unit = match self.kind {
            Kind::Learned(_) | Kind::Squares => 100,
            Kind::Rings => 1,
            Kind::Material(material) => material.man,
        };
        let about = self.about();
        Evaluation::new(name, self)
            .with_unit(unit)
            .with_about(about)
            .with_levels(R::LEVELS)
            .with_shortcuts(Shortcuts {
                late_move_reductions: true,
                reverse_futility: Some(unit * 3 / 5),
                internal_iterative_reduction: true,
            })
    }

    /// What it counts, in a line.
    fn about(&self) -> Message {
        match self.kind {
            Kind::Learned(_) => message!(
                "eval.draughts.learned",
                "learnt from games against itself: men, kings, and patterns of men, 100 about a man"
            ),
            Kind::Squares => message!(
                "eval.draughts.squares",
                "men and kings by where they stand, free and supported men; 100 about a man"
            ),
            Kind::Rings => message!(
                "eval.draughts.rings",
                "4 on the rim, then 3, 2, 1 ring by ring to the centre, a king twice"
            ),
            Kind::Material(Material { man, king }) => message!(
                "eval.draughts.material",
                "{man} a man, {king} a king, own minus other",
                man = man,
                king = king
            ),
        }
    }

    /// What the program's own games have taught; by squares where nothing was
    /// learnt yet.
    pub fn by_default() -> Self {
        let (version, count) = (learned::VERSION, learned::count::<R>());
        let read = |bytes| learn::weights::Weights::read(bytes, R::ID, version, count).ok();
        match R::LEARNED.and_then(|learned| read(learned.bytes())) {
            Some(weights) => Opinion::learned(&weights.steps),
            None => Opinion::squares(),
        }
    }

    fn learned(steps: &[[i16; 2]]) -> Self {
        Opinion::new(Kind::Learned(Arc::new(Learnt::new(steps))))
    }

    /// Where the men and kings stand, how free and how well supported the men
    /// are, and which endings are hard to win.
    pub fn squares() -> Self {
        Opinion::new(Kind::Squares)
    }

    /// What there is to learn, and who plays the first games of it.
    pub fn course() -> Course<Draughts<R>, Opinion<R>> {
        Course {
            game: Draughts::default(),
            learned: Opinion::learned(&[]),
            by_hand: Opinion::weighed(Kind::Squares, R::FIRST_LESSON).named("by hand"),
        }
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
    const NOISY: bool = true;
    const HAS_TABLES: bool = true;

    #[inline]
    fn evaluate(&self, _game: &Draughts<R>, position: &Position<WordOf<R>>, player: Player) -> i32 {
        let of_white = match &self.kind {
            Kind::Learned(learnt) => learnt.judge(position),
            Kind::Squares => self.tables.judge::<R>(position),
            Kind::Rings => rings::<R>(position),
            Kind::Material(material) => material.judge(position),
        };
        match Draughts::<R>::colour(player) {
            Colour::White => of_white,
            Colour::Black => -of_white,
        }
    }

    fn parts(
        &self,
        game: &Draughts<R>,
        position: &Position<WordOf<R>>,
        player: Player,
    ) -> Vec<Part> {
        let mut parts = match &self.kind {
            Kind::Learned(learnt) => parts::learned::<R>(learnt, position, player),
            Kind::Squares => parts::squares::<R>(self.tables.weights, position, player),
            Kind::Rings => parts::rings::<R>(position, player),
            Kind::Material(material) => parts::material::<R>(*material, position, player),
        };
        let sum: i32 = parts.iter().map(|part| part.points).sum();
        let points = self.evaluate(game, position, player);
        if points != sum {
            let name = message!("part.draughts.ending", "hard to win with so few");
            parts.push(Part::new(name, points - sum));
        }
        parts
    }

    #[inline]
    fn tabled(&self, game: &Draughts<R>, position: &Position<WordOf<R>>) -> Option<Outcome> {
        let result = self.endings.sure_result(position, game.counts_draws)?;
        let mover = game.to_move(position);
        Some(match result {
            WinDrawLoss::Win => Outcome::Win(mover),
            WinDrawLoss::Draw => Outcome::Draw,
            WinDrawLoss::Loss => Outcome::Win(mover.opponent()),
        })
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
}

impl<R: Weighed> Learned<Draughts<R>> for Opinion<R> {
    fn version(&self) -> u32 {
        learned::VERSION
    }

    fn count(&self) -> usize {
        learned::count::<R>()
    }

    fn describe(
        &self,
        _game: &Draughts<R>,
        position: &Position<WordOf<R>>,
        features: &mut Vec<Feature>,
    ) {
        if let Kind::Learned(learnt) = &self.kind {
            learned::describe::<R>(position, learnt.rows(), features);
        }
    }

    fn phase(&self, _game: &Draughts<R>, position: &Position<WordOf<R>>) -> f32 {
        learned::phase::<R>(position)
    }

    fn evaluation(&self, weights: &[[f32; 2]]) -> Evaluation<Draughts<R>> {
        let weights = learn::weights::Weights::new(R::ID, learned::VERSION, Vec::new(), weights);
        Opinion::learned(&weights.steps).named("learned")
    }

    fn opening(
        &self,
        game: &Draughts<R>,
        random: &mut Random,
    ) -> (Draughts<R>, Position<WordOf<R>>) {
        let opening = learned::opening::<R>(game.start(), random);
        (*game, opening)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draughts::ruleset::{
        Brazilian, Canadian, English, English12, International, Russian,
    };

    fn is_read<R: Weighed>() {
        let learnt = matches!(Opinion::<R>::by_default().kind, Kind::Learned(_));
        assert_eq!(learnt, R::LEARNED.is_some(), "the weights of {}", R::ID);
    }

    #[test]
    fn the_weights_inside_the_program_are_whole_and_fit_their_game() {
        is_read::<Russian>();
        is_read::<English>();
        is_read::<English12>();
        is_read::<International>();
        is_read::<Brazilian>();
        is_read::<Canadian>();
    }
}
