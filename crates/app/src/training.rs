//! Learning from games: a directory a game, and in it for every generation the
//! games that were played and the weights that were fitted to them.

pub(crate) mod lessons;
pub(crate) mod playing;
pub(crate) mod pupil;

use crate::failure::{Failure, Outcome};
use crate::files::lock::{self, Lock};
use anyhow::Context;
use directories::ProjectDirs;
use std::fs;
use std::path::{Path, PathBuf};

/// The directory of one game's training: below the one given, or the user's.
pub(crate) fn directory(given: Option<&Path>, game: &str) -> Outcome<PathBuf> {
    let base = match given {
        Some(directory) => directory.to_owned(),
        None => ProjectDirs::from("", "", "plyground")
            .context("no data directory is known for this user; give one with --dir DIR")?
            .data_dir()
            .join("training"),
    };
    let directory = base.join(game);
    fs::create_dir_all(&directory)
        .map_err(|error| Failure::input(format!("cannot make {}: {error}", directory.display())))?;
    Ok(directory)
}

/// Keeps a second training out of a directory for as long as it is held.
pub(crate) fn locked(directory: &Path) -> Outcome<Lock> {
    lock::at(&directory.join("lock"), "training", directory)
}
