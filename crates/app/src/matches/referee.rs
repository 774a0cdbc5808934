//! Plays the games of a match: a job in, a finished game out.

use super::contestant::Contestant;
use super::game::{self, Chooser, Conditions, Engine};
use super::openings::Opening;
use super::program::{self, Program};
use super::{Finished, Forfeit};
use crate::clock;
use crate::failure::{Failure, Outcome};
use crate::jobs::{Numbered, Worker};
use crate::tables::Disk;
use plyground_api::choice::{GameChoice, Opened};
use plyground_api::records;
use plyground_engine::algorithm::Stop;
use plyground_engine::game::{self as engine_game, Player};
use plyground_engine::random::Random;
use plyground_engine::spec::Spec;
use plyground_games::Games;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

/// Everything that must be known to play one game of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Job {
    pub(crate) number: usize,
    pub(crate) game: String,
    /// The rules that are not the usual ones, `name=value` each.
    pub(crate) options: Vec<String>,
    pub(crate) opening_number: usize,
    pub(crate) opening: Opening,
    /// The contestant in each seat, by number and by SPEC.
    pub(crate) seats: Vec<usize>,
    pub(crate) specs: Vec<String>,
    pub(crate) conditions: Conditions,
    /// The match's seed.
    pub(crate) seed: u64,
}

impl Numbered for Job {
    fn number(&self) -> u64 {
        self.number as u64
    }
}

/// One who plays games, with the programs that take part in the present one.
/// They are kept for the next game, and end with the referee.
#[derive(Debug)]
pub(crate) struct Referee {
    games: Games,
    tables: Option<PathBuf>,
    programs: Vec<(usize, String, Program)>,
}

impl Referee {
    pub(crate) fn new(games: Games, tables: Option<PathBuf>) -> Referee {
        Referee {
            games,
            tables,
            programs: Vec::new(),
        }
    }

    /// The program of a seat, ready for this game; taken out of those that are kept.
    fn program(
        &mut self,
        contestant: &Contestant,
        number: usize,
        patience: Duration,
        game: &program::Game<'_>,
        stop: &Stop<'_>,
    ) -> anyhow::Result<Program> {
        let is_it = |kept: &(usize, String, Program)| kept.0 == number && kept.1 == contestant.name;
        let mut program = match self.programs.iter().position(is_it) {
            Some(at) => self.programs.swap_remove(at).2,
            None => Program::start(contestant, patience, stop)?,
        };
        program.begin(game, stop)?;
        Ok(program)
    }
}

/// Whoever sits in a seat.
enum Sitting {
    Ours(Engine),
    Theirs(Program),
}

impl Worker<Job, Finished> for Referee {
    fn work(&mut self, job: &Job, stop: &Stop<'_>) -> Outcome<Option<Finished>> {
        let mut opened = self.open(job)?;
        let players = opened.session.players();
        if job.seats.len() != players || job.specs.len() != players {
            return Err(Failure::input(format!(
                "game {}: expected {players} seats, found {} for {} SPECs",
                job.number,
                job.seats.len(),
                job.specs.len()
            )));
        }
        let sitting = self.sit_down(job, &mut opened, stop)?;
        for mv in &job.opening.moves {
            opened.session.play(mv)?;
        }
        let session = opened.session.as_mut();
        let (end, mut sitting) = match sitting {
            Err((player, fault)) => (Some(game::forfeit(session, player, fault)), Vec::new()),
            Ok(mut sitting) => {
                let choosers = sitting.iter_mut().map(|one| -> &mut dyn Chooser {
                    match one {
                        Sitting::Ours(engine) => engine,
                        Sitting::Theirs(program) => program,
                    }
                });
                let mut choosers: Vec<_> = choosers.collect();
                let end = game::play(session, &mut choosers, &job.conditions, stop);
                (end, sitting)
            }
        };
        let Some(end) = end.filter(|_| !stop.is_raised()) else {
            return Ok(None);
        };
        let at_fault = end.fault.as_ref().map(|(player, _)| player.index());
        self.programs.clear();
        for (seat, one) in sitting.drain(..).enumerate() {
            if let Sitting::Theirs(program) = one
                && at_fault != Some(seat)
            {
                let kept = (job.seats[seat], job.specs[seat].clone(), program);
                self.programs.push(kept);
            }
        }
        let record = records::record(&opened, &job.specs, Some(&end.ending), clock::now().day());
        Ok(Some(Finished {
            number: job.number,
            opening: job.opening_number,
            seats: job.seats.clone(),
            places: places(end.ending.outcome, job.seats.len()),
            forfeit: end.fault.map(|(player, fault)| Forfeit {
                contestant: job.seats[player.index()],
                fault,
            }),
            record: record.write(),
        }))
    }
}

