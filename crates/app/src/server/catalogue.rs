//! Sessions to copy from: one for each game and its options, so that solvers,
//! books and tables are loaded once and shared by all who ask.

use crate::tables;
use plyground_engine::session::Session;
use plyground_games::Entry;
use plyground_games::options::Options;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// More combinations of options than this are not kept.
const MOST_KEPT: usize = 64;

type Key = (&'static str, Vec<String>);

#[derive(Default)]
pub(crate) struct Catalogue {
    tables: Option<PathBuf>,
    kept: Mutex<HashMap<Key, Box<dyn Session>>>,
}

impl Catalogue {
    pub(crate) fn new(tables: Option<PathBuf>) -> Catalogue {
        Catalogue {
            tables,
            kept: Mutex::default(),
        }
    }

    /// The game at its start.
    pub(crate) fn session(&self, entry: &'static Entry, options: &Options) -> Box<dyn Session> {
        let key = (entry.id, options.changed());
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST_KEPT && !kept.contains_key(&key) {
            kept.clear();
        }
        let session = kept.entry(key).or_insert_with(|| {
            let knowledge = tables::knowledge(entry, options, self.tables.as_deref());
            entry.open_knowing(options, &knowledge)
        });
        session.fork()
    }
}

impl std::fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Catalogue, tables: {:?}", self.tables)
    }
}
