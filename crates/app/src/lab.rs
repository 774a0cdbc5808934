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

impl Subject {
    /// Of how many positions this one and another say the same, at the greatest
    /// depth that both have reached.
    pub(crate) fn agreements(&self, other: &Subject) -> Option<usize> {
        let (own, others) = self.runs.iter().rev().find_map(|own| {
            let mut others = other.runs.iter().filter(|run| run.depth.is_some());
            others
                .find(|run| run.depth == own.depth)
                .map(|run| (own, run))
        })?;
        let pairs = own.values.iter().zip(&others.values);
        Some(pairs.filter(|(own, other)| own == other).count())
    }
}

/// One search of every position, all together.
#[derive(Debug)]
pub(crate) struct Run {
    /// `None` of an algorithm that knows no depth.
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: u64,
    pub(crate) leaves: u64,
    pub(crate) seconds: f64,
    /// The most that a table or a tree took.
    pub(crate) memory: usize,
    /// What it found, position by position.
    pub(crate) values: Vec<String>,
}

impl Run {
    /// A tree that branches so everywhere has as many nodes at this depth as
    /// those of the run have in the mean.
    pub(crate) fn effective_branching(&self) -> Option<f64> {
        let trees = self.values.len() as f64;
        self.depth
            .map(|depth| (self.nodes as f64 / trees).powf(1.0 / f64::from(depth)))
    }

    pub(crate) fn in_json(&self) -> Json {
        let mut run = json!({
            "depth": self.depth,
            "nodes": self.nodes,
            "leaves": self.leaves,
            "seconds": self.seconds,
            "memory": self.memory,
            "effective_branching": self.effective_branching(),
        });
        match self.values.as_slice() {
            [value] => run["value"] = json!(value),
            values => run["values"] = json!(values),
        }
        run
    }
}

/// What theory says of trees that branch the same way everywhere, one for each position.
#[derive(Debug)]
pub(crate) struct Bounds {
    branchings: Vec<f64>,
    pub(crate) depth: u32,
}

/// Sequences are counted no further than this to find the branching.
const MOST_SEQUENCES: u64 = 20_000_000;

impl Bounds {
    /// Counts the trees below the sessions' positions.
    pub(crate) fn count(positions: &[Box<dyn Session>], depth: u32, stop: &Stop<'_>) -> Bounds {
        // All together take no longer than one alone.
        let most = (MOST_SEQUENCES / positions.len() as u64) as f64;
        let branchings = positions
            .iter()
            .map(|session| branching(session.as_ref(), depth, most, stop))
            .collect();
        Bounds { branchings, depth }
    }

    /// The branching of all trees: their geometric mean.
    pub(crate) fn branching(&self) -> f64 {
        let logarithms: f64 = self.branchings.iter().map(|branching| branching.ln()).sum();
        (logarithms / self.branchings.len() as f64).exp()
    }

    /// All sequences of a length: what minimax looks at.
    pub(crate) fn whole(&self, depth: u32) -> f64 {
        let trees = self.branchings.iter();
        trees.map(|branching| branching.powi(depth as i32)).sum()
    }

    /// The fewest leaves that prove the values: one move for one side against all of the other's.
    pub(crate) fn least(&self, depth: u32) -> f64 {
        let least = |branching: &f64| {
            let half = |plies: u32| branching.powi(plies as i32);
            half(depth.div_ceil(2)) + half(depth / 2) - 1.0
        };
        self.branchings.iter().map(least).sum()
    }
}

/// The branching of the tree below a position: the root of the number of move
/// sequences, of the longest length that is counted in a moment.
fn branching(session: &dyn Session, depth: u32, most: f64, stop: &Stop<'_>) -> f64 {
    let mut branching = session.legal_moves().len().max(1) as f64;
    for length in 1..=depth {
        let Some(sequences) = session.perft(length, stop) else {
            break;
        };
        if sequences == 0 {
            break;
        }
        branching = (sequences as f64).powf(1.0 / f64::from(length));
        if sequences as f64 * branching > most {
            break;
        }
    }
    branching
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_tree_is_the_one_of_knuth_and_moore() {
        let bounds = Bounds {
            branchings: vec![10.0],
            depth: 5,
        };
        assert_eq!(bounds.whole(5).round(), 100_000.0);
        assert_eq!(bounds.least(5).round(), 1_099.0);
        assert_eq!(bounds.least(4).round(), 199.0);
    }

    #[test]
    fn a_set_of_positions_has_the_trees_of_all() {
        let bounds = Bounds {
            branchings: vec![2.0, 8.0],
            depth: 3,
        };
        assert_eq!(bounds.branching().round(), 4.0);
        assert_eq!(bounds.whole(3).round(), 520.0);
        assert_eq!(bounds.least(3).round(), (5 + 71) as f64);
    }
}
