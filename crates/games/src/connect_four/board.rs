//! The board as two words of bits, for any size that fits into 64.
//!
//! Columns stand side by side, each with one spare bit on top that is never
//! occupied, so that shifting along a line never runs into the next column.
//! For 7x6:
//!
//! ```text
//!   6 13 20 27 34 41 48   always empty
//!   5 12 19 26 33 40 47   top row
//!   4 11 18 25 32 39 46
//!   3 10 17 24 31 38 45
//!   2  9 16 23 30 37 44
//!   1  8 15 22 29 36 43
//!   0  7 14 21 28 35 42   bottom row
//! ```

/// A position of W columns and H rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<const W: usize, const H: usize> {
    /// The stones of the side to move.
    pub own: u64,
    /// All stones.
    pub occupied: u64,
}

impl<const W: usize, const H: usize> Board<W, H> {
    /// From one column to the next.
    pub const STRIDE: u32 = H as u32 + 1;
    /// The lowest square of every column.
    pub const BOTTOM: u64 = {
        let mut bits = 0;
        let mut column = 0;
        while column < W {
            bits |= 1 << (column * (H + 1));
            column += 1;
        }
        bits
    };
    /// Every square of the board.
    pub const FULL: u64 = Self::BOTTOM * ((1 << H) - 1);

    pub const EMPTY: Board<W, H> = Board {
        own: 0,
        occupied: 0,
    };

    /// The square in a column and row, both counted from 0.
    pub const fn square(column: usize, row: usize) -> u64 {
        1 << (column * (H + 1) + row)
    }

    /// All squares of a column.
    pub const fn column(column: usize) -> u64 {
        ((1 << H) - 1) << (column * (H + 1))
    }

    /// The squares on which a stone would come to rest, one in each open column.
    #[inline]
    pub const fn playable(&self) -> u64 {
        (self.occupied + Self::BOTTOM) & Self::FULL
    }

    /// The stones of the side that has just moved.
    #[inline]
    pub const fn opponent(&self) -> u64 {
        self.own ^ self.occupied
    }

    #[inline]
    pub const fn stones(&self) -> u32 {
        self.occupied.count_ones()
    }

    #[inline]
    pub const fn is_full(&self) -> bool {
        self.occupied == Self::FULL
    }

    /// The board after the side to move has put a stone on a playable square.
    #[inline]
    pub const fn after(&self, square: u64) -> Board<W, H> {
        Board {
            own: self.opponent(),
            occupied: self.occupied | square,
        }
    }

    /// A number that no other board of this size has: the stones of one side,
    /// and a marker above the top of each column.
    #[inline]
    pub const fn unique(&self) -> u64 {
        self.own + self.occupied + Self::BOTTOM
    }

    /// Whether these stones hold a line of four.
    #[inline]
    pub const fn has_four(stones: u64) -> bool {
        Self::lines_of_four(stones) != 0
    }

    /// The first stones of all lines of four.
    #[inline]
    const fn lines_of_four(stones: u64) -> u64 {
        let upright = stones & (stones >> 1);
        let level = stones & (stones >> Self::STRIDE);
        let rising = stones & (stones >> (Self::STRIDE + 1));
        let falling = stones & (stones >> (Self::STRIDE - 1));
        (upright & (upright >> 2))
            | (level & (level >> (2 * Self::STRIDE)))
            | (rising & (rising >> (2 * (Self::STRIDE + 1))))
            | (falling & (falling >> (2 * (Self::STRIDE - 1))))
    }

    /// The empty squares that would complete a line of four for these stones.
    #[inline]
    pub const fn winning_squares(stones: u64, occupied: u64) -> u64 {
        let upright = (stones << 1) & (stones << 2) & (stones << 3);
        let wins = upright
            | Self::completed_along(stones, Self::STRIDE)
            | Self::completed_along(stones, Self::STRIDE + 1)
            | Self::completed_along(stones, Self::STRIDE - 1);
        wins & (Self::FULL ^ occupied)
    }

    /// The squares that make four with three stones along one direction.
    #[inline]
    const fn completed_along(stones: u64, step: u32) -> u64 {
        let pair_below = (stones << step) & (stones << (2 * step));
        let pair_above = (stones >> step) & (stones >> (2 * step));
        (pair_below & (stones << (3 * step)))
            | (pair_below & (stones >> step))
            | (pair_above & (stones << step))
            | (pair_above & (stones >> (3 * step)))
    }

    /// The number of the board or of its mirror image, whichever is smaller. The
    /// columns of a number stand side by side like those of a board.
    #[inline]
    pub fn unique_up_to_mirror(&self) -> u64 {
        let unique = self.unique();
        let mirrored = (0..W).fold(0, |mirrored, column| {
            let part = unique >> (column * (H + 1)) & ((1 << (H + 1)) - 1);
            mirrored | part << ((W - 1 - column) * (H + 1))
        });
        unique.min(mirrored)
    }

    /// The mirror image, left and right exchanged.
    pub fn mirrored(&self) -> Board<W, H> {
        let mirror = |bits: u64| {
            (0..W).fold(0, |mirrored, column| {
                let part = bits >> (column * (H + 1)) & ((1 << H) - 1);
                mirrored | part << ((W - 1 - column) * (H + 1))
            })
        };
        Board {
            own: mirror(self.own),
            occupied: mirror(self.occupied),
        }
    }
}
