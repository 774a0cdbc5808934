//! A game that can be learnt, behind an object-safe face: one dynamic call a game
//! that is played or read, never one a node.

use super::fit::Samples;
use super::games::{Arena, Conditions, GameRecord, Seat};
use super::{Feature, Learned};
use crate::algorithm::Stop;
use crate::engines::Evaluation;
use crate::game::{Game, WinDrawLoss};
use crate::notation::Notation;

/// Plays one game after another.
pub trait Games {
    /// The game with this number, or `None` when stopped before its end.
    fn game(&mut self, number: u64, stop: &Stop<'_>) -> Option<GameRecord>;
}

/// What somebody plays with: weights in points, or without any the evaluation
/// made by hand.
pub type Player<'a> = Option<&'a [[f32; 2]]>;

pub trait Trainer: Send + Sync {
    /// The version of the features, which weights and features must share.
    fn version(&self) -> u32;

    /// How many features there are.
    fn count(&self) -> usize;

    /// Games of one player against itself, or of several in turn: of two, every
    /// game with an even number is followed by the same opening with seats swapped.
    fn games<'a>(&'a self, players: &[Player<'_>], conditions: Conditions) -> Box<dyn Games + 'a>;

    /// Adds the quiet positions of a game to the samples, up to where a table of
    /// endings says how it ends; `false` where the record is no game by these rules.
    fn read(&self, number: u32, record: &GameRecord, samples: &mut Samples) -> bool;
}

/// The rules, what is learnt, and the evaluation by hand from which learning begins
/// and in whose points it is told.
#[derive(Debug)]
pub struct Course<G: Game, L> {
    pub game: G,
    pub learned: L,
    pub by_hand: Evaluation<G>,
}

impl<G: Notation, L: Learned<G>> Games for Arena<'_, G, L> {
    fn game(&mut self, number: u64, stop: &Stop<'_>) -> Option<GameRecord> {
        Arena::game(self, number, stop)
    }
}

impl<G: Notation, L: Learned<G>> Trainer for Course<G, L> {
    fn version(&self) -> u32 {
        self.learned.version()
    }

    fn count(&self) -> usize {
        self.learned.count()
    }

    fn games<'a>(&'a self, players: &[Player<'_>], conditions: Conditions) -> Box<dyn Games + 'a> {
        let seat = |player: &Player<'_>| match player {
            Some(weights) => Seat::new(&self.learned.evaluation(weights)),
            None => Seat::new(&self.by_hand),
        };
        Box::new(Arena {
            game: &self.game,
            learned: &self.learned,
            seats: players.iter().map(seat).collect(),
            conditions,
        })
    }

    fn read(&self, number: u32, record: &GameRecord, samples: &mut Samples) -> bool {
        let Ok((game, mut position)) = self.game.read_position(&record.start, None) else {
            return false;
        };
        let mut result = record.result;
        let mut quiet = Vec::new();
        let mut moves = Vec::new();
        for ply in &record.plies {
            if game.outcome(&position).is_some() {
                return false;
            }
            // Whatever was made of it: this is how the game ends.
            if let Some(outcome) = self.learned.tabled(&game, &position) {
                result = outcome.seen_by(crate::game::Player::FIRST);
                break;
            }
            moves.clear();
            game.legal_moves(&position, &mut moves);
            let Some(&mv) = moves.get(usize::from(ply.mv)) else {
                return false;
            };
            let next = game.after(&position, mv);
            if !ply.is_decided() && self.learned.is_quiet(&game, &position) {
                quiet.push(position);
            }
            position = next;
        }
        let result = match result {
            WinDrawLoss::Loss => 0.0,
            WinDrawLoss::Draw => 0.5,
            WinDrawLoss::Win => 1.0,
        };
        let mut features: Vec<Feature> = Vec::new();
        for position in &quiet {
            features.clear();
            self.learned.describe(&game, position, &mut features);
            let phase = self.learned.phase(&game, position);
            let [reference, ..] = self.by_hand.worth(&game, position);
            samples.push(number, result, phase, reference as f32, &features);
        }
        true
    }
}
