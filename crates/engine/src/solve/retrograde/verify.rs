//! Checks a finished table: states against all their successors.
//!
//! A table in which every value follows from the successors' values is right: wins
//! and losses because their distances fall with each move down to an end of the
//! game, draws because neither side has a move out of them to anything better.

use super::cell::Cell;
use super::indexed::{Indexed, Next, Sweep};
use super::levels::Stopped;
use super::threads::in_parts;
use crate::algorithm::Stop;
use std::ops::ControlFlow;

/// A state whose value does not follow from its successors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    pub index: u64,
    pub found: Cell,
    pub expected: Cell,
}

struct Check<'t> {
    table: &'t [u8],
    /// The least of the lost successors, the greatest of the won ones.
    least_lost: u8,
    greatest_won: u8,
    has_draw: bool,
    states: u64,
    faults: Vec<Fault>,
}

const NONE_LOST: u8 = u8::MAX;

impl<'t> Check<'t> {
    fn new(table: &'t [u8]) -> Self {
        Check {
            table,
            least_lost: NONE_LOST,
            greatest_won: 0,
            has_draw: false,
            states: 0,
            faults: Vec::new(),
        }
    }

    #[inline(always)]
    fn compare(&mut self, index: u64, expected: Cell) {
        self.states += 1;
        let found = Cell(self.table[index as usize]);
        if found != expected {
            self.faults.push(Fault {
                index,
                found,
                expected,
            });
        }
    }
}

impl Sweep for Check<'_> {
    #[inline(always)]
    fn wanted(&self, _word: u64) -> u64 {
        u64::MAX
    }

    #[inline(always)]
    fn ended(&mut self, _slot: u64, index: u64, cell: Cell) {
        self.compare(index, cell);
    }

    #[inline(always)]
    fn successor(&mut self, next: Next) -> ControlFlow<()> {
        let cell = match next {
            Next::State(index) => Cell(self.table[index as usize]),
            Next::Known(cell) => cell,
        };
        let lost = if cell.is_lost() { cell.0 } else { NONE_LOST };
        let won = if cell.is_lost() { 0 } else { cell.0 };
        self.least_lost = self.least_lost.min(lost);
        self.greatest_won = self.greatest_won.max(won);
        self.has_draw |= cell.is_open();
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn finished(&mut self, _slot: u64, index: u64) {
        let expected = if self.least_lost != NONE_LOST {
            Cell(self.least_lost).before()
        } else if self.has_draw {
            Cell::OPEN
        } else {
            Cell(self.greatest_won).before()
        };
        self.compare(index, expected);
        (self.least_lost, self.greatest_won, self.has_draw) = (NONE_LOST, 0, false);
    }
}

/// Checks every state, telling the observer of each part done; gives the number of
/// states looked at and the faults.
pub fn verify<G: Indexed>(
    game: &G,
    table: &[u8],
    threads: usize,
    stop: &Stop<'_>,
    observer: &(dyn Fn(u64) + Sync),
) -> Result<(u64, Vec<Fault>), Stopped> {
    let parts = game.parts();
    let start = || Check::new(table);
    let checks = in_parts(threads, parts, stop, start, |check, part| {
        game.sweep(part, check);
        observer(parts);
    })?;
    let states = checks.iter().map(|check| check.states).sum();
    let mut faults: Vec<Fault> = checks.into_iter().flat_map(|check| check.faults).collect();
    faults.sort_by_key(|fault| fault.index);
    Ok((states, faults))
}

/// Checks some states, one by one, without the game's own order of sweeping.
pub fn verify_states<G: Indexed>(
    game: &G,
    table: &[u8],
    states: impl Iterator<Item = u64>,
) -> Vec<Fault> {
    let mut check = Check::new(table);
    for index in states {
        game.tell(index, &mut check);
    }
    check.faults
}
