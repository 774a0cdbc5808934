//! Plain minimax: no pruning, no table, no cleverness. It is the oracle that
//! every other search is tested against, so it must be right at a glance.

use crate::algorithm::{Algorithm, Observer, Progress, Report, Task};
use crate::deepening::{Found, Plan, Root, Rooted, deepen};
use crate::descent::Descent;
use crate::game::{Game, Heuristics};
use crate::window::Window;
use crate::witness::{Asking, Unseen, Witness};
use crate::worth::Worth;

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
        self.think_before(task, observer, Unseen)
    }
}

impl<H> Minimax<H> {
    pub(crate) fn think_before<G: Game, W: Witness<G>>(
        &self,
        task: &Task<'_, G>,
        observer: &mut Observer<'_, G::Move>,
        witness: W,
    ) -> Report<G::Move>
    where
        H: Heuristics<G>,
    {
        let descent = Descent::new(task, &self.heuristics, self.quiescence, witness);
        let root = Root::new(task, &self.heuristics);
        deepen(&mut Tree(descent), root, Plan::STRAIGHT, observer)
    }
}

pub(crate) struct Tree<'a, G: Game, H, W>(pub(crate) Descent<'a, G, H, W>);

impl<G: Game, H: Heuristics<G>, W: Witness<G>> Tree<'_, G, H, W> {
    /// The value of a position to the camp to move.
    pub(crate) fn value(&mut self, position: &G::Position, depth: i32, ply: usize) -> Worth {
        let child_depth = match self.0.enter(position, depth, Window::FULL, ply) {
            Ok(child_depth) => child_depth,
            Err(worth) => return worth,
        };
        let game = self.0.judge.game;
        let base = self.0.moves.len();
        game.legal_moves(position, &mut self.0.moves);
        let mut best: Option<Worth> = None;
        let mut complete = true;
        self.0.path.push(game.key(position));
        for index in base..self.0.moves.len() {
            let mv = self.0.moves[index];
            let worth = self.after(position, mv, child_depth, ply);
            complete &= worth.complete;
            if best.is_none_or(|best| worth.score > best.score) {
                best = Some(worth);
                self.0.variations.extend(ply, mv);
            }
        }
        self.0.path.pop();
        self.0.moves.truncate(base);
        match best {
            Some(best) => Worth { complete, ..best },
            None => self.0.stuck(position, ply),
        }
    }

    fn after(&mut self, position: &G::Position, mv: G::Move, depth: i32, ply: usize) -> Worth {
        let child = self.0.judge.game.after(position, mv);
        let perspective = self.0.judge.perspective(position, &child);
        self.0.witness.asks(mv, Asking::Openly);
        let worth = self.value(&child, depth, ply + 1);
        self.0.witness.answers(worth);
        worth.seen_by_parent(perspective)
    }
}

impl<G: Game, H: Heuristics<G>, W: Witness<G>> Rooted<G::Move> for Tree<'_, G, H, W> {
    fn of_move(
        &mut self,
        mv: G::Move,
        depth: u32,
        _window: Window,
        _is_expected: bool,
    ) -> Found<G::Move> {
        let worth = self.after(self.0.root, mv, depth as i32 - 1, 0);
        self.0.variations.found(mv, worth)
    }

    fn enter_root(&mut self, depth: u32, window: Window) {
        self.0.enter_root(depth, window);
    }

    fn progress(&self) -> Progress {
        self.0.meter.progress()
    }
}
