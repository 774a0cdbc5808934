//! A record in words: moves as people write them, and every value as the player sees
//! it who moves at the root. So the root and all positions of its camp look for the
//! greatest value and the others for the least, as in textbooks.

use super::record::{Edge, Growth, Layer, Record, Seen, Source};
use super::{Asking, Rest};
use crate::algorithm::Report;
use crate::game::{Game, Player, WinDrawLoss};
use crate::proof::Numbers;
use crate::score::{Score, Value};
use std::collections::HashMap;

/// A position that was entered.
#[derive(Clone, Debug)]
pub struct Node {
    pub parent: Option<u32>,
    /// `None` at a root.
    pub mv: Option<String>,
    pub player: Player,
    /// Whether the greatest value is looked for here.
    pub is_max: bool,
    pub ply: u32,
    pub depth: i32,
    pub asking: Asking,
    /// What the root's player is sure of already, and what the others will not allow.
    pub low: Edge,
    pub high: Edge,
    pub rest: Option<Rest>,
    pub recalled_from: Option<u32>,
    pub score: Option<Score>,
    pub complete: bool,
    pub is_repetition: bool,
    pub cut_by: Option<Source>,
    /// How many moves were not looked at because of the cut, and which, where all that
    /// were looked at are written down.
    pub left_out: u32,
    pub left_out_moves: Vec<String>,
    /// What every seat thinks, each of itself, where each looks after itself.
    pub scores: Option<Vec<Score>>,
    pub limit: Option<Numbers>,
    pub numbers: Option<Numbers>,
    /// What a proof-number search knew last of the moves from here.
    pub weighed: Vec<(String, Numbers)>,
    pub nodes: u64,
}

impl Node {
    /// Whether the value is only a bound: `true` for "at least so much". So it is where
    /// it lies on an edge of the window and no evaluation or rule has said it.
    pub fn bound(&self) -> Option<bool> {
        let score = self.score?;
        let is_said = matches!(
            self.rest,
            Some(Rest::Ended | Rest::Stuck | Rest::Leaf | Rest::Foreseen)
        );
        if is_said || self.scores.is_some() || self.limit.is_some() {
            return None;
        }
        match score {
            _ if score >= self.high.score => Some(true),
            _ if score <= self.low.score => Some(false),
            _ => None,
        }
    }
}

/// A node of a tree that grows.
#[derive(Clone, Debug)]
pub struct GrownNode {
    pub parent: u32,
    pub mv: Option<String>,
    pub mover: Player,
    pub born: u32,
}

/// A playout: where it began, and how it ended for every seat.
#[derive(Clone, Debug)]
pub struct Playout {
    pub node: u32,
    pub results: Vec<WinDrawLoss>,
}

/// A tree that grew by playouts.
#[derive(Clone, Debug)]
pub struct Grove {
    pub nodes: Vec<GrownNode>,
    pub playouts: Vec<Playout>,
    /// Which node, after how many playouts, and what for the player who moved into it.
    pub proofs: Vec<(u32, u32, WinDrawLoss)>,
}

/// One search: what it found and what was written down of it.
#[derive(Clone, Debug)]
pub struct Watched {
    /// Whose view the values are, and how many play.
    pub chooser: Player,
    pub players: usize,
    pub value: Value,
    pub pv: Vec<String>,
    pub depth: u32,
    pub reported_nodes: u64,
    pub leaves: u64,
    pub layers: Vec<Layer>,
    pub nodes: Vec<Node>,
    pub grove: Grove,
    pub counted: u64,
    pub by_ply: Vec<u64>,
    pub cutoffs: u64,
    pub first_move_cutoffs: u64,
    pub recollections: u64,
    pub points_per_unit: i32,
}

/// Writes some moves of a position.
pub type Writer<'a, G> = dyn Fn(&<G as Game>::Position, &[<G as Game>::Move]) -> Vec<String> + 'a;

/// The record of a search from a position, told.
pub fn tell<G: Game>(
    game: &G,
    root: &G::Position,
    (report, record): (&Report<G::Move>, Record<G>),
    points_per_unit: i32,
    write: &Writer<'_, G>,
) -> Watched {
    let teller = Teller { game, write };
    let best = report.lines.first();
    let nodes = teller.nodes(&record.seen);
    Watched {
        chooser: game.to_move(root),
        players: game.players(),
        value: best.map_or(Value::Unknown, |line| line.value_of_position(report.proven)),
        pv: best.map_or(Vec::new(), |line| teller.line(root, &line.pv)),
        depth: report.depth,
        reported_nodes: report.nodes,
        leaves: report.leaves,
        layers: record.layers,
        nodes,
        grove: teller.grove(root, &record.growth),
        counted: record.counted,
        by_ply: record.by_ply,
        cutoffs: record.cutoffs,
        first_move_cutoffs: record.first_move_cutoffs,
        recollections: record.recollections,
        points_per_unit,
    }
}

/// What every seat thinks at a root, where each looks after itself: what they think of
/// the move that its player takes.
fn scores_of_root(seat: Player, best: Score, below: &[u32], nodes: &[Node]) -> Option<Vec<Score>> {
    let mut told = below
        .iter()
        .filter_map(|&child| nodes[child as usize].scores.as_ref());
    told.find(|scores| scores[seat.index()] == best).cloned()
}

struct Teller<'a, G: Game> {
    game: &'a G,
    write: &'a Writer<'a, G>,
}

