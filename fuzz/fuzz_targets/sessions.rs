//! A session of every game, opened once: opening takes longer than most inputs.

use plyground_engine::session::Session;
use std::cell::RefCell;

thread_local! {
    static SESSIONS: RefCell<Vec<Box<dyn Session>>> = RefCell::new(
        plyground_games::REGISTRY
            .iter()
            .map(|entry| entry.open(&entry.options([]).expect("the defaults are options")))
            .collect(),
    );
}

pub fn for_each(mut try_input: impl FnMut(&mut dyn Session)) {
    SESSIONS.with_borrow_mut(|sessions| {
        for session in sessions {
            session.restart();
            try_input(session.as_mut());
        }
    });
}
