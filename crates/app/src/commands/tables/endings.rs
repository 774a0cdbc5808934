//! `plyground tables` for endings: slice by slice, each in a file of its own, so that a
//! build that was killed goes on with the slice it was at.

use super::bar;
use crate::arguments::{
    RulesArguments, TablesBuildArguments, TablesInfoArguments, TablesPackArguments,
    TablesVerifyArguments,
};
use crate::failure::{Failure, Outcome};
use crate::files::lock;
use crate::tables::endings::{MOST_PIECES, folder, identity, load, packed_path, save, slice_path};
use crate::tables::file::{self, TableFile};
use crate::tables::memory::Table;
use crate::{interrupt, json, machine, words};
use anyhow::{Context, anyhow};
use indicatif::ProgressBar;
use plyground_engine::random::Random;
use plyground_engine::solve::retrograde::{Cell, DistanceLevel, Fault, LevelObserver};
use plyground_games::Entry;
use plyground_games::sliced::{SliceFacts, Sliced};
use serde_json::json;
use std::io::{Write, stdout};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

const MIB: u64 = 1 << 20;
/// Code, buffers and lists.
const SMALL_CHANGE: u64 = 128 * MIB;
/// What is built where nobody says more: as much as the program knows anyway.
const USUAL_PIECES: usize = 4;

/// A game with endings, and where their tables lie.
pub(super) struct Subject {
    entry: &'static Entry,
    sliced: Box<dyn Sliced>,
    slices: Vec<SliceFacts>,
    folder: PathBuf,
}

impl Subject {
    /// `None` where the game has no endings of its own.
    pub(super) fn of(
        entry: &'static Entry,
        rules: &RulesArguments,
        pieces: Option<u32>,
    ) -> Outcome<Option<Subject>> {
        let most = pieces.map_or(MOST_PIECES, |pieces| pieces as usize);
        let Some(sliced) = entry.sliced(most) else {
            return match pieces {
                Some(_) => Err(Failure::input(format!(
                    "--pieces: there are no endings of {}",
                    entry.id
                ))),
                None => Ok(None),
            };
        };
        Ok(Some(Subject {
            slices: sliced.slices(),
            sliced,
            folder: folder(entry, rules.tables.as_deref())?,
            entry,
        }))
    }

    fn path(&self, slice: &SliceFacts) -> PathBuf {
        slice_path(&self.folder, slice)
    }

    fn open(&self, slice: &SliceFacts) -> anyhow::Result<TableFile> {
        TableFile::open(&self.path(slice), &identity(self.entry, slice))
    }

    /// Only slices whose tables are all there, with those of fewer pieces.
    fn built(mut self, pieces: Option<u32>) -> Outcome<Subject> {
        let missing = self.slices.iter().find(|slice| !self.path(slice).exists());
        let Some(missing) = missing else {
            return Ok(self);
        };
        let complete = missing.pieces - 1;
        if pieces.is_some() || complete < 2 {
            return Err(Failure::input(format!(
                "there is no {}: 'plyground tables build {} --pieces {}' makes it",
                self.path(missing).display(),
                self.entry.id,
                missing.pieces
            )));
        }
        self.slices.retain(|slice| slice.pieces <= complete);
        Ok(self)
    }

    fn pieces(&self) -> usize {
        self.slices.last().map_or(0, |slice| slice.pieces)
    }

    fn read(&self, slice: &SliceFacts) -> anyhow::Result<Table> {
        let mut table = Table::new(slice.count as usize).context("no memory")?;
        self.open(slice)?.read_into(table.bytes_mut())?;
        Ok(table)
    }
}

fn room(subject: &Subject) -> (u64, u64) {
    let states: u64 = subject.slices.iter().map(|slice| slice.count).sum();
    let largest = subject.slices.iter().map(|slice| slice.count).max();
    // The largest slice twice, where draw rules leave a doubt, and the solver's marks.
    let memory = states + largest.unwrap_or(0) * 3 / 2 + SMALL_CHANGE;
    let missing = subject.slices.iter();
    let missing = missing.filter(|slice| !subject.path(slice).exists());
    (memory, missing.map(|slice| slice.count).sum())
}

