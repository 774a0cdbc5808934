//! A text that is read as a position is written back as one that reads the same.
#![no_main]

mod sessions;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    sessions::for_each(|session| {
        if session.set_up(text, None).is_ok() {
            let written = session.position();
            session
                .set_up(&written, None)
                .expect("what we write we read");
            assert_eq!(session.position(), written);
            let _ = (session.legal_moves(), session.ending(), session.view());
        }
    });
});
