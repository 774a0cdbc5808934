//! Connect Four, 7x6.

pub mod board;
pub mod book;
mod book_making;
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
use plyground_engine::engines::Evaluation;
use plyground_engine::message;
use plyground_engine::random::Random;
use plyground_engine::session::GameSession;
use std::sync::Arc;

pub const ENTRY: Entry = Entry::new("connect-four", "Connect Four", |_, knowledge| {
    let opinions = vec![
        Evaluation::new("default", heuristics::Threats)
            .with_levels(heuristics::LEVELS)
            .with_about(message!(
                "eval.four.default",
                "the classic sum, 12 for an empty square that would win, 18 more in a row that suits"
            )),
        Evaluation::new("classic", heuristics::Classic).with_about(message!(
            "eval.four.classic",
            "for each disc the lines of four through its square, 3 to 13, own minus other"
        )),
    ];
    let session = GameSession::new(ConnectFour::default(), opinions);
    let book = knowledge.book.as_deref().map(book::Book::of_words);
    Box::new(session.with_oracle(Arc::new(oracle::Solved::knowing(book.map(Arc::new)))))
})
.with_rules(include_str!("../rules/connect-four.md"))
.with_bench_depth(14)
.with_book(&book_making::BookMaking)
.with_brought(&[book::BROUGHT])
.with_state_space(StateSpace {
    about: "every filling of seven columns that stand on the floor",
    // A column of up to six discs of two colours: 1 + 2 + 4 + ... + 64 fillings.
    count: || Count {
        arrangements: Natural::from(127_u128.pow(7)),
        valid: None,
    },
    random: random_rack,
});

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
