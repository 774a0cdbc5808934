//! Which move is tried first: the table's, then the most promising by the
//! game's own hints; ties keep the generated order.

use crate::game::{Game, Heuristics};

/// A move of the node, by its index in the fixed order, and its urgency.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) index: u16,
    pub(crate) urgency: i32,
}

/// Appends a candidate for each of `moves`.
#[inline]
pub(crate) fn rank<G: Game, H: Heuristics<G>>(
    game: &G,
    heuristics: &H,
    position: &G::Position,
    moves: &[G::Move],
    remembered: u16,
    candidates: &mut Vec<Candidate>,
) {
    candidates.extend(moves.iter().enumerate().map(|(index, &mv)| Candidate {
        index: index as u16,
        urgency: if index as u16 == remembered {
            i32::MAX
        } else {
            heuristics.promise(game, position, mv)
        },
    }));
}

/// Brings the most urgent of the rest to the front and returns it. Shifting,
/// not swapping, keeps equals in their order.
#[inline]
pub(crate) fn next_best(rest: &mut [Candidate]) -> Candidate {
    let mut best = 0;
    for index in 1..rest.len() {
        if rest[index].urgency > rest[best].urgency {
            best = index;
        }
    }
    rest[..=best].rotate_right(1);
    rest[0]
}
