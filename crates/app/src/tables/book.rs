//! Connect Four's book on disk, and the journal of a book that is being made: both
//! are words of eight bytes, in the book in rising order.

use super::directory;
use crate::failure::Outcome;
use anyhow::{Context, anyhow};
use plyground_games::Knowledge;
use plyground_games::connect_four::book::{Book, Entry};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The game that has a book.
pub(crate) const GAME: &str = "connect-four";

pub(crate) fn path(tables: Option<&Path>) -> Outcome<PathBuf> {
    Ok(directory(tables)?.join(format!("{GAME}.book")))
}

/// The book on disk, or `None` if there is none.
pub(crate) fn load(path: &Path) -> anyhow::Result<Option<Book>> {
    if !path.exists() {
        return Ok(None);
    }
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let book = Book::read(&bytes).map_err(|error| anyhow!("{}: {error}", path.display()))?;
    Ok(Some(book))
}

/// A book that the user has built. One that cannot be believed is named and left alone.
pub(crate) fn knowledge(tables: Option<&Path>) -> Knowledge {
    let Ok(path) = path(tables) else {
        return Knowledge::default();
    };
    let book = load(&path).unwrap_or_else(|error| {
        eprintln!("plyground: {error:#}; going on without it");
        None
    });
    Knowledge {
        book: book.map(Arc::new),
        ..Knowledge::default()
    }
}

/// Writes a whole book at once: a reader sees the old one or the new one.
pub(crate) fn save(path: &Path, book: &Book) -> anyhow::Result<()> {
    let new = path.with_extension("new");
    fs::write(&new, book.write()).with_context(|| format!("cannot write {}", new.display()))?;
    fs::rename(&new, path).with_context(|| format!("cannot write {}", path.display()))
}

/// Entries in the order in which they were found, each on disk as soon as it is known.
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// The journal, and what an earlier run has written; half a word at its end,
    /// as a kill may leave it, is cut off.
    pub(crate) fn open(path: PathBuf) -> anyhow::Result<(Journal, Vec<Entry>)> {
        let cannot = || format!("cannot write {}", path.display());
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory).with_context(cannot)?;
        }
        let bytes = match path.exists() {
            true => fs::read(&path).with_context(cannot)?,
            false => Vec::new(),
        };
        let (words, _) = bytes.as_chunks::<8>();
        let entries = words
            .iter()
            .map(|&word| Entry::of_word(u64::from_le_bytes(word)))
            .collect();
        let options = OpenOptions::new().append(true).create(true).open(&path);
        let file = options.with_context(cannot)?;
        file.set_len(8 * words.len() as u64).with_context(cannot)?;
        Ok((Journal { path, file }, entries))
    }

    pub(crate) fn add(&mut self, entry: Entry) -> anyhow::Result<()> {
        self.file
            .write_all(&entry.word().to_le_bytes())
            .with_context(|| format!("cannot write {}", self.path.display()))
    }

    pub(crate) fn remove(self) -> anyhow::Result<()> {
        fs::remove_file(&self.path).context("cannot remove the journal of the build")
    }
}