impl<G: Game> Teller<'_, G> {
    fn line(&self, root: &G::Position, moves: &[G::Move]) -> Vec<String> {
        let mut position = root.clone();
        let write = |&mv: &G::Move| {
            let texts = (self.write)(&position, &[mv]);
            position = self.game.after(&position, mv);
            texts
        };
        moves.iter().flat_map(write).collect()
    }

    /// The moves of a position, all at once: what one is called may depend on the others.
    fn moves(&self, position: &G::Position) -> (Vec<G::Move>, Vec<String>) {
        let mut legal = Vec::new();
        self.game.legal_moves(position, &mut legal);
        let texts = (self.write)(position, &legal);
        (legal, texts)
    }

    fn nodes(&self, seen: &[Seen<G>]) -> Vec<Node> {
        let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
        for (id, node) in seen.iter().enumerate() {
            if let Some(parent) = node.parent {
                children.entry(parent).or_default().push(id as u32);
            }
        }
        let mut nodes: Vec<Node> = seen.iter().map(|node| self.node(node)).collect();
        for (id, node) in seen.iter().enumerate() {
            let own = children.remove(&(id as u32)).unwrap_or_default();
            let needs_moves = node.cut_by.is_some() || !node.weighed.is_empty();
            if own.is_empty() && !needs_moves {
                continue;
            }
            let (legal, texts) = self.moves(&node.position);
            for &child in &own {
                let place = |mv| legal.iter().position(|&other| other == mv);
                let place = seen[child as usize].mv.and_then(place);
                nodes[child as usize].mv = place.map(|place| texts[place].clone());
            }
            if let (None, Some(best)) = (node.parent, node.score) {
                nodes[id].scores = scores_of_root(nodes[id].player, best, &own, &nodes);
            }
            let told = &mut nodes[id];
            if node.weighed.len() == legal.len() {
                let weighed = texts.iter().cloned().zip(node.weighed.iter().copied());
                told.weighed = weighed.collect();
            }
            if node.cut_by.is_none() {
                continue;
            }
            told.left_out = (legal.len() as u32).saturating_sub(node.answers);
            let is_written = |mv: &G::Move| {
                let of = |&child: &u32| seen[child as usize].mv == Some(*mv);
                own.iter().any(of)
            };
            let rest = legal.iter().zip(&texts).filter(|(mv, _)| !is_written(mv));
            let rest: Vec<String> = rest.map(|(_, text)| text.clone()).collect();
            if rest.len() as u32 == told.left_out {
                told.left_out_moves = rest;
            }
        }
        nodes
    }

    fn node(&self, seen: &Seen<G>) -> Node {
        let of_root = |score: Score| match seen.is_root_camp {
            true => score,
            false => -score,
        };
        let edge = |edge: Edge| Edge {
            score: of_root(edge.score),
            by: edge.by,
        };
        let (low, high) = match seen.is_root_camp {
            true => (edge(seen.alpha), edge(seen.beta)),
            false => (edge(seen.beta), edge(seen.alpha)),
        };
        let players = self.game.players();
        Node {
            parent: seen.parent,
            mv: None,
            player: self.game.to_move(&seen.position),
            is_max: seen.is_root_camp,
            ply: seen.ply,
            depth: seen.depth,
            asking: seen.asking,
            low,
            high,
            rest: seen.rest,
            recalled_from: seen.recalled_from,
            score: seen.score.map(of_root),
            complete: seen.complete,
            is_repetition: seen.is_repetition,
            cut_by: seen.cut_by,
            left_out: 0,
            left_out_moves: Vec::new(),
            scores: seen.scores.map(|scores| scores[..players].to_vec()),
            limit: seen.limit,
            numbers: seen.numbers,
            weighed: Vec::new(),
            nodes: seen.nodes,
        }
    }

    /// Positions of a tree that grows are played again from its root.
    fn grove(&self, root: &G::Position, growth: &Growth<G>) -> Grove {
        let mut positions: Vec<G::Position> = Vec::with_capacity(growth.nodes.len());
        let mut nodes = Vec::with_capacity(growth.nodes.len());
        // Children of one node come one after the other.
        let mut latest: Option<(u32, Vec<G::Move>, Vec<String>)> = None;
        for node in &growth.nodes {
            let before = positions.get(node.parent as usize).unwrap_or(root);
            let mv = node.mv.and_then(|mv| {
                if latest.as_ref().is_none_or(|(of, ..)| *of != node.parent) {
                    let (legal, texts) = self.moves(before);
                    latest = Some((node.parent, legal, texts));
                }
                let (_, legal, texts) = latest.as_ref()?;
                let place = legal.iter().position(|&other| other == mv)?;
                Some(texts[place].clone())
            });
            let position = match node.mv {
                Some(mv) => self.game.after(before, mv),
                None => root.clone(),
            };
            positions.push(position);
            nodes.push(GrownNode {
                parent: node.parent,
                mv,
                mover: node.mover,
                born: node.born,
            });
        }
        let seats = 0..self.game.players();
        let playouts = growth.playouts.iter().map(|&(node, outcome)| Playout {
            node,
            results: seats
                .clone()
                .map(|seat| outcome.seen_by(Player::seat(seat)))
                .collect(),
        });
        Grove {
            nodes,
            playouts: playouts.collect(),
            proofs: growth.proofs.clone(),
        }
    }
}
