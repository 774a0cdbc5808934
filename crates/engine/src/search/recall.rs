//! What the transposition table may be believed, and when.

use super::negamax::{Node, Worker};
use super::table::{Bound, Memory};
use crate::game::{Game, Heuristics};
use crate::path::{Anchor, FREE};
use crate::witness::{Recalled, Rest, Witness};
use crate::worth::Worth;

impl<G: Game, H: Heuristics<G>, W: Witness<G>> Worker<'_, G, H, W> {
    /// What the table says of a position, where that is enough for the window.
    #[inline]
    pub(super) fn believed(&self, memory: Memory, node: &Node<'_, G::Position>) -> Option<Worth> {
        if !self.is_valid(memory, node) {
            return None;
        }
        let score = memory.score.seen_from_earlier(node.ply as u32);
        let decides = match memory.bound {
            Bound::Exact => true,
            Bound::Lower => score >= node.window.beta,
            Bound::Upper => score <= node.window.alpha,
            Bound::None => false,
        };
        decides.then_some(Worth {
            score,
            complete: memory.complete,
            anchor: FREE,
        })
    }

    /// What the table says of a node, where that is enough for it, is its worth.
    #[inline(always)]
    pub(super) fn recollection(
        &mut self,
        key: u64,
        memory: Memory,
        node: &Node<'_, G::Position>,
    ) -> Option<Worth> {
        let worth = self.believed(memory, node)?;
        self.witness.rests(Rest::Table(recalled(key, memory)));
        Some(worth)
    }

    /// Whether a memory may stand for a search of this depth. A proof always may
    /// in a selective search, and an estimate that was made with no less depth.
    /// In an exact one an estimate may where it was made with the same depth,
    /// and where no position of the path could turn up again below; a win or loss
    /// that lies within both depths is a truth that this search would have found itself.
    #[inline]
    fn is_valid(&self, memory: Memory, node: &Node<'_, G::Position>) -> bool {
        let depth = node.depth;
        let same_depth = i32::from(memory.depth) == depth;
        match memory.score.plies_to_end() {
            _ if self.is_selective => {
                i32::from(memory.depth) >= depth || memory.complete || memory.score.is_decisive()
            }
            Some(plies) => {
                let reach = i32::from(memory.depth).min(depth);
                same_depth || (plies as i32) < reach
            }
            None => same_depth && self.judge.reversible(node.position) == 0,
        }
    }

    /// A child that the table knows to be good enough saves searching any of them.
    /// All are called for before the first is looked at: memory answers slowly,
    /// but many questions at once.
    pub(super) fn enhanced_transposition_cutoff(
        &mut self,
        node: &Node<'_, G::Position>,
        child_depth: i32,
        base: usize,
    ) -> Option<Worth> {
        const AT_ONCE: usize = 16;
        let game = self.judge.game;
        for moves in self.moves[base..].chunks(AT_ONCE) {
            let mut keys = [0; AT_ONCE];
            for (key, &mv) in keys.iter_mut().zip(moves) {
                *key = game.table_key(&game.after(node.position, mv)) ^ self.salt;
                self.table.prefetch(*key);
            }
            for (&key, &mv) in keys.iter().zip(moves) {
                if let Some(memory) = self.table.recall(key) {
                    let child = game.after(node.position, mv);
                    let found = self.known_reply(node, &child, child_depth, memory);
                    if found.is_some() {
                        self.witness.rests(Rest::Reply(recalled(key, memory)));
                        return found;
                    }
                }
            }
        }
        None
    }

    /// What the table says of a child, where that is good enough for its parent.
    #[inline]
    fn known_reply(
        &self,
        node: &Node<'_, G::Position>,
        child: &G::Position,
        child_depth: i32,
        memory: Memory,
    ) -> Option<Worth> {
        let (mut child, perspective) = node.child(child, self.judge.is_root_camp(child));
        child.depth = child_depth;
        let worth = self.believed(memory, &child)?.seen_by_parent(perspective);
        (worth.score >= node.window.beta).then_some(worth)
    }

    /// What the node tells its parent, and the table: unless the value hangs on a
    /// repetition above this node.
    #[inline]
    pub(super) fn settled(
        &mut self,
        table_key: u64,
        node: &Node<'_, G::Position>,
        best: Worth,
        best_index: u16,
    ) -> Worth {
        let is_true_of_position = best.anchor >= node.ply as Anchor;
        if node.depth >= self.least_depth_in_table && !self.meter.is_stopped() {
            self.witness.remembers(table_key);
            self.table.remember(
                table_key,
                Memory {
                    score: best.score.seen_from_later(node.ply as u32),
                    bound: match best.score {
                        _ if !is_true_of_position => Bound::None,
                        score if score >= node.window.beta => Bound::Lower,
                        score if score <= node.window.alpha => Bound::Upper,
                        _ => Bound::Exact,
                    },
                    depth: node.depth as u8,
                    complete: best.complete,
                    best: best_index,
                },
            );
        }
        best.seen_from_above(node.ply)
    }
}

fn recalled(key: u64, memory: Memory) -> Recalled {
    Recalled {
        key,
        score: memory.score,
        bound: memory.bound,
        depth: memory.depth,
    }
}
