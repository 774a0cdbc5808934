//! The solver's loop: level by level, each on all threads, until nothing is left
//! to find.

use super::bits::Bits;
use super::cell::Cell;
use super::indexed::{Indexed, Unmoves};
use super::passes::{Pass, Resumption, Seeds, Sought, ValueCounts, Work};
use super::threads::in_parts;
use crate::algorithm::Stop;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// States that a thread takes at a time when it goes through the table in order.
const BLOCK: u64 = 1 << 16;
/// Fresh states that a thread takes at a time when it steps back from them.
const STEPS: usize = 1 << 10;

/// Steps back are cheapest where fewer than one state in so many is fresh: measured
/// on King's Valley, where a step costs two or three microseconds and a sweep back as
/// many nanoseconds for each state of the table.
const STEP_BACK_BELOW: u64 = 800;
/// For losses a sweep back pays only where fewer than one open state in so many is
/// fresh: above, nearly every open state is reached. Measured on King's Valley.
const REACH_BELOW: u64 = 8;

/// How a level was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By looking at the successors of all open states.
    Sweep,
    /// By looking at those open states only from which a move leads to the level before.
    SweepBack,
    /// By taking moves back from each state of the level before.
    StepBack,
}

/// What became known on one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DistanceLevel {
    pub number: u8,
    pub won: u64,
    pub lost: u64,
    /// States that are still open after this level.
    pub open: u64,
    pub way: Way,
}

/// Why a solver ended before its table was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    ByFlag,
    ByObserver,
}

/// Whoever watches a solver.
pub trait LevelObserver: Sync {
    /// One of so many parts of the level under way is done; told by any thread.
    fn part(&self, level: u8, parts: u64);
    /// A level is complete and all threads are at rest. `decided` lists its states
    /// where they are few.
    fn level(&mut self, level: &DistanceLevel, decided: Option<&[u64]>) -> ControlFlow<()>;
}

/// How a game takes moves back, where it can.
struct Back<G> {
    predecessors: fn(&G, u64, &mut Vec<u64>),
    sweep: Option<fn(&G, u64, &mut Pass<'_, '_>)>,
}

/// Where the states of the level before are found.
enum Fresh {
    InTable,
    Listed(Vec<u64>),
}

/// Solves a game that can number its positions.
pub struct Solver<'g, G> {
    game: &'g G,
    back: Option<Back<G>>,
    threads: usize,
}

impl<G> std::fmt::Debug for Solver<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Solver on {} threads", self.threads)
    }
}

impl<'g, G: Indexed> Solver<'g, G> {
    /// A solver that does without taking moves back.
    pub fn new(game: &'g G, threads: usize) -> Self {
        Solver {
            game,
            back: None,
            threads: threads.max(1),
        }
    }

