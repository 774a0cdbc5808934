//! `plyground lab`: the search and its ancestors on the same position, side by
//! side, to see what each idea is worth; or on a set of positions, all together.

use crate::arguments::LabArguments;
use crate::ask::Ask;
use crate::failure::{Failure, Outcome};
use crate::lab::{Run, Subject, plot, tree};
use crate::matches::openings;
use crate::positions::{open, open_at};
use crate::{interrupt, json, machine, output, words};
use indicatif::{ProgressBar, ProgressStyle};
use plyground_api::choice::Opened;
use plyground_api::lab::MOST_DRAWN;
use plyground_api::lab::theory::Trees;
use plyground_engine::algorithm::{Limits, Stop};
use plyground_engine::session::Session;
use plyground_engine::spec::Spec;
use plyground_engine::witness::record::Room;
use plyground_games::{Entry, Games};
use serde_json::{Value as Json, json};
use std::io::Write;

/// From plain minimax to the whole search, an idea at a time.
const LADDER: &[&str] = &[
    "minimax",
    "alpha-beta",
    "alpha-beta,order=eval",
    "search,selective=off,table=off,order=none",
    "search,selective=off,table=off",
    "search,selective=off,order=none",
    "search,selective=off",
    "mtdf",
    "search,reductions=off",
    "search",
    "search,threads=2,parallel=lazy",
    "search,threads=2,parallel=abdada",
];

/// Sequences are counted no further than this to find the branching.
const MOST_SEQUENCES: u64 = 20_000_000;

pub(crate) fn run(games: Games, arguments: &LabArguments) -> Outcome {
    if let Some(plies) = arguments.tree {
        return draw_tree(games, arguments, plies);
    }
    let (entry, positions) = positions(games, arguments)?;
    let specs = specs(arguments)?;
    for (_, spec) in &specs {
        positions[0].fork().add_engine(spec)?;
    }
    output::check(arguments.plot.as_deref())?;
    let (bounds, subjects) = interrupt::guarded(|stop| -> Outcome<_> {
        let sessions: Vec<&dyn Session> = positions.iter().map(AsRef::as_ref).collect();
        let bounds = Trees::count(&sessions, arguments.depth, MOST_SEQUENCES, stop);
        Ok((bounds, measure(&positions, specs, arguments, stop)?))
    })?;
    if let Some(path) = &arguments.plot {
        let title = format!("{}: nodes by depth", entry.name);
        output::write(path, &plot::svg(&title, &subjects, &bounds)?)?;
    }
    if arguments.json {
        return json::print(&in_json(entry.id, positions.len(), &subjects, &bounds));
    }
    print(positions.len(), &subjects, &bounds)
}

/// Draws what a search looks at, of the engine that is named or of alpha-beta.
fn draw_tree(games: Games, arguments: &LabArguments, plies: u32) -> Outcome {
    let opened = open_to_go_on(games, arguments)?;
    let session = opened.session.as_ref();
    if session.players() > 2 {
        return Err(Failure::input("--tree draws games for two players"));
    }
    let name = arguments.specs.first().map_or("alpha-beta", String::as_str);
    let mut spec = engine_of(name, arguments)?;
    if !spec.has_depth() {
        return Err(Failure::input(format!(
            "--tree draws searches that have a depth, found '{name}'"
        )));
    }
    spec.depth = spec.depth.or(Some(plies + 1));
    let watched = interrupt::guarded(|stop| {
        let room = Room {
            nodes: MOST_DRAWN,
            plies,
        };
        session.watch(&spec, room, stop)
    })?;
    let name = session.player_name(session.to_move());
    write!(anstream::stdout().lock(), "{}", tree::drawn(&watched, name))?;
    Ok(())
}

/// The position that the arguments name, in which the game must go on.
fn open_to_go_on(games: Games, arguments: &LabArguments) -> Outcome<Opened> {
    let opened = open_at(games, &arguments.rules, &arguments.position)?;
    match opened.session.ending() {
        None => Ok(opened),
        Some(_) => Err(Failure::input("the game is over in this position")),
    }
}

/// What is measured: one position, or a set of them.
fn positions(
    games: Games,
    arguments: &LabArguments,
) -> Outcome<(&'static Entry, Vec<Box<dyn Session>>)> {
    let Some(path) = &arguments.positions else {
        let opened = open_to_go_on(games, arguments)?;
        return Ok((opened.choice.entry, vec![opened.session]));
    };
    let mut opened = open(games, &arguments.rules)?;
    let mut positions = Vec::new();
    for opening in openings::of_file(&opened.choice, path)? {
        opening.set_up(opened.session.as_mut())?;
        positions.push(opened.session.fork());
    }
    Ok((opened.choice.entry, positions))
}

/// The engines by their SPECs, none of them with exact answers from elsewhere.
fn specs(arguments: &LabArguments) -> Outcome<Vec<(String, Spec)>> {
    let named: Vec<&str> = match arguments.specs.as_slice() {
        [] => LADDER.to_vec(),
        specs => specs.iter().map(String::as_str).collect(),
    };
    let mut specs = Vec::new();
    for name in named {
        specs.push((name.to_owned(), engine_of(name, arguments)?));
    }
    Ok(specs)
}

/// An engine that thinks for itself.
fn engine_of(name: &str, arguments: &LabArguments) -> Outcome<Spec> {
    let mut spec = machine::spec(name)?;
    spec.exact = Some(false);
    spec.eval = spec.eval.or_else(|| arguments.eval.clone());
    Ok(spec)
}

