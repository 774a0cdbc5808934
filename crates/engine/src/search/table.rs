//! The transposition table: what is known of positions met before.
//!
//! Threads share it without locks and without `unsafe`. An entry is two atomic
//! words, the data and the key XOR the data: an entry torn by two writers no
//! longer matches any key, and is simply not found.

use crate::lines::{CacheLine, Slab};
use crate::prefetch::prefetch;
use crate::score::Score;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Nothing is said about the score; the move alone is of use.
    None,
    Lower,
    Upper,
    Exact,
}

/// What a search remembers of a position. The score is told from the position itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Memory {
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) depth: u8,
    /// The horizon played no part: the score holds at every depth.
    pub(crate) complete: bool,
    /// The best move, as its index in the fixed order of generation.
    pub(crate) best: u16,
}

/// No move is remembered.
pub(crate) const NO_MOVE: u16 = u16::MAX;

/// The check and the data; four of them share a cache line.
type Slot = [AtomicU64; 2];

#[derive(Debug)]
pub struct Table {
    buckets: Slab,
    generation: AtomicU8,
}

impl Table {
    /// The largest table of a power of two that fits into so many bytes, but at least one bucket.
    pub fn with_bytes(bytes: usize) -> Table {
        Table {
            buckets: Slab::with_bytes(bytes),
            generation: AtomicU8::new(0),
        }
    }

    pub fn bytes(&self) -> usize {
        size_of_val::<[CacheLine]>(&self.buckets)
    }

    /// A new search begins: what older ones left gives way first.
    pub(crate) fn age(&self) {
        self.generation.fetch_add(1, Relaxed);
    }

    pub(crate) fn clear(&self) {
        for word in self.buckets.iter().flat_map(|line| &line.0) {
            word.store(0, Relaxed);
        }
    }

    #[inline]
    fn line(&self, key: u64) -> &CacheLine {
        &self.buckets[(key >> 20) as usize & (self.buckets.len() - 1)]
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        self.line(key).0.as_chunks().0
    }

    /// A position will soon be looked up.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.line(key));
    }

    #[inline]
    pub(crate) fn recall(&self, key: u64) -> Option<Memory> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            (check.load(Relaxed) ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    /// Stores in place of the same position, or of the entry that will be missed least.
    pub(crate) fn remember(&self, key: u64, memory: Memory) {
        let generation = self.generation.load(Relaxed) & GENERATIONS;
        let bucket = self.bucket(key);
        let mut victim = &bucket[0];
        let mut least = u32::MAX;
        for entry in bucket {
            let [check, data] = entry.each_ref().map(|word| word.load(Relaxed));
            if data == 0 || check ^ data == key {
                victim = entry;
                break;
            }
            let is_current = (data >> GENERATION_SHIFT) as u8 & GENERATIONS == generation;
            let worth = (u32::from(is_current) << 8) + u32::from(unpack(data).depth);
            if worth < least {
                least = worth;
                victim = entry;
            }
        }
        let data = pack(memory, generation);
        victim[0].store(key ^ data, Relaxed);
        victim[1].store(data, Relaxed);
    }
}

const GENERATIONS: u8 = 0x1f;
const GENERATION_SHIFT: u32 = 59;

/// From the lowest bit: score 32, move 16, depth 8, bound 2, complete 1, generation 5.
/// A real entry is never 0, because its score or its bound is not.
fn pack(memory: Memory, generation: u8) -> u64 {
    u64::from(memory.score.to_bits())
        | u64::from(memory.best) << 32
        | u64::from(memory.depth) << 48
        | (memory.bound as u64) << 56
        | u64::from(memory.complete) << 58
        | u64::from(generation) << GENERATION_SHIFT
}

fn unpack(data: u64) -> Memory {
    Memory {
        score: Score::from_bits(data as u32),
        best: (data >> 32) as u16,
        depth: (data >> 48) as u8,
        bound: match data >> 56 & 3 {
            0 => Bound::None,
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
        complete: data >> 58 & 1 == 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMORY: Memory = Memory {
        score: Score::lost_in(12),
        bound: Bound::Upper,
        depth: 200,
        complete: true,
        best: 900,
    };

    #[test]
    fn a_table_is_never_larger_than_asked_for_but_at_least_a_line() {
        assert_eq!(Table::with_bytes(1000).bytes(), 512);
        assert_eq!(Table::with_bytes(1).bytes(), 64);
    }

    #[test]
    fn packing_loses_nothing() {
        for (bound, score) in [
            (Bound::None, Score::DRAW),
            (Bound::Lower, Score::estimate(-1)),
            (Bound::Exact, Score::won_in(3)),
            (Bound::Upper, Score::estimate(123_456)),
        ] {
            let memory = Memory {
                bound,
                score,
                ..MEMORY
            };
            assert_eq!(unpack(pack(memory, 31)), memory);
        }
    }

    #[test]
    fn a_torn_entry_is_not_found() {
        let table = Table::with_bytes(64);
        table.remember(5, MEMORY);
        assert_eq!(table.recall(5), Some(MEMORY));
        table.bucket(5)[0][1].fetch_xor(1, Relaxed);
        assert_eq!(table.recall(5), None);
    }

    #[test]
    fn the_deepest_of_the_current_search_stays() {
        let table = Table::with_bytes(64);
        for key in 1..=9 {
            let depth = 10 * key as u8;
            table.remember(key, Memory { depth, ..MEMORY });
        }
        assert!(table.recall(9).is_some());
        assert!(table.recall(1).is_none());
        table.age();
        table.remember(10, Memory { depth: 1, ..MEMORY });
        assert!(table.recall(10).is_some());
    }
}
