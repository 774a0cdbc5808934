//! The ways captures take. A move knows where it begins, where it ends and what
//! it takes; people also write the squares between, and boards show them.
//!
//! A position can have hundreds of captures with thousands of ways each. All of them
//! are walked once for a position, however many moves are to be named, and where the
//! shortest name would have to be chosen among too many ways, a whole one is written.

use super::board::{Board, Word};
use super::moves::{Field, Log, Move, walk_captures};
use super::position::Position;
use super::rules::Draughts;
use super::ruleset::{Ruleset, WordOf};
use plyground_engine::game::Game;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// Moves from one square to another have fewer ways in a real game.
const MOST_ROUTES: usize = 1000;
/// So many comparisons of ways are spent on finding the shortest text of a move.
const MOST_COMPARISONS: usize = 100_000;

/// One way of a legal capture: the squares it touches, first and last included.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Route<W> {
    mv: Move<W>,
    squares: Vec<u8>,
}

/// The moves from one square to another, and their ways.
#[derive(Debug)]
struct Group<W> {
    /// Each with the first way that was found.
    moves: Vec<(Move<W>, Vec<u8>)>,
    /// All ways, or too many.
    routes: Vec<Route<W>>,
}

/// The ways of a position's moves.
#[derive(Debug)]
pub(super) struct Ways<W> {
    groups: BTreeMap<(u8, u8), Group<W>>,
    /// Jumps that were walked and ways that were compared.
    work: Cell<usize>,
}

/// Walks captures square by square.
struct Recorder<W> {
    way: Vec<u8>,
    ways: Ways<W>,
}

impl<W: Word> Log<W> for Recorder<W> {
    const EVERY_ROUTE: bool = true;

    fn begin(&mut self) {
        self.way.clear();
    }

    fn jump(&mut self, to: u8) {
        self.ways.work.update(|work| work + 1);
        self.way.push(to);
    }

    fn back(&mut self) {
        self.way.pop();
    }

    fn finish(&mut self, mv: Move<W>) {
        let Some(group) = self.ways.groups.get_mut(&(mv.from, mv.to)) else {
            return;
        };
        let known = group.moves.iter_mut().find(|(known, _)| *known == mv);
        let Some((_, first)) = known else {
            return;
        };
        let is_first = first.is_empty();
        if is_first || group.routes.len() <= MOST_ROUTES {
            let squares = [&[mv.from], &self.way[..]].concat();
            if is_first {
                first.clone_from(&squares);
            }
            if group.routes.len() <= MOST_ROUTES {
                group.routes.push(Route { mv, squares });
            }
        }
    }
}

impl<W: Word> Ways<W> {
    /// The ways of these legal moves, which are all there are.
    pub(super) fn new<R: Ruleset<Board: Board<Word = W>>>(
        position: &Position<W>,
        legal: &[Move<W>],
    ) -> Ways<W> {
        let mut groups = BTreeMap::new();
        for &mv in legal.iter().filter(|mv| mv.is_capture()) {
            let group = groups.entry((mv.from, mv.to)).or_insert(Group {
                moves: Vec::new(),
                routes: Vec::new(),
            });
            group.moves.push((mv, Vec::new()));
        }
        let mut recorder = Recorder {
            way: Vec::new(),
            ways: Ways {
                groups,
                work: Cell::new(0),
            },
        };
        if !recorder.ways.groups.is_empty() {
            let field = Field::of::<R::Board>(position, position.to_move);
            walk_captures::<R, _>(&field, position.to_move, &mut recorder);
        }
        recorder.ways
    }

    /// A whole way of a legal move.
    pub(super) fn first(&self, mv: Move<W>) -> Vec<u8> {
        let group = self.groups.get(&(mv.from, mv.to));
        let moves = group.map_or(&[][..], |group| &group.moves[..]);
        match moves.iter().find(|(known, _)| *known == mv) {
            Some((_, way)) if !way.is_empty() => way.clone(),
            _ => vec![mv.from, mv.to],
        }
    }

    /// The fewest squares that fit this legal move only; of several such lists the
    /// one with the lowest numbers. Where they are too many to be compared, a whole
    /// way: it always fits one move only, because exactly one piece is taken between
    /// two landings.
    pub(super) fn shortest<B: Board<Word = W>>(&self, mv: Move<W>) -> Vec<u8> {
        let ends = vec![mv.from, mv.to];
        let Some(group) = self.groups.get(&(mv.from, mv.to)) else {
            return ends;
        };
        if group.moves.len() < 2 {
            return ends;
        }
        if group.routes.len() > MOST_ROUTES {
            return self.first(mv);
        }
        let (own, others): (Vec<_>, Vec<_>) = group.routes.iter().partition(|route| route.mv == mv);
        let longest = own.iter().map(|route| route.squares.len()).max();
        let most = MOST_COMPARISONS / group.routes.len().max(1);
        let mut tried = 0;
        for between in 0..longest.unwrap_or(2) - 1 {
            let mut lists = BTreeSet::new();
            for route in &own {
                let inner = &route.squares[1..route.squares.len() - 1];
                let is_whole = choices(inner, between, &mut Vec::new(), &mut |chosen| {
                    tried += 1;
                    let numbers = chosen.iter().map(|&bit| B::NUMBERS[bit as usize]);
                    lists.insert((numbers.collect::<Vec<u8>>(), chosen.to_vec()));
                    tried <= most
                });
                if !is_whole {
                    return self.first(mv);
                }
            }
            for (_, chosen) in lists {
                self.work.update(|work| work + group.routes.len());
                let squares = [&[mv.from], &chosen[..], &[mv.to]].concat();
                let is_own = own.iter().any(|route| route.squares == squares);
                let is_theirs = |route: &&Route<W>| match is_own {
                    true => route.squares == squares,
                    false => touches(&route.squares, &squares),
                };
                if !others.iter().any(is_theirs) {
                    return squares;
                }
            }
        }
        ends
    }

