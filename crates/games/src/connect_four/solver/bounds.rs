//! Upper bounds that need no search: the side that is not to move, here the
//! *follower*, has a plan that holds whatever the other side, the *leader*, does.
//!
//! The plan is to answer in the same column. In a column with an even number of
//! empty squares the leader then gets the squares called `LEADS` and the
//! follower those called `FOLLOWS`, the top one among them:
//!
//! ```text
//!   f   row 6
//!   l
//!   f
//!   l
//!   f
//!   l   row 1    (on a board of height 6)
//! ```
//!
//! A column with an odd number of empty squares is made even by pairing its
//! playable square with another such column's: whoever takes one of the two, the
//! other side has the other. Or the follower answers in it from the start, with
//! the parts exchanged: that is fine if it ends with a win of the follower.
//! docs/decisions/connect-four-solver.md states every bound as a proposition.

use super::super::board::Board;
use super::chain::Moment;

impl<const W: usize, const H: usize> Board<W, H> {
    const LEADS: u64 = {
        let mut squares = 0;
        let mut row = H % 2;
        while row < H {
            squares |= Self::BOTTOM << row;
            row += 2;
        }
        squares
    };
    const FOLLOWS: u64 = Self::FULL & !Self::LEADS;
}

/// What a plan of the follower leaves to the leader.
struct Plan<const W: usize, const H: usize> {
    leader: u64,
    follower: u64,
    /// Winning empty squares of the follower.
    wins: u64,
    empty: u64,
    playable: u64,
    /// The playable squares of the columns with an odd number of empty squares.
    odd: u64,
    /// The empty squares that the leader gets if all columns are even.
    led: u64,
}

/// A number of points below `asked` that the side to move cannot exceed, if a
/// plan shows one.
#[inline(always)]
pub(super) fn below<const W: usize, const H: usize>(quiet: &Moment, asked: i32) -> Option<i32> {
    let occupied = quiet.own | quiet.other;
    let empty = Board::<W, H>::FULL & !occupied;
    let playable = quiet.playable::<W, H>();
    let wins_by_following = quiet.other_wins & Board::<W, H>::FOLLOWS;
    let mut led = Board::<W, H>::LEADS & empty;
    if wins_by_following != 0 {
        led &= !Board::<W, H>::above(wins_by_following);
    }
    let plan = Plan::<W, H> {
        leader: quiet.own,
        follower: quiet.other,
        wins: quiet.other_wins,
        empty,
        playable,
        odd: playable & Board::<W, H>::FOLLOWS,
        led,
    };
    if ((W * H) as i32 - quiet.stones) & 1 == 0 {
        plan.below_with_even_empties(asked)
    } else {
        plan.below_with_odd_empties(asked)
    }
}

impl<const W: usize, const H: usize> Plan<W, H> {
    #[inline(always)]
    fn below_with_even_empties(&self, asked: i32) -> Option<i32> {
        let exchanged = self.wins & Board::<W, H>::LEADS;
        if exchanged & exchanged.wrapping_sub(1) != 0 {
            let points = self.two_exchanged_columns(exchanged);
            if points.is_some_and(|points| points < asked) {
                return points;
            }
        }
        // A four that is complete, at the latest, when all above it is empty and
        // all else is full, wins with that many stones to spare.
        let rows = low_rows::<W, H>(1 - asked.min(1));
        let followed = Board::<W, H>::FOLLOWS & self.empty & !self.odd & rows;
        let follower_wins = Board::<W, H>::holds_a_four(self.follower | followed);
        if asked <= 0 && !follower_wins {
            return None;
        }
        let leader = self.leader | self.led;
        let is_held = pairings_that_hold::<W, H>(leader, self.odd) != 0
            || follower_wins && self.two_squares_come_first(followed, leader);
        is_held.then_some(if follower_wins { asked.min(0) - 1 } else { 0 })
    }

    /// The follower has a winning square that he gets in a column with the
    /// parts exchanged; all other columns are even or paired.
    #[inline(always)]
    fn below_with_odd_empties(&self, asked: i32) -> Option<i32> {
        let mut exchanged = self.wins & Board::<W, H>::LEADS;
        while exchanged != 0 {
            let column = Exchanged::<W, H>::lowest(exchanged);
            exchanged &= !column.squares;
            let points = column.points();
            if points >= asked {
                continue;
            }
            let leader = self.leader | self.led & !column.squares | column.led(self.empty);
            let pairs = self.odd ^ (self.playable & column.squares);
            if pairings_that_hold::<W, H>(leader, pairs) != 0 {
                return Some(points);
            }
        }
        None
    }

