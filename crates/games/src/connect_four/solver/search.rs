//! The search: is the score at least so many points?
//!
//! Each move is first played out to where there is a choice, then bounded, then
//! looked up; only what is still open after that for all moves is searched. So
//! most of what would be leaves is settled at the parent, and the memory has time
//! to answer while the other children are prepared.

use super::super::book::Book;
use super::chain::{End, Moment};
use super::processor::Compilation;
use super::table::{Bounds, Table};
use super::{bounds, key, order};
use plyground_engine::busy::Busy;
use plyground_engine::oracle::Effort;
use plyground_engine::prefetch::prefetch;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Below every score in points.
const WORST: i32 = -64;
/// With so many stones or more, children are not looked up before the first of
/// them is searched.
const LOOK_UP_TO: i32 = 34;
/// Threads tell each other what they search up to so many stones.
const SHARE_UP_TO: i32 = 26;
/// So many nodes pass between two looks at the stop flag.
const NODES_BETWEEN_LOOKS: u64 = 1024;

/// One thread at work on one question.
pub(super) struct Searcher<'a, const W: usize, const H: usize> {
    pub(super) table: &'a Table,
    pub(super) seed: u64,
    pub(super) book: Option<&'a Book>,
    pub(super) effort: &'a Effort<'a>,
    /// With several threads: what they do now, and whether one has the answer.
    pub(super) others: Option<(&'a Busy, &'a AtomicBool)>,
    nodes: u64,
    next_look: u64,
    told: u64,
    pub(super) is_stopped: bool,
}

/// A move, played out.
#[derive(Clone, Copy)]
struct Child {
    quiet: Moment,
    square: u64,
    key: u64,
    plies: i32,
}

impl Child {
    /// Points seen by the child's mover, as the parent's mover sees them.
    #[inline(always)]
    fn turn(&self, points: i32) -> i32 {
        turn(points, self.plies)
    }

    /// The parent's question, put to the child.
    #[inline(always)]
    fn asked(&self, asked: i32) -> i32 {
        if self.plies & 1 == 1 {
            1 - asked
        } else {
            asked
        }
    }

    #[inline(always)]
    fn turn_bounds(&self, bounds: Bounds) -> Bounds {
        if self.plies & 1 == 1 {
            bounds.turned()
        } else {
            bounds
        }
    }
}

#[inline(always)]
fn turn(points: i32, plies: i32) -> i32 {
    if plies & 1 == 1 { -points } else { points }
}

impl<'a, const W: usize, const H: usize> Searcher<'a, W, H> {
    pub(super) fn new(
        table: &'a Table,
        seed: u64,
        book: Option<&'a Book>,
        effort: &'a Effort<'a>,
        others: Option<(&'a Busy, &'a AtomicBool)>,
    ) -> Searcher<'a, W, H> {
        Searcher {
            table,
            seed,
            book,
            effort,
            others,
            nodes: 0,
            next_look: 0,
            told: 0,
            is_stopped: false,
        }
    }

    #[inline(always)]
    fn enter(&mut self) {
        if self.nodes >= self.next_look {
            self.look_up();
        }
        if let Some((_, is_answered)) = self.others {
            self.is_stopped |= is_answered.load(Relaxed);
        }
        self.nodes += u64::from(!self.is_stopped);
    }

    /// Tells the nodes and looks whether to go on.
    #[cold]
    fn look_up(&mut self) {
        let total = self.tell();
        let left = self.effort.node_limit.saturating_sub(total);
        self.is_stopped |= left == 0 || self.effort.stop.is_raised();
        self.next_look = self.nodes + left.min(NODES_BETWEEN_LOOKS);
    }

    /// Adds this thread's nodes to the common count.
    pub(super) fn tell(&mut self) -> u64 {
        let new = self.nodes - self.told;
        self.told = self.nodes;
        self.table.make_room(new);
        self.effort.nodes.fetch_add(new, Relaxed) + new
    }

    /// What is known of a child without search: from the stones that are left,
    /// the book, or a plan of the side that is not to move.
    #[inline(always)]
    fn settled(&self, quiet: &Moment, asked: i32) -> Option<i32> {
        let Bounds { low, high } = super::range::<W, H>(quiet.stones);
        if high < asked {
            return Some(high);
        }
        if low >= asked {
            return Some(low);
        }
        if let Some(book) = self.book
            && quiet.stones <= book.plies()
        {
            let known = book.points(&quiet.board::<W, H>());
            if known.is_some() {
                return known;
            }
        }
        bounds::below::<W, H>(quiet, asked)
    }
}

