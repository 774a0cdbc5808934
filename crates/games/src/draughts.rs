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
use endings::{AllSlices, Exact};
use heuristics::{Opinion, Weighed};
use plyground_engine::session::{GameSession, Session};
use std::sync::Arc;

pub const RUSSIAN: Entry = entry(Russian::ID, "Russian draughts", |options, knowledge| {
    open(options, knowledge, Some(Opinion::<Russian>::rings()))
})
.with_state_space(arrangements::state_space::<Russian>())
.with_sliced(|pieces| Box::new(AllSlices::<Russian>::new(pieces)))
.with_brought(Russian::BROUGHT)
.with_trainer(|| Box::new(Opinion::<Russian>::course()));

pub const ENGLISH: Entry = entry(English::ID, "English draughts", |options, knowledge| {
    open(
        options,
        knowledge,
        Some(Opinion::<English>::english_classic()),
    )
})
.with_state_space(arrangements::state_space::<English>())
.with_sliced(|pieces| Box::new(AllSlices::<English>::new(pieces)))
.with_brought(English::BROUGHT)
.with_trainer(|| Box::new(Opinion::<English>::course()));

pub const ENGLISH_12: Entry = entry(
    English12::ID,
    "English draughts 12x12",
    |options, knowledge| {
        open(
            options,
            knowledge,
            Some(Opinion::<English12>::english_classic()),
        )
    },
)
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
.with_sliced(|pieces| Box::new(AllSlices::<English12>::new(pieces)))
.with_brought(English12::BROUGHT)
.with_trainer(|| Box::new(Opinion::<English12>::course()));

pub const INTERNATIONAL: Entry = entry(
    International::ID,
    "International draughts",
    |options, knowledge| open::<International>(options, knowledge, None),
)
.with_hub(Hub::Usual)
.with_state_space(arrangements::state_space::<International>())
.with_sliced(|pieces| Box::new(AllSlices::<International>::new(pieces)))
.with_brought(International::BROUGHT)
.with_trainer(|| Box::new(Opinion::<International>::course()));

pub const BRAZILIAN: Entry = entry(Brazilian::ID, "Brazilian draughts", |options, knowledge| {
    open::<Brazilian>(options, knowledge, None)
})
.with_state_space(arrangements::state_space::<Brazilian>())
.with_sliced(|pieces| Box::new(AllSlices::<Brazilian>::new(pieces)))
.with_brought(Brazilian::BROUGHT)
.with_trainer(|| Box::new(Opinion::<Brazilian>::course()));

pub const CANADIAN: Entry = entry(Canadian::ID, "Canadian draughts", |options, knowledge| {
    open::<Canadian>(options, knowledge, None)
})
.with_bench_depth(8)
.with_state_space(arrangements::state_space::<Canadian>())
.with_sliced(|pieces| Box::new(AllSlices::<Canadian>::new(pieces)))
.with_brought(Canadian::BROUGHT)
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

fn open<R: Weighed>(
    options: &Options,
    knowledge: &Knowledge,
    classic: Option<Opinion<R>>,
) -> Box<dyn Session> {
    let endings = match &knowledge.endings {
        Some(bytes) => R::larger(bytes, knowledge.distances.clone()),
        None => Arc::clone(R::endings()),
    };
    let named = |opinion: Opinion<R>, name| opinion.with_endings(Arc::clone(&endings)).named(name);
    let mut evaluations = vec![
        named(Opinion::by_default(), "default"),
        named(Opinion::squares(), "squares"),
    ];
    evaluations.extend(classic.map(|classic| named(classic, "classic")));
    evaluations.push(named(Opinion::material(), "material"));
    let counts_draws = options.word("draws") == 0;
    let game = Draughts::<R>::new(counts_draws);
    let game = match options.word("repetition") {
        0 => game,
        _ => game.without_repetition(),
    };
    let session = GameSession::new(game, evaluations);
    Box::new(session.with_oracle(Arc::new(Exact(Arc::clone(&endings)))))
}
