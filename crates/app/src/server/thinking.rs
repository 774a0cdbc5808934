//! A search in a thread of its own, seen from the server: its newest word, its
//! last word, and that it ends when nobody listens any more.

use super::memory::Share;
use super::refusal::{Answer, Refusal};
use super::turns::{Turn, Turns};
use plyground_engine::algorithm::{Limits, Stop};
use plyground_engine::session::{Analysis, Question, Session};
use plyground_engine::spec::Spec;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// What a search has said so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Word {
    pub(crate) analysis: Option<Analysis>,
    /// Since the search had its first turn.
    pub(crate) elapsed: Duration,
    pub(crate) is_last: bool,
}

/// One question to an engine.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) spec: Spec,
    pub(crate) time: Duration,
    pub(crate) lines: usize,
    pub(crate) shuffle: Option<u64>,
}

impl Asked {
    fn limits(&self) -> Limits {
        self.spec.limits()
    }
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
        let turn = turns.join(asked.time);
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
    pub(crate) async fn last_word(mut self) -> Option<Word> {
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
    let question = Question {
        limits: asked.limits(),
        lines: asked.lines,
        shuffle: asked.shuffle,
        stop: &stop,
    };
    let word = |analysis: Analysis, is_last| Word {
        analysis: Some(analysis),
        elapsed: began.elapsed(),
        is_last,
    };
    let last = session.think(engine, &question, &mut |analysis| {
        turn.spoke();
        say.send_replace(word(analysis.clone(), false));
    });
    say.send_replace(word(last, true));
}
