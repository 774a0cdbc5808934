//! The solver of Connect Four against a plain one on smaller boards, against
//! published sets of scores, and against itself in its other forms.
//!
//! `connect-four/*.txt` are published sets of positions with their scores in
//! points, by stage (L3 end, L2 middle, L1 beginning) and difficulty (R1 to R3).
//! An ordinary run takes a part of each; with `PLYGROUND_DEEP` set it takes all.

use plyground_engine::algorithm::Stop;
use plyground_engine::oracle::{BoundsObserver, Effort};
use plyground_engine::random::Random;
use plyground_engine::score::Score;
use plyground_games::connect_four::Board;
use plyground_games::connect_four::solver::{Form, Solver, score_of};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Tries everything; the points that `solver` promises, in ten lines.
fn plain<const W: usize, const H: usize>(
    board: &Board<W, H>,
    known: &mut HashMap<u64, i32>,
) -> i32 {
    if let Some(&points) = known.get(&board.unique()) {
        return points;
    }
    let mut best = if board.is_full() { 0 } else { i32::MIN };
    for after in successors(board) {
        let points = if Board::<W, H>::has_four(after.opponent()) {
            ((W * H + 1) as i32 - board.stones() as i32) / 2
        } else {
            -plain(&after, known)
        };
        best = best.max(points);
    }
    known.insert(board.unique(), best);
    best
}

fn successors<const W: usize, const H: usize>(board: &Board<W, H>) -> Vec<Board<W, H>> {
    (0..W)
        .map(|column| board.playable() & Board::<W, H>::column(column))
        .filter(|&square| square != 0)
        .map(|square| board.after(square))
        .collect()
}

/// The points by the solver, and the nodes they cost.
fn solve<const W: usize, const H: usize>(
    solver: &Solver<W, H>,
    board: &Board<W, H>,
    threads: usize,
    weak: bool,
) -> (i32, u64) {
    let (stop, nodes) = (Stop::new(), AtomicU64::new(0));
    let effort = Effort {
        stop: &stop,
        threads,
        weak,
        book: false,
        nodes: &nodes,
        node_limit: u64::MAX,
        observer: None,
    };
    let points = solver.points(board, &effort).expect("nothing stops it");
    (points, nodes.into_inner())
}

/// Both solvers on every position of random games that has `from` stones or more.
fn agree_on_random_games<const W: usize, const H: usize>(from: u32, games: u32) {
    let solver = Solver::<W, H>::new(1 << 20);
    let mut known = HashMap::new();
    for game in 0..games {
        let mut random = Random::new(u64::from(game));
        let mut board = Board::<W, H>::EMPTY;
        while !board.is_full() && !Board::<W, H>::has_four(board.opponent()) {
            if board.stones() >= from {
                let (points, _) = solve(&solver, &board, 1, false);
                let expected = plain(&board, &mut known);
                assert_eq!(points, expected, "{W}x{H}, {board:?}");
            }
            let mut next = successors(&board);
            random.shuffle(&mut next);
            board = next[0];
        }
    }
}

#[test]
fn every_position_of_a_4x4_board_has_its_plain_score() {
    let solver = Solver::<4, 4>::new(1 << 20);
    let mut known = HashMap::new();
    plain(&Board::<4, 4>::EMPTY, &mut known);
    let mut level = vec![Board::<4, 4>::EMPTY];
    let mut seen = 0;
    while !level.is_empty() {
        for board in &level {
            assert_eq!(
                solve(&solver, board, 1, false).0,
                known[&board.unique()],
                "{board:?}"
            );
        }
        seen += level.len();
        level = level
            .iter()
            .flat_map(successors)
            .filter(|board| !board.is_full() && !Board::<4, 4>::has_four(board.opponent()))
            .collect();
        level.sort_by_key(Board::unique);
        level.dedup();
    }
    assert!(seen > 50_000, "only {seen} positions");
}

