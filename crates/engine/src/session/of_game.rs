//! The session of any game that can be written and drawn.

use super::{Analysis, Ending, EngineId, Puzzle, Question, Session, Solution, TextLine};
use crate::algorithm::{Algorithm, Report, Stop, Task};
use crate::engines::Opinion;
use crate::game::{Game, Outcome, Player};
use crate::level::Weakness;
use crate::notation::{Notation, ParseError};
use crate::oracle::{self, Effort, Oracle};
use crate::perft::perft_until;
use crate::score::{Score, Value};
use crate::spec::Spec;
use crate::statistics::{self, Policy, Tally};
use crate::view::{Depict, Piece, View};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

pub(super) struct Engine<G: Game> {
    algorithm: Box<dyn Algorithm<G>>,
    weakness: Option<Weakness>,
    uses_oracle: bool,
    pub(super) threads: usize,
    points_per_unit: i32,
}

/// A session of one game.
pub struct GameSession<G: Game> {
    /// The rules as the options gave them; a set-up may bring its own.
    given: G,
    pub(super) game: G,
    opinions: Arc<[Opinion<G>]>,
    oracle: Option<Arc<dyn Oracle<G>>>,
    pub(super) position: G::Position,
    played: Vec<(G::Position, G::Move)>,
    engines: Vec<Engine<G>>,
    move_format: Option<&'static str>,
}

impl<G: Notation + Depict> GameSession<G> {
    /// The first opinion is the default one.
    pub fn new(game: G, opinions: Vec<Opinion<G>>) -> GameSession<G> {
        GameSession {
            position: game.start(),
            given: game.clone(),
            game,
            opinions: opinions.into(),
            oracle: None,
            played: Vec::new(),
            engines: Vec::new(),
            move_format: None,
        }
    }

    fn write_move(&self, position: &G::Position, mv: G::Move) -> String {
        match self.move_format {
            Some(format) => self.game.write_move_as(format, position, mv),
            None => self.game.write_move(position, mv),
        }
    }

    pub fn with_oracle(mut self, oracle: Arc<dyn Oracle<G>>) -> GameSession<G> {
        self.oracle = Some(oracle);
        self
    }

    fn history(&self) -> Vec<u64> {
        self.played
            .iter()
            .map(|(position, _)| self.game.key(position))
            .collect()
    }

    /// The oracle, as long as it is right whatever was played before. A position that
    /// was there twice is a draw by now, and a win that leads through it is none;
    /// where the oracle calls it a draw anyway, nothing has changed.
    fn oracle(&self) -> Option<&dyn Oracle<G>> {
        let oracle = self.oracle.as_deref()?;
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

    pub(super) fn legal(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if self.ending().is_none() {
            self.game.legal_moves(&self.position, &mut moves);
        }
        moves
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.position).or_else(|| {
            let is_stuck = self.game.legal_move_count(&self.position, &mut Vec::new()) == 0;
            is_stuck.then(|| self.game.outcome_when_stuck(&self.position))
        })
    }

    fn is_third_repetition(&self) -> bool {
        if self.game.reversible_plies(&self.position) == 0 {
            return false;
        }
        let key = self.game.key(&self.position);
        let before = self.history();
        before.iter().filter(|&&earlier| earlier == key).count() >= 2
    }

    /// A line of moves from the present position, in text.
    fn write_line(&self, moves: &[G::Move]) -> Vec<String> {
        let mut position = self.position.clone();
        moves
            .iter()
            .map(|&mv| {
                let text = self.write_move(&position, mv);
                position = self.game.after(&position, mv);
                text
            })
            .collect()
    }

    fn in_words(&self, report: &Report<G::Move>, points_per_unit: i32) -> Analysis {
        let best = report.lines.first();
        Analysis {
            value: best.map_or(Value::Unknown, |line| line.value_of_position(report.proven)),
            depth: report.depth,
            nodes: report.nodes,
            leaves: report.leaves,
            lines: report
                .lines
                .iter()
                .map(|line| {
                    let pv = self.write_line(&line.pv);
                    TextLine {
                        mv: pv[0].clone(),
                        value: line.value(),
                        pv,
                    }
                })
                .collect(),
            points_per_unit,
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
            heard = weakness.weaken(question);
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
            stop,
        };
        let points_per_unit = engine.points_per_unit;
        engine.algorithm.think(&task, &mut |report| {
            observer(&self.in_words(report, points_per_unit));
        })
    }
}

