//! What results of games of the program against itself have taught, for two
//! players. It counts what the territory counts, tells more apart, and knows who is
//! on the move: a hex that both reach at once is the mover's, and a judgement that
//! overlooks it swings with every ply.

use super::explain;
use super::pasture::{Hex, Hexes, ROUND, ones};
use super::regions::spare_sheep;
use super::rules::{BattleSheep, Position};
use super::tiles;
use plyground_engine::explain::Part;
use plyground_engine::game::{Game, Player};
use plyground_engine::learn::Feature;
use plyground_engine::learn::ledger::Ledger;
use plyground_engine::learn::phased::Phased;
use plyground_engine::learn::weights::SCALE;
use plyground_engine::random::Random;
use std::sync::Arc;

/// Changes with the meaning of any number below.
pub(super) const VERSION: u32 = 1;

/// The weights as the trainer writes them.
pub(super) const WEIGHTS: Option<&[u8]> = Some(include_bytes!("weights/battle-sheep.weights"));

/// A hex held.
const HELD: usize = 0;
/// A flock that is still to be placed.
const UNPLACED: usize = 1;
/// A sheep between the largest and the smallest stack.
const SPREAD: usize = 2;
/// A free side of a free sheep.
const SIDES: usize = 3;
/// A hex of a region that nobody else can enter, as far as there are sheep for it.
const SOLE: usize = 4;
/// A sheep beside a region that has no room for it.
const WASTED: usize = 5;
/// A hex that is reached first and for which there is no sheep.
const WANTING: usize = 6;
/// A hex of a contested region that one side reaches first, by how far it is.
const NEARER: usize = 7;
/// One that both reach at once, by how far it is: whoever is on the move has it.
const TOGETHER: usize = NEARER + FAR;
/// To be on the move, where nothing is contested, and by how much is.
const TEMPO: usize = TOGETHER + FAR;
/// A stack by its height and by how open it stands.
const SHAPES: usize = TEMPO + TEMPI;

/// Distances that are told apart: 1, 2, 3 and more.
const FAR: usize = 3;
/// Amounts of contested hexes that are told apart: none, and so many eights.
const TEMPI: usize = 5;
/// Ways to stand open, up to turning and turning over.
const WAYS: usize = 92;
/// Heights that are told apart, from 2 on.
const HEIGHTS: [u8; 17] = [0, 0, 0, 1, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 7];

/// Weights are as large as the territory's points, of which it takes so many hundreds
/// to be a hex ahead in the end: mean of 80 games of 5,000 nodes a move, each position
/// with its value at depths 3 and 4.
const HUNDREDS_A_HEX: i32 = 3;
/// What the last move before the horizon gains by being chosen among all that look
/// good, in points; half of it goes to whoever is on the move there. Measured as the
/// mean difference between odd and even depths.
const LAST_WORD: i16 = 60;
const STEPS_A_POINT: i32 = HUNDREDS_A_HEX * SCALE as i32;

pub(super) const COUNT: usize = SHAPES + 8 * WAYS;

/// What a number above stands for, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Held,
    Unplaced,
    Evenness,
    Sides,
    Sole,
    Sheep,
    Nearer,
    Together,
    Tempo,
    Shapes,
}

impl Source {
    fn of(number: usize) -> Source {
        match number {
            HELD => Source::Held,
            UNPLACED => Source::Unplaced,
            SPREAD => Source::Evenness,
            SIDES => Source::Sides,
            SOLE => Source::Sole,
            WASTED | WANTING => Source::Sheep,
            NEARER..TOGETHER => Source::Nearer,
            TOGETHER..TEMPO => Source::Together,
            TEMPO..SHAPES => Source::Tempo,
            _ => Source::Shapes,
        }
    }
}

