//! `plyground bench`: a checksum of behaviour. The nodes that the search needs
//! on a few positions of every game, at a fixed depth, with one thread: any
//! change to rules, evaluation or search shows in them.

use crate::arguments::JsonArguments;
use crate::ask::Ask;
use crate::failure::Outcome;
use crate::json;
use crate::words;
use plyground_engine::algorithm::Stop;
use plyground_engine::notation::ParseError;
use plyground_engine::random::Random;
use plyground_engine::session::Session;
use plyground_engine::spec::Spec;
use plyground_games::{Entry, Games};
use serde_json::{Map, json};
use std::io::Write;
use std::time::Instant;

/// How many random plies lie between the start and each position.
const PLIES: [usize; 4] = [0, 4, 8, 12];

pub(crate) fn run(games: Games, arguments: &JsonArguments) -> Outcome {
    let started = Instant::now();
    let mut counts = Map::new();
    let mut total = 0;
    for entry in games.iter() {
        let nodes = nodes_of(entry)?;
        counts.insert(entry.id.into(), nodes.into());
        total += nodes;
    }
    if arguments.json {
        return json::print(&json!({"games": counts, "total": total}));
    }
    let mut out = std::io::stdout().lock();
    for (game, nodes) in &counts {
        let nodes = nodes.as_u64().unwrap_or(0);
        writeln!(out, "{game:<24} {:>14}", words::grouped(nodes))?;
    }
    writeln!(out, "{:<24} {:>14}", "total", words::grouped(total))?;
    let rate = total as f64 / started.elapsed().as_secs_f64() / 1e6;
    eprintln!("{rate:.1} million nodes a second");
    Ok(())
}

fn nodes_of(entry: &Entry) -> Result<u64, ParseError> {
    let mut nodes = 0;
    for plies in PLIES {
        let mut session = entry.open(&entry.options([])?);
        walk(session.as_mut(), plies)?;
        let engine = session.add_engine(&"search,exact=off,hash=16,threads=1".parse::<Spec>()?)?;
        let ask = Ask::to_depth(entry.bench_depth);
        let (analysis, _) = ask.put(session.as_mut(), engine, &Stop::new(), &mut |_| {});
        nodes += analysis.nodes;
    }
    Ok(nodes)
}

fn walk(session: &mut dyn Session, plies: usize) -> Result<(), ParseError> {
    let mut random = Random::new(plies as u64);
    for _ in 0..plies {
        let moves = session.legal_moves();
        if moves.is_empty() {
            break;
        }
        session.play(&moves[random.below(moves.len())])?;
    }
    Ok(())
}
