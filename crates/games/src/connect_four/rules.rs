//! The rules: stones fall to the bottom of their column, four in a row win, a
//! full board is a draw.

use super::board::Board;
use plyground_engine::game::{Game, Outcome, Player};
use plyground_engine::random::{Random, mix};

/// Connect Four on W columns and H rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules<const W: usize, const H: usize>;

/// The game in the shops.
pub type ConnectFour = Rules<7, 6>;

/// A move is the column it is played in, counted from 0.
pub type Column = u8;

impl<const W: usize, const H: usize> Game for Rules<W, H> {
    type Position = Board<W, H>;
    type Move = Column;

    const CAN_REPEAT: bool = false;

    fn start(&self) -> Board<W, H> {
        Board::EMPTY
    }

    #[inline]
    fn to_move(&self, position: &Board<W, H>) -> Player {
        Player::seat(position.stones() as usize & 1)
    }

    #[inline]
    fn legal_moves(&self, position: &Board<W, H>, moves: &mut Vec<Column>) {
        let mut playable = position.playable();
        while playable != 0 {
            moves.push((playable.trailing_zeros() / Board::<W, H>::STRIDE) as Column);
            playable &= playable - 1;
        }
    }

    #[inline]
    fn legal_move_count(&self, position: &Board<W, H>, _scratch: &mut Vec<Column>) -> usize {
        position.playable().count_ones() as usize
    }

    #[inline]
    fn random_move(
        &self,
        position: &Board<W, H>,
        random: &mut Random,
        _scratch: &mut Vec<Column>,
    ) -> Option<Column> {
        let playable = position.playable();
        if playable == 0 {
            return None;
        }
        // Few columns are full, so trying again is cheaper than finding the nth open one.
        loop {
            let column = random.below(W);
            if playable & Board::<W, H>::column(column) != 0 {
                return Some(column as Column);
            }
        }
    }

    #[inline]
    fn after(&self, position: &Board<W, H>, column: Column) -> Board<W, H> {
        position.after(position.playable() & Board::<W, H>::column(column as usize))
    }

    #[inline]
    fn outcome(&self, position: &Board<W, H>) -> Option<Outcome> {
        if Board::<W, H>::has_four(position.opponent()) {
            Some(Outcome::Win(self.to_move(position).opponent()))
        } else if position.is_full() {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn key(&self, position: &Board<W, H>) -> u64 {
        mix(position.unique())
    }

    /// A position is worth what its mirror image is worth.
    #[inline]
    fn table_key(&self, position: &Board<W, H>) -> u64 {
        mix(position.unique_up_to_mirror())
    }
}
