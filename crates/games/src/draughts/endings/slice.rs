//! One slice as the solver sees it. Quiet moves stay inside, but for crownings; those
//! and captures lead to slices that were solved before.
//!
//! A capture is obligatory, so a state with one takes its value from solved slices
//! alone. Distances count to the next conversion, a capture or a crowning: whatever a
//! solved slice says of a distance is forgotten on the way out.

use super::numbering::{Numbering, Place, Side, State, Walk, number};
use crate::draughts::board::{Board, DIRECTIONS, Word, bits, step, step_back, turned};
use crate::draughts::moves::{
    Field, Log, Move, can_capture, crowns, forward, last_rows, walk_captures,
};
use crate::draughts::ruleset::{Colour, Ruleset, WordOf};
use plyground_engine::algorithm::Stop;
use plyground_engine::solve::retrograde::{
    Cell, DistanceLevel, Indexed, LevelObserver, Next, Solver, Sweep, Unmoves,
};
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU8;

/// What is known of the slices that were solved before.
pub trait Solved<R: Ruleset>: Sync {
    /// Who wins a state of such a slice: won or lost at once, or open.
    fn result(&self, place: Place, state: &State<WordOf<R>>) -> Cell;

    /// Whether a state that is open may be won or lost after all.
    fn is_doubtful(&self, _place: Place, _state: &State<WordOf<R>>) -> bool {
        false
    }
}

/// Their tables, by the number of the slice, whatever the draw rules say.
impl<R: Ruleset, T: AsRef<[u8]> + Sync> Solved<R> for [T] {
    #[inline(always)]
    fn result(&self, place: Place, _state: &State<WordOf<R>>) -> Cell {
        result(Cell(self[place.slice].as_ref()[place.index as usize]))
    }
}

/// The states of one slice.
pub struct SliceStates<'a, R, S: ?Sized> {
    numbering: &'a Numbering,
    sides: [&'a Side; 2],
    count: u64,
    solved: &'a S,
    ruleset: PhantomData<R>,
}

pub(super) struct Unwatched;

impl LevelObserver for Unwatched {
    fn part(&self, _level: u8, _parts: u64) {}

