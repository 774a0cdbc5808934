//! The small form of a finished table: coded blocks behind an index.
//!
//! ```text
//!  0  "PLYPACKD"
//!  8  version, length of the heading, length of the name, length of the code   4 bytes each
//! 24  how many states   8 bytes
//!  …  name, code
//!  …  for each group of 64 blocks: where it begins and its checksum, 8 bytes each
//!  …  the length of each block, 2 bytes
//!  …  checksum of all before, 8 bytes
//!  …  the blocks
//! ```

use super::file::Identity;
use crate::files::blocks::Blocks;
use crate::files::whole::Writing;
use anyhow::{Context, Result, ensure};
use plyground_engine::algorithm::Stop;
use plyground_engine::checked::{Kind, Refusal, checksum, number, seal, unsealed};
use plyground_engine::parts::in_parts;
use plyground_engine::solve::packed::{Code, Counts, Glance};
use plyground_engine::solve::retrograde::{Cell, Cells};
use plyground_games::solvable::Solvable;
use std::io::Write;
use std::ops::Range;
use std::path::Path;

const KIND: Kind = Kind {
    name: "a packed table",
    magic: b"PLYPACKD",
    version: 1,
};
const FIXED: usize = 32;
const GROUP: u64 = 64;
/// So that no heading makes its reader take memory.
const LONGEST_NAME_AND_CODE: usize = 1 << 20;
const STOPPED: &str = "stopped; nothing was written";

/// Packs a table, each block unpacked again and compared; gives the size of the file.
/// When stopped before all is packed, what lay there stays as it was.
pub(crate) fn write(
    path: &Path,
    identity: &Identity,
    solvable: &dyn Solvable,
    table: &[u8],
    threads: usize,
    stop: &Stop<'_>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<u64> {
    let groups = blocks(solvable).div_ceil(GROUP);
    let counted = in_parts(threads, groups, stop, Counts::default, |counts, group| {
        for block in blocks_of(solvable, group) {
            let cells = cells_of(solvable, table, block);
            counts.add_block(cells, &solvable.glances(block, cells.len()));
        }
        progress(2 * groups);
    });
    ensure!(!stop.is_raised(), STOPPED);
    let mut counts = Counts::default();
    counted.iter().for_each(|part| counts.add(part));
    let code = counts.code();
    let packed = in_parts(threads, groups, stop, Vec::new, |packed, group| {
        packed.push((group, pack_group(solvable, &code, table, group)));
        progress(2 * groups);
    });
    ensure!(!stop.is_raised(), STOPPED);
    let packed = packed.into_iter().flatten();
    let packed = packed.map(|(group, packed)| Ok((group, packed?)));
    let mut packed: Vec<(u64, Packed)> = packed.collect::<Result<_>>()?;
    packed.sort_by_key(|&(group, _)| group);
    let heading = heading(identity, &code, &packed);
    let writing = || -> std::io::Result<u64> {
        let mut file = Writing::begin(path)?;
        file.write_all(&heading)?;
        for (_, group) in &packed {
            file.write_all(&group.bytes)?;
        }
        file.finish()
    };
    writing().with_context(|| format!("cannot write {}", path.display()))
}

/// The blocks of a group, one after the other.
struct Packed {
    bytes: Vec<u8>,
    lengths: Vec<u16>,
}

fn pack_group(solvable: &dyn Solvable, code: &Code, table: &[u8], group: u64) -> Result<Packed> {
    let mut packed = Packed {
        bytes: Vec::new(),
        lengths: Vec::new(),
    };
    for block in blocks_of(solvable, group) {
        let cells = cells_of(solvable, table, block);
        let glances = solvable.glances(block, cells.len());
        let bytes = code.encode(cells, &glances);
        let mut unpacked = Vec::with_capacity(cells.len());
        let told = code.decode(&bytes, glances.into_iter(), |cell| unpacked.push(cell.0));
        ensure!(
            told.is_some() && unpacked == cells,
            "block {block} does not unpack to what was packed"
        );
        packed.lengths.push(u16::try_from(bytes.len())?);
        packed.bytes.extend(bytes);
    }
    Ok(packed)
}