    pub fn with_unmoves(game: &'g G, threads: usize) -> Self
    where
        G: Unmoves,
    {
        let sweep: fn(&G, u64, &mut Pass<'_, '_>) = |game, part, pass| game.sweep_back(part, pass);
        Solver {
            back: Some(Back {
                predecessors: G::predecessors,
                sweep: game.can_sweep_back().then_some(sweep),
            }),
            ..Solver::new(game, threads)
        }
    }

    /// The memory in bytes that solving takes beside the table.
    pub fn working_memory(&self) -> u64 {
        (self.game.slots() + self.game.count()) / 8
    }

    /// Fills the table, which has one cell for each state. `done` is the last level
    /// that is complete in it; without one, every cell must be open.
    pub fn solve(
        &self,
        table: &[AtomicU8],
        done: Option<u8>,
        stop: &Stop<'_>,
        observer: &mut dyn LevelObserver,
    ) -> Result<(), Stopped> {
        let work = Work {
            table,
            open: Bits::new(self.game.slots()),
            fresh: Bits::new(self.game.count()),
        };
        let (mut level, mut tally) = match done {
            Some(level) => (level, self.resume(&work, level, stop)?),
            None => {
                let tally = self.seed(&work, stop, observer)?;
                told(observer.level(&tally.level(0, Way::Sweep), None))?;
                (0, tally)
            }
        };
        let mut fresh = Fresh::InTable;
        let mut has_grown = true;
        while tally.leads_beyond(level) && has_grown {
            let from = level;
            // The last level that a cell can tell is gone over until nothing is added.
            level = Cell::LONGEST.min(level + 1);
            let holds_some_already = tally.at(level) > 0;
            if holds_some_already && (level > 1 || done == Some(0)) {
                self.settle(&work, level, stop)?;
            }
            let sought = tally.sought(from, level);
            let way = self.way(&tally, sought);
            let (added, decided) = self.level(&work, sought, way, fresh, stop, observer)?;
            let open = tally.0[0];
            tally.add(&added);
            has_grown = from < Cell::LONGEST || tally.0[0] < open;
            fresh = match decided {
                Some(list) if !holds_some_already || from == level => Fresh::Listed(list),
                _ => Fresh::InTable,
            };
            let listed = match &fresh {
                Fresh::Listed(list) => Some(&list[..]),
                Fresh::InTable => None,
            };
            told(observer.level(&tally.level(level, way), listed))?;
        }
        Ok(())
    }

    fn seed(
        &self,
        work: &Work<'_>,
        stop: &Stop<'_>,
        observer: &dyn LevelObserver,
    ) -> Result<ValueCounts, Stopped> {
        let parts = self.game.parts();
        let start = || Seeds::new(work);
        let passes = in_parts(self.threads, parts, stop, start, |pass, part| {
            self.game.sweep(part, pass);
            observer.part(0, parts);
        })?;
        let mut tally = ValueCounts::sum(passes.iter().map(|pass| &pass.tally));
        tally.0[0] = self.game.count() - tally.0[1..].iter().sum::<u64>();
        Ok(tally)
    }

    fn resume(&self, work: &Work<'_>, level: u8, stop: &Stop<'_>) -> Result<ValueCounts, Stopped> {
        let start = || Resumption::new(work, level);
        let parts = self.game.parts();
        let passes = in_parts(self.threads, parts, stop, start, |pass, part| {
            self.game.sweep(part, pass);
        })?;
        Ok(ValueCounts::sum(passes.iter().map(|pass| &pass.tally)))
    }

    /// Closes the states of a level that were known before it came.
    fn settle(&self, work: &Work<'_>, level: u8, stop: &Stop<'_>) -> Result<(), Stopped> {
        let nothing = || ();
        self.in_blocks(stop, nothing, |(), block| {
            for index in block {
                if work.cell(index).plies() == Some(level) {
                    work.open.remove(self.game.slot(index));
                }
            }
        })?;
        Ok(())
    }

    fn way(&self, tally: &ValueCounts, sought: Sought) -> Way {
        let Some(back) = &self.back else {
            return Way::Sweep;
        };
        let fresh = tally.at(sought.from);
        let open = tally.open(sought.from);
        let is_few = fresh * STEP_BACK_BELOW < self.game.count();
        if is_few || (back.sweep.is_none() && fresh < open) {
            Way::StepBack
        } else if back.sweep.is_none() || (sought.losses && fresh * REACH_BELOW > open) {
            Way::Sweep
        } else {
            Way::SweepBack
        }
    }

    /// Finds a level; also lists its states where that costs nothing.
    fn level(
        &self,
        work: &Work<'_>,
        sought: Sought,
        way: Way,
        fresh: Fresh,
        stop: &Stop<'_>,
        observer: &dyn LevelObserver,
    ) -> Result<(ValueCounts, Option<Vec<u64>>), Stopped> {
        let start = || Pass::new(work, sought);
        let parts = self.game.parts();
        let passes = match (way, &self.back) {
            (Way::StepBack, Some(back)) => {
                let fresh = match fresh {
                    Fresh::Listed(list) => list,
                    Fresh::InTable => self.list(work, sought.from, stop)?,
                };
                let parts = fresh.len().div_ceil(STEPS) as u64;
                in_parts(self.threads, parts, stop, start, |pass, part| {
                    let first = part as usize * STEPS;
                    let steps = &fresh[first..fresh.len().min(first + STEPS)];
                    pass.step_back(self.game, back.predecessors, steps);
                    observer.part(sought.level, parts);
                })?
            }
            (
                Way::SweepBack,
                Some(Back {
                    sweep: Some(sweep), ..
                }),
            ) => {
                self.mark(work, sought.from, stop)?;
                in_parts(self.threads, parts, stop, start, |pass, part| {
                    sweep(self.game, part, pass);
                    observer.part(sought.level, parts);
                })?
            }
            _ => in_parts(self.threads, parts, stop, start, |pass, part| {
                self.game.sweep(part, pass);
                observer.part(sought.level, parts);
            })?,
        };
        let tally = ValueCounts::sum(passes.iter().map(|pass| &pass.tally));
        let decided = (way == Way::StepBack)
            .then(|| passes.into_iter().flat_map(|pass| pass.decided).collect());
        Ok((tally, decided))
    }

    /// Marks the states of a level as fresh.
    fn mark(&self, work: &Work<'_>, level: u8, stop: &Stop<'_>) -> Result<(), Stopped> {
        let nothing = || ();
        self.in_blocks(stop, nothing, |(), block| {
            let cells = &work.table[block.start as usize..block.end as usize];
            for (word, cells) in (block.start / 64..).zip(cells.chunks(64)) {
                let mut bits = 0;
                for (bit, cell) in cells.iter().enumerate() {
                    let is_fresh = cell.load(Relaxed).wrapping_sub(1) / 2 == level;
                    bits |= u64::from(is_fresh) << bit;
                }
                work.fresh.set_word(word, bits);
            }
        })?;
        Ok(())
    }

    fn list(&self, work: &Work<'_>, level: u8, stop: &Stop<'_>) -> Result<Vec<u64>, Stopped> {
        let lists = self.in_blocks(stop, Vec::new, |list, block| {
            list.extend(block.filter(|&index| work.cell(index).plies() == Some(level)));
        })?;
        Ok(lists.concat())
    }

    fn in_blocks<P: Send>(
        &self,
        stop: &Stop<'_>,
        start: impl Fn() -> P + Sync,
        work: impl Fn(&mut P, Range<u64>) + Sync,
    ) -> Result<Vec<P>, Stopped> {
        let count = self.game.count();
        in_parts(
            self.threads,
            count.div_ceil(BLOCK),
            stop,
            start,
            |state, block| work(state, block * BLOCK..count.min((block + 1) * BLOCK)),
        )
    }
}

fn told(flow: ControlFlow<()>) -> Result<(), Stopped> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Stopped::ByObserver),
    }
}

