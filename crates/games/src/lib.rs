//! The games: rules, notation, heuristics and board views, and nothing that
//! touches the world. No game sees another.

pub mod battle_sheep;
pub mod connect_four;
pub mod draughts;
pub mod kings_valley;
pub mod natural;
pub mod options;
pub mod record;
pub mod solvable;
pub mod state_space;
mod text;

use options::{GameOption, Options};
use plyground_engine::notation::ParseError;
use plyground_engine::session::Session;
use plyground_engine::solve::retrograde::Cells;
use solvable::Solvable;
use state_space::StateSpace;
use std::sync::Arc;

/// What was computed beforehand and a session may answer from.
#[derive(Clone, Default)]
pub struct Knowledge {
    /// The values of all states of the game under the options given.
    pub cells: Option<Arc<dyn Cells>>,
    /// Connect Four's early positions, in place of the book that the program has.
    pub book: Option<Arc<connect_four::book::Book>>,
}

impl std::fmt::Debug for Knowledge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (cells, book) = (self.cells.is_some(), self.book.is_some());
        write!(f, "Knowledge, cells: {cells}, book: {book}")
    }
}

/// Makes the whole of a game under some options.
type Whole = fn(&Options) -> Box<dyn Solvable>;

/// A game as the rest of the program knows it.
#[derive(Debug)]
pub struct Entry {
    pub id: &'static str,
    pub name: &'static str,
    /// The fewest and the most players.
    pub players: (usize, usize),
    pub options: &'static [GameOption],
    /// The evaluations by name, the default first.
    pub heuristics: &'static [&'static str],
    /// The rules as we play them, in Markdown.
    pub rules: &'static str,
    /// How deep the bench signature searches.
    pub bench_depth: u32,
    /// Refuses options that do not go together.
    check: fn(&Options) -> Result<(), ParseError>,
    open: fn(&Options, &Knowledge) -> Box<dyn Session>,
    /// The game as a whole, where it is small enough to be solved.
    solvable: Option<Whole>,
    /// The ways in which its pieces can stand, where they are counted by a formula.
    pub state_space: Option<StateSpace>,
}

impl Entry {
    /// A session at the start of the game.
    pub fn open(&self, options: &Options) -> Box<dyn Session> {
        (self.open)(options, &Knowledge::default())
    }

    /// The same, with what was computed beforehand.
    pub fn open_knowing(&self, options: &Options, knowledge: &Knowledge) -> Box<dyn Session> {
        (self.open)(options, knowledge)
    }

    /// The whole game under these options; `None` if it is too large for a table.
    pub fn solvable(&self, options: &Options) -> Option<Box<dyn Solvable>> {
        self.solvable.map(|solvable| solvable(options))
    }

    /// Settings given as `name=value` pairs, checked against this game's options.
    pub fn options<'a>(
        &self,
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Options, ParseError> {
        let options = Options::new(self.options, given)?;
        (self.check)(&options)?;
        Ok(options)
    }
}

/// The only list of games.
pub static REGISTRY: &[Entry] = &[
    connect_four::ENTRY,
    draughts::RUSSIAN,
    draughts::ENGLISH,
    draughts::ENGLISH_12,
    draughts::INTERNATIONAL,
    draughts::BRAZILIAN,
    draughts::CANADIAN,
    battle_sheep::ENTRY,
    kings_valley::ENTRY,
];

/// The game with this id.
pub fn find(id: &str) -> Result<&'static Entry, ParseError> {
    REGISTRY.iter().find(|entry| entry.id == id).ok_or_else(|| {
        let known: Vec<&str> = REGISTRY.iter().map(|entry| entry.id).collect();
        ParseError::new(format!(
            "unknown game '{id}': expected one of {}",
            known.join(", ")
        ))
    })
}
