//! A text that is read as a move is one of the legal moves.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for entry in plyground_games::REGISTRY {
        let mut session = entry.open(&entry.options([]).expect("the defaults are options"));
        for word in text.split_whitespace() {
            let legal = session.legal_moves();
            if session.play(word).is_ok() {
                let played = session.moves();
                assert!(legal.contains(played.last().expect("a move was played")));
            }
        }
    }
});
