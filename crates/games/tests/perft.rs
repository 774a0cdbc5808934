//! The perft tables of all games: plain data files, each count with its source.
//!
//! `PLYGROUND_DEEP=1` goes through every count that can be had in minutes.

use plyground_games::{REGISTRY, find};
use plyground_kit::perft;
use std::collections::BTreeSet;

#[test]
fn every_count_of_the_tables_is_found_and_every_game_has_one() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft");
    let mut counted = BTreeSet::new();
    let mut checked = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let table = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let (games, counts) = perft::check(&table, &|game, options| {
            let entry = find(game).unwrap();
            entry.open(&entry.options(options.iter().copied()).unwrap())
        });
        counted.extend(games);
        checked += counts;
    }
    assert!(checked > 20, "only {checked} counts were checked");
    let missing = REGISTRY.iter().filter(|entry| !counted.contains(entry.id));
    let missing: Vec<&str> = missing.map(|entry| entry.id).collect();
    assert_eq!(missing, [""; 0], "games without a perft table");
}
