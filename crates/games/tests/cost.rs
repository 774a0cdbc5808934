//! What positions and nodes cost in memory.

use plyground_engine::algorithm::{Limits, Share, Stop};
use plyground_engine::session::Question;
use plyground_games::draughts::{Move, Position};
use plyground_games::{Entry, REGISTRY, battle_sheep, connect_four, kings_valley};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

#[test]
fn positions_are_small() {
    assert_eq!(size_of::<connect_four::Board<7, 6>>(), 16);
    assert!(size_of::<kings_valley::rules::Position>() <= 16);
    assert_eq!(size_of::<Position<u32>>(), 32);
    assert_eq!(size_of::<Position<u128>>(), 64);
    assert_eq!(size_of::<Move<u32>>(), 8);
    assert!(size_of::<battle_sheep::rules::Position>() <= 128);
    assert_eq!(size_of::<battle_sheep::rules::Move>(), 4);
}

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

/// Counts this thread's allocations and leaves the work to the system.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the contract of `alloc`, which is passed on as it is.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from `System.alloc` with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Allocations and nodes of a search that may enter so many nodes.
fn cost(entry: &Entry, options: &[(&str, &str)], spec: &str, nodes: u64) -> (u64, u64) {
    let options = entry.options(options.iter().copied()).unwrap();
    let mut session = entry.open(&options);
    let engine = session.add_engine(&spec.parse().unwrap()).unwrap();
    let stop = Stop::new();
    let question = Question {
        limits: Limits {
            depth: None,
            nodes: Some(nodes),
        },
        lines: 1,
        shuffle: None,
        share: Share::WHOLE,
        stop: &stop,
    };
    let before = ALLOCATIONS.get();
    let analysis = session.think(engine, &question, &mut |_| {});
    (ALLOCATIONS.get() - before, analysis.nodes)
}

/// Says how many nodes the longer one of two searches had more.
fn nodes_allocate_nothing(entry: &Entry, options: &[(&str, &str)], spec: &str) -> u64 {
    let (few_allocations, few_nodes) = cost(entry, options, spec, 2_000);
    let (allocations, nodes) = cost(entry, options, spec, 14_000);
    let entered = nodes.saturating_sub(few_nodes);
    let allocated = allocations.saturating_sub(few_allocations);
    // What is left is a few vectors and texts for each root move of each iteration.
    assert!(
        allocated < 100 + entered / 20,
        "{} {options:?} {spec}: {allocated} allocations for {entered} nodes",
        entry.id
    );
    entered
}

const ALGORITHMS: [&str; 8] = [
    "search,exact=off,hash=1",
    "search,exact=off,hash=1,selective=off",
    "mtdf,hash=1",
    "alpha-beta",
    "alpha-beta,order=eval",
    "minimax",
    "maxn",
    "pns,hash=1",
];

#[test]
fn no_search_of_any_game_allocates_per_node() {
    for spec in ALGORITHMS {
        let mut entered = 0;
        for entry in REGISTRY {
            let mut evals = entry.open(&entry.options([]).unwrap()).heuristics();
            if spec.starts_with("pns") {
                evals.truncate(1);
            }
            for eval in evals {
                let spec = match eval {
                    "default" => spec.to_owned(),
                    eval => format!("{spec},eval={eval}"),
                };
                entered += nodes_allocate_nothing(entry, &[], &spec);
            }
        }
        assert!(entered > 80_000, "{spec}: only {entered} nodes");
    }
}

#[test]
fn max_n_among_three_and_four_allocates_nothing_per_node() {
    let entry = plyground_games::find("battle-sheep").unwrap();
    for players in ["3", "4"] {
        let options = [("players", players)];
        let entered = nodes_allocate_nothing(entry, &options, "search,exact=off,hash=1");
        assert!(entered > 10_000, "only {entered} nodes");
    }
}
