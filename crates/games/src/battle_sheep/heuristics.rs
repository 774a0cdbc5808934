//! The default opinion about Battle Sheep.

pub use super::classic::Classic;

use super::classic::{best_slide, classic_halves, free_sides_gained};
use super::endings::Endings;
use super::explain;
use super::regions::territory;
use super::rules::{BattleSheep, Move, Position};
use plyground_engine::explain::Part;
use plyground_engine::game::{Heuristics, MAX_PLAYERS, Outcome, Player};
use plyground_engine::level::{Levels, levels};

/// The hexes a player will hold, as far as that shows, and a share of the
/// classic score for what does not show yet. It knows settled endings.
#[derive(Clone, Debug, Default)]
pub struct Territory {
    endings: Endings,
}

impl Territory {
    /// What each player may count on.
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

/// The classic score has halves.
pub(super) const CLASSIC_UNIT: i32 = 2;
/// A hex in points.
pub(super) const HEX: i32 = 100;
/// A classic half point in points: 0.12 hexes a point.
const CLASSIC_HALF: i32 = 6;

/// Depth counts for little here, so that oversights have to make the difference.
pub(super) const LEVELS: Levels =
    levels([(1, 100), (1, 80), (2, 62), (3, 47), (3, 29), (4, 17)], 11);

impl Heuristics<BattleSheep> for Territory {
    const FORETELLS: bool = true;

    #[inline]
    fn foregone(&self, game: &BattleSheep, position: &Position) -> Option<Outcome> {
        self.endings.foregone(game, position)
    }

    #[inline]
    fn evaluate(&self, game: &BattleSheep, position: &Position, player: Player) -> i32 {
        Territory::above_others(game, Territory::points(game, position))[player.index()]
    }

    fn evaluate_each(&self, game: &BattleSheep, position: &Position) -> [i32; MAX_PLAYERS] {
        Territory::above_others(game, Territory::points(game, position))
    }

    fn parts(&self, game: &BattleSheep, position: &Position, player: Player) -> Vec<Part> {
        let worth = explain::Worth {
            hex: HEX,
            classic_half: CLASSIC_HALF,
        };
        explain::territory(game, position, player, &worth)
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
