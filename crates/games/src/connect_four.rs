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
use crate::natural::Natural;
use crate::state_space::{Count, StateSpace, rows_of_text};
use plyground_engine::engines::Opinion;
use plyground_engine::random::Random;
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
    state_space: Some(StateSpace {
        about: "every filling of seven columns that stand on the floor",
        // A column of up to six discs of two colours: 1 + 2 + 4 + ... + 64 fillings.
        count: || Count {
            arrangements: Natural::from(127_u128.pow(7)),
            valid: None,
        },
        random: random_rack,
    }),
};

/// Every filling of a column has a number from 1 to 127: behind its leading 1 each
/// bit is a disc.
fn random_rack(random: &mut Random) -> String {
    let mut cells = ['.'; 42];
    let mut counts = [0, 0];
    for column in 0..7 {
        let filling = 1 + random.below(127) as u32;
        for height in 0..filling.ilog2() as usize {
            let player = (filling >> height & 1) as usize;
            counts[player] += 1;
            cells[(5 - height) * 7 + column] = ['x', 'o'][player];
        }
    }
    let to_move = if counts[0] > counts[1] { 'o' } else { 'x' };
    format!("{} {to_move}", rows_of_text(&cells, 7))
}
