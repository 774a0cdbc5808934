//! The one door to an engine: a question with its limits and its time.

use crate::clock::{self, Watch};
use plyground_engine::algorithm::{Limits, Share, Stop};
use plyground_engine::session::{Analysis, EngineId, Question, Think};
use plyground_engine::spec::Spec;
use std::time::{Duration, Instant};

/// What is asked of an engine, whoever asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ask {
    pub(crate) limits: Limits,
    /// The engine is told to stop after so long.
    pub(crate) time: Option<Duration>,
    pub(crate) lines: usize,
    /// Lets moves of equal worth take turns.
    pub(crate) shuffle: Option<u64>,
}

impl Ask {
    /// For the best line, within these limits and for as long as it takes.
    pub(crate) fn within(limits: Limits) -> Ask {
        Ask {
            limits,
            time: None,
            lines: 1,
            shuffle: None,
        }
    }

    /// For the best line, within the limits of a SPEC.
    pub(crate) fn of(spec: &Spec) -> Ask {
        Ask {
            time: spec.time,
            ..Ask::within(spec.limits())
        }
    }

    /// No longer than a clock allows.
    pub(crate) fn by_the_clock(self, watch: Option<&Watch>) -> Ask {
        let budget = watch.map(Watch::budget);
        Ask {
            time: [self.time, budget].into_iter().flatten().min(),
            ..self
        }
    }

    /// The answer, and how long it took. `stop` ends it sooner; it is raised when the
    /// time is up.
    pub(crate) fn put(
        &self,
        session: &mut (impl Think + ?Sized),
        engine: EngineId,
        stop: &Stop<'_>,
        observer: &mut dyn FnMut(&Analysis),
    ) -> (Analysis, Duration) {
        let question = Question {
            limits: self.limits,
            lines: self.lines,
            shuffle: self.shuffle,
            share: Share::WHOLE,
            stop,
        };
        let started = Instant::now();
        let analysis = clock::limited(self.time, stop, || {
            session.think(engine, &question, observer)
        });
        (analysis, started.elapsed())
    }
}
