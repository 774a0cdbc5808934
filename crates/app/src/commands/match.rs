//! `plyground match`: engines against each other, every engine in every seat.

use crate::arguments::MatchArguments;
use crate::failure::{Failure, Outcome};
use crate::matches::{elo::Tally, game};
use crate::positions::{open, open_round};
use crate::{interrupt, json, records};
use indicatif::{ProgressBar, ProgressStyle};
use plyground_engine::algorithm::Stop;
use plyground_engine::game::{Player, WinDrawLoss};
use plyground_engine::random::Random;
use plyground_engine::spec::Spec;
use serde_json::json;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How long an engine without a limit of its own thinks about a move.
const DEFAULT_TIME: Duration = Duration::from_millis(100);

/// One finished game: the opening's number, by how many seats the engines were
/// shifted, how each of them fared, and the record.
struct Finished {
    opening: usize,
    shift: usize,
    results: Vec<WinDrawLoss>,
    record: String,
}

pub(crate) fn run(arguments: &MatchArguments) -> Outcome {
    let specs: Vec<Spec> = arguments
        .specs
        .iter()
        .map(|text| engine(text))
        .collect::<Outcome<_>>()?;
    let openings = openings(arguments)?;
    // Wrong names of evaluations are found before the first game.
    for spec in &specs {
        let mut opened = open(&arguments.rules)?;
        opened.session.add_engine(spec)?;
        if spec.allows_exact_answers() {
            opened.hint_at_tables();
        }
    }
    let games = arguments.games as usize;
    let bar = ProgressBar::new(games as u64).with_style(
        ProgressStyle::with_template("{bar:30} {pos}/{len} games, {msg} {eta}")
            .unwrap_or(ProgressStyle::default_bar()),
    );
    let finished = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    let played = interrupt::guarded(|stop| {
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..concurrency(arguments))
                .map(|_| {
                    scope.spawn(|| work(arguments, &specs, &openings, &next, &finished, &bar, stop))
                })
                .collect();
            workers.into_iter().try_for_each(|worker| {
                worker
                    .join()
                    .unwrap_or_else(|_| Err(Failure::Other(anyhow::anyhow!("a game crashed"))))
            })
        })
    });
    bar.finish_and_clear();
    played?;
    let mut finished = finished.into_inner().unwrap_or_default();
    finished.sort_by_key(|game| (game.opening, game.shift));
    if let Some(path) = &arguments.pgn {
        let text: Vec<&str> = finished.iter().map(|game| game.record.as_str()).collect();
        std::fs::write(path, text.join("\n"))
            .map_err(|error| Failure::input(format!("cannot write {}: {error}", path.display())))?;
    }
    let engines = 0..arguments.specs.len();
    let tallies: Vec<Tally> = engines.map(|engine| tally(&finished, engine)).collect();
    report(arguments, &tallies)
}

fn engine(text: &str) -> Outcome<Spec> {
    let mut spec: Spec = text.parse()?;
    if spec.depth.is_none() && spec.nodes.is_none() && spec.time.is_none() {
        spec.time = Some(DEFAULT_TIME);
    }
    Ok(spec)
}

/// Games are played at once only as far as every one has its own cores.
fn concurrency(arguments: &MatchArguments) -> usize {
    let cores = crate::machine::cores();
    arguments.concurrency.map_or(cores, |count| count as usize)
}

/// An opening for every round in which each engine has each seat once. Where
/// chance lays the board, every round has one of its own.
fn openings(arguments: &MatchArguments) -> Outcome<Vec<Vec<String>>> {
    let players = open(&arguments.rules)?.session.players();
    if arguments.specs.len() != players {
        return Err(Failure::input(format!(
            "expected {players} SPECs, one for each player, found {}",
            arguments.specs.len()
        )));
    }
    let mut random = Random::new(arguments.seed);
    (0..arguments.games.div_ceil(players as u32))
        .map(|number| {
            Ok(game::opening(
                open_round(&arguments.rules, u64::from(number))?
                    .session
                    .as_mut(),
                arguments.opening_plies,
                &mut random,
            )?)
        })
        .collect()
}

