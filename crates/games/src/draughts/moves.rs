//! Which moves there are. Captures first: where there is one, nothing else is legal.
//!
//! A capture is found by walking all its routes. The pieces taken stay on the
//! board as obstacles until the whole move is over, and are not jumped twice; the
//! square the piece came from counts as empty. Two routes over the same pieces to
//! the same square are one move.

use super::board::{
    Board, DIRECTIONS, DOWN_LEFT, DOWN_RIGHT, Direction, UP_LEFT, UP_RIGHT, Word, bits, step,
    step_back,
};
use super::position::Position;
use super::ruleset::{Colour, Crowning, Ruleset, WordOf};
use std::hash::{Hash, Hasher};

/// A move: squares as bits of the board's layout. Nothing else is needed to
/// play it: a man that captures a piece on the row before its last one has
/// been on its last row, because a man has no other way to jump such a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move<W> {
    pub from: u8,
    pub to: u8,
    pub captured: W,
}

/// One word, which is quicker to hash than three; what is captured seldom tells two
/// moves apart.
impl<W> Hash for Move<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u16(u16::from_le_bytes([self.from, self.to]));
    }
}

impl<W: Word> Move<W> {
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }
}

/// What the side to move sees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<W> {
    pub(super) men: W,
    pub(super) kings: W,
    pub(super) enemy: W,
    pub(super) empty: W,
}

impl<W: Word> Field<W> {
    #[inline(always)]
    pub(super) fn of<B: Board<Word = W>>(position: &Position<W>, colour: Colour) -> Field<W> {
        let own = position.pieces[colour.index()];
        let enemy = position.pieces[colour.other().index()];
        Field {
            men: own & !position.kings,
            kings: own & position.kings,
            enemy,
            empty: B::ALL & !(own | enemy),
        }
    }
}

#[inline(always)]
pub(super) const fn forward(white: bool) -> [Direction; 2] {
    if white {
        [UP_RIGHT, UP_LEFT]
    } else {
        [DOWN_RIGHT, DOWN_LEFT]
    }
}

/// The row on which a man is crowned, and the one before it.
#[inline(always)]
pub(super) fn last_rows<B: Board>(white: bool) -> (B::Word, B::Word) {
    if white {
        (B::ROWS[B::SIZE - 1], B::ROWS[B::SIZE - 2])
    } else {
        (B::ROWS[0], B::ROWS[1])
    }
}

/// Whether a man is a king after a move: it ends on the last row, or has been there.
#[inline(always)]
pub(super) fn crowns<R: Ruleset, const WHITE: bool>(mv: &Move<WordOf<R>>) -> bool {
    let (last, before_last) = last_rows::<R::Board>(WHITE);
    WordOf::<R>::of(mv.to).meets(last)
        || (R::CROWNING == Crowning::AndGoesOn && mv.captured.meets(before_last))
}

/// Those of `movers` that can jump a neighbouring enemy in a direction.
#[inline(always)]
fn jumpers<B: Board>(
    movers: B::Word,
    enemy: B::Word,
    empty: B::Word,
    direction: Direction,
) -> B::Word {
    let back = 3 - direction;
    step::<B>(step::<B>(empty, back) & enemy, back) & movers
}

/// The men that can capture.
#[inline(always)]
fn capturing_men<R: Ruleset, const WHITE: bool>(field: &Field<WordOf<R>>) -> WordOf<R> {
    let jumpers = |direction| jumpers::<R::Board>(field.men, field.enemy, field.empty, direction);
    let [left, right] = forward(WHITE);
    let ahead = jumpers(left) | jumpers(right);
    if R::MEN_CAPTURE_BACKWARD {
        ahead | jumpers(3 - left) | jumpers(3 - right)
    } else {
        ahead
    }
}

