//! Which move is looked at first.
//!
//! What counts is to be consistent: neighbouring positions that choose the same
//! plan run into each other's results. Orders that find the refutation more
//! often but change their mind from one position to the next cost more nodes.

use super::super::board::Board;
use super::chain::Moment;

/// The lines of four through each square.
const fn lines_through<const W: usize, const H: usize>() -> [u8; 64] {
    let mut counts = [0; 64];
    let mut square = 0;
    while square < W * (H + 1) {
        let steps = [1, H, H + 1, H + 2];
        let mut direction = 0;
        while direction < 4 {
            let step = steps[direction];
            let line = 1 | 1 << step | 1 << (2 * step) | 1 << (3 * step);
            let is_inside =
                square + 3 * step < W * (H + 1) && (line << square) & !Board::<W, H>::FULL == 0;
            let mut stone = 0;
            while is_inside && stone < 4 {
                counts[square + stone * step] += 1;
                stone += 1;
            }
            direction += 1;
        }
        square += 1;
    }
    counts
}

impl<const W: usize, const H: usize> Board<W, H> {
    const LINES_THROUGH: [u8; 64] = lines_through::<W, H>();
}

/// The promise of a move that leads to `child` by `plies` moves, the forced ones
/// included. The weights come from a descent on the nodes of the empty board and
/// of the hard early positions.
#[inline(always)]
pub(super) fn promise<const W: usize, const H: usize>(
    square: u64,
    child: &Moment,
    plies: i32,
) -> i32 {
    let is_turned = plies & 1 == 1;
    let wins = if is_turned {
        child.other_wins
    } else {
        child.own_wins
    };
    let soon = wins & (child.playable::<W, H>() << 1);
    let lines = Board::<W, H>::LINES_THROUGH[square.trailing_zeros() as usize & 63];
    12 * wins.count_ones() as i32 + 12 * soon.count_ones() as i32 + 8 * plies
        - 4 * i32::from(is_turned)
        + 2 * i32::from(lines)
}
