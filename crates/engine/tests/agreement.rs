//! Every searcher, under every option, finds what plain minimax finds: the same
//! score with the same distance, and a move that minimax holds to be best too.

mod toys {
    pub(crate) mod graph;
    pub(crate) mod spelled;
}

use plyground_engine::algorithm::{Algorithm, Limits, Line, Report, Share, Stop, Task};
use plyground_engine::alpha_beta::{AlphaBeta, Order};
use plyground_engine::game::{Game, Heuristics, Outcome, Player};
use plyground_engine::maxn::Maxn;
use plyground_engine::mcts::Mcts;
use plyground_engine::minimax::Minimax;
use plyground_engine::proof::ProofSearch;
use plyground_engine::score::{Score, Value};
use plyground_engine::search::{Driver, Search, Settings};
use plyground_engine::solve::{self, NoOpinion};
use toys::graph::{Graph, Nonsense, Shape};
use toys::spelled::{AsSpelled, Spelled};

fn think<G: Game>(
    algorithm: &mut dyn Algorithm<G>,
    game: &G,
    depth: u32,
    lines: usize,
) -> Report<G::Move> {
    let stop = Stop::new();
    let position = game.start();
    let task = Task {
        game,
        position: &position,
        history: &[],
        limits: Limits {
            depth: Some(depth),
            nodes: None,
        },
        lines,
        shuffle: None,
        share: Share::WHOLE,
        stop: &stop,
    };
    algorithm.think(&task, &mut |_| {})
}

fn searchers<G: Game, H: Heuristics<G>>(heuristics: H) -> Vec<(String, Box<dyn Algorithm<G>>)> {
    let mut searchers: Vec<(String, Box<dyn Algorithm<G>>)> = Vec::new();
    for (order, threads) in [
        (Order::Generated, 1),
        (Order::Evaluated, 1),
        (Order::Generated, 3),
    ] {
        searchers.push((
            format!("alpha-beta {order:?} on {threads} threads"),
            Box::new(AlphaBeta {
                heuristics: heuristics.clone(),
                order,
                quiescence: false,
                threads,
            }),
        ));
    }
    for table_bytes in [64, 1 << 10, 1 << 20] {
        for driver in [Driver::Aspiration, Driver::WholeWindow, Driver::NullWindows] {
            let settings = Settings {
                table_bytes,
                quiescence: false,
                driver,
                ..Settings::default()
            };
            searchers.push((
                format!("search by {driver:?} with {table_bytes} bytes"),
                Box::new(Search::new(heuristics.clone(), settings)),
            ));
        }
    }
    searchers
}

/// Minimax knows the score of every move; the others must give its best few.
fn check<G: Game, H: Heuristics<G>>(game: &G, heuristics: H, depth: u32, about: &str) {
    let mut oracle = Minimax {
        heuristics: heuristics.clone(),
        quiescence: false,
    };
    let truth = think(&mut oracle, game, depth, usize::MAX);
    let true_score = |line: &Line<G::Move>| {
        let same_move = |known: &&Line<G::Move>| known.pv[0] == line.pv[0];
        truth.lines.iter().find(same_move).unwrap().score
    };
    for (name, mut searcher) in searchers::<G, H>(heuristics) {
        for wanted in [1, 2, usize::MAX] {
            let found = think(searcher.as_mut(), game, depth, wanted);
            let expected = truth.lines.iter().take(wanted).map(|line| line.score);
            let scores: Vec<Score> = found.lines.iter().map(|line| line.score).collect();
            let context = format!("{name}, {about}, depth {depth}, {wanted} lines");
            assert_eq!(scores, expected.collect::<Vec<_>>(), "{context}");
            for line in &found.lines {
                assert_eq!(line.score, true_score(line), "{context}: {line:?}");
            }
        }
    }
}

