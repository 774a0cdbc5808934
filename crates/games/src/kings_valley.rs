//! King's Valley, 5x5.

pub mod board;
pub mod exact;
pub mod heuristics;
pub mod index;
mod notation;
pub mod rules;
mod view;

pub use rules::KingsValley;

use crate::Entry;
use crate::natural::Natural;
use crate::options::{Choice, GameOption, Options, REPETITION};
use crate::state_space::{Count, StateSpace, rows_of_text};
use exact::{AllStates, Exact};
use plyground_engine::engines::Evaluation;
use plyground_engine::message;
use plyground_engine::random::Random;
use plyground_engine::session::GameSession;
use rules::{Blocked, FirstMove, Setup};
use std::sync::Arc;

pub const ENTRY: Entry = Entry::new("kings-valley", "King's Valley", |options, knowledge| {
    let game = rules_of(options);
    let session = GameSession::new(
        game,
        vec![
            Evaluation::new("default", heuristics::KingRoom)
                .with_levels(heuristics::LEVELS)
                .with_about(message!(
                    "eval.valley.default",
                    "60 for a king that could reach the valley, 9 a way it can go, -4 a piece beside it"
                )),
            Evaluation::new("classic", heuristics::Classic).with_about(message!(
                "eval.valley.classic",
                "the cost of the best move by eight cases, from 1,000,000 for a win to -1,000,000"
            )),
        ],
    );
    Box::new(match &knowledge.cells {
        Some(cells) => session.with_oracle(Arc::new(Exact::new(&game, Arc::clone(cells)))),
        None => session,
    })
})
.with_options(&[
    GameOption {
        name: "first-move",
        about: "whose first move must be a soldier's: the first player's, both players', nobody's",
        choice: Choice::Words(&["soldier", "both", "any"]),
    },
    GameOption {
        name: "blocked",
        about: "when a king without a move has lost: at its own turn, or after any move",
        choice: Choice::Words(&["own-turn", "at-once"]),
    },
    GameOption {
        name: "setup",
        about: "where the kings begin: at home, or on each other's home row",
        choice: Choice::Words(&["standard", "retrieve"]),
    },
    REPETITION,
])
.with_published("b = 14 and d = 19 are means of careful games; uniform ones take four times as many plies")
.with_rules(include_str!("../rules/kings-valley.md"))
.with_bench_depth(7)
.with_solvable(|options| Box::new(AllStates::new(rules_of(options))))
.with_state_space(StateSpace {
    about: "every placing of two kings and twice four soldiers on 25 squares",
    count: || Count {
        // 25! / (4! 4! 15!)
        arrangements: Natural::from(20_593_188_000),
        // The centre is one of the 17 squares without a soldier.
        valid: Some(Natural::from(20_593_188_000 / 25 * 17)),
    },
    random: random_valley,
});

fn random_valley(random: &mut Random) -> String {
    let mut cells: Vec<char> = "WwwwwBbbbb...............".chars().collect();
    random.shuffle(&mut cells);
    // An arrangement has no side to move; a king in the centre cannot be on the move.
    let to_move = if cells[12] == 'W' { 'b' } else { 'w' };
    format!("{} {to_move}", rows_of_text(&cells, 5))
}

fn rules_of(options: &Options) -> KingsValley {
    KingsValley {
        first_move: [FirstMove::Soldier, FirstMove::Both, FirstMove::Any]
            [options.word("first-move")],
        blocked: [Blocked::OwnTurn, Blocked::AtOnce][options.word("blocked")],
        setup: [Setup::Standard, Setup::Retrieve][options.word("setup")],
        repetition: options.word("repetition") == 0,
    }
}
