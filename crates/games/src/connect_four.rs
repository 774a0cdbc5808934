//! Connect Four, 7x6.

pub mod board;
pub mod book;
pub mod heuristics;
mod notation;
mod oracle;
pub mod rules;
pub mod solver;
mod view;

pub use board::Board;
pub use rules::ConnectFour;

use crate::Entry;
use plyground_engine::engines::Opinion;
use plyground_engine::session::GameSession;
use std::sync::Arc;

pub(crate) const ENTRY: Entry = Entry {
    id: "connect-four",
    name: "Connect Four",
    players: (2, 2),
    options: &[],
    heuristics: &["default", "classic"],
    rules: include_str!("../../../docs/rules/connect-four.md"),
    bench_depth: 14,
    check: |_| Ok(()),
    open: |_, knowledge| {
        let opinions = vec![
            Opinion::new("default", heuristics::Default),
            Opinion::new("classic", heuristics::Classic),
        ];
        let session = GameSession::new(ConnectFour::default(), opinions);
        let book = knowledge.book.clone();
        Box::new(session.with_oracle(Arc::new(oracle::Solved::knowing(book))))
    },
    solvable: None,
};
