//! The principal variation: the best line from each ply on, in rows that have
//! room for all of it, so that keeping it costs no allocation.
//!
//! Row `ply` holds the line that begins there; a better move at `ply` is
//! written first and the row below copied behind it.

use crate::algorithm::MAX_DEPTH;
use crate::deepening::Found;
use crate::worth::Worth;

/// Searches may go this far below the root, forced continuations included.
pub(crate) const MAX_PLY: usize = MAX_DEPTH as usize + 56;

#[derive(Debug)]
pub(crate) struct Variations<M> {
    rows: Vec<Vec<M>>,
}

impl<M: Copy> Variations<M> {
    pub(crate) fn new() -> Variations<M> {
        Variations {
            rows: (0..=MAX_PLY + 1)
                .map(|ply| Vec::with_capacity(MAX_PLY + 2 - ply))
                .collect(),
        }
    }

    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.rows[ply].clear();
    }

    pub(crate) fn extend(&mut self, ply: usize, mv: M) {
        let (upper, lower) = self.rows.split_at_mut(ply + 1);
        let row = &mut upper[ply];
        row.clear();
        row.push(mv);
        row.extend_from_slice(&lower[0]);
    }

    /// A root move with what it is worth and the line that follows.
    pub(crate) fn found(&mut self, mv: M, worth: Worth) -> Found<M> {
        self.extend(0, mv);
        Found {
            score: worth.score,
            complete: worth.complete,
            pv: self.rows[0].clone(),
        }
    }
}
