//! The clock and the ear that the browser lends for a request.

use plyground_api::clock::Moment;
use plyground_api::json::Json;
use plyground_api::review::Reviewer;
use plyground_api::thinking::{Asked, Word, think};
use plyground_api::{Answer, Catalogue, Refusal};
use plyground_engine::algorithm::{Pace, Stop};
use plyground_engine::session::Session;
use serde_json::json;
use std::cell::Cell;
use std::time::Duration;

/// A search has no more memory for its table, so that a phone has some left.
pub const LARGEST_TABLE: usize = 16 << 20;

thread_local! {
    static NOW: Cell<fn() -> f64> = const { Cell::new(|| 0.0) };
    static TELL: Cell<fn(&str)> = const { Cell::new(|_| {}) };
}

pub fn put(now: fn() -> f64, tell: fn(&str)) {
    NOW.set(now);
    TELL.set(tell);
}

pub fn now() -> Moment {
    Moment(Duration::from_secs_f64(NOW.get()().max(0.0) / 1000.0))
}

pub fn tell(event: &str, data: &Json) {
    TELL.get()(&json!({"event": event, "data": data}).to_string());
}

/// Ends a search when its time is up.
#[derive(Debug)]
pub struct Deadline(Duration);

impl Deadline {
    pub fn after(time: Duration) -> Deadline {
        Deadline(now().0 + time)
    }
}

impl Pace for Deadline {
    fn goes_on(&self) -> bool {
        now().0 < self.0
    }
}

/// Thinks, and hears every word.
pub fn thought(
    session: &mut dyn Session,
    asked: &Asked,
    hear: &mut dyn FnMut(&Word),
) -> Answer<Word> {
    let began = now().0;
    let deadline = Deadline::after(asked.time);
    let stop = Stop::paced(&deadline);
    let elapsed = || now().0.saturating_sub(began);
    let mut last = None;
    think(
        session,
        asked,
        LARGEST_TABLE,
        &stop,
        &elapsed,
        &mut |word| {
            hear(&word);
            last = Some(word);
        },
    );
    last.ok_or_else(|| Refusal::internal("a search ended without an answer"))
}

/// Looks through whole games, here and now.
#[derive(Debug)]
pub struct Reviewing<'a>(pub &'a Catalogue);

impl Reviewer for Reviewing<'_> {
    fn catalogue(&self) -> &Catalogue {
        self.0
    }

    async fn answer(&self, mut session: Box<dyn Session>, asked: Asked) -> Answer<Word> {
        thought(session.as_mut(), &asked, &mut |_| {})
    }

    async fn tell(&self, event: &'static str, data: Json) -> bool {
        tell(event, &data);
        true
    }
}
