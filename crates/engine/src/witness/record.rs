//! What a witness has written down: the positions that a search entered, in the
//! order in which it did, as far as there was room; the rest is counted.

use super::{Asking, Rest};
use crate::game::{Game, MAX_PLAYERS, Outcome, Player, WinDrawLoss};
use crate::proof::Numbers;
use crate::score::Score;

/// How much is written down.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    pub nodes: usize,
    /// Positions further below the root are counted only.
    pub plies: u32,
}

/// Who set an edge of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The window with which the root is asked.
    Root,
    /// A null window is asked about: the other edge decides.
    Null,
    /// The answer of this node.
    Node(u32),
    /// The answer of a node that is not written down.
    Unwritten,
}

/// One edge of a window, seen by the camp to move, and who set it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub score: Score,
    pub by: Source,
}

/// A position that was entered. Scores are seen by the camp to move in it.
#[derive(Clone, Debug)]
pub struct Seen<G: Game> {
    pub parent: Option<u32>,
    /// `None` at a root.
    pub mv: Option<G::Move>,
    pub position: G::Position,
    pub ply: u32,
    pub depth: i32,
    /// Whether the player to move is of the root's camp: a node of the maximum.
    pub is_root_camp: bool,
    pub asking: Asking,
    pub alpha: Edge,
    pub beta: Edge,
    pub rest: Option<Rest>,
    /// Where the table's knowledge came from, if that node is written down.
    pub recalled_from: Option<u32>,
    /// `None` where the search was stopped before.
    pub score: Option<Score>,
    /// Whether the horizon played no part.
    pub complete: bool,
    /// Whether the game repeats here.
    pub is_repetition: bool,
    /// The child whose answer made the others superfluous.
    pub cut_by: Option<Source>,
    /// How many of its moves have answered.
    pub answers: u32,
    /// What every seat thinks, where each looks after itself.
    pub scores: Option<[Score; MAX_PLAYERS]>,
    /// The limits of a proof-number search here, and what it found.
    pub limit: Option<Numbers>,
    pub numbers: Option<Numbers>,
    /// What it knew last of the moves from here, in their order.
    pub weighed: Vec<Numbers>,
    /// Positions entered from here on, this one included.
    pub nodes: u64,
}

/// One pass over the root's moves.
#[derive(Clone, Copy, Debug)]
pub struct Layer {
    pub root: u32,
    pub depth: u32,
    /// Whose win a proof-number search asks about.
    pub hoper: Option<Player>,
}

/// A tree that grows by one playout after another.
#[derive(Clone, Debug)]
pub struct Growth<G: Game> {
    pub nodes: Vec<Grown<G>>,
    /// Each playout's node and its end, in order.
    pub playouts: Vec<(u32, Outcome)>,
    /// What was proven, and after how many playouts.
    pub proofs: Vec<(u32, u32, WinDrawLoss)>,
}

#[derive(Clone, Debug)]
pub struct Grown<G: Game> {
    pub parent: u32,
    pub mv: Option<G::Move>,
    /// The player who moved into the node.
    pub mover: Player,
    /// After how many playouts it came.
    pub born: u32,
}

/// All that was written down of one search.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    pub layers: Vec<Layer>,
    pub seen: Vec<Seen<G>>,
    pub growth: Growth<G>,
    /// All positions entered or playouts made, written down or not.
    pub counted: u64,
    /// How many positions were entered so many plies below the root.
    pub by_ply: Vec<u64>,
    /// Cutoffs, and how many of them the first move brought.
    pub cutoffs: u64,
    pub first_move_cutoffs: u64,
    /// Positions that the table answered for.
    pub recollections: u64,
}