/// Whether any king can capture.
#[inline(always)]
fn kings_can_capture<R: Ruleset>(field: &Field<WordOf<R>>) -> bool {
    !field.kings.is_empty()
        && DIRECTIONS.iter().any(|&direction| {
            let mut front = field.kings;
            if R::FLYING_KINGS {
                let mut flight = front;
                while !flight.is_empty() {
                    flight = step::<R::Board>(flight, direction) & field.empty;
                    front |= flight;
                }
            }
            let over = step::<R::Board>(front, direction) & field.enemy;
            step::<R::Board>(over, direction).meets(field.empty)
        })
}

/// Whether the side can capture, if it is its turn.
#[inline(always)]
pub(super) fn can_capture<R: Ruleset>(field: &Field<WordOf<R>>, colour: Colour) -> bool {
    let men = match colour {
        Colour::White => capturing_men::<R, true>(field),
        Colour::Black => capturing_men::<R, false>(field),
    };
    !men.is_empty() || kings_can_capture::<R>(field)
}

/// Appends every legal move.
#[inline(always)]
pub(super) fn append<R: Ruleset, const WHITE: bool>(
    field: &Field<WordOf<R>>,
    moves: &mut Vec<Move<WordOf<R>>>,
) {
    let men = capturing_men::<R, WHITE>(field);
    if !men.is_empty() || kings_can_capture::<R>(field) {
        append_captures::<R, WHITE>(field, men, moves);
    } else {
        append_quiet::<R, WHITE>(field, moves);
    }
}

#[inline(always)]
fn append_quiet<R: Ruleset, const WHITE: bool>(
    field: &Field<WordOf<R>>,
    moves: &mut Vec<Move<WordOf<R>>>,
) {
    let quiet = |from, to| Move {
        from,
        to,
        captured: WordOf::<R>::NONE,
    };
    for direction in forward(WHITE) {
        for to in bits(step::<R::Board>(field.men, direction) & field.empty) {
            moves.push(quiet(step_back::<R::Board>(to, direction), to));
        }
    }
    for from in bits(field.kings) {
        for direction in DIRECTIONS {
            let mut to = step::<R::Board>(WordOf::<R>::of(from), direction) & field.empty;
            while !to.is_empty() {
                moves.push(quiet(from, to.lowest()));
                if !R::FLYING_KINGS {
                    break;
                }
                to = step::<R::Board>(to, direction) & field.empty;
            }
        }
    }
}

/// How many moves [`append`] would append.
#[inline(always)]
pub(super) fn count<R: Ruleset, const WHITE: bool>(
    field: &Field<WordOf<R>>,
    scratch: &mut Vec<Move<WordOf<R>>>,
) -> usize {
    let men = capturing_men::<R, WHITE>(field);
    if !men.is_empty() || kings_can_capture::<R>(field) {
        let base = scratch.len();
        append_captures::<R, WHITE>(field, men, scratch);
        let count = scratch.len() - base;
        scratch.truncate(base);
        return count;
    }
    quiet_moves_of_men::<R, WHITE>(field) + quiet_moves_of_kings::<R>(field)
}

#[inline(always)]
fn quiet_moves_of_men<R: Ruleset, const WHITE: bool>(field: &Field<WordOf<R>>) -> usize {
    forward(WHITE)
        .into_iter()
        .map(|direction| (step::<R::Board>(field.men, direction) & field.empty).count() as usize)
        .sum()
}

/// Each step of all flights at once: no two kings come to one square in one
/// step, so counting squares step by step counts moves.
#[inline(always)]
fn quiet_moves_of_kings<R: Ruleset>(field: &Field<WordOf<R>>) -> usize {
    if field.kings.is_empty() {
        return 0;
    }
    let mut count = 0;
    for direction in DIRECTIONS {
        let mut flight = step::<R::Board>(field.kings, direction) & field.empty;
        while !flight.is_empty() {
            count += flight.count() as usize;
            if !R::FLYING_KINGS {
                break;
            }
            flight = step::<R::Board>(flight, direction) & field.empty;
        }
    }
    count
}

