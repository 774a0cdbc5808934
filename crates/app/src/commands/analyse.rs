//! `plyground analyse`: the best moves and what they are worth.

use super::batch::{self, Clerk};
use crate::arguments::AnalyseArguments;
use crate::ask::Ask;
use crate::failure::{Failure, Outcome};
use crate::jobs::{Kind, Order};
use crate::language::{self, say};
use crate::positions::{open, open_at};
use crate::{interrupt, json, machine, output, queue, words};
use indicatif::{ProgressBar, ProgressStyle};
use plyground_engine::algorithm::Stop;
use plyground_engine::score::Value;
use plyground_engine::session::{Analysis, Session};
use plyground_engine::spec::Spec;
use plyground_games::Games;
use serde_json::json;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// How long a search runs that has no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

pub(crate) fn run(games: Games, arguments: &AnalyseArguments) -> Outcome {
    let spec = spec(arguments)?;
    let only_sheet = arguments.rules.wants_board() && arguments.output.is_none();
    if only_sheet && arguments.lines > 1 && !arguments.json {
        return Err(Failure::input(
            "--lines: with --format board the moves are told only beside --output FILE or --json",
        ));
    }
    if arguments.batch {
        let alone = batch::alone(|| clerk(games, arguments));
        let clerks = queue::workforce(&arguments.place, || order(games, arguments), alone)?;
        return batch::answer_lines(clerks.as_ref());
    }
    let mut opened = open_at(games, &arguments.rules, &arguments.position)?;
    if spec.allows_exact_answers() {
        opened.hint_at_tables();
    }
    let id = opened.id();
    let session = opened.session.as_mut();
    let engine = session.add_engine(&spec)?;
    output::check(arguments.output.as_deref())?;
    let progress = ProgressBar::new_spinner()
        .with_style(ProgressStyle::with_template("{msg}").unwrap_or(ProgressStyle::default_bar()));
    let ask = ask(arguments, &spec);
    let (analysis, elapsed) = interrupt::guarded(|interrupted| {
        let stop = Stop::under(interrupted);
        ask.put(session, engine, &stop, &mut |analysis| {
            progress.set_message(headline(analysis));
            progress.tick();
        })
    });
    progress.finish_and_clear();
    let best = analysis.lines.first().map(|line| line.mv.as_str());
    let sheet = match arguments.rules.wants_board() {
        true => session.answer_text(best),
        false => None,
    };
    if let Some(path) = &arguments.output {
        write_sheet(path, sheet.as_deref())?;
    }
    if arguments.json {
        json::print(&json::analysis(id, session, &analysis, elapsed))
    } else if let (Some(sheet), None) = (sheet, &arguments.output) {
        write!(std::io::stdout(), "{sheet}")?;
        Ok(())
    } else {
        print_for_people(session, &analysis, elapsed)
    }
}

/// The best-move calculator's answer goes into a file of its own.
fn write_sheet(path: &Path, sheet: Option<&str>) -> Outcome {
    let sheet = sheet.ok_or_else(|| Failure::input("--output: expected --format board with it"))?;
    output::write(path, sheet)
}

fn ask(arguments: &AnalyseArguments, spec: &Spec) -> Ask {
    Ask {
        time: time_limit(arguments, spec),
        lines: arguments.lines,
        ..Ask::of(spec)
    }
}

/// Who answers the lines of a batch.
pub(crate) fn clerk(games: Games, arguments: &AnalyseArguments) -> Outcome<Clerk<'static>> {
    let spec = spec(arguments)?;
    let mut opened = open(games, &arguments.rules)?;
    if spec.allows_exact_answers() {
        opened.hint_at_tables();
    }
    let id = opened.id();
    let engine = opened.session.add_engine(&spec)?;
    let ask = ask(arguments, &spec);
    Ok(Clerk {
        session: opened.session,
        respond: Box::new(move |session: &mut dyn Session, stop: &Stop<'_>| {
            let (analysis, elapsed) = ask.put(session, engine, &Stop::under(stop), &mut |_| {});
            Ok(json!(json::analysis(id, session, &analysis, elapsed)))
        }),
    })
}

