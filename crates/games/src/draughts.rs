//! Draughts: one generator over a table of rulesets, from 8x8 to 12x12.

mod arrangements;
pub mod board;
mod draws;
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

use crate::Entry;
use crate::options::{Choice, GameOption, Options};
use heuristics::{Opinion, Weighed};
use plyground_engine::engines;
use plyground_engine::session::{GameSession, Session};

const WITH_CLASSIC: &[&str] = &["default", "classic", "material"];
const WITHOUT_CLASSIC: &[&str] = &["default", "material"];

pub(crate) const RUSSIAN: Entry = Entry {
    id: "russian-draughts",
    name: "Russian draughts",
    heuristics: WITH_CLASSIC,
    open: |options, _| open(options, Some(Opinion::<Russian>::rings())),
    state_space: Some(arrangements::state_space::<Russian>()),
    ..ANY
};

pub(crate) const ENGLISH: Entry = Entry {
    id: "english-draughts",
    name: "English draughts",
    heuristics: WITH_CLASSIC,
    open: |options, _| open(options, Some(Opinion::<English>::english_classic())),
    state_space: Some(arrangements::state_space::<English>()),
    ..ANY
};

pub(crate) const ENGLISH_12: Entry = Entry {
    id: "english-draughts-12",
    name: "English draughts 12x12",
    heuristics: WITH_CLASSIC,
    options: &[GameOption {
        name: "draws",
        about: "whether 40 moves a side by kings alone without a capture are a draw",
        choice: Choice::Words(&["english", "none"]),
    }],
    bench_depth: 8,
    open: |options, _| open(options, Some(Opinion::<English12>::english_classic())),
    state_space: Some(arrangements::state_space::<English12>()),
    ..ANY
};

pub(crate) const INTERNATIONAL: Entry = Entry {
    id: "international-draughts",
    name: "International draughts",
    open: |options, _| open::<International>(options, None),
    state_space: Some(arrangements::state_space::<International>()),
    ..ANY
};

pub(crate) const BRAZILIAN: Entry = Entry {
    id: "brazilian-draughts",
    name: "Brazilian draughts",
    open: |options, _| open::<Brazilian>(options, None),
    state_space: Some(arrangements::state_space::<Brazilian>()),
    ..ANY
};

pub(crate) const CANADIAN: Entry = Entry {
    id: "canadian-draughts",
    name: "Canadian draughts",
    bench_depth: 8,
    open: |options, _| open::<Canadian>(options, None),
    state_space: Some(arrangements::state_space::<Canadian>()),
    ..ANY
};

/// What the entries have in common.
const ANY: Entry = Entry {
    id: "",
    name: "",
    players: (2, 2),
    options: &[],
    heuristics: WITHOUT_CLASSIC,
    rules: include_str!("../../../docs/rules/draughts.md"),
    bench_depth: 9,
    check: |_| Ok(()),
    open: |options, _| open::<Russian>(options, None),
    solvable: None,
    state_space: None,
};

fn open<R: Weighed>(options: &Options, classic: Option<Opinion<R>>) -> Box<dyn Session> {
    let mut opinions = vec![engines::Opinion::new("default", Opinion::<R>::by_default())];
    opinions.extend(classic.map(|classic| engines::Opinion::new("classic", classic)));
    opinions.push(engines::Opinion::new("material", Opinion::material()));
    let counts_draws = options.word("draws") == 0;
    Box::new(GameSession::new(Draughts::<R>::new(counts_draws), opinions))
}
