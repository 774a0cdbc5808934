//! The games of one generation on disk: a heading that says how they were played,
//! then blocks of games, each with its number and a checksum. A block that was
//! not written to its end is cut off and its games are played again.
//!
//! ```text
//! plyground games 1⏎ game=…⏎ generation=…⏎ seed=…⏎ nodes=…⏎ player=…⏎ ⏎
//! block: number (4 bytes), length (4), checksum (8), games
//! ```

use crate::failure::{Failure, Outcome};
use anyhow::Context;
use plyground_engine::checked::{Kind, Reader, checksum};
use plyground_engine::learn::games::GameRecord;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const HEADING: &str = "plyground games 1";
const KIND: Kind = Kind {
    name: "a file of games",
    magic: b"plyground games",
    version: 1,
};
/// A block of games is written as soon as it is played.
pub(crate) const GAMES_A_BLOCK: u64 = 32;
/// No block of so few games is longer.
const LONGEST_BLOCK: usize = 1 << 20;
const BLOCK_HEADING: usize = 16;

/// How the games of a file are played: all that its games depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    pub(crate) game: String,
    pub(crate) generation: u32,
    pub(crate) seed: u64,
    pub(crate) nodes: u64,
    /// Who plays: `by hand`, or a generation with the checksum of its weights.
    pub(crate) player: String,
}

impl Played {
    fn heading(&self) -> String {
        format!(
            "{HEADING}\ngame={}\ngeneration={}\nseed={}\nnodes={}\nplayer={}\n\n",
            self.game, self.generation, self.seed, self.nodes, self.player
        )
    }
}

/// A file of games, open for more.
#[derive(Debug)]
pub(crate) struct Lessons {
    file: File,
    path: PathBuf,
    /// The blocks that are there.
    pub(crate) blocks: BTreeSet<u32>,
}

impl Lessons {
    /// Opens the file or begins it. One of other games is refused.
    pub(crate) fn open(path: &Path, played: &Played) -> Outcome<Lessons> {
        let told = || format!("cannot open {}", path.display());
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .with_context(told)?;
        let heading = played.heading();
        let length = file.metadata().with_context(told)?.len();
        let mut found = vec![0; heading.len().min(length as usize)];
        file.read_exact(&mut found).with_context(told)?;
        // A heading that was not written to its end has no games behind it.
        if !heading.as_bytes().starts_with(&found) {
            return Err(other_games(path, &heading, &found));
        }
        let mut blocks = BTreeSet::new();
        let mut end = heading.len() as u64;
        if found.len() < heading.len() {
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(heading.as_bytes())?;
        } else {
            each_block(&mut file, |number, bytes| {
                blocks.insert(number);
                end += (BLOCK_HEADING + bytes.len()) as u64;
            })?;
            file.set_len(end)?;
        }
        file.seek(SeekFrom::Start(end))?;
        Ok(Lessons {
            file,
            path: path.to_owned(),
            blocks,
        })
    }

    /// Writes a block of games.
    pub(crate) fn add(&mut self, number: u32, games: &[u8]) -> Outcome {
        let mut block = Vec::with_capacity(BLOCK_HEADING + games.len());
        block.extend(number.to_le_bytes());
        block.extend((games.len() as u32).to_le_bytes());
        block.extend(checksum(games).to_le_bytes());
        block.extend(games);
        let told = || format!("cannot write {}", self.path.display());
        self.file.write_all(&block).with_context(told)?;
        self.blocks.insert(number);
        Ok(())
    }
}

fn other_games(path: &Path, expected: &str, found: &[u8]) -> Failure {
    if let Err(refusal) = KIND.text(found) {
        return Failure::input(format!("{}: {refusal}", path.display()));
    }
    let found = String::from_utf8_lossy(found);
    let differs = |(expected, found): &(&str, &str)| expected != found;
    let difference = expected.lines().zip(found.lines()).find(differs);
    let (expected, found) = difference.unwrap_or((HEADING, "something else"));
    Failure::input(format!(
        "{}: expected games with '{expected}', found '{found}'; give another --dir",
        path.display()
    ))
}

