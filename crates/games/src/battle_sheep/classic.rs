//! The classic opinion. It is so regular that the best of all moves by it can
//! be told from one look at the board, without making any of them.

use super::explain;
use super::pasture::{Hex, Hexes, ones};
use super::rules::{BattleSheep, Ending, Move, Position};
use plyground_engine::explain::Part;
use plyground_engine::game::{Heuristics, Player};
use std::cmp::Ordering;

/// One point for each free side of each free sheep, and minus half the
/// difference between a player's largest and smallest stack. Of two, one who is
/// stuck while the other gains a hex more than it has is certain to have lost.
#[derive(Clone, Copy, Debug)]
pub struct Classic;

/// A certain win, in half points: a million points.
pub(super) const CERTAIN: i32 = 2_000_000;

/// Of two players: whose win is certain. The free hexes are those beside stacks
/// that can be split: who has none of them will never move again.
#[inline]
pub(super) fn certain_winner(
    game: &BattleSheep,
    position: &Position,
    doors: [Hexes; 2],
) -> Option<Player> {
    if (doors[0] == 0) == (doors[1] == 0) {
        return None;
    }
    let free = usize::from(doors[0] == 0);
    let [held, theirs] = [free, 1 - free].map(|seat| position.stacks[seat].count_ones());
    let is_certain = held >= theirs || game.ending == Ending::Splits;
    let is_placed = position.stacks.iter().take(2).all(|&stacks| stacks != 0);
    (is_certain && is_placed).then_some(Player::seat(free))
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

/// The classic score of one player, in half points.
#[inline]
pub(super) fn classic_halves(
    game: &BattleSheep,
    position: &Position,
    own: Hexes,
    empty: Hexes,
) -> i32 {
    classic_halves_and_doors(game, position, own, empty).0
}

/// The same, and the free hexes beside stacks that can be split.
#[inline]
pub(super) fn classic_halves_and_doors(
    game: &BattleSheep,
    position: &Position,
    own: Hexes,
    empty: Hexes,
) -> (i32, Hexes) {
    let tall = own & position.tall;
    let (mut sides, mut largest, mut smallest) = (0, 1, i32::MAX);
    let mut doors = 0;
    for hex in ones(tall) {
        let height = i32::from(position.height(hex));
        let free = game.pasture.neighbours(hex) & empty;
        doors |= free;
        sides += free.count_ones() as i32 * (height - 1);
        largest = largest.max(height);
        smallest = smallest.min(height);
    }
    let halves = match tall {
        0 => 0,
        _ if tall == own => 2 * sides - (largest - smallest),
        _ => 2 * sides - (largest - 1),
    };
    (halves, doors)
}

impl Heuristics<BattleSheep> for Classic {
    #[inline]
    fn evaluate(&self, game: &BattleSheep, position: &Position, player: Player) -> i32 {
        let empty = game.empty(position);
        let of = |stacks| classic_halves_and_doors(game, position, stacks, empty);
        if game.players != 2 {
            let seats = game.seats().filter(|&other| other != player);
            let halves = |player: Player| of(position.stacks[player.index()]).0;
            return halves(player) - seats.map(halves).max().unwrap_or(0);
        }
        let (first, first_doors) = of(position.stacks[0]);
        let (second, second_doors) = of(position.stacks[1]);
        let sign = if player == Player::FIRST { 1 } else { -1 };
        match certain_winner(game, position, [first_doors, second_doors]) {
            None => sign * (first - second),
            Some(winner) if winner == player => CERTAIN,
            Some(_) => -CERTAIN,
        }
    }

    fn parts(&self, game: &BattleSheep, position: &Position, player: Player) -> Vec<Part> {
        explain::classic(game, position, player)
    }

    #[inline]
    fn promise(&self, game: &BattleSheep, position: &Position, mv: Move) -> i32 {
        free_sides_gained(game, position, mv)
    }

    #[inline]
    fn first_choice(&self, game: &BattleSheep, position: &Position) -> Option<Move> {
        best_slide(game, position, i32::MAX).map(|best| best.mv)
    }

    fn foreseen(&self, game: &BattleSheep, position: &Position, enough: i32) -> Option<i32> {
        foreseen(game, position, enough)
    }
}

/// The best score that the player to move can have after one move. `None` where
/// that move may have to be a placement or a pass, or may end the game.
fn foreseen(game: &BattleSheep, position: &Position, enough: i32) -> Option<i32> {
    if game.players != 2 {
        return None;
    }
    let empty = game.empty(position);
    let theirs = position.stacks[position.to_move.opponent().index()];
    let (their_halves, doors) = classic_halves_and_doors(game, position, theirs, empty);
    // One door will be taken at the most: the rival can move, and the game goes on.
    if doors & doors.wrapping_sub(1) == 0 {
        return None;
    }
    let best = best_slide(game, position, enough.saturating_add(their_halves))?;
    // A mover who cannot go on after it might have lost for certain.
    let goes_on = can_go_on(game, position, best.mv, empty);
    goes_on.then_some(best.halves - their_halves)
}

/// Whether the mover can move again after a slide.
#[inline]
fn can_go_on(game: &BattleSheep, position: &Position, mv: Move, empty: Hexes) -> bool {
    let Move::Slide { from, to, count } = mv else {
        return false;
    };
    let left = empty & !(1 << to);
    let is_open = |hex: Hex| game.pasture.neighbours(hex) & left != 0;
    let others = position.stacks[position.to_move.index()] & position.tall & !(1 << from);
    ones(others).any(is_open)
        || (count > 1 && is_open(to))
        || (position.height(from) - count > 1 && is_open(from))
}

/// A slide, and the mover's classic score after it in half points; what it takes
/// from the others counts as if it were the mover's.
pub(super) struct BestSlide {
    pub(super) mv: Move,
    halves: i32,
}

/// The best slide by the classic score, if there is any, or the first that is
/// worth `enough` half points.
///
/// The free sides after it are most if all sheep but one stand where there are
/// more of them; only where both ends have as many does an even split pay, for
/// the sake of the spread.
pub(super) fn best_slide(
    game: &BattleSheep,
    position: &Position,
    enough: i32,
) -> Option<BestSlide> {
    let (empty, occupied) = (game.empty(position), position.occupied());
    let own = position.stacks[position.to_move.index()];
    let free = |hex: Hex| (game.pasture.neighbours(hex) & empty).count_ones() as i32;
    let spare = |hex: Hex| i32::from(position.height(hex)) - 1;
    let spare_of = |hexes: Hexes| ones(hexes).map(spare).sum::<i32>();
    let tall = own & position.tall;
    let mut own_sides = 0;
    let mut extremes = Extremes::of_single_sheep(tall != own);
    for hex in ones(tall) {
        own_sides += spare(hex) * free(hex);
        extremes.add(i32::from(position.height(hex)));
    }
    let mut best: Option<BestSlide> = None;
    let mut most_halves = i32::MIN;
    for from in ones(tall) {
        let height = i32::from(position.height(from));
        let from_free = free(from);
        let left_alone = own_sides - spare(from) * from_free;
        for direction in 0..6 {
            let Some(to) = game.pasture.slide(from, direction, occupied) else {
                continue;
            };
            let beside = game.pasture.neighbours(to);
            let to_free = (beside & empty).count_ones() as i32;
            let from_free = from_free - (beside >> from & 1) as i32;
            let hemmed_in = beside & position.tall & !(1 << from);
            let gain = (height - 2) * from_free.max(to_free) + spare_of(hemmed_in & !own);
            if 2 * (left_alone + gain) <= most_halves {
                continue;
            }
            let sides = left_alone + gain - spare_of(hemmed_in & own);
            if 2 * sides <= most_halves {
                continue;
            }
            let count = match to_free.cmp(&from_free) {
                Ordering::Less => 1,
                Ordering::Equal => height / 2,
                Ordering::Greater => height - 1,
            };
            let others = extremes.without(height);
            let halves = 2 * sides - others.spread_with(count, height - count);
            if halves > most_halves {
                most_halves = halves;
                let count = count as u8;
                let mv = Move::Slide { from, to, count };
                best = Some(BestSlide { mv, halves });
                if halves >= enough {
                    return best;
                }
            }
        }
    }
    best
}

/// The two largest and the two smallest of some stacks; the smallest is as good
/// as any number of them where it is a single sheep.
struct Extremes {
    largest: [i32; 2],
    smallest: [i32; 2],
}

impl Extremes {
    /// Of any number of single sheep, or of nothing.
    #[inline]
    fn of_single_sheep(are_there_any: bool) -> Extremes {
        if are_there_any {
            Extremes {
                largest: [1, 0],
                smallest: [1; 2],
            }
        } else {
            Extremes {
                largest: [0; 2],
                smallest: [i32::MAX; 2],
            }
        }
    }

    /// One stack more.
    #[inline]
    fn add(&mut self, height: i32) {
        let Extremes { largest, smallest } = *self;
        self.largest = [
            largest[0].max(height),
            largest[1].max(height.min(largest[0])),
        ];
        self.smallest = [
            smallest[0].min(height),
            smallest[1].min(height.max(smallest[0])),
        ];
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
