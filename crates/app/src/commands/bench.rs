//! `plyground bench`: a checksum of behaviour, the nodes of a few searches of every
//! game.

use crate::arguments::JsonArguments;
use crate::failure::Outcome;
use crate::json;
use crate::words;
use plyground_games::Games;
use serde_json::{Map, json};
use std::io::Write;
use std::time::Instant;

pub(crate) fn run(games: Games, arguments: &JsonArguments) -> Outcome {
    let started = Instant::now();
    let mut counts = Map::new();
    let mut total = 0;
    for entry in games.iter() {
        let nodes = plyground_api::bench::nodes(entry)?;
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
