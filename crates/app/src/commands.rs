//! One file a command.

pub(crate) mod analyse;
mod batch;
mod bench;
mod completions;
mod complexity;
mod engine;
mod evaluate;
pub(crate) mod games;
mod lab;
mod r#match;
mod perft;
mod play;
mod queue;
mod rules;
mod serve;
mod show;
mod site;
pub(crate) mod solve;
mod tables;
mod train;
mod worker;

use crate::arguments::{Arguments, Command};
use crate::failure::{Failure, Outcome};
use crate::language;
use clap::Parser;
use clap::error::ErrorKind;
use plyground_games::Games;

pub(crate) fn run(games: Games) -> Outcome {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return explain(&error),
    };
    language::choose(arguments.lang)?;
    match arguments.command {
        None => serve::run(games, &arguments.serve),
        Some(Command::Serve(arguments)) => serve::run(games, &arguments),
        Some(Command::Games(arguments)) => games::run(games, &arguments),
        Some(Command::Rules(arguments)) => rules::run(games, &arguments),
        Some(Command::Show(arguments)) => show::run(games, &arguments),
        Some(Command::Play(arguments)) => play::run(games, &arguments),
        Some(Command::Analyse(arguments)) => analyse::run(games, &arguments),
        Some(Command::Solve(arguments)) => solve::run(games, &arguments),
        Some(Command::Evaluate(arguments)) => evaluate::run(games, &arguments),
        Some(Command::Perft(arguments)) => perft::run(games, &arguments),
        Some(Command::Lab(arguments)) => lab::run(games, &arguments),
        Some(Command::Match(arguments)) => r#match::run(games, &arguments),
        Some(Command::Tables(command)) => tables::run(games, &command),
        Some(Command::Train(arguments)) => train::run(games, &arguments),
        Some(Command::Queue(arguments)) => queue::run(&arguments),
        Some(Command::Worker(arguments)) => worker::run(games, &arguments),
        Some(Command::Engine(arguments)) => engine::run(games, &arguments),
        Some(Command::Complexity(arguments)) => complexity::run(games, &arguments),
        Some(Command::Site(arguments)) => site::run(games, &arguments),
        Some(Command::Bench(arguments)) => bench::run(games, &arguments),
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
