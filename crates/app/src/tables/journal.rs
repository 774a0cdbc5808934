//! What a build has found so far, so that a killed one goes on where it was.
//!
//! The file grows only at its end: a heading, then frames. A frame holds the states
//! of one value in rising order, each as the distance from the one before, and a
//! checksum; a frame of value 0 closes a level. Whatever follows the last closed
//! level, torn or whole, is cut off when the build is resumed.
//!
//! ```text
//! frame: value 1 byte, first state 8, length 4, distances (seven bits a byte), checksum 8
//! ```

use super::file::Identity;
use super::memory::AtRest;
use anyhow::{Context, Result};
use plyground_engine::checked::{Kind, Refusal, checksum, number};
use plyground_engine::solve::retrograde::Cell;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

const KIND: Kind = Kind {
    name: "the journal of a build",
    magic: b"PLYBUILD",
    version: 1,
};
/// Cells that are searched for a frame's states at a time.
const STRETCH: usize = 1 << 20;
const FRAME_HEADING: usize = 13;

pub(crate) struct Journal {
    file: BufWriter<File>,
}

impl Journal {
    /// Opens the journal of a build, playing what it holds into the table; gives the
    /// last complete level. A journal of another table is refused.
    pub(crate) fn open(
        path: &Path,
        identity: &Identity,
        table: &mut [u8],
    ) -> Result<(Journal, Option<u8>)> {
        let mut opening = || -> Result<(Journal, Option<u8>)> {
            let mut file = OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(path)?;
            let heading = heading(identity);
            let mut reader = BufReader::with_capacity(1 << 20, &mut file);
            let mut found = Vec::new();
            let length = heading.len() as u64;
            reader.by_ref().take(length).read_to_end(&mut found)?;
            let (mut end, mut level) = (length, None);
            if found == heading {
                replay(&mut reader, table, &mut end, &mut level);
            } else if heading.starts_with(&found) {
                // One that was killed before it had written its heading.
                file.set_len(0)?;
                file.seek(SeekFrom::Start(0))?;
                file.write_all(&heading)?;
            } else {
                return Err(foreign(&found, &heading).into());
            }
            file.set_len(end)?;
            file.seek(SeekFrom::Start(end))?;
            let file = BufWriter::with_capacity(1 << 20, file);
            Ok((Journal { file }, level))
        };
        opening().with_context(|| format!("cannot go on with {}", path.display()))
    }

    /// Adds the states of a complete level, and of those beyond that are known already.
    pub(crate) fn add(
        &mut self,
        level: u8,
        table: AtRest<'_>,
        decided: Option<&[u64]>,
    ) -> std::io::Result<()> {
        match decided {
            Some(states) => self.add_listed(table, states)?,
            None => self.add_found(level, table)?,
        }
        self.frame(Cell::OPEN, u64::from(level), &[])?;
        self.file.flush()
    }

    fn add_listed(&mut self, table: AtRest<'_>, states: &[u64]) -> std::io::Result<()> {
        let mut states = states.to_vec();
        states.sort_unstable();
        let mut values: Vec<u8> = states.iter().map(|&state| table.cell(state)).collect();
        values.sort_unstable();
        values.dedup();
        for value in values {
            let of_value: Vec<u64> = states
                .iter()
                .copied()
                .filter(|&state| table.cell(state) == value)
                .collect();
            for states in of_value.chunks(STRETCH) {
                self.frame_of(Cell(value), states)?;
            }
        }
        Ok(())
    }

    fn add_found(&mut self, level: u8, table: AtRest<'_>) -> std::io::Result<()> {
        let least = Cell::lost(level).0;
        let mut cells = vec![0; STRETCH];
        let mut states: Vec<Vec<u64>> = vec![Vec::new(); 256];
        for first in (0..table.len()).step_by(STRETCH) {
            let cells = &mut cells[..STRETCH.min(table.len() - first)];
            table.copy(first, cells);
            for (chunk, cells) in cells.chunks(64).enumerate() {
                if cells.iter().fold(0, |most, &cell| most.max(cell)) < least {
                    continue;
                }
                for (place, &cell) in cells.iter().enumerate() {
                    if cell >= least {
                        states[cell as usize].push((first + 64 * chunk + place) as u64);
                    }
                }
            }
            for (value, states) in states.iter_mut().enumerate() {
                if !states.is_empty() {
                    self.frame_of(Cell(value as u8), states)?;
                    states.clear();
                }
            }
        }
        Ok(())
    }

