//! Perft tables: plain text, one block a position, each count with its source.
//!
//! ```text
//! id: start
//! game: connect-four
//! source: where the counts come from
//! position: 7/7/7/7/7/7 x
//! counts: 7 49 343 2401
//! ```
//!
//! `options: name=value …` is a further line where a game has them; `#` begins a comment.

use plyground_engine::algorithm::Stop;
use plyground_engine::session::Session;
use std::collections::{BTreeSet, HashMap};

/// Counts with more leaves than this are left to long runs.
pub const ORDINARY_LEAVES: u64 = 6_000_000;
/// What can be counted in minutes; `PLYGROUND_DEEP=1` asks for it.
pub const DEEP_LEAVES: u64 = 2_000_000_000;

/// Opens a game by its id with options.
pub type OpenById<'a> = &'a dyn Fn(&str, &[(&str, &str)]) -> Box<dyn Session>;

/// Checks every count of a table within the limit on leaves that the environment
/// asks for. Says which games it speaks of, and how many counts were checked.
pub fn check(table: &str, open: OpenById<'_>) -> (BTreeSet<String>, usize) {
    let limit = match std::env::var_os("PLYGROUND_DEEP") {
        Some(_) => DEEP_LEAVES,
        None => ORDINARY_LEAVES,
    };
    let blocks = blocks(table);
    let games = blocks.iter().map(|block| field(block, "game").to_owned());
    let checked = blocks.iter().map(|block| check_block(block, limit, open));
    (games.collect(), checked.sum())
}

/// The fields of each block.
fn blocks(table: &str) -> Vec<HashMap<&str, &str>> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let mut blocks = Vec::new();
    let mut block = HashMap::new();
    for line in lines.chain([""]) {
        match line.split_once(':') {
            Some((name, value)) => {
                block.insert(name.trim(), value.trim());
            }
            None if block.is_empty() => {}
            None => blocks.push(std::mem::take(&mut block)),
        }
    }
    blocks
}

fn field<'a>(block: &HashMap<&str, &'a str>, name: &str) -> &'a str {
    match block.get(name) {
        Some(value) if !value.is_empty() => value,
        _ => panic!("a block of a perft table has no {name}: {block:?}"),
    }
}

/// How many counts of the block lie within the limit and are right.
fn check_block(block: &HashMap<&str, &str>, limit: u64, open: OpenById<'_>) -> usize {
    let (id, game) = (field(block, "id"), field(block, "game"));
    field(block, "source");
    let options = block.get("options").copied().unwrap_or_default();
    let options: Vec<(&str, &str)> = options
        .split_whitespace()
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .collect();
    let mut session = open(game, &options);
    let read = session.set_up(field(block, "position"), None);
    read.unwrap_or_else(|error| panic!("{game}, {id}: {error}"));
    let counts = field(block, "counts").split_whitespace().map(|count| {
        let count = count.parse::<u64>();
        count.unwrap_or_else(|_| panic!("{game}, {id}: counts are whole numbers"))
    });
    let within = counts.take_while(|&count| count <= limit);
    within
        .enumerate()
        .map(|(index, count)| {
            let depth = index as u32 + 1;
            let found = session.perft(depth, &Stop::new());
            assert_eq!(found, Some(count), "{game}, {id} at depth {depth}");
        })
        .count()
}
