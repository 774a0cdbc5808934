//! Several threads on one position. Every thread searches the whole root for
//! itself and finds in the table what the others have found; nothing is locked
//! and nobody waits. Lazy threads drift apart by the order of their root moves
//! and by chance. Brothers keep the same order and tell each other what they
//! are busy with: the first move of a node is everybody's, because the score of
//! all others is measured by it, but a younger one that somebody is searching
//! is put off to the end, when its result has probably come.

use super::experience::hash;
use super::negamax::Worker;
use super::{Parallel, Search};
use crate::algorithm::{Limits, Observer, Report, Stop, Task};
use crate::busy::Busy;
use crate::deepening::deepen;
use crate::game::{Game, Heuristics};
use crate::random::mix;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Nodes with less depth are searched faster than threads tell each other of them.
const LEAST_DEPTH_TO_SHARE: i32 = 3;

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// Whether another thread is searching this move to this depth.
    #[inline]
    pub(super) fn is_taken(&self, position: &G::Position, mv: G::Move, child_depth: i32) -> bool {
        self.busy.is_some_and(|busy| {
            child_depth >= LEAST_DEPTH_TO_SHARE
                && busy.is_busy(self.mark(position, mv, child_depth))
        })
    }

    /// Tells the others that this move is being searched to this depth.
    #[inline]
    pub(super) fn take(
        &self,
        position: &G::Position,
        mv: G::Move,
        child_depth: i32,
    ) -> Option<u64> {
        let busy = self.busy.filter(|_| child_depth >= LEAST_DEPTH_TO_SHARE)?;
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

    /// The move by its node, which is known, rather than by its child, which is not made yet.
    fn mark(&self, position: &G::Position, mv: G::Move, child_depth: i32) -> u64 {
        let key = self.judge.game.table_key(position) ^ self.salt ^ hash(mv);
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
        let mut worker = search.worker(&task);
        worker.busy = (!is_lazy).then_some(&busy);
        if number > 0 {
            worker.meter.tell(&tallies[number - 1]);
        }
        let report = deepen(&mut worker, &task, search.plan::<G>(), observer);
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
