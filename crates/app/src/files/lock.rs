//! One writer at a time. A lock is the system's and ends with its process, however
//! that ends; a lock file that lies around says nothing.

use crate::failure::{Failure, Outcome};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

/// Held until it is dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

/// Keeps every other writer away from what lies at `path`, by a file beside it.
/// `work` says what one of them would be: `build`.
pub(crate) fn beside(path: &Path, work: &str) -> Outcome<Lock> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    at(&PathBuf::from(name), work, path)
}

/// The same by a lock file of this name.
pub(crate) fn at(lock: &Path, work: &str, what: &Path) -> Outcome<Lock> {
    let cannot = |what: &str, path: &Path, error: std::io::Error| {
        Failure::input(format!("cannot {what} {}: {error}", path.display()))
    };
    if let Some(directory) = lock.parent() {
        fs::create_dir_all(directory).map_err(|error| cannot("make", directory, error))?;
    }
    let options = OpenOptions::new().append(true).create(true).open(lock);
    let file = options.map_err(|error| cannot("write", lock, error))?;
    hold(&file, work, what)?;
    Ok(Lock { _file: file })
}

/// Locks an open file itself, for as long as it is open.
pub(crate) fn hold(file: &File, work: &str, what: &Path) -> Outcome {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => {
            Failure::input(format!("another {work} is at work on {}", what.display()))
        }
        TryLockError::Error(error) => {
            Failure::input(format!("cannot lock {}: {error}", what.display()))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::scratch::Scratch;

    #[test]
    fn a_second_writer_is_refused_by_name_until_the_first_is_gone() {
        let scratch = Scratch::new("lock");
        let path = scratch.path("deep/a.table");
        let first = beside(&path, "build").unwrap();
        let Err(Failure::Input(told)) = beside(&path, "build") else {
            panic!("two builds hold one lock");
        };
        assert!(told.starts_with("another build is at work on "), "{told}");
        drop(first);
        assert!(beside(&path, "build").is_ok());
    }
}
