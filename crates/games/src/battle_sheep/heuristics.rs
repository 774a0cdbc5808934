//! The default opinion about Battle Sheep, and what it shares with the classic one.

pub use super::classic::Classic;

use super::classic::{best_slide, classic_halves};
use super::endings::Endings;
use super::pasture::{Hex, Hexes, ones};
use super::regions::territory;
use super::rules::{BattleSheep, Move, Position};
use plyground_engine::game::{Heuristics, MAX_PLAYERS, Outcome, Player};
use plyground_engine::level::{Levels, levels};

/// One player's share against the best of the others.
#[inline]
pub(super) fn lead(game: &BattleSheep, player: Player, points: impl Fn(Player) -> i32) -> i32 {
    if game.players == 2 {
        return points(player) - points(player.opponent());
    }
    let others = game.seats().filter(|&other| other != player);
    points(player) - others.map(points).max().unwrap_or(0)
}

/// What a move changes in the free sides of free sheep: the mover's and, turned
/// round, those of everybody else who is hemmed in by it.
#[inline]
pub(super) fn free_sides_gained(game: &BattleSheep, position: &Position, mv: Move) -> i32 {
    let Move::Slide { from, to, count } = mv else {
        return 0;
    };
    let own = position.stacks[position.to_move.index()];
    let empty = game.empty(position);
    let free = |hex: Hex, empty: Hexes| (game.pasture.neighbours(hex) & empty).count_ones() as i32;
    let spare = |hex: Hex| i32::from(position.height(hex)) - 1;
    let left_empty = empty & !(1 << to);
    let count = i32::from(count);
    let mut gained = (spare(from) - count) * free(from, left_empty)
        - spare(from) * free(from, empty)
        + (count - 1) * free(to, left_empty);
    for beside in ones(game.pasture.neighbours(to) & position.tall & !(1 << from)) {
        gained += if own >> beside & 1 == 1 {
            -spare(beside)
        } else {
            spare(beside)
        };
    }
    gained
}

/// The hexes a player will hold, as far as that shows, and a share of the
/// classic score for what does not show yet. It knows settled endings.
#[derive(Clone, Debug)]
pub struct Default {
    endings: Endings,
}

impl Default {
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

    pub fn new() -> Default {
        Default {
            endings: Endings::new(),
        }
    }
}

impl std::default::Default for Default {
    fn default() -> Default {
        Default::new()
    }
}

/// A hex in points.
const HEX: i32 = 100;
/// A classic half point in points: 0.12 hexes a point.
const CLASSIC_HALF: i32 = 6;

impl Heuristics<BattleSheep> for Default {
    const FORETELLS: bool = true;

    /// Depth counts for little here, so that oversights have to make the difference.
    fn levels(&self) -> Levels {
        levels([(1, 100), (1, 80), (2, 62), (3, 47), (3, 29), (4, 17)], 11)
    }

    #[inline]
    fn foregone(&self, game: &BattleSheep, position: &Position) -> Option<Outcome> {
        self.endings.foregone(game, position)
    }

    #[inline]
    fn evaluate(&self, game: &BattleSheep, position: &Position, player: Player) -> i32 {
        Default::above_others(game, Default::points(game, position))[player.index()]
    }

    fn evaluate_each(&self, game: &BattleSheep, position: &Position) -> [i32; MAX_PLAYERS] {
        Default::above_others(game, Default::points(game, position))
    }

    fn points_per_unit(&self) -> i32 {
        HEX
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
