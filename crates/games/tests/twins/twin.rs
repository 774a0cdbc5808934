//! What every twin can tell, in text.

use std::collections::BTreeSet;

/// How a game ended: the sign of the winner, or nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Won(char),
    Drawn,
    /// The place of each seat.
    Places(Vec<u8>),
}

pub(crate) trait Twin {
    fn end(&self, position: &str) -> Option<End>;
    /// The legal moves of a game that is not over.
    fn moves(&self, position: &str) -> BTreeSet<String>;
    fn after(&self, position: &str, mv: &str) -> String;
}
