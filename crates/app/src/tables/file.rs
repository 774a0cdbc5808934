//! The file of a solved game: a heading, a checksum for each block, the cells.
//!
//! ```text
//!  0  "PLYTABLE"
//!  8  version                4 bytes, little-endian like all numbers here
//! 12  where the cells begin  4 bytes, a multiple of 4096
//! 16  how many cells         8 bytes
//! 24  cells of a block       4 bytes
//! 28  length of the name     4 bytes
//! 32  name: the game's id, a blank, the options that change values
//!  …  one checksum a block   8 bytes each
//!  …  checksum of all before 8 bytes
//! ```
//!
//! A block is checked when it is first asked for, so that opening costs nothing and
//! no byte is believed unchecked.

use super::checksum::checksum;
use super::memory::Mapped;
use anyhow::{Context, Result, bail, ensure};
use plyground_engine::solve::retrograde::{Cell, Cells};
use plyground_games::Entry;
use plyground_games::solvable::Solvable;
use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

const MAGIC: &[u8; 8] = b"PLYTABLE";
const VERSION: u32 = 1;
const BLOCK: usize = 1 << 16;
const FIXED: usize = 32;
const PAGE: usize = 4096;

/// Which table it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) game: &'static str,
    /// The options that change values.
    pub(crate) rules: String,
    pub(crate) count: u64,
}

impl Identity {
    pub(crate) fn of(entry: &Entry, solvable: &dyn Solvable) -> Identity {
        Identity {
            game: entry.id,
            rules: solvable.rules(),
            count: solvable.count(),
        }
    }

    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.game, self.rules)
    }

    pub(crate) fn file_stem(&self) -> String {
        self.name().replace([' ', '='], "-")
    }
}

/// Everything before the cells.
struct Heading {
    name: String,
    count: u64,
    checksums: Vec<u64>,
    length: usize,
}

impl Heading {
    fn length(name: &str, blocks: usize) -> usize {
        (FIXED + name.len() + 8 * blocks + 8).next_multiple_of(PAGE)
    }

    fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.length);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.length as u32).to_le_bytes());
        bytes.extend(self.count.to_le_bytes());
        bytes.extend((BLOCK as u32).to_le_bytes());
        bytes.extend((self.name.len() as u32).to_le_bytes());
        bytes.extend(self.name.as_bytes());
        for checksum in &self.checksums {
            bytes.extend(checksum.to_le_bytes());
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes.resize(self.length, 0);
        bytes
    }

    fn read(bytes: &[u8]) -> Result<Heading> {
        ensure!(
            bytes.len() >= FIXED && bytes.starts_with(MAGIC),
            "not a table of plyground"
        );
        let version = number(bytes, 8, 4);
        ensure!(
            version == u64::from(VERSION),
            "a table of version {version}, expected version {VERSION}"
        );
        let (length, count) = (number(bytes, 12, 4) as usize, number(bytes, 16, 8));
        let name_length = number(bytes, 28, 4) as usize;
        let blocks = count.div_ceil(BLOCK as u64) as usize;
        let end = FIXED
            .checked_add(name_length)
            .and_then(|end| end.checked_add(8 * blocks));
        let Some(end) = end.filter(|&end| end + 8 <= length && length <= bytes.len()) else {
            bail!("damaged or truncated within its first {PAGE} bytes");
        };
        ensure!(
            number(bytes, end, 8) == checksum(&bytes[..end]),
            "damaged: its heading does not match its checksum"
        );
        let name = String::from_utf8_lossy(&bytes[FIXED..FIXED + name_length]).into_owned();
        let checksums = (0..blocks)
            .map(|block| number(bytes, FIXED + name_length + 8 * block, 8))
            .collect();
        Ok(Heading {
            name,
            count,
            checksums,
            length,
        })
    }
}

