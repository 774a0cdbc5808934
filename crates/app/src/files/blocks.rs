//! A file that is too large for memory, read block by block. Each block is checked
//! when it is read, the last ones are kept, and nothing is mapped: a file that is cut
//! or changed beneath its reader costs answers, never the process.

use anyhow::{Context, Result, ensure};
use plyground_engine::checked::checksum;
use std::collections::{HashSet, VecDeque};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Blocks that are kept, so that neighbours are not read twice.
const KEPT: usize = 32;

pub(crate) struct Blocks {
    path: PathBuf,
    length: u64,
    state: Mutex<State>,
}

struct State {
    file: File,
    recent: VecDeque<(u64, Arc<[u8]>)>,
    /// Blocks that did not match their sums, each named once.
    damaged: HashSet<u64>,
}

impl Blocks {
    pub(crate) fn open(path: &Path) -> Result<Blocks> {
        let file = File::open(path)?;
        let length = file.metadata()?;
        ensure!(length.is_file(), "not a file");
        Ok(Blocks {
            path: path.to_owned(),
            length: length.len(),
            state: Mutex::new(State {
                file,
                recent: VecDeque::new(),
                damaged: HashSet::new(),
            }),
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// So many of the first bytes, unchecked; fewer where the file is shorter.
    pub(crate) fn beginning(&self, length: u64) -> Result<Vec<u8>> {
        let mut state = self.state();
        let wanted = length.min(self.length);
        Ok(read(&mut state.file, 0..wanted)?)
    }

    /// The block that lies there and has this sum. Damage is told once, and then
    /// there is no such block.
    pub(crate) fn block(&self, number: u64, place: Range<u64>, sum: u64) -> Option<Arc<[u8]>> {
        let mut state = self.state();
        if let Some((_, bytes)) = state.recent.iter().find(|(kept, _)| *kept == number) {
            return Some(bytes.clone());
        }
        if state.damaged.contains(&number) {
            return None;
        }
        let found = read(&mut state.file, place).context("cannot be read");
        let good = found.and_then(|bytes| {
            ensure!(
                checksum(&bytes) == sum,
                "damaged: block {number} does not match its checksum"
            );
            Ok(bytes)
        });
        match good {
            Ok(bytes) => {
                let bytes: Arc<[u8]> = bytes.into();
                state.recent.truncate(KEPT - 1);
                state.recent.push_front((number, bytes.clone()));
                Some(bytes)
            }
            Err(error) => {
                state.damaged.insert(number);
                let path = self.path.display();
                eprintln!("plyground: {path}: {error:#}; going on without it");
                None
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read(file: &mut File, place: Range<u64>) -> io::Result<Vec<u8>> {
    let length = place.end.checked_sub(place.start);
    let length = length.and_then(|length| usize::try_from(length).ok());
    let mut bytes = Vec::new();
    let length = length.ok_or(io::ErrorKind::InvalidInput)?;
    file.seek(SeekFrom::Start(place.start))?;
    // No more memory than the file has bytes, whatever a heading says.
    file.take(length as u64).read_to_end(&mut bytes)?;
    match bytes.len() == length {
        true => Ok(bytes),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::scratch::Scratch;

    #[test]
    fn a_file_cut_beneath_its_reader_costs_answers_only() {
        let scratch = Scratch::new("blocks-cut");
        let path = scratch.path("a");
        let bytes: Vec<u8> = (0..40_000u32).map(|byte| byte as u8).collect();
        std::fs::write(&path, &bytes).unwrap();
        let blocks = Blocks::open(&path).unwrap();
        let block = |number: u64| {
            let place = 1000 * number..1000 * number + 1000;
            let sum = checksum(&bytes[place.start as usize..place.end as usize]);
            blocks.block(number, place, sum)
        };
        for number in 0..40 {
            assert!(block(number).is_some());
        }
        let file = File::options().write(true).open(&path).unwrap();
        file.set_len(500).unwrap();
        assert!(block(39).is_some(), "kept");
        assert!(block(0).is_none());
        file.set_len(0).unwrap();
        std::fs::write(&path, &bytes).unwrap();
        assert!(block(1).is_some());
        assert!(block(0).is_none(), "named as damaged once");
        assert_eq!(blocks.beginning(u64::MAX).unwrap(), bytes);
        let nowhere = Range { start: 10, end: 5 };
        assert!(blocks.block(99, nowhere, 0).is_none());
    }
}
