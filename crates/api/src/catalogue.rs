//! What every question needs: the games, and what time it is. Sessions are kept to be
//! copied from, one for each game and its options, so that solvers, books and tables
//! are loaded once and shared by all who ask.

use crate::choice::{GameChoice, Opened, Source};
use crate::clock::Moment;
use plyground_engine::session::Session;
use plyground_games::Games;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// More combinations of options than this are not kept.
const MOST_KEPT: usize = 64;

type Key = (&'static str, Vec<String>);

pub struct Catalogue {
    pub games: Games,
    pub tables: Arc<dyn Source>,
    clock: fn() -> Moment,
    kept: Mutex<HashMap<Key, Box<dyn Session>>>,
}

impl Catalogue {
    pub fn new(games: Games, tables: Arc<dyn Source>, clock: fn() -> Moment) -> Catalogue {
        Catalogue {
            games,
            tables,
            clock,
            kept: Mutex::default(),
        }
    }

    pub fn now(&self) -> Moment {
        (self.clock)()
    }

    /// The game at its start.
    pub fn open(&self, choice: GameChoice) -> Opened {
        let key = (choice.entry.id, choice.rules());
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST_KEPT && !kept.contains_key(&key) {
            kept.clear();
        }
        let session = kept.entry(key).or_insert_with(|| choice.session());
        Opened {
            session: session.fork(),
            choice,
            set_up: None,
        }
    }
}

impl std::fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Catalogue, tables: {:?}", self.tables)
    }
}
