//! `plyground tables … connect-four`: the book of early positions.

use super::bar;
use crate::arguments::{TablesBuildArguments, TablesInfoArguments, TablesVerifyArguments};
use crate::failure::{Failure, Outcome};
use crate::tables::book::{self, GAME, Journal};
use crate::{interrupt, json, words};
use anyhow::anyhow;
use plyground_engine::algorithm::Stop;
use plyground_engine::oracle::Effort;
use plyground_engine::random::Random;
use plyground_games::connect_four::Board;
use plyground_games::connect_four::book::{Book, Entry, positions};
use plyground_games::connect_four::solver::Solver;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{Write, stdout};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Shared by all positions of a book, so that each profits from its neighbours.
const TABLE_BYTES: usize = 64 << 20;
/// How often a build without a terminal says how far it is.
const ENTRIES_BETWEEN_WORDS: u64 = 500;
const DEFAULT_SAMPLE: u64 = 20;

/// Solves the positions of the last ply one by one; those before follow from them.
pub(super) fn build(arguments: &TablesBuildArguments) -> Outcome {
    let path = book::path(arguments.rules.tables.as_deref())?;
    let (mut journal, found) = Journal::open(path.with_extension("building"))?;
    let mut known: Vec<Entry> = found;
    if !arguments.force {
        known.extend(in_use(&path)?.entries());
    }
    let threads = arguments.threads.unwrap_or(1) as usize;
    interrupt::guarded(|stop| {
        for plies in (0..=arguments.plies).rev() {
            add_ply(plies, &mut known, &mut journal, threads, stop)?;
        }
        Ok::<(), Failure>(())
    })?;
    let book = Book::of_entries(known);
    book::save(&path, &book)?;
    journal.remove()?;
    let count = words::grouped(book.entries().len() as u64);
    let path = path.display();
    writeln!(stdout(), "{path} is complete: {count} positions")?;
    Ok(())
}

/// Adds all positions after so many moves that are not known yet.
fn add_ply(
    plies: u32,
    known: &mut Vec<Entry>,
    journal: &mut Journal,
    threads: usize,
    stop: &Stop<'_>,
) -> Outcome {
    let book = Arc::new(Book::of_entries(known.iter().copied()));
    let mut missing = positions(plies);
    missing.retain(|board| book.points(board).is_none());
    let solver = Solver::new(TABLE_BYTES).with_book(book);
    let bar = bar().with_message(format!("ply {plies}"));
    bar.set_length(missing.len() as u64);
    for board in &missing {
        let points = points(&solver, board, threads, stop)?;
        let entry = Entry::new(board, points);
        journal.add(entry)?;
        known.push(entry);
        bar.inc(1);
        if bar.is_hidden() && bar.position().is_multiple_of(ENTRIES_BETWEEN_WORDS) {
            eprintln!("ply {plies}: {} of {}", bar.position(), missing.len());
        }
    }
    bar.finish_and_clear();
    Ok(())
}

fn points(
    solver: &Solver<7, 6>,
    board: &Board<7, 6>,
    threads: usize,
    stop: &Stop<'_>,
) -> Outcome<i32> {
    let effort = Effort {
        stop,
        threads,
        weak: false,
        book: true,
        nodes: &AtomicU64::new(0),
        node_limit: u64::MAX,
        observer: None,
    };
    let points = solver.points(board, &effort);
    points.ok_or_else(|| anyhow!("stopped; the same command goes on from there").into())
}

/// Solves a random sample again, without the book and with other keys.
pub(super) fn verify(arguments: &TablesVerifyArguments) -> Outcome {
    let book = in_use(&book::path(arguments.rules.tables.as_deref())?)?;
    let mut entries: Vec<Entry> = book.entries().collect();
    let mut random = Random::new(arguments.seed);
    random.shuffle(&mut entries);
    entries.truncate(arguments.sample.unwrap_or(DEFAULT_SAMPLE) as usize);
    let solver = Solver::new(TABLE_BYTES).with_seed(random.next());
    let threads = arguments.threads.unwrap_or(1) as usize;
    let bar = bar().with_message("checking");
    bar.set_length(entries.len() as u64);
    let mut wrong = Vec::new();
    interrupt::guarded(|stop| {
        for entry in &entries {
            let found = points(&solver, &entry.board(), threads, stop)?;
            if found != entry.points {
                wrong.push((*entry, found));
            }
            bar.inc(1);
        }
        Ok::<(), Failure>(())
    })?;
    bar.finish_and_clear();
    if arguments.json {
        json::print(&json!({"game": GAME, "checked": entries.len(), "wrong": wrong.len()}))?;
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
        Some((entry, found)) => Err(anyhow!(
            "the first wrong one is {:?}: the book has {} points, the solver {found}",
            entry.board(),
            entry.points
        )
        .into()),
    }
}

pub(super) fn info(arguments: &TablesInfoArguments) -> Outcome {
    let path = book::path(arguments.rules.tables.as_deref())?;
    let book = in_use(&path)?;
    let mut by_ply = BTreeMap::new();
    for entry in book.entries() {
        *by_ply.entry(entry.stones()).or_insert(0u64) += 1;
    }
    let count = book.entries().len() as u64;
    let place = match path.exists() {
        true => path.display().to_string(),
        false => "in the program".to_owned(),
    };
    let is_under_way = path.with_extension("building").exists();
    if arguments.json {
        return json::print(&json!({
            "game": GAME,
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
fn in_use(path: &Path) -> Outcome<Book> {
    Ok(book::load(path)?.unwrap_or_else(Book::embedded))
}
