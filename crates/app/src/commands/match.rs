//! `plyground match`: engines against each other, every engine in every seat.

use crate::arguments::MatchArguments;
use crate::failure::{Failure, Outcome};
use crate::matches::journal::Journal;
use crate::matches::sprt::Verdict;
use crate::matches::{Finished, elo::Tally, game};
use crate::positions::{open, open_round};
use crate::{interrupt, json, records};
use indicatif::{ProgressBar, ProgressStyle};
use plyground_engine::algorithm::Stop;
use plyground_engine::game::{Player, WinDrawLoss};
use plyground_engine::random::Random;
use plyground_engine::spec::Spec;
use serde_json::json;
use std::collections::HashSet;
use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How long an engine without a limit of its own thinks about a move.
const DEFAULT_TIME: Duration = Duration::from_millis(100);

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
    let score_sheet = begin(arguments)?;
    bar.inc(score_sheet.finished.len() as u64);
    let hall = Hall {
        arguments,
        specs: &specs,
        openings: &openings,
        jobs: Jobs::beside(&score_sheet.finished, games, specs.len()),
        score_sheet: Mutex::new(score_sheet),
        bar: &bar,
    };
    let played = interrupt::guarded(|stop| {
        let done = Stop::under(stop);
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..concurrency(arguments))
                .map(|_| scope.spawn(|| work(&hall, &done)))
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
    let mut finished = hall
        .score_sheet
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .finished;
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

/// The games still to be played, by number: handed out once each. Whoever plays
/// one needs nothing but its number, and may play it twice without harm.
struct Jobs {
    left: Mutex<std::vec::IntoIter<usize>>,
}

impl Jobs {
    fn beside(finished: &[Finished], games: usize, players: usize) -> Jobs {
        let done: HashSet<usize> = finished
            .iter()
            .map(|game| game.opening * players + game.shift)
            .collect();
        let left: Vec<usize> = (0..games).filter(|number| !done.contains(number)).collect();
        Jobs {
            left: Mutex::new(left.into_iter()),
        }
    }

    fn next(&self) -> Option<usize> {
        self.left
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .next()
    }
}

/// What has been played, in memory and on disk.
struct ScoreSheet {
    finished: Vec<Finished>,
    journal: Option<Journal>,
}

/// Everything that those who play the games share.
struct Hall<'a> {
    arguments: &'a MatchArguments,
    specs: &'a [Spec],
    openings: &'a [Vec<String>],
    jobs: Jobs,
    score_sheet: Mutex<ScoreSheet>,
    bar: &'a ProgressBar,
}

/// A new match, or one that goes on.
fn begin(arguments: &MatchArguments) -> Outcome<ScoreSheet> {
    let title = format!(
        "{} {:?} {}, openings of {} plies by seed {}",
        arguments.rules.game,
        arguments.rules.options,
        arguments.specs.join(" against "),
        arguments.opening_plies,
        arguments.seed
    );
    let (journal, finished) = match &arguments.save {
        None => (None, Vec::new()),
        Some(path) if arguments.resume => {
            let (journal, finished) = Journal::resume(path, &title)?;
            (Some(journal), finished)
        }
        Some(path) => (Some(Journal::begin(path, &title)?), Vec::new()),
    };
    Ok(ScoreSheet { finished, journal })
}

/// Takes game after game until there is none left.
fn work(hall: &Hall<'_>, stop: &Stop<'_>) -> Outcome {
    while let Some(number) = hall.jobs.next() {
        if stop.is_raised() {
            return Ok(());
        }
        let Some(game) = play(hall, number, stop)? else {
            return Ok(());
        };
        let mut sheet = hall
            .score_sheet
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(journal) = &mut sheet.journal {
            journal.add(&game)?;
        }
        sheet.finished.push(game);
        let tally = tally(&sheet.finished, 0);
        let mut message = format!("{:.1} %", 100.0 * tally.score());
        if let Some(sprt) = &hall.arguments.sprt {
            message += &format!(", LLR {:.2}", sprt.llr(&tally));
            if sprt.verdict(&tally) != Verdict::Open {
                stop.raise();
            }
        }
        hall.bar.set_message(message);
        hall.bar.inc(1);
    }
    Ok(())
}

/// Plays the game of a number, or is stopped.
fn play(hall: &Hall<'_>, number: usize, stop: &Stop<'_>) -> Outcome<Option<Finished>> {
    let (arguments, players) = (hall.arguments, hall.specs.len());
    let (opening, shift) = (number / players, number % players);
    let mut opened = open_round(&arguments.rules, opening as u64)?;
    let in_seat = |seat: usize| (seat + shift) % players;
    let seats: Vec<Spec> = (0..players)
        .map(|seat| {
            with_luck(
                &hall.specs[in_seat(seat)],
                arguments.seed,
                number * players + seat,
            )
        })
        .collect();
    let seats: Vec<&Spec> = seats.iter().collect();
    let Some(ending) = game::play(&mut opened, &hall.openings[opening], &seats, stop)? else {
        return Ok(None);
    };
    let names: Vec<String> = (0..players)
        .map(|seat| arguments.specs[in_seat(seat)].clone())
        .collect();
    let record = records::record(&opened, &names, Some(&ending)).write();
    let seat_of = |engine: usize| Player::seat((engine + players - shift) % players);
    let results = (0..players).map(|engine| ending.outcome.seen_by(seat_of(engine)));
    Ok(Some(Finished {
        opening,
        shift,
        results: results.collect(),
        record,
    }))
}

/// An engine that plays by chance has other luck in every game, unless its SPEC
/// names a seed; the same match again has the same luck again.
fn with_luck(spec: &Spec, seed: u64, number: usize) -> Spec {
    let luck = Random::new(seed ^ (number as u64 + 1).wrapping_mul(0x9e37_79b9)).next();
    Spec {
        seed: spec.seed.or(Some(luck)),
        ..spec.clone()
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
    let sprt = arguments.sprt.map(|sprt| {
        let (low, high) = sprt.bounds();
        (sprt.llr(first), low, high, sprt.verdict(first).word())
    });
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
            "sprt": sprt.map(|(llr, low, high, verdict)| {
                json!({"llr": llr, "lower": low, "upper": high, "verdict": verdict})
            }),
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
    if let Some(superiority) = first.superiority() {
        writeln!(
            out,
            "likelihood of superiority {:.1} %",
            100.0 * superiority
        )?;
    }
    if let Some((llr, low, high, verdict)) = sprt {
        writeln!(
            out,
            "SPRT: LLR {llr:.2} of {low:.2} to {high:.2}, {verdict}"
        )?;
    }
    Ok(())
}
