//! The root that all depth-limited searches share: iterative deepening, the
//! best `k` lines with their true scores, and aspiration windows.

use crate::algorithm::{Line, MAX_DEPTH, Meter, Observer, Report, Task};
use crate::game::Game;
use crate::score::Score;

/// What lies between these two is told exactly; outside, a bound is enough.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) const FULL: Window = Window {
        alpha: Score::MIN,
        beta: Score::MAX,
    };

    /// The same window seen by the other camp.
    pub(crate) fn turned(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Only wide enough to tell more than alpha from not more.
    pub(crate) fn null(self) -> Window {
        Window {
            beta: self.alpha.just_above(),
            ..self
        }
    }

    pub(crate) fn is_null(self) -> bool {
        self.alpha.just_above() >= self.beta
    }
}

/// The worth of a move, its line, and whether the horizon played no part in it.
#[derive(Clone, Debug)]
pub(crate) struct Found<M> {
    pub(crate) score: Score,
    pub(crate) complete: bool,
    pub(crate) pv: Vec<M>,
}

impl<M> Found<M> {
    pub(crate) fn leaf(score: Score, complete: bool) -> Found<M> {
        Found {
            score,
            complete,
            pv: Vec::new(),
        }
    }
}

/// How a search goes about its iterations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Depth 1, 2, 3 … even where the depth wanted is known, each iteration
    /// trying the best moves of the last one first.
    pub(crate) stepwise: bool,
    /// Half the width of the first window round the last iteration's score.
    pub(crate) aspiration: Option<i32>,
    /// Only the sign of the score is wanted: won, lost or neither.
    pub(crate) weak: bool,
}

impl Plan {
    /// Straight to the depth wanted, in the generated order.
    pub(crate) const STRAIGHT: Plan = Plan {
        stepwise: false,
        aspiration: None,
        weak: false,
    };
}

/// A search that can tell what one root move is worth.
pub(crate) trait Rooted<G: Game> {
    fn enter_root(&mut self);
    /// What a move is worth. `is_expected` says that it probably lies within the
    /// window, so that asking with a null window first would be a waste.
    fn of_move(
        &mut self,
        mv: G::Move,
        depth: u32,
        window: Window,
        is_expected: bool,
    ) -> Found<G::Move>;
    fn count_root(&mut self);
    fn estimate_root(&self) -> Score;
    fn meter(&self) -> &Meter<'_>;
}

pub(crate) fn deepen<G: Game>(
    search: &mut impl Rooted<G>,
    task: &Task<'_, G>,
    plan: Plan,
    observer: &mut Observer<'_, G::Move>,
) -> Report<G::Move> {
    let mut moves = task.root_moves();
    search.enter_root();
    let last_depth = task.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
    let first_depth = match task.limits.depth {
        Some(depth) if !plan.stepwise => depth,
        _ => 1,
    };
    let mut report = Report {
        depth: 0,
        nodes: 0,
        leaves: 0,
        proven: false,
        lines: Vec::new(),
    };
    for depth in first_depth..=last_depth {
        let last_score = report.lines.first().map(|line| line.score);
        let iteration = aspire(search, task, plan, &moves, depth, last_score);
        let meter = search.meter();
        report.nodes = meter.nodes;
        report.leaves = meter.leaves;
        if meter.is_stopped() {
            keep_what_is_known(&mut report, iteration, task.lines);
            break;
        }
        let is_final = nothing_left_to_learn(&iteration.lines, iteration.complete, depth, plan);
        report.depth = depth;
        report.proven = iteration.is_proven();
        report.lines = iteration.lines;
        observer(&report);
        if is_final {
            break;
        }
        if plan.stepwise {
            bring_forward(&mut moves, &report.lines);
        }
    }
    if report.lines.is_empty() {
        report.lines = vec![Line {
            score: search.estimate_root(),
            proven: false,
            distance_known: false,
            pv: moves[..1].to_vec(),
        }];
    }
    report
}

struct Iteration<M> {
    lines: Vec<Line<M>>,
    /// Whether every root move was looked at without meeting the horizon.
    complete: bool,
}

impl<M> Iteration<M> {
    fn is_proven(&self) -> bool {
        self.complete
            || self
                .lines
                .first()
                .is_some_and(|line| line.score.is_decisive())
    }
}

