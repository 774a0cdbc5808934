//! A text that is read as a move is one of the legal moves.
#![no_main]

mod sessions;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    sessions::for_each(|session| {
        for word in text.split_whitespace() {
            let legal = session.legal_moves();
            if session.play(word).is_ok() {
                let played = session.moves();
                assert!(legal.contains(played.last().expect("a move was played")));
            }
        }
    });
});
