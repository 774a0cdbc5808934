//! What the table may be believed, and when.

use super::negamax::{Worker, Worth, anchor_above};
use super::table::{Bound, Memory};
use crate::deepening::Window;
use crate::game::{Game, Heuristics};
use crate::path::{Anchor, FREE};

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// What the table says of a position, where that is enough for the window.
    #[inline]
    pub(super) fn believed(
        &self,
        memory: Memory,
        position: &G::Position,
        depth: i32,
        window: Window,
        ply: usize,
    ) -> Option<Worth> {
        if !self.is_valid(memory, depth, position) {
            return None;
        }
        let score = memory.score.seen_from_earlier(ply as u32);
        let decides = match memory.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
            Bound::None => false,
        };
        decides.then_some(Worth {
            score,
            complete: memory.complete,
            anchor: FREE,
        })
    }

    /// Whether a memory may stand for a search of this depth. A proof always may
    /// in a selective search, and an estimate that was made with no less depth.
    /// In an exact one an estimate may where it was made with the same depth,
    /// and where no position of the path could turn up again below; a win or loss
    /// that lies within both depths is a truth that this search would have found itself.
    #[inline]
    fn is_valid(&self, memory: Memory, depth: i32, position: &G::Position) -> bool {
        let same_depth = i32::from(memory.depth) == depth;
        match memory.score.plies_to_end() {
            _ if self.is_selective => {
                i32::from(memory.depth) >= depth || memory.complete || memory.score.is_decisive()
            }
            Some(plies) => {
                let reach = i32::from(memory.depth).min(depth);
                same_depth || (plies as i32) < reach
            }
            None => same_depth && self.reversible(position) == 0,
        }
    }

    /// A child that the table knows to be good enough saves searching any of them.
    /// All are called for before the first is looked at: memory answers slowly,
    /// but many questions at once.
    pub(super) fn known_decision(
        &self,
        position: &G::Position,
        base: usize,
        child_depth: i32,
        window: Window,
        ply: usize,
    ) -> Option<Worth> {
        const AT_ONCE: usize = 16;
        let game = self.judge.game;
        let is_root_camp = self.judge.is_root_camp(position);
        for moves in self.moves[base..].chunks(AT_ONCE) {
            let mut keys = [0; AT_ONCE];
            for (key, &mv) in keys.iter_mut().zip(moves) {
                *key = game.table_key(&game.after(position, mv)) ^ self.salt;
                self.table.expect(*key);
            }
            for (&key, &mv) in keys.iter().zip(moves) {
                if let Some(memory) = self.table.recall(key) {
                    let child = game.after(position, mv);
                    let found =
                        self.known_reply(&child, memory, is_root_camp, child_depth, window, ply);
                    if found.is_some() {
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
        child: &G::Position,
        memory: Memory,
        is_root_camp: bool,
        child_depth: i32,
        window: Window,
        ply: usize,
    ) -> Option<Worth> {
        let turns = is_root_camp != self.judge.is_root_camp(child);
        let own_window = if turns { window.turned() } else { window };
        let mut worth = self.believed(memory, child, child_depth, own_window, ply + 1)?;
        if turns {
            worth.score = -worth.score;
        }
        (worth.score >= window.beta).then_some(worth)
    }

    /// What the node tells its parent, and the table: unless the value hangs on a
    /// repetition above this node.
    #[inline]
    pub(super) fn settled(
        &self,
        table_key: u64,
        depth: i32,
        window: Window,
        ply: usize,
        (best, best_index): (Worth, u16),
    ) -> Worth {
        let is_true_of_position = best.anchor >= ply as Anchor;
        if depth >= self.least_depth_in_table && !self.meter.is_stopped() {
            self.table.remember(
                table_key,
                Memory {
                    score: best.score.seen_from_later(ply as u32),
                    bound: match best.score {
                        _ if !is_true_of_position => Bound::None,
                        score if score >= window.beta => Bound::Lower,
                        score if score <= window.alpha => Bound::Upper,
                        _ => Bound::Exact,
                    },
                    depth: depth as u8,
                    complete: best.complete,
                    best: best_index,
                },
            );
        }
        Worth {
            anchor: anchor_above(best.anchor, ply),
            ..best
        }
    }
}
