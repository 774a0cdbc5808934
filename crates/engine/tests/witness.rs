//! What a witness writes down is what the search did: every position counted, every
//! edge of a window as its setter left it, every cut by the bound it names.

mod toys {
    #[allow(dead_code, reason = "nothing is solved here")]
    pub(crate) mod graph;
    pub(crate) mod uniform;
}

use plyground_engine::algorithm::{Algorithm, Limits, Report, Stop, Task};
use plyground_engine::engines::Evaluation;
use plyground_engine::game::{Game, Heuristics};
use plyground_engine::minimax::Minimax;
use plyground_engine::score::Score;
use plyground_engine::search::Shortcuts;
use plyground_engine::spec::Spec;
use plyground_engine::witness::record::{Edge, Record, Room, Seen, Source};
use plyground_engine::witness::{Asking, Rest};
use toys::graph::{Graph, Nonsense, Shape};
use toys::uniform::{Chance, Uniform};

const ALL: Room = Room {
    nodes: usize::MAX,
    plies: u32::MAX,
};

const SHAPE: Shape = Shape {
    players: 2,
    nodes: 60,
    branching: 5,
    cyclic: false,
    alternating: true,
    one_end_in: 6,
};

/// Much to look at, and many ways to the same place.
const DENSE: Shape = Shape {
    branching: 10,
    one_end_in: 30,
    ..SHAPE
};

const ALGORITHMS: [&str; 14] = [
    "minimax",
    "alpha-beta",
    "alpha-beta,order=eval",
    "alpha-beta,order=best",
    "alpha-beta,order=worst",
    "search,selective=off,table=off,order=none,deepening=off",
    "search,selective=off,scout=off,hash=1",
    "search,selective=off,hash=1",
    "search,hash=1",
    "search,reductions=off,hash=1",
    "mtdf,hash=1",
    "maxn",
    "mcts,nodes=300",
    "pns,nodes=3000,hash=1",
];

fn evaluation<G: Game, H: Heuristics<G>>(heuristics: H) -> Evaluation<G> {
    let shortcuts = Shortcuts {
        late_move_reductions: true,
        reverse_futility: Some(1),
        internal_iterative_reduction: true,
    };
    Evaluation::new("any", heuristics).with_shortcuts(shortcuts)
}

fn task<'a, G: Game>(
    game: &'a G,
    position: &'a G::Position,
    spec: &Spec,
    depth: u32,
    stop: &'a Stop<'a>,
) -> Task<'a, G> {
    let limits = Limits {
        depth: spec.has_depth().then_some(depth),
        nodes: spec.nodes,
    };
    Task {
        limits,
        ..Task::new(game, position, stop)
    }
}

fn watch<G: Game, H: Heuristics<G>>(
    game: &G,
    heuristics: H,
    spec: &str,
    depth: u32,
    room: Room,
) -> (Report<G::Move>, Record<G>) {
    let (spec, start, stop) = (spec.parse().unwrap(), game.start(), Stop::new());
    let task = task(game, &start, &spec, depth, &stop);
    evaluation(heuristics).watch(&spec, &task, room).unwrap()
}

/// The score of plain minimax, told as the tree below the root tells it.
fn truth<G: Game, H: Heuristics<G>>(game: &G, heuristics: H, seen: &Seen<G>) -> Score {
    let stop = Stop::new();
    let limits = Limits {
        depth: Some(seen.depth as u32),
        nodes: None,
    };
    let task = Task {
        limits,
        ..Task::new(game, &seen.position, &stop)
    };
    let mut minimax = Minimax {
        heuristics,
        quiescence: false,
    };
    let report = minimax.think(&task, &mut |_| {});
    report.lines[0].score.seen_from_earlier(seen.ply)
}

fn graphs(shape: Shape, seeds: u64) -> impl Iterator<Item = Graph> {
    let graphs = (0..seeds).map(move |seed| Graph::random(shape, seed));
    graphs.filter(|game| game.legal_move_count(&game.start(), &mut Vec::new()) > 1)
}

fn shapes() -> [Shape; 4] {
    let cyclic = Shape {
        cyclic: true,
        nodes: 24,
        ..SHAPE
    };
    let loose = Shape {
        alternating: false,
        ..SHAPE
    };
    let crowd = Shape {
        players: 3,
        ..SHAPE
    };
    [SHAPE, cyclic, loose, crowd]
}