/// Whoever comes first, of equal moves the first generated one is played.
#[test]
fn young_brothers_choose_the_move_that_one_thread_chooses() {
    let mut compared = 0;
    for seed in 0..200 {
        let shape = Shape {
            players: 2,
            nodes: 60,
            branching: 6,
            cyclic: false,
            alternating: true,
            one_end_in: 20,
        };
        let game = Graph::random(shape, seed);
        if game.legal_move_count(&game.start(), &mut Vec::new()) < 3 {
            continue;
        }
        compared += 1;
        let alpha_beta = |threads| AlphaBeta {
            heuristics: Nonsense,
            order: Order::Generated,
            quiescence: false,
            threads,
        };
        for lines in [1, 2] {
            let chosen = |threads| -> Vec<_> {
                let report = think(&mut alpha_beta(threads), &game, 5, lines);
                let lines = report.lines.iter();
                lines.map(|line| (line.score, line.pv[0])).collect()
            };
            assert_eq!(chosen(1), chosen(3), "seed {seed}");
        }
    }
    assert!(compared > 50, "{compared}");
}

fn check_graphs(shape: Shape, seeds: u64, deepest: u32) {
    let mut worth_it = 0;
    for seed in 0..seeds {
        let game = Graph::random(shape, seed);
        let mut moves = Vec::new();
        game.legal_moves(&game.start(), &mut moves);
        if moves.is_empty() {
            continue;
        }
        worth_it += 1;
        for depth in 1..=deepest {
            check(&game, Nonsense, depth, &format!("{shape:?}, seed {seed}"));
        }
    }
    assert!(worth_it * 2 > seeds, "most graphs have a first move");
}

const SHAPE: Shape = Shape {
    players: 2,
    nodes: 60,
    branching: 5,
    cyclic: false,
    alternating: true,
    one_end_in: 6,
};

#[test]
fn all_agree_on_graphs_with_transpositions() {
    check_graphs(SHAPE, 60, 7);
}

#[test]
fn all_agree_where_positions_repeat() {
    let cyclic = Shape {
        cyclic: true,
        nodes: 24,
        branching: 4,
        one_end_in: 8,
        ..SHAPE
    };
    check_graphs(cyclic, 120, 8);
}

#[test]
fn all_agree_where_a_player_may_move_twice() {
    let loose = Shape {
        alternating: false,
        ..SHAPE
    };
    check_graphs(loose, 60, 7);
}

#[test]
fn all_agree_in_the_paranoid_view_of_three_and_four_players() {
    for players in [3, 4] {
        let crowd = Shape { players, ..SHAPE };
        check_graphs(crowd, 40, 6);
    }
}

#[test]
fn with_two_players_max_n_is_minimax() {
    for alternating in [true, false] {
        for cyclic in [true, false] {
            let shape = Shape {
                alternating,
                cyclic,
                nodes: 30,
                ..SHAPE
            };
            for seed in 0..40 {
                let game = Graph::random(shape, seed);
                if game.legal_move_count(&game.start(), &mut Vec::new()) == 0 {
                    continue;
                }
                for depth in 1..=5 {
                    let mut oracle = Minimax {
                        heuristics: Nonsense,
                        quiescence: false,
                    };
                    let mut maxn = Maxn {
                        heuristics: Nonsense,
                    };
                    let truth = think(&mut oracle, &game, depth, 1);
                    let found = think(&mut maxn, &game, depth, 1);
                    let context = format!("{shape:?}, seed {seed}, depth {depth}");
                    assert_eq!(found.lines[0].score, truth.lines[0].score, "{context}");
                }
            }
        }
    }
}

/// Everybody for themselves, as plainly as it can be said.
fn each_for_themselves(game: &Graph, node: u16, depth: u32, ply: u32) -> [Score; 4] {
    let ended = |outcome: Outcome| {
        std::array::from_fn(|seat| Score::of_result(outcome.seen_by(Player::seat(seat)), ply))
    };
    if let Some(outcome) = game.outcome(&node) {
        return ended(outcome);
    }
    if depth == 0 {
        return std::array::from_fn(|seat| {
            Score::estimate(Nonsense.evaluate(game, &node, Player::seat(seat)))
        });
    }
    let mut moves = Vec::new();
    game.legal_moves(&node, &mut moves);
    let mover = game.to_move(&node).index();
    let mut best: Option<[Score; 4]> = None;
    for mv in moves {
        let scores = each_for_themselves(game, game.after(&node, mv), depth - 1, ply + 1);
        if best.is_none_or(|best| scores[mover] > best[mover]) {
            best = Some(scores);
        }
    }
    best.unwrap_or_else(|| ended(game.outcome_when_stuck(&node)))
}