impl ValueCounts {
    fn sum<'a>(tallies: impl Iterator<Item = &'a ValueCounts>) -> ValueCounts {
        let mut sum = ValueCounts::new();
        tallies.for_each(|tally| sum.add(tally));
        sum
    }

    fn at(&self, level: u8) -> u64 {
        self.0[Cell::won(level).0 as usize] + self.0[Cell::lost(level).0 as usize]
    }

    /// Whether there can be anything to find after this level.
    fn leads_beyond(&self, level: u8) -> bool {
        self.at(level) > 0 || self.beyond(level) > 0
    }

    fn beyond(&self, level: u8) -> u64 {
        self.0[Cell::won(level).0 as usize + 1..].iter().sum()
    }

    /// States that are not decided up to this level.
    fn open(&self, level: u8) -> u64 {
        self.0[0] + self.beyond(level)
    }

    fn sought(&self, from: u8, level: u8) -> Sought {
        Sought {
            from,
            level,
            wins: self.0[Cell::lost(from).0 as usize] > 0,
            losses: self.0[Cell::won(from).0 as usize] > 0,
        }
    }

    fn level(&self, level: u8, way: Way) -> DistanceLevel {
        DistanceLevel {
            number: level,
            won: self.0[Cell::won(level).0 as usize],
            lost: self.0[Cell::lost(level).0 as usize],
            open: self.open(level),
            way,
        }
    }
}
