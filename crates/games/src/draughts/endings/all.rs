//! All slices of a ruleset, for the program's tables.

use super::inside::{Bytes, Endings};
use super::numbering::{Numbering, Place};
use super::slice::{SliceStates, Unwatched};
use super::small;
use super::timing::{Counted, Timely, Timing, is_doubtful, marked};
use crate::draughts::rules::Draughts;
use crate::draughts::ruleset::Ruleset;
use crate::sliced::{SliceFacts, Sliced};
use plyground_engine::algorithm::Stop;
use plyground_engine::notation::Notation;
use plyground_engine::solve::retrograde::{
    Cell, Fault, LevelObserver, Solver, Stopped, verify, verify_states,
};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

pub struct AllSlices<R> {
    numbering: Numbering,
    /// The longest distance of each slice that was seen.
    longest: Vec<OnceLock<u8>>,
    ruleset: PhantomData<R>,
}

impl<R: Ruleset> AllSlices<R> {
    pub fn new(pieces: usize) -> AllSlices<R> {
        let numbering = Numbering::new::<R::Board>(pieces);
        AllSlices {
            longest: numbering.slices().iter().map(|_| OnceLock::new()).collect(),
            numbering,
            ruleset: PhantomData,
        }
    }

    fn longest_of(&self, slice: usize, table: &[u8]) -> u8 {
        *self.longest[slice].get_or_init(|| small::longest(table))
    }

    /// What the draw rules do to the slices before this one, and to this one by them.
    fn timings(&self, slice: usize, solved: &[&[u8]]) -> Vec<Timing> {
        let longest: Vec<u8> = (0..slice)
            .map(|slice| match solved.get(slice) {
                Some(table) => self.longest_of(slice, table),
                // Of a slice that nobody has seen anything may be true.
                None => self.longest[slice].get().copied().unwrap_or(u8::MAX),
            })
            .collect();
        (0..=slice)
            .map(|slice| Timing::of::<R>(&self.numbering, slice, &longest))
            .collect()
    }

    fn states<'a>(
        &'a self,
        slice: usize,
        solved: &'a Timely<'a>,
    ) -> SliceStates<'a, R, Timely<'a>> {
        SliceStates::new(&self.numbering, slice, solved)
    }

    /// Marks what is won or lost in a table only where doubtful wins count.
    fn mark(
        &self,
        slice: usize,
        solved: &Timely<'_>,
        table: &[AtomicU8],
        threads: usize,
        stop: &Stop<'_>,
        observer: &mut dyn LevelObserver,
    ) -> Result<(), Stopped> {
        let possible = Timely {
            counted: Counted::Possible,
            ..*solved
        };
        let states = self.states(slice, &possible);
        let cells: Vec<AtomicU8> = table.iter().map(|_| AtomicU8::new(0)).collect();
        Solver::with_unmoves(&states, threads).solve(&cells, None, stop, observer)?;
        for (sure, possible) in table.iter().zip(cells) {
            let (sure_cell, possible) = (Cell(sure.load(Relaxed)), Cell(possible.into_inner()));
            sure.store(marked(sure_cell, possible).0, Relaxed);
        }
        Ok(())
    }
}

/// A table without its marks.
fn unmarked(table: &[u8]) -> Vec<u8> {
    let sure = |&byte: &u8| match is_doubtful(Cell(byte)) {
        true => Cell::OPEN.0,
        false => byte,
    };
    table.iter().map(sure).collect()
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
        let timings = self.timings(slice, solved);
        let solved = Timely::sure(solved, &timings);
        let states = self.states(slice, &solved);
        Solver::with_unmoves(&states, threads).solve(table, None, stop, observer)?;
        match timings[slice].is_doubtful {
            true => self.mark(slice, &solved, table, threads, stop, observer),
            false => Ok(()),
        }
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
        let timings = self.timings(slice, solved);
        let solved = Timely::sure(solved, &timings);
        let states = self.states(slice, &solved);
        if !timings[slice].is_doubtful {
            return verify(&states, table, threads, stop, observer);
        }
        let sure = unmarked(table);
        let (checked, mut faults) = verify(&states, &sure, threads, stop, observer)?;
        // Marks have no distance by which they could be checked one by one.
        let cells: Vec<AtomicU8> = sure.into_iter().map(AtomicU8::new).collect();
        self.mark(slice, &solved, &cells, threads, stop, &mut Unwatched)?;
        for (index, (cell, &found)) in cells.into_iter().zip(table).enumerate() {
            let (index, found, expected) = (index as u64, Cell(found), Cell(cell.into_inner()));
            if found != expected {
                faults.push(Fault {
                    index,
                    found,
                    expected,
                });
            }
        }
        Ok((checked, faults))
    }

    fn verify_states(
        &self,
        slice: usize,
        solved: &[&[u8]],
        table: &[u8],
        states: &mut dyn Iterator<Item = u64>,
    ) -> Vec<Fault> {
        let timings = self.timings(slice, solved);
        let solved = Timely::sure(solved, &timings);
        let of_slice = self.states(slice, &solved);
        match timings[slice].is_doubtful {
            true => verify_states(&of_slice, &unmarked(table), states),
            false => verify_states(&of_slice, table, states),
        }
    }

    fn position(&self, slice: usize, index: u64) -> String {
        let state = self.numbering.state::<R::Board>(Place { slice, index });
        Draughts::<R>::default().write_position(&state.position())
    }

    fn pack(&self, slice: usize, table: &[u8]) -> Vec<u8> {
        self.longest_of(slice, table);
        let timing = self.timings(slice, &[])[slice];
        small::pack_slice::<R>(&self.numbering, slice, &timing, table)
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
