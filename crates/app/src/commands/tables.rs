//! `plyground tables`: books, solved games and endgames.

mod book;
mod build;
mod info;
mod pack;
mod plot;
mod summary;
mod verify;

use crate::arguments::{RulesArguments, TablesCommand};
use crate::failure::{Failure, Outcome};
use crate::positions;
use crate::tables::book::GAME;
use crate::tables::file::{Identity, TableFile};
use crate::tables::memory::Table;
use crate::tables::{directory, path};
use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use plyground_games::Entry;
use plyground_games::options::Options;
use plyground_games::solvable::Solvable;
use std::path::PathBuf;

pub(crate) fn run(command: &TablesCommand) -> Outcome {
    match command {
        TablesCommand::Build(arguments) if is_book(&arguments.rules) => book::build(arguments),
        TablesCommand::Verify(arguments) if is_book(&arguments.rules) => book::verify(arguments),
        TablesCommand::Info(arguments) if is_book(&arguments.rules) => book::info(arguments),
        TablesCommand::Build(arguments) => build::run(arguments),
        TablesCommand::Verify(arguments) => verify::run(arguments),
        TablesCommand::Pack(arguments) => pack::run(arguments),
        TablesCommand::Info(arguments) => info::run(arguments),
    }
}

/// Whether the game has a book of early positions instead of a table of all.
fn is_book(rules: &RulesArguments) -> bool {
    rules.game == GAME
}

/// A game that can be solved whole, and where its table lies.
struct Subject {
    entry: &'static Entry,
    options: Options,
    solvable: Box<dyn Solvable>,
    identity: Identity,
    path: PathBuf,
}

fn subject(rules: &RulesArguments) -> Outcome<Subject> {
    let (entry, options) = positions::game(rules)?;
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

fn threads(given: Option<u32>) -> usize {
    match given {
        Some(threads) => threads as usize,
        None => crate::machine::cores(),
    }
}

/// A bar on a terminal, nothing elsewhere.
fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}, {eta} to go");
    ProgressBar::new(1).with_style(style.unwrap_or(ProgressStyle::default_bar()))
}