/// Tells every feature: its number, how often the first player has it or, below 0,
/// the second, and the hexes on which it lies.
#[inline(always)]
fn terms(
    game: &BattleSheep,
    position: &Position,
    ways: &Ways,
    mut term: impl FnMut(usize, i32, Hexes),
) {
    let empty = game.empty(position);
    for (seat, sign) in [(0, 1), (1, -1)] {
        stacks(game, position, empty, seat, |number, count, hexes| {
            term(number, sign * count, hexes)
        });
        for hex in ones(position.stacks[seat] & position.tall) {
            let height = usize::from(position.height(hex)).min(HEIGHTS.len() - 1);
            let way = usize::from(ways.0[game.pasture.openness(hex, empty)]);
            let shape = SHAPES + usize::from(HEIGHTS[height]) * WAYS + way;
            term(shape, sign, 1 << hex);
        }
    }
    let mover = match position.to_move {
        Player::FIRST => 1,
        _ => -1,
    };
    let mut contested = 0;
    let mut left = empty;
    while left != 0 {
        let seed = left & left.wrapping_neg();
        let (region, border) = game.pasture.connected_with_border(seed, left);
        left &= !region;
        let room = region.count_ones() as i32;
        let beside = [0, 1].map(|seat| border & position.tall & position.stacks[seat]);
        let spare = beside.map(|stacks| spare_sheep(position, stacks));
        for (seat, sign) in [(0, 1), (1, -1)] {
            if spare[seat] > room {
                term(WASTED, sign * (spare[seat] - room), 0);
            }
            if spare[seat] > 0 && spare[1 - seat] == 0 {
                term(SOLE, sign * room.min(spare[seat]), region);
            }
        }
        if spare[0] == 0 || spare[1] == 0 {
            continue;
        }
        contested += room;
        let mut nearer = [0; 2];
        by_nearness(game, position, region, |far, first, both, second| {
            let counts = [first, second].map(|hexes| hexes.count_ones() as i32);
            term(NEARER + far, counts[0], first);
            term(NEARER + far, -counts[1], second);
            term(TOGETHER + far, mover * both.count_ones() as i32, both);
            nearer = [nearer[0] + counts[0], nearer[1] + counts[1]];
        });
        for (seat, sign) in [(0, 1), (1, -1)] {
            if nearer[seat] > spare[seat] {
                term(WANTING, sign * (nearer[seat] - spare[seat]), 0);
            }
        }
    }
    let tempo = match contested {
        0 => 0,
        _ => 1 + (contested as usize / 8).min(TEMPI - 2),
    };
    term(TEMPO + tempo, mover, 0);
}

/// What one player's stacks count by themselves.
#[inline(always)]
fn stacks(
    game: &BattleSheep,
    position: &Position,
    empty: Hexes,
    seat: usize,
    mut term: impl FnMut(usize, i32, Hexes),
) {
    let own = position.stacks[seat];
    if own == 0 {
        return term(UNPLACED, 1, 0);
    }
    term(HELD, own.count_ones() as i32, own);
    let tall = own & position.tall;
    let (mut largest, mut smallest, mut sides) = (1, i32::MAX, 0);
    for hex in ones(tall) {
        let height = i32::from(position.height(hex));
        let free = (game.pasture.neighbours(hex) & empty).count_ones() as i32;
        sides += free * (height - 1);
        largest = largest.max(height);
        smallest = smallest.min(height);
    }
    term(SIDES, sides, 0);
    let smallest = if tall == own { smallest } else { 1 };
    term(SPREAD, largest - smallest, 0);
}

/// Tells the hexes of a region by how far off they are, the nearest first: those that
/// the first player reaches before the second, those that both reach, and the rest.
#[inline(always)]
fn by_nearness(
    game: &BattleSheep,
    position: &Position,
    region: Hexes,
    mut tell: impl FnMut(usize, Hexes, Hexes, Hexes),
) {
    let mut left = region;
    let mut fronts = [0, 1].map(|seat| position.stacks[seat] & position.tall);
    for distance in 0.. {
        fronts = fronts.map(|front| game.pasture.around(front) & left);
        let [first, second] = fronts;
        if first | second == 0 {
            return;
        }
        left &= !(first | second);
        let far = FAR.min(distance + 1) - 1;
        tell(far, first & !second, first & second, second & !first);
    }
}

/// Appends the features of a position, seen by the first player.
pub(super) fn describe(
    game: &BattleSheep,
    position: &Position,
    ways: &Ways,
    features: &mut Vec<Feature>,
) {
    terms(game, position, ways, |number, count, _| {
        if count != 0 {
            features.push(Feature {
                number: number as u32,
                count: count.clamp(-127, 127) as i8,
            });
        }
    });
}

/// The share of the pasture that is still empty.
pub(super) fn phase(game: &BattleSheep, position: &Position) -> f32 {
    game.empty(position).count_ones() as f32 / game.pasture.len().max(1) as f32
}

/// The number of every way to stand open.
#[derive(Debug)]
pub(super) struct Ways([u8; 1 << 12]);

impl Ways {
    fn new() -> Ways {
        let mut ways = [0; 1 << 12];
        let mut known: Vec<usize> = Vec::new();
        for (bits, way) in ways.iter_mut().enumerate() {
            let least = Ways::turned(bits).min().unwrap_or(bits);
            // A second hex is seen only behind a first one: other bits never come.
            if least >> 6 & !least & 0x3f != 0 {
                continue;
            }
            let number = known.iter().position(|&other| other == least);
            *way = number.unwrap_or_else(|| {
                known.push(least);
                known.len() - 1
            }) as u8;
        }
        Ways(ways)
    }

    /// The same way, turned and turned over.
    fn turned(bits: usize) -> impl Iterator<Item = usize> {
        (0..12).map(move |turn| {
            let mut turned = 0;
            for (place, &to) in ROUND.iter().enumerate() {
                let from = ROUND[match turn < 6 {
                    true => (place + turn) % 6,
                    false => (turn - place) % 6,
                }];
                turned |= (bits >> from & 1) << to | (bits >> (from + 6) & 1) << (to + 6);
            }
            turned
        })
    }
}