#[test]
fn max_n_agrees_with_the_plain_reference_for_three_and_four() {
    for players in [3, 4] {
        for seed in 0..60 {
            let game = Graph::random(Shape { players, ..SHAPE }, seed);
            let start = game.start();
            if game.legal_move_count(&start, &mut Vec::new()) == 0 {
                continue;
            }
            for depth in 1..=6 {
                let mut maxn = Maxn {
                    heuristics: Nonsense,
                };
                let found = think(&mut maxn, &game, depth, 1);
                let truth = each_for_themselves(&game, start, depth, 0);
                let seat = game.to_move(&start).index();
                let context = format!("{players} players, seed {seed}, depth {depth}");
                // A win that hangs on an opinion of the others is told as a million.
                let score = match found.lines[0].score.points() {
                    Some(points) if points > 900_000 => Score::won_in((1_000_000 - points) as u32),
                    Some(points) if points < -900_000 => {
                        Score::lost_in((1_000_000 + points) as u32)
                    }
                    _ => found.lines[0].score,
                };
                assert_eq!(score, truth[seat], "{context}");
            }
        }
    }
}

#[test]
fn a_game_spelled_as_a_tree_is_searched_as_it_reads() {
    // The left choice leads to min(3, 5), the right one to min(4, 9).
    let game = Spelled::new("((3 5) (4 9))");
    check(&game, AsSpelled, 2, "spelled");
    let mut oracle = Minimax {
        heuristics: AsSpelled,
        quiescence: false,
    };
    let report = think(&mut oracle, &game, 2, 1);
    assert_eq!(report.lines[0].score, Score::estimate(4));
    assert_eq!(report.lines[0].pv, [1, 0]);
}

#[test]
fn the_winner_hurries_and_the_loser_delays() {
    // The first move wins in three plies, the second at once.
    let winner = Spelled::new("((((-) (-)) ((-))) -)");
    // Every move loses: the first in two plies, the second in four.
    let loser = Spelled::new("((-) (((((-))) -)))");
    for depth in 5..=7 {
        check(&winner, AsSpelled, depth, "winner");
        check(&loser, AsSpelled, depth, "loser");
    }
    let mut search = Search::new(AsSpelled, Settings::default());
    let report = think(&mut search, &winner, 7, 1);
    assert_eq!(report.lines[0].score, Score::won_in(1));
    assert_eq!(report.lines[0].pv, [1]);
}

#[test]
fn exact_solving_agrees_with_walking_back_from_the_ends() {
    let mut solved = 0;
    let mut drawn = 0;
    for seed in 0..400 {
        let shape = Shape {
            cyclic: seed % 2 == 0,
            nodes: 24,
            branching: 3,
            one_end_in: 5,
            ..SHAPE
        };
        let game = Graph::random(shape, seed);
        let (position, stop) = (game.start(), Stop::new());
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        if moves.is_empty() {
            continue;
        }
        let task = Task {
            game: &game,
            position: &position,
            history: &[],
            limits: Limits {
                depth: None,
                nodes: Some(200_000),
            },
            lines: 1,
            shuffle: None,
            share: Share::WHOLE,
            stop: &stop,
        };
        let truth = game.by_walking_back(&[]);
        let expected = truth[0].value(true);
        let best: Vec<u16> = moves
            .iter()
            .copied()
            .filter(|&next| {
                let score = match game.outcome(&next) {
                    Some(outcome) => -Score::of_result(outcome.seen_by(game.to_move(&next)), 1),
                    None => -truth[next as usize].seen_from_earlier(1),
                };
                score.value(true) == expected
            })
            .collect();
        let strong = solve::by_search(&task, &NoOpinion, 1 << 16, false);
        let weak = solve::by_search(&task, &NoOpinion, 1 << 16, true);
        if strong.value != Value::Unknown {
            assert_eq!(strong.value, expected, "seed {seed}");
            assert_eq!(strong.best, best, "seed {seed}");
            solved += 1;
            drawn += usize::from(expected == Value::Draw);
        }
        if weak.value != Value::Unknown {
            let bare = expected.without_distance();
            assert_eq!(weak.value.without_distance(), bare, "seed {seed}, weak");
        }
    }
    assert!(solved > 300 && drawn > 30, "{solved} solved, {drawn} drawn");
}

