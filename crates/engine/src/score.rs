//! What a position is worth: an estimate, or won or lost in so many plies.

use crate::game::WinDrawLoss;

/// A totally ordered value seen by one side: every loss is below every
/// estimate, every estimate below every win; the later loss and the earlier
/// win are the better ones. A draw is the estimate 0: whether that 0 is a proof
/// or an opinion is known to the search that found it, and [`Value`] says it.
///
/// ```text
///   lost in 0 … lost in n … │ -LIMIT … estimates … +LIMIT │ … won in n … won in 0
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

const WON_NOW: i32 = 1 << 30;
/// The longest distance to the end of a game that a score can hold.
pub const LONGEST: u32 = 1 << 20;
/// Ends at this distance and beyond are known to come, not when: what lies beyond
/// it is how far off that knowledge is.
const FAR: u32 = LONGEST / 2;
const ESTIMATE_LIMIT: i32 = WON_NOW - LONGEST as i32 - 1;

impl Score {
    pub const DRAW: Score = Score(0);
    /// Below and above every score that a search can return.
    pub const MIN: Score = Score(-WON_NOW - 1);
    pub const MAX: Score = Score(WON_NOW + 1);

    /// An evaluation's opinion; absurdly large ones are held below any win.
    #[inline]
    pub fn estimate(points: i32) -> Score {
        Score(points.clamp(-ESTIMATE_LIMIT, ESTIMATE_LIMIT))
    }

    #[inline]
    pub const fn won_in(plies: u32) -> Score {
        Score(WON_NOW - if plies < LONGEST { plies } else { LONGEST } as i32)
    }

    #[inline]
    pub const fn lost_in(plies: u32) -> Score {
        Score(-Score::won_in(plies).0)
    }

    /// The end of a game that lies so many plies ahead.
    #[inline]
    pub fn of_result(result: WinDrawLoss, plies: u32) -> Score {
        match result {
            WinDrawLoss::Win => Score::won_in(plies),
            WinDrawLoss::Draw => Score::DRAW,
            WinDrawLoss::Loss => Score::lost_in(plies),
        }
    }

    /// A result that is known so many plies ahead, though not how far off the end is:
    /// below every win whose distance is known, above every estimate.
    #[inline]
    pub fn of_far_result(result: WinDrawLoss, plies: u32) -> Score {
        Score::of_result(result, FAR + plies)
    }

    /// How far off the knowledge is that the game is won or lost, where its end lies
    /// beyond what was seen.
    #[inline]
    pub const fn plies_to_knowledge(self) -> Option<u32> {
        match self.plies_to_end() {
            Some(plies) => plies.checked_sub(FAR),
            None => None,
        }
    }

    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 > ESTIMATE_LIMIT
    }

    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < -ESTIMATE_LIMIT
    }

    /// Won or lost: true whatever the search has not looked at.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// How far off the end of a won or lost game is.
    #[inline]
    pub const fn plies_to_end(self) -> Option<u32> {
        if self.is_decisive() {
            Some((WON_NOW - self.0.abs()) as u32)
        } else {
            None
        }
    }

    /// The points of an estimate; a draw is 0. `None` for won and lost.
    #[inline]
    pub const fn points(self) -> Option<i32> {
        if self.is_decisive() {
            None
        } else {
            Some(self.0)
        }
    }

    /// The same score told from `plies` earlier: a win lies that much further off.
    #[inline]
    pub const fn seen_from_earlier(self, plies: u32) -> Score {
        if self.is_win() {
            Score(self.0 - plies as i32)
        } else if self.is_loss() {
            Score(self.0 + plies as i32)
        } else {
            self
        }
    }

    /// The same score told from `plies` later: the inverse of
    /// [`seen_from_earlier`](Score::seen_from_earlier).
    #[inline]
    pub const fn seen_from_later(self, plies: u32) -> Score {
        if self.is_win() {
            Score(self.0 + plies as i32)
        } else if self.is_loss() {
            Score(self.0 - plies as i32)
        } else {
            self
        }
    }

    /// The neighbours in the order of scores: the edges of a null window.
    #[inline]
    pub const fn just_above(self) -> Score {
        Score(self.0 + 1)
    }

    #[inline]
    pub const fn just_below(self) -> Score {
        Score(self.0 - 1)
    }

    /// This far above or below, within the estimates; won and lost stay as they are.
    #[inline]
    pub fn shifted(self, points: i32) -> Score {
        if self.is_decisive() {
            self
        } else {
            Score::estimate(self.0.saturating_add(points))
        }
    }

    /// As one number, for packing into a table; [`Score::from_bits`] reads it back.
    #[inline]
    pub(crate) const fn to_bits(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    pub(crate) const fn from_bits(bits: u32) -> Score {
        Score(bits as i32)
    }

    /// The score as it is told to people. `proven` says whether a draw is one.
    #[inline]
    pub fn value(self, proven: bool) -> Value {
        let plies = self.plies_to_end().filter(|&plies| plies < FAR);
        match self.plies_to_end() {
            Some(_) if self.is_win() => Value::Win { plies },
            Some(_) => Value::Loss { plies },
            None if proven && self == Score::DRAW => Value::Draw,
            None => Value::Estimate(self.0),
        }
    }
}

