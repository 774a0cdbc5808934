//! `plyground games`: every game there is.

use crate::arguments::JsonArguments;
use crate::failure::Outcome;
use crate::json::{self, Json};
use plyground_games::options::{Choice, GameOption};
use plyground_games::{Entry, REGISTRY};
use serde_json::json;
use std::io::Write;

pub(crate) fn run(arguments: &JsonArguments) -> Outcome {
    if arguments.json {
        let games: Vec<Json> = REGISTRY.iter().map(in_json).collect();
        return json::print(&games);
    }
    let mut out = anstream::stdout().lock();
    for entry in REGISTRY {
        let players = match entry.players {
            (fewest, most) if fewest == most => format!("{fewest} players"),
            (fewest, most) => format!("{fewest} to {most} players"),
        };
        writeln!(out, "{:<16} {}, {players}", entry.id, entry.name)?;
        writeln!(out, "    evaluations: {}", entry.heuristics.join(", "))?;
        for option in entry.options {
            let values = match option.choice {
                Choice::Words(words) => words.join("|"),
                Choice::Number { min, max, default } => format!("{min}..{max} ({default})"),
            };
            writeln!(out, "    {}={values}: {}", option.name, option.about)?;
        }
    }
    Ok(())
}

fn in_json(entry: &Entry) -> Json {
    let options: Vec<Json> = entry.options.iter().map(option_in_json).collect();
    json!({
        "id": entry.id,
        "name": entry.name,
        "players": [entry.players.0, entry.players.1],
        "options": options,
        "heuristics": entry.heuristics,
    })
}

pub(crate) fn option_in_json(option: &GameOption) -> Json {
    match option.choice {
        Choice::Words(words) => {
            json!({"name": option.name, "values": words, "default": words[0]})
        }
        Choice::Number { min, max, default } => {
            json!({"name": option.name, "min": min, "max": max, "default": default})
        }
    }
}
