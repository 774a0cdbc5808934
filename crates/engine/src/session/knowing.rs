//! An engine that may ask an oracle: exact answers where they come in time, and
//! the search where they do not.

use super::of_game::{Engine, GameSession};
use super::{Analysis, Question};
use crate::algorithm::{Limits, Line, Report, Stop};
use crate::game::Game;
use crate::notation::Notation;
use crate::oracle::{self, Effort, Oracle};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// So many nodes the search has first, to say which moves to ask about first.
const GLANCE: u64 = 8_000;
/// So many nodes the oracle has before the search begins beside it: most
/// questions are answered by then, and the processor is not shared for nothing.
const HEAD_START: u64 = 30_000;

/// What an oracle has said: who wins, and perhaps how fast; or at least which moves
/// are not the best.
struct Answer<M> {
    weak: Option<Report<M>>,
    exact: Option<Report<M>>,
    worse: Vec<M>,
}

impl<G: Notation> GameSession<G> {
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
        question.share.of_moves(&mut moves);
        if let Some(seed) = question.shuffle {
            crate::random::Random::new(seed).shuffle(&mut moves);
        }
        let (game, position) = (&self.game, &self.position);
        let mut known = Answer {
            weak: None,
            exact: None,
            worse: Vec::new(),
        };
        let mut glance = None;
        let is_timed = question.limits == Limits::default();
        if is_timed && oracle::knows_all(oracle, game, position, &moves) {
            known.seek(oracle, game, position, &moves, question.lines, &effort);
        } else if is_timed {
            let report = self.glance(engine, question);
            if question.shuffle.is_none() {
                let rank = |mv: G::Move| report.lines.iter().position(|line| line.pv[0] == mv);
                moves.sort_by_key(|&mv| rank(mv).unwrap_or(usize::MAX));
            }
            let effort = Effort {
                node_limit: HEAD_START,
                ..effort
            };
            known.seek(oracle, game, position, &moves, question.lines, &effort);
            if stop.is_raised() {
                let Answer { weak, exact, worse } = known;
                return exact.or(weak).unwrap_or_else(|| without(worse, report));
            }
            glance = Some(report);
        }
        if let Some(exact) = known.exact {
            return exact;
        }
        if cfg!(target_family = "wasm") {
            return self.think_in_turn(
                engine,
                oracle,
                question,
                &effort,
                (known, glance),
                observer,
            );
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
            let Ok(Answer { weak, exact, worse }) = answer.join() else {
                return searched;
            };
            let is_refuted = searched.best().is_some_and(|best| worse.contains(&best));
            match (exact.or(weak.filter(|_| !searched.proven)), glance) {
                (Some(known), _) => known,
                (None, Some(glance)) if is_refuted && !searched.proven => without(worse, glance),
                _ => searched,
            }
        })
    }

    /// Where there are no threads: the oracle and the search by turns, each twice as
    /// long as before. Both find in their tables what they knew.
    fn think_in_turn(
        &self,
        engine: &mut Engine<G>,
        oracle: &dyn Oracle<G>,
        question: &Question<'_>,
        effort: &Effort<'_>,
        (mut known, glance): (Answer<G::Move>, Option<Report<G::Move>>),
        observer: &mut dyn FnMut(&Analysis),
    ) -> Report<G::Move> {
        let mut moves = self.legal();
        question.share.of_moves(&mut moves);
        if let Some(glance) = &glance {
            let rank = |mv: G::Move| glance.lines.iter().position(|line| line.pv[0] == mv);
            moves.sort_by_key(|&mv| rank(mv).unwrap_or(usize::MAX));
        }
        let is_timed = question.limits == Limits::default();
        let mut turn = HEAD_START;
        loop {
            let limit = effort.nodes.load(Relaxed).saturating_add(turn);
            let asked = Effort {
                node_limit: limit.min(effort.node_limit),
                ..*effort
            };
            let (game, position) = (&self.game, &self.position);
            known.seek(oracle, game, position, &moves, question.lines, &asked);
            if let Some(exact) = known.exact {
                return exact;
            }
            let mut share = *question;
            if is_timed {
                share.limits.nodes = Some(turn);
            }
            let searched = self.search(engine, &share, effort.stop, observer);
            if searched.proven || !is_timed || effort.stop.is_raised() {
                let is_refuted = searched
                    .best()
                    .is_some_and(|best| known.worse.contains(&best));
                return match (known.weak.filter(|_| !searched.proven), glance) {
                    (Some(weak), _) => weak,
                    (None, Some(glance)) if is_refuted && !searched.proven => {
                        without(known.worse, glance)
                    }
                    _ => searched,
                };
            }
            turn = turn.saturating_mul(2);
        }
    }

    /// What the search thinks at first sight.
    fn glance(&self, engine: &mut Engine<G>, question: &Question<'_>) -> Report<G::Move> {
        let question = Question {
            limits: Limits {
                nodes: Some(GLANCE),
                depth: None,
            },
            lines: usize::MAX,
            ..*question
        };
        self.search(engine, &question, question.stop, &mut |_| {})
    }
}

/// A report without the moves that are known to be worse, where others are left.
fn without<M: Copy + Eq>(worse: Vec<M>, mut report: Report<M>) -> Report<M> {
    let is_good = |line: &Line<M>| !worse.contains(&line.pv[0]);
    if report.lines.iter().any(is_good) {
        report.lines.retain(is_good);
        report.proven = false;
    }
    report
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
            let worse = &mut self.worse;
            self.weak = oracle::best_line(oracle, game, position, moves, worse, &effort);
        }
        if self.weak.is_some() {
            let worse = &mut Vec::new();
            self.exact = oracle::best_line(oracle, game, position, moves, worse, effort);
        }
    }
}