/// A number from its bytes, the least first.
pub(super) fn number(bytes: &[u8], at: usize, length: usize) -> u64 {
    let digits = bytes[at..at + length].iter().rev();
    digits.fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// Writes a finished table, under another name until it is complete.
pub(crate) fn write(path: &Path, identity: &Identity, cells: &[u8]) -> Result<()> {
    let name = identity.name();
    let checksums: Vec<u64> = cells.chunks(BLOCK).map(checksum).collect();
    let heading = Heading {
        length: Heading::length(&name, checksums.len()),
        name,
        count: identity.count,
        checksums,
    };
    let unfinished = path.with_extension("unfinished");
    let writing = || -> std::io::Result<()> {
        let mut file = BufWriter::new(File::create(&unfinished)?);
        file.write_all(&heading.write())?;
        file.write_all(cells)?;
        file.into_inner()?.sync_all()?;
        std::fs::rename(&unfinished, path)
    };
    writing().with_context(|| format!("cannot write {}", path.display()))
}

/// A finished table on disk.
pub(crate) struct TableFile {
    path: PathBuf,
    mapped: Mapped,
    heading: Heading,
    /// For each block whether it was checked, and found good.
    checked: Vec<AtomicU8>,
}

const UNCHECKED: u8 = 0;
const GOOD: u8 = 1;
const DAMAGED: u8 = 2;

impl TableFile {
    /// Opens the table of this identity and no other.
    pub(crate) fn open(path: &Path, identity: &Identity) -> Result<TableFile> {
        let in_file = || path.display().to_string();
        let file = File::open(path).with_context(in_file)?;
        let mapped = Mapped::open(&file).with_context(in_file)?;
        let heading = Heading::read(&mapped).with_context(in_file)?;
        ensure!(
            heading.name == identity.name() && heading.count == identity.count,
            "{}: a table of {} with {} states, expected {} with {}",
            in_file(),
            heading.name,
            heading.count,
            identity.name(),
            identity.count
        );
        let expected = heading.length as u64 + heading.count;
        ensure!(
            mapped.len() as u64 == expected,
            "{}: truncated or overlong: expected {expected} bytes, found {}",
            in_file(),
            mapped.len()
        );
        let checked = heading.checksums.iter().map(|_| AtomicU8::new(UNCHECKED));
        Ok(TableFile {
            path: path.to_owned(),
            checked: checked.collect(),
            mapped,
            heading,
        })
    }

    pub(crate) fn size(&self) -> u64 {
        self.mapped.len() as u64
    }

    fn block(&self, block: usize) -> &[u8] {
        let cells = &self.mapped[self.heading.length..];
        &cells[block * BLOCK..cells.len().min((block + 1) * BLOCK)]
    }

    fn is_good(&self, block: usize) -> bool {
        let checked = &self.checked[block];
        if checked.load(Relaxed) == UNCHECKED {
            let is_good = checksum(self.block(block)) == self.heading.checksums[block];
            let before = checked.swap(if is_good { GOOD } else { DAMAGED }, Relaxed);
            if !is_good && before == UNCHECKED {
                eprintln!("plyground: {}; going on without it", self.damage(block));
            }
        }
        checked.load(Relaxed) == GOOD
    }

    fn damage(&self, block: usize) -> String {
        format!(
            "{}: damaged: block {block} of {} does not match its checksum",
            self.path.display(),
            self.checked.len()
        )
    }

    /// Reads all cells into memory, each block checked.
    pub(crate) fn read_into(&self, cells: &mut [u8]) -> Result<()> {
        let mut file = File::open(&self.path)?;
        let mut heading = vec![0; self.heading.length];
        file.read_exact(&mut heading)?;
        file.read_exact(cells)
            .with_context(|| self.path.display().to_string())?;
        for (block, (cells, &sum)) in cells.chunks(BLOCK).zip(&self.heading.checksums).enumerate() {
            ensure!(checksum(cells) == sum, self.damage(block));
        }
        Ok(())
    }
}

impl Cells for TableFile {
    fn cell(&self, index: u64) -> Option<Cell> {
        if index >= self.heading.count || !self.is_good(index as usize / BLOCK) {
            return None;
        }
        Some(Cell(self.mapped[self.heading.length + index as usize]))
    }
}
