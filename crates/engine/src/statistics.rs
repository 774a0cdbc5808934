//! What random games tell of a game: how many moves there are to choose from, how
//! long it lasts, who wins, how often a position comes back; and how many
//! different positions can be reached in so many plies.

use crate::algorithm::Stop;
use crate::careful::{SelfDefeating, careful_moves};
use crate::game::{Game, MAX_PLAYERS, Outcome};
use crate::random::{Random, mix};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

/// Who plays the random games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Every legal move is as likely.
    Uniform,
    /// Takes a win when there is one and does not lose at once.
    Careful,
}

/// A game that goes on for ever is broken off, and called a draw.
const LONGEST: usize = 10_000;

/// How often, how much in all, and from where to where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread {
    pub count: u64,
    pub sum: u64,
    pub min: u64,
    pub max: u64,
}

impl Default for Spread {
    fn default() -> Spread {
        Spread {
            count: 0,
            sum: 0,
            min: u64::MAX,
            max: 0,
        }
    }
}

impl Spread {
    #[inline]
    fn add(&mut self, value: u64) {
        self.count += 1;
        self.sum += value;
        self.min = self.min.min(value);
        self.max = self.max.max(value);
    }

    fn join(&mut self, other: &Spread) {
        self.count += other.count;
        self.sum += other.sum;
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }

    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }
}

/// What some random games had in them; the tallies of parts add up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub length: Spread,
    /// The legal moves of every position in which one was made, by player.
    pub choices: [Spread; MAX_PLAYERS],
    /// The same by ply: how often it was reached, and the moves there in all.
    pub by_ply: Vec<(u64, u64)>,
    pub wins: [u64; MAX_PLAYERS],
    pub draws: u64,
    /// Positions that had been in the same game before.
    pub repeated: u64,
}

impl Tally {
    pub fn games(&self) -> u64 {
        self.length.count
    }

    /// The legal moves, whoever makes one.
    pub fn branching(&self) -> Spread {
        let mut all = Spread::default();
        self.choices.iter().for_each(|spread| all.join(spread));
        all
    }

    pub fn join(&mut self, other: &Tally) {
        self.length.join(&other.length);
        for (own, others) in self.choices.iter_mut().zip(&other.choices) {
            own.join(others);
        }
        if self.by_ply.len() < other.by_ply.len() {
            self.by_ply.resize(other.by_ply.len(), (0, 0));
        }
        for (own, others) in self.by_ply.iter_mut().zip(&other.by_ply) {
            own.0 += others.0;
            own.1 += others.1;
        }
        for (own, others) in self.wins.iter_mut().zip(&other.wins) {
            *own += others;
        }
        self.draws += other.draws;
        self.repeated += other.repeated;
    }

    fn end(&mut self, outcome: Outcome, plies: usize) {
        self.length.add(plies as u64);
        match outcome {
            Outcome::Win(winner) => self.wins[winner.index()] += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Places(places) => {
                let mut firsts = (0..MAX_PLAYERS).filter(|&seat| places[seat] == 1);
                match (firsts.next(), firsts.next()) {
                    (Some(winner), None) => self.wins[winner] += 1,
                    _ => self.draws += 1,
                }
            }
        }
    }
}

/// The random games from a position.
pub(crate) struct Sample<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) start: &'a G::Position,
    pub(crate) policy: Policy,
    pub(crate) is_self_defeating: &'a SelfDefeating<'a, G::Position>,
    pub(crate) seed: u64,
}

