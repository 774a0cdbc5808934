//! `plyground tables info`: what is there, and where.

use super::subject;
use crate::arguments::TablesInfoArguments;
use crate::failure::Outcome;
use crate::tables::file::TableFile;
use crate::tables::packed::PackedFile;
use crate::{json, words};
use plyground_games::Games;
use serde_json::json;
use std::io::Write;

pub(super) fn run(games: Games, arguments: &TablesInfoArguments) -> Outcome {
    let subject = subject(games, &arguments.rules)?;
    let path = subject.path.display().to_string();
    let is_under_way = subject.path.with_extension("building").exists();
    let state = match (subject.path.exists(), is_under_way) {
        (true, _) => "complete",
        (false, true) => "under way",
        (false, false) => "none",
    };
    let file = match state {
        "complete" => Some(TableFile::open(&subject.path, &subject.identity)?),
        _ => None,
    };
    let size = file.as_ref().map(TableFile::size);
    let packed_path = subject.path.with_extension("packed");
    let packed = match packed_path.exists() {
        true => Some(PackedFile::open(&packed_path, &subject.identity, subject.solvable)?.size()),
        false => None,
    };
    if arguments.json {
        return json::print(&json!({
            "game": subject.entry.id,
            "rules": subject.identity.rules,
            "states": subject.identity.count,
            "table": state,
            "path": path,
            "bytes": size,
            "packed_bytes": packed,
        }));
    }
    let mut out = std::io::stdout().lock();
    let (entry, identity) = (subject.entry, &subject.identity);
    writeln!(out, "{}, {}", entry.name, identity.rules)?;
    writeln!(out, "{} states", words::grouped(identity.count))?;
    match size {
        Some(bytes) => writeln!(out, "complete: {path}, {} bytes", words::grouped(bytes))?,
        None if is_under_way => {
            writeln!(
                out,
                "under way: 'plyground tables build' goes on with {path}"
            )?;
        }
        None => {
            let id = entry.id;
            writeln!(out, "none yet: 'plyground tables build {id}' makes {path}")?;
        }
    }
    if let Some(bytes) = packed {
        let share = bytes as f64 / identity.count as f64;
        writeln!(
            out,
            "packed: {}, {} bytes, {share:.3} a state",
            packed_path.display(),
            words::grouped(bytes)
        )?;
    }
    Ok(())
}
