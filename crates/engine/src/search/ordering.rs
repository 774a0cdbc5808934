//! Which move is tried first: the most promising by the game's own hints and by
//! what the search has seen so far; ties keep the generated order.

use super::experience::{Experience, HIGHEST};
use super::negamax::Node;
use crate::game::{Game, Heuristics};
use crate::judge::Judge;

/// A move of the node: its urgency above, and below it its index in the fixed
/// order, turned round so that of equals the first generated is the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Candidate(i64);

impl Candidate {
    #[inline]
    fn new(index: u16, urgency: i32) -> Candidate {
        Candidate((i64::from(urgency) << 16) + i64::from(u16::MAX - index))
    }

    /// The same move, to be tried when all others have been.
    #[inline]
    pub(crate) fn put_off(self) -> Candidate {
        Candidate::new(self.index(), i32::MIN)
    }

    #[inline]
    pub(crate) fn was_put_off(self) -> bool {
        self.0 >> 16 == i64::from(i32::MIN)
    }

    #[inline]
    pub(crate) fn index(self) -> u16 {
        u16::MAX - self.0 as u16
    }
}

/// What the experience of the search adds to a game's own hints, in the units
/// of [`Heuristics::promise`]: a perfect standing, and the two killers.
const STANDING: i32 = 64;
const KILLERS: [i32; 2] = [16, 8];

/// Appends a candidate for each move of a node but the one that was tried already.
#[inline]
pub(super) fn rank<G: Game, H: Heuristics<G>>(
    judge: &Judge<'_, G, H>,
    experience: &Experience<G::Move>,
    node: &Node<'_, G::Position>,
    moves: &[G::Move],
    tried: u16,
    candidates: &mut Vec<Candidate>,
) {
    let position = node.position;
    let player = judge.game.to_move(position);
    let killers = experience.killers(node.ply);
    for (index, &mv) in moves.iter().enumerate() {
        let index = index as u16;
        if index == tried {
            continue;
        }
        let mut urgency = judge.heuristics.promise(judge.game, position, mv)
            + experience.standing(player, mv) * STANDING / HIGHEST;
        for (killer, bonus) in killers.into_iter().zip(KILLERS) {
            if killer == Some(mv) {
                urgency += bonus;
            }
        }
        candidates.push(Candidate::new(index, urgency));
    }
}

/// Appends a candidate for each of so many moves but one, all equally urgent.
pub(crate) fn keep_order(count: usize, tried: u16, candidates: &mut Vec<Candidate>) {
    let others = (0..count as u16).filter(|&index| index != tried);
    candidates.extend(others.map(|index| Candidate::new(index, 0)));
}

/// A node that has looked at so many moves will probably look at all of them:
/// then to sort the rest is cheaper than to pick the next one again and again.
const PICKS: usize = 4;

/// The most urgent of the candidates after those that were taken, which it joins.
#[inline]
pub(crate) fn next_best(candidates: &mut [Candidate], taken: usize) -> Candidate {
    let rest = &mut candidates[taken..];
    if taken < PICKS {
        // Which of two is better cannot be foretold: two choices cost less than a wrong guess.
        let (mut best, mut place) = (rest[0], 0);
        for (at, &candidate) in rest.iter().enumerate() {
            let is_better = candidate > best;
            best = if is_better { candidate } else { best };
            place = if is_better { at } else { place };
        }
        rest.swap(0, place);
    } else if taken == PICKS {
        rest.sort_unstable_by(|one, other| other.cmp(one));
    }
    rest[0]
}
