//! Draughts: one generator over a table of rulesets, from 8x8 to 12x12.

mod arrangements;
pub mod board;
mod draws;
pub mod endings;
mod fen;
pub mod heuristics;
mod moves;
mod notation;
mod position;
mod routes;
pub mod rules;
pub mod ruleset;
mod sheet;
mod view;

pub use draws::DrawRule;
pub use moves::Move;
pub use position::Position;
pub use rules::Draughts;
pub use ruleset::{
    Brazilian, Canadian, Colour, English, English12, International, Ruleset, Russian,
};

use crate::options::{Choice, GameOption, Options, REPETITION};
use crate::{Entry, Hub, Knowledge};
use endings::Exact;
use heuristics::{Opinion, Weighed};
use plyground_engine::session::{GameSession, Session};
use std::sync::Arc;

pub const RUSSIAN: Entry = entry(Russian::ID, "Russian draughts", |options, _| {
    open(options, Some(Opinion::<Russian>::rings()))
})
.with_state_space(arrangements::state_space::<Russian>())
.with_trainer(|| Box::new(Opinion::<Russian>::course()));

pub const ENGLISH: Entry = entry(English::ID, "English draughts", |options, _| {
    open(options, Some(Opinion::<English>::english_classic()))
})
.with_state_space(arrangements::state_space::<English>())
.with_trainer(|| Box::new(Opinion::<English>::course()));

pub const ENGLISH_12: Entry = entry(English12::ID, "English draughts 12x12", |options, _| {
    open(options, Some(Opinion::<English12>::english_classic()))
})
.with_options(&[
    GameOption {
        name: "draws",
        about: "whether 40 moves a side by kings alone without a capture are a draw",
        choice: Choice::Words(&["english", "none"]),
    },
    REPETITION,
])
.with_bench_depth(8)
.with_state_space(arrangements::state_space::<English12>())
.with_trainer(|| Box::new(Opinion::<English12>::course()));

pub const INTERNATIONAL: Entry =
    entry(International::ID, "International draughts", |options, _| {
        open::<International>(options, None)
    })
    .with_hub(Hub::Usual)
    .with_state_space(arrangements::state_space::<International>())
    .with_trainer(|| Box::new(Opinion::<International>::course()));

pub const BRAZILIAN: Entry = entry(Brazilian::ID, "Brazilian draughts", |options, _| {
    open::<Brazilian>(options, None)
})
.with_state_space(arrangements::state_space::<Brazilian>())
.with_trainer(|| Box::new(Opinion::<Brazilian>::course()));

pub const CANADIAN: Entry = entry(Canadian::ID, "Canadian draughts", |options, _| {
    open::<Canadian>(options, None)
})
.with_bench_depth(8)
.with_state_space(arrangements::state_space::<Canadian>())
.with_trainer(|| Box::new(Opinion::<Canadian>::course()));

/// What the entries have in common.
const fn entry(
    id: &'static str,
    name: &'static str,
    open: fn(&Options, &Knowledge) -> Box<dyn Session>,
) -> Entry {
    Entry::new(id, name, open)
        .with_rules(include_str!("../rules/draughts.md"))
        .with_bench_depth(9)
        .with_hub(Hub::Spoken)
}

fn open<R: Weighed>(options: &Options, classic: Option<Opinion<R>>) -> Box<dyn Session> {
    let mut evaluations = vec![
        Opinion::<R>::by_default().named("default"),
        Opinion::squares().named("squares"),
    ];
    evaluations.extend(classic.map(|classic| classic.named("classic")));
    evaluations.push(Opinion::material().named("material"));
    let counts_draws = options.word("draws") == 0;
    let game = Draughts::<R>::new(counts_draws);
    let game = match options.word("repetition") {
        0 => game,
        _ => game.without_repetition(),
    };
    let session = GameSession::new(game, evaluations);
    Box::new(session.with_oracle(Arc::new(Exact)))
}
