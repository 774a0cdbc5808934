//! Two opinions about Battle Sheep.

use super::pasture::{Hex, Hexes, ones};
use super::regions::territory;
use super::rules::{BattleSheep, Move, Position};
use plyground_engine::game::{Heuristics, MAX_PLAYERS, Player};

/// One point for each free side of each free sheep, and minus half the
/// difference between a player's largest and smallest stack.
#[derive(Clone, Copy, Debug)]
pub struct Classic;

/// The classic score of one player, in half points.
#[inline]
fn classic_halves(game: &BattleSheep, position: &Position, own: Hexes, empty: Hexes) -> i32 {
    let (mut sides, mut largest, mut smallest) = (0, 0, i32::MAX);
    for hex in ones(own) {
        let height = i32::from(position.height(hex));
        let free = (game.pasture.neighbours(hex) & empty).count_ones() as i32;
        sides += free * (height - 1);
        largest = largest.max(height);
        smallest = smallest.min(height);
    }
    match own {
        0 => 0,
        _ => 2 * sides - (largest - smallest),
    }
}

/// One player's share against the best of the others.
#[inline]
fn lead(game: &BattleSheep, player: Player, points: impl Fn(Player) -> i32) -> i32 {
    if game.players == 2 {
        return points(player) - points(player.opponent());
    }
    let others = game.seats().filter(|&other| other != player);
    points(player) - others.map(points).max().unwrap_or(0)
}

/// What a move changes in the free sides of free sheep: the mover's and, turned
/// round, those of everybody else who is hemmed in by it.
#[inline]
fn free_sides_gained(game: &BattleSheep, position: &Position, mv: Move) -> i32 {
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

impl Heuristics<BattleSheep> for Classic {
    #[inline]
    fn evaluate(&self, game: &BattleSheep, position: &Position, player: Player) -> i32 {
        let empty = game.empty(position);
        lead(game, player, |player| {
            classic_halves(game, position, position.stacks[player.index()], empty)
        })
    }

    /// The score has halves.
    fn points_per_unit(&self) -> i32 {
        2
    }

    #[inline]
    fn promise(&self, game: &BattleSheep, position: &Position, mv: Move) -> i32 {
        free_sides_gained(game, position, mv)
    }
}

/// The hexes a player will hold, as far as that shows, and a share of the
/// classic score for what does not show yet.
#[derive(Clone, Copy, Debug)]
pub struct Default;

/// A hex in points.
const HEX: i32 = 100;
/// A classic half point in points: 0.12 hexes a point.
const CLASSIC_HALF: i32 = 6;

impl Heuristics<BattleSheep> for Default {
    #[inline]
    fn evaluate(&self, game: &BattleSheep, position: &Position, player: Player) -> i32 {
        let empty = game.empty(position);
        let territory = territory(game, position);
        let mut points = [0; MAX_PLAYERS];
        for seat in game.seats() {
            let own = position.stacks[seat.index()];
            let held = own.count_ones() as i32;
            points[seat.index()] = HEX * held
                + territory[seat.index()] * HEX / super::regions::SHARES
                + CLASSIC_HALF * classic_halves(game, position, own, empty);
        }
        lead(game, player, |player| points[player.index()])
    }

    fn points_per_unit(&self) -> i32 {
        HEX
    }

    #[inline]
    fn promise(&self, game: &BattleSheep, position: &Position, mv: Move) -> i32 {
        free_sides_gained(game, position, mv)
    }
}
