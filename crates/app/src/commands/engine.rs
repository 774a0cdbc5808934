//! `plyground engine`: the protocols on standard input and output.

use crate::arguments::{EngineArguments, Protocol, RulesArguments};
use crate::failure::{Failure, Outcome};
use crate::json;
use crate::positions::choice;
use crate::protocol::{self, Engine, check::check};
use plyground_games::{Games, Hub};
use serde_json::json;
use std::io::Write;

pub(crate) fn run(games: Games, arguments: &EngineArguments) -> Outcome {
    if let Some(program) = &arguments.check {
        return examine(program, arguments.json);
    }
    let is_hub = arguments.protocol == Protocol::Hub;
    let usual = match is_hub {
        true => games.iter().find(|entry| entry.hub == Hub::Usual),
        false => None,
    };
    let usual = usual.unwrap_or(games.first()).id;
    let rules = RulesArguments {
        game: arguments.game.clone().unwrap_or_else(|| usual.to_owned()),
        options: arguments.options.clone(),
        tables: arguments.tables.clone(),
        format: None,
    };
    let engine = Engine::new(games, choice(games, &rules)?);
    if !is_hub {
        return protocol::speak_ugi(engine);
    }
    if engine.choice.entry.hub == Hub::Unspoken {
        return Err(Failure::input(format!(
            "--protocol hub is for the games of draughts, found {}",
            engine.choice.entry.id
        )));
    }
    protocol::speak_hub(engine)
}

/// Says of every law whether the program keeps it.
fn examine(program: &str, wants_json: bool) -> Outcome {
    let findings = check(program, |finding| {
        if !wants_json {
            let line = match &finding.fault {
                None => format!("ok    {}", finding.law),
                Some(fault) => format!("WRONG {}: {fault}", finding.law),
            };
            // A reader that has gone is noticed at the end.
            let _ = writeln!(anstream::stdout(), "{line}");
        }
    });
    let findings = findings.map_err(|error| Failure::input(format!("--check: {error:#}")))?;
    let faults = findings
        .iter()
        .filter(|finding| finding.fault.is_some())
        .count();
    if wants_json {
        let laws: Vec<json::Json> = findings
            .iter()
            .map(|finding| json!({"law": finding.law, "kept": finding.fault.is_none(), "fault": finding.fault}))
            .collect();
        json::print(&json!({"program": program, "faults": faults, "laws": laws}))?;
    } else {
        writeln!(
            anstream::stdout(),
            "{} of {} laws kept",
            findings.len() - faults,
            findings.len()
        )?;
    }
    match faults {
        0 => Ok(()),
        _ => Err(Failure::Other(anyhow::anyhow!(
            "{program} breaks {faults} laws of the protocol"
        ))),
    }
}
