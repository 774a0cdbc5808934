//! The laboratory's measurements, and what they are measured against.

pub(crate) mod plot;
pub(crate) mod tree;

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
