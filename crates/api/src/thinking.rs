//! A search from its first word to its last, whoever gives it time to think.

use plyground_engine::algorithm::{Share, Stop};
use plyground_engine::session::{Analysis, Question, Session};
use plyground_engine::spec::Spec;
use std::time::Duration;

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Move,
    Analysis,
}

/// One question to an engine.
#[derive(Clone, Debug)]
pub struct Asked {
    pub purpose: Purpose,
    pub spec: Spec,
    /// So long it may think; whoever stops it keeps the time.
    pub time: Duration,
    pub lines: usize,
    pub shuffle: Option<u64>,
    /// Only these of the moves are looked at.
    pub share: Share,
}

/// What a search has said so far.
#[derive(Clone, Debug, Default)]
pub struct Word {
    pub analysis: Option<Analysis>,
    /// What it had said one depth before.
    pub before: Option<Analysis>,
    /// Since the search began.
    pub elapsed: Duration,
    pub is_last: bool,
}

/// Thinks until the question is answered or `stop` is raised, with a table of at most
/// so many bytes, and says every word. `elapsed` tells how long it has been thinking.
pub fn think(
    session: &mut dyn Session,
    asked: &Asked,
    bytes: usize,
    stop: &Stop<'_>,
    elapsed: &dyn Fn() -> Duration,
    say: &mut dyn FnMut(Word),
) {
    let mut spec = asked.spec.clone();
    spec.hash_bytes = Some(spec.hash_bytes.unwrap_or(usize::MAX).min(bytes));
    let Ok(engine) = session.add_engine(&spec) else {
        return;
    };
    let question = Question {
        limits: asked.spec.limits(),
        lines: asked.lines,
        shuffle: asked.shuffle,
        share: asked.share,
        stop,
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
            elapsed: elapsed(),
            is_last,
        }
    };
    let last = session.think(engine, &question, &mut |analysis| {
        say(word(analysis.clone(), false));
    });
    say(word(last, true));
}
