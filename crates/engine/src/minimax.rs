//! Plain minimax: no pruning, no table, no cleverness. It is the oracle that
//! every other search is tested against, so it must be right at a glance.

use crate::algorithm::{Algorithm, Meter, Observer, Report, Task};
use crate::deepening::{Found, Plan, Rooted, Window, deepen};
use crate::game::{Game, Heuristics};
use crate::judge::Judge;
use crate::path::Path;
use crate::score::Score;

#[derive(Clone, Debug)]
pub struct Minimax<H> {
    pub heuristics: H,
    pub quiescence: bool,
}

impl<G: Game, H: Heuristics<G>> Algorithm<G> for Minimax<H> {
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
        };
        deepen(&mut tree, task, Plan::STRAIGHT, observer)
    }
}

struct Tree<'a, G: Game, H> {
    judge: Judge<'a, G, H>,
    path: Path,
    meter: Meter<'a>,
    root: &'a G::Position,
}

impl<G: Game, H: Heuristics<G>> Tree<'_, G, H> {
    /// The value of a position to the camp to move, and the line that leads to it.
    fn value(&mut self, position: &G::Position, depth: i32, ply: u32) -> Found<G::Move> {
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
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        let mut best: Option<Found<G::Move>> = None;
        let mut complete = true;
        self.path.push(key);
        for mv in moves {
            let found = self.after(position, mv, child_depth, ply);
            complete &= found.complete;
            if best.as_ref().is_none_or(|best| found.score > best.score) {
                best = Some(found);
            }
        }
        self.path.pop();
        match best {
            Some(best) => Found { complete, ..best },
            None => Found::leaf(self.judge.stuck(position, ply), true),
        }
    }

    fn after(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        child_depth: i32,
        ply: u32,
    ) -> Found<G::Move> {
        let child = self.judge.game.after(position, mv);
        let mut found = self.value(&child, child_depth, ply + 1);
        if self.judge.is_root_camp(position) != self.judge.is_root_camp(&child) {
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
        _window: Window,
        _is_expected: bool,
    ) -> Found<G::Move> {
        self.after(self.root, mv, depth as i32 - 1, 0)
    }

    fn estimate_root(&self) -> Score {
        self.judge.estimate(self.root)
    }

    fn meter(&self) -> &Meter<'_> {
        &self.meter
    }
}
