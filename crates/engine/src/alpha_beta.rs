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
use crate::minimax;
use crate::score::Score;
use crate::window::Window;
use crate::witness::{Asking, Unseen, Witness};
use crate::worth::Worth;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// The order in which the moves of a node are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As the rules generate them.
    Generated,
    /// By the evaluation of the position after each, but for the last ply.
    Evaluated,
    /// By what each is truly worth, found by a minimax that is not counted: the
    /// order that alpha-beta can do no better than. For the laboratory.
    Best,
    /// The same from the other end.
    Worst,
}

impl Order {
    /// Whether the moves must be known before they are looked at.
    fn needs_hindsight(self) -> bool {
        matches!(self, Order::Best | Order::Worst)
    }
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
        let tree = |_| self.tree(&share, Unseen);
        let mut family = Family {
            eldest: tree(0),
            brothers: (1..threads).map(tree).collect(),
        };
        let root = self.root(task, &mut family.eldest);
        deepen(&mut family, root, Plan::STRAIGHT, observer)
    }
}

impl<H> AlphaBeta<H> {
    /// On one thread, before a witness.
    pub(crate) fn think_before<G: Game, W: Witness<G>>(
        &self,
        task: &Task<'_, G>,
        observer: &mut Observer<'_, G::Move>,
        witness: W,
    ) -> Report<G::Move>
    where
        H: Heuristics<G>,
    {
        let mut tree = self.tree(task, witness);
        let root = self.root(task, &mut tree);
        deepen(&mut tree, root, Plan::STRAIGHT, observer)
    }

    fn tree<'a, G: Game, W: Witness<G>>(
        &'a self,
        task: &Task<'a, G>,
        witness: W,
    ) -> Tree<'a, G, H, W>
    where
        H: Heuristics<G>,
    {
        let descent = |witness| Descent::new(task, &self.heuristics, self.quiescence, witness);
        let hindsight = || {
            minimax::Tree(Descent::new(
                task,
                &self.heuristics,
                self.quiescence,
                Unseen,
            ))
        };
        Tree {
            descent: descent(witness),
            order: self.order,
            ranked: Vec::new(),
            hindsight: self.order.needs_hindsight().then(hindsight).map(Box::new),
        }
    }

    fn root<G: Game, W: Witness<G>>(
        &self,
        task: &Task<'_, G>,
        tree: &mut Tree<'_, G, H, W>,
    ) -> Root<G::Move>
    where
        H: Heuristics<G>,
    {
        let mut root = Root::new(task, &self.heuristics);
        if let (true, Some(depth)) = (self.order.needs_hindsight(), task.limits.depth) {
            std::mem::swap(&mut tree.descent.moves, &mut root.moves);
            tree.sort(task.position, 0, depth as i32 - 1, 0);
            std::mem::swap(&mut tree.descent.moves, &mut root.moves);
        }
        root
    }
}

struct Tree<'a, G: Game, H, W> {
    descent: Descent<'a, G, H, W>,
    order: Order,
    /// The moves of a node with what they are sorted by.
    ranked: Vec<(Reverse<Score>, usize, G::Move)>,
    /// What tells the worth of moves beforehand, where that is wanted.
    hindsight: Option<Box<minimax::Tree<'a, G, H, Unseen>>>,
}

impl<G: Game, H: Heuristics<G>, W: Witness<G>> Tree<'_, G, H, W> {
    fn value(
        &mut self,
        position: &G::Position,
        depth: i32,
        mut window: Window,
        ply: usize,
    ) -> Worth {
        let child_depth = match self.descent.enter(position, depth, window, ply) {
            Ok(child_depth) => child_depth,
            Err(worth) => return worth,
        };
        let game = self.descent.judge.game;
        let base = self.descent.moves.len();
        game.legal_moves(position, &mut self.descent.moves);
        // Before leaves it would cost as many evaluations as it could spare.
        let is_spared = self.order == Order::Evaluated && child_depth == 0;
        if self.order != Order::Generated && !is_spared {
            self.sort(position, base, child_depth, ply);
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
            return self.descent.stuck(position, ply);
        }
        Worth { complete, ..best }
    }

    /// Sorts the moves from `base` on by their order; equals stay as they were.
    #[inline(never)]
    fn sort(&mut self, position: &G::Position, base: usize, child_depth: i32, ply: usize) {
        let (game, heuristics) = (self.descent.judge.game, self.descent.judge.heuristics);
        let mover = game.to_move(position);
        self.ranked.clear();
        for index in 0..self.descent.moves.len() - base {
            let mv = self.descent.moves[base + index];
            let score = match self.order.needs_hindsight() {
                true => self.in_hindsight(position, mv, child_depth, ply),
                false => {
                    let child = game.after(position, mv);
                    Score::estimate(heuristics.evaluate(game, &child, mover))
                }
            };
            self.ranked.push((Reverse(score), index, mv));
        }
        self.ranked
            .sort_unstable_by_key(|&(score, index, _)| (score, index));
        for (slot, &(.., mv)) in self.descent.moves[base..].iter_mut().zip(&self.ranked) {
            *slot = mv;
        }
    }

    /// What a move is truly worth, so deep; the worst first if that is wanted.
    #[cold]
    fn in_hindsight(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        depth: i32,
        ply: usize,
    ) -> Score {
        let Some(minimax) = &mut self.hindsight else {
            return Score::DRAW;
        };
        let game = self.descent.judge.game;
        let child = game.after(position, mv);
        let perspective = self.descent.judge.perspective(position, &child);
        // The root is on the path already.
        std::mem::swap(&mut minimax.0.path, &mut self.descent.path);
        if ply > 0 {
            minimax.0.path.push(game.key(position));
        }
        let worth = minimax.value(&child, depth, ply + 1);
        if ply > 0 {
            minimax.0.path.pop();
        }
        std::mem::swap(&mut minimax.0.path, &mut self.descent.path);
        if minimax.0.meter.is_stopped() {
            self.descent.meter.halt();
        }
        match self.order {
            Order::Worst => -perspective.score(worth.score),
            _ => perspective.score(worth.score),
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
        self.descent.witness.asks(mv, Asking::Openly);
        let worth = self.value(&child, depth, perspective.window(window), ply + 1);
        self.descent.witness.answers(worth);
        worth.seen_by_parent(perspective)
    }

    fn of_root_move(&mut self, mv: G::Move, depth: u32, window: Window) -> Found<G::Move> {
        let worth = self.after(self.descent.root, mv, depth as i32 - 1, window, 0);
        self.descent.variations.found(mv, worth)
    }
}

impl<G: Game, H: Heuristics<G>, W: Witness<G>> Rooted<G::Move> for Tree<'_, G, H, W> {
    fn of_move(
        &mut self,
        mv: G::Move,
        depth: u32,
        window: Window,
        _is_expected: bool,
    ) -> Found<G::Move> {
        self.of_root_move(mv, depth, window)
    }

    fn enter_root(&mut self, depth: u32, window: Window) {
        self.descent.enter_root(depth, window);
    }

    fn progress(&self) -> Progress {
        self.descent.meter.progress()
    }
}

/// A tree for each thread.
struct Family<'a, G: Game, H> {
    eldest: Tree<'a, G, H, Unseen>,
    brothers: Vec<Tree<'a, G, H, Unseen>>,
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

    fn enter_root(&mut self, depth: u32, window: Window) {
        self.eldest.enter_root(depth, window);
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
        let work = |tree: &mut Tree<'_, G, H, Unseen>| {
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
