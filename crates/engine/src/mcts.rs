//! Monte Carlo tree search: a tree that grows by one node a playout, where the
//! playouts say it is worth growing (UCT). Ends of the game are proofs and are
//! carried up the tree, so that it never wonders about a decided move.
//!
//! Every node holds what its playouts brought to the player who moved into it;
//! that serves two players and four alike. The tree is kept between moves.

use crate::algorithm::{Algorithm, Line, Meter, Observer, Report, Task};
use crate::game::{Game, Outcome, Player, WinDrawLoss};
use crate::path::Path;
use crate::playout::play_out;
use crate::random::Random;
use crate::score::Score;
use crate::witness::{Unseen, Witness};

/// How much an untried move attracts; the usual square root of two.
pub const EXPLORATION: f64 = 1.4;
/// Win, draw and loss in points of a playout.
const POINTS: f64 = 1000.0;
/// A tree of this size grows no more, unless told otherwise; its leaves are played out again.
const MOST_NODES: usize = 6_000_000;
/// A tree of fewer nodes than this says nothing.
const LEAST_NODES: usize = 256;
/// Playouts between two looks at what is best.
const REPORT_EVERY: u64 = 1 << 14;

#[derive(Debug)]
pub struct Mcts<G: Game> {
    random: Random,
    most_nodes: usize,
    tree: Vec<Node<G>>,
    /// The game before the root.
    past: Path,
    scratch: Vec<G::Move>,
}

#[derive(Clone, Debug)]
struct Node<G: Game> {
    position: G::Position,
    mv: Option<G::Move>,
    /// The player who moved into this node.
    mover: Player,
    visits: u32,
    /// The points that the playouts through here brought to `mover`.
    points: f64,
    /// The certain result, seen by `mover`.
    proven: Option<WinDrawLoss>,
    children: std::ops::Range<u32>,
}

impl<G: Game> Mcts<G> {
    /// `bytes` bound its memory. Half of them are the tree's: while it is planted
    /// anew, the old one is still there.
    pub fn new(seed: u64, bytes: Option<usize>) -> Mcts<G> {
        let most_nodes = bytes.map_or(MOST_NODES, |bytes| bytes / 2 / size_of::<Node<G>>());
        Mcts {
            random: Random::new(seed),
            most_nodes: most_nodes.clamp(LEAST_NODES, MOST_NODES),
            tree: Vec::new(),
            past: Path::default(),
            scratch: Vec::new(),
        }
    }

    /// Makes the tree begin at this position, with what is known of it already,
    /// unless other positions would now be drawn if they came once more.
    fn plant(&mut self, task: &Task<'_, G>) {
        let (game, position) = (task.game, task.position);
        let past = Path::of(task);
        if past.salt() != self.past.salt() {
            self.tree.clear();
        }
        self.past = past;
        let known = self.find(game, position);
        // A bounded tree has its room from the start: growing would need twice as much.
        let room = self.most_nodes % MOST_NODES;
        let mut tree = Vec::with_capacity(room);
        match known {
            Some(index) => {
                tree.push(self.tree[index].clone());
                let mut next = 0;
                while next < tree.len() {
                    let children = tree[next].children.clone();
                    let first = tree.len() as u32;
                    for child in children.clone() {
                        tree.push(self.tree[child as usize].clone());
                    }
                    tree[next].children = first..first + children.len() as u32;
                    next += 1;
                }
                tree[0].mv = None;
            }
            None => tree.push(Node {
                position: position.clone(),
                mv: None,
                mover: game.to_move(position),
                visits: 0,
                points: 0.0,
                proven: None,
                children: 0..0,
            }),
        }
        self.tree = tree;
    }

    /// Where the position stands within a round of moves below the old root.
    fn find(&self, game: &G, position: &G::Position) -> Option<usize> {
        let mut level: Vec<usize> = if self.tree.is_empty() {
            vec![]
        } else {
            vec![0]
        };
        for _ in 0..=game.players() {
            let here = level
                .iter()
                .find(|&&index| self.tree[index].position == *position);
            if here.is_some() {
                return here.copied();
            }
            level = level
                .iter()
                .flat_map(|&index| self.tree[index].children.clone())
                .map(|child| child as usize)
                .collect();
        }
        None
    }