/// The batch as workers elsewhere are told of it.
fn order(games: Games, arguments: &AnalyseArguments) -> Outcome<Order> {
    let spec = spec(arguments)?;
    let settings = AnalyseArguments {
        threads: Some(arguments.threads.unwrap_or(1)),
        ..arguments.clone()
    };
    Ok(Order {
        uses_tables: spec.allows_exact_answers(),
        is_timed: time_limit(arguments, &spec).is_some(),
        tables: arguments.rules.tables.clone(),
        ..Order::new(Kind::Analyse, games, &arguments.rules.game, &settings)?
    })
}

/// The engine that the arguments name. Whoever names a depth, an evaluation or
/// an algorithm wants to see it at work, not the answer of a table.
fn spec(arguments: &AnalyseArguments) -> Outcome<Spec> {
    let mut spec = match &arguments.algorithm {
        Some(text) => machine::spec(text)?,
        None => Spec::default(),
    };
    let names_a_method = arguments.algorithm.is_some()
        || arguments.eval.is_some()
        || arguments.limits.depth.is_some();
    if names_a_method && spec.exact.is_none() {
        spec.exact = Some(false);
    }
    if let Some(eval) = &arguments.eval {
        if spec.eval.as_ref().is_some_and(|named| named != eval) {
            return Err(Failure::input(format!(
                "--eval {eval} contradicts the SPEC's own evaluation"
            )));
        }
        spec.eval = Some(eval.clone());
    }
    if let Some(threads) = arguments.threads {
        spec.threads = Some(threads as usize);
    }
    spec.threads = spec.threads.or(Some(machine::cores()));
    let limits = arguments.limits.counted();
    spec.depth = smaller(spec.depth, limits.depth);
    spec.nodes = smaller(spec.nodes, limits.nodes);
    spec.time = smaller(spec.time, arguments.limits.time);
    Ok(spec)
}

fn smaller<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

fn time_limit(arguments: &AnalyseArguments, spec: &Spec) -> Option<Duration> {
    if spec.is_unlimited() && !arguments.infinite {
        Some(DEFAULT_TIME)
    } else {
        spec.time
    }
}

/// Depth, score and line, as they come.
fn headline(analysis: &Analysis) -> String {
    let line = analysis.lines.first();
    let moves = line.map_or(String::new(), |line| {
        line.pv
            .iter()
            .take(8)
            .cloned()
            .collect::<Vec<_>>()
            .join(" ")
    });
    format!(
        "{}{}  {moves}",
        say!("term.depth", n = analysis.depth),
        words::value(analysis.value, analysis.points_per_unit)
    )
}

fn print_for_people(session: &dyn Session, analysis: &Analysis, elapsed: Duration) -> Outcome {
    let mut out = anstream::stdout().lock();
    if let Some(ending) = session.ending() {
        writeln!(out, "{}", super::show::in_words(session, &ending))?;
        return Ok(());
    }
    let who = say!(
        "term.toMove",
        who = language::player(session, session.to_move())
    );
    let value = words::value(analysis.value, analysis.points_per_unit);
    writeln!(out, "{who}: {value}")?;
    if let Some(remark) = &analysis.remark {
        writeln!(out, "{}", language::told(remark))?;
    }
    for (index, line) in analysis.lines.iter().enumerate() {
        writeln!(
            out,
            "{:>3}. {:<8} {:<16} {}",
            index + 1,
            line.mv,
            words::value(line.value, analysis.points_per_unit),
            line.pv.join(" ")
        )?;
    }
    writeln!(out, "{}", effort(analysis, elapsed))?;
    // Whoever names a method sees it at work; that more is known is said beside it.
    if let (Value::Estimate(_), Some(known)) = (analysis.value, session.known()) {
        let known = words::value(known, analysis.points_per_unit);
        writeln!(out, "{}", say!("term.tableKnows", value = known))?;
    }
    Ok(())
}

/// "depth 12, 1,234,567 nodes in 0.52 s (2.4 million a second)".
pub(crate) fn effort(analysis: &Analysis, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let depth = match analysis.depth {
        0 => String::new(),
        depth => say!("term.depth", n = depth),
    };
    let rate = analysis.nodes as f64 / seconds.max(1e-6) / 1e6;
    say!(
        "term.effort",
        depth = depth,
        nodes = words::grouped(analysis.nodes),
        seconds = format!("{seconds:.2}"),
        rate = format!("{rate:.1}")
    )
}
