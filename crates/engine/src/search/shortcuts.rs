//! What a selective search leaves out. Every shortcut ends in an estimate or in
//! a proof found by searching: none of them calls a position won or lost that
//! was not looked at move by move.

use super::negamax::{Worker, Worth};
use crate::deepening::Window;
use crate::game::{Game, Heuristics, Horizon};

/// Futility is for the last plies before the horizon.
const MOST_DEPTH_FOR_FUTILITY: i32 = 4;
const LEAST_DEPTH_FOR_PASSING: i32 = 3;
const LEAST_DEPTH_FOR_PROB_CUT: i32 = 5;
/// How much less deeply ProbCut looks. Even, so that the same side moves last.
const PROB_CUT_REDUCTION: i32 = 4;

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

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// The worth of a position by one of the shortcuts, if it is enough for the window.
    #[inline]
    pub(super) fn shortcut(
        &mut self,
        position: &G::Position,
        depth: i32,
        window: Window,
        ply: usize,
    ) -> Option<Worth> {
        if !window.is_null() || window.is_decisive() {
            return None;
        }
        let (game, heuristics) = (self.judge.game, self.judge.heuristics);
        let futility = self.shortcuts.futility;
        let futility = futility.filter(|_| depth <= MOST_DEPTH_FOR_FUTILITY);
        let prob_cut = self.shortcuts.prob_cut;
        let prob_cut = prob_cut.filter(|_| depth >= LEAST_DEPTH_FOR_PROB_CUT);
        let passed = match self.has_passed || depth < LEAST_DEPTH_FOR_PASSING {
            true => None,
            false => heuristics.passed(game, position),
        };
        let is_pointless = futility.is_none() && prob_cut.is_none() && passed.is_none();
        if is_pointless || heuristics.horizon(game, position) == Horizon::Extend {
            return None;
        }
        let estimate = self.judge.estimate(position);
        if let Some(margin) = futility
            && estimate >= window.beta.shifted(margin * depth)
        {
            // So much better than asked for that the few plies left will not change it.
            return Some(Worth::estimate(estimate));
        }
        if let Some(passed) = passed
            && estimate >= window.beta
            && let Some(worth) = self.by_passing(position, &passed, depth, window, ply)
        {
            return Some(worth);
        }
        let is_good = estimate >= window.beta;
        self.by_probability(position, prob_cut?, is_good, depth, window, ply)
    }

    /// Good enough even after giving the turn away.
    fn by_passing(
        &mut self,
        position: &G::Position,
        passed: &G::Position,
        depth: i32,
        window: Window,
        ply: usize,
    ) -> Option<Worth> {
        let game = self.judge.game;
        self.has_passed = true;
        if G::CAN_REPEAT {
            self.path.push(game.key(position));
        }
        let worth = self.value(passed, depth - 3 - depth / 4, window.turned(), ply + 1);
        if G::CAN_REPEAT {
            self.path.pop();
        }
        self.has_passed = false;
        let score = -worth.score;
        let is_enough = score >= window.beta && !self.meter.is_stopped();
        is_enough.then(|| {
            Worth::estimate(if score.is_decisive() {
                window.beta
            } else {
                score
            })
        })
    }

    /// A shallow search that misses the window by a wide margin speaks for the deep one.
    fn by_probability(
        &mut self,
        position: &G::Position,
        margin: i32,
        is_good: bool,
        depth: i32,
        window: Window,
        ply: usize,
    ) -> Option<Worth> {
        let beta = if is_good {
            window.beta.shifted(margin)
        } else {
            window.beta.shifted(-margin)
        };
        let shifted = Window {
            alpha: beta.just_below(),
            beta,
        };
        let mut worth = self.value(position, depth - PROB_CUT_REDUCTION, shifted, ply);
        let is_enough = (worth.score >= beta) == is_good && !self.meter.is_stopped();
        worth.complete &= worth.score.is_decisive();
        is_enough.then_some(worth)
    }
}