type Seated = Result<Vec<Sitting>, (Player, super::Fault)>;

impl Referee {
    fn open(&self, job: &Job) -> Outcome<Opened> {
        let entry = self.games.find(&job.game)?;
        let rules = job.options.iter().filter_map(|rule| rule.split_once('='));
        let mut opened = GameChoice::new(entry, rules, Disk::at(self.tables.clone()))?.open();
        if let Some(start) = &job.opening.start {
            opened.session.set_up(start, None)?;
            opened.set_up = Some(start.clone());
        }
        Ok(opened)
    }

    /// Everybody in their seats, or the one who did not come.
    fn sit_down(&mut self, job: &Job, opened: &mut Opened, stop: &Stop<'_>) -> Outcome<Seated> {
        let start = opened.session.position();
        let rules = opened.choice.rules().join(" ");
        let game = program::Game {
            id: opened.id(),
            rules: &rules,
            start: &start,
            is_set_up: opened.set_up.is_some(),
        };
        let patience = job.conditions.patience;
        let mut sitting = Vec::new();
        for (seat, (text, &number)) in job.specs.iter().zip(&job.seats).enumerate() {
            let contestant = Contestant::limited(text, job.conditions.clock.is_some())?;
            if contestant.command.is_none() {
                let luck = job.number.wrapping_mul(job.seats.len()).wrapping_add(seat);
                let spec = with_luck(&contestant.spec, job.seed, luck);
                let id = opened.session.add_engine(&spec)?;
                sitting.push(Sitting::Ours(Engine { id, spec }));
                continue;
            }
            match self.program(&contestant, number, patience, &game, stop) {
                Ok(program) => sitting.push(Sitting::Theirs(program)),
                Err(error) => return Ok(Err((Player::seat(seat), program::crash(&error)))),
            }
        }
        Ok(Ok(sitting))
    }
}

/// Finds out before the first game whether a contestant can play at all.
pub(crate) fn examine(contestant: &Contestant, opened: &mut Opened, stop: &Stop<'_>) -> Outcome {
    if contestant.command.is_none() {
        opened.session.add_engine(&contestant.spec)?;
        if contestant.spec.allows_exact_answers() {
            opened.hint_at_tables();
        }
        return Ok(());
    }
    match Program::start(contestant, Duration::ZERO, stop) {
        Ok(_) => Ok(()),
        Err(error) if stop.is_raised() => {
            Err(anyhow::anyhow!("{}: {error:#}", contestant.name).into())
        }
        Err(error) => Err(Failure::input(format!("{}: {error:#}", contestant.name))),
    }
}

/// An engine that plays by chance has other luck in every game, unless its SPEC
/// names a seed; the same match again has the same luck again.
fn with_luck(spec: &Spec, seed: u64, number: usize) -> Spec {
    let luck = Random::new(seed ^ (number as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9)).next();
    Spec {
        seed: spec.seed.or(Some(luck)),
        ..spec.clone()
    }
}

/// The place of each seat.
fn places(outcome: engine_game::Outcome, players: usize) -> Vec<u8> {
    let place = |seat: usize| match outcome {
        engine_game::Outcome::Draw => 1,
        engine_game::Outcome::Win(winner) if winner == Player::seat(seat) => 1,
        engine_game::Outcome::Win(_) => 2,
        engine_game::Outcome::Places(places) => places[seat],
    };
    (0..players).map(place).collect()
}
