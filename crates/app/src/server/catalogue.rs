//! Sessions to copy from: one for each game and its options, so that solvers,
//! books and tables are loaded once and shared by all who ask.

use crate::choice::{GameChoice, Opened};
use crate::jobs::locked;
use plyground_engine::session::Session;
use plyground_games::Games;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Mutex;

/// More combinations of options than this are not kept.
const MOST_KEPT: usize = 64;

type Key = (&'static str, Vec<String>);

pub(crate) struct Catalogue {
    pub(crate) games: Games,
    pub(crate) tables: Option<PathBuf>,
    kept: Mutex<HashMap<Key, Box<dyn Session>>>,
}

impl Catalogue {
    pub(crate) fn new(games: Games, tables: Option<PathBuf>) -> Catalogue {
        Catalogue {
            games,
            tables,
            kept: Mutex::default(),
        }
    }

    /// The game at its start.
    pub(crate) fn open(&self, choice: GameChoice) -> Opened {
        let key = (choice.entry.id, choice.rules());
        let mut kept = locked(&self.kept);
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
