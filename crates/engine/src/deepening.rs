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

    /// Whether it asks about the distance of a win or a loss.
    pub(crate) fn is_decisive(self) -> bool {
        self.alpha.is_decisive() || self.beta.is_decisive()
    }

    pub(crate) fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
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
    pub(crate) driver: Driver,
    /// Half the width of the first window round the last iteration's score.
    pub(crate) width: i32,
    /// Things may be left out: wins and losses are sure, but perhaps not the shortest.
    pub(crate) selective: bool,
}

/// Which windows an iteration is searched with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// The whole range of scores.
    WholeWindow,
    /// A window round the last iteration's score, widened as needed.
    Aspiration,
    /// MTD(f): null windows that close in on the score from both sides.
    NullWindows,
    /// Only the sign of the score is wanted: won, lost or neither.
    Sign,
}

impl Plan {
    /// Straight to the depth wanted, in the generated order.
    pub(crate) const STRAIGHT: Plan = Plan {
        stepwise: false,
        driver: Driver::WholeWindow,
        width: 0,
        selective: false,
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
    /// From now on the search is exact to its depth.
    fn leave_nothing_out(&mut self) {}
    fn estimate_root(&self) -> Score;
    fn meter(&self) -> &Meter<'_>;

    /// Whether another thread is searching this root move to this depth.
    fn is_taken(&self, _mv: G::Move, _depth: u32) -> bool {
        false
    }
}

pub(crate) fn deepen<G: Game>(
    search: &mut impl Rooted<G>,
    task: &Task<'_, G>,
    mut plan: Plan,
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
    let mut depth = first_depth;
    while depth <= last_depth {
        let last_score = report.lines.first().map(|line| line.score);
        let mut iteration = drive(search, task, plan, &moves, depth, last_score);
        (report.nodes, report.leaves) = (search.meter().nodes, search.meter().leaves);
        if plan.selective {
            for line in &mut iteration.lines {
                line.distance_known = false;
            }
        }
        if search.meter().is_stopped() {
            if !report.proven {
                keep_what_is_known(&mut report, iteration, task.lines);
            }
            break;
        }
        let is_final = nothing_left_to_learn(&iteration.lines, iteration.complete, depth, plan);
        report.depth = depth;
        report.proven = iteration.is_proven();
        report.lines = iteration.lines;
        observer(&report);
        if plan.stepwise {
            bring_forward(&mut moves, &report.lines);
        }
        depth = match report
            .lines
            .first()
            .and_then(|line| line.score.plies_to_end())
        {
            // Who wins is known. An exact search so deep finds the shortest way.
            Some(plies) if plan.selective => {
                plan.selective = false;
                search.leave_nothing_out();
                plies + 1
            }
            _ if is_final => break,
            _ => depth + 1,
        };
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

/// One iteration, with the windows that the plan asks for. Several lines need
/// the whole range.
fn drive<G: Game>(
    search: &mut impl Rooted<G>,
    task: &Task<'_, G>,
    plan: Plan,
    moves: &[G::Move],
    depth: u32,
    expected: Option<Score>,
) -> Iteration<G::Move> {
    match plan.driver {
        Driver::Sign => {
            let window = Window {
                alpha: Score::DRAW.just_below(),
                beta: Score::DRAW.just_above(),
            };
            iteration(search, task, moves, depth, window)
        }
        Driver::NullWindows if task.lines == 1 => {
            let guess = expected.unwrap_or(Score::DRAW);
            close_in(search, task, moves, depth, guess)
        }
        Driver::Aspiration if task.lines == 1 => match expected {
            Some(expected) if !expected.is_decisive() => {
                aspire(search, task, moves, depth, expected, plan.width)
            }
            _ => iteration(search, task, moves, depth, Window::FULL),
        },
        _ => iteration(search, task, moves, depth, Window::FULL),
    }
}

/// Searches inside a window round the expected score and widens it until the score lies within.
fn aspire<G: Game>(
    search: &mut impl Rooted<G>,
    task: &Task<'_, G>,
    moves: &[G::Move],
    depth: u32,
    expected: Score,
    mut width: i32,
) -> Iteration<G::Move> {
    const WIDEST: i32 = 1 << 24;
    let mut window = Window {
        alpha: expected.shifted(-width),
        beta: expected.shifted(width),
    };
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
        width = width.saturating_mul(4);
        let gives_up = score.is_decisive() || width > WIDEST;
        if too_low && window.alpha > Score::MIN {
            window.alpha = if gives_up {
                Score::MIN
            } else {
                expected.shifted(-width)
            };
        } else if too_high && window.beta < Score::MAX {
            window.beta = if gives_up {
                Score::MAX
            } else {
                expected.shifted(width)
            };
        } else {
            return found;
        }
    }
}

/// Asks "at least this much?" again and again, each answer a bound, until the
/// bounds meet. The line is that of the last yes.
fn close_in<G: Game>(
    search: &mut impl Rooted<G>,
    task: &Task<'_, G>,
    moves: &[G::Move],
    depth: u32,
    mut guess: Score,
) -> Iteration<G::Move> {
    let (mut low, mut high) = (Score::MIN, Score::MAX);
    let mut last_yes: Option<Line<G::Move>> = None;
    let mut is_no_complete = false;
    loop {
        let beta = if guess == low {
            guess.just_above()
        } else {
            guess
        };
        let window = Window {
            alpha: beta.just_below(),
            beta,
        };
        let mut found = iteration(search, task, moves, depth, window);
        let Some(score) = found.lines.first().map(|line| line.score) else {
            return found;
        };
        if search.meter().is_stopped() {
            found.lines = last_yes.into_iter().collect();
            return found;
        }
        if score >= beta {
            low = score;
            last_yes = found.lines.pop();
        } else {
            high = score;
            is_no_complete = found.complete;
        }
        if low >= high {
            if let Some(line) = last_yes {
                found.complete = is_no_complete && line.proven;
                found.lines = vec![line];
            }
            return found;
        }
        guess = score;
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
    let mut standings = Standings::new(task.lines.clamp(1, moves.len()), window);
    let mut put_off = Vec::new();
    for (place, &mv) in moves.iter().enumerate() {
        if place >= standings.wanted && search.is_taken(mv, depth) {
            put_off.push(mv);
        } else {
            standings.try_move(search, mv, depth);
        }
    }
    for mv in put_off {
        standings.try_move(search, mv, depth);
    }
    Iteration {
        lines: standings.lines,
        complete: standings.complete,
    }
}

/// The best root moves so far.
struct Standings<M> {
    lines: Vec<Line<M>>,
    wanted: usize,
    window: Window,
    complete: bool,
}

impl<M> Standings<M> {
    fn new(wanted: usize, window: Window) -> Standings<M> {
        Standings {
            lines: Vec::with_capacity(wanted + 1),
            wanted,
            window,
            complete: true,
        }
    }

    /// Whether any move would be among the best, as too few are known.
    fn is_open(&self) -> bool {
        self.lines.len() < self.wanted
    }

    /// Nothing better is asked for.
    fn is_settled(&self) -> bool {
        self.wanted == 1
            && self
                .lines
                .first()
                .is_some_and(|line| line.score >= self.window.beta)
    }

    /// What a further move must be asked.
    fn window(&self) -> Window {
        let worst = self.lines.get(self.wanted - 1).map(|line| line.score);
        Window {
            alpha: worst.map_or(self.window.alpha, |worst| worst.max(self.window.alpha)),
            beta: self.window.beta,
        }
    }

    fn try_move<G: Game<Move = M>>(&mut self, search: &mut impl Rooted<G>, mv: M, depth: u32) {
        if self.is_settled() || search.meter().is_stopped() {
            return;
        }
        let found = search.of_move(mv, depth, self.window(), self.is_open());
        if !search.meter().is_stopped() {
            self.admit(found);
        }
    }

    fn admit(&mut self, found: Found<M>) {
        let proven = found.complete || found.score.is_decisive();
        self.complete &= proven;
        if !self.is_open()
            && self
                .lines
                .last()
                .is_some_and(|worst| found.score <= worst.score)
        {
            return;
        }
        let place = self.lines.partition_point(|line| line.score >= found.score);
        self.lines.insert(
            place,
            Line {
                score: found.score,
                proven,
                distance_known: true,
                pv: found.pv,
            },
        );
        self.lines.truncate(self.wanted);
    }
}

/// A stopped iteration is still worth something when it has finished its first
/// move, which was the best one of the iteration before. But that the moves it
/// looked at lose says nothing of the others, and one of those may win sooner.
fn keep_what_is_known<M>(report: &mut Report<M>, mut iteration: Iteration<M>, wanted: usize) {
    let is_usable = report.lines.is_empty() || wanted == 1;
    let best = iteration.lines.first().map(|line| line.score);
    if is_usable && best.is_some_and(|score| !score.is_loss()) {
        for line in &mut iteration.lines {
            line.distance_known = false;
        }
        report.lines = iteration.lines;
        report.proven = report.lines[0].score.is_win();
    }
}

/// A proof whose distance lies within the depth is final; anything less than a
/// win is final only where every other move is known to be no better. A weak
/// search is content with the sign.
fn nothing_left_to_learn<M>(lines: &[Line<M>], complete: bool, depth: u32, plan: Plan) -> bool {
    lines.iter().all(|line| match line.score.plies_to_end() {
        Some(plies) => {
            (complete || line.score.is_win()) && (plan.driver == Driver::Sign || plies <= depth)
        }
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
