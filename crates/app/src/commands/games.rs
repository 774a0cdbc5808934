//! `plyground games`: every game there is.

use crate::arguments::JsonArguments;
use crate::failure::Outcome;
use crate::json::{self, Json};
use plyground_games::options::{Choice, GameOption};
use plyground_games::{Entry, Games};
use serde_json::json;
use std::io::Write;

pub(crate) fn run(games: Games, arguments: &JsonArguments) -> Outcome {
    if arguments.json {
        let games: Outcome<Vec<Json>> = games.iter().map(in_json).collect();
        return json::print(&games?);
    }
    let mut out = anstream::stdout().lock();
    for entry in games.iter() {
        let players = match entry.players {
            (fewest, most) if fewest == most => format!("{fewest} players"),
            (fewest, most) => format!("{fewest} to {most} players"),
        };
        writeln!(out, "{:<16} {}, {players}", entry.id, entry.name)?;
        let evaluations = evaluations(entry)?.join(", ");
        writeln!(out, "    evaluations: {evaluations}")?;
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

/// By name, the default first.
fn evaluations(entry: &Entry) -> Outcome<Vec<&'static str>> {
    Ok(entry.open(&entry.options([])?).heuristics())
}

fn in_json(entry: &Entry) -> Outcome<Json> {
    let options: Vec<Json> = entry.options.iter().map(option_in_json).collect();
    Ok(json!({
        "id": entry.id,
        "name": entry.name,
        "players": [entry.players.0, entry.players.1],
        "options": options,
        "heuristics": evaluations(entry)?,
    }))
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
