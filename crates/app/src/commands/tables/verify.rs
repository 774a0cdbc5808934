//! `plyground tables verify`: every state against its successors, and the summary.

use super::{Subject, bar, load, plot, subject, summary};
use crate::arguments::TablesVerifyArguments;
use crate::failure::Outcome;
use crate::{interrupt, json, machine, output, words};
use anyhow::anyhow;
use plyground_engine::random::Random;
use plyground_engine::solve::retrograde::Fault;
use plyground_games::Games;
use std::io::{Write, stdout};
use std::sync::Arc;

pub(super) fn run(games: Games, arguments: &TablesVerifyArguments) -> Outcome {
    let subject = subject(games, &arguments.rules)?;
    output::check(arguments.plot.as_deref())?;
    let (file, table) = load(&subject)?;
    let (checked, faults) = match arguments.sample {
        Some(sample) => (
            sample,
            sampled(&subject, table.bytes(), sample, arguments.seed),
        ),
        None => all(&subject, table.bytes(), machine::threads(arguments.threads))?,
    };
    let summary = summary::of(&subject, table.bytes(), Arc::new(file))?;
    if let Some(path) = &arguments.plot {
        output::write(path, &plot::svg(&subject, &summary)?)?;
    }
    if arguments.json {
        json::print(&summary.in_json(&subject, checked, faults.len()))?;
    } else {
        summary.print(&subject)?;
        writeln!(
            stdout(),
            "{} states checked against their successors: {} wrong",
            words::grouped(checked),
            words::grouped(faults.len() as u64)
        )?;
    }
    match faults.first() {
        None => Ok(()),
        Some(fault) => Err(anyhow!(
            "{} values are wrong; the first is state {}, {}: found {:?}, expected {:?}",
            faults.len(),
            fault.index,
            subject.solvable.position(fault.index),
            fault.found,
            fault.expected
        )
        .into()),
    }
}

fn all(subject: &Subject, table: &[u8], threads: usize) -> Outcome<(u64, Vec<Fault>)> {
    let bar = bar().with_message("checking");
    let observer = |parts| {
        bar.set_length(parts);
        bar.inc(1);
    };
    let checked =
        interrupt::guarded(|stop| subject.solvable.verify(table, threads, stop, &observer));
    bar.finish_and_clear();
    checked.map_err(|_| anyhow!("stopped before every state was checked").into())
}

fn sampled(subject: &Subject, table: &[u8], sample: u64, seed: u64) -> Vec<Fault> {
    let mut random = Random::new(seed);
    let count = subject.identity.count as usize;
    let mut states = (0..sample).map(|_| random.below(count) as u64);
    subject.solvable.verify_states(table, &mut states)
}
