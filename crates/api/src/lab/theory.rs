//! What theory says of trees that branch the same way everywhere.

use plyground_engine::algorithm::Stop;
use plyground_engine::session::Session;

/// The trees below some positions, one for each.
#[derive(Clone, Debug)]
pub struct Trees {
    branchings: Vec<f64>,
    pub depth: u32,
}

impl Trees {
    /// Counts the trees below the sessions' positions; all together count no more
    /// sequences than `most`.
    pub fn count(positions: &[&dyn Session], depth: u32, most: u64, stop: &Stop<'_>) -> Trees {
        let most = (most / positions.len().max(1) as u64) as f64;
        let branchings = positions
            .iter()
            .map(|session| branching(*session, depth, most, stop))
            .collect();
        Trees { branchings, depth }
    }

    /// One tree that branches so.
    pub fn even(branching: f64, depth: u32) -> Trees {
        Trees {
            branchings: vec![branching],
            depth,
        }
    }

    /// The branching of all trees: their geometric mean.
    pub fn branching(&self) -> f64 {
        let logarithms: f64 = self.branchings.iter().map(|branching| branching.ln()).sum();
        (logarithms / self.branchings.len() as f64).exp()
    }

    /// All sequences of a length: what minimax looks at.
    pub fn whole(&self, depth: u32) -> f64 {
        let trees = self.branchings.iter();
        trees.map(|branching| branching.powi(depth as i32)).sum()
    }

    /// The fewest leaves that prove the values: one move for one side against all of the other's.
    pub fn least(&self, depth: u32) -> f64 {
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
        let trees = Trees::even(10.0, 5);
        assert_eq!(trees.whole(5).round(), 100_000.0);
        assert_eq!(trees.least(5).round(), 1_099.0);
        assert_eq!(trees.least(4).round(), 199.0);
    }

    #[test]
    fn a_set_of_positions_has_the_trees_of_all() {
        let trees = Trees {
            branchings: vec![2.0, 8.0],
            depth: 3,
        };
        assert_eq!(trees.branching().round(), 4.0);
        assert_eq!(trees.whole(3).round(), 520.0);
        assert_eq!(trees.least(3).round(), (5 + 71) as f64);
    }
}
