//! A text that is read as a position is written back as one that reads the same.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for entry in plyground_games::REGISTRY {
        let mut session = entry.open(&entry.options([]).expect("the defaults are options"));
        if session.set_up(text, None).is_ok() {
            let written = session.position();
            session.set_up(&written, None).expect("what we write we read");
            assert_eq!(session.position(), written);
            let _ = (session.legal_moves(), session.ending(), session.view());
        }
    }
});