    fn frame_of(&mut self, cell: Cell, states: &[u64]) -> std::io::Result<()> {
        let mut distances = Vec::with_capacity(states.len() * 2);
        for pair in states.windows(2) {
            let mut distance = pair[1] - pair[0];
            while distance >= 128 {
                distances.push(distance as u8 | 128);
                distance >>= 7;
            }
            distances.push(distance as u8);
        }
        self.frame(cell, states[0], &distances)
    }

    fn frame(&mut self, cell: Cell, first: u64, distances: &[u8]) -> std::io::Result<()> {
        let mut frame = Vec::with_capacity(FRAME_HEADING + distances.len());
        frame.push(cell.0);
        frame.extend(first.to_le_bytes());
        frame.extend((distances.len() as u32).to_le_bytes());
        frame.extend(distances);
        let sum = checksum(&frame);
        self.file.write_all(&frame)?;
        self.file.write_all(&sum.to_le_bytes())
    }
}

fn heading(identity: &Identity) -> Vec<u8> {
    let (name, count) = (identity.name(), identity.count);
    format!("PLYBUILD {}\n{name} {count}\n", KIND.version).into_bytes()
}

/// Why a beginning is not this heading.
fn foreign(found: &[u8], heading: &[u8]) -> Refusal {
    let name = |bytes: &[u8]| {
        let name = KIND.text(bytes)?;
        let name = name.split(|&byte| byte == b'\n').next();
        Ok(String::from_utf8_lossy(name.unwrap_or_default()).into_owned())
    };
    match (name(found), name(heading)) {
        (Ok(found), Ok(expected)) => Refusal::Other {
            kind: KIND.name,
            found,
            expected,
        },
        (Err(refusal), _) | (_, Err(refusal)) => refusal,
    }
}

/// Plays frames into the table as long as they are whole.
fn replay(reader: &mut impl Read, table: &mut [u8], end: &mut u64, level: &mut Option<u8>) {
    let mut position = *end;
    while let Some(frame) = whole_frame(reader) {
        position += frame.len() as u64 + 8;
        let first = number(&frame[1..9]);
        if frame[0] == Cell::OPEN.0 {
            (*end, *level) = (position, u8::try_from(first).ok());
            continue;
        }
        let (mut state, mut distance, mut shift) = (first, 0u64, 0);
        let mut put = |state: u64| {
            let state = usize::try_from(state).unwrap_or(usize::MAX);
            if let Some(cell) = table.get_mut(state) {
                *cell = frame[0];
            }
        };
        put(state);
        for &byte in &frame[FRAME_HEADING..] {
            distance |= u64::from(byte & 127) << (shift % 64);
            shift += 7;
            if byte < 128 {
                state = state.saturating_add(distance);
                put(state);
                (distance, shift) = (0, 0);
            }
        }
    }
}

