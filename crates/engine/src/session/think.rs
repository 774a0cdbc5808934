//! Engines, and what they and books and tables say.

use super::of_game::Engine;
use super::play::Play;
use super::{Analysis, Ending, EngineId, GameSession, Puzzle, Question, Solution, TextLine};
use crate::algorithm::{Limits, Report, Share, Stop, Task};
use crate::engines::Evaluation;
use crate::level::Weakness;
use crate::message::Message;
use crate::notation::{Notation, ParseError};
use crate::oracle::{self, Effort, Oracle};
use crate::score::{Score, Value};
use crate::solve::Solved;
use crate::spec::Spec;
use std::sync::atomic::AtomicU64;

/// Engines, and what they and books and tables say.
pub trait Think {
    fn heuristics(&self) -> Vec<&'static str>;

    /// How many points of the default evaluation make one unit as people write it.
    fn points_per_unit(&self) -> i32;

    /// What a look at the position says it is worth to each seat; empty when the game is over.
    fn standing(&self) -> Vec<i32>;

    /// Whether the game has what a SPEC names.
    fn check_engine(&self, spec: &Spec) -> Result<(), ParseError>;

    /// Brings in an engine, which keeps what it learns from move to move.
    fn add_engine(&mut self, spec: &Spec) -> Result<EngineId, ParseError>;
    fn think(
        &mut self,
        engine: EngineId,
        question: &Question<'_>,
        observer: &mut dyn FnMut(&Analysis),
    ) -> Analysis;

    /// How many bytes an engine's table or tree takes.
    fn memory_of(&self, engine: EngineId) -> usize;
    fn solve(&self, puzzle: &Puzzle<'_>) -> Solution;

    /// What the position is worth to the side to move, where a book or a table
    /// holds it: without any search.
    fn known(&self) -> Option<Value>;

    /// What a table adds to that.
    fn remark(&self) -> Option<Message>;
}

impl<G: Notation> GameSession<G> {
    /// The evaluation that a SPEC names.
    pub(super) fn evaluation(&self, spec: &Spec) -> Result<&Evaluation<G>, ParseError> {
        let first = self.evaluations.first().map(|evaluation| evaluation.name);
        self.evaluation_named(spec.eval.as_deref().or(first).unwrap_or_default())
    }

    /// The oracle, as long as it is right whatever was played before. A position that
    /// was there twice is a draw by now, and a win that leads through it is none;
    /// where the oracle calls it a draw anyway, nothing has changed.
    fn oracle(&self) -> Option<&dyn Oracle<G>> {
        let oracle = self.oracle.as_deref()?;
        if !oracle.covers(&self.game, &self.position) {
            return None;
        }
        let is_drawn = |position| oracle.instant(&self.game, position) == Some(Score::DRAW);
        self.seen_twice().all(is_drawn).then_some(oracle)
    }

    /// The positions that would end the game if they came once more.
    fn seen_twice(&self) -> impl Iterator<Item = &G::Position> {
        let reversible = match G::CAN_REPEAT {
            true => self.game.reversible_plies(&self.position) as usize,
            false => 0,
        };
        let past = self.played.len().saturating_sub(reversible);
        let keys = self.history();
        (past..keys.len())
            .filter(move |&ply| keys[ply + 1..].contains(&keys[ply]))
            .map(|ply| &self.played[ply].0)
    }

    /// A line of moves from the present position, in text; the first is written already.
    fn write_line(&self, first: String, moves: &[G::Move]) -> Vec<String> {
        let mut texts = vec![first];
        let mut position = self.position.clone();
        for pair in moves.windows(2) {
            position = self.game.after(&position, pair[0]);
            texts.push(self.write_move(&position, pair[1]));
        }
        texts
    }

