//! Games of the engine against itself, at so many nodes a move, and how they are
//! written down: the position after the random opening as text, then every move
//! as its place in the fixed order of moves, with the search's opinion. A game
//! depends on nothing but its number, the seed and the engine that plays it.

use crate::algorithm::{Algorithm, Limits, Share, Stop, Task};
use crate::engines::Evaluation;
use crate::game::{Game, Outcome, Player, WinDrawLoss};
use crate::learn::Learned;
use crate::notation::Notation;
use crate::random::{Random, mix};
use crate::score::Score;
use crate::spec::Spec;

/// How the games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    pub seed: u64,
    /// Nodes a move.
    pub nodes: u64,
}

/// A lead of so many hundredths of a unit, held for so many plies, wins.
const CLEAR_LEAD: (i32, usize) = (450, 8);
/// So many plies that could all be taken back are a draw where nobody leads by
/// half a unit, and a longer time of it is one whoever leads.
const IDLE_PLIES: (u32, u32) = (36, 90);
/// Nobody plays on for ever.
const MOST_PLIES: usize = 500;
/// Little is searched a move, so little need be remembered and cleared.
const TABLE_BYTES: usize = 256 << 10;

/// A score that says won or lost, as it is written down.
const DECIDED: i16 = i16::MAX;

/// One ply: which move of the fixed order, and what the search said of the
/// position before it to the side to move, in points; a proof is beyond them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    pub mv: u16,
    pub score: i16,
}

impl Ply {
    pub fn is_decided(self) -> bool {
        self.score.unsigned_abs() >= DECIDED as u16
    }
}

/// A game as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    pub start: String,
    /// Seen by the first player.
    pub result: WinDrawLoss,
    pub plies: Vec<Ply>,
}

impl GameRecord {
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend((self.start.len() as u16).to_le_bytes());
        bytes.extend(self.start.as_bytes());
        bytes.push(match self.result {
            WinDrawLoss::Loss => 0,
            WinDrawLoss::Draw => 1,
            WinDrawLoss::Win => 2,
        });
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        for ply in &self.plies {
            bytes.extend(ply.mv.to_le_bytes());
            bytes.extend(ply.score.to_le_bytes());
        }
    }

    /// Reads one record off the front; `None` where the bytes hold no whole one.
    pub fn read(bytes: &mut &[u8]) -> Option<GameRecord> {
        let length = usize::from(u16::from_le_bytes(taken(bytes)?));
        let (start, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        let start = std::str::from_utf8(start).ok()?.to_owned();
        let result = match taken::<1>(bytes)? {
            [0] => WinDrawLoss::Loss,
            [1] => WinDrawLoss::Draw,
            [2] => WinDrawLoss::Win,
            _ => return None,
        };
        let plies = u16::from_le_bytes(taken(bytes)?);
        let ply = |bytes: &mut &[u8]| {
            Some(Ply {
                mv: u16::from_le_bytes(taken(bytes)?),
                score: i16::from_le_bytes(taken(bytes)?),
            })
        };
        let plies = (0..plies).map(|_| ply(bytes)).collect::<Option<_>>()?;
        Some(GameRecord {
            start,
            result,
            plies,
        })
    }
}

fn taken<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

/// An engine at the table: what searches, and how its points are read.
pub(super) struct Seat<G: Game> {
    engine: Box<dyn Algorithm<G>>,
    points_per_unit: i32,
}

impl<G: Game> Seat<G> {
    pub(super) fn new(evaluation: &Evaluation<G>) -> Seat<G> {
        let spec = Spec {
            hash_bytes: Some(TABLE_BYTES),
            ..Spec::default()
        };
        Seat {
            engine: evaluation.engine(&spec),
            points_per_unit: evaluation.points_per_unit,
        }
    }
}

/// Plays games of one engine against itself, or of two against each other: each
/// opening then comes twice, and they change places.
pub(super) struct Arena<'a, G: Game, L> {
    pub(super) game: &'a G,
    /// Says where games begin.
    pub(super) learned: &'a L,
    pub(super) seats: Vec<Seat<G>>,
    pub(super) conditions: Conditions,
}

