//! A worker as the root of iterative deepening sees it.

use super::negamax::{EXACT, Node, Worker};
use super::shortcuts::Shortcuts;
use crate::algorithm::Progress;
use crate::deepening::{Found, Rooted};
use crate::game::{Game, Heuristics};
use crate::window::Window;
use crate::witness::Witness;

impl<G: Game, H: Heuristics<G>, W: Witness<G>> Rooted<G::Move> for Worker<'_, G, H, W> {
    fn enter_root(&mut self, depth: u32, window: Window) {
        if self.meter.enter() {
            self.witness.begins(self.root, depth, window);
        }
    }

    fn of_move(
        &mut self,
        mv: G::Move,
        depth: u32,
        window: Window,
        is_expected: bool,
    ) -> Found<G::Move> {
        let node = Node {
            position: self.root,
            depth: depth as i32,
            window,
            ply: 0,
            is_root_camp: true,
        };
        let mark = self.take(self.root, mv, node.depth - 1);
        let worth = self.after(&node, mv, node.depth - 1, usize::from(!is_expected));
        self.release(mark);
        self.variations.found(mv, worth)
    }

    fn leave_nothing_out(&mut self) {
        if self.is_selective {
            self.is_selective = false;
            self.shortcuts = Shortcuts::NONE;
            self.judge.asks_tables = false;
            self.salt ^= EXACT;
        }
    }

    fn progress(&self) -> Progress {
        self.meter.progress()
    }

    fn is_taken(&self, mv: G::Move, depth: u32) -> bool {
        Worker::is_taken(self, self.root, mv, depth as i32 - 1)
    }
}
