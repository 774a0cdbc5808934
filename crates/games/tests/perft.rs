//! The perft tables: plain data files, each count with its source, checked
//! against the rules as deep as the limit on leaves allows.
//!
//! `PLYGROUND_DEEP=1` goes through every count that can be had in minutes.

use plyground_engine::algorithm::Stop;
use plyground_games::find;
use std::collections::HashMap;

const ORDINARY_LEAVES: u64 = 6_000_000;
const DEEP_LEAVES: u64 = 2_000_000_000;

#[test]
fn every_count_of_the_tables_is_found() {
    let limit = match std::env::var_os("PLYGROUND_DEEP") {
        Some(_) => DEEP_LEAVES,
        None => ORDINARY_LEAVES,
    };
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft");
    let mut checked = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for block in blocks(&text) {
            checked += check(&block, limit);
        }
    }
    assert!(checked > 20, "only {checked} counts were checked");
}

/// The fields of each block.
fn blocks(text: &str) -> Vec<HashMap<&str, &str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut blocks = vec![HashMap::new()];
    for line in lines {
        match line.split_once(':') {
            Some((name, value)) => {
                blocks.last_mut().unwrap().insert(name.trim(), value.trim());
            }
            None => blocks.push(HashMap::new()),
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

/// How many counts of the block lie within the limit and are right.
fn check(block: &HashMap<&str, &str>, limit: u64) -> usize {
    let id = block["id"];
    assert!(!block["source"].is_empty(), "{id} has no source");
    let entry = find(block["game"]).unwrap();
    let options = block.get("options").copied().unwrap_or_default();
    let given = options
        .split_whitespace()
        .map(|pair| pair.split_once('=').unwrap());
    let mut session = entry.open(&entry.options(given).unwrap());
    session.set_up(block["position"], None).unwrap();
    let counts = block["counts"].split_whitespace();
    let counts: Vec<u64> = counts.map(|count| count.parse().unwrap()).collect();
    let within = counts.iter().take_while(|&&count| count <= limit);
    within
        .enumerate()
        .map(|(index, &count)| {
            let depth = index as u32 + 1;
            let found = session.perft(depth, &Stop::new());
            assert_eq!(found, Some(count), "{id} at depth {depth}");
        })
        .count()
}
