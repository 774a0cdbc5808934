//! No text brings the readers of engines and times down.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plyground_engine::spec::{Spec, duration};

fuzz_target!(|text: &str| {
    let _ = text.parse::<Spec>();
    let _ = duration(text);
});
