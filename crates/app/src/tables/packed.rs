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

use super::checksum::checksum;
use super::file::{Identity, number};
use super::memory::Mapped;
use anyhow::{Context, Result, ensure};
use plyground_engine::algorithm::Stop;
use plyground_engine::parts::in_parts;
use plyground_engine::solve::packed::{Code, Counts, Glance};
use plyground_engine::solve::retrograde::{Cell, Cells};
use plyground_games::solvable::Solvable;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

const MAGIC: &[u8; 8] = b"PLYPACKD";
const VERSION: u32 = 1;
const FIXED: usize = 32;
const GROUP: u64 = 64;
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
    let unfinished = path.with_extension("unpacked");
    let writing = || -> std::io::Result<u64> {
        let mut file = BufWriter::new(File::create(&unfinished)?);
        file.write_all(&heading)?;
        for (_, group) in &packed {
            file.write_all(&group.bytes)?;
        }
        let file = file.into_inner()?;
        file.sync_all()?;
        std::fs::rename(&unfinished, path)?;
        Ok(file.metadata()?.len())
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
    bytes.extend(MAGIC);
    for number in [VERSION as usize, length, name.len(), code.len()] {
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
    bytes.extend(checksum(&bytes).to_le_bytes());
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
    path: PathBuf,
    mapped: Mapped,
    solvable: Box<dyn Solvable>,
    code: Code,
    /// Where the groups' places and sums, and the blocks' lengths, begin.
    groups: usize,
    lengths: usize,
    /// For each group whether it was checked, and found good.
    checked: Vec<AtomicU8>,
}

const UNCHECKED: u8 = 0;
const GOOD: u8 = 1;
const DAMAGED: u8 = 2;

impl PackedFile {
    pub(crate) fn open(
        path: &Path,
        identity: &Identity,
        solvable: Box<dyn Solvable>,
    ) -> Result<PackedFile> {
        let open = || -> Result<PackedFile> {
            let mapped = Mapped::open(&File::open(path)?)?;
            ensure!(
                mapped.len() >= FIXED && mapped.starts_with(MAGIC),
                "not a packed table of plyground"
            );
            let field = |at| number(&mapped, at, 4) as usize;
            let (version, length, name, code) = (field(8), field(12), field(16), field(20));
            ensure!(
                version == VERSION as usize,
                "a packed table of version {version}, expected version {VERSION}"
            );
            let blocks = blocks(solvable.as_ref()) as usize;
            let group_count = blocks.div_ceil(GROUP as usize);
            ensure!(
                (FIXED + 8..=mapped.len()).contains(&length)
                    && number(&mapped, length - 8, 8) == checksum(&mapped[..length - 8]),
                "damaged: its heading does not match its checksum"
            );
            let found = String::from_utf8_lossy(&mapped[FIXED..FIXED + name]).into_owned();
            ensure!(
                found == identity.name() && number(&mapped, 24, 8) == identity.count,
                "a packed table of {found}, expected {}",
                identity.name()
            );
            let groups = FIXED + name + code;
            let lengths = groups + 16 * group_count;
            ensure!(
                lengths + 2 * blocks + 8 == length,
                "damaged: its heading has the wrong length"
            );
            let code = Code::from_bytes(&mapped[FIXED + name..groups]);
            let packed = PackedFile {
                path: path.to_owned(),
                code: code.context("damaged: its code makes no sense")?,
                solvable,
                groups,
                lengths,
                checked: (0..group_count).map(|_| AtomicU8::new(UNCHECKED)).collect(),
                mapped,
            };
            let end = packed.place(group_count - 1).end;
            ensure!(
                end == packed.mapped.len(),
                "truncated or overlong: expected {end} bytes, found {}",
                packed.mapped.len()
            );
            Ok(packed)
        };
        open().with_context(|| path.display().to_string())
    }

    pub(crate) fn size(&self) -> u64 {
        self.mapped.len() as u64
    }

    fn length(&self, block: u64) -> usize {
        number(&self.mapped, self.lengths + 2 * block as usize, 2) as usize
    }

    /// Where a group's blocks lie.
    fn place(&self, group: usize) -> Range<usize> {
        let start = number(&self.mapped, self.groups + 16 * group, 8) as usize;
        let blocks = blocks_of(self.solvable.as_ref(), group as u64);
        start..start + blocks.map(|block| self.length(block)).sum::<usize>()
    }

    fn group(&self, group: usize) -> Option<&[u8]> {
        let bytes = self.mapped.get(self.place(group))?;
        let checked = &self.checked[group];
        if checked.load(Relaxed) == UNCHECKED {
            let sum = number(&self.mapped, self.groups + 16 * group + 8, 8);
            let is_good = checksum(bytes) == sum;
            let before = checked.swap(if is_good { GOOD } else { DAMAGED }, Relaxed);
            if !is_good && before == UNCHECKED {
                let path = self.path.display();
                eprintln!(
                    "plyground: {path}: damaged: group {group} does not match its checksum; \
                     going on without it"
                );
            }
        }
        (checked.load(Relaxed) == GOOD).then_some(bytes)
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
        let group = block / GROUP;
        let start: usize = (group * GROUP..block).map(|block| self.length(block)).sum();
        let bytes = self
            .group(group as usize)?
            .get(start..start + self.length(block))?;
        self.code.decode_last(bytes, glances.into_iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::scratch::Scratch;
    use plyground_engine::solve::retrograde::{Fault, LevelObserver, Stopped};
    use std::sync::atomic::AtomicU64;

    /// As much of a game as packing asks for.
    struct Tiny;

    const COUNT: u64 = 100_000;

    impl Solvable for Tiny {
        fn rules(&self) -> String {
            String::new()
        }
        fn count(&self) -> u64 {
            COUNT
        }
        fn working_memory(&self) -> u64 {
            0
        }
        fn solve(
            &self,
            _table: &[AtomicU8],
            _done: Option<u8>,
            _threads: usize,
            _stop: &Stop<'_>,
            _observer: &mut dyn LevelObserver,
        ) -> Result<(), Stopped> {
            Ok(())
        }
        fn verify(
            &self,
            _table: &[u8],
            _threads: usize,
            _stop: &Stop<'_>,
            _observer: &(dyn Fn(u64) + Sync),
        ) -> Result<(u64, Vec<Fault>), Stopped> {
            Ok((0, Vec::new()))
        }
        fn verify_states(
            &self,
            _table: &[u8],
            _states: &mut dyn Iterator<Item = u64>,
        ) -> Vec<Fault> {
            Vec::new()
        }
        fn position(&self, index: u64) -> String {
            index.to_string()
        }
        fn weights(&self) -> Vec<(Range<u64>, u64)> {
            Vec::new()
        }
        fn block(&self) -> u64 {
            300
        }
        fn glances(&self, block: u64, states: usize) -> Vec<Glance> {
            let indices = (300 * block..).take(states);
            indices
                .map(|index| match index % 3 {
                    0 => Glance::Known(Cell(5)),
                    rest => Glance::Context(rest as u8),
                })
                .collect()
        }
        fn starts(&self) -> Vec<Vec<(&'static str, &'static str)>> {
            Vec::new()
        }
    }

    fn cell(index: u64) -> u8 {
        match index % 3 {
            0 => 5,
            _ => (index / 7 % 11) as u8,
        }
    }

    fn identity() -> Identity {
        Identity {
            game: "tiny",
            rules: String::new(),
            count: COUNT,
        }
    }

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
}
