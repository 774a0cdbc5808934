//! Perft, random games and search beside the crates `minimax` and `board-game`.
//! Each pair is measured three times in turn, in CPU time of one thread; the
//! best of each side counts, and every answer is checked.

use board_game::board::Board as _;
use board_game::games::connect4::Connect4;
use minimax::{IterativeOptions, IterativeSearch, Strategy};
use plyground_engine::algorithm::{Algorithm, Limits, Share, Stop, Task};
use plyground_engine::game::Game;
use plyground_engine::perft::perft;
use plyground_engine::playout::play_out;
use plyground_engine::random::Random;
use plyground_engine::search::{Driver, Search, Settings};
use plyground_games::connect_four::heuristics::Classic;
use plyground_games::connect_four::{Board, ConnectFour};
use plyground_games::kings_valley::KingsValley;
use plyground_peers::{PeerEvaluator, PeerGame, cpu_seconds};
use rand::SeedableRng;

const ROUNDS: usize = 3;

fn main() {
    count_sequences();
    play_random_games();
    search_connect_four(14);
    search_connect_four(16);
}

/// The best time of each side, measured in turn.
fn best_of(mut ours: impl FnMut() -> f64, mut theirs: impl FnMut() -> f64) -> (f64, f64) {
    let mut best = (f64::MAX, f64::MAX);
    for _ in 0..ROUNDS {
        best = (best.0.min(ours()), best.1.min(theirs()));
    }
    best
}

fn count_sequences() {
    const SEQUENCES: u64 = 268_031_646;
    let game = ConnectFour::default();
    let (ours, theirs) = best_of(
        || {
            let (seconds, nodes) = cpu_seconds(|| perft(&game, &game.start(), 10));
            assert_eq!(nodes, SEQUENCES);
            seconds
        },
        || {
            let mut board = game.start();
            let (seconds, counts) =
                cpu_seconds(|| minimax::perft::<PeerGame>(&mut board, 10, false));
            assert_eq!(counts[10], SEQUENCES);
            seconds * counts[10] as f64 / counts.iter().sum::<u64>() as f64
        },
    );
    let rate = |seconds: f64| SEQUENCES as f64 / seconds / 1e6;
    println!(
        "perft connect-four 10: {:.0} million a second, minimax {:.0}, ratio {:.2}",
        rate(ours),
        rate(theirs),
        theirs / ours
    );
    let valley = KingsValley::default();
    let (seconds, nodes) = cpu_seconds(|| perft(&valley, &valley.start(), 7));
    println!(
        "perft kings-valley 7: {:.0} million a second",
        nodes as f64 / seconds / 1e6
    );
}

fn play_random_games() {
    const GAMES: u64 = 1_000_000;
    let game = ConnectFour::default();
    let (ours, theirs) = best_of(
        || {
            let mut random = Random::new(1);
            let mut moves = Vec::new();
            let (seconds, plies) = cpu_seconds(|| {
                (0..GAMES)
                    .map(|_| u64::from(play_out(&game, &game.start(), &mut random, &mut moves).1))
                    .sum::<u64>()
            });
            assert!((21.0..22.0).contains(&(plies as f64 / GAMES as f64)));
            seconds
        },
        || {
            let mut random = rand::rngs::SmallRng::seed_from_u64(1);
            let (seconds, plies) = cpu_seconds(|| {
                let mut plies = 0;
                for _ in 0..GAMES {
                    let mut board = Connect4::default();
                    while !board.is_done() {
                        board.play_random_available_move(&mut random).unwrap();
                        plies += 1;
                    }
                }
                plies
            });
            assert!((21.0..22.0).contains(&(f64::from(plies) / GAMES as f64)));
            seconds
        },
    );
    println!(
        "random games of connect-four: {:.2} million a second, board-game {:.2}, ratio {:.2}",
        GAMES as f64 / ours / 1e6,
        GAMES as f64 / theirs / 1e6,
        theirs / ours
    );
}

/// The start and ten middle-game positions that random moves lead to.
fn positions() -> Vec<Board<7, 6>> {
    let game = ConnectFour::default();
    let mut random = Random::new(3);
    let mut positions = vec![game.start()];
    while positions.len() < 11 {
        let mut position = game.start();
        for _ in 0..10 {
            let mut moves = Vec::new();
            game.legal_moves(&position, &mut moves);
            position = game.after(&position, moves[random.below(moves.len())]);
            if game.outcome(&position).is_some() {
                break;
            }
        }
        if game.outcome(&position).is_none() {
            positions.push(position);
        }
    }
    positions
}

fn search_connect_four(depth: u32) {
    const TABLE_BYTES: usize = 64 << 20;
    let (mut our_seconds, mut our_nodes) = (0.0, 0u64);
    let (mut their_seconds, mut their_nodes) = (0.0, 0u64);
    for (index, position) in positions().iter().enumerate() {
        if depth > 14 && index > 0 {
            break;
        }
        let (seconds, nodes, value) = ours(position, depth, TABLE_BYTES);
        let (peer_seconds, peer_nodes, peer_value) = theirs(position, depth, TABLE_BYTES);
        if let Some(points) = value {
            assert_eq!(points, i32::from(peer_value), "position {index}");
        }
        our_seconds += seconds;
        our_nodes += nodes;
        their_seconds += peer_seconds;
        their_nodes += peer_nodes;
    }
    let rate = |nodes: u64, seconds: f64| nodes as f64 / seconds / 1e6;
    println!(
        "search to depth {depth}: {our_nodes} nodes in {our_seconds:.2} s ({:.1} million a second), \
         minimax {their_nodes} in {their_seconds:.2} s ({:.1}); rate x{:.2}, time x{:.2}",
        rate(our_nodes, our_seconds),
        rate(their_nodes, their_seconds),
        rate(our_nodes, our_seconds) / rate(their_nodes, their_seconds),
        their_seconds / our_seconds
    );
}

/// Seconds, nodes, and the score in points where it is no win or loss.
fn ours(position: &Board<7, 6>, depth: u32, table_bytes: usize) -> (f64, u64, Option<i32>) {
    let settings = Settings {
        table_bytes,
        quiescence: false,
        driver: Driver::Aspiration,
        ..Settings::default()
    };
    let mut search = Search::new(Classic, settings);
    let stop = Stop::new();
    let task = Task {
        game: &ConnectFour::default(),
        position,
        history: &[],
        limits: Limits {
            depth: Some(depth),
            nodes: None,
        },
        lines: 1,
        shuffle: None,
        share: Share::WHOLE,
        stop: &stop,
    };
    let (seconds, report) = cpu_seconds(|| search.think(&task, &mut |_| {}));
    (seconds, report.nodes, report.lines[0].score.points())
}

fn theirs(position: &Board<7, 6>, depth: u32, table_bytes: usize) -> (f64, u64, i16) {
    let options = IterativeOptions::new().with_table_byte_size(table_bytes);
    let mut search = IterativeSearch::new(PeerEvaluator, options);
    search.set_max_depth(depth as u8);
    let (seconds, _) = cpu_seconds(|| search.choose_move(position));
    let told = search.stats(&mut position.clone());
    let nodes = told
        .split_once("Explored ")
        .and_then(|(_, rest)| rest.split(' ').next())
        .and_then(|count| count.parse().ok())
        .unwrap_or(0);
    (seconds, nodes, search.root_value())
}