#[test]
fn what_proof_number_search_and_the_growing_tree_prove_is_true() {
    let (mut by_numbers, mut by_playouts) = (0, 0);
    for seed in 0..300 {
        let shape = Shape {
            cyclic: seed % 2 == 0,
            nodes: 24,
            branching: 3,
            one_end_in: 5,
            ..SHAPE
        };
        let game = Graph::random(shape, seed);
        let (position, stop) = (game.start(), Stop::new());
        if game.legal_move_count(&position, &mut Vec::new()) == 0 {
            continue;
        }
        let task = Task {
            game: &game,
            position: &position,
            history: &[],
            limits: Limits {
                depth: None,
                nodes: Some(2_000),
            },
            lines: 1,
            shuffle: None,
            share: Share::WHOLE,
            stop: &stop,
        };
        let truth = game.by_walking_back(&[])[0];
        let numbers = ProofSearch::default().think(&task, &mut |_| {});
        let playouts = Mcts::new(seed, None).think(&task, &mut |_| {});
        for (report, count) in [(numbers, &mut by_numbers), (playouts, &mut by_playouts)] {
            let score = report.lines[0].score;
            if report.proven && score.is_decisive() {
                assert_eq!(score.is_win(), truth.is_win(), "seed {seed}");
                assert_eq!(score.is_loss(), truth.is_loss(), "seed {seed}");
                *count += 1;
            }
        }
    }
    assert!(
        by_numbers > 100 && by_playouts > 100,
        "{by_numbers} and {by_playouts}"
    );
}

#[test]
fn a_node_limit_is_kept_and_the_same_search_counts_the_same_nodes() {
    let large = Shape {
        nodes: 600,
        branching: 9,
        cyclic: true,
        one_end_in: 5000,
        ..SHAPE
    };
    let mut tried = 0;
    for seed in 0..20 {
        let game = Graph::random(large, seed);
        let count = |nodes| {
            let (position, stop) = (game.start(), Stop::new());
            let task = Task {
                game: &game,
                position: &position,
                history: &[],
                limits: Limits {
                    depth: Some(6),
                    nodes,
                },
                lines: 1,
                shuffle: None,
                share: Share::WHOLE,
                stop: &stop,
            };
            let mut search = Search::new(Nonsense, Settings::default());
            search.think(&task, &mut |_| {}).nodes
        };
        if game.legal_move_count(&game.start(), &mut Vec::new()) == 0 {
            continue;
        }
        let whole = count(None);
        assert_eq!(whole, count(None), "seed {seed}");
        if whole > 100 {
            assert_eq!(count(Some(100)), 100, "seed {seed}");
            tried += 1;
        }
    }
    assert!(tried > 5);
}

#[test]
fn searchers_that_divide_the_moves_find_what_one_finds() {
    for seed in 0..60 {
        let game = Graph::random(SHAPE, seed);
        let (position, stop) = (game.start(), Stop::new());
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        if game.outcome(&position).is_some() || moves.is_empty() {
            continue;
        }
        for (name, mut searcher) in searchers::<_, Nonsense>(Nonsense) {
            let mut scores = |share| {
                let task = Task {
                    limits: Limits {
                        depth: Some(3),
                        nodes: None,
                    },
                    lines: usize::MAX,
                    share,
                    ..Task::new(&game, &position, &stop)
                };
                let report = searcher.think(&task, &mut |_| {});
                let lines = report.lines.iter();
                lines
                    .map(|line| (line.pv[0], line.score))
                    .collect::<Vec<_>>()
            };
            let mut whole = scores(Share::WHOLE);
            whole.sort();
            for of in [2, 3, moves.len() + 1] {
                let parts = (0..of).map(|part| Share { part, of });
                let mut found: Vec<_> = parts.flat_map(&mut scores).collect();
                found.sort();
                found.dedup();
                assert_eq!(found, whole, "seed {seed}, {name}, in {of} parts");
            }
        }
    }
}
