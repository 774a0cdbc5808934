//! What can be asked about a game, as plain data: a request in, an answer or events
//! out. A server is HTTP around this crate, a browser's worker is messages around it.
//!
//! It has no network, no disk, no threads and no clock of its own. What was computed
//! beforehand comes from a [`choice::Source`], the time from a function in the
//! [`catalogue::Catalogue`], saved games from a [`shelf::Shelf`]; and whoever has
//! asked an engine says when it stops. What takes long is written as a future, so
//! that a server need not keep a thread for it: see [`review`].

pub mod analysis;
pub mod bench;
pub mod catalogue;
pub mod choice;
pub mod clock;
pub mod evaluated;
pub mod explorer;
pub mod import;
pub mod json;
pub mod lab;
pub mod library;
pub mod record;
pub mod records;
pub mod refusal;
pub mod reply;
pub mod review;
pub mod saved;
pub mod shapes;
pub mod shelf;
pub mod state;
pub mod thinking;

pub use catalogue::Catalogue;
pub use refusal::{Answer, Refusal};

/// The longest request that is read, in bytes.
pub const LARGEST_REQUEST: usize = 1 << 20;
