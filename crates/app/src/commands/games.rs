//! `plyground games`: every game there is.

use crate::arguments::JsonArguments;
use crate::failure::Outcome;
use crate::json::{self, Json};
use crate::language::{self, say};
use plyground_api::library::option_in_json;
use plyground_engine::explain::Described;
use plyground_games::options::Choice;
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
            (fewest, most) if fewest == most => say!("players", n = fewest),
            (least, most) => say!("players.range", least = least, most = most),
        };
        writeln!(out, "{:<16} {}, {players}", entry.id, language::game(entry))?;
        for evaluation in evaluations(entry)? {
            let about = evaluation.about.map_or(String::new(), |about| {
                format!(": {}", language::told(&about))
            });
            writeln!(out, "    --eval {}{about}", evaluation.name)?;
        }
        for option in entry.options {
            let values = match option.choice {
                Choice::Words(words) => words.join("|"),
                Choice::Number { min, max, default } => format!("{min}..{max} ({default})"),
            };
            let about = language::setting(option.name, option.about);
            writeln!(out, "    {}={values}: {about}", option.name)?;
        }
    }
    Ok(())
}

/// By name, the default first.
fn evaluations(entry: &Entry) -> Outcome<Vec<Described>> {
    Ok(entry.open(&entry.options([])?).evaluations())
}

fn in_json(entry: &Entry) -> Outcome<Json> {
    let options: Vec<Json> = entry.options.iter().map(option_in_json).collect();
    let evaluations = evaluations(entry)?;
    let about = evaluations.iter().filter_map(|evaluation| {
        let about = evaluation.about.as_ref()?.to_string();
        Some((evaluation.name.to_owned(), Json::from(about)))
    });
    Ok(json!({
        "id": entry.id,
        "name": entry.name,
        "players": [entry.players.0, entry.players.1],
        "options": options,
        "heuristics": evaluations.iter().map(|known| known.name).collect::<Vec<_>>(),
        "heuristics_about": about.collect::<serde_json::Map<_, _>>(),
    }))
}
