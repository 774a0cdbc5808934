//! The ways captures take. A move knows where it begins, where it ends and what
//! it takes; people also write the squares between, and boards show them.

use super::board::{Board, Word};
use super::moves::{Field, Log, Move, walk_captures};
use super::rules::Draughts;
use super::ruleset::{Ruleset, WordOf};
use plyground_engine::game::Game;

/// One way of a legal capture: the squares it touches, first and last included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Route<W> {
    pub(super) mv: Move<W>,
    pub(super) squares: Vec<u8>,
}

/// No position of a real game has more; the rest of an absurd one is cut off.
const MOST_ROUTES: usize = 20_000;

struct Recorder<'a, W> {
    legal: &'a [Move<W>],
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
        if self.routes.len() < MOST_ROUTES && self.legal.contains(&mv) {
            let mut squares = vec![mv.from];
            squares.extend_from_slice(&self.way);
            self.routes.push(Route { mv, squares });
        }
    }
}

impl<R: Ruleset> Draughts<R> {
    /// Every way of every legal capture; a quiet move is its own way.
    pub(super) fn routes(
        &self,
        position: &<Self as Game>::Position,
        legal: &[Move<WordOf<R>>],
    ) -> Vec<Route<WordOf<R>>> {
        if !legal.first().is_some_and(Move::is_capture) {
            return legal
                .iter()
                .map(|&mv| Route {
                    mv,
                    squares: vec![mv.from, mv.to],
                })
                .collect();
        }
        let mut recorder = Recorder {
            legal,
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
    for between in 0..longest.unwrap_or(2) - 1 {
        let fitting_lists = own
            .iter()
            .flat_map(|route| choices(&route.squares[1..route.squares.len() - 1], between))
            .map(|chosen| [&[mv.from], &chosen[..], &[mv.to]].concat())
            .filter(|squares| fitting(routes, squares) == [mv]);
        let numbers = |squares: &Vec<u8>| -> Vec<u8> {
            squares
                .iter()
                .map(|&bit| B::NUMBERS[bit as usize])
                .collect()
        };
        if let Some(squares) = fitting_lists.min_by_key(numbers) {
            return squares;
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
