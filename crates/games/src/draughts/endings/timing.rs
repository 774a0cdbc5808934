//! What the draw rules leave of wins.
//!
//! Every capture and crowning sets the counters of the draw rules to 0. So whoever
//! comes to a smaller slice finds a fresh counter there, and what wins in it within
//! that time is sure to be won. A slice is solved from such wins alone, and its own
//! distances say what is won in time in turn.
//!
//! Some rules count some moves only: kings' moves while there are men, plies on the long
//! diagonal. Between the least and the most that they leave, a win may be one or a
//! draw. Where such a doubt can enter a slice, it is solved a second time with the
//! doubtful wins counted; what is won only then is marked as doubtful. Wins of a side
//! depend on its own wins in smaller slices and on nothing else, so what neither
//! solution calls won is drawn.

use super::numbering::{Numbering, Place, State};
use super::slice::{Solved, result};
use crate::draughts::draws::{TimeLeft, soonest};
use crate::draughts::ruleset::{Ruleset, WordOf};
use plyground_engine::game::WinDrawLoss;
use plyground_engine::solve::retrograde::Cell;

/// What the draw rules can do to a slice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// Some of its own wins take longer than a rule gives.
    pub(super) is_late: bool,
    /// Such a slice can be reached by captures and crownings.
    pub(super) is_cut: bool,
    /// One in which a rule counts some moves only can be reached.
    pub(super) is_doubtful: bool,
}

impl Timing {
    /// Of a slice, from the longest distances of those before it, and its own if known.
    pub(super) fn of<R: Ruleset>(numbering: &Numbering, slice: usize, longest: &[u8]) -> Timing {
        let mut timing = Timing::default();
        let material = numbering.slices()[slice].material;
        for (other, &longest) in longest.iter().enumerate().take(slice + 1) {
            let left = Self::fresh::<R>(numbering, other);
            if u16::from(longest) <= left.least {
                continue;
            }
            if other == slice {
                timing.is_late = true;
            } else if material.leads_to(numbering.slices()[other].material) {
                timing.is_cut = true;
                timing.is_doubtful |= left.least < left.most;
            }
        }
        timing
    }

    /// The least that a fresh counter leaves anywhere in a slice, and the most.
    fn fresh<R: Ruleset>(numbering: &Numbering, slice: usize) -> TimeLeft {
        let of_side = numbering.sides(slice).map(|side| {
            let state = side.state::<R::Board>(side.first);
            state.position().time_left_anywhere::<R>()
        });
        TimeLeft {
            least: of_side[0].least.min(of_side[1].least),
            most: of_side[0].most.max(of_side[1].most),
        }
    }

    /// Who wins a state with fresh counters, if that is sure.
    pub(super) fn told<R: Ruleset>(
        &self,
        cell: Cell,
        state: &State<WordOf<R>>,
    ) -> Option<WinDrawLoss> {
        let won = match cell.plies() {
            None => return Some(WinDrawLoss::Draw),
            Some(_) if cell.is_won() => WinDrawLoss::Win,
            Some(_) => WinDrawLoss::Loss,
        };
        if is_quick::<R>(cell) {
            return Some(won);
        }
        self.in_time(cell, state.position().time_left::<R>())
            .map(|is_in_time| match is_in_time {
                true => won,
                false => WinDrawLoss::Draw,
            })
    }

    /// Whether a win or loss at this distance comes before a draw; `None` where that is
    /// not known.
    pub(super) fn in_time(&self, cell: Cell, left: TimeLeft) -> Option<bool> {
        let plies = u16::from(cell.plies().unwrap_or(0));
        if is_doubtful(cell) && left.least < u16::MAX {
            None
        } else if plies <= left.least {
            Some(true)
        } else if plies > left.most && !self.is_doubtful {
            Some(false)
        } else {
            None
        }
    }
}

/// A distance within which no draw rule can strike.
#[inline(always)]
fn is_quick<R: Ruleset>(cell: Cell) -> bool {
    let soonest = const { soonest(R::DRAWS) };
    cell.plies()
        .is_none_or(|plies| u16::from(plies) <= soonest && !is_doubtful(cell))
}

/// Whether a cell is marked as won or lost only where doubtful wins are counted. No rule
/// leaves so much time as the longest distance, so none that is sure is lost.
pub(super) fn is_doubtful(cell: Cell) -> bool {
    cell.plies() == Some(Cell::LONGEST)
}

/// The mark of a cell that is open unless doubtful wins are counted.
pub(super) fn marked(sure: Cell, possible: Cell) -> Cell {
    match sure.is_open() {
        true if possible.is_won() => Cell::won(Cell::LONGEST),
        true if possible.is_lost() => Cell::lost(Cell::LONGEST),
        _ => sure,
    }
}

/// Which wins of smaller slices count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    Sure,
    Possible,
}

/// Tables of slices seen through the draw rules.
pub(super) struct Timely<'a> {
    pub(super) tables: &'a [&'a [u8]],
    pub(super) timings: &'a [Timing],
    pub(super) counted: Counted,
}

impl<'a> Timely<'a> {
    pub(super) fn sure(tables: &'a [&'a [u8]], timings: &'a [Timing]) -> Timely<'a> {
        Timely {
            tables,
            timings,
            counted: Counted::Sure,
        }
    }
}

impl<R: Ruleset> Solved<R> for Timely<'_> {
    #[inline(always)]
    fn result(&self, place: Place, state: &State<WordOf<R>>) -> Cell {
        let cell = Cell(self.tables[place.slice][place.index as usize]);
        if is_quick::<R>(cell) {
            return result(cell);
        }
        let timing = &self.timings[place.slice];
        let told = timing.told::<R>(cell, state);
        match (told, self.counted) {
            (Some(WinDrawLoss::Draw), _) | (None, Counted::Sure) => Cell::OPEN,
            _ => result(cell),
        }
    }
}
