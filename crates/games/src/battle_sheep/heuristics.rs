//! Opinions about Battle Sheep that know settled endings. One type holds both, so
//! that searches are compiled once for them.

pub use super::classic::Classic;

use super::classic::{best_slide, classic_halves, free_sides_gained};
use super::endings::Endings;
use super::explain;
use super::learned::{self, Learnt};
use super::regions::territory;
use super::rules::{BattleSheep, Move, Position};
use plyground_engine::engines::Evaluation;
use plyground_engine::explain::Part;
use plyground_engine::game::{Heuristics, MAX_PLAYERS, Outcome, Player};
use plyground_engine::learn::trainer::Course;
use plyground_engine::learn::{self, Feature, Learned};
use plyground_engine::level::{Levels, levels};
use plyground_engine::message;
use plyground_engine::random::Random;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Opinion {
    /// What was learnt, for two players; without it, and for three and four, by
    /// territory.
    learnt: Option<Arc<Learnt>>,
    endings: Endings,
}

impl Opinion {
    /// The hexes a player will hold, as far as that shows, and a share of the
    /// classic score for what does not show yet.
    pub fn territory() -> Opinion {
        Opinion {
            learnt: None,
            endings: Endings::default(),
        }
    }

    /// What the program's own games have taught.
    pub fn by_default() -> Opinion {
        let read =
            |bytes| learn::weights::Weights::read(bytes, ID, learned::VERSION, learned::COUNT);
        match learned::WEIGHTS.map(read) {
            Some(Ok(weights)) => Opinion::learned(&weights.steps),
            _ => Opinion::territory(),
        }
    }

    fn learned(steps: &[[i16; 2]]) -> Opinion {
        Opinion {
            learnt: Some(Arc::new(Learnt::new(steps))),
            ..Opinion::territory()
        }
    }

    /// What there is to learn, and who plays the first games of it.
    pub fn course() -> Course<BattleSheep, Opinion> {
        Course {
            game: BattleSheep::guide(),
            learned: Opinion::learned(&[]),
            by_hand: Opinion::territory().named("by hand"),
        }
    }

    /// The evaluation under a name.
    pub fn named(self, name: &'static str) -> Evaluation<BattleSheep> {
        let about = match self.learnt {
            Some(_) => message!(
                "eval.sheep.learned",
                "learnt from games against itself: hexes held and to be had, stacks by height and room, who is on the move (two players)"
            ),
            None => message!(
                "eval.sheep.territory",
                "hexes held and to be had in each region, and 0.12 hexes a point of the classic score"
            ),
        };
        Evaluation::new(name, self)
            .with_unit(HEX)
            .with_levels(LEVELS)
            .with_about(about)
    }

    /// The learnt judgement, where it speaks: from the first player's side.
    #[inline]
    fn judged(&self, game: &BattleSheep, position: &Position) -> Option<i32> {
        match &self.learnt {
            Some(learnt) if game.players == 2 => Some(learnt.judge(game, position)),
            _ => None,
        }
    }

    /// What each player may count on by territory.
    #[inline]
    fn points(game: &BattleSheep, position: &Position) -> [i32; MAX_PLAYERS] {
        let empty = game.empty(position);
        let territory = territory(game, position);
        let mut points = [0; MAX_PLAYERS];
        for seat in 0..game.players {
            let own = position.stacks[seat];
            let held = own.count_ones() as i32;
            points[seat] = HEX * held
                + territory[seat] * HEX / super::regions::SHARES
                + CLASSIC_HALF * classic_halves(game, position, own, empty);
        }
        points
    }

    /// What each has more than the others have on average. To compare with the
    /// best of them instead lost matches of three.
    #[inline]
    fn above_others(game: &BattleSheep, points: [i32; MAX_PLAYERS]) -> [i32; MAX_PLAYERS] {
        let total: i32 = points.iter().sum();
        let rivals = game.players as i32 - 1;
        points.map(|own| own - (total - own) / rivals)
    }
}

/// The id of the game.
pub(super) const ID: &str = "battle-sheep";

/// The classic score has halves.
pub(super) const CLASSIC_UNIT: i32 = 2;
/// A hex in points.
pub(super) const HEX: i32 = 100;
/// A classic half point in points: 0.12 hexes a point.
const CLASSIC_HALF: i32 = 6;

/// Depth counts for little here, so that oversights have to make the difference.
pub(super) const LEVELS: Levels =
    levels([(1, 100), (1, 80), (2, 62), (3, 47), (3, 29), (4, 17)], 11);

impl Heuristics<BattleSheep> for Opinion {
    const FORETELLS: bool = true;

    #[inline]
    fn foregone(&self, game: &BattleSheep, position: &Position) -> Option<Outcome> {
        self.endings.foregone(game, position)
    }

    #[inline]
    fn evaluate(&self, game: &BattleSheep, position: &Position, player: Player) -> i32 {
        match self.judged(game, position) {
            Some(points) if player == Player::FIRST => points,
            Some(points) => -points,
            None => Opinion::above_others(game, Opinion::points(game, position))[player.index()],
        }
    }

    fn evaluate_each(&self, game: &BattleSheep, position: &Position) -> [i32; MAX_PLAYERS] {
        match self.judged(game, position) {
            Some(points) => [points, -points, 0, 0],
            None => Opinion::above_others(game, Opinion::points(game, position)),
        }
    }

    fn parts(&self, game: &BattleSheep, position: &Position, player: Player) -> Vec<Part> {
        match &self.learnt {
            Some(learnt) if game.players == 2 => learnt.parts(game, position, player),
            _ => {
                let worth = explain::Worth {
                    hex: HEX,
                    classic_half: CLASSIC_HALF,
                };
                explain::territory(game, position, player, &worth)
            }
        }
    }

    #[inline]
    fn promise(&self, game: &BattleSheep, position: &Position, mv: Move) -> i32 {
        free_sides_gained(game, position, mv)
    }

    #[inline]
    fn first_choice(&self, game: &BattleSheep, position: &Position) -> Option<Move> {
        best_slide(game, position, i32::MAX).map(|best| best.mv)
    }
}

impl Learned<BattleSheep> for Opinion {
    fn version(&self) -> u32 {
        learned::VERSION
    }

    fn count(&self) -> usize {
        learned::COUNT
    }

    fn describe(&self, game: &BattleSheep, position: &Position, features: &mut Vec<Feature>) {
        if let Some(learnt) = &self.learnt {
            learned::describe(game, position, learnt.ways(), features);
        }
    }

    fn phase(&self, game: &BattleSheep, position: &Position) -> f32 {
        learned::phase(game, position)
    }

    fn evaluation(&self, weights: &[[f32; 2]]) -> Evaluation<BattleSheep> {
        let weights = learn::weights::Weights::new(ID, learned::VERSION, Vec::new(), weights);
        Opinion::learned(&weights.steps).named("learned")
    }

    fn opening(&self, game: &BattleSheep, random: &mut Random) -> (BattleSheep, Position) {
        learned::opening(game, random)
    }

    /// Both flocks are placed, and the game, which is short, is seldom decided yet.
    fn opening_plies(&self) -> (usize, usize) {
        (2, 5)
    }
}
