//! Games spelled as trees, small enough to see what a search must say.

use plyground_engine::game::{Game, Heuristics, Outcome, Player};
use plyground_engine::random::mix;

/// A game spelled as a tree: `(a b c)` is a choice of the player to move, turns
/// alternate, a number is an evaluation seen by the player to move there, and
/// `+`, `-` and `=` are games won, lost and drawn for the player to move there.
#[derive(Clone, Debug)]
pub(crate) struct Spelled {
    nodes: Vec<SpelledNode>,
}

#[derive(Clone, Debug, Default)]
struct SpelledNode {
    depth: usize,
    children: Vec<u16>,
    leaf: Option<String>,
}

impl Spelled {
    pub(crate) fn new(text: &str) -> Spelled {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut nodes: Vec<SpelledNode> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for word in spaced.split_whitespace() {
            if word == ")" {
                open.pop();
                continue;
            }
            let index = nodes.len();
            if let Some(&parent) = open.last() {
                nodes[parent].children.push(index as u16);
            }
            nodes.push(SpelledNode {
                depth: open.len(),
                children: Vec::new(),
                leaf: (word != "(").then(|| word.to_owned()),
            });
            if word == "(" {
                open.push(index);
            }
        }
        Spelled { nodes }
    }
}

impl Game for Spelled {
    type Position = u16;
    type Move = u16;

    fn start(&self) -> u16 {
        0
    }

    fn to_move(&self, position: &u16) -> Player {
        Player::seat(self.nodes[*position as usize].depth % 2)
    }

    fn legal_moves(&self, position: &u16, moves: &mut Vec<u16>) {
        let children = self.nodes[*position as usize].children.len();
        moves.extend(0..children as u16);
    }

    fn after(&self, position: &u16, mv: u16) -> u16 {
        self.nodes[*position as usize].children[mv as usize]
    }

    fn outcome(&self, position: &u16) -> Option<Outcome> {
        let mover = self.to_move(position);
        match self.nodes[*position as usize].leaf.as_deref() {
            Some("+") => Some(Outcome::Win(mover)),
            Some("-") => Some(Outcome::Win(mover.opponent())),
            Some("=") => Some(Outcome::Draw),
            _ => None,
        }
    }

    fn outcome_when_stuck(&self, _position: &u16) -> Outcome {
        Outcome::Draw
    }

    fn key(&self, position: &u16) -> u64 {
        mix(u64::from(*position) + 1)
    }
}

/// The numbers of the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AsSpelled;

impl Heuristics<Spelled> for AsSpelled {
    fn evaluate(&self, game: &Spelled, position: &u16, player: Player) -> i32 {
        let leaf = game.nodes[*position as usize].leaf.as_deref();
        let value = leaf.and_then(|leaf| leaf.parse().ok()).unwrap_or(0);
        if game.to_move(position) == player {
            value
        } else {
            -value
        }
    }
}
