//! The passes over the table that find a level.

use super::bits::Bits;
use super::cell::Cell;
use super::indexed::{Indexed, Next, Sweep, SweepBack};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// The table and what the solver keeps beside it.
pub(super) struct Work<'t> {
    pub(super) table: &'t [AtomicU8],
    /// States that may still change, by slot.
    pub(super) open: Bits,
    /// States decided on the level before, by index; filled in where a sweep back needs it.
    pub(super) fresh: Bits,
}

impl Work<'_> {
    #[inline(always)]
    pub(super) fn cell(&self, index: u64) -> Cell {
        Cell(self.table[index as usize].load(Relaxed))
    }
}

/// How many states hold each value.
#[derive(Clone)]
pub(super) struct ValueCounts(pub(super) [u64; 256]);

impl ValueCounts {
    pub(super) fn new() -> Self {
        ValueCounts([0; 256])
    }

    pub(super) fn add(&mut self, other: &ValueCounts) {
        for (mine, others) in self.0.iter_mut().zip(&other.0) {
            *mine = mine.wrapping_add(*others);
        }
    }
}

/// One thread's share of a level.
pub(super) struct Pass<'w, 't> {
    work: &'w Work<'t>,
    sought: Sought,
    verdict: Verdict,
    pub(super) tally: ValueCounts,
    /// States decided by steps back.
    pub(super) decided: Vec<u64>,
}

/// What is sought on a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sought {
    /// The level before, or the same where a cell can tell no longer distance.
    pub(super) from: u8,
    pub(super) level: u8,
    /// Whether states of the level before make wins, and losses, possible on this one.
    pub(super) wins: bool,
    pub(super) losses: bool,
}

/// One state's successors, folded to what they say about the state on the level sought.
#[derive(Clone, Copy)]
struct Verdict {
    won: bool,
    lost: bool,
    /// The greatest of the known wins for the other side.
    longest: Cell,
}

const UNHEARD: Verdict = Verdict {
    won: false,
    lost: true,
    longest: Cell::OPEN,
};

impl<'w, 't> Pass<'w, 't> {
    pub(super) fn new(work: &'w Work<'t>, sought: Sought) -> Self {
        Pass {
            work,
            sought,
            verdict: UNHEARD,
            tally: ValueCounts::new(),
            decided: Vec::new(),
        }
    }

    /// Writes a value. What cannot become better is no longer open.
    #[inline(always)]
    fn write(&mut self, slot: u64, index: u64, cell: Cell) {
        if cell.0 <= Cell::won(self.sought.level).0 {
            self.work.open.remove_alone(slot);
        }
        self.put(index, cell);
    }

    #[inline(always)]
    fn put(&mut self, index: u64, cell: Cell) {
        let before = self.work.cell(index).0;
        self.work.table[index as usize].store(cell.0, Relaxed);
        self.count(before, cell.0);
    }

    /// As [`put`](Pass::put), where other threads may write the same cell.
    fn put_among_others(&mut self, index: u64, cell: Cell) {
        let before = self.work.table[index as usize].swap(cell.0, Relaxed);
        self.count(before, cell.0);
    }

    #[inline(always)]
    fn count(&mut self, before: u8, after: u8) {
        self.tally.0[after as usize] = self.tally.0[after as usize].wrapping_add(1);
        self.tally.0[before as usize] = self.tally.0[before as usize].wrapping_sub(1);
    }

