//! The way in and out of the WebAssembly module: bytes by their place in memory.
//!
//! `unsafe` is needed to name functions as the browser looks for them and to read what
//! it has written. The argument: `ask` and `hand_in` are called with the place and
//! length of a block that `room` has just given, and nobody else has that block.

/// Makes a crate with games of its own an engine for the page without a server: the
/// functions that the page calls, with these games behind them. Elsewhere than in a
/// browser it is nothing.
#[macro_export]
macro_rules! site {
    ($games:expr) => {
        #[cfg(target_family = "wasm")]
        #[allow(unsafe_code)]
        const _: () = {
            #[unsafe(no_mangle)]
            extern "C" fn room(length: usize) -> *mut u8 {
                $crate::door::room(length)
            }

            #[unsafe(no_mangle)]
            extern "C" fn ask(place: *mut u8, length: usize) {
                $crate::door::ask($games, place, length);
            }

            #[unsafe(no_mangle)]
            extern "C" fn hand_in(place: *mut u8, length: usize) -> bool {
                $crate::door::hand_in($games, place, length)
            }
        };
    };
}

#[cfg(target_family = "wasm")]
#[allow(unsafe_code)]
mod outside {
    use crate::{host, routes};
    use plyground_games::Entry;

    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Milliseconds since 1970.
        fn now() -> f64;
        /// Takes an event: JSON at this place.
        fn tell(place: *const u8, length: usize);
        /// Takes the answer.
        fn answer(place: *const u8, length: usize);
    }

    pub fn room(length: usize) -> *mut u8 {
        Box::leak(vec![0; length].into_boxed_slice()).as_mut_ptr()
    }

    fn taken_back(place: *mut u8, length: usize) -> Box<[u8]> {
        // SAFETY: the block that `room` gave, which is taken back here.
        unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(place, length)) }
    }

    pub fn ask(games: &'static [Entry], place: *mut u8, length: usize) {
        // SAFETY: the browser gives these functions.
        host::put(
            || unsafe { now() },
            |text| unsafe {
                tell(text.as_ptr(), text.len());
            },
        );
        let text = routes::answer(games, &taken_back(place, length));
        // SAFETY: as above.
        unsafe { answer(text.as_ptr(), text.len()) };
    }

    pub fn hand_in(games: &'static [Entry], place: *mut u8, length: usize) -> bool {
        let file = taken_back(place, length);
        let mut brought = games.iter().flat_map(|entry| entry.brought);
        brought.any(|brought| brought.hand_in(&file).is_ok())
    }
}

#[cfg(target_family = "wasm")]
pub use outside::{ask, hand_in, room};
