//! plyground: plays, analyses and solves abstract board games. All that touches
//! the world is in this crate: arguments, files, clocks, the terminal.

// It panics where the reader has gone away.
#![warn(clippy::print_stdout)]

mod arguments;
mod clock;
mod commands;
mod draw;
mod failure;
mod interrupt;
mod jobs;
mod json;
mod lab;
mod machine;
mod matches;
mod output;
mod plot;
mod positions;
mod protocol;
mod records;
mod server;
mod tables;
mod words;

use std::process::ExitCode;

fn main() -> ExitCode {
    interrupt::listen();
    match commands::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