    #[inline(always)]
    fn hear(&mut self, next: Next) -> ControlFlow<()> {
        match next {
            Next::State(index) => {
                let cell = self.work.cell(index);
                if cell == Cell::lost(self.sought.from) {
                    self.verdict.won = true;
                    return ControlFlow::Break(());
                }
                self.verdict.lost &= cell.is_won() && cell.0 <= Cell::won(self.sought.from).0;
            }
            Next::Known(cell) if cell.is_won() => {
                self.verdict.longest = Cell(self.verdict.longest.0.max(cell.0));
            }
            Next::Known(_) => self.verdict.lost = false,
        }
        if self.verdict.lost || self.sought.wins {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    #[inline(always)]
    fn conclusion(&mut self) -> Option<Cell> {
        let verdict = std::mem::replace(&mut self.verdict, UNHEARD);
        if verdict.won {
            Some(Cell::won(self.sought.level))
        } else if verdict.lost && self.sought.losses {
            let by_states = Cell::won(self.sought.from);
            Some(Cell(by_states.0.max(verdict.longest.0)).before())
        } else {
            None
        }
    }

    /// Takes moves back from fresh states, while other threads do so from others.
    pub(super) fn step_back<G: Indexed>(
        &mut self,
        game: &G,
        predecessors: fn(&G, u64, &mut Vec<u64>),
        fresh: &[u64],
    ) {
        let mut found = Vec::new();
        for &index in fresh {
            found.clear();
            predecessors(game, index, &mut found);
            found.retain(|&before| self.is_open(before));
            let makes_wins = self.work.cell(index).is_lost();
            for &before in &found {
                self.judge(game, before, makes_wins);
            }
        }
    }

    fn judge<G: Indexed>(&mut self, game: &G, index: u64, is_won: bool) {
        let slot = game.slot(index);
        if !self.work.open.contains(slot) {
            return;
        }
        let cell = if is_won {
            Some(Cell::won(self.sought.level))
        } else {
            let _ = game.successors(index, &mut |next| self.hear(next));
            self.conclusion()
        };
        match cell {
            Some(cell) if cell.0 > Cell::won(self.sought.level).0 => {
                self.put_among_others(index, cell);
            }
            Some(cell) if self.work.open.remove(slot) => {
                self.put_among_others(index, cell);
                self.decided.push(index);
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn is_open(&self, index: u64) -> bool {
        let cell = self.work.cell(index);
        cell.is_open() || cell.0 > Cell::won(self.sought.level).0
    }
}

impl Sweep for Pass<'_, '_> {
    #[inline(always)]
    fn wanted(&self, word: u64) -> u64 {
        self.work.open.word(word)
    }

    #[inline(always)]
    fn ended(&mut self, _slot: u64, _index: u64, _cell: Cell) {}

    #[inline(always)]
    fn successor(&mut self, next: Next) -> ControlFlow<()> {
        self.hear(next)
    }

    #[inline(always)]
    fn finished(&mut self, slot: u64, index: u64) {
        if let Some(cell) = self.conclusion() {
            self.write(slot, index, cell);
        }
    }
}

impl SweepBack for Pass<'_, '_> {
    #[inline(always)]
    fn fresh(&self, word: u64) -> u64 {
        self.work.fresh.word(word)
    }

    #[inline(always)]
    fn reached(&mut self, slot: u64, index: u64) -> bool {
        if self.sought.losses {
            return true;
        }
        self.write(slot, index, Cell::won(self.sought.level));
        false
    }
}

/// Level 0: the ended states, and what known values alone can tell.
pub(super) struct Seeds<'w, 't> {
    work: &'w Work<'t>,
    best: Option<Cell>,
    leads_to_states: bool,
    pub(super) tally: ValueCounts,
}

impl<'w, 't> Seeds<'w, 't> {
    pub(super) fn new(work: &'w Work<'t>) -> Self {
        Seeds {
            work,
            best: None,
            leads_to_states: false,
            tally: ValueCounts::new(),
        }
    }

    #[inline(always)]
    fn write(&mut self, index: u64, cell: Cell) {
        self.work.table[index as usize].store(cell.0, Relaxed);
        self.tally.0[cell.0 as usize] += 1;
    }
}

impl Sweep for Seeds<'_, '_> {
    #[inline(always)]
    fn wanted(&self, _word: u64) -> u64 {
        u64::MAX
    }

    #[inline(always)]
    fn ended(&mut self, _slot: u64, index: u64, cell: Cell) {
        self.write(index, cell);
    }

    #[inline(always)]
    fn successor(&mut self, next: Next) -> ControlFlow<()> {
        match next {
            Next::State(_) => {
                self.leads_to_states = true;
                ControlFlow::Break(())
            }
            Next::Known(cell) => {
                let cell = cell.before();
                if self.best.is_none_or(|best| cell.score() > best.score()) {
                    self.best = Some(cell);
                }
                ControlFlow::Continue(())
            }
        }
    }

    #[inline(always)]
    fn finished(&mut self, slot: u64, index: u64) {
        let leads_to_states = std::mem::take(&mut self.leads_to_states);
        let best = self
            .best
            .take()
            .filter(|cell| cell.is_won() || !leads_to_states);
        if let Some(cell) = best {
            self.write(index, cell);
        }
        // A win by the next move cannot become better, nor what known values alone tell.
        if leads_to_states && best != Some(Cell::won(1)) {
            self.work.open.insert_alone(slot);
        }
    }
}

/// Finds again what is open in a table that is complete up to a level.
pub(super) struct Resumption<'w, 't> {
    work: &'w Work<'t>,
    level: u8,
    leads_to_states: bool,
    pub(super) tally: ValueCounts,
}

impl<'w, 't> Resumption<'w, 't> {
    pub(super) fn new(work: &'w Work<'t>, level: u8) -> Self {
        Resumption {
            work,
            level,
            leads_to_states: false,
            tally: ValueCounts::new(),
        }
    }
}

impl Sweep for Resumption<'_, '_> {
    fn wanted(&self, _word: u64) -> u64 {
        u64::MAX
    }

    fn ended(&mut self, _slot: u64, _index: u64, cell: Cell) {
        self.tally.0[cell.0 as usize] += 1;
    }

    fn successor(&mut self, next: Next) -> ControlFlow<()> {
        match next {
            Next::Known(_) => ControlFlow::Continue(()),
            Next::State(_) => {
                self.leads_to_states = true;
                ControlFlow::Break(())
            }
        }
    }

    fn finished(&mut self, slot: u64, index: u64) {
        let leads_to_states = std::mem::take(&mut self.leads_to_states);
        let cell = self.work.cell(index);
        self.tally.0[cell.0 as usize] += 1;
        let is_settled = cell.plies().is_some_and(|plies| plies <= self.level);
        if leads_to_states && !is_settled {
            self.work.open.insert_alone(slot);
        }
    }
}
