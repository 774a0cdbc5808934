//! A search in a thread of its own, seen from the server: its newest word, its
//! last word, and that it ends when nobody listens any more.

use super::memory::Share;
use super::turns::{Turn, Turns};
use plyground_api::thinking::{self, Asked, Word};
use plyground_api::{Answer, Refusal};
use plyground_engine::algorithm::Stop;
use plyground_engine::session::Session;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::{Notify, watch};

/// A search under way; dropping it ends the search.
#[derive(Debug)]
pub(crate) struct Thinking {
    turn: Turn,
    pub(crate) words: watch::Receiver<Word>,
}

impl Thinking {
    pub(crate) fn start(
        mut session: Box<dyn Session>,
        asked: Asked,
        turns: &Arc<Turns>,
        share: Share,
    ) -> Answer<Thinking> {
        let turn = turns.join(asked.purpose, asked.time);
        let (say, words) = watch::channel(Word::default());
        let thread = std::thread::Builder::new().name("search".to_owned());
        let own = turn.clone();
        thread
            .spawn(move || {
                think(session.as_mut(), &asked, &own, share, &say);
                own.leave();
            })
            .map_err(Refusal::internal)?;
        Ok(Thinking { turn, words })
    }

    /// The last word; `None` if the search ended without one.
    /// `hurry` asks for it before its time.
    pub(crate) async fn last_word(mut self, hurry: Option<&Notify>) -> Option<Word> {
        if let Some(hurry) = hurry {
            let is_hurried = tokio::select! {
                () = hurry.notified() => true,
                _ = self.words.wait_for(|word| word.is_last) => false,
            };
            // Who is cancelled before a first word has none.
            if is_hurried
                && self
                    .words
                    .wait_for(|word| word.analysis.is_some())
                    .await
                    .is_ok()
            {
                self.turn.cancel();
            }
        }
        let word = self.words.wait_for(|word| word.is_last).await;
        word.ok().map(|word| word.clone())
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.turn.cancel();
    }
}

fn think(
    session: &mut dyn Session,
    asked: &Asked,
    turn: &Turn,
    share: Share,
    say: &watch::Sender<Word>,
) {
    if !turn.begin() {
        return;
    }
    let began = Instant::now();
    // Its turns keep the time.
    let stop = Stop::paced(turn);
    let elapsed = || began.elapsed();
    thinking::think(session, asked, share.bytes, &stop, &elapsed, &mut |word| {
        if !word.is_last {
            turn.spoke();
        }
        say.send_replace(word);
    });
}
