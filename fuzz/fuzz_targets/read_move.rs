//! A text that is read as a move is one of the legal moves.
#![no_main]

mod sessions;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    sessions::for_each(|session| {
        for word in text.split_whitespace() {
            if session.play(word).is_ok() {
                let played = session.take_back().expect("a move was played");
                assert!(session.legal_moves().contains(&played));
                session.play(&played).expect("a move that we write");
            }
        }
    });
});
