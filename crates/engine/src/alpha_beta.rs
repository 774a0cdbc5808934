//! Textbook alpha-beta: minimax that stops looking at a move once it is refuted.
//! No table, no deepening; the moves as generated, or sorted by the evaluation.
//!
//! With several threads it is Young Brothers Wait at the root: the first root move
//! is searched alone, because the score of all others is measured by it; then
//! the others are jobs that the threads take one by one.

use crate::algorithm::{Algorithm, Limits, Observer, Progress, Report, Task};
use crate::deepening::{Found, Plan, Root, Rooted, Standings, deepen};
use crate::descent::Descent;
use crate::game::{Game, Heuristics};
use crate::score::Score;
use crate::window::Window;
use crate::worth::Worth;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// The order in which the moves of a node are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As the rules generate them.
    Generated,
    /// By the evaluation of the position after each, but for the last ply.
    Evaluated,
}

#[derive(Clone, Debug)]
pub struct AlphaBeta<H> {
    pub heuristics: H,
    pub order: Order,
    pub quiescence: bool,
    pub threads: usize,
}

impl<G: Game, H: Heuristics<G>> Algorithm<G> for AlphaBeta<H> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        observer: &mut Observer<'_, G::Move>,
    ) -> Report<G::Move> {
        let threads = self.threads.max(1);
        let limits = Limits {
            nodes: task
                .limits
                .nodes
                .map(|nodes| nodes.div_ceil(threads as u64)),
            ..task.limits
        };
        let share = Task { limits, ..*task };
        let tree = |_| Tree {
            descent: Descent::new(&share, &self.heuristics, self.quiescence),
            order: self.order,
            ranked: Vec::new(),
        };
        let mut family = Family {
            eldest: tree(0),
            brothers: (1..threads).map(tree).collect(),
        };
        let root = Root::new(task, &self.heuristics);
        deepen(&mut family, root, Plan::STRAIGHT, observer)
    }
}

struct Tree<'a, G: Game, H> {
    descent: Descent<'a, G, H>,
    order: Order,
    /// The moves of a node with what they are sorted by.
    ranked: Vec<(i32, usize, G::Move)>,
}

impl<G: Game, H: Heuristics<G>> Tree<'_, G, H> {
    fn value(
        &mut self,
        position: &G::Position,
        depth: i32,
        mut window: Window,
        ply: usize,
    ) -> Worth {
        let child_depth = match self.descent.enter(position, depth, ply) {
            Ok(child_depth) => child_depth,
            Err(worth) => return worth,
        };
        let game = self.descent.judge.game;
        let base = self.descent.moves.len();
        game.legal_moves(position, &mut self.descent.moves);
        // Before leaves it would cost as many evaluations as it could spare.
        if self.order == Order::Evaluated && child_depth > 0 {
            self.sort(position, base);
        }
        let mut best = Worth::proven(Score::MIN);
        let mut complete = true;
        self.descent.path.push(game.key(position));
        for index in base..self.descent.moves.len() {
            let mv = self.descent.moves[index];
            let worth = self.after(position, mv, child_depth, window, ply);
            complete &= worth.complete;
            if worth.score > best.score {
                best = worth;
                self.descent.variations.extend(ply, mv);
            }
            window.alpha = window.alpha.max(best.score);
            if window.alpha >= window.beta {
                break;
            }
        }
        self.descent.path.pop();
        self.descent.moves.truncate(base);
        if best.score == Score::MIN {
            return Worth::proven(self.descent.judge.stuck(position, ply as u32));
        }
        Worth { complete, ..best }
    }

    /// Sorts the moves from `base` on by the evaluation; equals keep their order.
    fn sort(&mut self, position: &G::Position, base: usize) {
        let (game, heuristics) = (self.descent.judge.game, self.descent.judge.heuristics);
        let mover = game.to_move(position);
        self.ranked.clear();
        for (index, &mv) in self.descent.moves[base..].iter().enumerate() {
            let child = game.after(position, mv);
            let points = heuristics.evaluate(game, &child, mover);
            self.ranked.push((-points, index, mv));
        }
        self.ranked
            .sort_unstable_by_key(|&(points, index, _)| (points, index));
        for (slot, &(.., mv)) in self.descent.moves[base..].iter_mut().zip(&self.ranked) {
            *slot = mv;
        }
    }

    fn after(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        depth: i32,
        window: Window,
        ply: usize,
    ) -> Worth {
        let child = self.descent.judge.game.after(position, mv);
        let perspective = self.descent.judge.perspective(position, &child);
        self.value(&child, depth, perspective.window(window), ply + 1)
            .seen_by_parent(perspective)
    }

    fn of_root_move(&mut self, mv: G::Move, depth: u32, window: Window) -> Found<G::Move> {
        let worth = self.after(self.descent.root, mv, depth as i32 - 1, window, 0);
        self.descent.variations.found(mv, worth)
    }
}

/// A tree for each thread.
struct Family<'a, G: Game, H> {
    eldest: Tree<'a, G, H>,
    brothers: Vec<Tree<'a, G, H>>,
}

impl<G: Game, H: Heuristics<G>> Rooted<G::Move> for Family<'_, G, H> {
    fn of_move(
        &mut self,
        mv: G::Move,
        depth: u32,
        window: Window,
        _is_expected: bool,
    ) -> Found<G::Move> {
        self.eldest.of_root_move(mv, depth, window)
    }

    fn enter_root(&mut self) {
        self.eldest.descent.meter.enter();
    }

    fn progress(&self) -> Progress {
        let of_eldest = self.eldest.descent.meter.progress();
        let brothers = self.brothers.iter();
        brothers.fold(of_eldest, |sum, brother| {
            let own = brother.descent.meter.progress();
            Progress {
                nodes: sum.nodes + own.nodes,
                leaves: sum.leaves + own.leaves,
                is_stopped: sum.is_stopped || own.is_stopped,
            }
        })
    }

    fn share_out(
        &mut self,
        moves: &[G::Move],
        depth: u32,
        standings: &mut Standings<G::Move>,
    ) -> bool {
        if self.brothers.is_empty() {
            return false;
        }
        let alone = standings.wanted.min(moves.len());
        for &mv in &moves[..alone] {
            standings.try_move(self, mv, depth);
        }
        let next = AtomicUsize::new(alone);
        let standings = Mutex::new(standings);
        let standings = || standings.lock().unwrap_or_else(PoisonError::into_inner);
        let work = |tree: &mut Tree<'_, G, H>| {
            loop {
                let place = next.fetch_add(1, Relaxed);
                let Some(&mv) = moves.get(place) else { break };
                let window = standings().window(place);
                if standings().is_settled() || tree.descent.meter.is_stopped() {
                    break;
                }
                let found = tree.of_root_move(mv, depth, window);
                if tree.descent.meter.is_stopped() {
                    break;
                }
                standings().admit(place, found);
            }
        };
        std::thread::scope(|scope| {
            for brother in &mut self.brothers {
                scope.spawn(|| work(brother));
            }
            work(&mut self.eldest);
        });
        true
    }
}
