//! Work in parts on several threads.

use super::levels::Stopped;
use crate::algorithm::Stop;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Runs the work over all parts, each thread with a state of its own, and gives
/// the states back.
pub(super) fn in_parts<P: Send>(
    threads: usize,
    parts: u64,
    stop: &Stop<'_>,
    state: impl Fn() -> P + Sync,
    work: impl Fn(&mut P, u64) + Sync,
) -> Result<Vec<P>, Stopped> {
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
    let states = std::thread::scope(|scope| {
        let threads: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let mut states = vec![run()];
        for thread in threads {
            match thread.join() {
                Ok(state) => states.push(state),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        states
    });
    if stop.is_raised() {
        Err(Stopped::ByFlag)
    } else {
        Ok(states)
    }
}
