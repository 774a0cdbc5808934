//! `plyground tables`: books, solved games and endgames.

mod book;
mod build;
mod endings;
mod info;
mod pack;
mod plot;
mod summary;
mod verify;

use crate::arguments::{RulesArguments, TablesCommand};
use crate::failure::{Failure, Outcome};
use crate::positions;
use crate::tables::file::{Identity, TableFile};
use crate::tables::memory::Table;
use crate::tables::{directory, path};
use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use plyground_api::choice::GameChoice;
use plyground_games::options::Options;
use plyground_games::solvable::Solvable;
use plyground_games::{Entry, Games};
use std::path::PathBuf;

pub(crate) fn run(games: Games, command: &TablesCommand) -> Outcome {
    // A game has a book of early positions, or a table of all, or endings, or none of them.
    let book = |rules: &RulesArguments| -> Outcome<Option<book::Subject>> {
        let entry = games.find(&rules.game)?;
        Ok(entry.book.map(|book| book::Subject { entry, book }))
    };
    let endings = |rules: &RulesArguments, pieces| -> Outcome<Option<endings::Subject>> {
        endings::Subject::of(games.find(&rules.game)?, rules, pieces)
    };
    match command {
        TablesCommand::Build(arguments) => {
            match (
                book(&arguments.rules)?,
                endings(&arguments.rules, arguments.pieces)?,
            ) {
                (_, Some(subject)) => endings::build(subject, arguments),
                (Some(subject), None) => book::build(subject, arguments),
                (None, None) => build::run(games, arguments),
            }
        }
        TablesCommand::Verify(arguments) => {
            match (
                book(&arguments.rules)?,
                endings(&arguments.rules, arguments.pieces)?,
            ) {
                (_, Some(subject)) => endings::verify(subject, arguments),
                (Some(subject), None) => book::verify(subject, arguments),
                (None, None) => verify::run(games, arguments),
            }
        }
        TablesCommand::Info(arguments) => {
            match (
                book(&arguments.rules)?,
                endings(&arguments.rules, arguments.pieces)?,
            ) {
                (_, Some(subject)) => endings::info(&subject, arguments),
                (Some(subject), None) => book::info(subject, arguments),
                (None, None) => info::run(games, arguments),
            }
        }
        TablesCommand::Pack(arguments) => match endings(&arguments.rules, arguments.pieces)? {
            Some(subject) => endings::pack(subject, arguments),
            None => pack::run(games, arguments),
        },
    }
}

/// A game that can be solved whole, and where its table lies.
struct Subject {
    entry: &'static Entry,
    options: Options,
    solvable: Box<dyn Solvable>,
    identity: Identity,
    path: PathBuf,
}

fn subject(games: Games, rules: &RulesArguments) -> Outcome<Subject> {
    let GameChoice { entry, options, .. } = positions::choice(games, rules)?;
    let Some(solvable) = entry.solvable(&options) else {
        return Err(Failure::input(format!(
            "there are no tables for {}: it is not small enough to be solved whole",
            entry.id
        )));
    };
    let identity = Identity::of(entry, solvable.as_ref());
    let path = path(&directory(rules.tables.as_deref())?, &identity);
    Ok(Subject {
        entry,
        options,
        solvable,
        identity,
        path,
    })
}

/// A complete table read into memory, every block checked.
fn load(subject: &Subject) -> Outcome<(TableFile, Table)> {
    if !subject.path.exists() {
        return Err(Failure::input(format!(
            "there is no {}: 'plyground tables build {}' makes it",
            subject.path.display(),
            subject.entry.id
        )));
    }
    let file = TableFile::open(&subject.path, &subject.identity)?;
    let mut table = Table::new(subject.identity.count as usize).context("no memory")?;
    file.read_into(table.bytes_mut())?;
    Ok((file, table))
}

/// A bar on a terminal, nothing elsewhere.
fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}, {eta} to go");
    ProgressBar::new(1).with_style(style.unwrap_or(ProgressStyle::default_bar()))
}
