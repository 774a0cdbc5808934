//! What positions and nodes cost in memory.

use plyground_engine::algorithm::{Algorithm, Limits, Stop, Task};
use plyground_engine::game::{Game, Heuristics};
use plyground_engine::search::{Search, Settings};
use plyground_games::draughts::{Draughts, English12, Move, Position, Russian};
use plyground_games::{battle_sheep, connect_four, draughts, kings_valley};
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

/// Allocations and nodes of a whole search.
fn cost<G: Game, H: Heuristics<G>>(game: &G, heuristics: H, depth: u32) -> (u64, u64) {
    let settings = Settings {
        table_bytes: 1 << 20,
        ..Settings::default()
    };
    let mut search = Search::new(heuristics, settings);
    let (position, stop) = (game.start(), Stop::new());
    let task = Task {
        game,
        position: &position,
        history: &[],
        limits: Limits {
            depth: Some(depth),
            nodes: None,
        },
        lines: 1,
        shuffle: None,
        stop: &stop,
    };
    let before = ALLOCATIONS.get();
    let report = search.think(&task, &mut |_| {});
    (ALLOCATIONS.get() - before, report.nodes)
}

fn nodes_allocate_nothing<G: Game, H: Heuristics<G>>(
    game: &G,
    heuristics: H,
    shallow: u32,
    deep: u32,
) {
    let (few_allocations, few_nodes) = cost(game, heuristics.clone(), shallow);
    let (allocations, nodes) = cost(game, heuristics, deep);
    let (allocated, entered) = (allocations - few_allocations, nodes - few_nodes);
    assert!(entered > 10_000, "only {entered} nodes more");
    // What is left is a few vectors for each root move of each iteration.
    assert!(
        allocated < entered / 50,
        "{allocated} allocations for {entered} nodes"
    );
    assert!(
        allocated < 2_000,
        "{allocated} allocations for {entered} nodes"
    );
}

#[test]
fn searching_connect_four_allocates_nothing_per_node() {
    nodes_allocate_nothing(
        &connect_four::ConnectFour::default(),
        connect_four::heuristics::Default,
        6,
        12,
    );
}

#[test]
fn searching_kings_valley_allocates_nothing_per_node() {
    nodes_allocate_nothing(
        &kings_valley::KingsValley::default(),
        kings_valley::heuristics::Default,
        4,
        7,
    );
}

#[test]
fn searching_draughts_allocates_nothing_per_node() {
    let opinion = draughts::heuristics::Opinion::<Russian>::by_default();
    nodes_allocate_nothing(&Draughts::<Russian>::default(), opinion, 6, 11);
    let opinion = draughts::heuristics::Opinion::<English12>::by_default();
    nodes_allocate_nothing(&Draughts::<English12>::default(), opinion, 4, 9);
}

#[test]
fn searching_battle_sheep_allocates_nothing_per_node() {
    let game = battle_sheep::BattleSheep::guide();
    let opinion = battle_sheep::heuristics::Default::new();
    nodes_allocate_nothing(&game, opinion, 3, 5);
    nodes_allocate_nothing(&game, battle_sheep::heuristics::Classic, 3, 6);
}