#[test]
fn every_node_of_the_report_was_witnessed_and_nothing_changes_by_being_seen() {
    for shape in shapes() {
        for game in graphs(shape, 30) {
            for text in ALGORITHMS {
                let (report, record) = watch(&game, Nonsense, text, 5, ALL);
                assert_eq!(record.counted, report.nodes, "{text} {shape:?}");
                let (spec, start, stop) = (text.parse().unwrap(), game.start(), Stop::new());
                let task = task(&game, &start, &spec, 5, &stop);
                let mut engine = evaluation(Nonsense).engine(&spec);
                let unseen = engine.think(&task, &mut |_| {});
                assert_eq!(unseen.nodes, report.nodes, "{text} {shape:?}");
                assert_eq!(unseen.lines, report.lines, "{text} {shape:?}");
                if !text.starts_with("mcts") {
                    assert_eq!(record.seen.len() as u64, record.counted, "{text}");
                    let of_layers = record.layers.iter();
                    let sum: u64 = of_layers
                        .map(|layer| record.seen[layer.root as usize].nodes)
                        .sum();
                    assert_eq!(sum, record.counted, "{text}");
                }
            }
        }
    }
}

#[test]
fn what_has_no_room_is_counted_where_it_belongs() {
    let mut folded = 0;
    for game in graphs(SHAPE, 40) {
        for text in ["minimax", "alpha-beta", "search,hash=1", "mtdf,hash=1"] {
            let (_, whole) = watch(&game, Nonsense, text, 5, ALL);
            let room = Room {
                nodes: 20,
                plies: 2,
            };
            let (_, part) = watch(&game, Nonsense, text, 5, room);
            assert_eq!(part.counted, whole.counted);
            assert_eq!(part.by_ply, whole.by_ply);
            assert_eq!(part.cutoffs, whole.cutoffs);
            assert!(part.seen.len() <= 20);
            assert!(part.seen.iter().all(|seen| seen.ply <= 2));
            folded += usize::from(part.seen.len() < whole.seen.len());
        }
    }
    assert!(folded > 20, "{folded}");
}

/// A score of another node, seen by this one's camp.
fn seen_from<G: Game>(record: &Record<G>, seen: &Seen<G>, by: u32) -> Score {
    let setter = &record.seen[by as usize];
    let score = setter.score.expect("who sets a bound has answered");
    match setter.is_root_camp == seen.is_root_camp {
        true => score,
        false => -score,
    }
}

fn is_above(record: &Record<Graph>, upper: Option<u32>, mut lower: u32) -> bool {
    loop {
        let parent = record.seen[lower as usize].parent;
        match (parent, upper) {
            (None, _) => return false,
            (Some(parent), Some(upper)) if parent == upper => return true,
            (Some(parent), _) => lower = parent,
        }
    }
}

/// An edge is what the node that it names has answered, a child of a node above.
fn check_edge(record: &Record<Graph>, id: u32, edge: Edge) {
    let seen = &record.seen[id as usize];
    if let Source::Node(by) = edge.by {
        assert!(by < id, "who sets a bound was there before");
        assert_eq!(seen_from(record, seen, by), edge.score);
        assert!(is_above(record, record.seen[by as usize].parent, id));
    }
}

#[test]
fn every_cut_names_the_bound_that_cut_and_is_right() {
    let (mut cuts, mut by_nodes, mut again) = (0, 0, 0);
    let loose = Shape {
        alternating: false,
        ..DENSE
    };
    for shape in [DENSE, loose] {
        for game in graphs(shape, 25) {
            for text in &ALGORITHMS[..8] {
                let (_, record) = watch(&game, Nonsense, text, 6, ALL);
                for (id, seen) in record.seen.iter().enumerate() {
                    let id = id as u32;
                    check_edge(&record, id, seen.alpha);
                    check_edge(&record, id, seen.beta);
                    again += u32::from(seen.asking == Asking::Again);
                    let score = seen.score.expect("nothing was stopped");
                    let is_inside = seen.alpha.score < score && score < seen.beta.score;
                    if is_inside && seen.depth > 0 && seen.rest != Some(Rest::Ended) {
                        let stuck = seen.rest == Some(Rest::Stuck);
                        assert!(stuck || truth(&game, Nonsense, seen) == score, "{text}");
                    }
                    let Some(cut_by) = seen.cut_by else { continue };
                    cuts += 1;
                    let Source::Node(cutter) = cut_by else {
                        panic!("all is written down");
                    };
                    assert_eq!(record.seen[cutter as usize].parent, Some(id));
                    assert!(seen_from(&record, seen, cutter) >= seen.beta.score);
                    assert!(truth(&game, Nonsense, seen) >= seen.beta.score, "{text}");
                    if let Source::Node(_) = seen.beta.by {
                        by_nodes += 1;
                    }
                }
            }
        }
    }
    assert!(
        cuts > 1000 && by_nodes > 300 && again > 10,
        "{cuts} {by_nodes} {again}"
    );
}