/// Whether there is any legal move.
pub(super) fn exists<R: Ruleset, const WHITE: bool>(field: &Field<WordOf<R>>) -> bool {
    quiet_moves_of_men::<R, WHITE>(field) + quiet_moves_of_kings::<R>(field) > 0
        || !capturing_men::<R, WHITE>(field).is_empty()
        || kings_can_capture::<R>(field)
}

#[inline(never)]
fn append_captures<R: Ruleset, const WHITE: bool>(
    field: &Field<WordOf<R>>,
    men: WordOf<R>,
    moves: &mut Vec<Move<WordOf<R>>>,
) {
    let base = moves.len();
    let mut list = Distinct {
        moves,
        base,
        first_of_piece: base,
        most: 0,
        majority: R::MAJORITY,
    };
    walk_all::<R, _, WHITE>(field, men, &mut list);
}

/// Walks every capture of the side to move, telling `log` of each.
pub(super) fn walk_captures<R: Ruleset, L: Log<WordOf<R>>>(
    field: &Field<WordOf<R>>,
    colour: Colour,
    log: &mut L,
) {
    match colour {
        Colour::White => {
            walk_all::<R, L, true>(field, capturing_men::<R, true>(field), log);
        }
        Colour::Black => {
            walk_all::<R, L, false>(field, capturing_men::<R, false>(field), log);
        }
    }
}

#[inline(always)]
fn walk_all<R: Ruleset, L: Log<WordOf<R>>, const WHITE: bool>(
    field: &Field<WordOf<R>>,
    men: WordOf<R>,
    log: &mut L,
) {
    for (pieces, are_kings) in [(men, false), (field.kings, true)] {
        for from in bits(pieces) {
            let origin = WordOf::<R>::of(from);
            log.begin();
            let mut walk = Walk::<R, L, WHITE> {
                from,
                enemy: field.enemy,
                free: field.empty | origin,
                log,
            };
            if are_kings {
                walk.king(origin, WordOf::<R>::NONE, None);
            } else {
                walk.man(origin, WordOf::<R>::NONE);
            }
        }
    }
}

/// Who listens to a walk over captures.
pub(super) trait Log<W> {
    /// Whether routes that differ only in where a king lands between two
    /// captures on one straight line are wanted too.
    const EVERY_ROUTE: bool;

    /// The next piece is about to capture.
    fn begin(&mut self);
    /// It jumps to a square, and later goes back to where it was.
    fn jump(&mut self, to: u8);
    fn back(&mut self);
    /// The capture is complete.
    fn finish(&mut self, mv: Move<W>);
}

/// One piece on its way over others.
struct Walk<'a, R: Ruleset, L, const WHITE: bool> {
    from: u8,
    enemy: WordOf<R>,
    /// Where the piece may land; its own first square is among them.
    free: WordOf<R>,
    log: &'a mut L,
}

