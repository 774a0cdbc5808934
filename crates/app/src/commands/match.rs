//! `plyground match`: engines against each other, every engine in every seat.

mod report;

use crate::arguments::MatchArguments;
use crate::failure::{Failure, Outcome};
use crate::jobs::{Threads, Workforce};
use crate::matches::Finished;
use crate::matches::contestant::Contestant;
use crate::matches::elo::Tally;
use crate::matches::game::Conditions;
use crate::matches::journal::{Journal, Shape};
use crate::matches::openings::{self, Opening};
use crate::matches::referee::{self, Job, Referee};
use crate::matches::schedule::Schedule;
use crate::matches::sprt::Verdict;
use crate::positions::choice;
use crate::{interrupt, output};
use indicatif::{ProgressBar, ProgressStyle};
use plyground_api::choice::GameChoice;
use plyground_engine::algorithm::Stop;
use plyground_engine::checked::checksum;
use plyground_games::Games;
use std::collections::HashSet;

pub(crate) fn run(games: Games, arguments: &MatchArguments) -> Outcome {
    let contestants = contestants(arguments)?;
    let choice = choice(games, &arguments.rules)?;
    let players = choice.session().players();
    check(arguments, players)?;
    let schedule = Schedule::new(
        contestants.len(),
        players,
        arguments.tournament,
        arguments.games as usize,
    );
    let openings = openings(arguments, &choice, schedule.openings())?;
    output::check(arguments.pgn.as_deref())?;
    interrupt::guarded(|stop| {
        let mut contestants = contestants.iter();
        contestants.try_for_each(|contestant| {
            referee::examine(contestant, &mut choice.clone().open(), stop)
        })
    })?;
    let shape = Shape {
        contestants: contestants.len(),
        players,
    };
    let mut score_sheet = ScoreSheet::begin(arguments, &openings, shape)?;
    let bar = ProgressBar::new(schedule.games() as u64).with_style(
        ProgressStyle::with_template("{bar:30} {pos}/{len} games, {msg} {eta}")
            .unwrap_or(ProgressStyle::default_bar()),
    );
    bar.inc(score_sheet.finished.len() as u64);
    let left: Vec<usize> = schedule
        .numbers()
        .filter(|number| !score_sheet.numbers.contains(number))
        .collect();
    let mut jobs = Vec::with_capacity(left.len());
    for number in left {
        jobs.push(job(arguments, &choice, &schedule, &openings, number));
    }
    let played = interrupt::guarded(|stop| {
        let is_decided = Stop::under(stop);
        let threads = Threads {
            count: concurrency(arguments, &contestants),
            stop: &is_decided,
            hire: || Ok(Referee::new(games, arguments.rules.tables.clone())),
        };
        threads.carry_out(&mut jobs.into_iter(), &mut |game| {
            score_sheet.add(game)?;
            bar.set_message(score_sheet.in_short(arguments));
            bar.set_position(score_sheet.finished.len() as u64);
            if score_sheet.is_decided(arguments) {
                is_decided.raise();
            }
            Ok(())
        })
    });
    bar.finish_and_clear();
    played?;
    let mut finished = score_sheet.finished;
    finished.sort_by_key(|game| game.number);
    if let Some(path) = &arguments.pgn {
        let text: Vec<&str> = finished.iter().map(|game| game.record.as_str()).collect();
        output::write(path, &text.join("\n"))?;
    }
    report::print(arguments, players, &finished)
}

fn contestants(arguments: &MatchArguments) -> Outcome<Vec<Contestant>> {
    let specs = arguments.specs.iter();
    specs
        .map(|text| Contestant::limited(text, arguments.clock.is_some()))
        .collect()
}

/// What goes together and what does not.
fn check(arguments: &MatchArguments, players: usize) -> Outcome {
    let count = arguments.specs.len();
    if count < players {
        return Err(Failure::input(format!(
            "expected at least {players} SPECs, one for each player, found {count}"
        )));
    }
    if arguments.sprt.is_some() && (players, count) != (2, 2) {
        return Err(Failure::input(format!(
            "--sprt: expected two SPECs and a game for two, found {count} SPECs for {players} players"
        )));
    }
    for (name, is_given) in [
        ("--draw", arguments.draw.is_some()),
        ("--resign", arguments.resign.is_some()),
    ] {
        if is_given && players != 2 {
            return Err(Failure::input(format!(
                "{name}: expected a game for two, found one for {players}"
            )));
        }
    }
    Ok(())
}

