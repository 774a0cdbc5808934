//! `plyground rules`: the rules as we play them.

use crate::arguments::GameArguments;
use crate::failure::Outcome;
use plyground_games::Games;
use std::io::Write;

pub(crate) fn run(games: Games, arguments: &GameArguments) -> Outcome {
    let entry = games.find(&arguments.game)?;
    let mut out = std::io::stdout().lock();
    out.write_all(entry.rules.as_bytes())?;
    Ok(())
}
