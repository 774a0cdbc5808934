//! The classic opinion. It is so regular that the best of all moves by it can
//! be told from one look at the board, without making any of them.

use super::heuristics::{free_sides_gained, lead};
use super::pasture::{Hex, Hexes, ones};
use super::rules::{BattleSheep, Move, Position};
use plyground_engine::game::{Heuristics, Player};
use std::cmp::Ordering;

/// One point for each free side of each free sheep, and minus half the
/// difference between a player's largest and smallest stack.
#[derive(Clone, Copy, Debug)]
pub struct Classic;

/// The classic score of one player, in half points.
#[inline]
pub(super) fn classic_halves(
    game: &BattleSheep,
    position: &Position,
    own: Hexes,
    empty: Hexes,
) -> i32 {
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

    fn foreseen(&self, game: &BattleSheep, position: &Position) -> Option<i32> {
        foreseen(game, position)
    }
}

/// The best score that the player to move can have after one move. `None` where
/// that move may have to be a placement or a pass, or may end the game.
fn foreseen(game: &BattleSheep, position: &Position) -> Option<i32> {
    if game.players != 2 {
        return None;
    }
    let empty = game.empty(position);
    let own = position.stacks[position.to_move.index()];
    let theirs = position.stacks[position.to_move.opponent().index()];
    // One hex of these will be taken at the most: the rival can move, and the game goes on.
    let doors = game.pasture.around(theirs & position.tall) & empty;
    if doors & doors.wrapping_sub(1) == 0 {
        return None;
    }
    let free = |hex: Hex| (game.pasture.neighbours(hex) & empty).count_ones() as i32;
    let spare = |hex: Hex| i32::from(position.height(hex)) - 1;
    let their_score = classic_halves(game, position, theirs, empty);
    let sides = |hex| spare(hex) * free(hex);
    let own_sides: i32 = ones(own & position.tall).map(sides).sum();
    let extremes = Extremes::of(position, own);
    let mut best = None;
    for from in ones(own & position.tall) {
        let height = i32::from(position.height(from));
        let others = extremes.without(height);
        let left_alone = own_sides - spare(from) * free(from);
        for direction in 0..6 {
            let Some(to) = game.pasture.slide(from, direction, position.occupied()) else {
                continue;
            };
            let beside = game.pasture.neighbours(to);
            let from_free = free(from) - (beside >> from & 1) as i32;
            let to_free = free(to);
            let mut sides = left_alone;
            for hex in ones(beside & position.tall & !(1 << from)) {
                sides += if own >> hex & 1 == 1 {
                    -spare(hex)
                } else {
                    spare(hex)
                };
            }
            // A side more or less for each sheep outweighs any change of the spread.
            let count = match to_free.cmp(&from_free) {
                Ordering::Less => 1,
                Ordering::Equal => height / 2,
                Ordering::Greater => height - 1,
            };
            sides += (height - 1 - count) * from_free + (count - 1) * to_free;
            let score = 2 * sides - others.spread_with(count, height - count);
            best = best.max(Some(score));
        }
    }
    Some(best? - their_score)
}

/// The two largest and the two smallest of some stacks.
struct Extremes {
    largest: [i32; 2],
    smallest: [i32; 2],
}

impl Extremes {
    fn of(position: &Position, stacks: Hexes) -> Extremes {
        let mut largest = [0; 2];
        let mut smallest = [i32::MAX; 2];
        for hex in ones(stacks) {
            let height = i32::from(position.height(hex));
            largest = [
                largest[0].max(height),
                largest[1].max(height.min(largest[0])),
            ];
            smallest = [
                smallest[0].min(height),
                smallest[1].min(height.max(smallest[0])),
            ];
        }
        Extremes { largest, smallest }
    }

    /// Of all but one stack of this height.
    #[inline]
    fn without(&self, height: i32) -> Extremes {
        Extremes {
            largest: [self.largest[usize::from(height == self.largest[0])]; 2],
            smallest: [self.smallest[usize::from(height == self.smallest[0])]; 2],
        }
    }

    /// The difference of largest and smallest with two stacks more.
    #[inline]
    fn spread_with(&self, one: i32, other: i32) -> i32 {
        self.largest[0].max(one).max(other) - self.smallest[0].min(one).min(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_engine::game::Game;
    use plyground_engine::random::Random;

    #[test]
    fn what_is_foreseen_is_the_best_of_all_moves() {
        let game = BattleSheep::guide();
        let mut random = Random::new(4);
        let mut foreseen_often = 0;
        for _ in 0..60 {
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                let mut moves = Vec::new();
                game.legal_moves(&position, &mut moves);
                let mover = position.to_move;
                let after = |&mv: &Move| Classic.evaluate(&game, &game.after(&position, mv), mover);
                if let Some(points) = foreseen(&game, &position) {
                    assert_eq!(Some(points), moves.iter().map(after).max(), "{position:?}");
                    let ends = |&mv: &Move| game.outcome(&game.after(&position, mv)).is_some();
                    assert!(!moves.iter().any(ends));
                    foreseen_often += 1;
                }
                position = game.after(&position, moves[random.below(moves.len())]);
            }
        }
        assert!(foreseen_often > 500, "{foreseen_often}");
    }
}
