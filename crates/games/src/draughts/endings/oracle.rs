//! Endings at the root of a question: who wins, how far the next conversion is off, and
//! whether the draw rules leave time for it.
//!
//! Distances are not brought along. The slice that is asked about is solved when it is
//! first needed, from the results of the smaller ones: in tenths of a second on 8x8, in
//! a second or two for the largest slices on 10x10.

use super::inside::Endings;
use super::numbering::{Place, State};
use super::slice::{SliceStates, Solved, must_capture};
use super::small::UNTOLD;
use super::timing::{Timing, is_doubtful};
use crate::draughts::board::Word;
use crate::draughts::moves::{Move, last_rows};
use crate::draughts::position::Position;
use crate::draughts::rules::Draughts;
use crate::draughts::ruleset::{Colour, Ruleset, WordOf};
use plyground_engine::game::{Game, WinDrawLoss};
use plyground_engine::message;
use plyground_engine::message::Message;
use plyground_engine::oracle::{Effort, Oracle};
use plyground_engine::score::Score;
use plyground_engine::solve::retrograde::Cell;
use std::sync::Arc;

/// What the program's own endings, or larger ones from elsewhere, say at the root.
#[derive(Debug)]
pub struct Exact<R: Ruleset>(pub Arc<Endings<R>>);

/// What the table says of a position, and whether the draw rules leave time for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub cell: Cell,
    /// `None` where a rule may come first or may not.
    pub is_in_time: Option<bool>,
}

impl Verdict {
    const DRAWN: Verdict = Verdict {
        cell: Cell::OPEN,
        is_in_time: Some(true),
    };

    /// What comes of it under the draw rules.
    pub fn result(&self) -> Option<WinDrawLoss> {
        self.is_in_time.map(|is_in_time| match is_in_time {
            true => result_of(self.cell),
            false => WinDrawLoss::Draw,
        })
    }
}

fn result_of(cell: Cell) -> WinDrawLoss {
    if cell.is_won() {
        WinDrawLoss::Win
    } else if cell.is_lost() {
        WinDrawLoss::Loss
    } else {
        WinDrawLoss::Draw
    }
}

/// Captures and crownings: nothing that was counted before them counts on.
fn converts<R: Ruleset>(position: &Position<WordOf<R>>, mv: &Move<WordOf<R>>) -> bool {
    let (last, _) = last_rows::<R::Board>(position.to_move() == Colour::White);
    let is_man = !position.kings().meets(WordOf::<R>::of(mv.from));
    mv.is_capture() || (is_man && WordOf::<R>::of(mv.to).meets(last))
}

/// Results alone, for solving a slice.
impl<R: Ruleset> Solved<R> for Endings<R> {
    fn result(&self, place: Place, state: &State<WordOf<R>>) -> Cell {
        self.known(place, state).0
    }

    fn is_doubtful(&self, place: Place, state: &State<WordOf<R>>) -> bool {
        self.known(place, state).1
    }
}

impl<R: Ruleset> Endings<R> {
    /// Who wins a state with fresh counters, and whether it is open only for a doubt.
    fn known(&self, place: Place, state: &State<WordOf<R>>) -> (Cell, bool) {
        match self.told(place) {
            Some(UNTOLD) if must_capture::<R>(state) => {
                SliceStates::<R, _>::new(self.numbering(), place.slice, self).after_capture(state)
            }
            Some(told) if told != UNTOLD => (Cell(told), false),
            _ => (Cell::OPEN, true),
        }
    }

    /// The result and the distance to the next conversion; `None` where there are too
    /// many pieces.
    pub fn cell_of(&self, position: &Position<WordOf<R>>) -> Option<Cell> {
        let place = self.place(position)?;
        self.cell(place, |endings| {
            let states = SliceStates::<R, _>::new(endings.numbering(), place.slice, endings);
            let threads = std::thread::available_parallelism();
            states.solve(threads.map_or(1, |threads| threads.get().min(4)))
        })
    }

    /// What the table says of a position that is not over, and what the draw rules do.
    pub fn verdict(&self, game: &Draughts<R>, position: &Position<WordOf<R>>) -> Option<Verdict> {
        let place = self.place(position)?;
        let timing = self.timing(place);
        let state = State::of::<R::Board>(position);
        // A draw has no distance, so nothing need be solved for it.
        if let (Cell::OPEN, false) = self.known(place, &state) {
            let is_sure = game.counts_draws || *timing == Timing::default();
            if is_sure {
                return Some(Verdict::DRAWN);
            }
        }
        let cell = match self.cell_of(position)? {
            cell if is_doubtful(cell) => Cell::OPEN,
            cell => cell,
        };
        let is_in_time = match game.counts_draws {
            _ if cell.is_open() => None,
            true => timing.in_time(cell, position.time_left::<R>()),
            false => Some(true),
        };
        Some(Verdict { cell, is_in_time })
    }