    fn in_words(&self, report: &Report<G::Move>, points_per_unit: i32) -> Analysis {
        let best = report.lines.first();
        let firsts: Vec<G::Move> = report.lines.iter().map(|line| line.pv[0]).collect();
        let firsts = self.write_moves(&firsts);
        Analysis {
            value: best.map_or(Value::Unknown, |line| line.value_of_position(report.proven)),
            depth: report.depth,
            nodes: report.nodes,
            leaves: report.leaves,
            lines: report
                .lines
                .iter()
                .zip(firsts)
                .map(|(line, first)| {
                    let pv = self.write_line(first, &line.pv);
                    TextLine {
                        mv: pv[0].clone(),
                        value: line.value(),
                        pv,
                    }
                })
                .collect(),
            points_per_unit,
            remark: None,
        }
    }

    fn of_finished(&self, ending: &Ending, points_per_unit: i32) -> Analysis {
        Analysis {
            value: self.value_at_end(ending),
            depth: 0,
            nodes: 0,
            leaves: 0,
            lines: Vec::new(),
            points_per_unit,
            remark: None,
        }
    }

    fn value_at_end(&self, ending: &Ending) -> Value {
        let result = ending.outcome.seen_by(self.to_move());
        Score::of_result(result, 0).value(true)
    }

    /// The engine's answer, at the strength that it is given.
    fn answer(
        &self,
        engine: &mut Engine<G>,
        question: &Question<'_>,
        observer: &mut dyn FnMut(&Analysis),
    ) -> Report<G::Move> {
        let mut heard = *question;
        if let Some(weakness) = &mut engine.weakness {
            if let Some(report) = weakness.oversight(&self.legal()) {
                return report;
            }
            heard.limits = weakness.weakened(question.limits);
            heard.shuffle = question.shuffle.or_else(|| Some(weakness.shuffle()));
        }
        match self.oracle() {
            Some(oracle) if engine.uses_oracle => {
                self.think_with_oracle(engine, oracle, &heard, observer)
            }
            _ => self.search(engine, &heard, heard.stop, observer),
        }
    }

    pub(super) fn search(
        &self,
        engine: &mut Engine<G>,
        question: &Question<'_>,
        stop: &Stop<'_>,
        observer: &mut dyn FnMut(&Analysis),
    ) -> Report<G::Move> {
        let history = self.history();
        let task = Task {
            game: &self.game,
            position: &self.position,
            history: &history,
            limits: question.limits,
            lines: question.lines,
            shuffle: question.shuffle,
            share: question.share,
            stop,
        };
        let points_per_unit = engine.points_per_unit;
        engine.algorithm.think(&task, &mut |report| {
            observer(&self.in_words(report, points_per_unit));
        })
    }
}

/// So many nodes a search has to see the end where a table has said who wins.
const SOON: u64 = 100_000;

impl<G: Notation> GameSession<G> {
    fn solved_by_search(&self, puzzle: &Puzzle<'_>, limits: Limits) -> Solved<G::Move> {
        let history = self.history();
        let task = Task {
            game: &self.game,
            position: &self.position,
            history: &history,
            limits,
            lines: 1,
            shuffle: None,
            share: Share::WHOLE,
            stop: puzzle.stop,
        };
        self.evaluations[0].solve(&task, puzzle.table_bytes, puzzle.weak)
    }

    /// The value with its distance, where the end is near.
    fn seen_soon(&self, puzzle: &Puzzle<'_>) -> Option<Solved<G::Move>> {
        let most = puzzle.limits.nodes.unwrap_or(u64::MAX);
        let limits = Limits {
            nodes: Some(most.min(SOON)),
            ..puzzle.limits
        };
        let solved = self.solved_by_search(puzzle, limits);
        solved.value.is_proven().then_some(solved)
    }
}

impl<G: Notation> Think for GameSession<G> {
    fn heuristics(&self) -> Vec<&'static str> {
        self.evaluations
            .iter()
            .map(|evaluation| evaluation.name)
            .collect()
    }

    fn points_per_unit(&self) -> i32 {
        self.evaluations
            .first()
            .map_or(1, |evaluation| evaluation.points_per_unit)
    }

    fn standing(&self) -> Vec<i32> {
        let evaluation = self.evaluations.first();
        let Some(evaluation) = evaluation.filter(|_| self.outcome().is_none()) else {
            return Vec::new();
        };
        evaluation.worth(&self.game, &self.position)[..self.players()].to_vec()
    }

