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

/// A number of points below `asked` that the side to move cannot exceed, if a
/// plan shows one.
#[inline(always)]
pub(super) fn below<const W: usize, const H: usize>(quiet: &Moment, asked: i32) -> Option<i32> {
    let plan = Plan::<W, H>::of(quiet);
    if ((W * H) as i32 - quiet.stones) & 1 == 0 {
        plan.below_with_even_empties(asked)
    } else {
        plan.below_with_odd_empties(asked)
    }
}

/// What a plan of the follower leaves to the leader.
pub(super) struct Plan<const W: usize, const H: usize> {
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

impl<const W: usize, const H: usize> Plan<W, H> {
    #[inline(always)]
    pub(super) fn of(quiet: &Moment) -> Plan<W, H> {
        let occupied = quiet.own | quiet.other;
        let empty = Board::<W, H>::FULL & !occupied;
        let playable = quiet.playable::<W, H>();
        let wins_by_following = quiet.other_wins & Board::<W, H>::FOLLOWS;
        let mut led = Board::<W, H>::LEADS & empty;
        if wins_by_following != 0 {
            led &= !Board::<W, H>::above(wins_by_following);
        }
        Plan {
            leader: quiet.own,
            follower: quiet.other,
            wins: quiet.other_wins,
            empty,
            playable,
            odd: playable & Board::<W, H>::FOLLOWS,
            led,
        }
    }

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

#[cfg(test)]
mod tests {
    use super::super::plain::quiet_positions;
    use super::super::range;
    use super::*;

    /// How often each proposition of docs/decisions/connect-four-solver.md said
    /// something; it was right every time.
    #[derive(Debug, Default)]
    struct Uses {
        pairs: u64,
        a_four_for_the_follower: u64,
        nothing_above_a_win: u64,
        an_exchanged_column: u64,
        two_exchanged_columns: u64,
        two_squares_come_first: u64,
    }

    impl Uses {
        fn check_even<const W: usize, const H: usize>(&mut self, plan: &Plan<W, H>, points: i32) {
            let leader = plan.leader | plan.led;
            let all_leads = plan.leader | Board::<W, H>::LEADS & plan.empty;
            let followed = Board::<W, H>::FOLLOWS & plan.empty & !plan.odd;
            if pairings_that_hold::<W, H>(leader, plan.odd) != 0 {
                assert!(points <= 0);
                match pairings_that_hold::<W, H>(all_leads, plan.odd) {
                    0 => self.nothing_above_a_win += 1,
                    _ => self.pairs += 1,
                }
                if Board::<W, H>::holds_a_four(plan.follower | followed) {
                    assert!(points < 0);
                    self.a_four_for_the_follower += 1;
                }
            }
            if plan.two_squares_come_first(followed, leader) {
                assert!(points < 0);
                self.two_squares_come_first += 1;
            }
            let exchanged = plan.wins & Board::<W, H>::LEADS;
            if let Some(bound) = plan.two_exchanged_columns(exchanged) {
                assert!(points <= bound);
                self.two_exchanged_columns += 1;
            }
        }

        fn check_odd<const W: usize, const H: usize>(&mut self, plan: &Plan<W, H>, points: i32) {
            if let Some(bound) = plan.below_with_odd_empties(0) {
                assert!(points <= bound && bound < 0);
                self.an_exchanged_column += 1;
            }
        }

        fn check<const W: usize, const H: usize>(&mut self, quiet: &Moment, points: i32) {
            let plan = Plan::<W, H>::of(quiet);
            if ((W * H) as i32 - quiet.stones) & 1 == 0 {
                self.check_even(&plan, points);
            } else {
                self.check_odd(&plan, points);
            }
            let possible = range::<W, H>(quiet.stones);
            assert!((possible.low..=possible.high).contains(&points));
            for asked in possible.low + 1..=possible.high {
                if let Some(bound) = below::<W, H>(quiet, asked) {
                    assert!(points <= bound && bound < asked, "{quiet:?} {asked}");
                }
            }
        }
    }

    fn uses<const W: usize, const H: usize>(stones: u32, boards: u32) -> Uses {
        let mut uses = Uses::default();
        quiet_positions::<W, H>(stones, boards, |quiet, points| {
            uses.check::<W, H>(quiet, points);
        });
        uses
    }

    /// A bound that never spoke was not tested.
    fn check_that_every_bound_spoke(uses: &Uses) {
        assert!(
            uses.pairs > 1000 && uses.nothing_above_a_win > 100,
            "{uses:?}"
        );
        assert!(uses.a_four_for_the_follower > 100, "{uses:?}");
        assert!(uses.an_exchanged_column > 100, "{uses:?}");
        assert!(uses.two_exchanged_columns > 10, "{uses:?}");
        assert!(uses.two_squares_come_first > 10, "{uses:?}");
    }

    #[test]
    fn every_bound_holds_for_every_position_of_a_5x4_board() {
        check_that_every_bound_spoke(&uses::<5, 4>(0, 1));
    }

    #[test]
    fn every_bound_holds_on_5x5_6x5_and_7x6() {
        for uses in [
            uses::<5, 5>(11, 20),
            uses::<6, 5>(15, 20),
            uses::<7, 6>(27, 20),
        ] {
            check_that_every_bound_spoke(&uses);
        }
    }
}
