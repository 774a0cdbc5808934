//! Endings that are hard or impossible to win are worth less than their pieces.

use crate::draughts::board::{Board, Word};
use crate::draughts::position::Position;
use crate::draughts::ruleset::{Ruleset, WordOf};

/// Against a king, a lead of a piece or two in a small ending is seldom enough.
const FEW_PIECES: u32 = 8;

/// The score, brought nearer to 0 where a win is unlikely.
pub(super) fn scaled<R: Ruleset>(position: &Position<WordOf<R>>, score: i32) -> i32 {
    let stronger = if score > 0 { 0 } else { 1 };
    let own = position.pieces[stronger];
    let other = position.pieces[1 - stronger];
    if (other & position.kings).is_empty() {
        return score;
    }
    let (own_count, other_count) = (own.count(), other.count());
    let lead = own_count.saturating_sub(other_count);
    if !R::FLYING_KINGS {
        return if lead <= 1 && own_count + other_count <= FEW_PIECES {
            score / 2
        } else {
            score
        };
    }
    if is_dead_draw::<R>(own_count, other) {
        score / 16
    } else if lead <= 2 && own_count + other_count <= FEW_PIECES {
        score / 2
    } else {
        score
    }
}

/// The score, brought nearer to 0 where a flying king on its own cannot be caught:
/// all else is for what was learnt to say.
pub(super) fn settled<R: Ruleset>(position: &Position<WordOf<R>>, score: i32) -> i32 {
    let stronger = if score > 0 { 0 } else { 1 };
    let (own, other) = (position.pieces[stronger], position.pieces[1 - stronger]);
    let is_king = (other & position.kings) == other;
    if R::FLYING_KINGS && is_king && is_dead_draw::<R>(own.count(), other) {
        score / 16
    } else {
        score
    }
}

/// Whether so few cannot win against a lone flying king.
fn is_dead_draw<R: Ruleset>(own_count: u32, other: WordOf<R>) -> bool {
    let most_drawn = if R::Board::SIZE == 8 { 2 } else { 3 };
    let holds_diagonal = other.meets(R::Board::LONG_DIAGONAL);
    other.count() == 1 && (own_count <= most_drawn || (holds_diagonal && own_count <= 3))
}
