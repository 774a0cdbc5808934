//! Files that a command writes for its user.

use crate::failure::{Failure, Outcome};
use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

/// Refuses a file that cannot be written, before hours of work for it are lost.
/// What is there stays, and what is not there does not come to be.
pub(crate) fn check(path: Option<&Path>) -> Outcome {
    let Some(path) = path else {
        return Ok(());
    };
    let is_new = !path.exists();
    let opened = OpenOptions::new().append(true).create(true).open(path);
    opened.map_err(|error| refusal(path, &error))?;
    if is_new {
        fs::remove_file(path).map_err(|error| refusal(path, &error))?;
    }
    Ok(())
}

pub(crate) fn write(path: &Path, text: &str) -> Outcome {
    fs::write(path, text).map_err(|error| refusal(path, &error))
}

fn refusal(path: &Path, error: &io::Error) -> Failure {
    Failure::input(format!("cannot write {}: {error}", path.display()))
}
