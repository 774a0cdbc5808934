//! Every finished game of a match on disk at once, a line each, so that a match
//! that was killed goes on where it was. The first line names the match; a last
//! line that was cut short by the kill is played again.

use super::Finished;
use crate::failure::{Failure, Outcome};
use serde_json::{Value as Json, json};
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
}

impl Journal {
    /// Begins a journal; a file that is there already is not overwritten.
    pub(crate) fn begin(path: &Path, title: &str) -> Outcome<Journal> {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let mut file = file.map_err(|error| {
            Failure::input(format!(
                "cannot begin {}: {error} (--resume goes on with it)",
                path.display()
            ))
        })?;
        writeln!(file, "{}", json!({"match": title}))?;
        Ok(Journal { file })
    }

    /// Goes on with a journal of the same match: its games, and the journal to add to.
    pub(crate) fn resume(path: &Path, title: &str) -> Outcome<(Journal, Vec<Finished>)> {
        let cannot =
            |reason: String| Failure::input(format!("cannot resume {}: {reason}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| cannot(error.to_string()))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines().enumerate();
        let first = lines
            .next()
            .and_then(|(_, line)| serde_json::from_str::<Json>(line).ok());
        match first.as_ref().and_then(|json| json["match"].as_str()) {
            Some(found) if found == title => {}
            Some(found) => return Err(cannot(format!("it belongs to another match: {found}"))),
            None => return Err(cannot("line 1 does not name a match".to_owned())),
        }
        let mut finished = Vec::new();
        for (number, line) in lines {
            let game = serde_json::from_str(line);
            finished.push(game.map_err(|_| cannot(format!("line {} is no game", number + 1)))?);
        }
        let mut file = OpenOptions::new().write(true).open(path)?;
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok((Journal { file }, finished))
    }

    pub(crate) fn add(&mut self, game: &Finished) -> Outcome {
        let line = serde_json::to_string(game)?;
        self.file.write_all(format!("{line}\n").as_bytes())?;
        self.file.sync_data()?;
        Ok(())
    }
}
