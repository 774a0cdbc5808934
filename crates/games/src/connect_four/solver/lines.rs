//! Lines of four on bit boards, all four directions side by side.
//!
//! These functions are inlined whatever it costs, so that they are compiled
//! with the instructions of their caller: where there are vector registers the
//! four directions fill one (see [`super::processor`]).

use super::super::board::Board;

/// How far apart neighbours on a line are: upright, falling, level, rising.
const fn steps(height: usize) -> [u32; 4] {
    let height = height as u32;
    [1, height, height + 1, height + 2]
}

#[inline(always)]
fn over_all_directions<const H: usize>(along: impl Fn(u32) -> u64) -> u64 {
    let found = steps(H).map(along);
    (found[0] | found[1]) | (found[2] | found[3])
}

impl<const W: usize, const H: usize> Board<W, H> {
    /// The squares that make a four with three of `stones`, whether they are
    /// empty or not; some lie outside the board.
    #[inline(always)]
    pub(super) fn completions(stones: u64) -> u64 {
        over_all_directions::<H>(|step| {
            let (up1, up2, up3) = (stones << step, stones << (2 * step), stones << (3 * step));
            let (down1, down2, down3) =
                (stones >> step, stones >> (2 * step), stones >> (3 * step));
            (up1 & up2 & (up3 | down1)) | (down1 & down2 & (up1 | down3))
        })
    }

    #[inline(always)]
    pub(super) fn holds_a_four(squares: u64) -> bool {
        over_all_directions::<H>(|step| {
            let pairs = squares & (squares >> step);
            pairs & (pairs >> (2 * step))
        }) != 0
    }

    /// All squares of all lines of four that lie within `squares`.
    #[inline(always)]
    pub(super) fn squares_of_fours(squares: u64) -> u64 {
        over_all_directions::<H>(|step| {
            let pairs = squares & (squares >> step);
            let starts = pairs & (pairs >> (2 * step));
            let halves = starts | (starts << step);
            halves | (halves << (2 * step))
        })
    }

    /// All squares above `squares`, column by column.
    #[inline(always)]
    pub(super) fn above(squares: u64) -> u64 {
        let mut above = (squares << 1) & Self::FULL;
        for _ in 2..H {
            above |= (above << 1) & Self::FULL;
        }
        above
    }
}
