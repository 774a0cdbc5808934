//! `plyground match`: engines against each other, every engine in every seat.

mod report;
mod score_sheet;

use crate::arguments::MatchArguments;
use crate::failure::{Failure, Outcome};
use crate::jobs::{Kind, Order, Threads};
use crate::matches::contestant::Contestant;
use crate::matches::game::Conditions;
use crate::matches::journal::Shape;
use crate::matches::openings::{self, Opening};
use crate::matches::referee::{self, Job, Referee};
use crate::matches::schedule::Schedule;
use crate::positions::choice;
use crate::{interrupt, output, queue};
use indicatif::{ProgressBar, ProgressStyle};
use plyground_api::choice::GameChoice;
use plyground_engine::algorithm::Stop;
use plyground_engine::checked::checksum;
use plyground_games::Games;
use score_sheet::ScoreSheet;
use serde_json::json;

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
    let finished = interrupt::guarded(|stop| {
        let is_decided = Stop::under(stop);
        let threads = Threads {
            count: concurrency(arguments, &contestants),
            stop: &is_decided,
            hire: || Ok(Referee::new(games, arguments.rules.tables.clone())),
        };
        let order = || order(games, arguments, &contestants, &openings, players);
        let referees = queue::workforce(&arguments.place, order, threads)?;
        let mut score_sheet = ScoreSheet::begin(arguments, &openings, shape, schedule.numbers())?;
        let bar = bar(schedule.games());
        bar.set_position(score_sheet.played() as u64);
        let left = score_sheet.left().into_iter();
        let mut jobs = left.map(|number| job(arguments, &choice, &schedule, &openings, number));
        if score_sheet.is_decided() {
            return score_sheet.closed();
        }
        let played = referees.carry_out(&mut jobs, &mut |game| {
            score_sheet.add(game)?;
            bar.set_message(score_sheet.in_short());
            bar.set_position(score_sheet.played() as u64);
            if score_sheet.is_decided() {
                is_decided.raise();
            }
            Ok(())
        });
        bar.finish_and_clear();
        played?;
        score_sheet.closed()
    })?;
    if let Some(path) = &arguments.pgn {
        let text: Vec<&str> = finished.iter().map(|game| game.record.as_str()).collect();
        output::write(path, &text.join("\n"))?;
    }
    report::print(arguments, players, &finished)
}

fn bar(games: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {msg} {eta}");
    ProgressBar::new(games as u64).with_style(style.unwrap_or(ProgressStyle::default_bar()))
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

/// The match as workers elsewhere are told of it.
fn order(
    games: Games,
    arguments: &MatchArguments,
    contestants: &[Contestant],
    openings: &[Opening],
    players: usize,
) -> Outcome<Order> {
    let program = contestants.iter().find(|one| one.command.is_some());
    if let Some(program) = program.filter(|_| !arguments.allow_programs) {
        return Err(Failure::input(format!(
            "--queue: {}: expected --allow-programs, because every worker would start it",
            program.name
        )));
    }
    let mut ours = contestants.iter().filter(|one| one.command.is_none());
    let uses_tables = arguments.known || ours.any(|one| one.spec.allows_exact_answers());
    let settings = json!({
        "match": title(arguments, openings)?,
        "games": arguments.games,
        "sprt": arguments.sprt.map(|sprt| format!("{sprt:?}")),
    });
    Ok(Order {
        uses_tables,
        is_timed: arguments.clock.is_some() || contestants.iter().any(Contestant::is_timed),
        starts_programs: program.is_some(),
        round: players as u64,
        at_a_time: 16,
        ahead: None,
        tables: arguments.rules.tables.clone(),
        ..Order::new(Kind::Match, games, &arguments.rules.game, &settings)?
    })
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
