//! Every finished game of a match on disk at once, a line each, so that a match
//! that was killed goes on where it was. The first line names the match; a last
//! line that was cut short by the kill is played again. One match at a time has the
//! file, and every line ends with its checksum.
//!
//! ```text
//! {"match":"…","version":2,"sum":"0123456789abcdef"}
//! {"number":0,…,"record":"…","sum":"…"}
//! ```

use super::Finished;
use crate::failure::{Failure, Outcome};
use crate::files::{lock, whole};
use plyground_engine::checked::checksum;
use serde_json::{Value as Json, json};
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Lines of version 1 have no checksums; they are read, and written no more.
const VERSION: u64 = 2;

#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
    title: String,
    /// The numbers of the games in it, as they stand there.
    numbers: Vec<usize>,
}

/// What every game of a match must fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) contestants: usize,
    pub(crate) players: usize,
}

impl Journal {
    /// Begins a journal; a file that is there already is not overwritten, unless its
    /// first line was never finished.
    pub(crate) fn begin(path: &Path, title: &str) -> Outcome<Journal> {
        let cannot = |reason: String| {
            Failure::input(format!(
                "cannot begin {}: {reason} (--resume goes on with it)",
                path.display()
            ))
        };
        let (file, text) = opened(path, true).map_err(|error| match error {
            Failure::Input(reason) => cannot(reason),
            other => other,
        })?;
        if text.contains('\n') || !heading(title).starts_with(&text) {
            return Err(cannot("it is there already".to_owned()));
        }
        Journal::new(file, path, title).begun()
    }

    fn new(file: File, path: &Path, title: &str) -> Journal {
        Journal {
            file,
            path: path.to_owned(),
            title: title.to_owned(),
            numbers: Vec::new(),
        }
    }

    /// Goes on with a journal of the same match: its games, and the journal to add to.
    pub(crate) fn resume(
        path: &Path,
        title: &str,
        shape: Shape,
    ) -> Outcome<(Journal, Vec<Finished>)> {
        let cannot =
            |reason: String| Failure::input(format!("cannot resume {}: {reason}", path.display()));
        let (mut file, text) = opened(path, false).map_err(|error| match error {
            Failure::Input(reason) => cannot(reason),
            other => other,
        })?;
        if !text.contains('\n') && heading(title).starts_with(&text) {
            return Ok((Journal::new(file, path, title).begun()?, Vec::new()));
        }
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let finished = read(&text[..whole], title, shape).map_err(cannot)?;
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::Start(whole as u64))?;
        let mut journal = Journal::new(file, path, title);
        journal.numbers = finished.iter().map(|game| game.number).collect();
        Ok((journal, finished))
    }

    fn begun(mut self) -> Outcome<Journal> {
        self.file.set_len(0)?;
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(heading(&self.title).as_bytes())?;
        self.file.sync_all()?;
        Ok(self)
    }

    pub(crate) fn add(&mut self, game: &Finished) -> Outcome {
        let line = serde_json::to_string(game)?;
        self.file.write_all(summed(&line).as_bytes())?;
        self.file.sync_data()?;
        self.numbers.push(game.number);
        Ok(())
    }

    /// Makes it the journal of these games, if it is not yet: the same one whoever
    /// played them, and whichever ended first.
    pub(crate) fn put_in_order(self, games: &[Finished]) -> Outcome {
        let numbers = games.iter().map(|game| game.number);
        if self.numbers.iter().copied().eq(numbers) {
            return Ok(());
        }
        let mut text = heading(&self.title);
        for game in games {
            text += &summed(&serde_json::to_string(game)?);
        }
        whole::write(&self.path, text.as_bytes())?;
        Ok(())
    }
}

/// The file, locked, and what it holds.
fn opened(path: &Path, may_be_new: bool) -> Outcome<(File, String)> {
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(may_be_new);
    let told = |error: std::io::Error| Failure::input(error.to_string());
    let mut file = options.open(path).map_err(told)?;
    lock::hold(&file, "match", path)?;
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(told)?;
    Ok((file, text))
}

fn heading(title: &str) -> String {
    summed(&json!({"match": title, "version": VERSION}).to_string())
}

/// The line of an object, with its sum as the last member.
fn summed(object: &str) -> String {
    let inner = object.strip_suffix('}').unwrap_or(object);
    format!(
        "{inner},\"sum\":\"{:016x}\"}}\n",
        checksum(inner.as_bytes())
    )
}

/// Whether a line has a sum, and the right one.
fn is_sound(line: &str) -> Option<bool> {
    let (inner, sum) = line.rsplit_once(",\"sum\":\"")?;
    let sum = sum.strip_suffix("\"}").unwrap_or_default();
    Some(u64::from_str_radix(sum, 16) == Ok(checksum(inner.as_bytes())))
}

