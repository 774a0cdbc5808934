//! `plyground rules`: the rules as we play them.

use crate::arguments::GameArguments;
use crate::failure::Outcome;
use plyground_games::find;
use std::io::Write;

pub(crate) fn run(arguments: &GameArguments) -> Outcome {
    let entry = find(&arguments.game)?;
    let mut out = std::io::stdout().lock();
    out.write_all(entry.rules.as_bytes())?;
    Ok(())
}