    /// One playout: down the tree, one node more, and the result back up.
    fn grow<W: Witness<G>>(&mut self, game: &G, path: &mut Vec<usize>, witness: &mut W) {
        path.clear();
        path.push(0);
        let mut index = 0;
        while !self.tree[index].children.is_empty() {
            index = self.select(index);
            path.push(index);
        }
        if self.tree[index].proven.is_none() && (self.tree[index].visits > 0 || index == 0) {
            self.expand(game, index, witness);
            if !self.tree[index].children.is_empty() {
                index = self.select(index);
                path.push(index);
            }
        }
        let outcome = match self.ended(game, &self.tree[index].position) {
            Some(outcome) => outcome,
            None => {
                let position = &self.tree[index].position;
                play_out(game, position, &mut self.random, &mut self.scratch).0
            }
        };
        for &visited in path.iter().rev() {
            let node = &mut self.tree[visited];
            node.visits += 1;
            node.points += match outcome.seen_by(node.mover) {
                WinDrawLoss::Win => POINTS,
                WinDrawLoss::Draw => POINTS / 2.0,
                WinDrawLoss::Loss => 0.0,
            };
        }
        witness.plays_out(index, outcome);
        if let Some(result) = self.tree[index].proven {
            witness.proves(index, result);
            self.carry_up(game, path, witness);
        }
    }

    /// The end of the game, by its rules or because the position comes for the third time.
    fn ended(&self, game: &G, position: &G::Position) -> Option<Outcome> {
        game.outcome(position).or_else(|| {
            let reversible = game.reversible_plies(position);
            let repeats = self.past.repetition(game.key(position), reversible);
            repeats.map(|_| Outcome::Draw)
        })
    }

    /// The child with the best mixture of success and neglect.
    fn select(&self, index: usize) -> usize {
        let node = &self.tree[index];
        let log_visits = f64::from(node.visits.max(1)).ln();
        let attraction = |child: u32| {
            let child = &self.tree[child as usize];
            match child.proven {
                Some(WinDrawLoss::Win) => return f64::MAX,
                Some(WinDrawLoss::Loss) => return f64::MIN,
                _ => {}
            }
            if child.visits == 0 {
                return 1e9;
            }
            let visits = f64::from(child.visits);
            child.points / POINTS / visits + EXPLORATION * (log_visits / visits).sqrt()
        };
        let best = node
            .children
            .clone()
            .max_by(|&a, &b| attraction(a).total_cmp(&attraction(b)));
        best.map_or(index, |child| child as usize)
    }

    /// Gives a node its children, unless its game is over or the tree is full.
    fn expand<W: Witness<G>>(&mut self, game: &G, index: usize, witness: &mut W) {
        if index != 0 && self.tree.len() >= self.most_nodes {
            return;
        }
        let node = &self.tree[index];
        let (position, mover) = (node.position.clone(), node.mover);
        if let Some(outcome) = self.ended(game, &position) {
            self.tree[index].proven = Some(outcome.seen_by(mover));
            return;
        }
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        if moves.is_empty() {
            let outcome = game.outcome_when_stuck(&position);
            self.tree[index].proven = Some(outcome.seen_by(mover));
            return;
        }
        if index != 0 && self.tree.len() + moves.len() > self.most_nodes {
            return;
        }
        let first = self.tree.len() as u32;
        let to_move = game.to_move(&position);
        for mv in moves {
            let next = game.after(&position, mv);
            let outcome = self.ended(game, &next);
            let proven = outcome.map(|outcome| outcome.seen_by(to_move));
            witness.grows(index, Some(mv), to_move);
            if let Some(result) = proven {
                witness.proves(self.tree.len(), result);
            }
            self.tree.push(Node {
                position: next,
                mv: Some(mv),
                mover: to_move,
                visits: 0,
                points: 0.0,
                proven,
                children: 0..0,
            });
        }
        self.tree[index].children = first..self.tree.len() as u32;
    }

