//! `plyground lab`: the search and its ancestors on the same position, side by
//! side, to see what each idea is worth.

use crate::arguments::LabArguments;
use crate::failure::{Failure, Outcome};
use crate::lab::{Bounds, Run, Subject, plot, tree};
use crate::positions::open_at;
use crate::{interrupt, json, machine, output, words};
use plyground_engine::algorithm::{Limits, Stop};
use plyground_engine::session::{Question, Session};
use plyground_engine::spec::Spec;
use serde_json::{Value as Json, json};
use std::io::Write;
use std::time::Instant;

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
    "search,threads=2,parallel=brothers",
];

pub(crate) fn run(arguments: &LabArguments) -> Outcome {
    let mut opened = open_at(&arguments.rules, &arguments.position)?;
    let session = opened.session.as_mut();
    if session.ending().is_some() {
        return Err(Failure::input("the game is over in this position"));
    }
    if let Some(plies) = arguments.tree {
        if session.players() > 2 {
            return Err(Failure::input("--tree draws games for two players"));
        }
        let eval = arguments.eval.as_deref();
        let drawn = interrupt::guarded(|stop| tree::draw(session, eval, plies, stop))?;
        write!(anstream::stdout().lock(), "{drawn}")?;
        return Ok(());
    }
    let specs = specs(arguments)?;
    output::check(arguments.plot.as_deref())?;
    let (bounds, subjects) = interrupt::guarded(|stop| -> Outcome<_> {
        let bounds = Bounds::count(session, arguments.depth, stop);
        let mut subjects = Vec::new();
        for (name, spec) in specs {
            let runs = climb(session, &spec, arguments, stop)?;
            subjects.push(Subject { name, runs });
        }
        Ok((bounds, subjects))
    })?;
    if let Some(path) = &arguments.plot {
        let title = format!("{}: nodes by depth", opened.entry.name);
        output::write(path, &plot::svg(&title, &subjects, &bounds))?;
    }
    if arguments.json {
        return json::print(&in_json(opened.entry.id, &subjects, &bounds));
    }
    print(&subjects, &bounds)
}

/// The engines by their SPECs, none of them with exact answers from elsewhere.
fn specs(arguments: &LabArguments) -> Outcome<Vec<(String, Spec)>> {
    let named: Vec<&str> = match arguments.specs.as_slice() {
        [] => LADDER.to_vec(),
        specs => specs.iter().map(String::as_str).collect(),
    };
    let mut specs = Vec::new();
    for name in named {
        let mut spec = machine::spec(name)?;
        spec.exact = Some(false);
        spec.eval = spec.eval.or_else(|| arguments.eval.clone());
        specs.push((name.to_owned(), spec));
    }
    Ok(specs)
}

/// Depth after depth, each from nothing, until one would take too many nodes.
fn climb(
    session: &mut dyn Session,
    spec: &Spec,
    arguments: &LabArguments,
    stop: &Stop<'_>,
) -> Outcome<Vec<Run>> {
    let mut runs = Vec::new();
    for depth in 1..=arguments.depth {
        let engine = session.add_engine(spec)?;
        let question = Question {
            limits: Limits {
                depth: Some(depth),
                nodes: Some(arguments.nodes),
            },
            lines: 1,
            shuffle: None,
            stop,
        };
        let started = Instant::now();
        let analysis = session.think(engine, &question, &mut |_| {});
        let is_cut_short = analysis.nodes >= arguments.nodes || stop.is_raised();
        if is_cut_short {
            break;
        }
        runs.push(Run {
            depth,
            nodes: analysis.nodes,
            leaves: analysis.leaves,
            seconds: started.elapsed().as_secs_f64(),
            memory: memory_of(spec),
            value: words::value(analysis.value, analysis.points_per_unit),
        });
    }
    Ok(runs)
}

/// What the engine's table takes.
fn memory_of(spec: &Spec) -> usize {
    let has_table = matches!(spec.algorithm, "search" | "mtdf" | "pns") && !spec.without.table;
    if has_table {
        spec.hash_bytes.unwrap_or(64 << 20)
    } else {
        0
    }
}

fn print(subjects: &[Subject], bounds: &Bounds) -> Outcome {
    let mut out = anstream::stdout().lock();
    let width = subjects.iter().map(|subject| subject.name.len()).max();
    let width = width.unwrap_or(0).max(9);
    writeln!(
        out,
        "{:<width$}  depth  {:>13}  {:>13}  {:>9}  {:>7}  {:>9}  value",
        "algorithm", "nodes", "leaves", "seconds", "memory", "branching"
    )?;
    for subject in subjects {
        let Some(run) = subject.runs.last() else {
            writeln!(out, "{:<width$}  too many nodes at depth 1", subject.name)?;
            continue;
        };
        writeln!(
            out,
            "{:<width$}  {:>5}  {:>13}  {:>13}  {:>9.3}  {:>7}  {:>9.2}  {}",
            subject.name,
            run.depth,
            words::grouped(run.nodes),
            words::grouped(run.leaves),
            run.seconds,
            format!("{} MB", run.memory >> 20),
            run.effective_branching(),
            run.value
        )?;
    }
    writeln!(
        out,
        "\nThe tree branches {:.2} ways. To depth {}: b^d is {}, the smallest tree that\n\
         proves a value, b^ceil(d/2) + b^floor(d/2) - 1, is {}.",
        bounds.branching,
        bounds.depth,
        words::grouped(bounds.whole(bounds.depth) as u64),
        words::grouped(bounds.least(bounds.depth) as u64),
    )?;
    Ok(())
}

fn in_json(game: &str, subjects: &[Subject], bounds: &Bounds) -> Json {
    let algorithms: Vec<Json> = subjects
        .iter()
        .map(|subject| {
            let runs: Vec<Json> = subject.runs.iter().map(Run::in_json).collect();
            json!({"algorithm": subject.name, "runs": runs})
        })
        .collect();
    json!({
        "game": game,
        "branching": bounds.branching,
        "depth": bounds.depth,
        "whole_tree": bounds.whole(bounds.depth),
        "least_tree": bounds.least(bounds.depth),
        "algorithms": algorithms,
    })
}
