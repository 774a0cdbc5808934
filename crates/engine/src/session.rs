//! A game in progress behind an object-safe face: text and plain data only.
//! One dynamic call a command, never one a node.

mod knowing;
mod of_game;

pub use of_game::GameSession;

use crate::algorithm::{Limits, Stop};
use crate::game::{Outcome, Player};
use crate::notation::ParseError;
use crate::oracle::BoundsObserver;
use crate::score::Value;
use crate::spec::Spec;
use crate::statistics::{Policy, Tally};
use crate::view::{Piece, View};
use std::ops::Range;

/// The end of a game and why it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    pub outcome: Outcome,
    pub reason: String,
}

/// What is asked of an engine.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    pub limits: Limits,
    pub lines: usize,
    /// Lets moves of equal worth take turns.
    pub shuffle: Option<u64>,
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
}

/// Names an engine of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineId(usize);

pub trait Session: Send {
    fn players(&self) -> usize;
    fn sign(&self, player: Player) -> char;
    fn player_name(&self, player: Player) -> &'static str;
    fn heuristics(&self) -> Vec<&'static str>;
    /// How many points of the default evaluation make one unit as people write it.
    fn points_per_unit(&self) -> i32;
    /// What a look at the position says it is worth to each seat; empty when the game is over.
    fn standing(&self) -> Vec<i32>;

    /// Starts over from the game's own start.
    fn restart(&mut self);
    /// Starts over from a position in text.
    fn set_up(&mut self, text: &str, to_move: Option<Player>) -> Result<(), ParseError>;
    /// The part of a batch's line that is a position.
    fn position_in_line<'a>(&self, line: &'a str) -> &'a str;

    fn position(&self) -> String;
    fn to_move(&self) -> Player;
    /// Empty when the game is over.
    fn legal_moves(&self) -> Vec<String>;
    fn ending(&self) -> Option<Ending>;
    /// An outcome as a record writes it.
    fn write_result(&self, outcome: Outcome) -> String;
    /// The moves since the start or the set-up.
    fn moves(&self) -> Vec<String>;
    /// The names of further ways to write moves.
    fn move_formats(&self) -> &'static [&'static str];
    /// From now on moves are written so; an empty name is the usual way.
    fn write_moves_as(&mut self, format: &str) -> Result<(), ParseError>;
    /// The board in several lines, where the game has such a form.
    fn board_text(&self) -> Option<String>;
    /// The board after a move, the move and the result, where the game has such a form.
    fn answer_text(&self, best: Option<&str>) -> Option<String>;
    /// The moves since the start or the set-up, as a record writes them.
    fn recorded_moves(&self) -> Vec<String>;
    /// The last move, as it is usually written and as a record writes it.
    fn last_move(&self) -> Option<(String, String)>;
    fn record_tags(&self) -> Vec<(&'static str, &'static str)>;
    fn check_record_tag(&self, name: &str, value: &str) -> Result<(), ParseError>;
    fn play(&mut self, text: &str) -> Result<(), ParseError>;
    /// Whether this is only the beginning of a move that takes several lines.
    fn is_unfinished_move(&self, text: &str) -> bool;
    /// Undoes the last move and returns its text.
    fn take_back(&mut self) -> Option<String>;
    fn view(&self) -> View;
    /// The pieces that an editor may set; none where positions are edited as text alone.
    fn kit(&self) -> Vec<Piece>;
    /// The text of a position with these pieces of the kit on it.
    fn arranged(&self, pieces: &[Piece], to_move: Player) -> Option<String>;

    /// The number of move sequences from here, or `None` when stopped.
    fn perft(&self, depth: u32, stop: &Stop<'_>) -> Option<u64>;

    /// Plays the random games of these numbers from here.
    fn sample(&self, policy: Policy, seed: u64, numbers: Range<u64>, stop: &Stop<'_>) -> Tally;
    /// How many different positions are 0, 1, 2 … plies from here, up to a ply or a number.
    fn distinct_by_ply(&self, plies: usize, most: usize, stop: &Stop<'_>) -> Vec<u64>;

    /// Brings in an engine, which keeps what it learns from move to move.
    fn add_engine(&mut self, spec: &Spec) -> Result<EngineId, ParseError>;
    fn think(
        &mut self,
        engine: EngineId,
        question: &Question<'_>,
        observer: &mut dyn FnMut(&Analysis),
    ) -> Analysis;
    /// How many bytes an engine's table or tree takes.
    fn memory_of(&self, engine: EngineId) -> usize;
    fn solve(&self, puzzle: &Puzzle<'_>) -> Solution;
    /// What the position is worth to the side to move, where a book or a table
    /// holds it: without any search.
    fn known(&self) -> Option<Value>;

    /// The same game at the same point, without its engines.
    fn fork(&self) -> Box<dyn Session>;
}
