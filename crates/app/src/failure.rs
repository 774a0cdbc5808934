//! What can go wrong, and the exit status it has: 2 where the user's input was
//! wrong, 1 for anything else.

use crate::language;
use plyground_engine::notation::ParseError;
use std::io;
use std::process::ExitCode;

#[derive(Debug)]
pub(crate) enum Failure {
    /// The user's input was wrong: one clear line.
    Input(String),
    /// Everything was said already, and some of the input was wrong.
    InputReported,
    Other(anyhow::Error),
}

pub(crate) type Outcome<T = ()> = Result<T, Failure>;

impl Failure {
    pub(crate) fn input(message: impl Into<String>) -> Failure {
        Failure::Input(message.into())
    }

    /// Says what went wrong, in one line on standard error.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Input(message) => {
                eprintln!("plyground: {}", in_one_line(&message));
                ExitCode::from(2)
            }
            Failure::InputReported => ExitCode::from(2),
            Failure::Other(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
            Failure::Other(error) => {
                eprintln!("plyground: {error:#}");
                ExitCode::from(1)
            }
        }
    }
}

/// Without line breaks, and with nothing in it that a terminal would obey.
fn in_one_line(message: &str) -> String {
    let words: Vec<&str> = message.split_whitespace().collect();
    let mut line = String::new();
    for letter in words.join(" ").chars() {
        if letter.is_control() {
            line.extend(letter.escape_default());
        } else {
            line.push(letter);
        }
    }
    line
}

/// A reader that has seen enough (`plyground … | head`) is no failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Failure {
        Failure::Input(language::told(error.message()))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Other(error.into())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        match error.io_error_kind() {
            Some(kind) => Failure::from(io::Error::from(kind)),
            None => Failure::Other(error.into()),
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Other(error)
    }
}
