//! What makes a game trustworthy, for games of ours and of others.
//!
//! - [`laws`]: what must be true of every position, held along random games;
//! - [`twin`]: the rules written a second time, in the plainest way, must give the
//!   same moves, positions and ends;
//! - [`perft`]: numbers of move sequences, from tables that name their source;
//! - [`agreement`]: every search finds the score of plain minimax.
//!
//! ```no_run
//! # use plyground_engine::solve::NoOpinion as Evaluation;
//! # fn test<G: plyground_engine::notation::Notation + plyground_engine::view::Depict>(game: G) {
//! plyground_kit::laws::Laws::of("my-game", game)
//!     .with_heuristics("default", Evaluation)
//!     .hold();
//! # }
//! ```

pub mod agreement;
pub mod laws;
pub mod perft;
pub mod twin;

use plyground_engine::session::Session;

/// Opens a game at its start.
pub type Open<'a> = &'a dyn Fn() -> Box<dyn Session>;