    /// A won move proves its node won for the chooser; a node all of whose moves
    /// are lost is lost for it. Only two players allow that conclusion.
    fn carry_up<W: Witness<G>>(&mut self, game: &G, path: &[usize], witness: &mut W) {
        if game.players() != 2 {
            return;
        }
        for &index in path.iter().rev() {
            let node = &self.tree[index];
            if node.proven.is_some() || node.children.is_empty() {
                continue;
            }
            let children = &self.tree[node.children.start as usize..node.children.end as usize];
            let chooser = children[0].mover;
            let best = if children
                .iter()
                .any(|child| child.proven == Some(WinDrawLoss::Win))
            {
                WinDrawLoss::Win
            } else if children.iter().all(|child| child.proven.is_some()) {
                let results = children.iter().filter_map(|child| child.proven);
                results.max().unwrap_or(WinDrawLoss::Draw)
            } else {
                return;
            };
            let is_own = chooser == node.mover;
            let result = match best {
                WinDrawLoss::Draw => WinDrawLoss::Draw,
                WinDrawLoss::Win if is_own => WinDrawLoss::Win,
                WinDrawLoss::Loss if !is_own => WinDrawLoss::Win,
                _ => WinDrawLoss::Loss,
            };
            witness.proves(index, result);
            self.tree[index].proven = Some(result);
        }
    }

    /// The moves from the root, the most visited first, behind what is proven won
    /// and before what is proven lost.
    fn report(&self, meter: &Meter<'_>) -> Report<G::Move> {
        let root = &self.tree[0];
        let mut children: Vec<&Node<G>> = self.tree
            [root.children.start as usize..root.children.end as usize]
            .iter()
            .collect();
        children.sort_by_key(|child| {
            let rank = match child.proven {
                Some(WinDrawLoss::Win) => 0,
                Some(WinDrawLoss::Loss) => 2,
                _ => 1,
            };
            (rank, std::cmp::Reverse(child.visits))
        });
        let lines: Vec<Line<G::Move>> = children
            .iter()
            .filter_map(|child| self.line(child))
            .collect();
        let proven = match children.first().and_then(|child| child.proven) {
            Some(WinDrawLoss::Win) => true,
            Some(_) => children.iter().all(|child| child.proven.is_some()),
            None => false,
        };
        Report {
            depth: 0,
            nodes: meter.nodes,
            leaves: 0,
            proven,
            lines,
        }
    }

    fn line(&self, child: &Node<G>) -> Option<Line<G::Move>> {
        let mut pv = vec![child.mv?];
        let mut node = child;
        while let Some(next) = node
            .children
            .clone()
            .map(|index| &self.tree[index as usize])
            .max_by_key(|next| next.visits)
            .filter(|next| next.visits > 0)
        {
            pv.extend(next.mv);
            node = next;
        }
        let share = child.points / POINTS / f64::from(child.visits.max(1));
        let score = match child.proven {
            Some(result) => Score::of_result(result, pv.len() as u32),
            None => Score::estimate(((share - 0.5) * 200.0).round() as i32),
        };
        Some(Line {
            score,
            proven: child.proven.is_some(),
            distance_known: false,
            pv,
        })
    }
}

impl<G: Game> Algorithm<G> for Mcts<G> {
    /// A node is a playout here.
    fn think(
        &mut self,
        task: &Task<'_, G>,
        observer: &mut Observer<'_, G::Move>,
    ) -> Report<G::Move> {
        self.think_before(task, observer, Unseen)
    }

    fn forget(&mut self) {
        self.tree.clear();
    }

    fn memory(&self) -> usize {
        self.tree.capacity() * size_of::<Node<G>>()
    }
}

impl<G: Game> Mcts<G> {
    /// The witness of a tree that is not new sees it grow from what it was.
    pub(crate) fn think_before<W: Witness<G>>(
        &mut self,
        task: &Task<'_, G>,
        observer: &mut Observer<'_, G::Move>,
        mut witness: W,
    ) -> Report<G::Move> {
        self.plant(task);
        witness.grows(0, None, self.tree[0].mover);
        let mut meter = Meter::new(task.limits, task.stop);
        let mut path = Vec::new();
        meter.enter();
        self.grow(task.game, &mut path, &mut witness);
        while self.tree[0].proven.is_none() && meter.enter() {
            self.grow(task.game, &mut path, &mut witness);
            if meter.nodes.is_multiple_of(REPORT_EVERY) {
                observer(&self.report(&meter));
            }
        }
        self.report(&meter)
    }
}
