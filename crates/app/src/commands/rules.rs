//! `plyground rules`: the rules as we play them.

use crate::arguments::GameArguments;
use crate::failure::Outcome;
use crate::language;
use plyground_games::Games;
use std::io::Write;

pub(crate) fn run(games: Games, arguments: &GameArguments) -> Outcome {
    let entry = games.find(&arguments.game)?;
    let own = language::rules(entry)?;
    let rules = own.as_deref().unwrap_or(entry.rules);
    std::io::stdout().lock().write_all(rules.as_bytes())?;
    Ok(())
}
