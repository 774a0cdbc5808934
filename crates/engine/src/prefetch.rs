//! A word to the processor that some memory will soon be read. It changes
//! nothing but the time that the reading takes.
#![allow(unsafe_code)]

/// Has the cache line in which a value begins fetched, without waiting for it.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing and cannot fault, and every x86-64
        // processor has the instruction.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
