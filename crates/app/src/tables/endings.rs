//! Endings on disk: a table for each slice, and the small form of all of them.
//!
//! ```text
//! GAME/kkm-kk.table   one byte a state, as in the table of a solved game
//! GAME.endings        "PLYENDIN", version 4 bytes, length of the id 4, the game's id,
//!                     packed results as the game joins them, checksum of all before 8
//! ```

use super::directory;
use super::file::{Identity, TableFile};
use crate::failure::Outcome;
use crate::files::whole;
use anyhow::{Context, Result, ensure};
use plyground_engine::checked::{Kind, checksum, seal, unsealed};
use plyground_engine::solve::retrograde::{Cell, Cells};
use plyground_games::sliced::{SliceFacts, Sliced, SlicedCells};
use plyground_games::{Entry, Knowledge};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

const KIND: Kind = Kind {
    name: "packed endings",
    magic: b"PLYENDIN",
    version: 2,
};

/// More pieces than these are not asked for.
pub(crate) const MOST_PIECES: usize = 7;

pub(crate) fn identity(entry: &Entry, slice: &SliceFacts) -> Identity {
    Identity {
        game: entry.id,
        // Solved with what the draw rules leave.
        rules: format!("endings={} draws=counted", slice.name),
        count: slice.count,
    }
}

/// Where the tables of a game's slices lie.
pub(crate) fn folder(entry: &Entry, tables: Option<&Path>) -> Outcome<PathBuf> {
    Ok(directory(tables)?.join(entry.id))
}

pub(crate) fn slice_path(folder: &Path, slice: &SliceFacts) -> PathBuf {
    folder.join(format!("{}.table", slice.name))
}

pub(crate) fn packed_path(folder: &Path) -> PathBuf {
    folder.with_extension("endings")
}

pub(crate) fn save(path: &Path, entry: &Entry, joined: &[u8]) -> Result<u64> {
    let mut bytes = KIND.heading();
    bytes.extend((entry.id.len() as u32).to_le_bytes());
    bytes.extend(entry.id.as_bytes());
    bytes.extend(joined);
    seal(&mut bytes, checksum);
    whole::write(path, &bytes).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(bytes.len() as u64)
}

pub(crate) fn load(path: &Path, entry: &Entry, sliced: &dyn Sliced) -> Result<Vec<u8>> {
    let read = || -> Result<Vec<u8>> {
        let bytes = std::fs::read(path)?;
        KIND.reader(&bytes)?;
        let mut reader = KIND.reader(unsealed(&bytes, checksum)?)?;
        let length = reader.number(4)?;
        KIND.expect(&reader.text(length)?, entry.id)?;
        let joined = reader.rest().to_vec();
        ensure!(sliced.is_joined(&joined), "damaged: it holds no endings");
        Ok(joined)
    };
    read().with_context(|| path.display().to_string())
}

/// Packed endings as they were read last, so that a server reads them once.
struct Read {
    path: PathBuf,
    changed: Option<SystemTime>,
    bytes: Arc<Vec<u8>>,
}

/// What the user has built. What cannot be believed is named and left alone.
pub(crate) fn knowledge(entry: &Entry, tables: Option<&Path>) -> Knowledge {
    static LAST: Mutex<Vec<Read>> = Mutex::new(Vec::new());
    let (Some(sliced), Ok(folder)) = (entry.sliced(MOST_PIECES), folder(entry, tables)) else {
        return Knowledge::default();
    };
    let path = packed_path(&folder);
    let Ok(facts) = std::fs::metadata(&path) else {
        return Knowledge::default();
    };
    let changed = facts.modified().ok();
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let is_same = |read: &&Read| read.path == path && read.changed == changed;
    let bytes = match last.iter().find(is_same) {
        Some(read) => Arc::clone(&read.bytes),
        None => match load(&path, entry, sliced.as_ref()) {
            Ok(bytes) => {
                let bytes = Arc::new(bytes);
                last.retain(|read| read.path != path);
                last.push(Read {
                    path,
                    changed,
                    bytes: Arc::clone(&bytes),
                });
                bytes
            }
            Err(error) => {
                eprintln!("plyground: {error:#}; going on without it");
                return Knowledge::default();
            }
        },
    };
    Knowledge {
        endings: Some(bytes),
        distances: Some(Arc::new(Distances::new(entry, sliced.as_ref(), &folder))),
        ..Knowledge::default()
    }
}

/// The tables of slices, each opened when it is first asked for.
struct Distances {
    slices: Vec<(PathBuf, Identity, OnceLock<Option<TableFile>>)>,
}

impl Distances {
    fn new(entry: &Entry, sliced: &dyn Sliced, folder: &Path) -> Distances {
        let slices = sliced.slices();
        let slices = slices.iter().map(|slice| {
            let path = slice_path(folder, slice);
            (path, identity(entry, slice), OnceLock::new())
        });
        Distances {
            slices: slices.collect(),
        }
    }
}

impl SlicedCells for Distances {
    fn cell(&self, slice: usize, index: u64) -> Option<Cell> {
        let (path, identity, table) = self.slices.get(slice)?;
        let open = || match path.exists() {
            true => TableFile::open(path, identity)
                .inspect_err(|error| eprintln!("plyground: {error:#}; going on without it"))
                .ok(),
            false => None,
        };
        table.get_or_init(open).as_ref()?.cell(index)
    }
}
