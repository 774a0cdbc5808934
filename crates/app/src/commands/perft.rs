//! `plyground perft`: how many sequences of moves there are.

use super::batch::{self, Clerk};
use crate::arguments::PerftArguments;
use crate::failure::{Failure, Outcome};
use crate::json::{self, Json};
use crate::positions::{open, open_at};
use crate::{interrupt, words};
use plyground_engine::algorithm::Stop;
use plyground_engine::session::Session;
use plyground_games::Games;
use serde_json::{Map, json};
use std::io::Write;
use std::time::Instant;

struct Counts {
    by_depth: Vec<u64>,
    divide: Option<Vec<(String, u64)>>,
}

pub(crate) fn run(games: Games, arguments: &PerftArguments) -> Outcome {
    if arguments.batch {
        return batch::answer_lines(&batch::alone(|| {
            let opened = open(games, &arguments.rules)?;
            let id = opened.id();
            Ok(Clerk {
                session: opened.session,
                respond: Box::new(move |session: &mut dyn Session, stop: &Stop<'_>| {
                    let counts = count(session, arguments, stop)?;
                    Ok(in_json(id, arguments.depth, &counts))
                }),
            })
        }));
    }
    let mut opened = open_at(games, &arguments.rules, &arguments.position)?;
    let started = Instant::now();
    let counts = interrupt::guarded(|stop| count(opened.session.as_mut(), arguments, stop))?;
    if arguments.json {
        return json::print(&in_json(opened.id(), arguments.depth, &counts));
    }
    let mut out = anstream::stdout().lock();
    for (mv, nodes) in counts.divide.iter().flatten() {
        writeln!(out, "{mv:<10} {:>20}", words::grouped(*nodes))?;
    }
    for (index, nodes) in counts.by_depth.iter().enumerate() {
        writeln!(out, "depth {:>2} {:>22}", index + 1, words::grouped(*nodes))?;
    }
    let seconds = started.elapsed().as_secs_f64();
    let total: u64 = counts.by_depth.iter().sum();
    let rate = total as f64 / seconds.max(1e-6) / 1e6;
    writeln!(out, "{seconds:.2} s ({rate:.0} million a second)")?;
    Ok(())
}

/// Counts every depth; the deepest one move by move where they are to be told apart.
fn count(
    session: &mut dyn Session,
    arguments: &PerftArguments,
    stop: &Stop<'_>,
) -> Outcome<Counts> {
    let stopped = || Failure::Other(anyhow::anyhow!("stopped before the count was complete"));
    let mut by_depth = Vec::new();
    for depth in 1..=arguments.depth {
        by_depth.push(session.perft(depth, stop).ok_or_else(stopped)?);
    }
    let mut divide = None;
    if arguments.divide {
        let mut parts = Vec::new();
        for mv in session.legal_moves() {
            session.play(&mv)?;
            let nodes = session.perft(arguments.depth - 1, stop);
            session.take_back();
            parts.push((mv, nodes.ok_or_else(stopped)?));
        }
        divide = Some(parts);
    }
    Ok(Counts { by_depth, divide })
}

fn in_json(game: &str, depth: u32, counts: &Counts) -> Json {
    let nodes = counts.by_depth.last().copied().unwrap_or(0);
    let mut object = json!({
        "game": game,
        "depth": depth,
        "nodes": nodes,
        "by_depth": counts.by_depth,
    });
    if let (Some(divide), Some(object)) = (&counts.divide, object.as_object_mut()) {
        let parts: Map<String, Json> = divide
            .iter()
            .map(|(mv, nodes)| (mv.clone(), (*nodes).into()))
            .collect();
        object.insert("divide".into(), parts.into());
    }
    object
}
