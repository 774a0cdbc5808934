//! Tic-tac-toe: where a lecture begins, and the smallest example of a game.
//! docs/add-a-game.md walks through these files.

pub mod heuristics;
mod notation;
pub mod rules;
mod view;

pub use rules::TicTacToe;

use crate::Entry;
use plyground_engine::engines::Evaluation;
use plyground_engine::message;
use plyground_engine::session::GameSession;

pub const ENTRY: Entry = Entry::new("tic-tac-toe", "Tic-tac-toe", |_options, _knowledge| {
    let evaluations = vec![
        Evaluation::new("default", heuristics::OpenLines).with_about(message!(
            "eval.three",
            "2 for an open line with one mark, 6 for one with two, own minus other"
        )),
    ];
    Box::new(GameSession::new(TicTacToe, evaluations))
})
.with_rules(include_str!("../rules/tic-tac-toe.md"))
.with_bench_depth(9);
