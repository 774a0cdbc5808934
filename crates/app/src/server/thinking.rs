//! A search in a thread of its own, seen from the server: its newest word, its
//! last word, and that it ends when nobody listens any more.

use super::memory::{Purpose, Share};
use super::refusal::{Answer, Refusal};
use super::turns::{Turn, Turns};
use crate::ask::Ask;
use plyground_engine::algorithm::Stop;
use plyground_engine::session::{Analysis, Session};
use plyground_engine::spec::Spec;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};

/// What a search has said so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Word {
    pub(crate) analysis: Option<Analysis>,
    /// What it had said one depth before.
    pub(crate) before: Option<Analysis>,
    /// Since the search had its first turn.
    pub(crate) elapsed: Duration,
    pub(crate) is_last: bool,
}

/// One question to an engine.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) purpose: Purpose,
    pub(crate) spec: Spec,
    pub(crate) time: Duration,
    pub(crate) lines: usize,
    pub(crate) shuffle: Option<u64>,
}

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
    let mut spec = asked.spec.clone();
    spec.hash_bytes = Some(spec.hash_bytes.unwrap_or(usize::MAX).min(share.bytes));
    let (true, Ok(engine)) = (turn.begin(), session.add_engine(&spec)) else {
        return;
    };
    let began = Instant::now();
    let stop = Stop::paced(turn);
    // Its turns keep the time.
    let ask = Ask {
        lines: asked.lines,
        shuffle: asked.shuffle,
        ..Ask::within(asked.spec.limits())
    };
    let mut latest: Option<Analysis> = None;
    let mut before: Option<Analysis> = None;
    let mut word = |analysis: Analysis, is_last| {
        if latest
            .as_ref()
            .is_some_and(|latest| latest.depth != analysis.depth)
        {
            before = latest.take();
        }
        latest = Some(analysis.clone());
        Word {
            analysis: Some(analysis),
            before: before.clone(),
            elapsed: began.elapsed(),
            is_last,
        }
    };
    let (last, _) = ask.put(session, engine, &stop, &mut |analysis| {
        turn.spoke();
        say.send_replace(word(analysis.clone(), false));
    });
    say.send_replace(word(last, true));
}