fn heading(identity: &Identity, code: &Code, packed: &[(u64, Packed)]) -> Vec<u8> {
    let (name, code) = (identity.name(), code.to_bytes());
    let blocks: usize = packed.iter().map(|(_, group)| group.lengths.len()).sum();
    let length = FIXED + name.len() + code.len() + 16 * packed.len() + 2 * blocks + 8;
    let mut bytes = Vec::with_capacity(length);
    bytes.extend(KIND.heading());
    for number in [length, name.len(), code.len()] {
        bytes.extend((number as u32).to_le_bytes());
    }
    bytes.extend(identity.count.to_le_bytes());
    bytes.extend(name.as_bytes());
    bytes.extend(code);
    let mut start = length as u64;
    for (_, group) in packed {
        bytes.extend(start.to_le_bytes());
        bytes.extend(checksum(&group.bytes).to_le_bytes());
        start += group.bytes.len() as u64;
    }
    for length in packed.iter().flat_map(|(_, group)| &group.lengths) {
        bytes.extend(length.to_le_bytes());
    }
    seal(&mut bytes, checksum);
    bytes
}

fn blocks(solvable: &dyn Solvable) -> u64 {
    solvable.count().div_ceil(solvable.block())
}

fn blocks_of(solvable: &dyn Solvable, group: u64) -> Range<u64> {
    group * GROUP..blocks(solvable).min((group + 1) * GROUP)
}

fn cells_of<'t>(solvable: &dyn Solvable, table: &'t [u8], block: u64) -> &'t [u8] {
    let first = block * solvable.block();
    let last = solvable.count().min(first + solvable.block());
    &table[first as usize..last as usize]
}

/// A packed table on disk.
pub(crate) struct PackedFile {
    file: Blocks,
    solvable: Box<dyn Solvable>,
    code: Code,
    groups: Vec<Group>,
    /// How long each block is.
    lengths: Vec<u16>,
}

/// Where a group's blocks begin, and their checksum.
struct Group {
    start: u64,
    sum: u64,
}

impl PackedFile {
    pub(crate) fn open(
        path: &Path,
        identity: &Identity,
        solvable: Box<dyn Solvable>,
    ) -> Result<PackedFile> {
        let open = || -> Result<PackedFile> {
            let file = Blocks::open(path)?;
            let blocks = usize::try_from(blocks(solvable.as_ref()))?;
            let group_count = blocks.div_ceil(GROUP as usize);
            let mut fixed = file.beginning(FIXED as u64)?;
            let mut reader = KIND.reader(&fixed)?;
            let length = reader.number(4)?;
            let most = LONGEST_NAME_AND_CODE + 16 * group_count + 2 * blocks;
            ensure!(length <= most as u64, Refusal::Cut);
            fixed = file.beginning(length)?;
            let inner = unsealed(&fixed, checksum)
                .map_err(|_| Refusal::Damaged("its heading does not match its checksum"))?;
            let mut reader = KIND.reader(inner)?;
            reader.number(4)?;
            let (name, code) = (reader.number(4)?, reader.number(4)?);
            let count = reader.number(8)?;
            let name = reader.text(name)?;
            let told = |name: &str, count: u64| format!("{name} with {count} states");
            KIND.expect(&told(&name, count), &told(&identity.name(), identity.count))?;
            let code = Code::from_bytes(reader.take(code as usize)?);
            let groups = reader.take(16 * group_count)?;
            let (groups, _) = groups.as_chunks::<16>();
            let group = |bytes: &[u8; 16]| Group {
                start: number(&bytes[..8]),
                sum: number(&bytes[8..]),
            };
            let (lengths, _) = reader.take(2 * blocks)?.as_chunks();
            ensure!(
                reader.rest().is_empty(),
                "damaged: its heading has the wrong length"
            );
            let packed = PackedFile {
                code: code.context("damaged: its code makes no sense")?,
                solvable,
                groups: groups.iter().map(group).collect(),
                lengths: lengths.iter().map(|&it| u16::from_le_bytes(it)).collect(),
                file,
            };
            let mut end = length;
            for (group, place) in packed.groups.iter().enumerate() {
                ensure!(place.start == end, "damaged: group {group} is misplaced");
                end += packed.length(blocks_of(packed.solvable.as_ref(), group as u64));
            }
            ensure!(
                end == packed.size(),
                "truncated or overlong: expected {end} bytes, found {}",
                packed.size()
            );
            Ok(packed)
        };
        open().with_context(|| path.display().to_string())
    }

    pub(crate) fn size(&self) -> u64 {
        self.file.length()
    }

    /// How long some blocks are together.
    fn length(&self, blocks: Range<u64>) -> u64 {
        let lengths = self.lengths.get(blocks.start as usize..blocks.end as usize);
        let lengths = lengths.unwrap_or_default().iter();
        lengths.map(|&length| u64::from(length)).sum()
    }
}