    #[cfg(test)]
    fn work(&self) -> usize {
        self.work.get()
    }
}

/// Whether a way touches these squares in this order.
fn touches(way: &[u8], squares: &[u8]) -> bool {
    let mut rest = way.iter();
    squares
        .iter()
        .all(|wanted| rest.any(|found| found == wanted))
}

/// Tells every way to choose so many of the squares, keeping their order, for as
/// long as it is wanted; `false` where it was not.
fn choices(
    squares: &[u8],
    count: usize,
    chosen: &mut Vec<u8>,
    tell: &mut dyn FnMut(&[u8]) -> bool,
) -> bool {
    if count == 0 {
        return tell(chosen);
    }
    for first in 0..(squares.len() + 1).saturating_sub(count) {
        chosen.push(squares[first]);
        let goes_on = choices(&squares[first + 1..], count - 1, chosen, tell);
        chosen.pop();
        if !goes_on {
            return false;
        }
    }
    true
}

/// Finds the moves that a list of squares fits, without writing ways down.
struct Matcher<'a, W> {
    wanted: &'a [Move<W>],
    squares: &'a [u8],
    way: Vec<u8>,
    /// How many of the squares are touched, before each jump.
    touched: Vec<usize>,
    exactly: Vec<Move<W>>,
    in_short: Vec<Move<W>>,
}

impl<W: Word> Log<W> for Matcher<'_, W> {
    const EVERY_ROUTE: bool = true;

    fn begin(&mut self) {
        self.way.clear();
        self.touched = vec![1];
    }

    fn jump(&mut self, to: u8) {
        let touched = self.touched.last().copied().unwrap_or(1);
        let is_next = self.squares.get(touched) == Some(&to);
        self.touched.push(touched + usize::from(is_next));
        self.way.push(to);
    }

    fn back(&mut self) {
        self.touched.pop();
        self.way.pop();
    }

    fn finish(&mut self, mv: Move<W>) {
        let is_short = self.touched.last() == Some(&self.squares.len());
        if !is_short || !self.wanted.contains(&mv) {
            return;
        }
        let is_exact = self.way == self.squares[1..];
        for (fits, moves) in [(is_exact, &mut self.exactly), (true, &mut self.in_short)] {
            if fits && !moves.contains(&mv) {
                moves.push(mv);
            }
        }
    }
}

impl<R: Ruleset> Draughts<R> {
    /// The ways of a position's legal moves.
    pub(super) fn ways(&self, position: &<Self as Game>::Position) -> Ways<WordOf<R>> {
        let mut legal = Vec::new();
        self.legal_moves(position, &mut legal);
        Ways::new::<R>(position, &legal)
    }

    /// The legal moves that a list of squares fits: those with exactly this way, or
    /// else those with a way that touches these squares in this order, first and last
    /// alike.
    pub(super) fn fitting(
        &self,
        position: &<Self as Game>::Position,
        squares: &[u8],
    ) -> Vec<Move<WordOf<R>>> {
        let mut legal = Vec::new();
        self.legal_moves(position, &mut legal);
        let ends = (squares.first().copied(), squares.last().copied());
        legal.retain(|mv| (Some(mv.from), Some(mv.to)) == ends);
        if legal.iter().all(|mv| !mv.is_capture()) {
            legal.retain(|_| squares.len() == 2);
            return legal;
        }
        let mut matcher = Matcher {
            wanted: &legal,
            squares,
            way: Vec::new(),
            touched: Vec::new(),
            exactly: Vec::new(),
            in_short: Vec::new(),
        };
        let field = Field::of::<R::Board>(position, position.to_move);
        walk_captures::<R, _>(&field, position.to_move, &mut matcher);
        match matcher.exactly.is_empty() {
            true => matcher.in_short,
            false => matcher.exactly,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draughts::ruleset::English12;
    use plyground_engine::notation::Notation;

    /// Every jump of the board is there at once: 455 moves, most of more than
    /// twenty jumps. Work is counted, not time.
    #[test]
    fn naming_hundreds_of_captures_is_little_work() {
        let game = Draughts::<English12>::default();
        let text = "W:WK27:B8,9,10,11,12,20,21,22,23,24,32,33,34,35,36,44,45,46,47,48,\
                    56,57,58,59,60";
        let (game, position) = game.read_position(text, None).unwrap();
        let mut legal = Vec::new();
        game.legal_moves(&position, &mut legal);
        assert_eq!(legal.len(), 455);
        let ways = Ways::new::<English12>(&position, &legal);
        let walked = ways.work();
        let mut names = BTreeSet::new();
        for &mv in &legal {
            names.insert(ways.shortest::<<English12 as Ruleset>::Board>(mv));
        }
        println!("{walked} jumps, {} comparisons", ways.work() - walked);
        assert_eq!(names.len(), 455);
        assert!(walked < 1_000_000);
        assert!(ways.work() - walked < 5_000_000);
        for name in names.iter().step_by(50) {
            assert_eq!(game.fitting(&position, name).len(), 1);
        }
    }
}
