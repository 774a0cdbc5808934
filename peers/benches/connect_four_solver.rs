//! The Connect Four solver beside the crate `connect-four-ai`, its solver without a
//! book: the published sets, an empty table for each position, CPU time of one
//! thread. Every score is checked on both sides; clearing is not counted.
//!
//! `cargo bench -p plyground-peers --bench connect_four_solver`, and behind `--` a
//! number of lines for every set, names of sets, or `empty` for the empty board.

use connect_four_ai::Position;
use plyground_engine::algorithm::Stop;
use plyground_engine::oracle::Effort;
use plyground_games::connect_four::Board;
use plyground_games::connect_four::solver::{Solver, TABLE_BYTES};
use plyground_peers::cpu_seconds;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

/// The sets with the lines that are taken, and the largest share of the peer's time
/// that is good enough.
const SETS: [(&str, usize, f64); 6] = [
    ("L3_R1", 500, 1.0 / 3.0),
    ("L2_R1", 500, 1.0 / 3.0),
    ("L1_R1", 500, 1.0 / 3.0),
    ("L2_R2", 500, 1.0 / 7.0),
    ("L1_R2", 100, 1.0 / 5.0),
    ("L1_R3", 20, 1.0 / 12.0),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "empty") {
        return empty_board();
    }
    let most = arguments.iter().find_map(|argument| argument.parse().ok());
    let is_named = |name: &str| arguments.iter().any(|argument| argument == name);
    let takes_all = !SETS.iter().any(|(name, ..)| is_named(name));
    let ours = Solver::<7, 6>::new(TABLE_BYTES);
    let mut theirs = connect_four_ai::Solver::empty();
    println!("set, positions: nodes and milliseconds each; the peer's; share of its time");
    for (name, lines, goal) in SETS {
        if !takes_all && !is_named(name) {
            continue;
        }
        let lines = most.unwrap_or(lines);
        let text = std::fs::read_to_string(format!(
            "{}/../crates/games/tests/connect-four/{name}.txt",
            env!("CARGO_MANIFEST_DIR")
        ))
        .expect("the set");
        let (mut our, mut their) = (Sum::default(), Sum::default());
        for line in text.lines().take(lines) {
            let (columns, points) = line.split_once(' ').expect("columns and points");
            let points: i32 = points.parse().expect("a number");
            ours.clear();
            let board = board_after(columns);
            let (seconds, (found, nodes)) = cpu_seconds(|| solve(&ours, &board, 1, false));
            assert_eq!(found, points, "{columns}");
            our.add(seconds, nodes);
            theirs.reset();
            let position = Position::from_moves(columns).expect("a position");
            let (seconds, found) = cpu_seconds(|| theirs.solve(&position));
            assert_eq!(i32::from(found), points, "{columns}");
            their.add(seconds, theirs.explored_positions as u64);
        }
        println!(
            "{name}, {}: {our}; {their}; {:.3} (at most {goal:.3})",
            our.count,
            our.seconds / their.seconds
        );
    }
}

/// Exact and win-draw-loss on one thread, exact on two.
fn empty_board() {
    let solver = Solver::<7, 6>::new(TABLE_BYTES);
    for (threads, weak) in [(1, false), (1, true), (2, false), (1, false), (2, false)] {
        solver.clear();
        let wall = Instant::now();
        let (seconds, (points, nodes)) =
            cpu_seconds(|| solve(&solver, &Board::EMPTY, threads, weak));
        assert_eq!(points, 1);
        println!(
            "empty board, {threads} threads, weak {weak}: {nodes} nodes, {seconds:.2} s of CPU, {:.2} s",
            wall.elapsed().as_secs_f64()
        );
    }
}

#[derive(Default)]
struct Sum {
    count: u64,
    nodes: u64,
    seconds: f64,
}

impl Sum {
    fn add(&mut self, seconds: f64, nodes: u64) {
        self.count += 1;
        self.nodes += nodes;
        self.seconds += seconds;
    }
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = self.count as f64;
        let nodes = self.nodes as f64 / count;
        write!(f, "{nodes:.0}, {:.4}", 1e3 * self.seconds / count)
    }
}

fn solve(solver: &Solver<7, 6>, board: &Board<7, 6>, threads: usize, weak: bool) -> (i32, u64) {
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

fn board_after(columns: &str) -> Board<7, 6> {
    columns.bytes().fold(Board::EMPTY, |board, digit| {
        let column = Board::<7, 6>::column(usize::from(digit - b'1'));
        board.after(board.playable() & column)
    })
}
