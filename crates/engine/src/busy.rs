//! What the threads of a search are at just now: the marks of ABDADA.
//!
//! Threads that search the same tree in the same order and share a table do well
//! to put off what another one is busy with: later its result may have come. A
//! lost mark costs some work done twice, never a wrong result, so the marks are
//! single words that may overwrite each other.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SLOTS: usize = 1024;

#[derive(Debug)]
pub struct Busy {
    slots: Vec<AtomicU64>,
}

impl Default for Busy {
    fn default() -> Busy {
        Busy::new()
    }
}

impl Busy {
    pub fn new() -> Busy {
        Busy {
            slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.slots[key as usize % SLOTS]
    }

    pub fn is_busy(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }

    pub fn begin(&self, key: u64) {
        self.slot(key).store(key, Relaxed);
    }

    pub fn end(&self, key: u64) {
        let _ = self.slot(key).compare_exchange(key, 0, Relaxed, Relaxed);
    }
}
