//! The games: rules, notation, heuristics and board views, and nothing that
//! touches the world. No game sees another.

pub mod battle_sheep;
pub mod books;
pub mod brought;
pub mod connect_four;
pub mod draughts;
pub mod entry;
pub mod kings_valley;
pub mod natural;
pub mod options;
pub mod record;
pub mod sliced;
pub mod solvable;
pub mod state_space;
pub mod tic_tac_toe;

pub use entry::{Entry, Games, Hub};

use plyground_engine::notation::ParseError;
use plyground_engine::solve::retrograde::Cells;
use sliced::SlicedCells;
use std::sync::Arc;

/// What was computed beforehand and a session may answer from.
#[derive(Clone, Default)]
pub struct Knowledge {
    /// The values of all states of the game under the options given.
    pub cells: Option<Arc<dyn Cells>>,
    /// Packed results of endings, in place of those that come with the program.
    pub endings: Option<Arc<Vec<u8>>>,
    /// And the distances that go with them.
    pub distances: Option<Arc<dyn SlicedCells>>,
    /// The words of a book, in place of the one that comes with the program.
    pub book: Option<Vec<u64>>,
}

impl std::fmt::Debug for Knowledge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (cells, book) = (self.cells.is_some(), self.book.is_some());
        write!(f, "Knowledge, cells: {cells}, book: {book}")
    }
}

/// The only list of our games.
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
    tic_tac_toe::ENTRY,
];

/// The game of ours with this id.
pub fn find(id: &str) -> Result<&'static Entry, ParseError> {
    Games::new(REGISTRY)?.find(id)
}
