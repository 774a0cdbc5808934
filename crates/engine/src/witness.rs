//! Whoever looks on while a search thinks. Every search takes a witness as a type
//! parameter and tells it what it does; `Unseen` is told everything and does
//! nothing, so that the search that plays is compiled as if there were no witness.
//!
//! A witness hears of questions and answers: a move is about to be looked at, a
//! position is entered and counted, it comes to rest for some reason, it answers.
//! What follows from that (who set a bound, what was cut) is worked out by the
//! [`record`], not by the search.

pub mod record;
mod recorder;
pub mod told;

pub(crate) use recorder::Recorder;

use crate::game::{Game, MAX_PLAYERS, Outcome, Player, WinDrawLoss};
use crate::proof::Numbers;
use crate::score::Score;
use crate::search::Bound;
use crate::window::Window;
use crate::worth::Worth;

/// How a move is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    /// With the window of its node.
    Openly,
    /// Whether it is better than what is known, with a null window.
    Scout,
    /// The same less deeply, as it comes late.
    Reduced,
    /// Once more, because the answer before was "more".
    Again,
}

/// Why a search went no further at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// The game is over, or drawn by repetition, or its end is known.
    Ended,
    /// The player to move has no move.
    Stuck,
    /// On the horizon: the evaluation was asked.
    Leaf,
    /// One ply before the horizon: the evaluation foretold what the best move brings.
    Foreseen,
    /// No win from here can come as soon as one that is known.
    TooLate,
    /// Better than asked for by so much that the last plies will not change it.
    Futile,
    /// The table knew enough of the position.
    Table(Recalled),
    /// The table knew enough of a position one move on.
    Reply(Recalled),
}

/// What the table said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recalled {
    pub key: u64,
    pub score: Score,
    pub bound: Bound,
    pub depth: u8,
}

/// Hears what a search does. All of it may be ignored.
pub(crate) trait Witness<G: Game> {
    /// Whether anybody looks: what is worked out for the witness alone is not else.
    const LOOKS: bool;

    /// The root is entered and counted, for one pass over its moves.
    #[inline(always)]
    fn begins(&mut self, _root: &G::Position, _depth: u32, _window: Window) {}

    /// A move of the position entered last is about to be looked at.
    #[inline(always)]
    fn asks(&mut self, _mv: G::Move, _asking: Asking) {}

    /// The position after the move is entered and counted.
    #[inline(always)]
    fn enters(&mut self, _position: &G::Position, _depth: i32, _window: Window) {}

    /// The position entered last is looked at no further.
    #[inline(always)]
    fn rests(&mut self, _rest: Rest) {}

    /// What was found of the position entered last is written into the table.
    #[inline(always)]
    fn remembers(&mut self, _key: u64) {}

    /// What the move asked about last is worth, to the camp that replies to it.
    #[inline(always)]
    fn answers(&mut self, _worth: Worth) {}

    /// The same where every seat looks after itself.
    #[inline(always)]
    fn answers_each(&mut self, _scores: [Score; MAX_PLAYERS], _complete: bool) {}

    /// A question of a proof-number search: can this player force a win?
    #[inline(always)]
    fn hopes(&mut self, _hoper: Player) {}

    /// A position is entered and counted, to be worked on up to these numbers.
    #[inline(always)]
    fn hunts(&mut self, _position: &G::Position, _limit: Numbers) {}

    /// What is known of the moves of the position entered last, in their order.
    #[inline(always)]
    fn weighs(&mut self, _numbers: &[Numbers]) {}

    /// The numbers of the position entered last, which is left.
    #[inline(always)]
    fn numbers(&mut self, _numbers: Numbers) {}

    /// A tree that grows has a new node; nodes are numbered as they come.
    #[inline(always)]
    fn grows(&mut self, _parent: usize, _mv: Option<G::Move>, _mover: Player) {}

    /// A playout from a node of that tree has ended so; it is counted at the node
    /// and at all above it.
    #[inline(always)]
    fn plays_out(&mut self, _node: usize, _outcome: Outcome) {}

    /// A node of that tree is certain to end so for the player who moved into it.
    #[inline(always)]
    fn proves(&mut self, _node: usize, _result: WinDrawLoss) {}
}

/// Nobody looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unseen;

impl<G: Game> Witness<G> for Unseen {
    const LOOKS: bool = false;
}