/// Takes game after game until there is none left.
fn work(
    arguments: &MatchArguments,
    specs: &[Spec],
    openings: &[Vec<String>],
    next: &AtomicUsize,
    finished: &Mutex<Vec<Finished>>,
    bar: &ProgressBar,
    stop: &Stop<'_>,
) -> Outcome {
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= arguments.games as usize || stop.is_raised() {
            return Ok(());
        }
        let players = specs.len();
        let (opening, shift) = (number / players, number % players);
        let mut opened = open_round(&arguments.rules, opening as u64)?;
        let in_seat = |seat: usize| (seat + shift) % players;
        let seats: Vec<&Spec> = (0..players).map(|seat| &specs[in_seat(seat)]).collect();
        let Some(ending) = game::play(&mut opened, &openings[opening], &seats, stop)? else {
            return Ok(());
        };
        let names: Vec<String> = (0..players)
            .map(|seat| arguments.specs[in_seat(seat)].clone())
            .collect();
        let record = records::record(&opened, &names, Some(&ending)).write();
        let seat_of = |engine: usize| Player::seat((engine + players - shift) % players);
        let results = (0..players).map(|engine| ending.outcome.seen_by(seat_of(engine)));
        let game = Finished {
            opening,
            shift,
            results: results.collect(),
            record,
        };
        if let Ok(mut finished) = finished.lock() {
            finished.push(game);
            let tally = tally(&finished, 0);
            bar.set_message(format!("{:.1} %", 100.0 * tally.score()));
        }
        bar.inc(1);
    }
}

/// One engine's results.
fn tally(finished: &[Finished], engine: usize) -> Tally {
    let mut tally = Tally::default();
    let mut halves = std::collections::HashMap::new();
    for game in finished {
        let points: usize = match game.results[engine] {
            WinDrawLoss::Win => {
                tally.wins += 1;
                2
            }
            WinDrawLoss::Draw => {
                tally.draws += 1;
                1
            }
            WinDrawLoss::Loss => {
                tally.losses += 1;
                0
            }
        };
        match halves.remove(&game.opening) {
            Some(other) => tally.pairs[points + other] += 1,
            None => {
                halves.insert(game.opening, points);
            }
        }
    }
    tally
}

fn report(arguments: &MatchArguments, tallies: &[Tally]) -> Outcome {
    let first = &tallies[0];
    let (elo, error) = match tallies {
        [_, _] => (first.elo(), first.elo_error()),
        _ => (None, None),
    };
    let by_spec = arguments.specs.iter().zip(tallies);
    if arguments.json {
        let players = by_spec.map(|(spec, tally)| {
            json!({
                "spec": spec,
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
                "score": tally.score(),
            })
        });
        return json::print(&json!({
            "game": arguments.rules.game,
            "games": first.games(),
            "players": players.collect::<Vec<_>>(),
            "elo": elo,
            "elo_error": error,
            "sprt": null,
        }));
    }
    let mut out = anstream::stdout().lock();
    if tallies.len() > 2 {
        for (spec, tally) in by_spec {
            writeln!(
                out,
                "{spec}: {} first, {} shared, {} behind in {} games, {:.1} %",
                tally.wins,
                tally.draws,
                tally.losses,
                tally.games(),
                100.0 * tally.score()
            )?;
        }
        return Ok(());
    }
    writeln!(
        out,
        "{} against {}: {} won, {} drawn, {} lost of {} games, {:.1} %",
        arguments.specs[0],
        arguments.specs[1],
        first.wins,
        first.draws,
        first.losses,
        first.games(),
        100.0 * first.score()
    )?;
    match (elo, error) {
        (Some(elo), Some(error)) => writeln!(out, "Elo {elo:+.0} ± {error:.0}")?,
        (Some(elo), None) => writeln!(out, "Elo {elo:+.0}")?,
        _ => writeln!(out, "Elo beyond measure")?,
    }
    Ok(())
}
