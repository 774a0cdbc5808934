//! Which move is tried first: the most promising by the game's own hints; ties
//! keep the generated order.

use crate::game::{Game, Heuristics};

/// A move of the node: its urgency above, and below it its index in the fixed
/// order, turned round so that of equals the first generated is the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Candidate(i64);

impl Candidate {
    #[inline]
    fn new(index: u16, urgency: i32) -> Candidate {
        Candidate((i64::from(urgency) << 16) + i64::from(u16::MAX - index))
    }

    #[inline]
    pub(crate) fn index(self) -> u16 {
        u16::MAX - self.0 as u16
    }
}

/// Appends a candidate for each of `moves` but the one that was tried already.
#[inline]
pub(crate) fn rank<G: Game, H: Heuristics<G>>(
    game: &G,
    heuristics: &H,
    position: &G::Position,
    moves: &[G::Move],
    tried: u16,
    candidates: &mut Vec<Candidate>,
) {
    for (index, &mv) in moves.iter().enumerate() {
        let index = index as u16;
        if index != tried {
            candidates.push(Candidate::new(
                index,
                heuristics.promise(game, position, mv),
            ));
        }
    }
}

/// Brings the most urgent of the rest to the front and returns it.
#[inline]
pub(crate) fn next_best(rest: &mut [Candidate]) -> Candidate {
    let mut best = 0;
    for place in 1..rest.len() {
        if rest[place] > rest[best] {
            best = place;
        }
    }
    rest.swap(0, best);
    rest[0]
}
