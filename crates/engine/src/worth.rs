//! What a node of a depth-first search tells its parent.

use crate::path::{Anchor, FREE};
use crate::score::Score;
use crate::window::Perspective;

/// The worth of a node, seen by its camp to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worth {
    pub(crate) score: Score,
    /// The horizon played no part in it.
    pub(crate) complete: bool,
    /// The earliest ply on which it depends through a repetition: above that
    /// ply it is no truth about the position, and must not be remembered.
    pub(crate) anchor: Anchor,
}

impl Worth {
    pub(crate) fn proven(score: Score) -> Worth {
        Worth {
            score,
            complete: true,
            anchor: FREE,
        }
    }

    pub(crate) fn estimate(score: Score) -> Worth {
        Worth {
            score,
            complete: false,
            anchor: FREE,
        }
    }

    pub(crate) fn repetition(anchor: Anchor) -> Worth {
        Worth {
            score: Score::DRAW,
            complete: true,
            anchor,
        }
    }

    /// The same, as the parent of the node sees it.
    #[inline(always)]
    pub(crate) fn seen_by_parent(self, perspective: Perspective) -> Worth {
        Worth {
            score: perspective.score(self.score),
            ..self
        }
    }

    /// The same without an anchor on this ply or below, which concerns nobody above.
    #[inline]
    pub(crate) fn seen_from_above(self, ply: usize) -> Worth {
        let is_below = self.anchor >= ply as Anchor;
        Worth {
            anchor: if is_below { FREE } else { self.anchor },
            ..self
        }
    }
}
