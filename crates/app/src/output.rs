//! Files that a command writes for its user.

use crate::failure::{Failure, Outcome};
use crate::files::whole::{self, Writing};
use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

/// Refuses a file that cannot be written, before hours of work for it are lost.
/// What is there stays, and what is not there does not come to be.
pub(crate) fn check(path: Option<&Path>) -> Outcome {
    let Some(path) = path else {
        return Ok(());
    };
    let tried = || -> io::Result<()> {
        match fs::metadata(path) {
            Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(there) => {
                OpenOptions::new().append(true).open(path)?;
                match there.is_file() {
                    true => Writing::begin(path).map(drop),
                    false => Ok(()),
                }
            }
            Err(_) => Writing::begin(path).map(drop),
        }
    };
    tried().map_err(|error| refusal(path, &error))
}

/// Writes it as a whole: who is killed here leaves what was there before.
pub(crate) fn write(path: &Path, text: &str) -> Outcome {
    whole::write(path, text.as_bytes()).map_err(|error| refusal(path, &error))
}

fn refusal(path: &Path, error: &io::Error) -> Failure {
    Failure::input(format!("cannot write {}: {error}", path.display()))
}
