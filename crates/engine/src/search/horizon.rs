//! The last plies: where the search rests, and where it cannot rest yet. So near
//! the end a move is tried faster than it is ranked or looked up.

use super::negamax::{Worker, Worth, anchor_above};
use crate::deepening::Window;
use crate::game::{Game, Heuristics};
use crate::score::Score;

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// What the evaluation says.
    #[inline]
    pub(super) fn rest(&mut self, position: &G::Position) -> Worth {
        self.meter.leaves += 1;
        Worth::estimate(self.judge.estimate(position))
    }

    /// The value of a position whose children are all leaves.
    #[inline(never)]
    pub(super) fn frontier(&mut self, position: &G::Position, window: Window, ply: usize) -> Worth {
        if let Some(score) = self.judge.foreseen(position, window.beta) {
            self.meter.leaves += 1;
            return Worth::estimate(score);
        }
        self.best_as_generated(position, window, ply, |worker, child, _| {
            if !worker.meter.enter() {
                return Worth::estimate(Score::DRAW);
            }
            match worker.ended(child, ply + 1) {
                Some(worth) => worth,
                None => worker.rest(child),
            }
        })
    }

    /// The value of a position on the horizon that is too lively to be judged.
    #[inline(never)]
    pub(super) fn restless(
        &mut self,
        position: &G::Position,
        child_depth: i32,
        window: Window,
        ply: usize,
    ) -> Worth {
        let soonest = Score::won_in(ply as u32 + 1);
        if window.alpha >= soonest {
            return Worth::proven(soonest);
        }
        self.best_as_generated(position, window, ply, |worker, child, window| {
            worker.value(child, child_depth, window, ply + 1)
        })
    }

    /// The best child of a node, all tried in the order in which they are generated.
    #[inline(always)]
    fn best_as_generated(
        &mut self,
        position: &G::Position,
        mut window: Window,
        ply: usize,
        value: impl Fn(&mut Self, &G::Position, Window) -> Worth,
    ) -> Worth {
        let game = self.judge.game;
        let base = self.moves.len();
        game.legal_moves(position, &mut self.moves);
        let end = self.moves.len();
        if end == base {
            return Worth::proven(self.judge.stuck(position, ply as u32));
        }
        if G::CAN_REPEAT {
            self.path.push(game.key(position));
        }
        let is_principal = !window.is_null();
        let is_root_camp = self.judge.is_root_camp(position);
        let mut best = Worth::proven(Score::MIN);
        for index in base..end {
            let mv = self.moves[index];
            let child = game.after(position, mv);
            let turns = is_root_camp != self.judge.is_root_camp(&child);
            let own_window = if turns { window.turned() } else { window };
            let worth = value(self, &child, own_window);
            let score = if turns { -worth.score } else { worth.score };
            best.complete &= worth.complete;
            best.anchor = best.anchor.min(worth.anchor);
            best.score = best.score.max(score);
            if score >= window.beta || self.meter.is_stopped() {
                break;
            }
            if is_principal && score > window.alpha {
                window.alpha = score;
                self.variations.extend(ply, mv);
            }
        }
        if G::CAN_REPEAT {
            self.path.pop();
        }
        self.moves.truncate(base);
        if best.score.is_decisive() {
            return Worth::proven(best.score);
        }
        Worth {
            anchor: anchor_above(best.anchor, ply),
            ..best
        }
    }
}
