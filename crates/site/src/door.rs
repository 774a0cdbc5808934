//! The way in and out of the WebAssembly module: bytes by their place in memory.
//!
//! `unsafe` is needed to name functions as the browser looks for them and to read what
//! it has written. The argument: `ask` is called with the place and length of a block
//! that `room` has just given, and nobody else has that block.
#![allow(unsafe_code)]

#[cfg(target_family = "wasm")]
mod outside {
    use crate::{host, routes};

    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Milliseconds since 1970.
        fn now() -> f64;
        /// Takes an event: JSON at this place.
        fn tell(place: *const u8, length: usize);
        /// Takes the answer.
        fn answer(place: *const u8, length: usize);
    }

    #[unsafe(no_mangle)]
    extern "C" fn room(length: usize) -> *mut u8 {
        Box::leak(vec![0; length].into_boxed_slice()).as_mut_ptr()
    }

    #[unsafe(no_mangle)]
    extern "C" fn ask(place: *mut u8, length: usize) {
        // SAFETY: the block that `room` gave, which is taken back here.
        let request = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(place, length)) };
        // SAFETY: the browser gives these functions.
        host::put(
            || unsafe { now() },
            |text| unsafe {
                tell(text.as_ptr(), text.len());
            },
        );
        let text = routes::answer(&request);
        // SAFETY: as above.
        unsafe { answer(text.as_ptr(), text.len()) };
    }
}
