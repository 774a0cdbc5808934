//! The root that all depth-limited searches share: iterative deepening, the
//! best `k` lines with their true scores, and aspiration windows.

use crate::algorithm::{Line, MAX_DEPTH, Observer, Progress, Report, Task};
use crate::game::{Game, Heuristics};
use crate::score::Score;
use crate::window::Window;

/// The worth of a move, its line, and whether the horizon played no part in it.
#[derive(Clone, Debug)]
pub(crate) struct Found<M> {
    pub(crate) score: Score,
    pub(crate) complete: bool,
    pub(crate) pv: Vec<M>,
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

/// A search that can tell what one root move is worth. It is asked once a root
/// move and an iteration, so that the driver of the root need not be compiled for
/// every search.
pub(crate) trait Rooted<M> {
    /// What a move is worth. `is_expected` says that it probably lies within the
    /// window, so that asking with a null window first would be a waste.
    fn of_move(&mut self, mv: M, depth: u32, window: Window, is_expected: bool) -> Found<M>;
    /// Counts the root as a node of the next pass over its moves.
    fn enter_root(&mut self, depth: u32, window: Window);
    fn progress(&self) -> Progress;
    /// From now on the search is exact to its depth.
    fn leave_nothing_out(&mut self) {}

    /// Whether another thread is searching this root move to this depth.
    fn is_taken(&self, _mv: M, _depth: u32) -> bool {
        false
    }

