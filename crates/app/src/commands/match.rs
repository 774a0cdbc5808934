//! `plyground match`: engines against each other.

use crate::arguments::MatchArguments;
use crate::failure::{Failure, Outcome};
use crate::matches::{elo::Tally, game};
use crate::positions::open;
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

/// One finished game: the opening's number, whether seats were swapped, how the
/// first engine fared, and the record.
struct Finished {
    pair: usize,
    swapped: bool,
    result: WinDrawLoss,
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
    finished.sort_by_key(|game| (game.pair, game.swapped));
    if let Some(path) = &arguments.pgn {
        let text: Vec<&str> = finished.iter().map(|game| game.record.as_str()).collect();
        std::fs::write(path, text.join("\n"))
            .map_err(|error| Failure::input(format!("cannot write {}: {error}", path.display())))?;
    }
    report(arguments, &tally(&finished))
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

fn openings(arguments: &MatchArguments) -> Outcome<Vec<Vec<String>>> {
    let mut session = open(&arguments.rules)?.session;
    if session.players() != 2 {
        return Err(Failure::input("a match is for two players"));
    }
    let mut random = Random::new(arguments.seed);
    (0..arguments.games.div_ceil(2))
        .map(|_| {
            Ok(game::opening(
                session.as_mut(),
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
        let (pair, swapped) = (number / 2, number % 2 == 1);
        let (first, second) = if swapped { (1, 0) } else { (0, 1) };
        let mut opened = open(&arguments.rules)?;
        let seats = [&specs[first], &specs[second]];
        let Some(ending) = game::play(&mut opened, &openings[pair], &seats, stop)? else {
            return Ok(());
        };
        let names = [
            arguments.specs[first].clone(),
            arguments.specs[second].clone(),
        ];
        let record = records::record(&opened, &names, Some(&ending)).write();
        let seat_of_first = Player::seat(usize::from(swapped));
        let game = Finished {
            pair,
            swapped,
            result: ending.outcome.seen_by(seat_of_first),
            record,
        };
        if let Ok(mut finished) = finished.lock() {
            finished.push(game);
            let tally = tally(&finished);
            bar.set_message(format!("{:.1} %", 100.0 * tally.score()));
        }
        bar.inc(1);
    }
}

/// The first engine's results.
fn tally(finished: &[Finished]) -> Tally {
    let mut tally = Tally::default();
    let mut halves = std::collections::HashMap::new();
    for game in finished {
        let points: usize = match game.result {
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
        match halves.remove(&game.pair) {
            Some(other) => tally.pairs[points + other] += 1,
            None => {
                halves.insert(game.pair, points);
            }
        }
    }
    tally
}

fn report(arguments: &MatchArguments, tally: &Tally) -> Outcome {
    let (elo, error) = (tally.elo(), tally.elo_error());
    if arguments.json {
        let player = |spec: &str, wins: u32, losses: u32, score: f64| json!({"spec": spec, "wins": wins, "draws": tally.draws, "losses": losses, "score": score});
        let [first, second] = [&arguments.specs[0], &arguments.specs[1]];
        return json::print(&json!({
            "game": arguments.rules.game,
            "games": tally.games(),
            "players": [
                player(first, tally.wins, tally.losses, tally.score()),
                player(second, tally.losses, tally.wins, 1.0 - tally.score()),
            ],
            "elo": elo,
            "elo_error": error,
            "sprt": null,
        }));
    }
    let mut out = anstream::stdout().lock();
    writeln!(
        out,
        "{} against {}: {} won, {} drawn, {} lost of {} games, {:.1} %",
        arguments.specs[0],
        arguments.specs[1],
        tally.wins,
        tally.draws,
        tally.losses,
        tally.games(),
        100.0 * tally.score()
    )?;
    match (elo, error) {
        (Some(elo), Some(error)) => writeln!(out, "Elo {elo:+.0} ± {error:.0}")?,
        (Some(elo), None) => writeln!(out, "Elo {elo:+.0}")?,
        _ => writeln!(out, "Elo beyond measure")?,
    }
    Ok(())
}
