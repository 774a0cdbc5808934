//! Solves Connect Four on any board up to 64 bits: the exact score of every position.
//!
//! Inside, a score is a number of *points*: positive if the side to move wins,
//! and then one more than the stones that it has left at that moment; negative
//! likewise if it loses; 0 for a draw. So on 7x6 the winner's 4th stone is worth
//! 18 points and the 21st is worth 1. The search answers questions of the
//! form "at least so many points?", and a score is found by a few of them.
//!
//! docs/decisions/connect-four-solver.md says what each idea rests on and what it
//! is worth.

mod bounds;
mod chain;
mod key;
mod lines;
mod order;
#[cfg(test)]
mod plain;
mod processor;
mod search;
mod table;

pub use processor::Form;

use super::board::Board;
use super::book::Book;
use chain::{End, Moment};
use plyground_engine::busy::Busy;
use plyground_engine::oracle::{BoundsObserver, Effort};
use plyground_engine::score::Score;
use search::Searcher;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use table::{Bounds, Table};

/// Small enough for the processor's cache: larger tables save a few nodes and
/// cost more time than that.
pub const TABLE_BYTES: usize = 8 << 20;

/// The points of a win with the next stone.
#[inline(always)]
const fn points_of_win<const W: usize, const H: usize>(stones: i32) -> i32 {
    ((W * H) as i32 + 1 - stones) / 2
}

/// What the scores of quiet positions with so many stones can be: neither side
/// wins with its next stone.
#[inline(always)]
const fn range<const W: usize, const H: usize>(stones: i32) -> Bounds {
    Bounds {
        low: -points_of_win::<W, H>(stones + 3),
        high: points_of_win::<W, H>(stones + 2),
    }
}

/// The engine's score for points in a position with so many stones.
pub fn score_of<const W: usize, const H: usize>(points: i32, stones: u32) -> Score {
    if points == 0 {
        return Score::DRAW;
    }
    // The last stone is the winner's: of two numbers of stones that give the same
    // points, the one with the right parity.
    let latest = (W * H) as u32 + 2 - 2 * points.unsigned_abs();
    let is_mine = points > 0;
    let parity = (stones + u32::from(is_mine)) & 1;
    let at_end = latest - u32::from(latest & 1 != parity);
    let plies = at_end - stones;
    if is_mine {
        Score::won_in(plies)
    } else {
        Score::lost_in(plies)
    }
}

/// The fewest points that a score of at least `bound` can mean.
fn points_of<const W: usize, const H: usize>(bound: Score, stones: u32) -> i32 {
    let Some(plies) = bound.plies_to_end() else {
        return i32::from(bound > Score::DRAW);
    };
    // The side to move wins in an odd number of plies and loses in an even one.
    let (stones, plies) = (stones as i32, plies as i32);
    if bound.is_win() {
        let plies = plies - i32::from(plies % 2 == 0);
        points_of_win::<W, H>(stones + plies - 1).max(1)
    } else {
        let plies = plies + plies % 2;
        -points_of_win::<W, H>(stones + plies - 1).max(0)
    }
}

/// A solver and what it has learnt.
#[derive(Debug)]
pub struct Solver<const W: usize, const H: usize> {
    table: Table,
    seed: u64,
    form: Form,
    book: Option<Arc<Book>>,
}

impl<const W: usize, const H: usize> Solver<W, H> {
    pub fn new(table_bytes: usize) -> Solver<W, H> {
        Solver {
            table: Table::with_bytes(table_bytes),
            seed: 0,
            form: Form::best(),
            book: None,
        }
    }

    pub fn with_book(mut self, book: Arc<Book>) -> Solver<W, H> {
        self.book = Some(book);
        self
    }

    pub fn with_form(mut self, form: Form) -> Solver<W, H> {
        self.form = form;
        self
    }

    /// Other seeds give other keys: a second opinion where keys may collide.
    pub fn with_seed(mut self, seed: u64) -> Solver<W, H> {
        self.seed = seed;
        self
    }

    /// Forgets everything but the book.
    pub fn clear(&self) {
        self.table.clear();
    }

    /// The exact score of a position that is not over, or only its sign where the
    /// effort is weak; `None` where the effort came to its end before.
    pub fn score(&self, board: &Board<W, H>, effort: &Effort<'_>) -> Option<Score> {
        let points = self.points(board, effort)?;
        Some(score_of::<W, H>(points, board.stones()))
    }

    /// The same in points.
    pub fn points(&self, board: &Board<W, H>, effort: &Effort<'_>) -> Option<i32> {
        self.table.grow_older();
        let root = self.root(board, effort);
        let mut known = root.known;
        if effort.weak {
            known.low = known.low.max(-1).min(known.high);
            known.high = known.high.min(1).max(known.low);
        }
        while known.low < known.high {
            let asked = question(known);
            known = self.ask(&root, known, asked, effort)?;
            let seen = if root.is_turned {
                known.turned()
            } else {
                known
            };
            if let Some(BoundsObserver(observer)) = effort.observer {
                let stones = board.stones();
                observer(
                    score_of::<W, H>(seen.low, stones),
                    score_of::<W, H>(seen.high, stones),
                );
            }
        }
        let points = if effort.weak {
            known.low.signum()
        } else {
            known.low
        };
        Some(if root.is_turned { -points } else { points })
    }