    fn check_engine(&self, spec: &Spec) -> Result<(), ParseError> {
        self.evaluation(spec).map(|_| ())
    }

    fn add_engine(&mut self, spec: &Spec) -> Result<EngineId, ParseError> {
        let evaluation = self.evaluation(spec)?;
        let weakness = evaluation.weakness(spec);
        self.engines.push(Engine {
            algorithm: evaluation.engine(spec),
            uses_oracle: spec.allows_exact_answers()
                && weakness.as_ref().is_none_or(Weakness::allows_exact_answers),
            weakness,
            threads: spec.threads.unwrap_or(1),
            points_per_unit: evaluation.points_per_unit,
        });
        Ok(EngineId(self.engines.len() - 1))
    }

    fn think(
        &mut self,
        EngineId(index): EngineId,
        question: &Question<'_>,
        observer: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let points_per_unit = self.engines[index].points_per_unit;
        if let Some(ending) = self.ending() {
            return self.of_finished(&ending, points_per_unit);
        }
        let mut engines = std::mem::take(&mut self.engines);
        let mut report = self.answer(&mut engines[index], question, observer);
        self.engines = engines;
        report.lines.truncate(question.lines.max(1));
        Analysis {
            remark: self.remark().filter(|_| self.engines[index].uses_oracle),
            ..self.in_words(&report, points_per_unit)
        }
    }

    fn memory_of(&self, EngineId(index): EngineId) -> usize {
        self.engines[index].algorithm.memory()
    }

    fn solve(&self, puzzle: &Puzzle<'_>) -> Solution {
        if let Some(ending) = self.ending() {
            return Solution {
                value: self.value_at_end(&ending),
                best: Vec::new(),
                nodes: 0,
                remark: None,
            };
        }
        let nodes = AtomicU64::new(0);
        let node_limit = puzzle.limits.nodes.unwrap_or(u64::MAX);
        // Whoever names a depth wants to see the search at work.
        let oracle = match puzzle.limits.depth {
            None => self.oracle(),
            Some(_) => None,
        };
        let known = oracle.and_then(|oracle| {
            let effort = Effort {
                stop: puzzle.stop,
                threads: puzzle.threads,
                weak: puzzle.weak,
                book: puzzle.book,
                nodes: &nodes,
                node_limit,
                observer: puzzle.observer,
            };
            let (game, position, moves) = (&self.game, &self.position, self.legal());
            oracle::solve(oracle, game, position, &moves, &effort)
        });
        // What a search soon sees to its end has a distance, which a table of endings
        // has not.
        let known = known.map(|known| match known.value {
            Value::Win { plies: None } | Value::Loss { plies: None } if !puzzle.weak => {
                self.seen_soon(puzzle).unwrap_or(known)
            }
            _ => known,
        });
        let remark = match (oracle, puzzle.book) {
            (Some(oracle), true) => oracle.remark(&self.game, &self.position),
            _ => None,
        };
        let nodes = nodes.into_inner();
        if known.is_none() && (puzzle.stop.is_raised() || nodes >= node_limit) {
            return Solution {
                value: Value::Unknown,
                best: Vec::new(),
                nodes,
                remark,
            };
        }
        let solved = known.unwrap_or_else(|| self.solved_by_search(puzzle, puzzle.limits));
        let value = match solved.value {
            value if puzzle.weak => value.without_distance(),
            value => value,
        };
        Solution {
            value,
            best: self.write_moves(&solved.best),
            nodes: solved.nodes,
            remark,
        }
    }

    fn known(&self) -> Option<Value> {
        if let Some(ending) = self.ending() {
            return Some(self.value_at_end(&ending));
        }
        let oracle = self.oracle()?;
        let score = oracle.instant(&self.game, &self.position)?;
        Some(score.value(true))
    }

    fn remark(&self) -> Option<Message> {
        self.oracle()?.remark(&self.game, &self.position)
    }
}
