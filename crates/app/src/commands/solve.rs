//! `plyground solve`: the exact value, its distance, and all best moves.

use super::batch::{self, Clerk};
use crate::arguments::SolveArguments;
use crate::failure::Outcome;
use crate::jobs::{Kind, Order};
use crate::positions::{open, open_at};
use crate::{clock, interrupt, json, language, queue, words};
use indicatif::{ProgressBar, ProgressStyle};
use plyground_engine::algorithm::Stop;
use plyground_engine::oracle::BoundsObserver;
use plyground_engine::score::{Score, Value};
use plyground_engine::session::{Puzzle, Session, Solution};
use plyground_games::Games;
use serde_json::json;
use std::io::Write;
use std::time::{Duration, Instant};

const TABLE_BYTES: usize = 256 << 20;

pub(crate) fn run(games: Games, arguments: &SolveArguments) -> Outcome {
    if arguments.batch {
        let alone = batch::alone(|| clerk(games, arguments));
        let clerks = queue::workforce(&arguments.place, || order(games, arguments), alone)?;
        return batch::answer_lines(clerks.as_ref());
    }
    let opened = open_at(games, &arguments.rules, &arguments.position)?;
    opened.hint_at_tables();
    let session = opened.session.as_ref();
    let progress = ProgressBar::new_spinner()
        .with_message("solving")
        .with_style(
            ProgressStyle::with_template("{spinner} {msg} {elapsed}")
                .unwrap_or(ProgressStyle::default_spinner()),
        );
    progress.enable_steady_tick(Duration::from_millis(200));
    let (solution, elapsed) = interrupt::guarded(|interrupted| {
        solve(session, arguments, interrupted, &|low, high| {
            let [low, high] = [low, high].map(|bound| words::value(bound.value(true), 1));
            progress.set_message(format!("solving: between {low} and {high}"));
        })
    });
    progress.finish_and_clear();
    if arguments.json {
        return json::print(&json::solution(opened.id(), session, &solution, elapsed));
    }
    let mut out = anstream::stdout().lock();
    if let Some(ending) = session.ending() {
        writeln!(out, "{}", super::show::in_words(session, &ending))?;
        return Ok(());
    }
    let name = session.player_name(session.to_move());
    match solution.value {
        Value::Unknown => writeln!(out, "{name} to move: not solved within the limit")?,
        value => {
            writeln!(out, "{name} to move: {}", words::value(value, 1))?;
            if let Some(remark) = &solution.remark {
                writeln!(out, "{}", language::told(remark))?;
            }
            writeln!(out, "best: {}", solution.best.join(" "))?;
        }
    }
    let nodes = words::grouped(solution.nodes);
    writeln!(out, "{nodes} nodes in {:.2} s", elapsed.as_secs_f64())?;
    Ok(())
}

/// Who answers the lines of a batch.
pub(crate) fn clerk(games: Games, arguments: &SolveArguments) -> Outcome<Clerk<'static>> {
    let opened = open(games, &arguments.rules)?;
    opened.hint_at_tables();
    let id = opened.id();
    let arguments = arguments.clone();
    Ok(Clerk {
        session: opened.session,
        respond: Box::new(move |session: &mut dyn Session, stop: &Stop<'_>| {
            let (solution, elapsed) = solve(session, &arguments, stop, &|_, _| {});
            Ok(json!(json::solution(id, session, &solution, elapsed)))
        }),
    })
}

/// The batch as workers elsewhere are told of it.
fn order(games: Games, arguments: &SolveArguments) -> Outcome<Order> {
    Ok(Order {
        uses_tables: !arguments.no_book,
        is_timed: arguments.limits.time.is_some(),
        tables: arguments.rules.tables.clone(),
        ..Order::new(Kind::Solve, games, &arguments.rules.game, arguments)?
    })
}

fn solve(
    session: &dyn Session,
    arguments: &SolveArguments,
    stop: &Stop<'_>,
    observer: &(dyn Fn(Score, Score) + Sync),
) -> (Solution, Duration) {
    let started = Instant::now();
    let stop = Stop::under(stop);
    let puzzle = Puzzle {
        limits: arguments.limits.counted(),
        weak: arguments.weak,
        book: !arguments.no_book,
        threads: arguments.threads.unwrap_or(1) as usize,
        table_bytes: TABLE_BYTES,
        stop: &stop,
        observer: Some(BoundsObserver(observer)),
    };
    let solution = clock::limited(arguments.limits.time, &stop, || session.solve(&puzzle));
    (solution, started.elapsed())
}