/// The weights, laid out for judging.
#[derive(Debug)]
pub(super) struct Learnt {
    ways: Ways,
    weights: Vec<Phased>,
}

impl Learnt {
    /// From weights in steps; those of features that are not there count nothing.
    pub(super) fn new(steps: &[[i16; 2]]) -> Learnt {
        let last_word = LAST_WORD * SCALE as i16;
        let phased = |number: usize| match steps.get(number) {
            Some(&[opening, ending]) if (TEMPO..SHAPES).contains(&number) => {
                Phased::new(opening + last_word, ending + last_word)
            }
            Some(&[opening, ending]) => Phased::new(opening, ending),
            None => Phased::ZERO,
        };
        Learnt {
            ways: Ways::new(),
            weights: (0..COUNT).map(phased).collect(),
        }
    }

    pub(super) fn ways(&self) -> &Ways {
        &self.ways
    }

    /// The judgement from the first player's side, in points.
    #[inline]
    pub(super) fn judge(&self, game: &BattleSheep, position: &Position) -> i32 {
        let mut sum = Phased::ZERO;
        terms(game, position, &self.ways, |number, count, _| {
            sum = sum + self.weights[number] * count;
        });
        let (left, all) = left_of(game, position);
        sum.at(left, all) / STEPS_A_POINT
    }

    pub(super) fn parts(
        &self,
        game: &BattleSheep,
        position: &Position,
        player: Player,
    ) -> Vec<Part> {
        let (left, all) = left_of(game, position);
        let mut told: Vec<explain::Weighed> = Vec::new();
        let sign = if player == Player::FIRST { 1 } else { -1 };
        terms(game, position, &self.ways, |number, count, hexes| {
            told.push(explain::Weighed {
                source: Source::of(number),
                weight: self.weights[number],
                count: sign * count,
                hexes,
            });
        });
        explain::learned(game, &told, Ledger::new(left, all, STEPS_A_POINT))
    }
}

/// How many hexes are empty, and how many there are.
#[inline(always)]
fn left_of(game: &BattleSheep, position: &Position) -> (i32, i32) {
    let left = game.empty(position).count_ones() as i32;
    (left, game.pasture.len().max(1) as i32)
}

/// Where games for learning begin: on the guide's pasture or on any other.
pub(super) fn opening(game: &BattleSheep, random: &mut Random) -> (BattleSheep, Position) {
    let pasture = match random.below(4) {
        0 => Arc::clone(&game.pasture),
        _ => Arc::new(tiles::random(game.players, random.next())),
    };
    let game = BattleSheep {
        pasture,
        ..game.clone()
    };
    let start = game.start();
    (game, start)
}

/// The names of hexes, for those who explain.
pub(super) fn names(game: &BattleSheep, hexes: Hexes) -> Vec<String> {
    let name = |hex: Hex| super::notation::name(&game.pasture, hex);
    ones(hexes).map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_ways_to_stand_open_as_bracelets_of_six_beads_in_three_colours() {
        let ways = Ways::new();
        let most = ways.0.iter().copied().max().map(usize::from);
        assert_eq!(most, Some(WAYS - 1));
    }

    fn random_position(game: &BattleSheep, random: &mut Random) -> Position {
        let mut position = game.start();
        for _ in 0..random.below(24) {
            if game.outcome(&position).is_some() {
                break;
            }
            let Some(mv) = game.random_move(&position, random, &mut Vec::new()) else {
                break;
            };
            position = game.after(&position, mv);
        }
        position
    }

    #[test]
    fn the_judgement_is_the_sum_of_the_features_and_of_the_parts() {
        let mut random = Random::new(5);
        let steps: Vec<[i16; 2]> = (0..COUNT)
            .map(|_| [0; 2].map(|_: i32| random.below(161) as i16 - 80))
            .collect();
        let learnt = Learnt::new(&steps);
        for _ in 0..300 {
            let (game, _) = opening(&BattleSheep::guide(), &mut random);
            let position = random_position(&game, &mut random);
            let mut features = Vec::new();
            describe(&game, &position, learnt.ways(), &mut features);
            let phase = phase(&game, &position);
            let of = |feature: &Feature| {
                let number = feature.number as usize;
                let is_tempo = (TEMPO..SHAPES).contains(&number);
                let last_word = f32::from(u8::from(is_tempo)) * f32::from(LAST_WORD) * SCALE;
                let [opening, ending] = steps[number].map(f32::from);
                let weight = opening * phase + ending * (1.0 - phase) + last_word;
                f32::from(feature.count) * weight
            };
            let sum = features.iter().map(of).sum::<f32>() / STEPS_A_POINT as f32;
            let judged = learnt.judge(&game, &position);
            assert!((sum - judged as f32).abs() < 2.0, "{sum} against {judged}");
            for (player, sign) in [(Player::FIRST, 1), (Player::SECOND, -1)] {
                let parts = learnt.parts(&game, &position, player);
                let told: i32 = parts.iter().map(|part| part.points).sum();
                assert_eq!(told, sign * judged);
            }
        }
    }
}