#[test]
fn what_the_table_tells_was_found_by_the_node_that_it_is_led_to() {
    let (mut found, mut replies) = (0, 0);
    let shape = Shape {
        nodes: 40,
        branching: 14,
        alternating: false,
        ..DENSE
    };
    for game in graphs(shape, 60) {
        let (_, record) = watch(&game, Nonsense, "search,selective=off,hash=1", 7, ALL);
        for seen in &record.seen {
            let (recalled, is_reply) = match seen.rest {
                Some(Rest::Table(recalled)) => (recalled, false),
                Some(Rest::Reply(recalled)) => (recalled, true),
                _ => continue,
            };
            let from = seen.recalled_from.expect("nothing was known before");
            let from = &record.seen[from as usize];
            match is_reply {
                true => {
                    let mut moves = Vec::new();
                    game.legal_moves(&seen.position, &mut moves);
                    assert!(moves.contains(&from.position));
                    replies += 1;
                }
                false => assert_eq!(from.position, seen.position),
            }
            assert_eq!(i32::from(recalled.depth), from.depth);
            let told = recalled.score.seen_from_earlier(from.ply);
            assert_eq!(Some(told), from.score);
            found += 1;
        }
    }
    assert!(found > 50 && replies > 3, "{found} {replies}");
}

/// D. E. Knuth and R. W. Moore, 1975: with the best move first everywhere, the
/// leaves are b^ceil(d/2) + b^floor(d/2) - 1, and fewer will not do.
#[test]
fn with_perfect_order_the_least_of_knuth_and_moore_is_reached_and_never_beaten() {
    for (branching, depth) in [(2, 6_u32), (3, 5), (4, 4), (5, 3), (2, 9)] {
        let power = |plies: u32| branching_power(branching, plies);
        let least = power(depth.div_ceil(2)) + power(depth / 2) - 1;
        for seed in 0..20 {
            let game = Uniform { branching, seed };
            for values in [3, 1000] {
                let leaves = |spec| watch(&game, Chance(values), spec, depth, ALL).0.leaves;
                assert_eq!(leaves("alpha-beta,order=best"), least);
                assert!(leaves("alpha-beta") >= least);
                assert!(leaves("alpha-beta,order=worst") >= least);
                assert_eq!(leaves("minimax"), power(depth));
            }
        }
    }
}

fn branching_power(branching: u64, plies: u32) -> u64 {
    (0..plies).map(|_| branching).product()
}

#[test]
fn a_search_that_is_stopped_has_answered_what_it_has_answered() {
    let mut stopped = 0;
    for game in graphs(DENSE, 40) {
        for text in ["minimax", "alpha-beta", "search,hash=1", "maxn"] {
            let (spec, start, stop) = (text.parse().unwrap(), game.start(), Stop::new());
            let limits = Limits {
                depth: Some(6),
                nodes: Some(25),
            };
            let task = Task {
                limits,
                ..Task::new(&game, &start, &stop)
            };
            let (report, record) = evaluation(Nonsense).watch(&spec, &task, ALL).unwrap();
            assert_eq!(record.counted, report.nodes);
            for (id, seen) in record.seen.iter().enumerate() {
                let is_child = |other: &&Seen<Graph>| other.parent == Some(id as u32);
                let mut children = record.seen.iter().filter(is_child);
                let is_answered = seen.score.is_some();
                assert!(
                    !is_answered || children.all(|child| child.score.is_some()),
                    "{text}"
                );
            }
            stopped += usize::from(record.seen.iter().any(|seen| seen.score.is_none()));
        }
    }
    assert!(stopped > 20, "{stopped}");
}

#[test]
fn what_grows_no_tree_is_refused() {
    let game = Graph::random(SHAPE, 1);
    let (start, stop) = (game.start(), Stop::new());
    for name in ["random", "careful", "monte-carlo"] {
        let spec: Spec = name.parse().unwrap();
        let task = Task::new(&game, &start, &stop);
        let refused = evaluation(Nonsense).watch(&spec, &task, ALL).unwrap_err();
        assert!(
            refused.to_string().contains("expected one of search"),
            "{refused}"
        );
    }
}
