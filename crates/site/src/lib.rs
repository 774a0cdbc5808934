//! plyground inside a browser's worker: messages around `plyground-api`. A request is
//! JSON with the method and address that the server has, and the saved games that it
//! may need; the answer has a status, a body, and the games to be kept instead.
//!
//! A worker that thinks hears nothing. Who wants it to stop ends it: that takes no
//! shared memory, and a new one is there in a moment.

pub mod door;
pub mod host;
pub mod kept;
pub mod routes;

pub use plyground_engine as engine;
pub use plyground_games as games;

#[cfg(feature = "ours")]
site!(games::REGISTRY);
