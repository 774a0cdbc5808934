//! Two threads against one: wall time to the same depth, twenty positions of
//! each game. The depth of a position is what one thread reaches with a given
//! number of nodes, so that every position takes about as long; each mode then
//! searches to it with an empty table. Needs two idle processors. Games can be
//! named: `cargo bench -p plyground-peers --bench threads -- battle-sheep`.

use plyground_engine::algorithm::{Limits, Stop};
use plyground_engine::random::Random;
use plyground_engine::session::{Question, Session};
use plyground_engine::spec::Spec;
use plyground_games::find;
use std::time::Instant;

const POSITIONS: usize = 20;
const MODES: [&str; 3] = [
    "threads=1",
    "threads=2,parallel=lazy",
    "threads=2,parallel=brothers",
];

fn main() {
    let named: Vec<String> = std::env::args().skip(1).collect();
    // The game, and the nodes that set the depth of each position.
    for (game, nodes) in [
        ("russian-draughts", 4_000_000),
        ("english-draughts-12", 4_000_000),
        ("battle-sheep", 2_000_000),
    ] {
        let is_wanted = named.iter().any(|name| name == game);
        if is_wanted || !named.iter().any(|name| find(name).is_ok()) {
            compare(game, "selective=off,quiescence=on", nodes);
            compare(game, "selective=on", nodes);
        }
    }
}

fn compare(id: &str, kind: &str, nodes: u64) {
    let specs = MODES.map(|mode| format!("search,exact=off,hash=64,{kind},{mode}"));
    let mut seconds = [[0.0; POSITIONS]; MODES.len()];
    let mut visited = [0; MODES.len()];
    let mut hard = (1..).filter_map(|seed| hard_position(id, &specs[0], seed, nodes));
    for number in 0..POSITIONS {
        let (session, depth) = hard.next().expect("there are always more");
        for (mode, spec) in specs.iter().enumerate() {
            let limits = Limits {
                depth: Some(depth),
                nodes: None,
            };
            let run = think(session.as_ref(), spec, limits);
            visited[mode] += run.nodes;
            seconds[mode][number] = run.seconds;
        }
    }
    let total = |mode: usize| seconds[mode].iter().sum::<f64>();
    println!(
        "{id}, {kind}: {} nodes in {:.1} s on one thread",
        visited[0],
        total(0)
    );
    for mode in 1..MODES.len() {
        let logarithms =
            (0..POSITIONS).map(|number| (seconds[0][number] / seconds[mode][number]).ln());
        let gain = (logarithms.sum::<f64>() / POSITIONS as f64).exp();
        println!(
            "  {}: {} nodes in {:.1} s, {gain:.2} times faster",
            MODES[mode],
            visited[mode],
            total(mode)
        );
    }
}

/// A position that is not solved with so many nodes, and the depth that they reach.
fn hard_position(id: &str, spec: &str, seed: u64, nodes: u64) -> Option<(Box<dyn Session>, u32)> {
    let session = position(id, seed);
    let limits = Limits {
        nodes: Some(nodes),
        depth: None,
    };
    let run = think(session.as_ref(), spec, limits);
    (run.nodes >= nodes).then_some((session, run.depth))
}

/// A position that random moves lead to, with something to think about.
fn position(id: &str, seed: u64) -> Box<dyn Session> {
    let entry = find(id).expect("a known game");
    let options = entry.options([]).expect("no options");
    let mut random = Random::new(seed);
    loop {
        let mut session = entry.open(&options);
        for _ in 0..4 + random.below(12) {
            let moves = session.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = &moves[random.below(moves.len())];
            session.play(mv).expect("a legal move");
        }
        if session.legal_moves().len() > 3 {
            return session;
        }
    }
}

struct Run {
    nodes: u64,
    /// The last depth that was finished.
    depth: u32,
    seconds: f64,
}

fn think(session: &dyn Session, spec: &str, limits: Limits) -> Run {
    let mut session = session.fork();
    let spec: Spec = spec.parse().expect("a good spec");
    let engine = session.add_engine(&spec).expect("an engine");
    let stop = Stop::new();
    let question = Question {
        limits,
        lines: 1,
        shuffle: None,
        stop: &stop,
    };
    let started = Instant::now();
    let analysis = session.think(engine, &question, &mut |_| {});
    Run {
        nodes: analysis.nodes,
        depth: analysis.depth,
        seconds: started.elapsed().as_secs_f64(),
    }
}
