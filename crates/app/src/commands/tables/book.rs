//! `plyground tables` for a game with a book of early positions.

use super::bar;
use crate::arguments::{TablesBuildArguments, TablesInfoArguments, TablesVerifyArguments};
use crate::failure::{Failure, Outcome};
use crate::files::lock;
use crate::tables::book::{self, Journal};
use crate::{interrupt, json, words};
use anyhow::anyhow;
use plyground_engine::algorithm::Stop;
use plyground_engine::random::Random;
use plyground_games::Entry;
use plyground_games::books::{Booked, EntrySolver};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{Write, stdout};
use std::path::Path;

/// How often a build without a terminal says how far it is.
const ENTRIES_BETWEEN_WORDS: u64 = 500;
const DEFAULT_SAMPLE: u64 = 20;

/// A game and its book.
#[derive(Clone, Copy)]
pub(super) struct Subject {
    pub(super) entry: &'static Entry,
    pub(super) book: &'static dyn Booked,
}

/// Solves the positions of the last ply one by one; those before follow from them.
pub(super) fn build(subject: Subject, arguments: &TablesBuildArguments) -> Outcome {
    let Subject { entry, book } = subject;
    let path = book::path(entry, arguments.rules.tables.as_deref())?;
    let _lock = lock::beside(&path, "build")?;
    let (mut journal, mut known) = Journal::open(path.with_extension("building"), book)?;
    if !arguments.force {
        known.extend(in_use(subject, &path)?);
    }
    let threads = arguments.threads.unwrap_or(1) as usize;
    interrupt::guarded(|stop| {
        for plies in (0..=arguments.plies).rev() {
            add_ply(book, plies, &mut known, &mut journal, threads, stop)?;
        }
        Ok::<(), Failure>(())
    })?;
    let known = book.sorted(known);
    book::save(&path, entry, &known)?;
    journal.remove()?;
    let count = words::grouped(known.len() as u64);
    let path = path.display();
    writeln!(stdout(), "{path} is complete: {count} positions")?;
    Ok(())
}

/// Adds all positions after so many moves that are not known yet.
fn add_ply(
    book: &dyn Booked,
    plies: u32,
    known: &mut Vec<u64>,
    journal: &mut Journal,
    threads: usize,
    stop: &Stop<'_>,
) -> Outcome {
    *known = book.sorted(std::mem::take(known));
    let missing = book.missing(plies, known);
    let solver = book.solver(known, None);
    let bar = bar().with_message(format!("ply {plies}"));
    bar.set_length(missing.len() as u64);
    for &position in &missing {
        let word = solved(solver.as_ref(), position, threads, stop)?;
        journal.add(word)?;
        known.push(word);
        bar.inc(1);
        if bar.is_hidden() && bar.position().is_multiple_of(ENTRIES_BETWEEN_WORDS) {
            eprintln!("ply {plies}: {} of {}", bar.position(), missing.len());
        }
    }
    bar.finish_and_clear();
    Ok(())
}

fn solved(solver: &dyn EntrySolver, word: u64, threads: usize, stop: &Stop<'_>) -> Outcome<u64> {
    let solved = solver.solve(word, threads, stop);
    solved.ok_or_else(|| anyhow!("stopped; the same command goes on from there").into())
}

/// Solves a random sample again, without the book and with other keys.
pub(super) fn verify(subject: Subject, arguments: &TablesVerifyArguments) -> Outcome {
    let Subject { entry, book } = subject;
    let path = book::path(entry, arguments.rules.tables.as_deref())?;
    let mut entries = in_use(subject, &path)?;
    let mut random = Random::new(arguments.seed);
    random.shuffle(&mut entries);
    entries.truncate(arguments.sample.unwrap_or(DEFAULT_SAMPLE) as usize);
    let solver = book.solver(&[], Some(random.next()));
    let threads = arguments.threads.unwrap_or(1) as usize;
    let bar = bar().with_message("checking");
    bar.set_length(entries.len() as u64);
    let mut wrong = Vec::new();
    interrupt::guarded(|stop| {
        for &listed in &entries {
            let found = solved(solver.as_ref(), listed, threads, stop)?;
            if found != listed {
                wrong.push((listed, found));
            }
            bar.inc(1);
        }
        Ok::<(), Failure>(())
    })?;
    bar.finish_and_clear();
    if arguments.json {
        json::print(&json!({"game": entry.id, "checked": entries.len(), "wrong": wrong.len()}))?;
    } else {
        writeln!(
            stdout(),
            "{} positions solved again: {} wrong",
            words::grouped(entries.len() as u64),
            words::grouped(wrong.len() as u64)
        )?;
    }
    match wrong.first() {
        None => Ok(()),
        Some(&(listed, found)) => Err(anyhow!(
            "the first wrong one: the book has {}, the solver {}",
            book.told(listed),
            book.told(found)
        )
        .into()),
    }
}

pub(super) fn info(subject: Subject, arguments: &TablesInfoArguments) -> Outcome {
    let Subject { entry, book } = subject;
    let path = book::path(entry, arguments.rules.tables.as_deref())?;
    let listed = in_use(subject, &path)?;
    let mut by_ply = BTreeMap::new();
    for &word in &listed {
        *by_ply.entry(book.plies(word)).or_insert(0u64) += 1;
    }
    let count = listed.len() as u64;
    let place = match path.exists() {
        true => path.display().to_string(),
        false => "in the program".to_owned(),
    };
    let is_under_way = path.with_extension("building").exists();
    if arguments.json {
        return json::print(&json!({
            "game": entry.id,
            "book": place,
            "positions": count,
            "by_ply": by_ply.values().collect::<Vec<_>>(),
            "bytes": 8 * count,
            "under_way": is_under_way,
        }));
    }
    let mut out = stdout().lock();
    writeln!(out, "{place}: {} positions", words::grouped(count))?;
    for (ply, count) in by_ply {
        writeln!(out, "{:>9} after {ply} moves", words::grouped(count))?;
    }
    if is_under_way {
        writeln!(
            out,
            "a build is under way: the same command goes on with it"
        )?;
    }
    Ok(())
}

/// The book that the user has built, or else the program's own.
fn in_use(Subject { entry, book }: Subject, path: &Path) -> Outcome<Vec<u64>> {
    Ok(book::load(path, entry, book)?.unwrap_or_else(|| book.own()))
}
