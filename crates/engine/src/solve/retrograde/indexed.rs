//! What a game must supply to be solved from its ends.

use super::cell::Cell;
use std::ops::ControlFlow;

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// To a state of the same table.
    State(u64),
    /// Out of the table, to a position whose value is known, seen by the side to
    /// move there: the end of the game, or a position of a table that was solved
    /// before (after a capture or a promotion).
    Known(Cell),
}

/// A set of positions numbered without gaps, closed under moves but for moves to
/// known values.
///
/// The side to move need not be part of the number: values are always seen by it,
/// and a state and its successor are never seen by the same side.
///
/// A state has two numbers. Its *index* says where its value lies. Its *slot* says
/// when a sweep comes to it; slots may have gaps. A game that knows nothing better
/// uses the index for both. A game whose successors lie together for states that
/// do not, puts those states side by side in slots, and its sweeps run in the
/// processor's nearest memory.
pub trait Indexed: Sync {
    /// How many states there are.
    fn count(&self) -> u64;

    /// One more than the greatest slot.
    fn slots(&self) -> u64 {
        self.count()
    }

    fn slot(&self, index: u64) -> u64 {
        index
    }

    /// The value of a state in which the game is over.
    fn ended(&self, index: u64) -> Option<Cell>;

    /// Tells where each move leads until told to stop: all known values first, then
    /// the states. At least one; never asked where the game is over.
    fn successors(
        &self,
        index: u64,
        tell: &mut impl FnMut(Next) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// How many parts a sweep falls into: the threads' units of work. No two parts
    /// share one of the words of 64 slots.
    fn parts(&self) -> u64 {
        self.count().div_ceil(PART)
    }

    /// Tells a sweep about every wanted state of one part. All parts together are
    /// all states. A game with slots of its own supplies this too.
    fn sweep(&self, part: u64, sweep: &mut impl Sweep) {
        let last = self.count().min((part + 1) * PART);
        for word in part * PART / 64..last.div_ceil(64) {
            for bit in 0..64 {
                let index = 64 * word + bit;
                if index < last && sweep.wanted(word) >> bit & 1 == 1 {
                    self.tell(index, sweep);
                }
            }
        }
    }

    /// Tells a sweep about one state whose slot is its index.
    fn tell(&self, index: u64, sweep: &mut impl Sweep) {
        match self.ended(index) {
            Some(cell) => sweep.ended(index, index, cell),
            None => {
                let _ = self.successors(index, &mut |next| sweep.successor(next));
                sweep.finished(index, index);
            }
        }
    }
}

/// A game that can also take moves back.
pub trait Unmoves: Indexed {
    /// Appends every state from which a move leads to this one. A state may come
    /// twice; states in which the game is over, and such as have known successors
    /// alone, may be among them without cause.
    fn predecessors(&self, index: u64, predecessors: &mut Vec<u64>);

    /// Tells a sweep about every wanted state of one part from which a move leads to
    /// a fresh state: `reached` first, and if that asks for it, all its successors.
    /// Called only where [`can_sweep_back`](Unmoves::can_sweep_back) says yes.
    fn sweep_back(&self, _part: u64, _sweep: &mut impl SweepBack) {}

    /// Whether [`sweep_back`](Unmoves::sweep_back) does anything.
    fn can_sweep_back(&self) -> bool {
        false
    }
}

const PART: u64 = 1 << 16;

/// The listening side of a sweep: for each wanted state either `ended`, or
/// `successor` until it breaks off or all are told, and then `finished`.
pub trait Sweep {
    /// The wanted ones of the 64 slots from 64 * word on, as bits.
    fn wanted(&self, word: u64) -> u64;
    fn ended(&mut self, slot: u64, index: u64, cell: Cell);
    fn successor(&mut self, next: Next) -> ControlFlow<()>;
    fn finished(&mut self, slot: u64, index: u64);
}

/// The listening side of a sweep back from the fresh states: those that were
/// decided on the level before.
pub trait SweepBack: Sweep {
    /// The fresh ones of the 64 states from 64 * word on, as bits.
    fn fresh(&self, word: u64) -> u64;
    /// Takes note of a wanted state that has a fresh successor, and says whether its
    /// successors are still to be told.
    fn reached(&mut self, slot: u64, index: u64) -> bool;
}
