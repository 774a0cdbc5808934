//! Lazy SMP: every thread searches the whole root for itself, and finds in the
//! table what the others have found. They drift apart by the order of their
//! root moves and by chance, so that little is searched twice. Nothing is locked,
//! and nobody waits: the first thread's answer is the answer.

use super::Search;
use crate::algorithm::{Limits, Observer, Report, Stop, Task};
use crate::deepening::deepen;
use crate::game::{Game, Heuristics};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The task as each of so many threads gets it: all of it but for the nodes.
pub(super) fn share_of<'a, G: Game>(task: &Task<'a, G>, threads: usize) -> Task<'a, G> {
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
    let plan = search.plan::<G>();
    let share = share_of(task, threads);
    let done = Stop::under(task.stop);
    let tallies: Vec<AtomicU64> = (1..threads).map(|_| AtomicU64::new(0)).collect();
    std::thread::scope(|scope| {
        let (share, done) = (&share, &done);
        let others: Vec<_> = tallies
            .iter()
            .enumerate()
            .map(|(number, tally)| {
                scope.spawn(move || {
                    let task = Task {
                        shuffle: Some(number as u64 + 1),
                        stop: done,
                        ..*share
                    };
                    let mut worker = search.worker(&task);
                    worker.meter.tell(tally);
                    let report = deepen(&mut worker, &task, plan, &mut |_| {});
                    (report.nodes, report.leaves)
                })
            })
            .collect();
        let mut worker = search.worker(share);
        let mut report = deepen(&mut worker, share, plan, &mut |report| {
            let others = tallies.iter().map(|tally| tally.load(Relaxed)).sum::<u64>();
            let mut report = report.clone();
            report.nodes += others;
            observer(&report);
        });
        done.raise();
        for other in others {
            if let Ok((nodes, leaves)) = other.join() {
                report.nodes += nodes;
                report.leaves += leaves;
            }
        }
        report
    })
}