/// Says before any work how much room it takes, where that is too much.
fn check_room(subject: &Subject, given: Option<u64>) -> Outcome {
    let (memory, disk) = room(subject);
    let told = |what: &str, needed: u64, there: u64| {
        Failure::input(format!(
            "{what}: expected at least {} MiB for {} with {} pieces, found {} MiB",
            needed.div_ceil(MIB),
            subject.entry.id,
            subject.pieces(),
            there / MIB
        ))
    };
    if let Some(given) = given.filter(|&given| given < memory) {
        return Err(told("--memory", memory, given));
    }
    if let Some(free) = machine::available().filter(|&free| (free as u64) < memory) {
        return Err(told("memory", memory, free as u64));
    }
    match machine::free_disk(&subject.folder) {
        Some(free) if free < disk => Err(told("disk", disk, free)),
        _ => Ok(()),
    }
}

pub(super) fn build(mut subject: Subject, arguments: &TablesBuildArguments) -> Outcome {
    if arguments.pieces.is_none() {
        subject.slices.retain(|slice| slice.pieces <= USUAL_PIECES);
    }
    std::fs::create_dir_all(&subject.folder)
        .map_err(|error| Failure::input(format!("{}: {error}", subject.folder.display())))?;
    check_room(&subject, arguments.memory)?;
    let _lock = lock::beside(&subject.folder, "build")?;
    let threads = machine::threads(arguments.threads);
    let started = Instant::now();
    let total: u64 = subject.slices.iter().map(|slice| slice.count).sum();
    let bar = bar();
    bar.set_length(total);
    let mut tables: Vec<Table> = Vec::new();
    let (mut done, mut solved_states, mut solving) = (0, 0, 0.0);
    for (number, slice) in subject.slices.iter().enumerate() {
        bar.set_message(format!(
            "{} ({} of {})",
            slice.name,
            number + 1,
            subject.slices.len()
        ));
        let path = subject.path(slice);
        let is_there = path.exists() && !arguments.force;
        let table = if is_there {
            subject
                .read(slice)
                .map_err(|error| anyhow!("{error:#}; --force builds it anew"))?
        } else {
            let begun = Instant::now();
            let table = solve(&subject, number, &tables, threads, &bar)?;
            file::write(&path, &identity(subject.entry, slice), table.bytes())?;
            solving += begun.elapsed().as_secs_f64();
            solved_states += slice.count;
            table
        };
        tables.push(table);
        done += slice.count;
        bar.set_position(done);
        if bar.is_hidden() && !is_there {
            let left = solving / solved_states as f64 * (total - done) as f64;
            eprintln!(
                "{}: {} states; {} of {} slices, about {left:.0} s to go",
                slice.name,
                words::grouped(slice.count),
                number + 1,
                subject.slices.len()
            );
        }
    }
    bar.finish_and_clear();
    writeln!(
        stdout(),
        "{}: all endings with at most {} pieces, {} states, after {:.0} s",
        subject.folder.display(),
        subject.pieces(),
        words::grouped(total),
        started.elapsed().as_secs_f64()
    )?;
    Ok(())
}

fn solve(
    subject: &Subject,
    slice: usize,
    tables: &[Table],
    threads: usize,
    bar: &ProgressBar,
) -> Outcome<Table> {
    let mut table = Table::new(subject.slices[slice].count as usize).context("no memory")?;
    let solved: Vec<&[u8]> = tables.iter().map(Table::bytes).collect();
    let (cells, _) = table.shared();
    let mut watch = Watch { bar };
    let result = interrupt::guarded(|stop| {
        let sliced = &subject.sliced;
        sliced.solve(slice, &solved, cells, threads, stop, &mut watch)
    });
    match result {
        Ok(()) => Ok(table),
        Err(_) => {
            bar.finish_and_clear();
            Err(anyhow!("stopped; the same command goes on with this slice").into())
        }
    }
}

