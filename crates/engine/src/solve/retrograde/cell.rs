//! What a table holds of one state: one byte.
//!
//! 0 is a state that is not decided; when the solver has ended, that means a draw.
//! Otherwise the byte is 1 + 2n for "lost in n plies" and 2 + 2n for "won in n
//! plies", seen by the side to move. The order of the bytes is the order of the
//! distances, and a level of the solver is a pair of neighbouring bytes.

use crate::score::Score;

/// The value of a state for the side to move, with the distance to the end under
/// best play: the winner hurries, the loser delays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cell(pub u8);

impl Cell {
    /// Not decided, or drawn.
    pub const OPEN: Cell = Cell(0);
    /// The longest distance that a cell can hold; it stands for all longer ones too.
    pub const LONGEST: u8 = 126;

    pub const fn lost(plies: u8) -> Cell {
        Cell(1 + 2 * plies)
    }

    pub const fn won(plies: u8) -> Cell {
        Cell(2 + 2 * plies)
    }

    #[inline(always)]
    pub const fn is_open(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub const fn is_lost(self) -> bool {
        self.0 % 2 == 1
    }

    #[inline(always)]
    pub const fn is_won(self) -> bool {
        self.0 != 0 && self.0.is_multiple_of(2)
    }

    /// The distance to the end; `None` for a draw.
    #[inline(always)]
    pub const fn plies(self) -> Option<u8> {
        match self.0 {
            0 => None,
            byte => Some((byte - 1) / 2),
        }
    }

    /// What a move to a state of this value is worth to the side that makes it.
    #[inline(always)]
    pub const fn before(self) -> Cell {
        match self.0 {
            0 => Cell::OPEN,
            byte if byte >= Cell::lost(Cell::LONGEST).0 => {
                Cell(Cell::lost(Cell::LONGEST).0 + byte % 2)
            }
            byte if byte % 2 == 1 => Cell(byte + 3),
            byte => Cell(byte + 1),
        }
    }

    pub fn score(self) -> Score {
        match self.plies() {
            None => Score::DRAW,
            Some(plies) if self.is_won() => Score::won_in(u32::from(plies)),
            Some(plies) => Score::lost_in(u32::from(plies)),
        }
    }
}

impl std::fmt::Debug for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.plies() {
            None => write!(f, "drawn"),
            Some(plies) if self.is_won() => write!(f, "won in {plies}"),
            Some(plies) => write!(f, "lost in {plies}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_to_a_lost_state_wins_one_ply_later_and_the_reverse() {
        for plies in 0..Cell::LONGEST {
            assert_eq!(Cell::lost(plies).before(), Cell::won(plies + 1));
            assert_eq!(Cell::won(plies).before(), Cell::lost(plies + 1));
        }
        assert_eq!(Cell::OPEN.before(), Cell::OPEN);
        let longest = Cell::LONGEST;
        assert_eq!(Cell::lost(longest).before(), Cell::won(longest));
        assert_eq!(Cell::won(longest).before(), Cell::lost(longest));
    }

    #[test]
    fn a_cell_tells_its_result_and_its_distance() {
        for plies in 0..=Cell::LONGEST {
            let (won, lost) = (Cell::won(plies), Cell::lost(plies));
            assert_eq!((won.plies(), lost.plies()), (Some(plies), Some(plies)));
            assert_eq!(won.score(), Score::won_in(u32::from(plies)));
            assert_eq!(lost.score(), Score::lost_in(u32::from(plies)));
            assert!(won.is_won() && !won.is_lost() && lost.is_lost() && !lost.is_won());
        }
        assert_eq!(Cell::OPEN.score(), Score::DRAW);
    }
}
