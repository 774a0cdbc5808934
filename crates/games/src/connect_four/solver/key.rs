//! What a position is remembered by.
//!
//! Early on that is the position itself or its mirror image. Later it is only
//! what can still matter, so that positions which differ in dead stones share
//! their value. Either way the key is a hash: two positions may have the same
//! one, with a chance of about 2^-60 for each pair. Results to be relied upon
//! are solved twice, with different seeds.

use super::super::board::Board;
use super::chain::Moment;

/// Mirror images are looked for up to so many stones.
const MIRRORED_UP_TO: i32 = 14;
/// Dead stones are forgotten from so many stones on: earlier there are too few
/// to pay for looking. On the small boards of the tests always.
const REDUCED_FROM: i32 = 22;

const ODD: [u64; 3] = [
    0x9e37_79b9_7f4a_7c15,
    0xd1b5_4a32_d192_ed03,
    0x8cb9_2ba7_2f3d_8dd7,
];

#[inline(always)]
pub(super) fn of<const W: usize, const H: usize>(quiet: &Moment, seed: u64) -> u64 {
    if quiet.stones >= REDUCED_FROM || W * H < 42 {
        return of_what_matters::<W, H>(quiet, seed);
    }
    let board = quiet.board::<W, H>();
    let whole = if quiet.stones <= MIRRORED_UP_TO {
        board.unique_up_to_mirror()
    } else {
        board.unique()
    };
    folded(folded(whole ^ seed, ODD[0]), ODD[1])
}

/// The upper and lower half of the product, one over the other.
#[inline(always)]
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// Equal for positions with the same future. docs/decisions/connect-four-solver.md
/// has the argument of each step.
#[inline(always)]
fn of_what_matters<const W: usize, const H: usize>(quiet: &Moment, seed: u64) -> u64 {
    let occupied = quiet.own | quiet.other;
    let mut open = Board::<W, H>::FULL & !occupied;
    let (mut own_wins, mut other_wins) = (quiet.own_wins, quiet.other_wins);

    // The game is over before a square is reached above one that wins for both,
    // or above the upper of two that win for one side.
    let ends =
        (own_wins & other_wins) | (own_wins & (own_wins << 1)) | (other_wins & (other_wins << 1));
    if ends != 0 {
        open &= !Board::<W, H>::above(ends);
        own_wins &= open;
        other_wins &= open;
    }

    // Lines through a square that wins already are no further use, so the stones
    // on them are forgotten and the winning square alone is remembered.
    let own_lines = Board::<W, H>::squares_of_fours(quiet.own | open & !own_wins);
    let other_lines = Board::<W, H>::squares_of_fours(quiet.other | open & !other_wins);
    let own = own_lines & quiet.own | own_wins;
    let other = other_lines & quiet.other | other_wins;

    // Columns in which nothing can happen any more are spare moves, wherever
    // they are: they count as full, and the number of stones is remembered.
    let alive = (own_lines | other_lines | own_wins | other_wins) & open;
    let tops = Board::<W, H>::BOTTOM << H;
    let dead = tops & !(alive + Board::<W, H>::FULL);
    let heights = (occupied + Board::<W, H>::BOTTOM) & !(dead - (dead >> H)) | dead;

    let stones = (quiet.stones as u64) << 56;
    let sides = folded(own ^ stones ^ ODD[0], other ^ seed ^ ODD[1]);
    folded(sides ^ heights, ODD[2])
}

#[cfg(test)]
mod tests {
    use super::super::plain::quiet_positions;
    use super::*;
    use std::collections::HashMap;

    /// Positions that share a key with an earlier one: all of them share its score.
    fn forgotten<const W: usize, const H: usize>(stones: u32, boards: u32) -> u64 {
        let mut known = HashMap::new();
        let mut shared = 0;
        quiet_positions::<W, H>(stones, boards, |quiet, points| {
            let before = known.insert(of::<W, H>(quiet, 0), points);
            shared += u64::from(before.is_some());
            assert_eq!(before.unwrap_or(points), points, "{quiet:?}");
        });
        shared
    }

    #[test]
    fn positions_of_a_5x4_board_with_the_same_key_have_the_same_score() {
        let shared = forgotten::<5, 4>(0, 1);
        assert!(shared > 100_000, "only {shared}");
    }

    #[test]
    fn positions_on_5x5_6x5_and_7x6_with_the_same_key_have_the_same_score() {
        let shared = [
            forgotten::<5, 5>(11, 20),
            forgotten::<6, 5>(15, 20),
            forgotten::<7, 6>(27, 20),
        ];
        assert!(shared.iter().all(|&shared| shared > 10_000), "{shared:?}");
    }
}