/// Searches inside a window round the expected score and widens it until the score lies within.
fn aspire<G: Game>(
    search: &mut impl Rooted<G>,
    task: &Task<'_, G>,
    plan: Plan,
    moves: &[G::Move],
    depth: u32,
    expected: Option<Score>,
) -> Iteration<G::Move> {
    if plan.weak {
        let window = Window {
            alpha: Score::DRAW.just_below(),
            beta: Score::DRAW.just_above(),
        };
        return iteration(search, task, moves, depth, window);
    }
    let mut window = Window::FULL;
    let (Some(mut width), Some(expected), 1) = (plan.aspiration, expected, task.lines) else {
        return iteration(search, task, moves, depth, window);
    };
    if expected.is_decisive() {
        return iteration(search, task, moves, depth, window);
    }
    window.alpha = expected.shifted(-width);
    window.beta = expected.shifted(width);
    loop {
        let found = iteration(search, task, moves, depth, window);
        let Some(score) = found.lines.first().map(|line| line.score) else {
            return found;
        };
        let (too_low, too_high) = (score <= window.alpha, score >= window.beta);
        if search.meter().is_stopped() {
            return Iteration {
                lines: if too_low { Vec::new() } else { found.lines },
                ..found
            };
        }
        if too_low && window.alpha > Score::MIN {
            width = width.saturating_mul(4);
            window.alpha = if score.is_decisive() || width > 1 << 24 {
                Score::MIN
            } else {
                expected.shifted(-width)
            };
        } else if too_high && window.beta < Score::MAX {
            width = width.saturating_mul(4);
            window.beta = if score.is_decisive() || width > 1 << 24 {
                Score::MAX
            } else {
                expected.shifted(width)
            };
        } else {
            return found;
        }
    }
}

/// One pass over the root moves that keeps the best `task.lines` of them in
/// order. A move is asked for its true score only until it is known not to be among them.
fn iteration<G: Game>(
    search: &mut impl Rooted<G>,
    task: &Task<'_, G>,
    moves: &[G::Move],
    depth: u32,
    window: Window,
) -> Iteration<G::Move> {
    search.count_root();
    let wanted = task.lines.clamp(1, moves.len());
    let mut lines: Vec<Line<G::Move>> = Vec::with_capacity(wanted + 1);
    let mut complete = true;
    for &mv in moves {
        let alpha = match lines.get(wanted - 1) {
            Some(worst) => worst.score.max(window.alpha),
            None => window.alpha,
        };
        let beta = window.beta;
        let is_expected = lines.len() < wanted;
        let found = search.of_move(mv, depth, Window { alpha, beta }, is_expected);
        if search.meter().is_stopped() {
            break;
        }
        complete &= found.complete || found.score.is_decisive();
        if lines.len() == wanted && found.score <= alpha {
            continue;
        }
        let place = lines.partition_point(|line| line.score >= found.score);
        lines.insert(
            place,
            Line {
                score: found.score,
                proven: found.complete || found.score.is_decisive(),
                distance_known: true,
                pv: found.pv,
            },
        );
        lines.truncate(wanted);
        if wanted == 1 && found.score >= beta {
            break;
        }
    }
    Iteration { lines, complete }
}

/// A stopped iteration is still worth something when it has finished its first
/// move, which was the best one of the iteration before.
fn keep_what_is_known<M>(report: &mut Report<M>, iteration: Iteration<M>, wanted: usize) {
    let is_usable = report.lines.is_empty() || wanted == 1;
    if is_usable && !iteration.lines.is_empty() {
        report.lines = iteration.lines;
        report.proven = report.lines[0].score.is_win();
    }
}

/// A proof whose distance lies within the depth is final; anything less than a
/// win is final only where every other move is known to be no better. A weak
/// search is content with the sign.
fn nothing_left_to_learn<M>(lines: &[Line<M>], complete: bool, depth: u32, plan: Plan) -> bool {
    lines.iter().all(|line| match line.score.plies_to_end() {
        Some(plies) => (complete || line.score.is_win()) && (plan.weak || plies <= depth),
        None => complete,
    })
}

fn bring_forward<M: Copy + Eq>(moves: &mut [M], lines: &[Line<M>]) {
    for line in lines.iter().rev() {
        if let Some(index) = moves.iter().position(|&mv| mv == line.pv[0]) {
            moves[..=index].rotate_right(1);
        }
    }
}
