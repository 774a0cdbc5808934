//! A game in progress behind an object-safe face: text and plain data only.
//! One dynamic call a command, never one a node.

mod count;
mod explain;
mod knowing;
mod of_game;
mod picture;
mod play;
mod think;
mod watch;
mod words;

pub use count::Count;
pub use explain::Explain;
pub use of_game::GameSession;
pub use picture::Picture;
pub use play::Play;
pub use think::Think;
pub use watch::Watch;
pub use words::Words;

use crate::algorithm::{Limits, Share, Stop};
use crate::game::Outcome;
use crate::message::Message;
use crate::oracle::BoundsObserver;
use crate::score::Value;

/// The end of a game and why it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    pub outcome: Outcome,
    pub reason: Message,
}

/// What is asked of an engine.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    pub limits: Limits,
    pub lines: usize,
    /// Lets moves of equal worth take turns.
    pub shuffle: Option<u64>,
    /// Only these of the moves are looked at.
    pub share: Share,
    pub stop: &'a Stop<'a>,
}

#[derive(Clone, Debug)]
pub struct TextLine {
    pub mv: String,
    pub value: Value,
    pub pv: Vec<String>,
}

/// What an engine says, in text.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The worth of the position to the side to move.
    pub value: Value,
    pub depth: u32,
    pub nodes: u64,
    pub leaves: u64,
    /// The best first; empty when the game is over.
    pub lines: Vec<TextLine>,
    /// How many points of an estimate make one unit as people write it.
    pub points_per_unit: i32,
    /// What a table adds, where one has answered.
    pub remark: Option<Message>,
}

/// How a position is to be solved.
#[derive(Clone, Copy, Debug)]
pub struct Puzzle<'a> {
    pub limits: Limits,
    /// Only who wins is wanted.
    pub weak: bool,
    /// Books and tables may answer.
    pub book: bool,
    pub threads: usize,
    pub table_bytes: usize,
    pub stop: &'a Stop<'a>,
    pub observer: Option<BoundsObserver<'a>>,
}

#[derive(Clone, Debug)]
pub struct Solution {
    pub value: Value,
    /// Every optimal move; empty when the value is not known or the game is over.
    pub best: Vec<String>,
    pub nodes: u64,
    /// What a table adds, where one has answered.
    pub remark: Option<Message>,
}

/// Names an engine of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineId(usize);

/// A game in progress, whole. Whoever needs less of it says so by the facet.
pub trait Session: Play + Words + Picture + Count + Think + Watch + Explain + Send {
    /// The same game at the same point, without its engines.
    fn fork(&self) -> Box<dyn Session>;
}
