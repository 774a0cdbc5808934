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

use crate::files::blocks::Blocks;
use crate::files::whole::Writing;
use anyhow::{Context, Result, ensure};
use plyground_engine::checked::{Kind, Refusal, checksum, seal, unsealed};
use plyground_engine::solve::retrograde::{Cell, Cells};
use plyground_games::Entry;
use plyground_games::solvable::Solvable;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

const KIND: Kind = Kind {
    name: "a table",
    magic: b"PLYTABLE",
    version: 1,
};
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
        bytes.extend(KIND.heading());
        bytes.extend((self.length as u32).to_le_bytes());
        bytes.extend(self.count.to_le_bytes());
        bytes.extend((BLOCK as u32).to_le_bytes());
        bytes.extend((self.name.len() as u32).to_le_bytes());
        bytes.extend(self.name.as_bytes());
        for checksum in &self.checksums {
            bytes.extend(checksum.to_le_bytes());
        }
        seal(&mut bytes, checksum);
        bytes.resize(self.length, 0);
        bytes
    }

    /// Reads the heading that these bytes begin with.
    fn read(bytes: &[u8]) -> Result<Heading, Refusal> {
        let mut reader = KIND.reader(bytes)?;
        let length = reader.number(4)? as usize;
        let count = reader.number(8)?;
        let cells_of_a_block = reader.number(4)?;
        let name_length = reader.number(4)?;
        let blocks = usize::try_from(count.div_ceil(BLOCK as u64)).map_err(|_| Refusal::Cut)?;
        if cells_of_a_block != BLOCK as u64 {
            return Err(Refusal::Damaged("its blocks have another length"));
        }
        let name = reader.text(name_length)?;
        let sums = reader.take(blocks.checked_mul(8).ok_or(Refusal::Cut)?)?;
        reader.take(8)?;
        unsealed(&bytes[..bytes.len() - reader.rest().len()], checksum)
            .map_err(|_| Refusal::Damaged("its heading does not match its checksum"))?;
        if length != Heading::length(&name, blocks) {
            return Err(Refusal::Damaged("its heading has the wrong length"));
        }
        let (sums, _) = sums.as_chunks();
        let checksums = sums.iter().map(|&sum| u64::from_le_bytes(sum)).collect();
        Ok(Heading {
            name,
            count,
            checksums,
            length,
        })
    }
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
    let writing = || -> std::io::Result<u64> {
        let mut file = Writing::begin(path)?;
        file.write_all(&heading.write())?;
        file.write_all(cells)?;
        file.finish()
    };
    writing().with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}

/// A finished table on disk.
pub(crate) struct TableFile {
    blocks: Blocks,
    heading: Heading,
}

impl TableFile {
    /// Opens the table of this identity and no other.
    pub(crate) fn open(path: &Path, identity: &Identity) -> Result<TableFile> {
        let open = || -> Result<TableFile> {
            let blocks = Blocks::open(path)?;
            let count = identity.count.div_ceil(BLOCK as u64) as usize;
            let expected = Heading::length(&identity.name(), count);
            let heading = Heading::read(&blocks.beginning(expected as u64)?)?;
            let told = |name: &str, count: u64| format!("{name} with {count} states");
            KIND.expect(
                &told(&heading.name, heading.count),
                &told(&identity.name(), identity.count),
            )?;
            let expected = heading.length as u64 + heading.count;
            ensure!(
                blocks.length() == expected,
                "truncated or overlong: expected {expected} bytes, found {}",
                blocks.length()
            );
            Ok(TableFile { blocks, heading })
        };
        open().with_context(|| path.display().to_string())
    }

    pub(crate) fn size(&self) -> u64 {
        self.blocks.length()
    }

    /// Reads all cells into memory, each block checked.
    pub(crate) fn read_into(&self, cells: &mut [u8]) -> Result<()> {
        let path = self.blocks.path().display();
        let mut file = File::open(self.blocks.path())?;
        let mut heading = vec![0; self.heading.length];
        file.read_exact(&mut heading)?;
        file.read_exact(cells).with_context(|| path.to_string())?;
        let sums = &self.heading.checksums;
        for (block, (cells, &sum)) in cells.chunks(BLOCK).zip(sums).enumerate() {
            ensure!(
                checksum(cells) == sum,
                "{path}: damaged: block {block} of {} does not match its checksum",
                sums.len()
            );
        }
        Ok(())
    }
}

impl Cells for TableFile {
    fn cell(&self, index: u64) -> Option<Cell> {
        if index >= self.heading.count {
            return None;
        }
        let (number, place) = (index / BLOCK as u64, index as usize % BLOCK);
        let first = number * BLOCK as u64;
        let last = self.heading.count.min(first + BLOCK as u64);
        let start = self.heading.length as u64;
        let sum = *self.heading.checksums.get(number as usize)?;
        let block = self
            .blocks
            .block(number, start + first..start + last, sum)?;
        block.get(place).copied().map(Cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::scratch::Scratch;

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