struct Watch<'b> {
    bar: &'b ProgressBar,
}

impl LevelObserver for Watch<'_> {
    fn part(&self, _level: u8, _parts: u64) {
        self.bar.tick();
    }

    fn level(&mut self, _level: &DistanceLevel, _decided: Option<&[u64]>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// What a slice's table holds.
struct Held {
    won: u64,
    lost: u64,
    drawn: u64,
    longest: u8,
}

impl Held {
    fn of(table: &[u8]) -> Held {
        let mut counts = [0u64; 256];
        for &byte in table {
            counts[byte as usize] += 1;
        }
        let sum = |is: fn(Cell) -> bool| {
            let bytes = (0..=255u8).filter(|&byte| is(Cell(byte)));
            bytes.map(|byte| counts[byte as usize]).sum()
        };
        let held = (0..=255u8).rev().find(|&byte| counts[byte as usize] > 0);
        Held {
            won: sum(Cell::is_won),
            lost: sum(Cell::is_lost),
            drawn: counts[0],
            longest: held.and_then(|byte| Cell(byte).plies()).unwrap_or(0),
        }
    }
}

pub(super) fn verify(subject: Subject, arguments: &TablesVerifyArguments) -> Outcome {
    if arguments.plot.is_some() {
        return Err(Failure::input(
            "--plot: expected a game that is solved whole, endings have no such picture",
        ));
    }
    let subject = subject.built(arguments.pieces)?;
    let threads = machine::threads(arguments.threads);
    let total: u64 = subject.slices.iter().map(|slice| slice.count).sum();
    let mut random = Random::new(arguments.seed);
    let mut tables: Vec<Table> = Vec::new();
    let (mut checked, mut wrong, mut first) = (0, 0, None);
    let mut rows = Vec::new();
    let bar = bar().with_message("checking");
    bar.set_length(total);
    for (number, slice) in subject.slices.iter().enumerate() {
        let table = subject.read(slice)?;
        let solved: Vec<&[u8]> = tables.iter().map(Table::bytes).collect();
        let (states, faults): (u64, Vec<Fault>) = match arguments.sample {
            Some(sample) => {
                let share = (u128::from(sample) * u128::from(slice.count) / u128::from(total))
                    .max(1) as u64;
                let count = slice.count as usize;
                let mut states = (0..share).map(|_| random.below(count) as u64);
                let sliced = &subject.sliced;
                let faults = sliced.verify_states(number, &solved, table.bytes(), &mut states);
                (share, faults)
            }
            None => interrupt::guarded(|stop| {
                let sliced = &subject.sliced;
                sliced.verify(number, &solved, table.bytes(), threads, stop, &|_| {})
            })
            .map_err(|_| anyhow!("stopped before every state was checked"))?,
        };
        checked += states;
        wrong += faults.len();
        if let (None, Some(fault)) = (&first, faults.first()) {
            let position = subject.sliced.position(number, fault.index);
            first = Some(format!(
                "{position}: found {:?}, expected {:?}",
                fault.found, fault.expected
            ));
        }
        rows.push((slice, Held::of(table.bytes())));
        tables.push(table);
        bar.inc(slice.count);
    }
    bar.finish_and_clear();
    if arguments.json {
        let slices = rows.iter().map(|(slice, held)| {
            json!({"slice": slice.name, "states": slice.count, "won": held.won,
                "lost": held.lost, "drawn": held.drawn, "longest": held.longest})
        });
        json::print(&json!({
            "game": subject.entry.id,
            "pieces": subject.pieces(),
            "checked": checked,
            "wrong": wrong,
            "slices": slices.collect::<Vec<_>>(),
        }))?;
    } else {
        let mut out = stdout().lock();
        writeln!(
            out,
            "{:<9} {:>15} {:>15} {:>15} {:>15} {:>8}",
            "slice", "states", "won", "lost", "drawn", "longest"
        )?;
        for (slice, held) in &rows {
            let [states, won, lost, drawn] =
                [slice.count, held.won, held.lost, held.drawn].map(words::grouped);
            writeln!(
                out,
                "{:<9} {states:>15} {won:>15} {lost:>15} {drawn:>15} {:>8}",
                slice.name, held.longest
            )?;
        }
        writeln!(
            out,
            "{} of {} states checked against their successors: {} wrong",
            words::grouped(checked),
            words::grouped(total),
            words::grouped(wrong as u64)
        )?;
    }
    match first {
        None => Ok(()),
        Some(first) => Err(anyhow!("{wrong} values are wrong; the first is {first}").into()),
    }
}

pub(super) fn pack(subject: Subject, arguments: &TablesPackArguments) -> Outcome {
    let subject = subject.built(arguments.pieces)?;
    let path = packed_path(&subject.folder);
    let _lock = lock::beside(&path, "packing")?;
    let total: u64 = subject.slices.iter().map(|slice| slice.count).sum();
    let bar = bar().with_message("packing");
    bar.set_length(total);
    let mut packed = Vec::new();
    let stopped = interrupt::guarded(|stop| -> Outcome<bool> {
        for (number, slice) in subject.slices.iter().enumerate() {
            if stop.is_raised() {
                return Ok(true);
            }
            let table = subject.read(slice)?;
            packed.push(subject.sliced.pack(number, table.bytes()));
            bar.inc(slice.count);
        }
        Ok(false)
    })?;
    bar.finish_and_clear();
    if stopped {
        return Err(anyhow!("stopped before every slice was packed").into());
    }
    let size = save(&path, subject.entry, &subject.sliced.joined(&packed))?;
    writeln!(
        stdout(),
        "{}: at most {} pieces, {} bytes, {:.3} bits a state",
        path.display(),
        subject.pieces(),
        words::grouped(size),
        8.0 * size as f64 / total as f64
    )?;
    Ok(())
}

pub(super) fn info(subject: &Subject, arguments: &TablesInfoArguments) -> Outcome {
    let mut rows = Vec::new();
    for pieces in 2..=subject.pieces() {
        let slices = || subject.slices.iter().filter(|slice| slice.pieces == pieces);
        let there = slices()
            .filter(|slice| subject.path(slice).exists())
            .count();
        if there > 0 {
            for slice in slices().filter(|slice| subject.path(slice).exists()) {
                subject.open(slice)?;
            }
            let states: u64 = slices().map(|slice| slice.count).sum();
            rows.push((pieces, states, there, slices().count()));
        }
    }
    let path = packed_path(&subject.folder);
    let packed = match path.exists() {
        true => {
            load(&path, subject.entry, subject.sliced.as_ref())?;
            Some(std::fs::metadata(&path).map_or(0, |facts| facts.len()))
        }
        false => None,
    };
    let folder = subject.folder.display().to_string();
    if arguments.json {
        let rows = rows.iter().map(|(pieces, states, there, all)| {
            json!({"pieces": pieces, "states": states, "slices": all, "built": there})
        });
        return json::print(&json!({
            "game": subject.entry.id,
            "path": folder,
            "endings": rows.collect::<Vec<_>>(),
            "packed_bytes": packed,
        }));
    }
    let mut out = stdout().lock();
    let (name, id) = (subject.entry.name, subject.entry.id);
    if rows.is_empty() {
        writeln!(
            out,
            "{name}: no endings yet beside those inside the program: \
             'plyground tables build {id} --pieces N' makes them in {folder}"
        )?;
    }
    for (pieces, states, there, all) in rows {
        let state = match there == all {
            true => "complete".to_owned(),
            false => format!("under way: {there} of {all} slices"),
        };
        let states = words::grouped(states);
        writeln!(out, "{pieces} pieces: {states} states, {state} in {folder}")?;
    }
    if let Some(bytes) = packed {
        writeln!(
            out,
            "packed: {}, {} bytes",
            path.display(),
            words::grouped(bytes)
        )?;
    }
    Ok(())
}
