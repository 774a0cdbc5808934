//! A set of numbers that all threads read and write.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub(super) struct Bits(Vec<AtomicU64>);

impl Bits {
    pub(super) fn new(count: u64) -> Bits {
        Bits((0..count.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline(always)]
    pub(super) fn word(&self, word: u64) -> u64 {
        self.0[word as usize].load(Relaxed)
    }

    pub(super) fn set_word(&self, word: u64, bits: u64) {
        self.0[word as usize].store(bits, Relaxed);
    }

    pub(super) fn contains(&self, number: u64) -> bool {
        self.word(number / 64) >> (number % 64) & 1 == 1
    }

    /// Whether the number was there.
    #[inline(always)]
    pub(super) fn remove(&self, number: u64) -> bool {
        let bit = 1 << (number % 64);
        self.0[(number / 64) as usize].fetch_and(!bit, Relaxed) & bit != 0
    }

    /// As [`remove`](Bits::remove), but only where no other thread writes to the
    /// same word: a locked instruction would hold up all reading behind it.
    #[inline(always)]
    pub(super) fn remove_alone(&self, number: u64) {
        let word = &self.0[(number / 64) as usize];
        word.store(word.load(Relaxed) & !(1 << (number % 64)), Relaxed);
    }

    #[inline(always)]
    pub(super) fn insert_alone(&self, number: u64) {
        let word = &self.0[(number / 64) as usize];
        word.store(word.load(Relaxed) | 1 << (number % 64), Relaxed);
    }
}