    /// Tries all root moves on threads of its own, or says that it has none.
    fn share_out(&mut self, _moves: &[M], _depth: u32, _standings: &mut Standings<M>) -> bool {
        false
    }
}

/// The root of a tree: what is asked there.
pub(crate) struct Root<M> {
    pub(crate) moves: Vec<M>,
    lines: usize,
    depth: Option<u32>,
    /// What a look at the position says, for want of anything better.
    estimate: Score,
}

impl<M> Root<M> {
    pub(crate) fn new<G: Game<Move = M>>(
        task: &Task<'_, G>,
        heuristics: &impl Heuristics<G>,
    ) -> Root<M> {
        let (game, position) = (task.game, task.position);
        let player = game.to_move(position);
        Root {
            moves: task.root_moves(),
            lines: task.lines,
            depth: task.limits.depth,
            estimate: Score::estimate(heuristics.evaluate(game, position, player)),
        }
    }
}

pub(crate) fn deepen<M: Copy + Eq>(
    search: &mut dyn Rooted<M>,
    mut root: Root<M>,
    mut plan: Plan,
    observer: &mut Observer<'_, M>,
) -> Report<M> {
    let last_depth = root.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
    let mut depth = match root.depth {
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
    while depth <= last_depth {
        let last_score = report.lines.first().map(|line| line.score);
        let mut iteration = drive(search, &root, plan, depth, last_score);
        let progress = search.progress();
        (report.nodes, report.leaves) = (progress.nodes, progress.leaves);
        if plan.selective {
            for line in &mut iteration.lines {
                line.distance_known = false;
            }
        }
        if progress.is_stopped {
            if !report.proven {
                keep_what_is_known(&mut report, iteration, root.lines);
            }
            break;
        }
        let is_final = nothing_left_to_learn(&iteration.lines, iteration.complete, depth, plan);
        report.depth = depth;
        report.proven = iteration.is_proven();
        report.lines = iteration.lines;
        observer(&report);
        if plan.stepwise {
            bring_forward(&mut root.moves, &report.lines);
        }
        let best = report.lines.first();
        let is_far = best.is_some_and(|line| line.score.plies_to_knowledge().is_some());
        depth = match best.and_then(|line| line.score.plies_to_end()) {
            // Who wins is known. An exact search so deep finds the shortest way.
            Some(plies) if plan.selective && !is_far => {
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
            score: root.estimate,
            proven: false,
            distance_known: false,
            pv: root.moves[..1].to_vec(),
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
fn drive<M: Copy>(
    search: &mut dyn Rooted<M>,
    root: &Root<M>,
    plan: Plan,
    depth: u32,
    expected: Option<Score>,
) -> Iteration<M> {
    match plan.driver {
        Driver::Sign => {
            let window = Window {
                alpha: Score::DRAW.just_below(),
                beta: Score::DRAW.just_above(),
            };
            iteration(search, root, depth, window)
        }
        Driver::NullWindows if root.lines == 1 => {
            let guess = expected.unwrap_or(Score::DRAW);
            close_in(search, root, depth, guess)
        }
        Driver::Aspiration if root.lines == 1 => match expected {
            Some(expected) if !expected.is_decisive() => {
                aspire(search, root, depth, expected, plan.width)
            }
            _ => iteration(search, root, depth, Window::FULL),
        },
        _ => iteration(search, root, depth, Window::FULL),
    }
}

/// Searches inside a window round the expected score and widens it until the score lies within.
fn aspire<M: Copy>(
    search: &mut dyn Rooted<M>,
    root: &Root<M>,
    depth: u32,
    expected: Score,
    mut width: i32,
) -> Iteration<M> {
    const WIDEST: i32 = 1 << 24;
    let mut window = Window {
        alpha: expected.shifted(-width),
        beta: expected.shifted(width),
    };
    loop {
        let found = iteration(search, root, depth, window);
        let Some(score) = found.lines.first().map(|line| line.score) else {
            return found;
        };
        let (too_low, too_high) = (score <= window.alpha, score >= window.beta);
        if search.progress().is_stopped {
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
fn close_in<M: Copy>(
    search: &mut dyn Rooted<M>,
    root: &Root<M>,
    depth: u32,
    mut guess: Score,
) -> Iteration<M> {
    let (mut low, mut high) = (Score::MIN, Score::MAX);
    let mut last_yes: Option<Line<M>> = None;
    let mut is_no_complete = false;
    loop {
        let beta = if guess == low {
            guess.just_above()
        } else {
            guess
        };
        let window = Window::at_least(beta);
        let mut found = iteration(search, root, depth, window);
        let Some(score) = found.lines.first().map(|line| line.score) else {
            return found;
        };
        if search.progress().is_stopped {
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
fn iteration<M: Copy>(
    search: &mut dyn Rooted<M>,
    root: &Root<M>,
    depth: u32,
    window: Window,
) -> Iteration<M> {
    search.enter_root(depth, window);
    let mut standings = Standings::new(root.lines.clamp(1, root.moves.len()), window);
    if !search.share_out(&root.moves, depth, &mut standings) {
        let mut put_off = Vec::new();
        for (place, &mv) in root.moves.iter().enumerate() {
            if place >= standings.wanted && search.is_taken(mv, depth) {
                put_off.push(mv);
            } else {
                standings.try_move(search, mv, depth);
            }
        }
        for mv in put_off {
            standings.try_move(search, mv, depth);
        }
    }
    Iteration {
        lines: standings.best.into_iter().map(|(_, line)| line).collect(),
        complete: standings.complete,
    }
}

/// The best root moves so far, each with its place in the order in which they
/// are tried: of equals the first counts.
pub(crate) struct Standings<M> {
    best: Vec<(usize, Line<M>)>,
    pub(crate) wanted: usize,
    window: Window,
    tried: usize,
    complete: bool,
}

impl<M> Standings<M> {
    fn new(wanted: usize, window: Window) -> Standings<M> {
        Standings {
            best: Vec::with_capacity(wanted + 1),
            wanted,
            window,
            tried: 0,
            complete: true,
        }
    }

    /// Whether any move would be among the best, as too few are known.
    fn is_open(&self) -> bool {
        self.best.len() < self.wanted
    }

    /// Nothing better is asked for.
    pub(crate) fn is_settled(&self) -> bool {
        let best = self.best.first();
        self.wanted == 1 && best.is_some_and(|(_, line)| line.score >= self.window.beta)
    }

    /// What the move in this place must be asked.
    pub(crate) fn window(&self, place: usize) -> Window {
        let alpha = match self.best.get(self.wanted - 1) {
            Some((earlier, worst)) if *earlier < place => worst.score,
            Some((_, worst)) => worst.score.just_below(),
            None => Score::MIN,
        };
        Window {
            alpha: alpha.max(self.window.alpha),
            ..self.window
        }
    }

    pub(crate) fn try_move(&mut self, search: &mut dyn Rooted<M>, mv: M, depth: u32) {
        if self.is_settled() || search.progress().is_stopped {
            return;
        }
        let place = self.tried;
        let found = search.of_move(mv, depth, self.window(place), self.is_open());
        if !search.progress().is_stopped {
            self.admit(place, found);
        }
    }

    pub(crate) fn admit(&mut self, place: usize, found: Found<M>) {
        self.tried += 1;
        let proven = found.complete || found.score.is_decisive();
        self.complete &= proven;
        let is_ahead =
            |(earlier, line): &(usize, Line<M>)| (line.score, place) > (found.score, *earlier);
        let rank = self.best.partition_point(is_ahead);
        if rank < self.wanted {
            let line = Line {
                score: found.score,
                proven,
                distance_known: true,
                pv: found.pv,
            };
            self.best.insert(rank, (place, line));
            self.best.truncate(self.wanted);
        }
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
            let is_far = line.score.plies_to_knowledge().is_some();
            (complete || line.score.is_win())
                && (plan.driver == Driver::Sign || plies <= depth || is_far)
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
