//! Parts of which every one must be done.

use super::levels::Stopped;
use crate::algorithm::Stop;
use crate::parts;

/// The states of all threads when all parts are done.
pub(super) fn in_parts<P: Send>(
    threads: usize,
    parts: u64,
    stop: &Stop<'_>,
    state: impl Fn() -> P + Sync,
    work: impl Fn(&mut P, u64) + Sync,
) -> Result<Vec<P>, Stopped> {
    let states = parts::in_parts(threads, parts, stop, state, work);
    match stop.is_raised() {
        true => Err(Stopped::ByFlag),
        false => Ok(states),
    }
}
