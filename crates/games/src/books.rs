//! Books of early positions: what a program needs to make, check and describe the
//! book of a game, whatever the game.

use plyground_engine::algorithm::Stop;

/// A game with a book. An entry is a word: a position and its worth, packed as the
/// game likes; a book is words in rising order, each position once.
pub trait Booked: Send + Sync {
    /// The book that comes with the program.
    fn own(&self) -> Vec<u64>;

    /// Whether a word could stand in a book.
    fn is_entry(&self, word: u64) -> bool;

    /// A book of words in any order; of two for the same position the first counts.
    fn sorted(&self, words: Vec<u64>) -> Vec<u64>;

    /// After how many moves the position of a word comes.
    fn plies(&self, word: u64) -> u32;

    /// The position of a word and its worth, for a person.
    fn told(&self, word: u64) -> String;

    /// Every position after so many moves that `known`, a book, does not list.
    fn missing(&self, plies: u32, known: &[u64]) -> Vec<u64>;

    /// Solves positions with the help of a book; another seed makes it another
    /// witness.
    fn solver(&self, known: &[u64], seed: Option<u64>) -> Box<dyn EntrySolver>;
}

/// Solves one position after the other, each with what it has learnt before.
pub trait EntrySolver {
    /// The word of a position with its true worth; `None` when stopped.
    fn solve(&self, word: u64, threads: usize, stop: &Stop<'_>) -> Option<u64>;
}
