//! Forced play. Blocks and single safe moves are played out at once, so that
//! the search only ever sees positions with a choice.

use super::super::board::Board;

/// A position with what both sides could win on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moment {
    /// The stones of the side to move, and of the other.
    pub(super) own: u64,
    pub(super) other: u64,
    /// The empty squares that complete a four for each of them.
    pub(super) own_wins: u64,
    pub(super) other_wins: u64,
    pub(super) stones: i32,
}

/// Where forced play leads.
pub(super) enum End {
    /// The game's score in points, seen by the side to move there.
    Decided(i32),
    /// Nobody can win at once, and the side to move has two moves or more
    /// after which the other side cannot win at once.
    Quiet(Moment),
}

impl Moment {
    pub(super) fn of<const W: usize, const H: usize>(board: &Board<W, H>) -> Moment {
        let (own, other) = (board.own, board.opponent());
        let empty = Board::<W, H>::FULL & !board.occupied;
        Moment {
            own,
            other,
            own_wins: Board::<W, H>::completions(own) & empty,
            other_wins: Board::<W, H>::completions(other) & empty,
            stones: board.stones() as i32,
        }
    }

    #[inline(always)]
    pub(super) fn board<const W: usize, const H: usize>(&self) -> Board<W, H> {
        Board {
            own: self.own,
            occupied: self.own | self.other,
        }
    }

    #[inline(always)]
    pub(super) fn playable<const W: usize, const H: usize>(&self) -> u64 {
        self.board::<W, H>().playable()
    }

    /// The moves after which the other side cannot win just above.
    #[inline(always)]
    pub(super) fn safe<const W: usize, const H: usize>(&self) -> u64 {
        self.playable::<W, H>() & !(self.other_wins >> 1)
    }

    #[inline(always)]
    pub(super) fn after<const W: usize, const H: usize>(&self, square: u64) -> Moment {
        let own = self.own | square;
        let empty = Board::<W, H>::FULL & !(own | self.other);
        Moment {
            own: self.other,
            other: own,
            own_wins: self.other_wins & !square,
            other_wins: Board::<W, H>::completions(own) & empty,
            stones: self.stones + 1,
        }
    }

    /// Plays until there is a choice or the result is plain; also says how
    /// many moves that took.
    #[inline(always)]
    pub(super) fn follow<const W: usize, const H: usize>(mut self) -> (End, i32) {
        let start = self.stones;
        loop {
            let playable = self.playable::<W, H>();
            if self.own_wins & playable != 0 {
                let points = super::points_of_win::<W, H>(self.stones);
                return (End::Decided(points), self.stones - start);
            }
            let threats = self.other_wins & playable;
            let safe = self.safe::<W, H>();
            let moves = match threats {
                0 => safe,
                one if one & (one - 1) == 0 => one & safe,
                _ => 0,
            };
            if moves == 0 {
                let points = match playable {
                    0 => 0,
                    _ => -super::points_of_win::<W, H>(self.stones + 1),
                };
                return (End::Decided(points), self.stones - start);
            }
            if moves & (moves - 1) != 0 {
                return (End::Quiet(self), self.stones - start);
            }
            self = self.after::<W, H>(moves);
        }
    }
}
