//! The last plies: where the search rests, and quiescence search where it cannot
//! rest yet. So near the end a move is tried faster than it is ranked or looked up.

use super::negamax::{Node, Worker};
use crate::game::{Game, Heuristics};
use crate::score::Score;
use crate::witness::{Asking, Rest, Witness};
use crate::worth::Worth;

impl<G: Game, H: Heuristics<G>, W: Witness<G>> Worker<'_, G, H, W> {
    /// What the evaluation says.
    #[inline]
    pub(super) fn rest(&mut self, position: &G::Position) -> Worth {
        self.meter.leaves += 1;
        self.witness.rests(Rest::Leaf);
        Worth::estimate(self.judge.estimate(position))
    }

    /// The value of a position whose children are all leaves.
    #[inline(never)]
    pub(super) fn frontier(&mut self, node: &Node<'_, G::Position>) -> Worth {
        if let Some(score) = self.judge.foreseen(node.position, node.window.beta) {
            self.meter.leaves += 1;
            self.witness.rests(Rest::Foreseen);
            return Worth::estimate(score);
        }
        self.best_as_generated(node, |worker, child| {
            if !worker.meter.enter() {
                return Worth::estimate(Score::DRAW);
            }
            let witness = &mut worker.witness;
            witness.enters(child.position, child.depth, child.window);
            match worker.ended(child.position, child.ply) {
                Some(worth) => {
                    worker.witness.rests(Rest::Ended);
                    worth
                }
                None => worker.rest(child.position),
            }
        })
    }

    /// Quiescence search: the value of a position on the horizon that is too
    /// lively to be judged.
    #[inline(never)]
    pub(super) fn quiescence(&mut self, node: &Node<'_, G::Position>, child_depth: i32) -> Worth {
        let soonest = Score::won_in(node.ply as u32 + 1);
        if node.window.alpha >= soonest {
            self.witness.rests(Rest::TooLate);
            return Worth::proven(soonest);
        }
        self.best_as_generated(node, |worker, child| {
            worker.value(&Node {
                depth: child_depth,
                ..*child
            })
        })
    }

    /// The best child of a node, all tried in the order in which they are generated.
    #[inline(always)]
    fn best_as_generated(
        &mut self,
        node: &Node<'_, G::Position>,
        value: impl Fn(&mut Self, &Node<'_, G::Position>) -> Worth,
    ) -> Worth {
        let mut node = *node;
        let game = self.judge.game;
        let base = self.moves.len();
        game.legal_moves(node.position, &mut self.moves);
        let end = self.moves.len();
        if end == base {
            self.witness.rests(Rest::Stuck);
            return Worth::proven(self.judge.stuck(node.position, node.ply as u32));
        }
        let is_principal = !node.window.is_null();
        let mut best = Worth::proven(Score::MIN);
        self.below(node.position, |worker| {
            for index in base..end {
                let mv = worker.moves[index];
                let child = game.after(node.position, mv);
                let (child, perspective) = node.child(&child, worker.judge.is_root_camp(&child));
                worker.witness.asks(mv, Asking::Openly);
                let worth = value(worker, &child);
                worker.witness.answers(worth);
                let worth = worth.seen_by_parent(perspective);
                best.complete &= worth.complete;
                best.anchor = best.anchor.min(worth.anchor);
                best.score = best.score.max(worth.score);
                if worth.score >= node.window.beta || worker.meter.is_stopped() {
                    break;
                }
                if is_principal && worth.score > node.window.alpha {
                    node.window.alpha = worth.score;
                    worker.variations.extend(node.ply, mv);
                }
            }
        });
        self.moves.truncate(base);
        if best.score.is_decisive() {
            return Worth::proven(best.score);
        }
        best.seen_from_above(node.ply)
    }
}
