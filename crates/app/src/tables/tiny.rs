//! The smallest solved game: enough to write a table of it, packed or not, and to
//! read what others made of the file. For tests and for fuzzing.

use super::file::Identity;
use plyground_engine::algorithm::Stop;
use plyground_engine::solve::packed::Glance;
use plyground_engine::solve::retrograde::{Cell, Fault, LevelObserver, Stopped};
use plyground_games::solvable::Solvable;
use std::ops::Range;
use std::sync::atomic::AtomicU8;

/// As much of a game as packing asks for.
pub(crate) struct Tiny;

pub(crate) const COUNT: u64 = 100_000;

impl Solvable for Tiny {
    fn rules(&self) -> String {
        String::new()
    }
    fn count(&self) -> u64 {
        COUNT
    }
    fn working_memory(&self) -> u64 {
        0
    }
    fn solve(
        &self,
        _table: &[AtomicU8],
        _done: Option<u8>,
        _threads: usize,
        _stop: &Stop<'_>,
        _observer: &mut dyn LevelObserver,
    ) -> Result<(), Stopped> {
        Ok(())
    }
    fn verify(
        &self,
        _table: &[u8],
        _threads: usize,
        _stop: &Stop<'_>,
        _observer: &(dyn Fn(u64) + Sync),
    ) -> Result<(u64, Vec<Fault>), Stopped> {
        Ok((0, Vec::new()))
    }
    fn verify_states(&self, _table: &[u8], _states: &mut dyn Iterator<Item = u64>) -> Vec<Fault> {
        Vec::new()
    }
    fn position(&self, index: u64) -> String {
        index.to_string()
    }
    fn weights(&self) -> Vec<(Range<u64>, u64)> {
        Vec::new()
    }
    fn block(&self) -> u64 {
        300
    }
    fn glances(&self, block: u64, states: usize) -> Vec<Glance> {
        let indices = (300 * block..).take(states);
        indices
            .map(|index| match index % 3 {
                0 => Glance::Known(Cell(5)),
                rest => Glance::Context(rest as u8),
            })
            .collect()
    }
    fn starts(&self) -> Vec<Vec<(&'static str, &'static str)>> {
        Vec::new()
    }
}

pub(crate) fn cell(index: u64) -> u8 {
    match index % 3 {
        0 => 5,
        _ => (index / 7 % 11) as u8,
    }
}

pub(crate) fn identity() -> Identity {
    Identity {
        game: "tiny",
        rules: String::new(),
        count: COUNT,
    }
}
