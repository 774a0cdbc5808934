//! `plyground tables build`: computes the value of every position. What is found is
//! written down level by level, so that a build that was killed goes on.

use super::{Subject, bar, subject};
use crate::arguments::TablesBuildArguments;
use crate::failure::{Failure, Outcome};
use crate::files::lock;
use crate::tables::file::{self, TableFile};
use crate::tables::journal::Journal;
use crate::tables::memory::{AtRest, Table};
use crate::{interrupt, machine, words};
use anyhow::{Context, anyhow};
use indicatif::ProgressBar;
use plyground_engine::solve::retrograde::{DistanceLevel, LevelObserver};
use plyground_games::Games;
use std::io::{Write, stdout};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

const MIB: u64 = 1 << 20;
/// Code, buffers and lists.
const SMALL_CHANGE: u64 = 128 * MIB;

pub(super) fn run(games: Games, arguments: &TablesBuildArguments) -> Outcome {
    let subject = subject(games, &arguments.rules)?;
    let path = subject.path.display();
    if subject.path.exists() && !arguments.force {
        return match TableFile::open(&subject.path, &subject.identity) {
            Ok(_) => {
                writeln!(stdout(), "{path} is complete; --force builds it anew")?;
                Ok(())
            }
            Err(error) => Err(anyhow!("{error:#}; --force builds it anew").into()),
        };
    }
    check_memory(&subject, arguments.memory)?;
    let _lock = lock::beside(&subject.path, "build")?;
    let started = Instant::now();
    build(
        &subject,
        machine::threads(arguments.threads),
        arguments.force,
    )?;
    let seconds = started.elapsed().as_secs_f64();
    writeln!(stdout(), "{path} is complete, after {seconds:.0} s")?;
    Ok(())
}

fn check_memory(subject: &Subject, given: Option<u64>) -> Outcome {
    let needed = subject.identity.count + subject.solvable.working_memory() + SMALL_CHANGE;
    match given {
        Some(given) if given < needed => Err(Failure::input(format!(
            "--memory: expected at least {} MiB for {}, found {} MiB",
            needed.div_ceil(MIB),
            subject.identity.name(),
            given / MIB
        ))),
        _ => Ok(()),
    }
}

fn build(subject: &Subject, threads: usize, anew: bool) -> Outcome {
    let journal_path = subject.path.with_extension("building");
    if anew {
        let _ = std::fs::remove_file(&journal_path);
    }
    let mut table = Table::new(subject.identity.count as usize).context("no memory")?;
    let (journal, done) = Journal::open(&journal_path, &subject.identity, table.bytes_mut())?;
    if let Some(level) = done {
        eprintln!("going on after level {level}");
    }
    let (cells, at_rest) = table.shared();
    let mut watch = Watch {
        journal,
        table: at_rest,
        bar: bar(),
        under_way: AtomicU64::new(u64::MAX),
        failure: None,
    };
    let solved = interrupt::guarded(|stop| {
        let solvable = &subject.solvable;
        solvable.solve(cells, done, threads, stop, &mut watch)
    });
    watch.bar.finish_and_clear();
    match (solved, watch.failure) {
        (Ok(()), _) => {}
        (Err(_), Some(error)) => {
            let journal = journal_path.display();
            return Err(anyhow!(error)
                .context(format!("cannot write {journal}"))
                .into());
        }
        (Err(_), None) => {
            return Err(
                anyhow!("stopped; the same command goes on from the last complete level").into(),
            );
        }
    }
    file::write(&subject.path, &subject.identity, table.bytes())?;
    std::fs::remove_file(&journal_path).context("cannot remove the journal of the build")?;
    Ok(())
}

/// Shows how far the solver is, and writes every complete level into the journal.
struct Watch<'t> {
    journal: Journal,
    table: AtRest<'t>,
    bar: ProgressBar,
    under_way: AtomicU64,
    failure: Option<std::io::Error>,
}

impl LevelObserver for Watch<'_> {
    fn part(&self, level: u8, parts: u64) {
        if self.under_way.swap(u64::from(level), Relaxed) != u64::from(level) {
            self.bar.reset();
            self.bar.set_length(parts);
        }
        self.bar.inc(1);
    }

    fn level(&mut self, level: &DistanceLevel, decided: Option<&[u64]>) -> ControlFlow<()> {
        let open = words::grouped(level.open);
        self.bar
            .set_message(format!("level {} done, {open} open:", level.number));
        if self.bar.is_hidden() {
            let (won, lost) = (words::grouped(level.won), words::grouped(level.lost));
            eprintln!(
                "level {}: {won} won, {lost} lost, {open} open",
                level.number
            );
        }
        match self.journal.add(level.number, self.table, decided) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}
