//! Connect Four, 7x6.

pub mod board;
pub mod heuristics;
mod notation;
pub mod rules;
mod view;

pub use board::Board;
pub use rules::ConnectFour;

use crate::Entry;
use plyground_engine::engines::Opinion;
use plyground_engine::session::GameSession;

pub(crate) const ENTRY: Entry = Entry {
    id: "connect-four",
    name: "Connect Four",
    players: (2, 2),
    options: &[],
    heuristics: &["default", "classic"],
    rules: include_str!("../../../docs/rules/connect-four.md"),
    bench_depth: 14,
    open: |_, _| {
        Box::new(GameSession::new(
            ConnectFour::default(),
            vec![
                Opinion::new("default", heuristics::Default),
                Opinion::new("classic", heuristics::Classic),
            ],
        ))
    },
    solvable: None,
};