    /// What comes of a position after a conversion, with nothing counted there yet.
    fn result_after(&self, game: &Draughts<R>, child: &Position<WordOf<R>>) -> Option<WinDrawLoss> {
        let Some(place) = self.place(child) else {
            let outcome = game.outcome(child)?;
            return Some(outcome.seen_by(game.to_move(child)));
        };
        match self.known(place, &State::of::<R::Board>(child)) {
            (cell, false) if game.counts_draws || !cell.is_open() => Some(result_of(cell)),
            _ => self.verdict(game, child)?.result(),
        }
    }
}

impl<R: Ruleset> Oracle<Draughts<R>> for Exact<R> {
    fn score(
        &self,
        game: &Draughts<R>,
        position: &Position<WordOf<R>>,
        effort: &Effort<'_>,
    ) -> Option<Score> {
        match effort.book {
            true => self.instant(game, position),
            false => None,
        }
    }

    fn instant(&self, game: &Draughts<R>, position: &Position<WordOf<R>>) -> Option<Score> {
        let endings = &*self.0;
        if !endings.holds(position) {
            return None;
        }
        let mover = game.to_move(position);
        if let Some(outcome) = game.ended(position, &mut Vec::new()) {
            return Some(Score::of_result(outcome.seen_by(mover), 0));
        }
        let verdict = endings.verdict(game, position)?;
        let plies = verdict.cell.plies().unwrap_or(0);
        Some(Score::of_far_result(verdict.result()?, u32::from(plies)))
    }

    fn covers(&self, _game: &Draughts<R>, position: &Position<WordOf<R>>) -> bool {
        self.0.holds(position)
    }

    /// What follows a conversion does not count for the way there.
    fn instant_after(
        &self,
        game: &Draughts<R>,
        position: &Position<WordOf<R>>,
        mv: Move<WordOf<R>>,
    ) -> Option<Score> {
        let child = game.after(position, mv);
        let endings = &*self.0;
        if !endings.holds(position) || !converts::<R>(position, &mv) {
            return self.instant(game, &child);
        }
        Some(Score::of_far_result(endings.result_after(game, &child)?, 0))
    }

    fn remark(&self, game: &Draughts<R>, position: &Position<WordOf<R>>) -> Option<Message> {
        let endings = &*self.0;
        if !endings.holds(position) || game.ended(position, &mut Vec::new()).is_some() {
            return None;
        }
        let verdict = endings.verdict(game, position)?;
        let n = verdict.cell.plies().unwrap_or(0);
        let left = position.time_left::<R>().least;
        Some(match (result_of(verdict.cell), verdict.is_in_time) {
            (WinDrawLoss::Draw, Some(_)) => message!("table.drawn", "table: drawn"),
            (WinDrawLoss::Draw, None) => message!(
                "table.inDoubt",
                "table: not sure, a draw rule may come before a win"
            ),
            (WinDrawLoss::Win, Some(true)) if n == 1 => {
                message!("table.wonNow", "table: won, conversion with the next move")
            }
            (WinDrawLoss::Loss, Some(true)) if n == 1 => {
                message!(
                    "table.lostNow",
                    "table: lost, conversion with the next move"
                )
            }
            (WinDrawLoss::Win, Some(true)) => {
                message!("table.won", "table: won, conversion in {n} plies", n = n)
            }
            (WinDrawLoss::Loss, Some(true)) => {
                message!("table.lost", "table: lost, conversion in {n} plies", n = n)
            }
            (WinDrawLoss::Win, Some(false)) => message!(
                "table.wonTooLate",
                "table: won, conversion in {n} plies; the draw rules leave {left}: drawn",
                n = n,
                left = left
            ),
            (WinDrawLoss::Loss, Some(false)) => message!(
                "table.lostTooLate",
                "table: lost, conversion in {n} plies; the draw rules leave {left}: drawn",
                n = n,
                left = left
            ),
            (WinDrawLoss::Win, None) => message!(
                "table.wonPerhaps",
                "table: won, conversion in {n} plies; a draw rule may come after {left}",
                n = n,
                left = left
            ),
            (WinDrawLoss::Loss, None) => message!(
                "table.lostPerhaps",
                "table: lost, conversion in {n} plies; a draw rule may come after {left}",
                n = n,
                left = left
            ),
        })
    }
}
