//! Instructions a node, game by game, as valgrind counts them: a figure that no
//! other program on the machine can disturb. Each search answers a question whose
//! answer textbook alpha-beta has given before the counting began. Needs valgrind
//! and `cargo install gungraun-runner`; with `-- --nocapture` it tells the nodes,
//! by which the instructions are to be divided.

use gungraun::{library_benchmark, library_benchmark_group, main};
use plyground_engine::algorithm::{Limits, Share, Stop};
use plyground_engine::score::Value;
use plyground_engine::session::{Analysis, EngineId, Question, Session};
use plyground_games::find;

/// A session with an engine that has its memory already, and what it must find.
struct Subject {
    game: &'static str,
    session: Box<dyn Session>,
    engine: EngineId,
    depth: u32,
    value: Value,
}

fn think(session: &mut dyn Session, engine: EngineId, depth: u32) -> Analysis {
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
    session.think(engine, &question, &mut |_| {})
}

fn prepare(game: &'static str, depth: u32) -> Subject {
    let entry = find(game).expect("a known game");
    let mut session = entry.open(&entry.options([]).expect("no options"));
    let mut add = |spec: &str| {
        let spec = spec.parse().expect("a good spec");
        session.add_engine(&spec).expect("an engine")
    };
    let textbook = add("alpha-beta,order=eval,exact=off");
    let engine = add("search,selective=off,exact=off,threads=1,hash=4");
    let value = think(session.as_mut(), textbook, depth).value;
    Subject {
        game,
        session,
        engine,
        depth,
        value,
    }
}

#[library_benchmark(setup = prepare)]
#[bench::connect_four("connect-four", 9)]
#[bench::russian_draughts("russian-draughts", 9)]
#[bench::english_draughts("english-draughts", 9)]
#[bench::english_draughts_12("english-draughts-12", 7)]
#[bench::international_draughts("international-draughts", 7)]
#[bench::battle_sheep("battle-sheep", 4)]
#[bench::kings_valley("kings-valley", 6)]
fn search(mut subject: Subject) -> u64 {
    let analysis = think(subject.session.as_mut(), subject.engine, subject.depth);
    assert_eq!(analysis.value, subject.value, "{}", subject.game);
    eprintln!("{}: {} nodes", subject.game, analysis.nodes);
    analysis.nodes
}

library_benchmark_group!(name = searches, benchmarks = search);
main!(library_benchmark_groups = searches);