    fn level(&mut self, _level: &DistanceLevel, _decided: Option<&[u64]>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// So many states a thread walks at a time.
const PART: u64 = 1 << 14;

/// Where the moves of a state have led.
enum Heard {
    Nothing,
    Enough,
    All,
}

impl<'a, R: Ruleset, S: Solved<R> + ?Sized> SliceStates<'a, R, S> {
    pub fn new(numbering: &'a Numbering, slice: usize, solved: &'a S) -> Self {
        SliceStates {
            numbering,
            sides: numbering.sides(slice),
            count: numbering.slices()[slice].count,
            solved,
            ruleset: PhantomData,
        }
    }

    /// The slice solved in memory.
    pub fn solve(&self, threads: usize) -> Vec<u8> {
        let table: Vec<AtomicU8> = (0..self.count).map(|_| AtomicU8::new(0)).collect();
        let never = Stop::new();
        // Nobody stops it.
        let _ = Solver::with_unmoves(self, threads).solve(&table, None, &never, &mut Unwatched);
        table.into_iter().map(AtomicU8::into_inner).collect()
    }

    /// Who wins a state in which the side to move must capture, and whether that is
    /// in doubt.
    pub(super) fn after_capture(&self, state: &State<WordOf<R>>) -> (Cell, bool) {
        let best = self.captures(state, &field::<R>(state));
        let result = result(best.best.before());
        (result, best.is_doubtful && !result.is_won())
    }

    /// The side to which a state belongs, and the one after a quiet move.
    #[inline(always)]
    fn sides_at(&self, index: u64) -> (&'a Side, &'a Side) {
        let [first, second] = self.sides;
        if index < first.first + first.count {
            (first, second)
        } else {
            (second, first)
        }
    }

    /// Tells where the moves of a state lead, known values first.
    #[inline(always)]
    fn moves(
        &self,
        state: &State<WordOf<R>>,
        other: &Side,
        tell: &mut impl FnMut(Next) -> ControlFlow<()>,
    ) -> Heard {
        let field = field::<R>(state);
        if can_capture::<R>(&field, Colour::White) {
            let _ = tell(Next::Known(self.captures(state, &field).best));
            return Heard::All;
        }
        match self.quiet_moves(state, &field, other, tell) {
            ControlFlow::Continue(true) => Heard::All,
            ControlFlow::Continue(false) => Heard::Nothing,
            ControlFlow::Break(()) => Heard::Enough,
        }
    }

    /// Whether there are any quiet moves.
    #[inline(always)]
    fn quiet_moves(
        &self,
        state: &State<WordOf<R>>,
        field: &Field<WordOf<R>>,
        other: &Side,
        tell: &mut impl FnMut(Next) -> ControlFlow<()>,
    ) -> ControlFlow<(), bool> {
        let (last, _) = last_rows::<R::Board>(true);
        let mut any = false;
        let steps = forward(true).map(|direction| {
            let to = step::<R::Board>(field.men, direction) & field.empty;
            (direction, to)
        });
        for (direction, to) in steps {
            for to in bits(to & last) {
                let mv = Move {
                    from: step_back::<R::Board>(to, direction),
                    to,
                    captured: WordOf::<R>::NONE,
                };
                any = true;
                tell(Next::Known(self.after_conversion(state, &mv)))?;
            }
        }
        let seen = state.seen_by_other::<R::Board>();
        for (direction, to) in steps {
            for to in bits(to & !last) {
                let from = step_back::<R::Board>(to, direction);
                let change = WordOf::<R>::of(from) | WordOf::<R>::of(to);
                let mut child = seen;
                child.enemy_men ^= turned::<R::Board>(change);
                any = true;
                tell(Next::State(other.index::<R::Board>(&child)))?;
            }
        }
        if !state.own_kings.is_empty() {
            let first = other.first_index::<R::Board>(&seen);
            let room = R::Board::ALL & !seen.men() & !seen.own_kings;
            for from in bits(state.own_kings) {
                let king = WordOf::<R>::of(from);
                for direction in DIRECTIONS {
                    let mut to = step::<R::Board>(king, direction) & field.empty;
                    while !to.is_empty() {
                        let change = turned::<R::Board>(king | to);
                        any = true;
                        let kings = seen.enemy_kings ^ change;
                        tell(Next::State(first + number(kings, room)))?;
                        if !R::FLYING_KINGS {
                            break;
                        }
                        to = step::<R::Board>(to, direction) & field.empty;
                    }
                }
            }
        }
        ControlFlow::Continue(any)
    }

    fn captures<'s>(
        &'s self,
        state: &'s State<WordOf<R>>,
        field: &Field<WordOf<R>>,
    ) -> BestCapture<'s, 'a, R, S> {
        let mut best = BestCapture {
            states: self,
            state,
            most: 0,
            best: WORST,
            is_doubtful: false,
        };
        walk_captures::<R, _>(field, Colour::White, &mut best);
        best
    }

    /// What a solved slice says of the position after a capture or a crowning.
    fn after_conversion(&self, state: &State<WordOf<R>>, mv: &Move<WordOf<R>>) -> Cell {
        match self.converted(state, mv) {
            Some((place, next)) => self.solved.result(place, &next),
            None => Cell::lost(0),
        }
    }

    /// The position after a capture or a crowning and where it lies, unless no enemy is
    /// left.
    fn converted(
        &self,
        state: &State<WordOf<R>>,
        mv: &Move<WordOf<R>>,
    ) -> Option<(Place, State<WordOf<R>>)> {
        let (from, to) = (WordOf::<R>::of(mv.from), WordOf::<R>::of(mv.to));
        let mut next = State {
            enemy_men: state.enemy_men & !mv.captured,
            enemy_kings: state.enemy_kings & !mv.captured,
            own_men: state.own_men & !from,
            own_kings: state.own_kings & !from,
        };
        if state.own_kings.meets(from) || crowns::<R, true>(mv) {
            next.own_kings |= to;
        } else {
            next.own_men |= to;
        }
        if (next.enemy_men | next.enemy_kings).is_empty() {
            return None;
        }
        let next = next.seen_by_other::<R::Board>();
        Some((self.numbering.place::<R::Board>(&next), next))
    }
}

/// What the side to move sees.
#[inline(always)]
fn field<R: Ruleset>(state: &State<WordOf<R>>) -> Field<WordOf<R>> {
    Field {
        men: state.own_men,
        kings: state.own_kings,
        enemy: state.enemy_men | state.enemy_kings,
        empty: R::Board::ALL & !state.all(),
    }
}

/// Whether the side to move must capture.
#[inline(always)]
pub(super) fn must_capture<R: Ruleset>(state: &State<WordOf<R>>) -> bool {
    can_capture::<R>(&field::<R>(state), Colour::White)
}

/// Who wins, at once.
pub(super) fn result(cell: Cell) -> Cell {
    if cell.is_open() {
        Cell::OPEN
    } else if cell.is_lost() {
        Cell::lost(0)
    } else {
        WORST
    }
}

/// The worst that can be left to the other side.
const WORST: Cell = Cell::won(0);

/// The value that the best capture leaves to the other side.
struct BestCapture<'s, 'a, R: Ruleset, S: ?Sized> {
    states: &'s SliceStates<'a, R, S>,
    state: &'s State<WordOf<R>>,
    /// The most pieces taken so far, where only such captures are legal.
    most: u32,
    best: Cell,
    /// Whether any of them leads to a state in doubt.
    is_doubtful: bool,
}

impl<R: Ruleset, S: Solved<R> + ?Sized> Log<WordOf<R>> for BestCapture<'_, '_, R, S> {
    const EVERY_ROUTE: bool = false;