#[test]
fn scores_on_5x4_are_the_plain_ones() {
    agree_on_random_games::<5, 4>(4, 200);
}

#[test]
fn scores_on_5x5_are_the_plain_ones() {
    agree_on_random_games::<5, 5>(12, 400);
}

#[test]
fn scores_on_6x5_are_the_plain_ones() {
    agree_on_random_games::<6, 5>(18, 300);
}

#[test]
fn scores_on_7x4_are_the_plain_ones() {
    agree_on_random_games::<7, 4>(16, 300);
}

#[test]
fn scores_on_6x6_are_the_plain_ones() {
    agree_on_random_games::<6, 6>(24, 300);
}

#[test]
fn scores_on_7x6_are_the_plain_ones() {
    agree_on_random_games::<7, 6>(29, 300);
}

fn board_after(columns: &str) -> Board<7, 6> {
    columns.bytes().fold(Board::EMPTY, |board, digit| {
        let column = Board::<7, 6>::column(usize::from(digit - b'1'));
        board.after(board.playable() & column)
    })
}

/// The positions and points of a set; the first so many lines of it.
fn set(name: &str, lines: usize) -> Vec<(Board<7, 6>, i32)> {
    let path = format!(
        "{}/tests/connect-four/{name}.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(path).expect("the set");
    let lines = match std::env::var_os("PLYGROUND_DEEP") {
        Some(_) => usize::MAX,
        None => lines,
    };
    text.lines()
        .take(lines)
        .map(|line| {
            let (columns, points) = line.split_once(' ').expect("columns and points");
            (board_after(columns), points.parse().expect("a number"))
        })
        .collect()
}

fn agree_with_set(name: &str, lines: usize) {
    let solver = Solver::<7, 6>::new(8 << 20);
    for (board, points) in set(name, lines) {
        assert_eq!(
            solve(&solver, &board, 1, false).0,
            points,
            "{name}: {board:?}"
        );
    }
}

#[test]
fn ends_of_games_have_the_published_scores() {
    agree_with_set("L3_R1", 500);
}

#[test]
fn easy_middle_games_have_the_published_scores() {
    agree_with_set("L2_R1", 500);
}

#[test]
fn hard_middle_games_have_the_published_scores() {
    agree_with_set("L2_R2", 100);
}

#[test]
fn easy_openings_have_the_published_scores() {
    agree_with_set("L1_R1", 200);
}

#[test]
fn middling_openings_have_the_published_scores() {
    agree_with_set("L1_R2", 8);
}

#[test]
fn hard_openings_have_the_published_scores() {
    agree_with_set("L1_R3", 1);
}

#[test]
fn the_plain_form_enters_the_same_nodes_and_finds_the_same_scores() {
    if !Form::Vector.is_available() {
        return;
    }
    let sets = [("L3_R1", 100), ("L2_R1", 100), ("L2_R2", 60), ("L1_R2", 5)];
    let [plain, vector] =
        [Form::Plain, Form::Vector].map(|form| Solver::new(8 << 20).with_form(form));
    let mut most = 0;
    for (board, points) in sets.into_iter().flat_map(|(name, lines)| set(name, lines)) {
        let [plain, vector] = [&plain, &vector].map(|solver| {
            solver.clear();
            solve(solver, &board, 1, false)
        });
        assert_eq!(plain, vector);
        assert_eq!(plain.0, points);
        most = most.max(plain.1);
    }
    assert!(most > 100_000, "no position was hard: {most} nodes");
}

#[test]
fn the_same_question_costs_the_same_nodes_and_another_seed_finds_the_same_score() {
    for (board, points) in set("L2_R2", 10) {
        let first = solve(&Solver::new(1 << 20), &board, 1, false);
        let again = solve(&Solver::new(1 << 20), &board, 1, false);
        assert_eq!(first, again);
        let other = solve(&Solver::new(1 << 20).with_seed(77), &board, 1, false);
        assert_eq!(other.0, points);
    }
}

#[test]
fn several_threads_find_the_same_scores() {
    let solver = Solver::<7, 6>::new(4 << 20);
    for (board, points) in set("L2_R2", 60) {
        assert_eq!(solve(&solver, &board, 3, false).0, points);
    }
}

#[test]
fn the_weak_answer_is_the_sign_of_the_score() {
    let solver = Solver::<7, 6>::new(4 << 20);
    for (board, points) in set("L2_R2", 60) {
        assert_eq!(solve(&solver, &board, 1, true).0, points.signum());
    }
}

#[test]
fn at_least_is_true_up_to_the_score_and_false_above() {
    let (stop, nodes) = (Stop::new(), AtomicU64::new(0));
    let effort = Effort {
        stop: &stop,
        threads: 1,
        weak: false,
        book: false,
        nodes: &nodes,
        node_limit: u64::MAX,
        observer: None,
    };
    for (board, points) in set("L2_R1", 100) {
        let solver = Solver::<7, 6>::new(1 << 16);
        let score = score_of::<7, 6>(points, board.stones());
        let bounds = [
            score.just_below(),
            score,
            score.just_above(),
            Score::DRAW,
            Score::lost_in(1),
            Score::won_in(40),
        ];
        for bound in bounds {
            let answer = solver.is_at_least(&board, bound, &effort);
            assert_eq!(answer, Some(score >= bound), "{score:?} against {bound:?}");
        }
    }
}

#[test]
fn points_become_the_distance_to_the_end() {
    // The empty board is won with the 41st stone; a side that loses to it from
    // the centre opening loses on the 40th ply from there.
    assert_eq!(score_of::<7, 6>(1, 0), Score::won_in(41));
    assert_eq!(score_of::<7, 6>(-1, 1), Score::lost_in(40));
    assert_eq!(score_of::<7, 6>(18, 6), Score::won_in(1));
    assert_eq!(score_of::<7, 6>(1, 41), Score::won_in(1));
    assert_eq!(score_of::<7, 6>(0, 20), Score::DRAW);
}

#[test]
fn a_node_limit_is_kept_to_the_node_and_a_raised_flag_ends_the_search() {
    let solver = Solver::<7, 6>::new(1 << 20);
    let nodes = AtomicU64::new(0);
    let stop = Stop::new();
    let effort = Effort {
        stop: &stop,
        threads: 1,
        weak: false,
        book: false,
        nodes: &nodes,
        node_limit: 5_000,
        observer: None,
    };
    assert_eq!(solver.points(&Board::EMPTY, &effort), None);
    assert_eq!(nodes.load(Ordering::Relaxed), 5_000);
    stop.raise();
    let unlimited = Effort {
        node_limit: u64::MAX,
        ..effort
    };
    assert_eq!(solver.points(&Board::EMPTY, &unlimited), None);
}

#[test]
fn the_bounds_narrow_to_the_score() {
    let (board, points) = set("L2_R2", 2)[1];
    let told = Mutex::new(Vec::new());
    let observer = |low: Score, high: Score| {
        told.lock().expect("no panic").push((low, high));
    };
    let (stop, nodes) = (Stop::new(), AtomicU64::new(0));
    let effort = Effort {
        stop: &stop,
        threads: 1,
        weak: false,
        book: false,
        nodes: &nodes,
        node_limit: u64::MAX,
        observer: Some(BoundsObserver(&observer)),
    };
    let score = Solver::<7, 6>::new(1 << 20).score(&board, &effort);
    let told = told.into_inner().expect("no panic");
    assert_eq!(score, Some(score_of::<7, 6>(points, board.stones())));
    assert!(told.is_sorted_by(|a, b| a.0 <= b.0 && a.1 >= b.1));
    assert_eq!(told.last().map(|last| (last.0, last.1)), score.zip(score));
}
