//! plyground: plays, analyses and solves abstract board games. All that touches
//! the world is in this crate: arguments, files, clocks, the terminal.
//!
//! It is a library, so that a program with games of its own is five lines long:
//!
//! ```no_run
//! use plyground::games::{connect_four, kings_valley};
//!
//! fn main() -> std::process::ExitCode {
//!     plyground::run(&[connect_four::ENTRY, kings_valley::ENTRY])
//! }
//! ```

// It panics where the reader has gone away.
#![warn(clippy::print_stdout)]

mod arguments;
mod ask;
mod clock;
mod commands;
mod draw;
mod failure;
mod files;
#[doc(hidden)]
pub mod fuzzing;
mod interrupt;
mod jobs;
mod json;
mod lab;
mod language;
mod machine;
mod matches;
mod output;
mod plot;
mod positions;
mod protocol;
mod queue;
mod server;
mod site;
mod tables;
mod training;
mod words;

pub use plyground_engine as engine;
pub use plyground_games as games;

use games::{Entry, Games};
use std::process::ExitCode;

/// Says which games the page without a server has: see `plyground site`. That page's
/// engine is compiled with `plyground-site` under this crate's name, whose macro does
/// the work; here there is nothing to do.
#[macro_export]
macro_rules! site {
    ($games:expr) => {};
}

/// The whole program with these games: command line, page, protocols, matches and
/// laboratory. A list of games that makes no sense is refused in one line.
pub fn run(games: &'static [Entry]) -> ExitCode {
    if protocol::keeper::is_asked_for() {
        return protocol::keeper::run();
    }
    interrupt::listen();
    let done = Games::new(games).map_err(failure::Failure::from);
    match done.and_then(commands::run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
