//! Games made of nothing but a graph, so that every shape of tree turns up:
//! transpositions, cycles, forced passes, three players, sudden ends.

use plyground_engine::game::{Game, Heuristics, Outcome, Player};
use plyground_engine::random::{Random, mix};

/// A position is a node; its number says nothing about where it leads.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) players: usize,
    nodes: Vec<Node>,
    can_repeat: bool,
}

#[derive(Clone, Debug)]
struct Node {
    to_move: Player,
    next: Vec<u16>,
    outcome: Option<Outcome>,
}

/// What a random graph is like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) players: usize,
    pub(crate) nodes: usize,
    pub(crate) branching: usize,
    /// Edges may lead back.
    pub(crate) cyclic: bool,
    /// Turns alternate strictly; otherwise anybody may be to move anywhere.
    pub(crate) alternating: bool,
    /// One node in so many ends the game.
    pub(crate) one_end_in: usize,
}

impl Graph {
    pub(crate) fn random(shape: Shape, seed: u64) -> Graph {
        let mut random = Random::new(seed);
        let nodes = (0..shape.nodes)
            .map(|index| Node {
                to_move: Player::seat(if shape.alternating {
                    index % shape.players
                } else {
                    random.below(shape.players)
                }),
                next: Graph::edges(shape, index, &mut random),
                outcome: (index > 0 && random.below(shape.one_end_in) == 0)
                    .then(|| Graph::random_outcome(shape, &mut random)),
            })
            .collect();
        Graph {
            players: shape.players,
            nodes,
            can_repeat: shape.cyclic,
        }
    }

    /// Distinct targets; in an alternating graph the next player's turn.
    fn edges(shape: Shape, index: usize, random: &mut Random) -> Vec<u16> {
        let mut next = Vec::new();
        for _ in 0..random.below(shape.branching + 1) {
            let mut target = random.below(shape.nodes);
            if shape.alternating {
                target = target - target % shape.players + (index + 1) % shape.players;
            }
            let leads_on = shape.cyclic || target > index;
            if leads_on
                && target != index
                && target < shape.nodes
                && !next.contains(&(target as u16))
            {
                next.push(target as u16);
            }
        }
        next
    }

    fn random_outcome(shape: Shape, random: &mut Random) -> Outcome {
        if shape.players == 2 {
            return match random.below(3) {
                0 => Outcome::Draw,
                winner => Outcome::Win(Player::seat(winner - 1)),
            };
        }
        let mut places = [0; 4];
        for place in &mut places[..shape.players] {
            *place = 1 + random.below(shape.players) as u8;
        }
        places[random.below(shape.players)] = 1;
        Outcome::Places(places)
    }
}

impl Game for Graph {
    type Position = u16;
    type Move = u16;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self) -> u16 {
        0
    }

    fn to_move(&self, position: &u16) -> Player {
        self.nodes[*position as usize].to_move
    }

    fn legal_moves(&self, position: &u16, moves: &mut Vec<u16>) {
        moves.extend_from_slice(&self.nodes[*position as usize].next);
    }

    fn after(&self, _position: &u16, mv: u16) -> u16 {
        mv
    }

    fn outcome(&self, position: &u16) -> Option<Outcome> {
        self.nodes[*position as usize].outcome
    }

    fn outcome_when_stuck(&self, position: &u16) -> Outcome {
        if self.players == 2 {
            Outcome::Win(self.to_move(position).opponent())
        } else {
            Outcome::Places([1, 2, 3, 4].map(|place| {
                if place <= self.players as u8 {
                    place
                } else {
                    0
                }
            }))
        }
    }

    fn key(&self, position: &u16) -> u64 {
        mix(u64::from(*position) + 1)
    }

    fn reversible_plies(&self, _position: &u16) -> u32 {
        if self.can_repeat { u32::MAX } else { 0 }
    }
}

/// Nonsense with few different values, so that ties are common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nonsense;

impl<G: Game> Heuristics<G> for Nonsense {
    fn evaluate(&self, game: &G, position: &G::Position, player: Player) -> i32 {
        let key = game.key(position);
        if game.players() > 2 {
            return (mix(key ^ player.index() as u64) % 5) as i32 - 2;
        }
        let value = (mix(key) % 5) as i32 - 2;
        if game.to_move(position) == player {
            value
        } else {
            -value
        }
    }

    fn promise(&self, game: &G, position: &G::Position, _mv: G::Move) -> i32 {
        (mix(game.key(position)) % 3) as i32
    }
}

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
