//! A directory for one test, gone when the test ends.

use std::path::{Path, PathBuf};

pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Scratch {
        Scratch::below(&std::env::temp_dir(), name)
    }

    /// In memory, where there are files in memory.
    pub(crate) fn in_memory(name: &str) -> Scratch {
        let memory = Path::new("/dev/shm");
        match memory.is_dir() {
            true => Scratch::below(memory, name),
            false => Scratch::new(name),
        }
    }

    fn below(folder: &Path, name: &str) -> Scratch {
        let directory = folder.join(format!("plyground-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("a directory for the test");
        Scratch(directory)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
