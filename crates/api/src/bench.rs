//! A checksum of behaviour: the nodes that the search needs on a few positions of a
//! game, at a fixed depth, with one thread. Any change to rules, evaluation or search
//! shows in it, and every machine counts the same.

use plyground_engine::algorithm::{Limits, Share, Stop};
use plyground_engine::notation::ParseError;
use plyground_engine::random::Random;
use plyground_engine::session::{Question, Session};
use plyground_engine::spec::Spec;
use plyground_games::Entry;

/// How many random plies lie between the start and each position.
const PLIES: [usize; 4] = [0, 4, 8, 12];

pub fn nodes(entry: &Entry) -> Result<u64, ParseError> {
    let mut nodes = 0;
    for plies in PLIES {
        let mut session = entry.open(&entry.options([])?);
        walk(session.as_mut(), plies)?;
        let engine = session.add_engine(&"search,exact=off,hash=16,threads=1".parse::<Spec>()?)?;
        let question = Question {
            limits: Limits {
                depth: Some(entry.bench_depth),
                nodes: None,
            },
            lines: 1,
            shuffle: None,
            share: Share::WHOLE,
            stop: &Stop::new(),
        };
        nodes += session.think(engine, &question, &mut |_| {}).nodes;
    }
    Ok(nodes)
}

fn walk(session: &mut dyn Session, plies: usize) -> Result<(), ParseError> {
    let mut random = Random::new(plies as u64);
    for _ in 0..plies {
        let moves = session.legal_moves();
        if moves.is_empty() {
            break;
        }
        session.play(&moves[random.below(moves.len())])?;
    }
    Ok(())
}
