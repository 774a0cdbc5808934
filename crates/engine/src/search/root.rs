//! A worker as the root of iterative deepening sees it.

use super::negamax::{EXACT, Worker};
use crate::algorithm::Meter;
use crate::deepening::{Found, Rooted, Window};
use crate::game::{Game, Heuristics, Shortcuts};
use crate::score::Score;

impl<G: Game, H: Heuristics<G>> Rooted<G> for Worker<'_, G, H> {
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
        is_expected: bool,
    ) -> Found<G::Move> {
        self.root_depth = depth as usize;
        let place = usize::from(!is_expected);
        let mark = self.take(self.root, mv, depth as i32 - 1);
        let worth = self.after(self.root, mv, true, depth as i32 - 1, window, 0, place);
        self.release(mark);
        self.variations.extend(0, mv);
        Found {
            score: worth.score,
            complete: worth.complete,
            pv: self.variations.line(0).to_vec(),
        }
    }

    fn leave_nothing_out(&mut self) {
        if self.is_selective {
            self.is_selective = false;
            self.shortcuts = Shortcuts::NONE;
            self.salt ^= EXACT;
        }
    }

    fn estimate_root(&self) -> Score {
        self.judge.estimate(self.root)
    }

    fn meter(&self) -> &Meter<'_> {
        &self.meter
    }

    fn is_taken(&self, mv: G::Move, depth: u32) -> bool {
        Worker::is_taken(self, self.root, mv, depth as i32 - 1)
    }
}
