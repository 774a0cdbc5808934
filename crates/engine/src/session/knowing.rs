//! An engine that may ask an oracle: exact answers where they come in time, and
//! the search where they do not.

use super::of_game::{Engine, GameSession};
use super::{Analysis, Question};
use crate::algorithm::{Limits, Report, Stop};
use crate::game::Game;
use crate::notation::Notation;
use crate::oracle::{self, Effort, Oracle};
use crate::view::Depict;
use std::sync::atomic::AtomicU64;

/// So many nodes the search has first, to say which move to ask about first.
const GLANCE: u64 = 4_000;
/// So many nodes the oracle has before the search begins beside it: most
/// questions are answered by then, and the processor is not shared for nothing.
const HEAD_START: u64 = 30_000;

/// What an oracle has said: who wins, and perhaps how fast.
struct Answer<M> {
    weak: Option<Report<M>>,
    exact: Option<Report<M>>,
}

impl<G: Notation + Depict> GameSession<G> {
    /// Asks the oracle and searches. Where only time is limited, the oracle begins;
    /// then both go on at once, and whoever is done first, the search by its
    /// limits or the oracle by its proof, ends the other.
    pub(super) fn think_with_oracle(
        &self,
        engine: &mut Engine<G>,
        oracle: &dyn Oracle<G>,
        question: &Question<'_>,
        observer: &mut dyn FnMut(&Analysis),
    ) -> Report<G::Move> {
        let stop = Stop::under(question.stop);
        let nodes = AtomicU64::new(0);
        let effort = Effort {
            stop: &stop,
            threads: engine.threads,
            weak: false,
            book: true,
            nodes: &nodes,
            node_limit: question.limits.nodes.unwrap_or(u64::MAX),
            observer: None,
        };
        let mut moves = self.legal();
        if let Some(seed) = question.shuffle {
            crate::random::Random::new(seed).shuffle(&mut moves);
        }
        let (game, position) = (&self.game, &self.position);
        let mut known = Answer {
            weak: None,
            exact: None,
        };
        if question.limits == Limits::default() {
            let glance = self.glance(engine, question);
            let favourite = glance.best();
            moves.sort_by_key(|&mv| Some(mv) != favourite);
            let effort = Effort {
                node_limit: HEAD_START,
                ..effort
            };
            known.seek(oracle, game, position, &moves, question.lines, &effort);
            if stop.is_raised() {
                return known.exact.or(known.weak).unwrap_or(glance);
            }
        }
        if let Some(exact) = known.exact {
            return exact;
        }
        std::thread::scope(|scope| {
            let answer = scope.spawn(|| {
                known.seek(oracle, game, position, &moves, question.lines, &effort);
                if known.exact.is_some() {
                    stop.raise();
                }
                known
            });
            let searched = self.search(engine, question, &stop, observer);
            stop.raise();
            match answer.join() {
                Ok(Answer {
                    exact: Some(exact), ..
                }) => exact,
                Ok(Answer {
                    weak: Some(weak), ..
                }) if !searched.proven => weak,
                _ => searched,
            }
        })
    }

    /// What the search thinks at first sight.
    fn glance(&self, engine: &mut Engine<G>, question: &Question<'_>) -> Report<G::Move> {
        let question = Question {
            limits: Limits {
                nodes: Some(GLANCE),
                depth: None,
            },
            lines: 1,
            ..*question
        };
        self.search(engine, &question, question.stop, &mut |_| {})
    }
}

impl<M: Copy + Eq> Answer<M> {
    /// Who wins first, as that is cheaper, then how fast; or every move's score,
    /// where more than one line is wanted.
    fn seek<G: Game<Move = M>>(
        &mut self,
        oracle: &dyn Oracle<G>,
        game: &G,
        position: &G::Position,
        moves: &[M],
        lines: usize,
        effort: &Effort<'_>,
    ) {
        if lines > 1 {
            self.exact = oracle::all_lines(oracle, game, position, moves, effort);
            return;
        }
        if self.weak.is_none() {
            let effort = Effort {
                weak: true,
                ..*effort
            };
            self.weak = oracle::best_line(oracle, game, position, moves, &effort);
        }
        if self.weak.is_some() {
            self.exact = oracle::best_line(oracle, game, position, moves, effort);
        }
    }
}