    /// Whether the score is at least `bound`: one question, cheaper than the score.
    pub fn is_at_least(
        &self,
        board: &Board<W, H>,
        bound: Score,
        effort: &Effort<'_>,
    ) -> Option<bool> {
        self.table.grow_older();
        let root = self.root(board, effort);
        let asked = points_of::<W, H>(bound, board.stones());
        let asked = if root.is_turned { 1 - asked } else { asked };
        let mut known = root.known;
        if known.low < asked && asked <= known.high {
            known = self.ask(&root, known, asked, effort)?;
        }
        Some((known.low >= asked) != root.is_turned)
    }

    /// Asks one question and narrows what is known.
    fn ask(&self, root: &Root, known: Bounds, asked: i32, effort: &Effort<'_>) -> Option<Bounds> {
        let points = self.search(root, asked, effort)?;
        Some(if points >= asked {
            Bounds {
                low: points.min(known.high),
                ..known
            }
        } else {
            Bounds {
                high: points.max(known.low),
                ..known
            }
        })
    }

    fn root(&self, board: &Board<W, H>, effort: &Effort<'_>) -> Root {
        let (end, plies) = Moment::of(board).follow::<W, H>();
        let is_turned = plies & 1 == 1;
        let exactly = |points| Bounds {
            low: points,
            high: points,
        };
        match end {
            End::Decided(points) => Root {
                quiet: Moment::default(),
                key: 0,
                known: exactly(points),
                is_turned,
            },
            End::Quiet(quiet) => {
                let key = key::of::<W, H>(&quiet, self.seed);
                let book = self.book.as_deref().filter(|_| effort.book);
                let known = match book.and_then(|book| book.points(&quiet.board::<W, H>())) {
                    Some(points) => exactly(points),
                    None => {
                        let found = self.table.bounds(key);
                        let range = range::<W, H>(quiet.stones);
                        Bounds {
                            low: range.low.max(found.low),
                            high: range.high.min(found.high),
                        }
                    }
                };
                Root {
                    quiet,
                    key,
                    known,
                    is_turned,
                }
            }
        }
    }

    /// Runs the search on as many threads as the effort allows.
    fn search(&self, root: &Root, asked: i32, effort: &Effort<'_>) -> Option<i32> {
        let book = self.book.as_deref().filter(|_| effort.book);
        let run = |others| {
            let mut searcher = Searcher::<W, H>::new(&self.table, self.seed, book, effort, others);
            let points = processor::search(self.form, &mut searcher, &root.quiet, root.key, asked);
            searcher.tell();
            (!searcher.is_stopped).then_some(points)
        };
        if effort.threads <= 1 {
            return run(None);
        }
        let busy = Busy::new();
        let is_answered = AtomicBool::new(false);
        let run = || {
            let points = run(Some((&busy, &is_answered)));
            if points.is_some() {
                is_answered.store(true, Ordering::Relaxed);
            }
            points
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (1..effort.threads).map(|_| scope.spawn(run)).collect();
            let mine = run();
            let others = threads
                .into_iter()
                .filter_map(|thread| thread.join().ok().flatten());
            others.fold(mine, |found, points| found.or(Some(points)))
        })
    }
}

/// A position played out to where there is a choice.
struct Root {
    quiet: Moment,
    key: u64,
    known: Bounds,
    /// Whether the other side is to move there.
    is_turned: bool,
}

/// The next question about a score: far bounds are brought near first, as a short
/// win is found cheaply; then who wins at all; then step by step away from 0.
/// The shares are those with the fewest nodes on the sets.
fn question(Bounds { low, high }: Bounds) -> i32 {
    const FAR: i32 = 12;
    let asked = if low <= 0 && high >= FAR {
        (high * 5 + 8) / 9
    } else if low <= 0 && high > 0 {
        1
    } else if low > 0 {
        low + 1
    } else if low <= -FAR {
        low * 2 / 3
    } else {
        high
    };
    asked.clamp(low + 1, high)
}

/// The score that shows without any search: where forced moves decide the game, or
/// lead to a position that the book lists.
pub(super) fn listed<const W: usize, const H: usize>(
    board: &Board<W, H>,
    book: &Book,
) -> Option<Score> {
    let (end, plies) = Moment::of(board).follow::<W, H>();
    let points = match end {
        End::Decided(points) => points,
        End::Quiet(quiet) => book.points(&quiet.board::<W, H>())?,
    };
    let points = if plies & 1 == 1 { -points } else { points };
    Some(score_of::<W, H>(points, board.stones()))
}

/// Whether nobody can win at once and the side to move has a choice.
pub fn is_quiet<const W: usize, const H: usize>(board: &Board<W, H>) -> bool {
    matches!(Moment::of(board).follow::<W, H>(), (End::Quiet(_), 0))
}