    /// The same with two such columns, for an even number of empty squares.
    #[inline(never)]
    fn two_exchanged_columns(&self, mut exchanged: u64) -> Option<i32> {
        while exchanged != 0 {
            let one = Exchanged::<W, H>::lowest(exchanged);
            exchanged &= !one.squares;
            let mut others = exchanged;
            while others != 0 {
                let two = Exchanged::<W, H>::lowest(others);
                others &= !two.squares;
                let both = one.squares | two.squares;
                let led = self.led & !both | one.led(self.empty) | two.led(self.empty);
                let pairs = self.odd ^ (self.playable & both);
                if pairings_that_hold::<W, H>(self.leader | led, pairs) != 0 {
                    return Some(one.points().max(two.points()));
                }
            }
        }
        None
    }

    /// Whether the follower has a line with two empty squares, both `followed`,
    /// that he completes before the leader has a four: a leader's square above
    /// the one and a leader's square above the other never come both in time.
    #[inline(always)]
    fn two_squares_come_first(&self, followed: u64, leader: u64) -> bool {
        let mut ones =
            followed & !self.wins & Board::<W, H>::squares_of_fours(self.follower | followed);
        while ones != 0 {
            let one = ones & ones.wrapping_neg();
            ones ^= one;
            let mut twos = Board::<W, H>::completions(self.follower | one) & ones;
            if twos == 0 {
                continue;
            }
            let without_one = leader & !Board::<W, H>::above(one);
            let pairings = pairings_that_hold::<W, H>(without_one, self.odd);
            while pairings != 0 && twos != 0 {
                let two = twos & twos.wrapping_neg();
                twos ^= two;
                let without_two = leader & !Board::<W, H>::above(two);
                if pairings & pairings_that_hold::<W, H>(without_two, self.odd) != 0 {
                    return true;
                }
            }
        }
        false
    }
}

/// A column in which the follower takes the `LEADS` and wins on one of them.
struct Exchanged<const W: usize, const H: usize> {
    squares: u64,
    win: u64,
    row: usize,
}

impl<const W: usize, const H: usize> Exchanged<W, H> {
    #[inline(always)]
    fn lowest(wins: u64) -> Exchanged<W, H> {
        let index = wins.trailing_zeros() as usize;
        Exchanged {
            squares: Board::<W, H>::column(index / (H + 1)),
            win: 1 << index,
            row: index % (H + 1),
        }
    }

    /// The leader's squares in it; its playable square is among them only if it
    /// is not one of a pair.
    #[inline(always)]
    fn led(&self, empty: u64) -> u64 {
        self.squares & (self.win - 1) & empty & Board::<W, H>::FOLLOWS
    }

    /// The leader's points if all other columns are filled first.
    #[inline(always)]
    fn points(&self) -> i32 {
        -((H - self.row) as i32 / 2)
    }
}

/// The rows in which a follower's four is worth at least so many points.
#[inline(always)]
fn low_rows<const W: usize, const H: usize>(points: i32) -> u64 {
    let rows = (H as i32 - 2 * (points - 1)).clamp(0, H as i32);
    Board::<W, H>::BOTTOM * ((1 << rows) - 1)
}

/// The ways to pair `playable` so that the leader gets no four with one square
/// of each pair beside `leader`. A set of bits; with two squares or none, all
/// three bits stand for the one way there is; more than four are not tried.
#[inline(always)]
fn pairings_that_hold<const W: usize, const H: usize>(leader: u64, playable: u64) -> u32 {
    const ALL: u32 = 0b111;
    if !Board::<W, H>::holds_a_four(leader | playable) {
        return ALL;
    }
    let count = playable.count_ones();
    if count == 0
        || count > 4
        || Board::<W, H>::holds_a_four(leader)
        || Board::<W, H>::completions(leader) & playable != 0
    {
        return 0;
    }
    if count == 2 {
        return ALL;
    }
    let a = playable & playable.wrapping_neg();
    let d = 1 << (63 - playable.leading_zeros());
    let middle = playable ^ a ^ d;
    let b = middle & middle.wrapping_neg();
    let c = middle ^ b;
    let held = |one: u64, two: u64| !Board::<W, H>::holds_a_four(leader | one | two);
    let (ab, ac, ad) = (held(a, b), held(a, c), held(a, d));
    let (bc, bd, cd) = (held(b, c), held(b, d), held(c, d));
    u32::from(ac && ad && bc && bd)
        | u32::from(ab && ad && bc && cd) << 1
        | u32::from(ab && ac && bd && cd) << 2
}