impl<G: Notation + Depict> Session for GameSession<G> {
    fn players(&self) -> usize {
        self.game.players()
    }

    fn sign(&self, player: Player) -> char {
        self.game.sign(player)
    }

    fn player_name(&self, player: Player) -> &'static str {
        self.game.player_name(player)
    }

    fn heuristics(&self) -> Vec<&'static str> {
        self.opinions.iter().map(|opinion| opinion.name).collect()
    }

    fn points_per_unit(&self) -> i32 {
        self.opinions
            .first()
            .map_or(1, |opinion| opinion.points_per_unit)
    }

    fn standing(&self) -> Vec<i32> {
        let opinion = self.opinions.first();
        let Some(opinion) = opinion.filter(|_| self.outcome().is_none()) else {
            return Vec::new();
        };
        opinion.worth(&self.game, &self.position)[..self.players()].to_vec()
    }

    fn restart(&mut self) {
        self.game = self.given.clone();
        self.position = self.game.start();
        self.played.clear();
        for engine in &mut self.engines {
            engine.algorithm.forget();
        }
    }

    fn set_up(&mut self, text: &str, to_move: Option<Player>) -> Result<(), ParseError> {
        let (game, position) = self.given.read_position(text, to_move)?;
        self.restart();
        self.game = game;
        self.position = position;
        Ok(())
    }

    fn position_in_line<'a>(&self, line: &'a str) -> &'a str {
        self.given.position_in_line(line)
    }

    fn position(&self) -> String {
        self.game.write_position(&self.position)
    }

    fn to_move(&self) -> Player {
        self.game.to_move(&self.position)
    }

    fn legal_moves(&self) -> Vec<String> {
        self.legal()
            .into_iter()
            .map(|mv| self.write_move(&self.position, mv))
            .collect()
    }

    fn ending(&self) -> Option<Ending> {
        if let Some(outcome) = self.outcome() {
            return Some(Ending {
                outcome,
                reason: self.game.reason(&self.position, outcome),
            });
        }
        self.is_third_repetition().then(|| Ending {
            outcome: Outcome::Draw,
            reason: "third repetition".to_owned(),
        })
    }

    fn write_result(&self, outcome: Outcome) -> String {
        self.game.write_result(outcome)
    }

    fn moves(&self) -> Vec<String> {
        self.played
            .iter()
            .map(|(position, mv)| self.write_move(position, *mv))
            .collect()
    }

    fn move_formats(&self) -> &'static [&'static str] {
        self.game.move_formats()
    }

    fn write_moves_as(&mut self, format: &str) -> Result<(), ParseError> {
        if format.is_empty() {
            self.move_format = None;
            return Ok(());
        }
        let known = self.game.move_formats();
        let found = known.iter().find(|&&name| name == format);
        self.move_format = Some(found.ok_or_else(|| {
            ParseError::new(match known {
                [] => format!("unknown format '{format}': this game has only one"),
                _ => format!("unknown format '{format}': expected {}", known.join(", ")),
            })
        })?);
        Ok(())
    }

    fn board_text(&self) -> Option<String> {
        self.game.write_board(&self.position)
    }

    fn answer_text(&self, best: Option<&str>) -> Option<String> {
        let best = best.and_then(|text| self.game.read_move(&self.position, text).ok());
        self.game.write_answer(&self.position, best)
    }

    fn recorded_moves(&self) -> Vec<String> {
        self.played
            .iter()
            .map(|(position, mv)| self.game.write_recorded_move(position, *mv))
            .collect()
    }

    fn last_move(&self) -> Option<(String, String)> {
        let (position, mv) = self.played.last()?;
        let recorded = self.game.write_recorded_move(position, *mv);
        Some((self.write_move(position, *mv), recorded))
    }

    fn record_tags(&self) -> Vec<(&'static str, &'static str)> {
        self.game.record_tags()
    }

    fn check_record_tag(&self, name: &str, value: &str) -> Result<(), ParseError> {
        self.game.check_record_tag(name, value)
    }

    fn play(&mut self, text: &str) -> Result<(), ParseError> {
        if let Some(ending) = self.ending() {
            return Err(ParseError::new(format!(
                "'{}' cannot be played: the game is over ({})",
                text.trim(),
                ending.reason
            )));
        }
        let mv = self.game.read_move(&self.position, text)?;
        let next = self.game.after(&self.position, mv);
        self.played
            .push((std::mem::replace(&mut self.position, next), mv));
        Ok(())
    }

    fn is_unfinished_move(&self, text: &str) -> bool {
        self.game.is_unfinished_move(&self.position, text)
    }

    fn take_back(&mut self) -> Option<String> {
        let (position, mv) = self.played.pop()?;
        self.position = position;
        Some(self.write_move(&self.position, mv))
    }

    fn view(&self) -> View {
        let mut view = self.game.board(&self.position);
        if let Some((position, mv)) = self.played.last() {
            view.last = self.game.click_path(position, *mv).path;
        }
        view.moves = self
            .legal()
            .into_iter()
            .map(|mv| {
                let mut path = self.game.click_path(&self.position, mv);
                path.text = self.write_move(&self.position, mv);
                path
            })
            .collect();
        view
    }

    fn kit(&self) -> Vec<Piece> {
        self.game.kit()
    }

    fn arranged(&self, pieces: &[Piece], to_move: Player) -> Option<String> {
        self.game.arranged(pieces, to_move)
    }

    fn perft(&self, depth: u32, stop: &Stop<'_>) -> Option<u64> {
        perft_until(&self.game, &self.position, depth, stop)
    }

    fn sample(&self, policy: Policy, seed: u64, numbers: Range<u64>, stop: &Stop<'_>) -> Tally {
        statistics::sample(&self.game, &self.position, policy, seed, numbers, stop)
    }

    fn distinct_by_ply(&self, plies: usize, most: usize, stop: &Stop<'_>) -> Vec<u64> {
        statistics::distinct_by_ply(&self.game, &self.position, plies, most, stop)
    }

    fn add_engine(&mut self, spec: &Spec) -> Result<EngineId, ParseError> {
        let wanted = spec.eval.as_deref();
        let opinion = match wanted {
            None => self.opinions.first(),
            Some(name) => self.opinions.iter().find(|opinion| opinion.name == name),
        };
        let Some(opinion) = opinion else {
            return Err(ParseError::new(format!(
                "unknown evaluation '{}': expected one of {}",
                wanted.unwrap_or_default(),
                self.heuristics().join(", ")
            )));
        };
        let weakness = opinion.weakness(spec);
        self.engines.push(Engine {
            algorithm: opinion.engine(spec),
            uses_oracle: spec.allows_exact_answers()
                && weakness.as_ref().is_none_or(Weakness::allows_exact_answers),
            weakness,
            threads: spec.threads.unwrap_or(1),
            points_per_unit: opinion.points_per_unit,
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
        let mut engine = self.engines.swap_remove(index);
        let mut report = self.answer(&mut engine, question, observer);
        self.engines.push(engine);
        let last = self.engines.len() - 1;
        self.engines.swap(index, last);
        report.lines.truncate(question.lines.max(1));
        self.in_words(&report, points_per_unit)
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
        let nodes = nodes.into_inner();
        if known.is_none() && (puzzle.stop.is_raised() || nodes >= node_limit) {
            return Solution {
                value: Value::Unknown,
                best: Vec::new(),
                nodes,
            };
        }
        let solved = known.unwrap_or_else(|| {
            let history = self.history();
            let task = Task {
                game: &self.game,
                position: &self.position,
                history: &history,
                limits: puzzle.limits,
                lines: 1,
                shuffle: None,
                stop: puzzle.stop,
            };
            self.opinions[0].solve(&task, puzzle.table_bytes, puzzle.weak)
        });
        let value = match solved.value {
            value if puzzle.weak => value.without_distance(),
            value => value,
        };
        Solution {
            value,
            best: solved
                .best
                .iter()
                .map(|&mv| self.write_move(&self.position, mv))
                .collect(),
            nodes: solved.nodes,
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

    fn fork(&self) -> Box<dyn Session> {
        Box::new(GameSession {
            given: self.given.clone(),
            game: self.game.clone(),
            opinions: Arc::clone(&self.opinions),
            oracle: self.oracle.clone(),
            position: self.position.clone(),
            played: self.played.clone(),
            engines: Vec::new(),
            move_format: self.move_format,
        })
    }
}

impl<G: Game> std::fmt::Debug for GameSession<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "GameSession at {:?}", self.position)
    }
}
