//! Games whose endings are solved slice by slice: what a program needs to build, check
//! and pack their tables, whatever the game.
//!
//! A slice is what is on the board. Moves that change it lead to slices that come
//! earlier, so that each is solved for itself once those are.

use plyground_engine::algorithm::Stop;
use plyground_engine::solve::retrograde::{Cell, Fault, LevelObserver, Stopped};
use std::sync::atomic::AtomicU8;

/// What a program knows of a slice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SliceFacts {
    /// Letters, digits and hyphens.
    pub name: String,
    pub pieces: usize,
    /// How many states it has, one byte each.
    pub count: u64,
}

/// The endings of a game with at most so many pieces.
pub trait Sliced: Send + Sync {
    /// In an order in which each needs only those before it.
    fn slices(&self) -> Vec<SliceFacts>;

    /// Fills the table of a slice; `solved` are those of all slices before it.
    fn solve(
        &self,
        slice: usize,
        solved: &[&[u8]],
        table: &[AtomicU8],
        threads: usize,
        stop: &Stop<'_>,
        observer: &mut dyn LevelObserver,
    ) -> Result<(), Stopped>;

    /// Checks every state of a slice against its successors.
    fn verify(
        &self,
        slice: usize,
        solved: &[&[u8]],
        table: &[u8],
        threads: usize,
        stop: &Stop<'_>,
        observer: &(dyn Fn(u64) + Sync),
    ) -> Result<(u64, Vec<Fault>), Stopped>;

    /// Checks some states of a slice.
    fn verify_states(
        &self,
        slice: usize,
        solved: &[&[u8]],
        table: &[u8],
        states: &mut dyn Iterator<Item = u64>,
    ) -> Vec<Fault>;

    /// A position that the state stands for, in text.
    fn position(&self, slice: usize, index: u64) -> String;

    /// Who wins, without distances, in few bytes.
    fn pack(&self, slice: usize, table: &[u8]) -> Vec<u8>;

    /// All packed slices as one.
    fn joined(&self, packed: &[Vec<u8>]) -> Vec<u8>;

    /// Whether these bytes are joined slices of this game, of so many pieces or fewer.
    fn is_joined(&self, bytes: &[u8]) -> bool;
}

/// Finished tables of slices, wherever they lie.
pub trait SlicedCells: Send + Sync {
    /// The value of a state; `None` where there is no table that can be believed.
    fn cell(&self, slice: usize, index: u64) -> Option<Cell>;
}
