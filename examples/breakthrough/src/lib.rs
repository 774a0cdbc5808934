//! Breakthrough, as an author outside of plyground would write it: rules, text,
//! picture, evaluation, and an entry under which a program knows the game.

#[cfg(target_family = "wasm")]
extern crate plyground_site as plyground;

pub mod heuristics;
mod notation;
pub mod rules;
mod view;

use plyground::engine::engines::Evaluation;
use plyground::engine::session::GameSession;
use plyground::games::{Entry, connect_four};
use rules::Breakthrough;

pub const ENTRY: Entry = Entry::new("breakthrough", "Breakthrough", |_options, _knowledge| {
    let evaluations = vec![Evaluation::new("default", heuristics::Advance).with_unit(100)];
    Box::new(GameSession::new(Breakthrough, evaluations))
})
.with_rules(include_str!("../rules.md"))
.with_bench_depth(5);

/// The games of the program: this one, and one of plyground's own beside it.
pub static GAMES: &[Entry] = &[ENTRY, connect_four::ENTRY];

// And of the page without a server.
plyground::site!(crate::GAMES);
