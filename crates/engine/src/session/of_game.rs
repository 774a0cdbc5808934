//! The session of any game that can be written and drawn. Its facets are in files
//! of their own.

use super::Session;
use super::play::Play;
use crate::algorithm::Algorithm;
use crate::engines::Evaluation;
use crate::game::{Game, Outcome};
use crate::level::Weakness;
use crate::notation::Notation;
use crate::oracle::Oracle;
use crate::view::Depict;
use std::sync::Arc;

pub(super) struct Engine<G: Game> {
    pub(super) algorithm: Box<dyn Algorithm<G>>,
    pub(super) weakness: Option<Weakness>,
    pub(super) uses_oracle: bool,
    pub(super) threads: usize,
    pub(super) points_per_unit: i32,
}

/// A session of one game.
pub struct GameSession<G: Game> {
    /// The rules as the options gave them; a set-up may bring its own.
    pub(super) given: G,
    pub(super) game: G,
    pub(super) evaluations: Arc<[Evaluation<G>]>,
    pub(super) oracle: Option<Arc<dyn Oracle<G>>>,
    pub(super) position: G::Position,
    pub(super) played: Vec<(G::Position, G::Move)>,
    pub(super) engines: Vec<Engine<G>>,
    pub(super) move_format: Option<&'static str>,
    /// Whether moves are read by the squares of boards of lines, too.
    pub(super) reads_boards: bool,
}

impl<G: Game> GameSession<G> {
    /// The first evaluation is the default one.
    pub fn new(game: G, evaluations: Vec<Evaluation<G>>) -> GameSession<G> {
        GameSession {
            position: game.start(),
            given: game.clone(),
            game,
            evaluations: evaluations.into(),
            oracle: None,
            played: Vec::new(),
            engines: Vec::new(),
            move_format: None,
            reads_boards: false,
        }
    }

    pub fn with_oracle(mut self, oracle: Arc<dyn Oracle<G>>) -> GameSession<G> {
        self.oracle = Some(oracle);
        self
    }

    pub(super) fn history(&self) -> Vec<u64> {
        self.played
            .iter()
            .map(|(position, _)| self.game.key(position))
            .collect()
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.game.ended(&self.position, &mut Vec::new())
    }
}

impl<G: Notation> GameSession<G> {
    pub(super) fn legal(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if self.ending().is_none() {
            self.game.legal_moves(&self.position, &mut moves);
        }
        moves
    }
}

impl<G: Notation + Depict> Session for GameSession<G> {
    fn fork(&self) -> Box<dyn Session> {
        Box::new(GameSession {
            given: self.given.clone(),
            game: self.game.clone(),
            evaluations: Arc::clone(&self.evaluations),
            oracle: self.oracle.clone(),
            position: self.position.clone(),
            played: self.played.clone(),
            engines: Vec::new(),
            move_format: self.move_format,
            reads_boards: self.reads_boards,
        })
    }
}

impl<G: Game> std::fmt::Debug for GameSession<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "GameSession at {:?}", self.position)
    }
}