impl<G: Notation, L: Learned<G>> Arena<'_, G, L> {
    /// The game with this number, or `None` when stopped before its end.
    pub(super) fn game(&mut self, number: u64, stop: &Stop<'_>) -> Option<GameRecord> {
        let seats = self.seats.len();
        let (opening, shift) = (number / seats as u64, (number % seats as u64) as usize);
        let mut random = Random::new(mix(self.conditions.seed) ^ mix(!opening));
        let mut moves = Vec::new();
        let (game, mut position) = loop {
            if let Some(opening) = self.opening(&mut random, &mut moves) {
                break opening;
            }
        };
        let game = &game;
        for seat in &mut self.seats {
            seat.engine.forget();
        }
        let mut record = GameRecord {
            start: game.write_position(&position),
            result: WinDrawLoss::Draw,
            plies: Vec::new(),
        };
        let mut history = Vec::new();
        let (mut leader, mut lead) = (None, 0);
        loop {
            moves.clear();
            if let Some(outcome) = self.ended(game, &position, &history, &mut moves) {
                record.result = outcome.seen_by(Player::FIRST);
                return Some(record);
            }
            let mover = game.to_move(&position);
            let mover_seat = (mover.index() + shift) % seats;
            let (mv, score) = if moves.len() == 1 {
                (moves[0], record.plies.last().map_or(0, |ply| -ply.score))
            } else {
                let task = Task {
                    game,
                    position: &position,
                    history: &history,
                    limits: Limits {
                        depth: None,
                        nodes: Some(self.conditions.nodes),
                    },
                    lines: 1,
                    shuffle: Some(random.next()),
                    share: Share::WHOLE,
                    stop,
                };
                let report = self.seats[mover_seat].engine.think(&task, &mut |_| {});
                if stop.is_raised() {
                    return None;
                }
                let line = report.lines.first()?;
                (*line.pv.first()?, written(line.score))
            };
            let index = moves.iter().position(|&legal| legal == mv)?;
            record.plies.push(Ply {
                mv: index as u16,
                score,
            });
            let hundredths = i32::from(score) * 100 / self.seats[mover_seat].points_per_unit;
            let ahead = if hundredths > 0 {
                mover
            } else {
                mover.opponent()
            };
            let is_clear = hundredths.abs() >= CLEAR_LEAD.0;
            lead = if is_clear && leader.is_none_or(|leader| leader == ahead) {
                lead + 1
            } else {
                usize::from(is_clear)
            };
            leader = is_clear.then_some(ahead);
            let is_decided = score.unsigned_abs() == DECIDED as u16;
            if is_decided || lead >= CLEAR_LEAD.1 {
                record.result = Outcome::Win(ahead).seen_by(Player::FIRST);
                return Some(record);
            }
            let idle = match G::CAN_REPEAT {
                true => game.reversible_plies(&position),
                false => 0,
            };
            let is_idle = idle >= IDLE_PLIES.0 && hundredths.abs() < 50 || idle >= IDLE_PLIES.1;
            if is_idle || record.plies.len() >= MOST_PLIES {
                return Some(record);
            }
            history.push(game.key(&position));
            position = game.after(&position, mv);
        }
    }

    /// A start, and some random plies on from there; `None` where they end the game.
    fn opening(&self, random: &mut Random, moves: &mut Vec<G::Move>) -> Option<(G, G::Position)> {
        let (game, mut position) = self.learned.opening(self.game, random);
        let (least, most) = self.learned.opening_plies();
        for _ in 0..least + random.below(most - least + 1) {
            if game.outcome(&position).is_some() {
                return None;
            }
            let mv = game.random_move(&position, random, moves)?;
            position = game.after(&position, mv);
        }
        let goes_on = game.outcome(&position).is_none();
        goes_on.then_some((game, position))
    }

    /// The end of the game, the third time of a position among them, or what a table of
    /// endings says of it; else its moves.
    fn ended(
        &self,
        game: &G,
        position: &G::Position,
        history: &[u64],
        moves: &mut Vec<G::Move>,
    ) -> Option<Outcome> {
        let outcome = game.outcome(position);
        let outcome = outcome.or_else(|| self.learned.tabled(game, position));
        if outcome.is_some() {
            return outcome;
        }
        let key = game.key(position);
        if G::CAN_REPEAT && history.iter().filter(|&&past| past == key).count() >= 2 {
            return Some(Outcome::Draw);
        }
        game.legal_moves(position, moves);
        moves.is_empty().then(|| game.outcome_when_stuck(position))
    }
}

/// A score as it is written down.
fn written(score: Score) -> i16 {
    match score.points() {
        Some(points) => points.clamp(-i32::from(DECIDED) + 1, i32::from(DECIDED) - 1) as i16,
        None if score.is_win() => DECIDED,
        None => -DECIDED,
    }
}
