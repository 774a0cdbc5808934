//! Writing a file as a whole: whoever reads the path sees what was there before or
//! all of what is there now, whenever the writer is killed.
//!
//! What is being written lies beside it as `NAME.PID.new`, locked by its writer; what
//! a killed one has left there is swept away by the next.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

const ENDING: &str = ".new";

/// A file that takes its path when it is whole; gone if it never is.
pub(crate) struct Writing {
    path: PathBuf,
    new: PathBuf,
    file: Option<BufWriter<File>>,
}

impl Writing {
    pub(crate) fn begin(path: &Path) -> io::Result<Writing> {
        // What a link points to is replaced, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let stem = stem(&path)?;
        sweep(&path, &stem);
        let mut name = stem;
        name.push(format!("{}{ENDING}", std::process::id()));
        let new = path.with_file_name(name);
        let file = File::create_new(&new)?;
        let writing = Writing {
            file: Some(BufWriter::with_capacity(1 << 16, file)),
            path,
            new,
        };
        if let Some(file) = &writing.file {
            // Where nothing can be locked nothing is swept either.
            let _ = file.get_ref().try_lock();
            if let Ok(old) = fs::metadata(&writing.path) {
                file.get_ref().set_permissions(old.permissions())?;
            }
        }
        Ok(writing)
    }

    /// Puts it in the old one's place; gives its length.
    pub(crate) fn finish(mut self) -> io::Result<u64> {
        let Some(file) = self.file.take() else {
            return Ok(0);
        };
        let finish = || -> io::Result<u64> {
            let file = file.into_inner()?;
            file.sync_all()?;
            let length = file.metadata()?.len();
            fs::rename(&self.new, &self.path)?;
            sync_directory(&self.path);
            Ok(length)
        };
        finish().inspect_err(|_| {
            let _ = fs::remove_file(&self.new);
        })
    }
}

impl Write for Writing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.file {
            Some(file) => file.write(bytes),
            None => Ok(0),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), BufWriter::flush)
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            let _ = fs::remove_file(&self.new);
        }
    }
}

/// Writes a file of these bytes.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A device or a pipe has no old content to lose, and must not be replaced.
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return fs::write(path, bytes);
    }
    let mut writing = Writing::begin(path)?;
    writing.write_all(bytes)?;
    writing.finish().map(drop)
}

/// How the names of what is being written for a path begin.
fn stem(path: &Path) -> io::Result<OsString> {
    let mut stem = path
        .file_name()
        .ok_or(io::ErrorKind::IsADirectory)?
        .to_owned();
    stem.push(".");
    Ok(stem)
}

fn sweep(path: &Path, stem: &OsString) {
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let (name, stem) = (name.as_encoded_bytes(), stem.as_encoded_bytes());
        let inner = name.strip_prefix(stem);
        let pid = inner.and_then(|rest| rest.strip_suffix(ENDING.as_bytes()));
        let is_ours = pid.is_some_and(|pid| !pid.is_empty() && pid.iter().all(u8::is_ascii_digit));
        let is_left = || File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok());
        if is_ours && is_left() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A rename is on disk when its directory is. Not every system lets one ask for it.
fn sync_directory(path: &Path) {
    let directory = path.parent().filter(|path| !path.as_os_str().is_empty());
    if let Ok(directory) = File::open(directory.unwrap_or(Path::new("."))) {
        let _ = directory.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::scratch::Scratch;

    fn names(scratch: &Scratch) -> Vec<String> {
        let directory = fs::read_dir(scratch.path(".")).unwrap();
        let names = directory.map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn the_old_file_is_there_until_the_new_one_is_whole() {
        let scratch = Scratch::new("whole-old");
        let path = scratch.path("a.txt");
        write(&path, b"old").unwrap();
        let mut writing = Writing::begin(&path).unwrap();
        writing.write_all(&[b'n'; 100_000]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        drop(writing);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(&scratch), ["a.txt"]);
        let mut writing = Writing::begin(&path).unwrap();
        writing.write_all(b"new").unwrap();
        assert_eq!(writing.finish().unwrap(), 3);
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(&scratch), ["a.txt"]);
    }

    #[test]
    fn what_a_killed_writer_left_is_swept_and_what_another_writes_is_not() {
        let scratch = Scratch::new("whole-swept");
        let path = scratch.path("a.txt");
        for name in [
            "a.txt.12.new",
            "a.txt.new",
            "a.txt.notes.new",
            "b.txt.12.new",
        ] {
            fs::write(scratch.path(name), "left").unwrap();
        }
        let other = File::create(scratch.path("a.txt.13.new")).unwrap();
        other.lock().unwrap();
        write(&path, b"mine").unwrap();
        assert_eq!(
            names(&scratch),
            [
                "a.txt",
                "a.txt.13.new",
                "a.txt.new",
                "a.txt.notes.new",
                "b.txt.12.new"
            ]
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_modes_and_devices_stay_what_they_are() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let scratch = Scratch::new("whole-links");
        let (path, link) = (scratch.path("a.txt"), scratch.path("link"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&path, &link).unwrap();
        write(&link, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        write(Path::new("/dev/null"), b"nothing").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
