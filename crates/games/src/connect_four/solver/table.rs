//! The bounds found so far, shared by all threads without locks.
//!
//! One word an entry, eight entries a cache line:
//!
//! ```text
//!   63 ………………… 20  19 … 15  14 … 12  11 … 6   5 … 0
//!   the key's top   work     age      low+32   31-high
//! ```
//!
//! So an empty word knows nothing: its bounds are the widest. The work is the
//! number of bits of the nodes that the result cost; the entry of an earlier
//! question goes first, then the one of the least work. A bound is a fact about
//! a position, so nothing need ever be cleared.

use plyground_engine::lines::{Line, Lines};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

const TAG: u64 = !0 << 20;
const LOWEST: i32 = -32;
const HIGHEST: i32 = 31;

#[derive(Debug)]
pub(super) struct Table {
    buckets: Lines,
    age: AtomicU8,
}

/// What is known of a score: both ends are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: i32,
    pub(super) high: i32,
}

impl Bounds {
    pub(super) const UNKNOWN: Bounds = Bounds {
        low: LOWEST,
        high: HIGHEST,
    };

    pub(super) const fn at_least(low: i32) -> Bounds {
        Bounds {
            low,
            ..Bounds::UNKNOWN
        }
    }

    pub(super) const fn at_most(high: i32) -> Bounds {
        Bounds {
            high,
            ..Bounds::UNKNOWN
        }
    }

    /// As the other side sees it.
    #[inline(always)]
    pub(super) const fn turned(self) -> Bounds {
        Bounds {
            low: -self.high,
            high: -self.low,
        }
    }

    const fn of_entry(entry: u64) -> Bounds {
        Bounds {
            low: (entry >> 6 & 63) as i32 + LOWEST,
            high: HIGHEST - (entry & 63) as i32,
        }
    }
}

impl Table {
    /// A table of about this size, a power of two below.
    pub(super) fn with_bytes(bytes: usize) -> Table {
        Table {
            buckets: Lines::with_bytes(bytes),
            age: AtomicU8::new(0),
        }
    }

    /// To be told when another position is asked about.
    pub(super) fn grow_older(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    pub(super) fn clear(&self) {
        for entry in self.buckets.iter().flat_map(|line| &line.0) {
            entry.store(0, Relaxed);
        }
    }

    #[inline(always)]
    pub(super) fn bucket(&self, key: u64) -> &Line {
        &self.buckets[key as usize & (self.buckets.len() - 1)]
    }

    #[inline(always)]
    pub(super) fn bounds(&self, key: u64) -> Bounds {
        let mut found = 0;
        for entry in &self.bucket(key).0 {
            let entry = entry.load(Relaxed);
            if entry & TAG == key & TAG {
                found = entry;
            }
        }
        Bounds::of_entry(found)
    }

    /// Adds what is now known, after so many nodes of work.
    #[inline(always)]
    pub(super) fn store(&self, key: u64, bounds: Bounds, nodes: u64) {
        let age = u64::from(self.age.load(Relaxed) & 7);
        let work = u64::from(64 - nodes.leading_zeros()).min(31);
        let mut low = (bounds.low - LOWEST) as u64;
        let mut high = (HIGHEST - bounds.high) as u64;
        let mut least = u64::MAX;
        let mut slot = 0;
        let bucket = self.bucket(key);
        for (index, entry) in bucket.0.iter().enumerate() {
            let entry = entry.load(Relaxed);
            if entry & TAG == key & TAG {
                slot = index;
                low = low.max(entry >> 6 & 63);
                high = high.max(entry & 63);
                break;
            }
            let is_of_now = u64::from(entry >> 12 & 7 == age);
            let worth = is_of_now << 5 | entry >> 15 & 31;
            if worth < least {
                least = worth;
                slot = index;
            }
        }
        let entry = key & TAG | work << 15 | age << 12 | low << 6 | high;
        bucket.0[slot].store(entry, Relaxed);
    }
}
