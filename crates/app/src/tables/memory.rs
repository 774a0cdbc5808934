//! Memory that the rest of the program sees as plain slices: a table under
//! construction on large pages. The only `unsafe` code of this crate stands here.

#![allow(unsafe_code)]

use memmap2::MmapMut;
use std::io;
use std::sync::atomic::AtomicU8;

/// A table in memory, all zero at first.
pub(crate) struct Table(MmapMut);

impl Table {
    pub(crate) fn new(length: usize) -> io::Result<Table> {
        let map = MmapMut::map_anon(length)?;
        // Large pages spare most of the address look-ups; where there are none, all is
        // as before, only slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Table(map))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }

    /// The table for several threads to write, and a reader for when they rest.
    pub(crate) fn shared(&mut self) -> (&[AtomicU8], AtRest<'_>) {
        let (start, length) = (self.0.as_mut_ptr(), self.0.len());
        // SAFETY: an AtomicU8 has the size and alignment of a byte, and the exclusive
        // borrow of `self` lasts as long as the slice.
        let cells = unsafe { std::slice::from_raw_parts(start.cast::<AtomicU8>(), length) };
        (cells, AtRest(cells))
    }
}

/// Copies of parts of a shared table, to be made while no thread writes to it.
#[derive(Clone, Copy)]
pub(crate) struct AtRest<'t>(&'t [AtomicU8]);

impl AtRest<'_> {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn cell(&self, index: u64) -> u8 {
        self.0[index as usize].load(std::sync::atomic::Ordering::Relaxed)
    }

    /// Copies from `first` on as much as `into` holds.
    pub(crate) fn copy(&self, first: usize, into: &mut [u8]) {
        let cells = &self.0[first..first + into.len()];
        // SAFETY: both are `into.len()` bytes and cannot overlap, one being borrowed
        // exclusively. Observers of a solver are called while its threads are at rest,
        // so nothing is written meanwhile.
        unsafe {
            std::ptr::copy_nonoverlapping(
                cells.as_ptr().cast::<u8>(),
                into.as_mut_ptr(),
                into.len(),
            );
        }
    }
}
