//! One file a command.

mod analyse;
mod batch;
mod bench;
mod completions;
mod complexity;
mod engine;
pub(crate) mod games;
mod lab;
mod r#match;
mod perft;
mod play;
mod rules;
mod serve;
mod show;
mod solve;
mod tables;

use crate::arguments::{Arguments, Command};
use crate::failure::{Failure, Outcome};
use clap::Parser;
use clap::error::ErrorKind;

pub(crate) fn run() -> Outcome {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return explain(&error),
    };
    match arguments.command {
        None => serve::run(&arguments.serve),
        Some(Command::Serve(arguments)) => serve::run(&arguments),
        Some(Command::Games(arguments)) => games::run(&arguments),
        Some(Command::Rules(arguments)) => rules::run(&arguments),
        Some(Command::Show(arguments)) => show::run(&arguments),
        Some(Command::Play(arguments)) => play::run(&arguments),
        Some(Command::Analyse(arguments)) => analyse::run(&arguments),
        Some(Command::Solve(arguments)) => solve::run(&arguments),
        Some(Command::Perft(arguments)) => perft::run(&arguments),
        Some(Command::Lab(arguments)) => lab::run(&arguments),
        Some(Command::Match(arguments)) => r#match::run(&arguments),
        Some(Command::Tables(command)) => tables::run(&command),
        Some(Command::Engine(arguments)) => engine::run(&arguments),
        Some(Command::Complexity(arguments)) => complexity::run(&arguments),
        Some(Command::Bench(arguments)) => bench::run(&arguments),
        Some(Command::Completions { shell }) => completions::run(shell),
    }
}

/// Help goes to standard output; a mistake is one line that says where to find help.
fn explain(error: &clap::Error) -> Outcome {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            error.print()?;
            Ok(())
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            Err(Failure::input("expected a command after it (see --help)"))
        }
        _ => {
            let text = error.render().to_string();
            // No number of ours is below 0, so it is no use to tell how to pass one.
            let is_told = |line: &&str| !line.is_empty() && !line.starts_with("tip: to pass '-");
            let lines = text.lines().map(str::trim).filter(is_told);
            let told: Vec<&str> = lines
                .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
                .collect();
            let message = told.join(" ");
            let message = message.strip_prefix("error: ").unwrap_or(&message);
            Err(Failure::input(format!("{message} (see --help)")))
        }
    }
}