/// The games of whole lines, each once; in words why there are none.
pub(crate) fn read(text: &str, title: &str, shape: Shape) -> Result<Vec<Finished>, String> {
    let mut lines = text.lines().enumerate();
    let first = lines.next().map_or("", |(_, line)| line);
    let json: Json = serde_json::from_str(first).unwrap_or_default();
    let version = json["version"].as_u64().unwrap_or(1);
    match json["match"].as_str() {
        None => return Err("line 1 does not name a match".to_owned()),
        Some(_) if version > VERSION => {
            return Err(format!(
                "made by a newer plyground: version {version}, expected version {VERSION}"
            ));
        }
        Some(_) if is_sound(first) == Some(false) || version > 1 && is_sound(first).is_none() => {
            return Err("line 1 is damaged: it does not match its checksum".to_owned());
        }
        Some(found) if found != title => {
            return Err(format!("it belongs to another match: {found}"));
        }
        Some(_) => {}
    }
    let (mut finished, mut numbers) = (Vec::new(), HashSet::new());
    for (number, line) in lines {
        let number = number + 1;
        if !is_sound(line).unwrap_or(version == 1) {
            return Err(format!(
                "line {number} is damaged: it does not match its checksum \
                 (without that line its game is played again)"
            ));
        }
        let game: Option<Finished> = serde_json::from_str(line).ok();
        let Some(game) = game.filter(|game| shape.fits(game)) else {
            return Err(format!("line {number} is no game of this match"));
        };
        if numbers.insert(game.number) {
            finished.push(game);
        }
    }
    Ok(finished)
}

impl Shape {
    fn fits(self, game: &Finished) -> bool {
        let seats: HashSet<usize> = game.seats.iter().copied().collect();
        let mut places = game.places.iter().map(|&place| usize::from(place));
        let forfeit = game.forfeit.as_ref();
        game.seats.len() == self.players
            && game.places.len() == self.players
            && seats.len() == self.players
            && seats.iter().all(|&seat| seat < self.contestants)
            && places.all(|place| (1..=self.players).contains(&place))
            && forfeit.is_none_or(|forfeit| seats.contains(&forfeit.contestant))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::scratch::Scratch;

    const SHAPE: Shape = Shape {
        contestants: 2,
        players: 2,
    };

    fn game(number: usize) -> Finished {
        Finished {
            number,
            opening: number / 2,
            seats: vec![0, 1],
            places: vec![1, 2],
            forfeit: None,
            record: format!("[Game \"{number}\"]\n1. a, \"sum\":\"b\" *\n"),
        }
    }

    fn refused(text: &str) -> String {
        read(text, "a title", SHAPE).expect_err(text)
    }

    fn written(path: &Path, games: usize) -> String {
        let mut journal = Journal::begin(path, "a title").unwrap();
        for number in 0..games {
            journal.add(&game(number)).unwrap();
        }
        std::fs::read_to_string(path).unwrap()
    }

    #[test]
    fn a_journal_cut_anywhere_gives_its_whole_lines() {
        let scratch = Scratch::new("match-cut");
        let path = scratch.path("a.match");
        let text = written(&path, 4);
        // A stride without a common divisor with the lines' lengths; each step waits for the disk.
        for length in (0..text.len()).step_by(13).chain([text.len()]) {
            std::fs::write(&path, &text[..length]).unwrap();
            let (mut journal, found) = Journal::resume(&path, "a title", SHAPE).unwrap();
            let lines = text[..length].matches('\n').count();
            assert_eq!(found.len(), lines.saturating_sub(1), "cut at {length}");
            for number in found.len()..4 {
                journal.add(&game(number)).unwrap();
            }
            drop(journal);
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        std::fs::write(&path, &text[..10]).unwrap();
        assert!(Journal::begin(&path, "a title").is_ok());
    }

    #[test]
    fn every_changed_letter_is_noticed() {
        let scratch = Scratch::new("match-changed");
        let text = written(&scratch.path("a.match"), 2);
        assert_eq!(read(&text, "a title", SHAPE).unwrap(), [game(0), game(1)]);
        for place in 0..text.len() - 1 {
            let mut changed = text.clone().into_bytes();
            changed[place] ^= 1;
            refused(&String::from_utf8(changed).unwrap());
        }
    }

    #[test]
    fn a_second_match_on_the_same_file_is_refused() {
        let scratch = Scratch::new("match-twice");
        let path = scratch.path("a.match");
        let first = Journal::begin(&path, "a title").unwrap();
        for second in [
            Journal::begin(&path, "a title").err(),
            Journal::resume(&path, "a title", SHAPE).err(),
        ] {
            let Some(Failure::Input(told)) = second else {
                panic!("two matches write one journal");
            };
            assert!(told.contains("another match is at work on"), "{told}");
        }
        drop(first);
        assert!(Journal::resume(&path, "a title", SHAPE).is_ok());
    }

    /// By seats that nobody sits in, of version 1, which has no sums.
    #[test]
    fn what_fits_no_match_is_refused_and_a_game_counts_once() {
        let line = |game: &Finished| serde_json::to_string(game).unwrap();
        let journal = |game: &Finished| {
            let line = line(game);
            format!("{{\"match\":\"a title\"}}\n{line}\n{line}\n")
        };
        let found = read(&journal(&game(0)), "a title", SHAPE).unwrap();
        assert_eq!(found, [game(0)]);
        for (seats, places) in [
            (vec![0, 7], vec![1, 2]),
            (vec![0, 0], vec![1, 2]),
            (vec![0], vec![1]),
            (vec![0, 1], vec![1]),
            (vec![0, 1], vec![0, 3]),
        ] {
            let game = Finished {
                seats,
                places,
                ..game(0)
            };
            assert_eq!(refused(&journal(&game)), "line 2 is no game of this match");
        }
        let newer = "{\"match\":\"a title\",\"version\":3}\n";
        assert!(refused(newer).starts_with("made by a newer plyground"));
        assert!(refused("").starts_with("line 1 does not name"));
    }
}
