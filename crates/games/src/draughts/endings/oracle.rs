//! Endings at the root of a question: who wins, how far the next conversion is off, and
//! whether the draw rules leave time for it.
//!
//! Distances are not brought along. The slice that is asked about is solved when it is
//! first needed, from the results of the smaller ones: in tenths of a second on 8x8, in
//! a second or two for the largest slices on 10x10.

use super::inside::Endings;
use super::numbering::Place;
use super::slice::{SliceStates, Solved};
use super::small::UNTOLD;
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
    pub is_in_time: bool,
}

impl Verdict {
    /// What comes of it under the draw rules.
    pub fn result(&self) -> WinDrawLoss {
        match self.is_in_time {
            true => result_of(self.cell),
            false => WinDrawLoss::Draw,
        }
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
impl<R: Ruleset> Solved for Endings<R> {
    fn cell(&self, place: Place) -> Cell {
        match self.told(place) {
            Some(UNTOLD) => {
                let states = SliceStates::<R, _>::new(self.numbering(), place.slice, self);
                states.after_capture(place.index)
            }
            Some(told) => Cell(told),
            None => Cell::OPEN,
        }
    }
}

impl<R: Ruleset> Endings<R> {
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
        // A draw has no distance, so nothing need be solved for it.
        let cell = match Solved::cell(self, self.place(position)?) {
            Cell::OPEN => Cell::OPEN,
            _ => self.cell_of(position)?,
        };
        let is_in_time = cell.is_open()
            || !game.counts_draws
            || self.is_won_in_time(game, *position, cell.is_won());
        Some(Verdict { cell, is_in_time })
    }

    /// What comes of a position after a conversion. Nothing is counted there yet, so it
    /// is looked at closely only where its slice may take longer than a draw rule gives.
    fn result_after(&self, game: &Draughts<R>, child: &Position<WordOf<R>>) -> Option<WinDrawLoss> {
        let Some(place) = self.place(child) else {
            let outcome = game.outcome(child)?;
            return Some(outcome.seen_by(game.to_move(child)));
        };
        let result = result_of(Solved::cell(self, place));
        let is_sure = result == WinDrawLoss::Draw
            || !game.counts_draws
            || u16::from(self.longest(child)) <= child.plies_until_draw::<R>();
        match is_sure {
            true => Some(result),
            false => Some(self.verdict(game, child)?.result()),
        }
    }

    /// Whether the side that wins by the table comes to a conversion that keeps the win
    /// before a draw, if both sides go by the distances.
    fn is_won_in_time(
        &self,
        game: &Draughts<R>,
        mut position: Position<WordOf<R>>,
        mut is_winners_turn: bool,
    ) -> bool {
        let mut moves = Vec::new();
        for _ in 0..=Cell::LONGEST {
            if game.outcome(&position).is_some() {
                return false;
            }
            moves.clear();
            game.legal_moves(&position, &mut moves);
            if moves.is_empty() {
                return !is_winners_turn;
            }
            let mut best: Option<(Score, Position<WordOf<R>>)> = None;
            for mv in &moves {
                let child = game.after(&position, *mv);
                if converts::<R>(&position, mv) {
                    let result = self.result_after(game, &child);
                    match is_winners_turn {
                        true if result == Some(WinDrawLoss::Loss) => return true,
                        false if result != Some(WinDrawLoss::Win) => return false,
                        _ => continue,
                    }
                }
                let Some(cell) = self.cell_of(&child) else {
                    return false;
                };
                let score = -cell.score();
                if best.is_none_or(|(best, _)| score > best) {
                    best = Some((score, child));
                }
            }
            match best {
                Some((score, child)) if !is_winners_turn || score.is_win() => position = child,
                _ => return !is_winners_turn,
            }
            is_winners_turn = !is_winners_turn;
        }
        false
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
        Some(Score::of_far_result(verdict.result(), u32::from(plies)))
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
        let left = position.plies_until_draw::<R>();
        Some(match (result_of(verdict.cell), verdict.is_in_time) {
            (WinDrawLoss::Draw, _) => message!("table.drawn", "table: drawn"),
            (WinDrawLoss::Win, true) if n == 1 => {
                message!("table.wonNow", "table: won, conversion with the next move")
            }
            (WinDrawLoss::Loss, true) if n == 1 => {
                message!(
                    "table.lostNow",
                    "table: lost, conversion with the next move"
                )
            }
            (WinDrawLoss::Win, true) => {
                message!("table.won", "table: won, conversion in {n} plies", n = n)
            }
            (WinDrawLoss::Loss, true) => {
                message!("table.lost", "table: lost, conversion in {n} plies", n = n)
            }
            (WinDrawLoss::Win, false) => message!(
                "table.wonTooLate",
                "table: won, conversion in {n} plies; the draw rules leave {left}: drawn",
                n = n,
                left = left
            ),
            (WinDrawLoss::Loss, false) => message!(
                "table.lostTooLate",
                "table: lost, conversion in {n} plies; the draw rules leave {left}: drawn",
                n = n,
                left = left
            ),
        })
    }
}
