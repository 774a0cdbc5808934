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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::scratch::Scratch;

    fn identity() -> Identity {
        Identity {
            game: "tiny",
            rules: "way=short".to_owned(),
            count: 200_000,
        }
    }

    fn cells() -> Vec<u8> {
        (0..200_000u32)
            .map(|index| (index.wrapping_mul(index) >> 7) as u8)
            .collect()
    }

    fn refusal(path: &Path, identity: &Identity) -> String {
        match TableFile::open(path, identity) {
            Ok(_) => panic!("{} was believed", path.display()),
            Err(error) => format!("{error:#}"),
        }
    }

    #[test]
    fn a_table_written_is_the_table_read() {
        let scratch = Scratch::new("table-read");
        let path = scratch.path("a.table");
        write(&path, &identity(), &cells()).unwrap();
        let table = TableFile::open(&path, &identity()).unwrap();
        for index in [0, 1, 65_535, 65_536, 199_999] {
            assert_eq!(table.cell(index), Some(Cell(cells()[index as usize])));
        }
        assert_eq!(table.cell(200_000), None);
        let mut read = vec![0; 200_000];
        table.read_into(&mut read).unwrap();
        assert_eq!(read, cells());
    }

    #[test]
    fn a_truncated_foreign_or_alien_file_is_refused_in_words() {
        let scratch = Scratch::new("table-refused");
        let path = scratch.path("a.table");
        write(&path, &identity(), &cells()).unwrap();
        let other = Identity {
            rules: "way=long".to_owned(),
            ..identity()
        };
        assert!(refusal(&path, &other).contains("expected tiny way=long"));
        let whole = std::fs::read(&path).unwrap();
        for length in [0, 7, 100, 4000, whole.len() - 1] {
            std::fs::write(&path, &whole[..length]).unwrap();
            let told = refusal(&path, &identity());
            assert!(
                told.contains("truncated") || told.contains("not a table"),
                "{told}"
            );
        }
        std::fs::write(&path, vec![b'x'; 10_000]).unwrap();
        assert!(refusal(&path, &identity()).contains("not a table of plyground"));
        let mut changed = whole.clone();
        changed[20] ^= 1;
        std::fs::write(&path, &changed).unwrap();
        refusal(&path, &identity());
    }

    #[test]
    fn a_damaged_block_is_not_believed_and_the_others_are() {
        let scratch = Scratch::new("table-damaged");
        let path = scratch.path("a.table");
        write(&path, &identity(), &cells()).unwrap();
        let mut bytes = std::fs::read(&path).unwrap();
        let first_cell = bytes.len() - 200_000;
        bytes[first_cell + 70_000] ^= 4;
        std::fs::write(&path, &bytes).unwrap();
        let table = TableFile::open(&path, &identity()).unwrap();
        assert_eq!(table.cell(65_536), None);
        assert_eq!(table.cell(0), Some(Cell(cells()[0])));
        let told = table.read_into(&mut vec![0; 200_000]).unwrap_err();
        assert!(told.to_string().contains("block 1 of 4"), "{told}");
    }
}
