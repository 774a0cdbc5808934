//! What a selective search leaves out. Every shortcut ends in an estimate or in
//! a proof found by searching: none of them calls a position won or lost that
//! was not looked at move by move.

use super::negamax::{Node, Worker};
use crate::game::{Game, Heuristics, Horizon};
use crate::witness::Witness;
use crate::worth::Worth;

/// What a selective search may leave out in a game, each switched on where a
/// match has shown it to pay. None of it can make a win or a loss out of thin
/// air: a proof never rests on a move that was not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcuts {
    /// Moves far down the list are first looked at less deeply (LMR).
    pub late_move_reductions: bool,
    /// Near the horizon, a position is left alone when it is better than asked
    /// for by so many points for every ply still to go (static null move).
    pub reverse_futility: Option<i32>,
    /// A position of which the table knows no move is looked at less deeply (IIR).
    pub internal_iterative_reduction: bool,
}

impl Shortcuts {
    pub const NONE: Shortcuts = Shortcuts {
        late_move_reductions: false,
        reverse_futility: None,
        internal_iterative_reduction: false,
    };
}

/// Reverse futility is for the last plies before the horizon.
const MOST_DEPTH_FOR_FUTILITY: i32 = 4;

/// How many plies less a late move is first looked at: more the later it comes
/// and the deeper the search.
#[inline]
pub(super) fn reduction(child_depth: i32, place: usize, is_principal: bool) -> i32 {
    const FIRST_LATE: usize = 3;
    if place < FIRST_LATE || child_depth < 2 {
        return 0;
    }
    let by_place = place.ilog2() as i32;
    let by_depth = child_depth.ilog2() as i32;
    let plies = (by_place * by_depth + 1) / 2 - i32::from(is_principal);
    plies.clamp(0, child_depth - 1)
}

impl<G: Game, H: Heuristics<G>, W: Witness<G>> Worker<'_, G, H, W> {
    /// The worth of a position that is so much better than asked for that the few
    /// plies left will not change it.
    #[inline]
    pub(super) fn shortcut(&self, node: &Node<'_, G::Position>) -> Option<Worth> {
        let Node { depth, window, .. } = *node;
        if !window.is_null() || window.is_decisive() || depth > MOST_DEPTH_FOR_FUTILITY {
            return None;
        }
        let margin = self.shortcuts.reverse_futility?;
        if self.judge.horizon(node.position) == Horizon::Extend {
            return None;
        }
        let estimate = self.judge.estimate(node.position);
        (estimate >= window.beta.shifted(margin * depth)).then(|| Worth::estimate(estimate))
    }
}