impl Cells for PackedFile {
    fn cell(&self, index: u64) -> Option<Cell> {
        if index >= self.solvable.count() {
            return None;
        }
        let (block, place) = (index / self.solvable.block(), index % self.solvable.block());
        let glances = self.solvable.glances(block, place as usize + 1);
        if let Some(&Glance::Known(cell)) = glances.last() {
            return Some(cell);
        }
        let number = block / GROUP;
        let group = self.groups.get(number as usize)?;
        let blocks = blocks_of(self.solvable.as_ref(), number);
        let start = self.length(blocks.start..block) as usize;
        let end = start + self.length(block..block + 1) as usize;
        let place = group.start..group.start + self.length(blocks);
        let bytes = self.file.block(number, place, group.sum)?;
        self.code
            .decode_last(bytes.get(start..end)?, glances.into_iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::scratch::Scratch;
    use crate::tables::tiny::{COUNT, Tiny, cell, identity};
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    fn packed(path: &Path) {
        let table: Vec<u8> = (0..COUNT).map(cell).collect();
        write(path, &identity(), &Tiny, &table, 2, &Stop::new(), &|_| {}).unwrap();
    }

    /// At the first group, in the midst of counting, in the midst of packing.
    #[test]
    fn packing_that_is_stopped_leaves_the_old_file_alone() {
        let scratch = Scratch::new("packed-stopped");
        let path = scratch.path("a.packed");
        packed(&path);
        let whole = std::fs::read(&path).unwrap();
        let table: Vec<u8> = (0..COUNT).map(cell).collect();
        for groups_done in [0, 3, 8] {
            let (stop, done) = (Stop::new(), AtomicU64::new(0));
            let progress = |_| {
                if done.fetch_add(1, Relaxed) + 1 >= groups_done {
                    stop.raise();
                }
            };
            if groups_done == 0 {
                stop.raise();
            }
            let written = write(&path, &identity(), &Tiny, &table, 2, &stop, &progress);
            assert!(written.is_err(), "stopped after {groups_done} groups");
            assert!(std::fs::read(&path).unwrap() == whole);
        }
    }

    #[test]
    fn every_state_is_found_again_in_the_small_form() {
        let scratch = Scratch::new("packed-found");
        let path = scratch.path("a.packed");
        packed(&path);
        let file = PackedFile::open(&path, &identity(), Box::new(Tiny)).unwrap();
        assert!(file.size() < COUNT);
        for index in (0..COUNT).step_by(37) {
            assert_eq!(file.cell(index), Some(Cell(cell(index))), "state {index}");
        }
        assert_eq!(file.cell(COUNT), None);
    }

    #[test]
    fn damage_is_not_believed() {
        let scratch = Scratch::new("packed-damaged");
        let path = scratch.path("a.packed");
        packed(&path);
        let whole = std::fs::read(&path).unwrap();
        let open = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            PackedFile::open(&path, &identity(), Box::new(Tiny))
        };
        for length in [0, 20, 300, whole.len() - 1] {
            assert!(
                open(&whole[..length]).is_err(),
                "{length} bytes were believed"
            );
        }
        let mut heading = whole.clone();
        heading[60] ^= 1;
        assert!(open(&heading).is_err());
        let mut last = whole.clone();
        *last.last_mut().unwrap() ^= 1;
        let file = open(&last).unwrap();
        assert_eq!(file.cell(1), Some(Cell(cell(1))));
        assert_eq!(file.cell(COUNT - 2), None);
        assert_eq!(file.cell(COUNT - 1), Some(Cell(5)));
    }

    /// Right by its checksum, and no packed table all the same.
    #[test]
    fn lengths_beyond_the_file_are_refused_in_words() {
        let scratch = Scratch::new("packed-lengths");
        let path = scratch.path("a.packed");
        packed(&path);
        let whole = std::fs::read(&path).unwrap();
        let length = number(&whole[12..16]) as usize;
        for field in [16, 20] {
            for forged in [0, 1, 1000, u32::MAX] {
                let mut bytes = whole.clone();
                bytes[field..field + 4].copy_from_slice(&forged.to_le_bytes());
                let sum = checksum(&bytes[..length - 8]).to_le_bytes();
                bytes[length - 8..length].copy_from_slice(&sum);
                std::fs::write(&path, &bytes).unwrap();
                let opened = PackedFile::open(&path, &identity(), Box::new(Tiny));
                assert!(opened.is_err(), "{forged} at {field} was believed");
            }
        }
        let other = Identity {
            count: COUNT - 1,
            ..identity()
        };
        std::fs::write(&path, &whole).unwrap();
        let Err(error) = PackedFile::open(&path, &other, Box::new(Tiny)) else {
            panic!("another count was believed");
        };
        let told = format!("{error:#}");
        assert!(
            told.contains("100000 states, expected tiny  with 99999"),
            "{told}"
        );
    }
}
