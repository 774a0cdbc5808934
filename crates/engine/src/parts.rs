//! Work in parts on several threads.

use crate::algorithm::Stop;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Runs the work over all parts, each thread with a state of its own, and gives
/// the states back. Once stopped no part is begun any more.
pub fn in_parts<P: Send>(
    threads: usize,
    parts: u64,
    stop: &Stop<'_>,
    state: impl Fn() -> P + Sync,
    work: impl Fn(&mut P, u64) + Sync,
) -> Vec<P> {
    let next = AtomicU64::new(0);
    let run = || {
        let mut state = state();
        while !stop.is_raised() {
            let part = next.fetch_add(1, Relaxed);
            if part >= parts {
                break;
            }
            work(&mut state, part);
        }
        state
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let mut states = vec![run()];
        for thread in threads {
            match thread.join() {
                Ok(state) => states.push(state),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        states
    })
}