/// Points that are a lower bound of the score if they are at least `asked`, else
/// an upper bound. Means nothing once the searcher is stopped.
#[inline(always)]
pub(super) fn search<const W: usize, const H: usize, C: Compilation>(
    searcher: &mut Searcher<'_, W, H>,
    quiet: &Moment,
    key: u64,
    asked: i32,
) -> i32 {
    searcher.enter();
    if searcher.is_stopped {
        return 0;
    }
    let before = searcher.nodes;
    let mut best = WORST;
    let mut children = [const { NO_CHILD }; W];
    let mut count = 0;

    // 1. Play every move out.
    let mut squares = quiet.safe::<W, H>();
    while squares != 0 {
        let square = squares & squares.wrapping_neg();
        squares ^= square;
        let (end, forced) = quiet.after::<W, H>(square).follow::<W, H>();
        let plies = forced + 1;
        match end {
            End::Decided(points) => {
                best = best.max(turn(points, plies));
                if best >= asked {
                    return best;
                }
            }
            End::Quiet(quiet) => {
                children[count] = Child {
                    quiet,
                    square,
                    key: 0,
                    plies,
                };
                count += 1;
            }
        }
    }

    // 2. Settle what needs no search; ask the memory for the rest, and sort: the
    // promise, then the place.
    let mut open = 0;
    let mut order = [0; W];
    for (index, child) in children[..count].iter_mut().enumerate() {
        if let Some(points) = searcher.settled(&child.quiet, child.asked(asked)) {
            best = best.max(child.turn(points));
            if best >= asked {
                return best;
            }
            continue;
        }
        child.key = key::of::<W, H>(&child.quiet, searcher.seed);
        prefetch(searcher.table.bucket(child.key));
        let promise = order::promise::<W, H>(child.square, &child.quiet, child.plies);
        let rank = promise << 3 | (7 - index as i32);
        let mut place = open;
        while place > 0 && order[place - 1] < rank {
            order[place] = order[place - 1];
            place -= 1;
        }
        order[place] = rank;
        open += 1;
    }

    // 3. Look all of them up before any is searched.
    let is_looked_up = quiet.stones < LOOK_UP_TO;
    let mut waiting = [0; 16];
    let mut last = 0;
    for rank in &order[..open] {
        let index = 7 - (rank & 7) as usize;
        if is_looked_up {
            let child = &children[index];
            let known = child.turn_bounds(searcher.table.bounds(child.key));
            if known.low >= asked {
                searcher.table.store(key, Bounds::at_least(known.low), 1);
                return known.low;
            }
            if known.high < asked {
                best = best.max(known.high);
                continue;
            }
        }
        waiting[last] = index as u8;
        last += 1;
    }

    // 4. Search; what another thread is busy with comes last.
    let is_shared = quiet.stones < SHARE_UP_TO;
    let others = searcher.others.filter(|_| is_shared);
    let put_off_from = last;
    let mut next = 0;
    while next < last {
        let index = waiting[next];
        let child = &children[index as usize];
        if let Some((busy, _)) = others
            && next > 0
            && next < put_off_from
            && busy.is_busy(child.key)
        {
            waiting[last] = index;
            last += 1;
            next += 1;
            continue;
        }
        if !is_looked_up || next >= put_off_from {
            let known = child.turn_bounds(searcher.table.bounds(child.key));
            if known.low >= asked {
                best = known.low;
                break;
            }
            if known.high < asked {
                best = best.max(known.high);
                next += 1;
                continue;
            }
        }
        if let Some((busy, _)) = others {
            busy.begin(child.key);
        }
        let points = C::search(searcher, &child.quiet, child.key, child.asked(asked));
        if let Some((busy, _)) = others {
            busy.end(child.key);
        }
        if searcher.is_stopped {
            return 0;
        }
        best = best.max(child.turn(points));
        if best >= asked {
            break;
        }
        next += 1;
    }

    // 5. Remember.
    let found = if best >= asked {
        Bounds::at_least(best)
    } else {
        Bounds::at_most(best)
    };
    searcher.table.store(key, found, searcher.nodes - before);
    best
}

const NO_CHILD: Child = Child {
    quiet: Moment {
        own: 0,
        other: 0,
        own_wins: 0,
        other_wins: 0,
        stones: 0,
    },
    square: 0,
    key: 0,
    plies: 0,
};
