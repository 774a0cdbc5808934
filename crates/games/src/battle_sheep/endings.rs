//! Endings told without search. Once no empty region can be entered by two
//! sides, nobody can disturb anybody: every player fills regions alone, as many
//! hexes as they can and then with the largest herd, and the result follows.
//!
//! Regions that share a stack draw on the same sheep, so they are solved
//! together; all others are solved apart, and after every move the rest falls
//! apart again where it can. What was solved is remembered by its hexes and the
//! heights beside them.

use super::pasture::{Hexes, ones};
use super::regions::spare_sheep;
use super::rules::{BattleSheep, Ending, Holding, Position, splits};
use plyground_engine::game::{MAX_PLAYERS, Outcome, Player};
use plyground_engine::random::mix;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Remembered answers; a power of two.
const SLOTS: usize = 1 << 17;
/// Steps after which an ending is left to the search; that it was is remembered.
const MOST_STEPS: u32 = 2_000;

/// A slot is one word, so that threads need no lock: the upper bits of the key,
/// and below them one more than the answer.
#[derive(Clone, Debug)]
pub struct Endings {
    slots: Arc<[AtomicU64]>,
}

const ANSWER: u64 = 0xff;

/// What is asked of a part of the pasture.
#[derive(Clone, Copy)]
enum Question {
    MostHexes = 1,
    LargestHerd,
    /// Whether it is too much work.
    TooMuch,
}

impl Endings {
    pub fn new() -> Endings {
        Endings {
            slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    fn recall(&self, key: u64) -> Option<u32> {
        let word = self.slots[key as usize % SLOTS].load(Ordering::Relaxed);
        let answer = (word & ANSWER) as u32;
        ((word ^ mix(key)) & !ANSWER == 0 && answer > 0).then(|| answer - 1)
    }

    fn remember(&self, key: u64, answer: u32) {
        let word = mix(key) & !ANSWER | u64::from(answer + 1);
        self.slots[key as usize % SLOTS].store(word, Ordering::Relaxed);
    }

    /// How a game that is not over must end, where that is known.
    pub fn foregone(&self, game: &BattleSheep, position: &Position) -> Option<Outcome> {
        if game.players == 2
            && game.ending == Ending::Official
            && !game.can_move(position, position.to_move)
        {
            // Whoever is stuck while a rival with as many hexes can move has lost.
            let held = |player: Player| position.stacks[player.index()].count_ones();
            let rival = position.to_move.opponent();
            if held(rival) >= held(position.to_move) && game.can_move(position, rival) {
                return Some(Outcome::Win(rival));
            }
        }
        let fields = separate_fields(game, position)?;
        let whole = Part {
            hexes: game.empty(position),
            stacks: position.occupied(),
        };
        let key = whole.key(game, position, Question::TooMuch);
        if self.recall(key).is_some() {
            return None;
        }
        let mut filling = Filling {
            endings: self,
            game,
            steps: 0,
        };
        let outcome = filling.outcome(position, fields);
        if outcome.is_none() {
            self.remember(key, 1);
        }
        outcome
    }
}

impl Default for Endings {
    fn default() -> Endings {
        Endings::new()
    }
}

/// The empty hexes that each player alone can reach, or `None` if two can reach
/// the same or somebody has still to place.
fn separate_fields(game: &BattleSheep, position: &Position) -> Option<[Hexes; MAX_PLAYERS]> {
    let empty = game.empty(position);
    let mut reached = 0;
    let mut doors = [0; MAX_PLAYERS];
    for player in game.seats() {
        let own = position.stacks[player.index()];
        let beside = game.pasture.around(own & position.tall) & empty;
        let has_to_place = own == 0 && empty & game.pasture.rim() != 0;
        if has_to_place || beside & reached != 0 {
            return None;
        }
        reached |= beside;
        doors[player.index()] = beside;
    }
    let mut fields = [0; MAX_PLAYERS];
    let mut taken = 0;
    for player in game.seats() {
        let field = game.pasture.connected(doors[player.index()], empty);
        if field & taken != 0 {
            return None;
        }
        taken |= field;
        fields[player.index()] = field;
    }
    Some(fields)
}

struct Filling<'a> {
    endings: &'a Endings,
    game: &'a BattleSheep,
    steps: u32,
}

impl Filling<'_> {
    fn outcome(&mut self, position: &Position, fields: [Hexes; MAX_PLAYERS]) -> Option<Outcome> {
        let game = self.game;
        let mut gains = [0; MAX_PLAYERS];
        let mut holdings = [Holding { hexes: 0, herd: 0 }; MAX_PLAYERS];
        for player in game.seats() {
            let seat = player.index();
            gains[seat] = self.most_hexes(position, player, fields[seat])?;
            holdings[seat].hexes = position.stacks[seat].count_ones() + gains[seat];
        }
        if game.ending == Ending::Splits {
            let (mover, rival) = (position.to_move, position.to_move.opponent());
            let outlasts = gains[mover.index()] > gains[rival.index()];
            return Some(Outcome::Win(if outlasts { mover } else { rival }));
        }
        let hexes = holdings.map(|holding| holding.hexes);
        for seat in 0..game.players {
            let rivals = hexes[..game.players].iter();
            if rivals.filter(|&&other| other == hexes[seat]).count() > 1 {
                let player = Player::seat(seat);
                holdings[seat].herd =
                    self.largest_herd(position, player, fields[seat], gains[seat])?;
            }
        }
        Some(game.result(&holdings[..game.players]))
    }