fn whole_frame(reader: &mut impl Read) -> Option<Vec<u8>> {
    let mut frame = vec![0; FRAME_HEADING];
    reader.read_exact(&mut frame).ok()?;
    let length = number(&frame[9..13]) as usize;
    if length > 8 * STRETCH {
        return None;
    }
    frame.resize(FRAME_HEADING + length, 0);
    reader.read_exact(&mut frame[FRAME_HEADING..]).ok()?;
    let mut sum = [0; 8];
    reader.read_exact(&mut sum).ok()?;
    (checksum(&frame) == u64::from_le_bytes(sum)).then_some(frame)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::scratch::Scratch;
    use crate::tables::memory::Table;
    use plyground_engine::random::Random;

    const COUNT: usize = 3_000_000;

    fn identity() -> Identity {
        Identity {
            game: "tiny",
            rules: String::new(),
            count: COUNT as u64,
        }
    }

    /// A table that fills up level by level, the states listed on every second one.
    fn levels() -> Vec<(u8, Vec<(u64, u8)>)> {
        let mut random = Random::new(3);
        let mut level_of = |level: u8, states: usize| {
            let cells = [Cell::won(level).0, Cell::lost(level).0];
            let states = (0..states).map(|_| random.below(COUNT) as u64);
            let mut states: Vec<u64> = states.collect();
            states.sort_unstable();
            states.dedup();
            let cell = |state: u64| (state, cells[state as usize % 2]);
            (level, states.into_iter().map(cell).collect::<Vec<_>>())
        };
        vec![
            level_of(0, 400_000),
            level_of(1, 900),
            level_of(2, 50_000),
            level_of(3, 1),
        ]
    }

    /// Writes all levels; gives the table and the file's length after each.
    fn written(path: &Path) -> Vec<(Vec<u8>, u64)> {
        let mut table = Table::new(COUNT).unwrap();
        let (mut journal, done) = Journal::open(path, &identity(), table.bytes_mut()).unwrap();
        assert_eq!(done, None);
        let mut after = Vec::new();
        for (level, states) in levels() {
            let free: Vec<(u64, u8)> = states
                .into_iter()
                .filter(|&(state, _)| table.bytes()[state as usize] == 0)
                .collect();
            for &(state, cell) in &free {
                table.bytes_mut()[state as usize] = cell;
            }
            let listed: Vec<u64> = free.iter().map(|&(state, _)| state).collect();
            let decided = (level % 2 == 1).then_some(&listed[..]);
            let (_, at_rest) = table.shared();
            journal.add(level, at_rest, decided).unwrap();
            after.push((
                table.bytes().to_vec(),
                std::fs::metadata(path).unwrap().len(),
            ));
        }
        after
    }

    fn resumed(path: &Path) -> (Vec<u8>, Option<u8>) {
        let mut table = vec![0; COUNT];
        let (_, done) = Journal::open(path, &identity(), &mut table).unwrap();
        (table, done)
    }

    #[test]
    fn a_journal_gives_back_the_last_complete_level() {
        let scratch = Scratch::new("journal-resumed");
        let path = scratch.path("a.building");
        let after = written(&path);
        let whole = std::fs::read(&path).unwrap();
        assert_eq!(resumed(&path), (after[3].0.clone(), Some(3)));
        for (level, (table, length)) in after.iter().enumerate() {
            std::fs::write(&path, &whole[..*length as usize]).unwrap();
            assert_eq!(resumed(&path), (table.clone(), Some(level as u8)));
        }
    }

    #[test]
    fn a_torn_or_damaged_end_costs_the_level_under_way_only() {
        let scratch = Scratch::new("journal-torn");
        let path = scratch.path("a.building");
        let after = written(&path);
        let whole = std::fs::read(&path).unwrap();
        let (first, second) = (after[0].1 as usize, after[1].1 as usize);
        for length in [first + 1, (first + second) / 2, second - 1] {
            std::fs::write(&path, &whole[..length]).unwrap();
            assert_eq!(resumed(&path).1, Some(0));
            assert_eq!(std::fs::metadata(&path).unwrap().len(), first as u64);
        }
        let mut damaged = whole.clone();
        damaged[second + 40] ^= 1;
        std::fs::write(&path, &damaged).unwrap();
        assert_eq!(resumed(&path), (after[1].0.clone(), Some(1)));
    }

    #[test]
    fn the_journal_of_another_table_is_refused_and_left_alone() {
        let scratch = Scratch::new("journal-foreign");
        let path = scratch.path("a.building");
        for (text, told) in [
            ("something else", "not the journal of a build of plyground"),
            ("PLYBUILD 2\ntiny 1\n", "made by a newer plyground"),
            (
                "PLYBUILD 1\nother 5\n",
                "of other 5, expected tiny  3000000",
            ),
        ] {
            std::fs::write(&path, text).unwrap();
            let opened = Journal::open(&path, &identity(), &mut [0; 9]);
            let Err(error) = opened else {
                panic!("'{text}' was believed");
            };
            assert!(format!("{error:#}").contains(told), "{error:#}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }

    /// As a kill leaves it before the first level.
    #[test]
    fn an_unfinished_heading_is_begun_anew() {
        let scratch = Scratch::new("journal-begun");
        let path = scratch.path("a.building");
        for length in 0..heading(&identity()).len() {
            std::fs::write(&path, &heading(&identity())[..length]).unwrap();
            assert_eq!(resumed(&path), (vec![0; COUNT], None));
        }
    }

    /// The checksum is right, the numbers are not.
    #[test]
    fn a_state_beyond_all_others_is_left_out() {
        let mut frames = vec![1];
        frames.extend(u64::MAX.to_le_bytes());
        frames.extend(12u32.to_le_bytes());
        frames.extend([255; 11]);
        frames.push(127);
        frames.extend(checksum(&frames).to_le_bytes());
        let mut table = [0; 100];
        replay(&mut &frames[..], &mut table, &mut 0, &mut None);
        assert_eq!(table, [0; 100]);
    }
}
