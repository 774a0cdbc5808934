//! Which moves have done well elsewhere in the tree: the last ones that decided
//! a node on the same ply (*killers*), and how often a move has decided nodes
//! anywhere (*history*). Both are hints about the order of moves and nothing else.

use crate::game::{MAX_PLAYERS, Player};
use crate::hash::quick_hash;
use crate::pv::MAX_PLY;
use std::hash::Hash;

/// How far a move's standing can rise or fall.
pub(crate) const HIGHEST: i32 = 1 << 12;
const SLOTS: usize = 2048;

#[derive(Debug)]
pub(crate) struct Experience<M> {
    killers: Vec<[Option<M>; 2]>,
    /// By player and by a hash of the move: two moves in one slot share their standing.
    history: Vec<i16>,
}

impl<M: Copy + Eq + Hash> Experience<M> {
    pub(crate) fn new() -> Experience<M> {
        Experience {
            killers: vec![[None; 2]; MAX_PLY + 1],
            history: vec![0; MAX_PLAYERS * SLOTS],
        }
    }

    #[inline]
    pub(crate) fn killers(&self, ply: usize) -> [Option<M>; 2] {
        self.killers[ply]
    }

    /// From `-HIGHEST` to `HIGHEST`.
    #[inline]
    pub(crate) fn standing(&self, player: Player, mv: M) -> i32 {
        i32::from(self.history[slot(player, mv)])
    }

    /// The move decided a node.
    pub(crate) fn learn(&mut self, player: Player, ply: usize, depth: i32, best: M) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        self.shift(player, best, weight(depth));
    }

    /// The move was tried in vain before another one decided the node.
    pub(crate) fn doubt(&mut self, player: Player, depth: i32, mv: M) {
        self.shift(player, mv, -weight(depth));
    }

    /// The nearer to the limit, the smaller the step.
    fn shift(&mut self, player: Player, mv: M, by: i32) {
        let standing = &mut self.history[slot(player, mv)];
        let old = i32::from(*standing);
        *standing = (old + by - old * by.abs() / HIGHEST) as i16;
    }
}

/// What is seen deeper counts for more.
fn weight(depth: i32) -> i32 {
    (depth * depth).clamp(1, HIGHEST / 4)
}

#[inline]
fn slot<M: Hash>(player: Player, mv: M) -> usize {
    player.index() * SLOTS + ((quick_hash(&mv) >> 40) as usize & (SLOTS - 1))
}
