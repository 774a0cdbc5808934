//! A game's book on disk, and the journal of a book that is being made. Neither is
//! believed unchecked.
//!
//! ```text
//! book:     "PLYBOOKS", version 4 bytes, length of the name 4, how many words 8,
//!           the game's id, the words in rising order 8 bytes each, checksum of all before 8
//! journal:  words as they were found, each with its checksum, 8 bytes each
//! ```

use super::directory;
use crate::failure::Outcome;
use crate::files::whole;
use anyhow::{Context, Result, ensure};
use plyground_engine::checked::{Kind, checksum, number, seal, unsealed};
use plyground_games::books::Booked;
use plyground_games::{Entry, Knowledge};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

const KIND: Kind = Kind {
    name: "a book",
    magic: b"PLYBOOKS",
    version: 1,
};

pub(crate) fn path(entry: &Entry, tables: Option<&Path>) -> Outcome<PathBuf> {
    Ok(directory(tables)?.join(format!("{}.book", entry.id)))
}

/// The words of the book on disk, or `None` if there is none.
pub(crate) fn load(path: &Path, entry: &Entry, book: &dyn Booked) -> Result<Option<Vec<u64>>> {
    if !path.exists() {
        return Ok(None);
    }
    let read = || -> Result<Vec<u64>> {
        let bytes = fs::read(path)?;
        KIND.reader(&bytes)?;
        let mut reader = KIND.reader(unsealed(&bytes, checksum)?)?;
        let (name, count) = (reader.number(4)?, reader.number(8)?);
        KIND.expect(&reader.text(name)?, entry.id)?;
        let (words, rest) = reader.rest().as_chunks::<8>();
        let words: Vec<u64> = words.iter().map(|&word| u64::from_le_bytes(word)).collect();
        let is_whole = rest.is_empty() && words.len() as u64 == count;
        let is_rising = words.windows(2).all(|pair| pair[0] < pair[1]);
        ensure!(
            is_whole && is_rising && words.iter().all(|&word| book.is_entry(word)),
            "damaged: its words are no book"
        );
        Ok(words)
    };
    let words = read().with_context(|| path.display().to_string())?;
    Ok(Some(words))
}

/// A book that the user has built. One that cannot be believed is named and left alone.
pub(crate) fn knowledge(entry: &Entry, book: &dyn Booked, tables: Option<&Path>) -> Knowledge {
    let Ok(path) = path(entry, tables) else {
        return Knowledge::default();
    };
    let book = load(&path, entry, book).unwrap_or_else(|error| {
        eprintln!("plyground: {error:#}; going on without it");
        None
    });
    Knowledge {
        book,
        ..Knowledge::default()
    }
}

/// Writes a whole book at once: a reader sees the old one or the new one.
pub(crate) fn save(path: &Path, entry: &Entry, words: &[u64]) -> Result<()> {
    let mut bytes = KIND.heading();
    bytes.extend((entry.id.len() as u32).to_le_bytes());
    bytes.extend((words.len() as u64).to_le_bytes());
    bytes.extend(entry.id.as_bytes());
    bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    seal(&mut bytes, checksum);
    whole::write(path, &bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Words in the order in which they were found, each on disk as soon as it is known.
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// The journal, and what an earlier run has written. Half an entry at its end, as
    /// a kill may leave it, is cut off; so is all from one on that is damaged.
    pub(crate) fn open(path: PathBuf, book: &dyn Booked) -> Result<(Journal, Vec<u64>)> {
        let cannot = || format!("cannot write {}", path.display());
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory).with_context(cannot)?;
        }
        let bytes = match path.exists() {
            true => fs::read(&path).with_context(cannot)?,
            false => Vec::new(),
        };
        let entries = bytes.chunks_exact(16).map(|pair| pair.split_at(8));
        let good = entries.take_while(|(word, sum)| number(sum) == checksum(word));
        let words = good.map(|(word, _)| number(word));
        let words: Vec<u64> = words.take_while(|&word| book.is_entry(word)).collect();
        let options = OpenOptions::new().append(true).create(true).open(&path);
        let file = options.with_context(cannot)?;
        file.set_len(16 * words.len() as u64).with_context(cannot)?;
        Ok((Journal { path, file }, words))
    }

    pub(crate) fn add(&mut self, word: u64) -> Result<()> {
        let bytes = word.to_le_bytes();
        let sum = checksum(&bytes).to_le_bytes();
        self.file
            .write_all(&[bytes, sum].concat())
            .with_context(|| format!("cannot write {}", self.path.display()))
    }

    pub(crate) fn remove(self) -> Result<()> {
        fs::remove_file(&self.path).context("cannot remove the journal of the build")
    }
}
