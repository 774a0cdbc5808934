//! Draughts with few pieces, solved plainly: every position that some position
//! leads to, by the twin's rules, and its value with so many plies left until
//! a draw by counting, from no plies up.

use super::draughts::Twin;
use plyground_engine::score::Score;
use plyground_kit::twin::Twin as _;
use std::collections::HashMap;

pub(crate) struct Solved {
    pub(crate) positions: Vec<String>,
    numbers: HashMap<String, usize>,
    nodes: Vec<Node>,
    /// Plies without a capture until a draw.
    pub(crate) limit: usize,
}

#[derive(Clone)]
struct Node {
    pieces: usize,
    is_lost: bool,
    quiet: Vec<usize>,
    captures: Vec<usize>,
}

/// A position without its counters.
pub(crate) fn bare(position: &str) -> &str {
    position.split(":H").next().unwrap()
}

fn pieces(position: &str) -> usize {
    position.matches('K').count()
}

impl Solved {
    /// `twin` knows no draws by counting; `from` has kings alone.
    pub(crate) fn new(twin: Twin, limit: usize, from: &[String]) -> Solved {
        let mut solved = Solved {
            positions: Vec::new(),
            numbers: HashMap::new(),
            nodes: Vec::new(),
            limit,
        };
        for position in from {
            solved.number(position);
        }
        let mut next = 0;
        while next < solved.positions.len() {
            let position = solved.positions[next].clone();
            let mut node = Node {
                pieces: pieces(&position),
                is_lost: twin.end(&position).is_some(),
                quiet: Vec::new(),
                captures: Vec::new(),
            };
            if !node.is_lost {
                for mv in twin.moves(&position) {
                    let child = solved.number(bare(&twin.after(&position, &mv)));
                    if mv.contains('x') {
                        node.captures.push(child);
                    } else {
                        node.quiet.push(child);
                    }
                }
            }
            solved.nodes.push(node);
            next += 1;
        }
        solved
    }

    fn number(&mut self, position: &str) -> usize {
        let count = self.positions.len();
        *self.numbers.entry(position.to_owned()).or_insert_with(|| {
            self.positions.push(position.to_owned());
            count
        })
    }

    /// The values of all positions, by the plies left, as far as so many; to come
    /// to one of the `drawn` positions is a draw.
    pub(crate) fn values(&self, drawn: &[String], most_left: usize) -> Vec<Vec<Score>> {
        let mut values = vec![vec![Score::DRAW; self.nodes.len()]; self.limit + 1];
        let drawn: Vec<usize> = drawn.iter().map(|text| self.numbers[text]).collect();
        let most_pieces = self.nodes.iter().map(|node| node.pieces).max().unwrap();
        for pieces in 1..=most_pieces {
            // A capture leads to fewer pieces and sets the count to 0.
            let most_left = if pieces == most_pieces {
                most_left
            } else {
                self.limit
            };
            for left in 0..=most_left {
                for (number, node) in self.nodes.iter().enumerate() {
                    if node.pieces == pieces {
                        values[left][number] = self.value(node, left, &drawn, &values);
                    }
                }
            }
        }
        values
    }

    fn value(&self, node: &Node, left: usize, drawn: &[usize], values: &[Vec<Score>]) -> Score {
        if node.is_lost {
            return Score::lost_in(0);
        }
        if left == 0 {
            return Score::DRAW;
        }
        let after = |left: usize, child: usize| {
            if drawn.contains(&child) && !self.nodes[child].is_lost {
                return Score::DRAW;
            }
            -values[left][child].seen_from_earlier(1)
        };
        let captures = node.captures.iter().map(|&child| after(self.limit, child));
        let quiet = node.quiet.iter().map(|&child| after(left - 1, child));
        captures.chain(quiet).max().unwrap()
    }

    pub(crate) fn number_of(&self, position: &str) -> usize {
        self.numbers[bare(position)]
    }

    /// The quiet moves that lead to a position which is lost for the other side.
    pub(crate) fn winning_moves(&self, number: usize, values: &[Score]) -> Vec<usize> {
        let node = &self.nodes[number];
        let all = node.captures.iter().chain(&node.quiet);
        all.copied()
            .filter(|&child| values[child].is_loss())
            .collect()
    }
}
