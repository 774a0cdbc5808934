//! The memory of a large table: cache lines of words, all 0 at first, which
//! threads share.
//!
//! It comes straight from the operating system, which is asked for its large
//! pages: a table is read at random places, and with small pages most readings
//! would have to look up the page's address first. In a browser there is no such
//! system to ask, and the memory is what any other value has.
#![allow(unsafe_code)]

#[cfg(not(target_family = "wasm"))]
use memmap2::MmapMut;
use std::ops::Deref;
use std::sync::atomic::AtomicU64;
#[cfg(any(test, not(target_family = "wasm")))]
use std::sync::atomic::Ordering::Relaxed;

/// The words of a cache line.
pub const WORDS: usize = 8;

#[derive(Debug)]
#[repr(C, align(64))]
pub struct CacheLine(pub [AtomicU64; WORDS]);

#[cfg(target_family = "wasm")]
#[derive(Debug)]
pub struct Slab(Box<[CacheLine]>);

#[cfg(target_family = "wasm")]
impl Slab {
    /// The greatest power of two of lines that fits into so many bytes, but at least one.
    pub fn with_bytes(bytes: usize) -> Slab {
        let fitting = (bytes / size_of::<CacheLine>()).max(1);
        let empty = || CacheLine(std::array::from_fn(|_| AtomicU64::new(0)));
        Slab((0..1_usize << fitting.ilog2()).map(|_| empty()).collect())
    }
}

#[cfg(target_family = "wasm")]
impl Deref for Slab {
    type Target = [CacheLine];

    #[inline(always)]
    fn deref(&self) -> &[CacheLine] {
        &self.0
    }
}

#[cfg(not(target_family = "wasm"))]
#[derive(Debug)]
pub struct Slab {
    map: MmapMut,
    count: usize,
}

#[cfg(not(target_family = "wasm"))]
impl Slab {
    /// The greatest power of two of lines that fits into so many bytes, but at
    /// least one; half of it, and so on, where there is not so much memory.
    pub fn with_bytes(bytes: usize) -> Slab {
        let fitting = (bytes / size_of::<CacheLine>()).max(1);
        let mut count = 1 << fitting.ilog2();
        loop {
            match MmapMut::map_anon(count * size_of::<CacheLine>()) {
                Ok(map) => {
                    #[cfg(target_os = "linux")]
                    let _ = map.advise(memmap2::Advice::HugePage);
                    let lines = Slab { map, count };
                    lines.touch();
                    return lines;
                }
                Err(_) if count > 1 => count /= 2,
                Err(error) => panic!(
                    "not even {} bytes of memory: {error}",
                    size_of::<CacheLine>()
                ),
            }
        }
    }
}

#[cfg(not(target_family = "wasm"))]
impl Slab {
    /// A large page is made when it is first written to, and that can take tens of
    /// milliseconds: now, and not in the middle of a search that has to be in time.
    fn touch(&self) {
        const LARGE_PAGE: usize = 2 << 20;
        for line in self.iter().step_by(LARGE_PAGE / size_of::<CacheLine>()) {
            line.0[0].store(0, Relaxed);
        }
    }
}

#[cfg(not(target_family = "wasm"))]
impl Deref for Slab {
    type Target = [CacheLine];

    #[inline(always)]
    fn deref(&self) -> &[CacheLine] {
        // SAFETY: the map is `count` lines long, begins on a page and so on a
        // line, lives as long as `self`, and is looked at in no other way. Its
        // bytes are 0 at first, and any bytes are words.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.count) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_empty_at_first_and_keep_what_is_stored() {
        assert_eq!(size_of::<CacheLine>(), 64);
        for (bytes, count) in [(0, 1), (64, 1), (200, 2), (3 << 20, 1 << 15)] {
            let lines = Slab::with_bytes(bytes);
            assert_eq!(lines.len(), count);
            let words = || lines.iter().flat_map(|line| &line.0);
            assert!(words().all(|word| word.load(Relaxed) == 0));
            words().for_each(|word| word.store(7, Relaxed));
            assert!(words().all(|word| word.load(Relaxed) == 7));
        }
    }
}
