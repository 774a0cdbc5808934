//! Games small enough to be solved whole: what a program needs to build, check and
//! describe the table of all values, whatever the game.

use plyground_engine::algorithm::Stop;
use plyground_engine::solve::packed::Glance;
use plyground_engine::solve::retrograde::{Fault, LevelObserver, Stopped};
use std::ops::Range;
use std::sync::atomic::AtomicU8;

/// A game under rules that fix the value of every state.
pub trait Solvable: Send + Sync {
    /// The options that change values, as `name=value`: a table made under others is
    /// another table.
    fn rules(&self) -> String;

    /// How many states the table holds, one byte each.
    fn count(&self) -> u64;

    /// The memory in bytes that building takes beside the table.
    fn working_memory(&self) -> u64;

    /// Fills the table from the last complete level on.
    fn solve(
        &self,
        table: &[AtomicU8],
        done: Option<u8>,
        threads: usize,
        stop: &Stop<'_>,
        observer: &mut dyn LevelObserver,
    ) -> Result<(), Stopped>;

    /// Checks every state against its successors.
    fn verify(
        &self,
        table: &[u8],
        threads: usize,
        stop: &Stop<'_>,
        observer: &(dyn Fn(u64) + Sync),
    ) -> Result<(u64, Vec<Fault>), Stopped>;

    /// Checks some states.
    fn verify_states(&self, table: &[u8], states: &mut dyn Iterator<Item = u64>) -> Vec<Fault>;

    /// A position that the state stands for, in text.
    fn position(&self, index: u64) -> String;

    /// Runs of states that stand for the same number of positions each.
    fn weights(&self) -> Vec<(Range<u64>, u64)>;

    /// How many states a block of the packed table has: as many as are looked at
    /// together at little cost.
    fn block(&self) -> u64;

    /// What a glance tells of the first states of a block.
    fn glances(&self, block: u64, states: usize) -> Vec<Glance>;

    /// The settings that give the same table different starts.
    fn starts(&self) -> Vec<Vec<(&'static str, &'static str)>>;
}