/// As many games at once as every one has its own cores.
fn concurrency(arguments: &MatchArguments, contestants: &[Contestant]) -> usize {
    let cores = crate::machine::cores();
    let threads = contestants.iter().filter_map(|one| one.spec.threads).max();
    let fitting = (cores / threads.unwrap_or(1)).max(1);
    arguments
        .concurrency
        .map_or(fitting, |count| (count as usize).min(cores))
}

/// The openings in the order in which they are played; where there are too few,
/// they take turns.
fn openings(
    arguments: &MatchArguments,
    choice: &GameChoice,
    count: usize,
) -> Outcome<Vec<Opening>> {
    match &arguments.openings {
        None => openings::random(choice, count, arguments.opening_plies, arguments.seed),
        Some(path) => openings::of_file(choice, path),
    }
}

fn conditions(arguments: &MatchArguments) -> Conditions {
    Conditions {
        clock: arguments.clock,
        draw: arguments.draw,
        resign: arguments.resign,
        ends_when_known: arguments.known,
        patience: arguments.patience,
    }
}

fn job(
    arguments: &MatchArguments,
    choice: &GameChoice,
    schedule: &Schedule,
    openings: &[Opening],
    number: usize,
) -> Job {
    let opening_number = schedule.opening(number);
    let seats = schedule.seats(number);
    Job {
        number,
        game: choice.entry.id.to_owned(),
        options: choice.of_round(opening_number as u64).rules(),
        opening_number,
        opening: openings[opening_number % openings.len()].clone(),
        specs: seats
            .iter()
            .map(|&seat| arguments.specs[seat].clone())
            .collect(),
        seats,
        conditions: conditions(arguments),
        seed: arguments.seed,
    }
}

/// What has been played, in memory and on disk, every game once.
struct ScoreSheet {
    finished: Vec<Finished>,
    numbers: HashSet<usize>,
    journal: Option<Journal>,
}

impl ScoreSheet {
    /// A new match, or one that goes on.
    fn begin(
        arguments: &MatchArguments,
        openings: &[Opening],
        shape: Shape,
    ) -> Outcome<ScoreSheet> {
        let title = title(arguments, openings)?;
        let (journal, finished) = match &arguments.save {
            None => (None, Vec::new()),
            Some(path) if arguments.resume => {
                let (journal, finished) = Journal::resume(path, &title, shape)?;
                (Some(journal), finished)
            }
            Some(path) => (Some(Journal::begin(path, &title)?), Vec::new()),
        };
        let mut score_sheet = ScoreSheet {
            finished: Vec::new(),
            numbers: HashSet::new(),
            journal,
        };
        score_sheet.finished = finished;
        let numbers = score_sheet.finished.iter().map(|game| game.number);
        score_sheet.numbers = numbers.collect();
        Ok(score_sheet)
    }

    /// Writes a game down; one that is there already is played for nothing.
    fn add(&mut self, game: Finished) -> Outcome {
        if !self.numbers.insert(game.number) {
            return Ok(());
        }
        if let Some(journal) = &mut self.journal {
            journal.add(&game)?;
        }
        self.finished.push(game);
        Ok(())
    }

    fn in_short(&self, arguments: &MatchArguments) -> String {
        let tally = Tally::of(&self.finished, 0);
        let mut text = format!("{:.1} %", 100.0 * tally.score());
        if let Some(sprt) = &arguments.sprt {
            text += &format!(", LLR {:.2}", sprt.llr(&tally));
        }
        let forfeits = self.finished.iter().filter(|game| game.forfeit.is_some());
        match forfeits.count() {
            0 => {}
            count => text += &format!(", {count} forfeited"),
        }
        text
    }

    fn is_decided(&self, arguments: &MatchArguments) -> bool {
        arguments
            .sprt
            .is_some_and(|sprt| sprt.verdict(&Tally::of(&self.finished, 0)) != Verdict::Open)
    }
}

/// What makes two matches the same one, whatever their length.
fn title(arguments: &MatchArguments, openings: &[Opening]) -> Outcome<String> {
    let openings = match &arguments.openings {
        None => format!("of {} plies", arguments.opening_plies),
        Some(_) => {
            let text = serde_json::to_string(openings)?;
            format!("of a file ({:016x})", checksum(text.as_bytes()))
        }
    };
    Ok(format!(
        "{} {:?} {:?} {}, openings {openings}, seed {}, {}",
        arguments.rules.game,
        arguments.rules.options,
        arguments.tournament,
        arguments.specs.join(" against "),
        arguments.seed,
        serde_json::to_string(&conditions(arguments))?
    ))
}
