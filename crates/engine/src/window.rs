//! The search window: which scores a search is asked to tell apart, and how it
//! looks from the other side.

use crate::score::Score;

/// What lies between these two is told exactly; outside, a bound is enough.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) const FULL: Window = Window {
        alpha: Score::MIN,
        beta: Score::MAX,
    };

    /// The null window that asks whether a score is at least this much.
    pub(crate) fn at_least(beta: Score) -> Window {
        Window {
            alpha: beta.just_below(),
            beta,
        }
    }

    /// The null window that only tells more than alpha from not more.
    pub(crate) fn null(self) -> Window {
        Window {
            beta: self.alpha.just_above(),
            ..self
        }
    }

    pub(crate) fn is_null(self) -> bool {
        self.alpha.just_above() >= self.beta
    }

    /// Whether it asks about the distance of a win or a loss.
    pub(crate) fn is_decisive(self) -> bool {
        self.alpha.is_decisive() || self.beta.is_decisive()
    }

    pub(crate) fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }
}

/// Whether a child belongs to the other camp than its parent. This is the only
/// place where a window or a score changes sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Perspective {
    pub(crate) is_turned: bool,
}

impl Perspective {
    /// A window of the parent's, seen by the child.
    #[inline(always)]
    pub(crate) fn window(self, window: Window) -> Window {
        if self.is_turned {
            Window {
                alpha: -window.beta,
                beta: -window.alpha,
            }
        } else {
            window
        }
    }

    /// A score of the child's, seen by the parent.
    #[inline(always)]
    pub(crate) fn score(self, score: Score) -> Score {
        if self.is_turned { -score } else { score }
    }
}
