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
//!
//! A short search uses only the first part of the table, which stays in the cache
//! next to the processor; the part in use doubles as the work grows.

use plyground_engine::lines::{CacheLine, Slab, WORDS};
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// The buckets in use at the start: they fit the cache next to the processor.
const FIRST_BUCKETS: usize = 4096;
const TAG: u64 = !0 << 20;
const LOWEST: i32 = -32;
const HIGHEST: i32 = 31;

#[derive(Debug)]
pub(super) struct Table {
    buckets: Slab,
    /// The buckets in use are a power of two; this is one less.
    mask: AtomicUsize,
    /// What was searched since everything was forgotten.
    nodes: AtomicU64,
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

fn first_mask(buckets: usize) -> usize {
    buckets.min(FIRST_BUCKETS) - 1
}

impl Table {
    /// A table of about this size, a power of two below.
    pub(super) fn with_bytes(bytes: usize) -> Table {
        let buckets = Slab::with_bytes(bytes);
        Table {
            mask: AtomicUsize::new(first_mask(buckets.len())),
            buckets,
            nodes: AtomicU64::new(0),
            age: AtomicU8::new(0),
        }
    }

    /// To be told when another position is asked about.
    pub(super) fn grow_older(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    /// Forgets everything; the table is as new.
    pub(super) fn clear(&self) {
        for bucket in &self.buckets[..self.used()] {
            for entry in &bucket.0 {
                entry.store(0, Relaxed);
            }
        }
        self.mask.store(first_mask(self.buckets.len()), Relaxed);
        self.nodes.store(0, Relaxed);
        self.age.store(0, Relaxed);
    }

    fn used(&self) -> usize {
        self.mask.load(Relaxed) + 1
    }

    /// To be told of nodes: there are at least two entries in use for each.
    pub(super) fn make_room(&self, nodes: u64) {
        let nodes = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        let mut used = self.used();
        while used < self.buckets.len() && nodes > (used * WORDS / 2) as u64 {
            self.double(used);
            used *= 2;
        }
    }

    /// Every bucket is copied to where half of its keys are looked for from now
    /// on. Copies that are in the wrong half are never found and soon replaced.
    #[cold]
    fn double(&self, used: usize) {
        let (old, new) = self.buckets[..2 * used].split_at(used);
        for (old, new) in old.iter().zip(new) {
            for (old, new) in old.0.iter().zip(&new.0) {
                new.store(old.load(Relaxed), Relaxed);
            }
        }
        self.mask.fetch_max(2 * used - 1, Relaxed);
    }

    #[inline(always)]
    pub(super) fn bucket(&self, key: u64) -> &CacheLine {
        &self.buckets[key as usize & self.mask.load(Relaxed)]
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

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_engine::random::Random;

    fn keys(count: usize) -> Vec<u64> {
        let mut random = Random::new(1);
        (0..count).map(|_| random.next()).collect()
    }

    #[test]
    fn what_is_known_is_still_found_after_the_table_has_grown() {
        let table = Table::with_bytes(8 << 20);
        let keys = keys(1000);
        for (&key, low) in keys.iter().zip((-9..9).cycle()) {
            table.store(key, Bounds::at_least(low), 1);
        }
        assert_eq!(table.used(), FIRST_BUCKETS);
        table.make_room(1_000_000);
        assert_eq!(table.used(), table.buckets.len());
        for (&key, low) in keys.iter().zip((-9..9).cycle()) {
            assert_eq!(table.bounds(key), Bounds::at_least(low));
        }
    }

    #[test]
    fn a_cleared_table_knows_nothing_even_after_it_grows_again() {
        let table = Table::with_bytes(1 << 20);
        let keys = keys(1000);
        table.make_room(1_000_000);
        for &key in &keys {
            table.store(key, Bounds::at_least(3), 1);
        }
        table.clear();
        let is_unknown = |&key: &u64| table.bounds(key) == Bounds::UNKNOWN;
        assert!(keys.iter().all(is_unknown));
        table.make_room(1_000_000);
        assert!(keys.iter().all(is_unknown));
    }

    #[test]
    fn a_table_of_a_single_bucket_neither_grows_nor_shrinks() {
        let table = Table::with_bytes(1);
        table.make_room(1_000_000);
        assert_eq!(table.used(), 1);
        table.clear();
        assert_eq!(table.used(), 1);
    }
}
