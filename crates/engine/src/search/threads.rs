//! Several threads on one position. Every thread searches the whole root for
//! itself and finds in the transposition table what the others have found; nothing
//! is locked and nobody waits. Threads of lazy SMP drift apart by the order of
//! their root moves and by chance. With ABDADA (J.-C. Weill, 1996), in a simple
//! form, they keep the same order and tell each other what they are busy with: the
//! first move of a node is everybody's, because the score of all others is measured
//! by it, but a later one that somebody is searching is put off to the end, when
//! its result has probably come. Where young brothers really wait is alpha_beta.rs.

use super::negamax::{Node, Worker};
use super::{Parallel, Search};
use crate::algorithm::{Limits, Observer, Report, Stop, Task};
use crate::busy::Busy;
use crate::deepening::{Root, deepen};
use crate::game::{Game, Heuristics};
use crate::hash::quick_hash;
use crate::random::mix;
use crate::witness::{Unseen, Witness};
use crate::worth::Worth;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Nodes with less depth are searched faster than threads tell each other of
/// them; those of a selective search, which leaves most of a tree out, the more so.
const LEAST_DEPTH_TO_SHARE: i32 = 4;
const LEAST_DEPTH_TO_SHARE_SELECTIVELY: i32 = 7;

/// Nodes with less depth are not worth asking whether another thread was faster.
const LEAST_DEPTH_TO_AGREE: i32 = 4;

impl<G: Game, H: Heuristics<G>, W: Witness<G>> Worker<'_, G, H, W> {
    /// Where the threads tell what they are at, if that is worth it at this depth.
    #[inline]
    fn busy_at(&self, child_depth: i32) -> Option<&Busy> {
        let least = if self.is_selective {
            LEAST_DEPTH_TO_SHARE_SELECTIVELY
        } else {
            LEAST_DEPTH_TO_SHARE
        };
        self.busy.filter(|_| child_depth >= least)
    }

    /// Whether another thread is searching this move to this depth.
    #[inline]
    pub(super) fn is_taken(&self, position: &G::Position, mv: G::Move, child_depth: i32) -> bool {
        self.busy_at(child_depth)
            .is_some_and(|busy| busy.is_busy(self.mark(position, mv, child_depth)))
    }

    /// Tells the others that this move is being searched to this depth.
    #[inline]
    pub(super) fn take(
        &self,
        position: &G::Position,
        mv: G::Move,
        child_depth: i32,
    ) -> Option<u64> {
        let busy = self.busy_at(child_depth)?;
        let mark = self.mark(position, mv, child_depth);
        busy.begin(mark);
        Some(mark)
    }

    #[inline]
    pub(super) fn release(&self, mark: Option<u64>) {
        if let (Some(busy), Some(mark)) = (self.busy, mark) {
            busy.end(mark);
        }
    }

    /// What another thread has answered to a node's question while this one was
    /// at it. The answer of a selective search hangs on what was known when it
    /// was asked. Threads that go on from different answers ask different
    /// questions from then on, and find nothing of use in each other's: so who
    /// answers first is right, unless the own answer is a proof.
    #[inline]
    pub(super) fn first_answer(
        &self,
        table_key: u64,
        node: &Node<'_, G::Position>,
        own: Worth,
    ) -> Option<Worth> {
        let is_deep = node.depth >= LEAST_DEPTH_TO_AGREE;
        let is_shared = self.busy.is_some() && self.is_selective && is_deep;
        if !is_shared || own.score.is_decisive() || self.meter.is_stopped() {
            return None;
        }
        let memory = self.table.recall(table_key)?;
        let first = self.believed(memory, node)?;
        let window = node.window;
        // A line was found that is worth something of the window: it may be worth
        // something else of the window, but is not the one that proves a win.
        let fits_line = window.contains(own.score)
            && window.contains(first.score)
            && !first.score.is_decisive();
        (window.is_null() || fits_line).then_some(first)
    }

    /// The move by its node, which is known, rather than by its child, which is not made yet.
    fn mark(&self, position: &G::Position, mv: G::Move, child_depth: i32) -> u64 {
        let key = self.judge.game.table_key(position) ^ self.salt ^ quick_hash(&mv);
        mix(key.wrapping_add(child_depth as u64))
    }
}

/// The task as each of so many threads gets it: all of it but for the nodes.
fn share_of<'a, G: Game>(task: &Task<'a, G>, threads: usize) -> Task<'a, G> {
    Task {
        limits: Limits {
            nodes: task
                .limits
                .nodes
                .map(|nodes| nodes.div_ceil(threads as u64)),
            ..task.limits
        },
        ..*task
    }
}

pub(super) fn think<G: Game, H: Heuristics<G>>(
    search: &Search<H>,
    task: &Task<'_, G>,
    observer: &mut Observer<'_, G::Move>,
) -> Report<G::Move> {
    let threads = search.settings.threads;
    let is_lazy = search.settings.parallel == Parallel::Lazy;
    let share = share_of(task, threads);
    let done = Stop::under(task.stop);
    let busy = Busy::new();
    let tallies: Vec<AtomicU64> = (1..threads).map(|_| AtomicU64::new(0)).collect();
    let run = |number: usize, observer: &mut Observer<'_, G::Move>| {
        let shuffle = (is_lazy && number > 0).then_some(number as u64);
        let task = Task {
            shuffle: shuffle.or(share.shuffle),
            stop: &done,
            ..share
        };
        let mut worker = search.worker(&task, Unseen);
        worker.busy = (!is_lazy).then_some(&busy);
        if number > 0 {
            worker.meter.tell(&tallies[number - 1]);
        }
        let root = Root::new(&task, &search.heuristics);
        let report = deepen(&mut worker, root, search.plan(), observer);
        done.raise();
        report
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map(|number| scope.spawn(move || run(number, &mut |_| {})))
            .collect();
        let mut told = 0;
        let mut reports = vec![run(0, &mut |report| {
            let others = tallies.iter().map(|tally| tally.load(Relaxed)).sum::<u64>();
            let mut report = report.clone();
            report.nodes += others;
            told = report.depth;
            observer(&report);
        })];
        reports.extend(others.into_iter().filter_map(|other| other.join().ok()));
        let report = furthest(reports);
        if report.depth > told {
            observer(&report);
        }
        report
    })
}

/// The report of the thread that got furthest, the first one among equals, with
/// the work of all.
fn furthest<M>(reports: Vec<Report<M>>) -> Report<M> {
    let nodes = reports.iter().map(|report| report.nodes).sum();
    let leaves = reports.iter().map(|report| report.leaves).sum();
    let furthest = reports
        .into_iter()
        .reduce(|best, other| {
            if (other.proven, other.depth) > (best.proven, best.depth) {
                other
            } else {
                best
            }
        })
        .expect("there is a first thread");
    Report {
        nodes,
        leaves,
        ..furthest
    }
}
