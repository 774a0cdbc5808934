//! All slices of a ruleset, for the program's tables.

use super::inside::{Bytes, Endings};
use super::numbering::{Numbering, Place};
use super::slice::SliceStates;
use super::small;
use crate::draughts::rules::Draughts;
use crate::draughts::ruleset::Ruleset;
use crate::sliced::{SliceFacts, Sliced};
use plyground_engine::algorithm::Stop;
use plyground_engine::notation::Notation;
use plyground_engine::solve::retrograde::{
    Fault, LevelObserver, Solver, Stopped, verify, verify_states,
};
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicU8;

pub struct AllSlices<R> {
    numbering: Numbering,
    ruleset: PhantomData<R>,
}

impl<R: Ruleset> AllSlices<R> {
    pub fn new(pieces: usize) -> AllSlices<R> {
        AllSlices {
            numbering: Numbering::new::<R::Board>(pieces),
            ruleset: PhantomData,
        }
    }

    fn states<'a>(
        &'a self,
        slice: usize,
        solved: &'a [&'a [u8]],
    ) -> SliceStates<'a, R, [&'a [u8]]> {
        SliceStates::new(&self.numbering, slice, solved)
    }
}

impl<R: Ruleset> Sliced for AllSlices<R> {
    fn slices(&self) -> Vec<SliceFacts> {
        let slices = self.numbering.slices().iter();
        let facts = slices.map(|slice| SliceFacts {
            name: slice.material.to_string(),
            pieces: slice.material.pieces(),
            count: slice.count,
        });
        facts.collect()
    }

    fn solve(
        &self,
        slice: usize,
        solved: &[&[u8]],
        table: &[AtomicU8],
        threads: usize,
        stop: &Stop<'_>,
        observer: &mut dyn LevelObserver,
    ) -> Result<(), Stopped> {
        let states = self.states(slice, solved);
        Solver::with_unmoves(&states, threads).solve(table, None, stop, observer)
    }

    fn verify(
        &self,
        slice: usize,
        solved: &[&[u8]],
        table: &[u8],
        threads: usize,
        stop: &Stop<'_>,
        observer: &(dyn Fn(u64) + Sync),
    ) -> Result<(u64, Vec<Fault>), Stopped> {
        verify(&self.states(slice, solved), table, threads, stop, observer)
    }

    fn verify_states(
        &self,
        slice: usize,
        solved: &[&[u8]],
        table: &[u8],
        states: &mut dyn Iterator<Item = u64>,
    ) -> Vec<Fault> {
        verify_states(&self.states(slice, solved), table, states)
    }

    fn position(&self, slice: usize, index: u64) -> String {
        let state = self.numbering.state::<R::Board>(Place { slice, index });
        Draughts::<R>::default().write_position(&state.position())
    }

    fn pack(&self, slice: usize, table: &[u8]) -> Vec<u8> {
        small::pack_slice::<R>(&self.numbering, slice, table)
    }

    fn joined(&self, packed: &[Vec<u8>]) -> Vec<u8> {
        small::joined(&self.numbering, packed)
    }

    fn is_joined(&self, bytes: &[u8]) -> bool {
        let most = self.numbering.slices().last();
        let most = most.map_or(0, |slice| slice.material.pieces() as u32);
        let endings = Endings::<R>::new(Bytes::Read(Arc::new(bytes.to_vec())));
        (1..=most).contains(&endings.most_pieces())
    }
}

impl<R> std::fmt::Debug for AllSlices<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AllSlices({:?})", self.numbering.slices().len())
    }
}