/// Every engine in turn.
fn measure(
    positions: &[Box<dyn Session>],
    specs: Vec<(String, Spec)>,
    arguments: &LabArguments,
    stop: &Stop<'_>,
) -> Outcome<Vec<Subject>> {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} engines, {msg}");
    let bar = ProgressBar::new(specs.len() as u64)
        .with_style(style.unwrap_or(ProgressStyle::default_bar()));
    let mut subjects = Vec::new();
    for (name, spec) in specs {
        bar.set_message(name.clone());
        let runs = climb(positions, &spec, arguments, &bar, stop)?;
        subjects.push(Subject { name, runs });
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(subjects)
}

/// Depth after depth, each from nothing, until one would take too much. What
/// knows no depth runs once, as long as it is let.
fn climb(
    positions: &[Box<dyn Session>],
    spec: &Spec,
    arguments: &LabArguments,
    bar: &ProgressBar,
    stop: &Stop<'_>,
) -> Outcome<Vec<Run>> {
    let deepest = spec.depth.unwrap_or(arguments.depth).min(arguments.depth);
    let depths: Vec<Option<u32>> = match spec.has_depth() {
        true => (1..=deepest).map(Some).collect(),
        false => vec![None],
    };
    let mut runs = Vec::new();
    for depth in depths {
        bar.tick();
        match search_all(positions, spec, depth, arguments.nodes, stop)? {
            Some(run) => runs.push(run),
            None => break,
        }
    }
    Ok(runs)
}

/// One search of every position, or `None` if a limit keeps one from its depth.
fn search_all(
    positions: &[Box<dyn Session>],
    spec: &Spec,
    depth: Option<u32>,
    most_nodes: u64,
    stop: &Stop<'_>,
) -> Outcome<Option<Run>> {
    let nodes = spec.nodes.unwrap_or(most_nodes).min(most_nodes);
    let mut run = Run {
        depth,
        nodes: 0,
        leaves: 0,
        seconds: 0.0,
        memory: 0,
        values: Vec::new(),
    };
    for position in positions {
        let mut session = position.fork();
        let engine = session.add_engine(spec)?;
        let time_is_up = Stop::under(stop);
        let limits = Limits {
            depth,
            nodes: Some(nodes),
        };
        let ask = Ask {
            time: spec.time,
            ..Ask::within(limits)
        };
        let (analysis, elapsed) = ask.put(session.as_mut(), engine, &time_is_up, &mut |_| {});
        let is_cut_short = analysis.nodes >= nodes || time_is_up.is_raised();
        if stop.is_raised() || (is_cut_short && depth.is_some()) {
            return Ok(None);
        }
        run.memory = run.memory.max(session.memory_of(engine));
        run.nodes += analysis.nodes;
        run.leaves += analysis.leaves;
        run.seconds += elapsed.as_secs_f64();
        let value = words::value(analysis.value, analysis.points_per_unit);
        run.values.push(value);
    }
    Ok(Some(run))
}

fn print(positions: usize, subjects: &[Subject], bounds: &Trees) -> Outcome {
    let mut out = anstream::stdout().lock();
    let width = subjects.iter().map(|subject| subject.name.len()).max();
    let width = width.unwrap_or(0).max(9);
    let found = match positions {
        1 => "value",
        _ => "same value as the first",
    };
    writeln!(
        out,
        "{:<width$}  depth  {:>13}  {:>13}  {:>9}  {:>7}  {:>9}  {found}",
        "algorithm", "nodes", "leaves", "seconds", "memory", "branching"
    )?;
    let or_dash = |text: Option<String>| text.unwrap_or("–".to_owned());
    for subject in subjects {
        let Some(run) = subject.runs.last() else {
            writeln!(out, "{:<width$}  too many nodes at depth 1", subject.name)?;
            continue;
        };
        let found = match run.values.as_slice() {
            [value] => value.clone(),
            values => or_dash(
                subject
                    .agreements(&subjects[0])
                    .map(|same| format!("{same} of {}", values.len())),
            ),
        };
        writeln!(
            out,
            "{:<width$}  {:>5}  {:>13}  {:>13}  {:>9.3}  {:>7}  {:>9}  {found}",
            subject.name,
            or_dash(run.depth.map(|depth| depth.to_string())),
            words::grouped(run.nodes),
            words::grouped(run.leaves),
            run.seconds,
            format!("{} MB", run.memory >> 20),
            or_dash(run.effective_branching().map(|ways| format!("{ways:.2}"))),
        )?;
    }
    let trees = match positions {
        1 => "The tree branches".to_owned(),
        _ => format!(
            "Nodes, leaves and seconds are sums of {positions} positions.\nTheir trees branch"
        ),
    };
    writeln!(
        out,
        "\n{trees} {:.2} ways. To depth {}: b^d is {}, the smallest tree that\n\
         proves a value, b^ceil(d/2) + b^floor(d/2) - 1, is {}.",
        bounds.branching(),
        bounds.depth,
        words::grouped(bounds.whole(bounds.depth).round() as u64),
        words::grouped(bounds.least(bounds.depth).round() as u64),
    )?;
    Ok(())
}

fn in_json(game: &str, positions: usize, subjects: &[Subject], bounds: &Trees) -> Json {
    let algorithms: Vec<Json> = subjects
        .iter()
        .map(|subject| {
            let runs: Vec<Json> = subject.runs.iter().map(Run::in_json).collect();
            json!({"algorithm": subject.name, "runs": runs})
        })
        .collect();
    json!({
        "game": game,
        "positions": positions,
        "branching": bounds.branching(),
        "depth": bounds.depth,
        "whole_tree": bounds.whole(bounds.depth),
        "least_tree": bounds.least(bounds.depth),
        "algorithms": algorithms,
    })
}
