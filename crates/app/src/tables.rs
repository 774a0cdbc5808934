//! Tables on disk: where they lie, and what a session may learn from them.

pub(crate) mod book;
pub(crate) mod endings;
pub(crate) mod file;
pub(crate) mod journal;
pub(crate) mod memory;
pub(crate) mod packed;
pub(crate) mod tiny;

use crate::failure::Outcome;
use crate::language::{self, say};
use anyhow::Context;
use directories::ProjectDirs;
use file::{Identity, TableFile};
use packed::PackedFile;
use plyground_api::choice::Source;
use plyground_engine::solve::retrograde::Cells;
use plyground_games::options::Options;
use plyground_games::{Entry, Knowledge};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Once};

/// Books and tables in a directory, or in the user's own.
#[derive(Debug)]
pub(crate) struct Disk(Option<PathBuf>);

impl Disk {
    pub(crate) fn at(directory: Option<PathBuf>) -> Arc<dyn Source> {
        Arc::new(Disk(directory))
    }
}

impl Source for Disk {
    fn knowledge(&self, entry: &Entry, options: &Options) -> Knowledge {
        knowledge(entry, options, self.0.as_deref())
    }

    fn hint(&self, entry: &Entry, options: &Options) {
        hint(entry, options, self.0.as_deref());
    }
}

/// The directory of all tables: the one given, or the user's data directory.
pub(crate) fn directory(given: Option<&Path>) -> Outcome<PathBuf> {
    if let Some(directory) = given {
        return Ok(directory.to_owned());
    }
    let project = ProjectDirs::from("", "", "plyground")
        .context("no data directory is known for this user; give one with --tables DIR")?;
    Ok(project.data_dir().join("tables"))
}

/// Where the table of a solved game lies.
pub(crate) fn path(directory: &Path, identity: &Identity) -> PathBuf {
    directory.join(format!("{}.table", identity.file_stem()))
}

/// What was computed beforehand for a game under these options. A file that cannot
/// be believed is named on standard error and left alone.
fn knowledge(entry: &Entry, options: &Options, tables: Option<&Path>) -> Knowledge {
    if let Some(book) = entry.book {
        return book::knowledge(entry, book, tables);
    }
    if entry.solvable(options).is_none() {
        return endings::knowledge(entry, tables);
    }
    let (Some(solvable), Ok(directory)) = (entry.solvable(options), directory(tables)) else {
        return Knowledge::default();
    };
    let identity = Identity::of(entry, solvable.as_ref());
    let path = path(&directory, &identity);
    let packed = path.with_extension("packed");
    let opened: anyhow::Result<Arc<dyn Cells>> = if path.exists() {
        TableFile::open(&path, &identity).map(|table| Arc::new(table) as _)
    } else if packed.exists() {
        PackedFile::open(&packed, &identity, solvable).map(|table| Arc::new(table) as _)
    } else {
        return Knowledge::default();
    };
    match opened {
        Ok(cells) => Knowledge {
            cells: Some(cells),
            ..Knowledge::default()
        },
        Err(error) => {
            eprintln!("plyground: {error:#}; going on without it");
            Knowledge::default()
        }
    }
}

/// Says once how to make the table that would answer at once.
fn hint(entry: &Entry, options: &Options, tables: Option<&Path>) {
    static ONCE: Once = Once::new();
    let (Some(solvable), Ok(directory)) = (entry.solvable(options), directory(tables)) else {
        return;
    };
    let identity = Identity::of(entry, solvable.as_ref());
    let path = path(&directory, &identity);
    if path.exists() || path.with_extension("packed").exists() {
        return;
    }
    let mut command = format!("plyground tables build {}", entry.id);
    for rule in identity.rules.split_whitespace() {
        if options.changed().iter().any(|changed| changed == rule) {
            command.push_str(&format!(" --option {rule}"));
        }
    }
    if let Some(tables) = tables {
        command.push_str(&format!(" --tables {}", tables.display()));
    }
    ONCE.call_once(|| {
        let game = language::game(entry);
        eprintln!("{}", say!("term.noTable", game = game, command = command));
    });
}