impl<R: Ruleset, L: Log<WordOf<R>>, const WHITE: bool> Walk<'_, R, L, WHITE> {
    /// Whether a man on `at` can go on; if so, all its ways are walked.
    fn man(&mut self, at: WordOf<R>, taken: WordOf<R>) -> bool {
        let [left, right] = forward(WHITE);
        let mut goes_on = self.man_jump(at, taken, left);
        goes_on |= self.man_jump(at, taken, right);
        if R::MEN_CAPTURE_BACKWARD {
            goes_on |= self.man_jump(at, taken, 3 - left);
            goes_on |= self.man_jump(at, taken, 3 - right);
        }
        goes_on
    }

    #[inline(always)]
    fn man_jump(&mut self, at: WordOf<R>, taken: WordOf<R>, direction: Direction) -> bool {
        let over = step::<R::Board>(at, direction) & self.enemy & !taken;
        let to = step::<R::Board>(over, direction) & self.free;
        if to.is_empty() {
            return false;
        }
        let taken = taken | over;
        let is_crowned = to.meets(last_rows::<R::Board>(WHITE).0);
        self.log.jump(to.lowest());
        let goes_on = match R::CROWNING {
            Crowning::AndStops if is_crowned => false,
            Crowning::AndGoesOn if is_crowned => self.king(to, taken, None),
            _ => self.man(to, taken),
        };
        if !goes_on {
            self.finish(to, taken);
        }
        self.log.back();
        true
    }

    /// Whether a king on `at` can go on; if so, all its ways are walked, but
    /// for the direction `seen`, in which another square of the same line has
    /// already looked.
    fn king(&mut self, at: WordOf<R>, taken: WordOf<R>, seen: Option<Direction>) -> bool {
        let mut goes_on = false;
        for direction in DIRECTIONS {
            if R::FLYING_KINGS {
                if seen != Some(direction) {
                    goes_on |= self.flight(at, taken, direction);
                }
            } else {
                goes_on |= self.king_jump(at, taken, direction);
            }
        }
        goes_on
    }

    #[inline(always)]
    fn king_jump(&mut self, at: WordOf<R>, taken: WordOf<R>, direction: Direction) -> bool {
        let over = step::<R::Board>(at, direction) & self.enemy & !taken;
        let to = step::<R::Board>(over, direction) & self.free;
        if to.is_empty() {
            return false;
        }
        self.log.jump(to.lowest());
        if !self.king(to, taken | over, None) {
            self.finish(to, taken | over);
        }
        self.log.back();
        true
    }

    /// A king must land where it can go on, if there is such a square.
    #[inline(always)]
    fn flight(&mut self, at: WordOf<R>, taken: WordOf<R>, direction: Direction) -> bool {
        let mut ahead = step::<R::Board>(at, direction);
        while ahead.meets(self.free) {
            ahead = step::<R::Board>(ahead, direction);
        }
        let over = ahead & self.enemy & !taken;
        let nearest = step::<R::Board>(over, direction) & self.free;
        if nearest.is_empty() {
            return false;
        }
        let taken = taken | over;
        let mut goes_on = false;
        let (mut to, mut seen) = (nearest, None);
        while !to.is_empty() {
            self.log.jump(to.lowest());
            goes_on |= self.king(to, taken, seen);
            self.log.back();
            to = step::<R::Board>(to, direction) & self.free;
            if !L::EVERY_ROUTE {
                seen = Some(direction);
            }
        }
        let mut to = nearest;
        while !goes_on && !to.is_empty() {
            self.log.jump(to.lowest());
            self.finish(to, taken);
            self.log.back();
            to = step::<R::Board>(to, direction) & self.free;
        }
        true
    }

    #[inline(always)]
    fn finish(&mut self, to: WordOf<R>, captured: WordOf<R>) {
        self.log.finish(Move {
            from: self.from,
            to: to.lowest(),
            captured,
        });
    }
}

/// The list of legal captures, each once.
struct Distinct<'a, W> {
    moves: &'a mut Vec<Move<W>>,
    base: usize,
    first_of_piece: usize,
    /// The most pieces that any capture takes, where that matters.
    most: u32,
    majority: bool,
}

impl<W: Word> Log<W> for Distinct<'_, W> {
    const EVERY_ROUTE: bool = false;

    #[inline(always)]
    fn begin(&mut self) {
        self.first_of_piece = self.moves.len();
    }

    #[inline(always)]
    fn jump(&mut self, _to: u8) {}

    #[inline(always)]
    fn back(&mut self) {}

    #[inline(always)]
    fn finish(&mut self, mv: Move<W>) {
        if self.majority {
            let count = mv.captured.count();
            if count < self.most {
                return;
            }
            if count > self.most {
                self.most = count;
                self.moves.truncate(self.base);
                self.first_of_piece = self.base;
            }
        }
        if !self.moves[self.first_of_piece..].contains(&mv) {
            self.moves.push(mv);
        }
    }
}
