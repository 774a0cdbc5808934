//! `plyground tables pack`: the small form of a complete table.

use super::{bar, load, subject};
use crate::arguments::TablesPackArguments;
use crate::failure::Outcome;
use crate::files::lock;
use crate::tables::packed::{self, PackedFile};
use crate::{interrupt, machine, words};
use anyhow::{Context, ensure};
use plyground_engine::random::Random;
use plyground_engine::solve::retrograde::Cells;
use plyground_games::Games;
use std::io::{Write, stdout};
use std::time::Instant;

pub(super) fn run(games: Games, arguments: &TablesPackArguments) -> Outcome {
    let subject = subject(games, &arguments.rules)?;
    let path = subject.path.with_extension("packed");
    let _lock = lock::beside(&path, "packing")?;
    let (_, table) = load(&subject)?;
    let bar = bar().with_message("packing");
    let progress = |length| {
        bar.set_length(length);
        bar.inc(1);
    };
    let packed = interrupt::guarded(|stop| {
        packed::write(
            &path,
            &subject.identity,
            subject.solvable.as_ref(),
            table.bytes(),
            machine::threads(arguments.threads),
            stop,
            &progress,
        )
    });
    bar.finish_and_clear();
    let size = packed?;
    let share = size as f64 / subject.identity.count as f64;
    writeln!(
        stdout(),
        "{}: {} bytes, {share:.3} a state",
        path.display(),
        words::grouped(size)
    )?;
    let packed = PackedFile::open(&path, &subject.identity, subject.solvable)?;
    let mut random = Random::new(1);
    let states: Vec<u64> = (0..arguments.lookups)
        .map(|_| random.below(subject.identity.count as usize) as u64)
        .collect();
    let started = Instant::now();
    for &state in &states {
        let cell = packed.cell(state).context("a state cannot be looked up")?;
        let expected = table.bytes()[state as usize];
        ensure_equal(state, cell.0, expected)?;
    }
    let each = started.elapsed().as_secs_f64() * 1e6 / states.len().max(1) as f64;
    writeln!(
        stdout(),
        "{} look-ups: {each:.1} microseconds each",
        words::grouped(arguments.lookups)
    )?;
    Ok(())
}

fn ensure_equal(state: u64, found: u8, expected: u8) -> anyhow::Result<()> {
    ensure!(
        found == expected,
        "state {state}: found {found}, expected {expected}"
    );
    Ok(())
}
