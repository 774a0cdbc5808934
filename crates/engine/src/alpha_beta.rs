//! Textbook alpha-beta: minimax that stops looking at a move once it is refuted.
//! No table, no deepening; the moves as generated, or sorted by the evaluation.

use crate::algorithm::{Algorithm, Meter, Observer, Report, Task};
use crate::deepening::{Found, Plan, Rooted, Window, deepen};
use crate::game::{Game, Heuristics};
use crate::judge::Judge;
use crate::path::Path;
use crate::score::Score;

/// The order in which the moves of a node are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As the rules generate them.
    Generated,
    /// By the evaluation of the position after each.
    Evaluated,
}

#[derive(Clone, Debug)]
pub struct AlphaBeta<H> {
    pub heuristics: H,
    pub order: Order,
    pub quiescence: bool,
}

impl<G: Game, H: Heuristics<G>> Algorithm<G> for AlphaBeta<H> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        observer: &mut Observer<'_, G::Move>,
    ) -> Report<G::Move> {
        let mut tree = Tree {
            judge: Judge::new(task.game, &self.heuristics, task.position, self.quiescence),
            path: Path::of(task),
            meter: Meter::new(task.limits, task.stop),
            root: task.position,
            order: self.order,
        };
        deepen(&mut tree, task, Plan::STRAIGHT, observer)
    }
}

struct Tree<'a, G: Game, H> {
    judge: Judge<'a, G, H>,
    path: Path,
    meter: Meter<'a>,
    root: &'a G::Position,
    order: Order,
}

impl<G: Game, H: Heuristics<G>> Tree<'_, G, H> {
    fn value(
        &mut self,
        position: &G::Position,
        depth: i32,
        ply: u32,
        mut window: Window,
    ) -> Found<G::Move> {
        if !self.meter.enter() {
            return Found::leaf(Score::DRAW, false);
        }
        if let Some(score) = self.judge.ended(position, ply) {
            return Found::leaf(score, true);
        }
        let game = self.judge.game;
        let key = game.key(position);
        if self
            .path
            .repetition(key, game.reversible_plies(position))
            .is_some()
        {
            return Found::leaf(Score::DRAW, true);
        }
        let Some(child_depth) = self.judge.child_depth(position, depth) else {
            self.meter.leaves += 1;
            return Found::leaf(self.judge.estimate(position), false);
        };
        let mut best = Found::leaf(Score::MIN, true);
        let mut complete = true;
        self.path.push(key);
        for mv in self.moves_in_order(position) {
            let found = self.after(position, mv, child_depth, ply, window);
            complete &= found.complete;
            if found.score > best.score {
                best = found;
            }
            window.alpha = window.alpha.max(best.score);
            if window.alpha >= window.beta {
                break;
            }
        }
        self.path.pop();
        if best.score == Score::MIN {
            return Found::leaf(self.judge.stuck(position, ply), true);
        }
        Found { complete, ..best }
    }

    fn moves_in_order(&self, position: &G::Position) -> Vec<G::Move> {
        let game = self.judge.game;
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        if self.order == Order::Evaluated {
            let mover = game.to_move(position);
            moves.sort_by_cached_key(|&mv| {
                let child = game.after(position, mv);
                -self.judge.heuristics.evaluate(game, &child, mover)
            });
        }
        moves
    }

    fn after(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        child_depth: i32,
        ply: u32,
        window: Window,
    ) -> Found<G::Move> {
        let child = self.judge.game.after(position, mv);
        let mut found;
        if self.judge.is_root_camp(position) == self.judge.is_root_camp(&child) {
            found = self.value(&child, child_depth, ply + 1, window);
        } else {
            found = self.value(&child, child_depth, ply + 1, window.turned());
            found.score = -found.score;
        }
        found.pv.insert(0, mv);
        found
    }
}

impl<G: Game, H: Heuristics<G>> Rooted<G> for Tree<'_, G, H> {
    fn enter_root(&mut self) {
        self.path.push(self.judge.game.key(self.root));
    }

    fn count_root(&mut self) {
        self.meter.enter();
    }

    fn of_move(
        &mut self,
        mv: G::Move,
        depth: u32,
        window: Window,
        _is_expected: bool,
    ) -> Found<G::Move> {
        self.after(self.root, mv, depth as i32 - 1, 0, window)
    }

    fn estimate_root(&self) -> Score {
        self.judge.estimate(self.root)
    }

    fn meter(&self) -> &Meter<'_> {
        &self.meter
    }
}
