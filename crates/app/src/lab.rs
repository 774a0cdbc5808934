//! The laboratory's measurements, and what they are measured against.

pub(crate) mod plot;
pub(crate) mod tree;

use plyground_engine::algorithm::Stop;
use plyground_engine::session::Session;
use serde_json::{Value as Json, json};

/// One engine and what it needed, depth by depth.
#[derive(Debug)]
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) runs: Vec<Run>,
}

#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) leaves: u64,
    pub(crate) seconds: f64,
    pub(crate) memory: usize,
    pub(crate) value: String,
}

impl Run {
    /// A tree that branches so everywhere has this many nodes at this depth.
    pub(crate) fn effective_branching(&self) -> f64 {
        (self.nodes as f64).powf(1.0 / f64::from(self.depth))
    }

    pub(crate) fn in_json(&self) -> Json {
        json!({
            "depth": self.depth,
            "nodes": self.nodes,
            "leaves": self.leaves,
            "seconds": self.seconds,
            "memory": self.memory,
            "effective_branching": self.effective_branching(),
            "value": self.value,
        })
    }
}

/// What theory says of a tree with the same branching everywhere.
#[derive(Debug)]
pub(crate) struct Bounds {
    pub(crate) branching: f64,
    pub(crate) depth: u32,
}

/// Sequences are counted no further than this to find the branching.
const MOST_SEQUENCES: u64 = 20_000_000;

impl Bounds {
    /// The branching of the tree below the session's position: the root of the
    /// number of move sequences, of the longest length that is counted in a moment.
    pub(crate) fn count(session: &dyn Session, depth: u32, stop: &Stop<'_>) -> Bounds {
        let mut branching = session.legal_moves().len().max(1) as f64;
        for length in 1..=depth {
            let Some(sequences) = session.perft(length, stop) else {
                break;
            };
            if sequences == 0 {
                break;
            }
            branching = (sequences as f64).powf(1.0 / f64::from(length));
            if sequences as f64 * branching > MOST_SEQUENCES as f64 {
                break;
            }
        }
        Bounds { branching, depth }
    }

    /// All sequences of a length: what minimax looks at.
    pub(crate) fn whole(&self, depth: u32) -> f64 {
        self.branching.powf(f64::from(depth))
    }

    /// The fewest leaves that prove a value: one move for one side against all of the other's.
    pub(crate) fn least(&self, depth: u32) -> f64 {
        let half = |plies: u32| self.branching.powf(f64::from(plies));
        half(depth.div_ceil(2)) + half(depth / 2) - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_tree_is_the_one_of_knuth_and_moore() {
        let bounds = Bounds {
            branching: 10.0,
            depth: 5,
        };
        assert_eq!(bounds.whole(5).round(), 100_000.0);
        assert_eq!(bounds.least(5).round(), 1_099.0);
        assert_eq!(bounds.least(4).round(), 199.0);
    }
}