impl std::ops::Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl std::fmt::Debug for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.value(false))
    }
}

/// A score as it is told to people, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Proven; `plies` to the end under best play, where the distance is known.
    Win {
        plies: Option<u32>,
    },
    Draw,
    Loss {
        plies: Option<u32>,
    },
    /// An opinion, in the evaluation's points.
    Estimate(i32),
    /// A limit came before the proof.
    Unknown,
}

impl Value {
    #[inline]
    pub fn is_proven(self) -> bool {
        !matches!(self, Value::Estimate(_) | Value::Unknown)
    }

    pub fn of_result(result: WinDrawLoss, plies: Option<u32>) -> Value {
        match result {
            WinDrawLoss::Win => Value::Win { plies },
            WinDrawLoss::Draw => Value::Draw,
            WinDrawLoss::Loss => Value::Loss { plies },
        }
    }

    /// What is proven.
    pub fn result(self) -> Option<WinDrawLoss> {
        match self {
            Value::Win { .. } => Some(WinDrawLoss::Win),
            Value::Draw => Some(WinDrawLoss::Draw),
            Value::Loss { .. } => Some(WinDrawLoss::Loss),
            Value::Estimate(_) | Value::Unknown => None,
        }
    }

    /// The bare result, without its distance.
    #[inline]
    pub fn without_distance(self) -> Value {
        match self {
            Value::Win { .. } => Value::Win { plies: None },
            Value::Loss { .. } => Value::Loss { plies: None },
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sooner_win_is_better_and_a_later_loss_is_better() {
        let rising = [
            Score::MIN,
            Score::lost_in(0),
            Score::lost_in(7),
            Score::estimate(i32::MIN),
            Score::estimate(-5),
            Score::DRAW,
            Score::estimate(i32::MAX),
            Score::won_in(9),
            Score::won_in(1),
            Score::MAX,
        ];
        assert!(rising.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn negation_turns_a_win_into_the_loss_of_the_same_length() {
        for plies in [0, 1, 41, LONGEST] {
            assert_eq!(-Score::won_in(plies), Score::lost_in(plies));
            assert_eq!(Score::won_in(plies).plies_to_end(), Some(plies));
            assert!(Score::lost_in(plies).is_loss());
        }
    }

    #[test]
    fn telling_a_score_from_earlier_and_back_gives_the_same_score() {
        for score in [Score::won_in(3), Score::lost_in(4), Score::estimate(-77)] {
            assert_eq!(score.seen_from_earlier(5).seen_from_later(5), score);
        }
        assert_eq!(Score::won_in(3).seen_from_earlier(2), Score::won_in(5));
    }

    #[test]
    fn an_estimate_never_passes_for_a_proof() {
        assert!(!Score::estimate(i32::MAX).is_decisive());
        assert_eq!(Score::DRAW.value(false), Value::Estimate(0));
        assert_eq!(Score::DRAW.value(true), Value::Draw);
    }
}
