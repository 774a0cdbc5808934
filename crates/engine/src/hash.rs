//! Hashing that costs one multiplication a field: for moves, and for the keys of
//! positions that bring none of their own.

use crate::random::mix;
use std::hash::{Hash, Hasher};

/// All of a value in one word, every bit as good as the others.
pub fn hash_of<T: Hash>(value: &T) -> u64 {
    mix(quick_hash(value))
}

/// The same, but only the upper bits are good.
#[inline]
pub(crate) fn quick_hash<T: Hash>(value: &T) -> u64 {
    let mut hasher = Multiplier(0);
    value.hash(&mut hasher);
    hasher.finish()
}

/// A hash that costs one multiplication a field.
struct Multiplier(u64);

impl Multiplier {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// Numbers of one word.
macro_rules! words {
    ($($write:ident: $kind:ty),*) => {
        $(#[inline]
        fn $write(&mut self, number: $kind) {
            self.add(number as u64);
        })*
    };
}

impl Hasher for Multiplier {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.add(u64::from(byte));
        }
    }

    words!(write_u8: u8, write_u16: u16, write_u32: u32, write_u64: u64, write_usize: usize);

    #[inline]
    fn write_u128(&mut self, number: u128) {
        self.add(number as u64 ^ (number >> 64) as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