/// Tells every whole block from where the file stands on.
fn each_block(file: &mut File, mut told: impl FnMut(u32, &[u8])) -> Outcome {
    let mut reader = BufReader::new(file);
    let mut games = Vec::new();
    loop {
        let mut heading = [0; BLOCK_HEADING];
        if reader.read_exact(&mut heading).is_err() {
            return Ok(());
        }
        let mut fields = Reader::new(&heading);
        let mut field = |length| fields.number(length).unwrap_or_default();
        let (number, length, sum) = (field(4) as u32, field(4) as usize, field(8));
        if length > LONGEST_BLOCK {
            return Ok(());
        }
        games.resize(length, 0);
        if reader.read_exact(&mut games).is_err() || checksum(&games) != sum {
            return Ok(());
        }
        told(number, &games);
    }
}

/// Reads all games of a file, with their numbers; `read` says whether to go on.
pub(crate) fn read(
    path: &Path,
    game: &str,
    mut read: impl FnMut(u64, GameRecord) -> Outcome<bool>,
) -> Outcome {
    let told = || format!("cannot read {}", path.display());
    let mut file = File::open(path).with_context(told)?;
    let mut text = Vec::new();
    let mut byte = [0];
    while !text.ends_with(b"\n\n") && text.len() < 1000 {
        if file.read(&mut byte).with_context(told)? == 0 {
            break;
        }
        text.push(byte[0]);
    }
    let expected = format!("{HEADING}\ngame={game}\n");
    if !text.starts_with(expected.as_bytes()) {
        return Err(other_games(path, &expected, &text));
    }
    let mut blocks: Vec<(u32, Vec<u8>)> = Vec::new();
    each_block(&mut file, |number, games| {
        blocks.push((number, games.to_vec()))
    })?;
    // Threads finish blocks in any order, and a block may be there twice.
    blocks.sort_unstable_by_key(|(number, _)| *number);
    blocks.dedup_by_key(|(number, _)| *number);
    for (block, games) in blocks {
        let mut rest = games.as_slice();
        let first = u64::from(block) * GAMES_A_BLOCK;
        for number in first.. {
            if rest.is_empty() {
                break;
            }
            let record = GameRecord::read(&mut rest).ok_or_else(|| {
                Failure::input(format!("{}: game {number} is damaged", path.display()))
            })?;
            if !read(number, record)? {
                return Ok(());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_engine::game::WinDrawLoss;
    use plyground_engine::learn::games::Ply;

    fn played() -> Played {
        Played {
            game: "some-game".to_owned(),
            generation: 1,
            seed: 7,
            nodes: 100,
            player: "by hand".to_owned(),
        }
    }

    fn games(count: u16) -> (Vec<GameRecord>, Vec<u8>) {
        let game = |mv| GameRecord {
            start: format!("start {mv}"),
            result: WinDrawLoss::Win,
            plies: vec![Ply { mv, score: -5 }; usize::from(mv)],
        };
        let records: Vec<GameRecord> = (0..count).map(game).collect();
        let mut bytes = Vec::new();
        for record in &records {
            record.write(&mut bytes);
        }
        (records, bytes)
    }

    fn all(path: &Path) -> Vec<(u64, GameRecord)> {
        let mut found = Vec::new();
        read(path, "some-game", |number, record| {
            found.push((number, record));
            Ok(true)
        })
        .unwrap();
        found
    }

    #[test]
    fn a_file_that_was_cut_anywhere_goes_on_with_its_whole_blocks() {
        let directory = std::env::temp_dir().join(format!("lessons-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let path = directory.join("games");
        let (records, bytes) = games(32);
        let mut lessons = Lessons::open(&path, &played()).unwrap();
        lessons.add(1, &bytes).unwrap();
        lessons.add(0, &bytes).unwrap();
        drop(lessons);
        assert_eq!(all(&path).len(), 64);
        assert_eq!(all(&path)[33], (33, records[1].clone()));
        let whole = std::fs::read(&path).unwrap();
        for length in (0..whole.len()).step_by(97) {
            std::fs::write(&path, &whole[..length]).unwrap();
            let mut lessons = Lessons::open(&path, &played()).unwrap();
            let there = lessons.blocks.clone();
            for block in [1, 0].into_iter().filter(|block| !there.contains(block)) {
                lessons.add(block, &bytes).unwrap();
            }
            drop(lessons);
            assert_eq!(std::fs::read(&path).unwrap(), whole, "cut at {length}");
        }
        let other = Played {
            seed: 8,
            ..played()
        };
        assert!(matches!(
            Lessons::open(&path, &other),
            Err(Failure::Input(line)) if line.contains("'seed=8', found 'seed=7'")
        ));
        std::fs::remove_dir_all(&directory).unwrap();
    }
}
