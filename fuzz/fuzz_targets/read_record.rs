//! No text brings the reader of records down, and what it reads can be written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plyground_games::record::Record;

fuzz_target!(|text: &str| {
    if let Ok(records) = Record::read_all(text) {
        for record in records {
            let _ = record.write();
        }
    }
});
