//! Every search finds the score of plain minimax, whatever it leaves out on the
//! way there, whatever the size of its table and the number of its threads.

use crate::Open;
use plyground_engine::algorithm::{Limits, Share, Stop};
use plyground_engine::random::Random;
use plyground_engine::score::Value;
use plyground_engine::session::{Analysis, Question, Session};

/// The searches that are exact to their depth.
pub const EXACT: [&str; 7] = [
    "alpha-beta",
    "alpha-beta,order=eval",
    "alpha-beta,threads=3",
    "search,selective=off,exact=off,hash=4",
    "search,selective=off,exact=off,hash=1",
    "search,selective=off,exact=off,hash=1,threads=3,parallel=lazy",
    "search,selective=off,exact=off,hash=1,threads=3,parallel=abdada",
];

/// What the engine of a SPEC says, so deep.
pub fn think(session: &mut dyn Session, spec: &str, depth: u32, lines: usize) -> Analysis {
    let engine = spec
        .parse()
        .and_then(|spec| session.add_engine(&spec))
        .unwrap_or_else(|error| panic!("{spec}: {error}"));
    let stop = Stop::new();
    let question = Question {
        limits: Limits {
            depth: Some(depth),
            nodes: None,
        },
        lines,
        shuffle: None,
        share: Share::WHOLE,
        stop: &stop,
    };
    session.think(engine, &question, &mut |_| {})
}

/// Plays so many random moves from the start, or to the end of the game.
pub fn walk(session: &mut dyn Session, plies: usize, random: &mut Random) {
    session.restart();
    for _ in 0..plies {
        let moves = session.legal_moves();
        if moves.is_empty() {
            return;
        }
        let played = session.play(&moves[random.below(moves.len())]);
        played.expect("a legal move can be played");
    }
}

/// Compares all exact searches with minimax, by every evaluation of the game, on
/// positions of random games.
pub fn exact_searches_agree(name: &str, open: Open<'_>, depth: u32) {
    let mut random = Random::new(5);
    let mut session = open();
    for eval in session.heuristics() {
        for number in 0..8 {
            walk(session.as_mut(), number * 5, &mut random);
            if session.ending().is_some() {
                continue;
            }
            let values = |analysis: Analysis| {
                let lines = analysis.lines.iter().map(|line| line.value);
                (analysis.value, lines.collect::<Vec<Value>>())
            };
            let minimax = format!("minimax,eval={eval}");
            let truth = values(think(session.as_mut(), &minimax, depth, 2));
            for searcher in EXACT {
                let spec = format!("{searcher},eval={eval}");
                let found = values(think(session.as_mut(), &spec, depth, 2));
                assert_eq!(found, truth, "{name}: {spec} on {}", session.position());
            }
        }
    }
}