    fn begin(&mut self) {}
    fn jump(&mut self, _to: u8) {}
    fn back(&mut self) {}

    fn finish(&mut self, mv: Move<WordOf<R>>) {
        if R::MAJORITY {
            let count = mv.captured.count();
            if count < self.most {
                return;
            }
            if count > self.most {
                (self.most, self.best, self.is_doubtful) = (count, WORST, false);
            }
        }
        if self.best.is_lost() {
            return;
        }
        let (cell, is_doubtful) = match self.states.converted(self.state, &mv) {
            Some((place, next)) => {
                let solved = self.states.solved;
                (
                    solved.result(place, &next),
                    solved.is_doubtful(place, &next),
                )
            }
            None => (Cell::lost(0), false),
        };
        self.is_doubtful |= is_doubtful;
        if !cell.is_won() {
            self.best = match self.best.is_open() {
                true if !cell.is_lost() => self.best,
                _ => cell,
            };
        }
    }
}

impl<R: Ruleset, S: Solved<R> + ?Sized> Indexed for SliceStates<'_, R, S> {
    fn count(&self) -> u64 {
        self.count
    }

    fn ended(&self, index: u64) -> Option<Cell> {
        let (side, other) = self.sides_at(index);
        let state = side.state::<R::Board>(index);
        let heard = self.moves(&state, other, &mut |_| ControlFlow::Break(()));
        matches!(heard, Heard::Nothing).then_some(Cell::lost(0))
    }

    fn successors(
        &self,
        index: u64,
        tell: &mut impl FnMut(Next) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (side, other) = self.sides_at(index);
        match self.moves(&side.state::<R::Board>(index), other, tell) {
            Heard::Enough => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    fn parts(&self) -> u64 {
        self.count.div_ceil(PART)
    }

    fn sweep(&self, part: u64, sweep: &mut impl Sweep) {
        let last = self.count.min((part + 1) * PART);
        let mut index = part * PART;
        while index < last {
            let (side, other) = self.sides_at(index);
            let end = last.min(side.first + side.count);
            let mut walk = Walk::<R::Board>::from(side, index);
            while walk.index < end {
                let index = walk.index;
                if sweep.wanted(index / 64) >> (index % 64) & 1 == 1 {
                    let heard = self.moves(&walk.state, other, &mut |next| sweep.successor(next));
                    match heard {
                        Heard::Nothing => sweep.ended(index, index, Cell::lost(0)),
                        _ => sweep.finished(index, index),
                    }
                }
                walk.advance();
            }
            index = end;
        }
    }
}

impl<R: Ruleset, S: Solved<R> + ?Sized> Unmoves for SliceStates<'_, R, S> {
    /// By quiet moves of the other side. States in which it had to capture are among
    /// them; those are never open.
    fn predecessors(&self, index: u64, predecessors: &mut Vec<u64>) {
        let (side, other) = self.sides_at(index);
        let state = side.state::<R::Board>(index);
        let empty = turned::<R::Board>(R::Board::ALL & !state.all());
        let after = state.seen_by_other::<R::Board>();
        for direction in forward(true) {
            let back = 3 - direction;
            for from in bits(step::<R::Board>(after.own_men, back) & empty) {
                let to = step_back::<R::Board>(from, back);
                let mut before = after;
                before.own_men ^= WordOf::<R>::of(from) | WordOf::<R>::of(to);
                predecessors.push(other.index::<R::Board>(&before));
            }
        }
        for to in bits(after.own_kings) {
            let king = WordOf::<R>::of(to);
            for direction in DIRECTIONS {
                let mut from = step::<R::Board>(king, direction) & empty;
                while !from.is_empty() {
                    let mut before = after;
                    before.own_kings ^= king | from;
                    predecessors.push(other.index::<R::Board>(&before));
                    if !R::FLYING_KINGS {
                        break;
                    }
                    from = step::<R::Board>(from, direction) & empty;
                }
            }
        }
    }
}

impl<R, S: ?Sized> std::fmt::Debug for SliceStates<'_, R, S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SliceStates({})", self.sides[0].material)
    }
}
