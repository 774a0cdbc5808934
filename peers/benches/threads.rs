//! Two threads against one: wall time to a fixed depth, twenty positions of each
//! game, every search with an empty table. The depth is the same for all of
//! them: one that was chosen for a position because one thread got there
//! cheaply would favour the one thread. What two processors can give at most is
//! measured beside it, by two searches of one thread that know nothing of each
//! other. Needs two idle processors. Games can be named:
//! `cargo bench -p plyground-peers --bench threads -- battle-sheep`.

use plyground_engine::algorithm::{Limits, Share, Stop};
use plyground_engine::random::Random;
use plyground_engine::session::{Question, Session};
use plyground_engine::spec::Spec;
use plyground_games::find;
use std::time::Instant;

const POSITIONS: usize = 20;
const MODES: [&str; 3] = [
    "threads=1",
    "threads=2,parallel=lazy",
    "threads=2,parallel=abdada",
];

fn main() {
    let named: Vec<String> = std::env::args().skip(1).collect();
    // The game, and how deep its exact and its selective search look, if it has one.
    for (game, exact, selective) in [
        ("russian-draughts", 15, Some(21)),
        ("english-draughts-12", 13, Some(20)),
        ("battle-sheep", 7, None),
    ] {
        let is_wanted = named.iter().any(|name| name == game);
        if is_wanted || !named.iter().any(|name| find(name).is_ok()) {
            compare(game, "selective=off,quiescence=on", exact);
            if let Some(depth) = selective {
                compare(game, "selective=on", depth);
            }
        }
    }
}

fn compare(id: &str, kind: &str, depth: u32) {
    let specs = MODES.map(|mode| format!("search,exact=off,hash=64,{kind},{mode}"));
    let mut seconds = [[0.0; POSITIONS]; MODES.len()];
    let mut of_two = [0.0; POSITIONS];
    let mut visited = [0; MODES.len()];
    let mut hard = (1..).filter_map(|seed| {
        let session = position(id, seed);
        let run = think(session.as_ref(), &specs[0], depth);
        (!run.is_solved).then_some((session, run))
    });
    for number in 0..POSITIONS {
        let (session, alone) = hard.next().expect("there are always more");
        visited[0] += alone.nodes;
        seconds[0][number] = alone.seconds;
        for mode in 1..MODES.len() {
            let run = think(session.as_ref(), &specs[mode], depth);
            visited[mode] += run.nodes;
            seconds[mode][number] = run.seconds;
        }
        of_two[number] = seconds_of_two(session.as_ref(), &specs[0], depth);
    }
    let total = |mode: usize| seconds[mode].iter().sum::<f64>();
    println!(
        "{id}, {kind}, depth {depth}: {} nodes in {:.1} s on one thread",
        visited[0],
        total(0)
    );
    let gain = |others: &[f64; POSITIONS]| {
        let logarithms = seconds[0]
            .iter()
            .zip(others)
            .map(|(one, two)| (one / two).ln());
        (logarithms.sum::<f64>() / POSITIONS as f64).exp()
    };
    for mode in 1..MODES.len() {
        println!(
            "  {}: {} nodes in {:.1} s, {:.2} times faster",
            MODES[mode],
            visited[mode],
            total(mode),
            gain(&seconds[mode])
        );
    }
    println!("  at most: {:.2} times", 2.0 * gain(&of_two));
}

/// How long two searches at once take that have nothing to do with each other.
fn seconds_of_two(session: &dyn Session, spec: &str, depth: u32) -> f64 {
    let other = session.fork();
    std::thread::scope(|scope| {
        let other = scope.spawn(move || think(other.as_ref(), spec, depth).seconds);
        let own = think(session, spec, depth).seconds;
        own.max(other.join().expect("a search that ends"))
    })
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
    /// The depth played no part in the end.
    is_solved: bool,
    seconds: f64,
}

fn think(session: &dyn Session, spec: &str, depth: u32) -> Run {
    let mut session = session.fork();
    let spec: Spec = spec.parse().expect("a good spec");
    let engine = session.add_engine(&spec).expect("an engine");
    let stop = Stop::new();
    let question = Question {
        limits: Limits {
            depth: Some(depth),
            nodes: None,
        },
        lines: 1,
        shuffle: None,
        share: Share::WHOLE,
        stop: &stop,
    };
    let started = Instant::now();
    let analysis = session.think(engine, &question, &mut |_| {});
    Run {
        nodes: analysis.nodes,
        is_solved: analysis.value.is_proven() || analysis.depth < depth,
        seconds: started.elapsed().as_secs_f64(),
    }
}