    fn step(&mut self) -> Option<()> {
        self.steps += 1;
        (self.steps <= MOST_STEPS).then_some(())
    }

    /// How many of the hexes of a field its owner can take.
    fn most_hexes(&mut self, position: &Position, player: Player, mut field: Hexes) -> Option<u32> {
        let mut most = 0;
        while field != 0 {
            let part = self.part(position, player, field);
            field &= !part.hexes;
            most += self.most_of_part(position, player, part)?;
        }
        Some(most)
    }

    /// A part of a field that shares no stack with the rest of it.
    fn part(&self, position: &Position, player: Player, field: Hexes) -> Part {
        let pasture = &self.game.pasture;
        let tall = position.stacks[player.index()] & position.tall;
        let mut hexes = pasture.connected(field & field.wrapping_neg(), field);
        loop {
            let stacks = pasture.around(hexes) & tall;
            let wider = pasture.connected(hexes | pasture.around(stacks) & field, field);
            if wider == hexes {
                return Part { hexes, stacks };
            }
            hexes = wider;
        }
    }

    fn most_of_part(&mut self, position: &Position, player: Player, part: Part) -> Option<u32> {
        let spare = spare_sheep(position, part.stacks) as u32;
        let bound = spare.min(part.hexes.count_ones());
        if bound <= 1 {
            return Some(bound);
        }
        let key = part.key(self.game, position, Question::MostHexes);
        if let Some(known) = self.endings.recall(key) {
            return Some(known);
        }
        self.step()?;
        let mut most = 0;
        for (next, to) in slides(self.game, position, player, part.stacks) {
            let gain = 1 + self.most_hexes(&next, player, part.hexes & !to)?;
            most = most.max(gain);
            if most == bound {
                break;
            }
        }
        self.endings.remember(key, most);
        Some(most)
    }

    /// The largest herd among the ways to take `most` hexes of a field.
    fn largest_herd(
        &mut self,
        position: &Position,
        player: Player,
        field: Hexes,
        most: u32,
    ) -> Option<u32> {
        let own = position.stacks[player.index()];
        let bound = self.game.pasture.largest_part(own | field);
        if most == 0 || most == field.count_ones() {
            let taken = if most == 0 { own } else { own | field };
            return Some(self.game.pasture.largest_part(taken));
        }
        let whole = Part {
            hexes: field,
            stacks: own,
        };
        let key = whole.key(self.game, position, Question::LargestHerd);
        if let Some(known) = self.endings.recall(key) {
            return Some(known);
        }
        self.step()?;
        let mut largest = 0;
        let tall = own & position.tall & self.game.pasture.around(field);
        for (next, to) in slides(self.game, position, player, tall) {
            let rest = field & !to;
            if self.most_hexes(&next, player, rest)? == most - 1 {
                let herd = self.largest_herd(&next, player, rest, most - 1)?;
                largest = largest.max(herd);
                if largest == bound {
                    break;
                }
            }
        }
        self.endings.remember(key, largest);
        Some(largest)
    }
}

/// Hexes to fill and the stacks that can fill them.
#[derive(Clone, Copy)]
struct Part {
    hexes: Hexes,
    stacks: Hexes,
}

impl Part {
    fn key(self, game: &BattleSheep, position: &Position, question: Question) -> u64 {
        let mut key = mix(game.pasture.key().wrapping_add(question as u64) ^ self.hexes);
        key = mix(key ^ self.stacks);
        for hex in ones(self.stacks) {
            key = mix(key.wrapping_add(u64::from(position.height(hex))));
        }
        key
    }
}

/// Every slide of these stacks: the position after it, with the same player to
/// move, and the hex that was taken. Even splits come first: both parts can go on.
fn slides(
    game: &BattleSheep,
    position: &Position,
    player: Player,
    stacks: Hexes,
) -> impl Iterator<Item = (Position, Hexes)> {
    let occupied = position.occupied();
    ones(stacks).flat_map(move |from| {
        let ends =
            (0..6).filter_map(move |direction| game.pasture.slide(from, direction, occupied));
        ends.flat_map(move |to| {
            splits(position.height(from))
                .iter()
                .map(move |&count| (position.with_slide(player, from, to, count), 1 << to))
        })
    })
}
