//! The ways captures take. A move knows where it begins, where it ends and what
//! it takes; people also write the squares between, and boards show them.

use super::board::{Board, Word};
use super::moves::{Field, Log, Move, walk_captures};
use super::rules::Draughts;
use super::ruleset::{Ruleset, WordOf};
use plyground_engine::game::Game;
use std::collections::BTreeMap;

/// One way of a legal capture: the squares it touches, first and last included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Route<W> {
    pub(super) mv: Move<W>,
    pub(super) squares: Vec<u8>,
}

/// A move of a real game has fewer ways. The rest of an absurd one is cut off.
const MOST_ROUTES_OF_A_MOVE: usize = 1000;
/// So many comparisons of ways are spent on finding the shortest text of a move.
const MOST_COMPARISONS: usize = 400_000;

/// Writes down the ways of the moves that are wanted.
struct Recorder<'a, W> {
    wanted: &'a [Move<W>],
    /// How many ways of each are written down.
    counts: Vec<usize>,
    way: Vec<u8>,
    routes: Vec<Route<W>>,
}

impl<W: Word> Log<W> for Recorder<'_, W> {
    const EVERY_ROUTE: bool = true;

    fn begin(&mut self) {
        self.way.clear();
    }

    fn jump(&mut self, to: u8) {
        self.way.push(to);
    }

    fn back(&mut self) {
        self.way.pop();
    }

    fn finish(&mut self, mv: Move<W>) {
        let Some(index) = self.wanted.iter().position(|&wanted| wanted == mv) else {
            return;
        };
        self.counts[index] += 1;
        if self.counts[index] <= MOST_ROUTES_OF_A_MOVE {
            let mut squares = vec![mv.from];
            squares.extend_from_slice(&self.way);
            self.routes.push(Route { mv, squares });
        }
    }
}

impl<R: Ruleset> Draughts<R> {
    /// Every way of every legal move from one square to another.
    pub(super) fn routes(
        &self,
        position: &<Self as Game>::Position,
        from: u8,
        to: u8,
    ) -> Vec<Route<WordOf<R>>> {
        let mut legal = Vec::new();
        self.legal_moves(position, &mut legal);
        legal.retain(|mv| (mv.from, mv.to) == (from, to));
        match legal[..] {
            [] => return Vec::new(),
            [mv] if !mv.is_capture() => {
                let squares = vec![from, to];
                return vec![Route { mv, squares }];
            }
            _ => {}
        }
        let mut recorder = Recorder {
            wanted: &legal,
            counts: vec![0; legal.len()],
            way: Vec::new(),
            routes: Vec::new(),
        };
        let field = Field::of::<R::Board>(position, position.to_move);
        walk_captures::<R, _>(&field, position.to_move, &mut recorder);
        recorder.routes
    }
}

/// The moves that a list of squares fits: those with exactly this way, or else
/// those with a way that touches these squares in this order, first and last alike.
pub(super) fn fitting<W: Copy + PartialEq>(routes: &[Route<W>], squares: &[u8]) -> Vec<Move<W>> {
    let distinct = |fits: &dyn Fn(&Route<W>) -> bool| {
        let mut moves: Vec<Move<W>> = Vec::new();
        for route in routes.iter().filter(|route| fits(route)) {
            if !moves.contains(&route.mv) {
                moves.push(route.mv);
            }
        }
        moves
    };
    let exactly = distinct(&|route| route.squares == squares);
    if !exactly.is_empty() {
        return exactly;
    }
    distinct(&|route| {
        let mut rest = route.squares.iter();
        route.squares.first() == squares.first()
            && route.squares.last() == squares.last()
            && squares
                .iter()
                .all(|wanted| rest.any(|found| found == wanted))
    })
}

/// The fewest squares that fit this legal move only; of several such lists the
/// one with the lowest numbers. The whole way always fits one move only, because
/// exactly one piece is taken between two landings.
pub(super) fn shortest<B: Board>(routes: &[Route<B::Word>], mv: Move<B::Word>) -> Vec<u8> {
    let own: Vec<&Route<B::Word>> = routes.iter().filter(|route| route.mv == mv).collect();
    let longest = own.iter().map(|route| route.squares.len()).max();
    let numbers = |squares: &[u8]| -> Vec<u8> {
        let numbers = squares.iter().map(|&bit| B::NUMBERS[bit as usize]);
        numbers.collect()
    };
    let mut comparisons = 0;
    for between in 0..longest.unwrap_or(2) - 1 {
        let lists: BTreeMap<Vec<u8>, Vec<u8>> = own
            .iter()
            .take(MOST_COMPARISONS / routes.len().max(1))
            .flat_map(|route| choices(&route.squares[1..route.squares.len() - 1], between))
            .map(|chosen| [&[mv.from], &chosen[..], &[mv.to]].concat())
            .map(|squares| (numbers(&squares), squares))
            .collect();
        for squares in lists.into_values() {
            comparisons += routes.len();
            if comparisons > MOST_COMPARISONS {
                return own[0].squares.clone();
            }
            if fitting(routes, &squares) == [mv] {
                return squares;
            }
        }
    }
    vec![mv.from, mv.to]
}

/// Every way to choose so many of the squares, keeping their order.
fn choices(squares: &[u8], count: usize) -> Vec<Vec<u8>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    if squares.len() < count {
        return Vec::new();
    }
    let mut chosen: Vec<Vec<u8>> = choices(&squares[1..], count - 1)
        .into_iter()
        .map(|rest| [&[squares[0]], &rest[..]].concat())
        .collect();
    chosen.extend(choices(&squares[1..], count));
    chosen
}
