//! Bare `plyground`: on a terminal it asks for a game and plays it, elsewhere
//! it prints the help.

use crate::arguments::{Arguments, Command};
use crate::failure::Outcome;
use clap::{CommandFactory, Parser};
use plyground_games::REGISTRY;
use std::io::{BufRead, IsTerminal, Write};

pub(crate) fn run() -> Outcome {
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        Arguments::command().print_help()?;
        return Ok(());
    }
    let mut out = anstream::stdout();
    writeln!(out, "Which game shall it be?")?;
    for (index, entry) in REGISTRY.iter().enumerate() {
        writeln!(out, "{:>3}  {}", index + 1, entry.name)?;
    }
    loop {
        write!(out, "A number, or quit> ")?;
        out.flush()?;
        let mut line = String::new();
        if std::io::stdin().lock().read_line(&mut line)? == 0 {
            return Ok(());
        }
        let answer = line.trim();
        if ["quit", "exit", "q"].contains(&answer) {
            return Ok(());
        }
        let chosen = answer
            .parse::<usize>()
            .ok()
            .and_then(|number| REGISTRY.get(number.checked_sub(1)?))
            .or_else(|| REGISTRY.iter().find(|entry| entry.id == answer));
        let Some(entry) = chosen else {
            writeln!(out, "Expected a number from 1 to {}.", REGISTRY.len())?;
            continue;
        };
        writeln!(out, "You begin. Type help for what you may say.")?;
        let arguments = Arguments::parse_from(["plyground", "play", entry.id]);
        return match arguments.command {
            Some(Command::Play(arguments)) => super::play::run(&arguments),
            _ => Ok(()),
        };
    }
}
