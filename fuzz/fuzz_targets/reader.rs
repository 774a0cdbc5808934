//! Hands inputs to one of the readers of bytes from outside, by the name in
//! PLYGROUND_TARGET: `plyground::fuzzing::TARGETS` lists them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static TARGET: LazyLock<String> = LazyLock::new(|| {
    std::env::var("PLYGROUND_TARGET").unwrap_or_else(|_| "positions".to_owned())
});

fuzz_target!(|bytes: &[u8]| plyground::fuzzing::run(&TARGET, bytes));