impl<G: Game> Sample<'_, G> {
    /// Plays the games of these numbers. A game's number and the seed make the game,
    /// whoever plays it and in whatever order.
    pub(crate) fn play(&self, numbers: Range<u64>, stop: &Stop<'_>) -> Tally {
        let mut tally = Tally::default();
        let mut room = Room {
            moves: Vec::new(),
            keys: Vec::new(),
        };
        for number in numbers {
            if number & 0xff == 0 && stop.is_raised() {
                break;
            }
            let mut random = Random::new(mix(self.seed ^ mix(number)));
            self.play_one(&mut random, &mut room, &mut tally);
        }
        tally
    }

    fn play_one(&self, random: &mut Random, room: &mut Room<G>, tally: &mut Tally) {
        let game = self.game;
        let mut position = self.start.clone();
        room.keys.clear();
        for ply in 0..LONGEST {
            if let Some(outcome) = game.outcome(&position) {
                return tally.end(outcome, ply);
            }
            if G::CAN_REPEAT {
                let times = times_before(game, &position, &mut room.keys);
                tally.repeated += u64::from(times > 0);
                if times >= 2 {
                    return tally.end(Outcome::Draw, ply);
                }
            }
            let (count, chosen) = match self.policy {
                Policy::Uniform => {
                    let chosen = game.random_move(&position, random, &mut room.moves);
                    let count = game.legal_move_count(&position, &mut room.moves);
                    (count, chosen)
                }
                Policy::Careful => {
                    let count = game.legal_move_count(&position, &mut room.moves);
                    room.moves.clear();
                    careful_moves(game, &position, self.is_self_defeating, &mut room.moves);
                    let kept = room.moves.len();
                    let chosen = (kept > 0).then(|| room.moves[random.below(kept)]);
                    room.moves.clear();
                    (count, chosen)
                }
            };
            let Some(mv) = chosen else {
                return tally.end(game.outcome_when_stuck(&position), ply);
            };
            tally.choices[game.to_move(&position).index()].add(count as u64);
            if tally.by_ply.len() == ply {
                tally.by_ply.push((0, 0));
            }
            tally.by_ply[ply].0 += 1;
            tally.by_ply[ply].1 += count as u64;
            position = game.after(&position, mv);
        }
        tally.end(Outcome::Draw, LONGEST);
    }
}

/// Room to work in.
struct Room<G: Game> {
    moves: Vec<G::Move>,
    keys: Vec<u64>,
}

/// How often the position was there before in this game; then it is noted.
fn times_before<G: Game>(game: &G, position: &G::Position, keys: &mut Vec<u64>) -> usize {
    let key = game.key(position);
    let back = game.reversible_plies(position) as usize;
    let first = keys.len().saturating_sub(back);
    let times = keys[first..]
        .iter()
        .filter(|&&earlier| earlier == key)
        .count();
    keys.push(key);
    times
}

/// Keys are spread already: hashing them again would be a waste.
#[derive(Clone, Copy, Debug, Default)]
struct Spreadless(u64);

impl Hasher for Spreadless {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = mix(word);
    }
}

/// How many different positions can be reached in exactly 0, 1, 2 … plies, up to
/// `plies` or to the last number that is not above `most`.
pub fn distinct_by_ply<G: Game>(
    game: &G,
    start: &G::Position,
    plies: usize,
    most: usize,
    stop: &Stop<'_>,
) -> Vec<u64> {
    let mut counts = vec![1];
    let mut level = vec![start.clone()];
    let mut moves = Vec::new();
    while counts.len() <= plies && !level.is_empty() {
        let mut met: HashSet<u64, BuildHasherDefault<Spreadless>> = HashSet::default();
        let mut next = Vec::new();
        for (index, position) in level.iter().enumerate() {
            if index & 0xfff == 0 && stop.is_raised() {
                return counts;
            }
            if game.outcome(position).is_some() {
                continue;
            }
            moves.clear();
            game.legal_moves(position, &mut moves);
            for &mv in &moves {
                let child = game.after(position, mv);
                if met.insert(game.key(&child)) {
                    next.push(child);
                }
            }
            if next.len() > most {
                return counts;
            }
        }
        if next.is_empty() {
            break;
        }
        counts.push(next.len() as u64);
        level = next;
    }
    counts
}
