//! What a game is. Read this file first: everything else in the engine is
//! written against it.
//!
//! Rules, opinions and words are three things. [`Game`] holds the rules,
//! [`Heuristics`] what an engine believes, and
//! [`Notation`](crate::notation::Notation) how people write it down.

use crate::explain::{Case, Part};
use crate::hash::hash_of;
use crate::message;
use crate::random::Random;
use std::fmt::Debug;
use std::hash::Hash;

/// The most seats a game may have.
pub const MAX_PLAYERS: usize = 4;

/// A seat at the board, counted from 0 in turn order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(u8);

impl Player {
    pub const FIRST: Player = Player(0);
    pub const SECOND: Player = Player(1);

    /// The player in the given seat; seats beyond the last one wrap around.
    #[inline]
    pub const fn seat(index: usize) -> Player {
        Player((index % MAX_PLAYERS) as u8)
    }

    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other one of two.
    #[inline]
    pub const fn opponent(self) -> Player {
        Player(self.0 ^ 1)
    }

    /// The next one in turn order.
    pub const fn next(self, players: usize) -> Player {
        Player(((self.0 as usize + 1) % players) as u8)
    }
}

/// How a game ended, seen by nobody in particular.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Win(Player),
    Draw,
    /// Three and four players: the place of each seat, 1 being the best.
    /// Seats that are not taken hold 0.
    Places([u8; MAX_PLAYERS]),
}

/// How a game ended, seen by one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WinDrawLoss {
    Loss,
    Draw,
    Win,
}

impl WinDrawLoss {
    /// The same end seen by the other one of two.
    pub fn turned(self) -> WinDrawLoss {
        match self {
            WinDrawLoss::Win => WinDrawLoss::Loss,
            WinDrawLoss::Draw => WinDrawLoss::Draw,
            WinDrawLoss::Loss => WinDrawLoss::Win,
        }
    }
}

impl Outcome {
    /// The only place where an absolute outcome becomes a relative one.
    /// With places, only the first one alone is a win, and a shared first one a draw.
    #[inline]
    pub fn seen_by(self, player: Player) -> WinDrawLoss {
        match self {
            Outcome::Win(winner) if winner == player => WinDrawLoss::Win,
            Outcome::Win(_) => WinDrawLoss::Loss,
            Outcome::Draw => WinDrawLoss::Draw,
            Outcome::Places(places) if places[player.index()] != 1 => WinDrawLoss::Loss,
            Outcome::Places(places) => {
                let firsts = places.iter().filter(|&&place| place == 1).count();
                if firsts == 1 {
                    WinDrawLoss::Win
                } else {
                    WinDrawLoss::Draw
                }
            }
        }
    }
}

/// The rules of a game. The implementor is the rules themselves (variant,
/// board size, set-up), shared by reference and often without any data.
/// Positions are values: playing returns a new one and nothing is undone.
pub trait Game: Clone + Send + Sync + 'static {
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    type Move: Copy + Eq + Hash + Debug + Send + Sync;

    /// Whether a position can ever come back. Where it cannot, searches spare
    /// themselves the looking.
    const CAN_REPEAT: bool = true;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Self::Position;

    fn to_move(&self, position: &Self::Position) -> Player;

    /// Appends every legal move, always in the same order. Asked only of
    /// positions whose [`outcome`](Game::outcome) is `None`.
    fn legal_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// How many moves [`legal_moves`](Game::legal_moves) would append; `scratch`
    /// is left as it was found.
    fn legal_move_count(&self, position: &Self::Position, scratch: &mut Vec<Self::Move>) -> usize {
        let base = scratch.len();
        self.legal_moves(position, scratch);
        let count = scratch.len() - base;
        scratch.truncate(base);
        count
    }

    /// Any legal move, every one as likely, or `None` if there is none;
    /// `scratch` is left as it was found.
    #[inline]
    fn random_move(
        &self,
        position: &Self::Position,
        random: &mut Random,
        scratch: &mut Vec<Self::Move>,
    ) -> Option<Self::Move> {
        let base = scratch.len();
        self.legal_moves(position, scratch);
        let count = scratch.len() - base;
        let chosen = (count > 0).then(|| scratch[base + random.below(count)]);
        scratch.truncate(base);
        chosen
    }

    fn after(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// The end of the game, where it shows without generating moves.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// The end of the game for a player to move who has no legal move: a loss,
    /// unless the game says otherwise.
    fn outcome_when_stuck(&self, position: &Self::Position) -> Outcome {
        let mover = self.to_move(position);
        if self.players() == 2 {
            return Outcome::Win(mover.opponent());
        }
        let mut places = [0; MAX_PLAYERS];
        places[..self.players()].fill(1);
        places[mover.index()] = self.players() as u8;
        Outcome::Places(places)
    }

    /// The end of the game, by its rules or because the player to move has no
    /// move; `scratch` is left as it was found.
    fn ended(&self, position: &Self::Position, scratch: &mut Vec<Self::Move>) -> Option<Outcome> {
        self.outcome(position).or_else(|| {
            let is_stuck = self.legal_move_count(position, scratch) == 0;
            is_stuck.then(|| self.outcome_when_stuck(position))
        })
    }

    /// Equal for equal positions, almost surely different otherwise. Two
    /// positions with the same key are the same position to the repetition rule.
    /// Hashing all of a position is right wherever no part of it, such as a
    /// counter of moves, is to be ignored by that rule.
    fn key(&self, position: &Self::Position) -> u64 {
        hash_of(position)
    }

    /// The key under which a search remembers a position. It differs from
    /// [`key`](Game::key) only where something that repetition ignores, such as a
    /// draw counter about to run out, changes what the position is worth.
    fn table_key(&self, position: &Self::Position) -> u64 {
        self.key(position)
    }

    /// How many plies back an equal position could lie (0: none can). To say too
    /// many costs time, to say too few misses repetitions.
    #[inline]
    fn reversible_plies(&self, _position: &Self::Position) -> u32 {
        if Self::CAN_REPEAT { u32::MAX } else { 0 }
    }
}

/// What to do with a position on which a depth-limited search comes to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// Quiet: the evaluation may be asked.
    Evaluate,
    /// Every move is noisy (a capture that must be made): go on with all of them.
    Extend,
    /// Something hangs: look one full ply ahead, once.
    LookAhead,
}

/// What an engine believes about a game: no part of the rules. A game may
/// have several. Searches are compiled for each, so that no call inside the
/// tree is dynamic.
pub trait Heuristics<G: Game>: Clone + Send + Sync + 'static {
    /// How good the position is for `player`, in points. Two-player searches
    /// ask for the side to move, and rely on the other's view being the negative.
    fn evaluate(&self, game: &G, position: &G::Position, player: Player) -> i32;

    /// The same for every seat, for searches in which each looks after itself.
    fn evaluate_each(&self, game: &G, position: &G::Position) -> [i32; MAX_PLAYERS] {
        let mut points = [0; MAX_PLAYERS];
        for (seat, points) in points.iter_mut().enumerate().take(game.players()) {
            *points = self.evaluate(game, position, Player::seat(seat));
        }
        points
    }

    /// What [`evaluate`](Heuristics::evaluate) would say to the player to move after the
    /// best of its moves, where that can be told without making them; `None` also
    /// where a move might end the game. From `enough` on, any move so good will do.
    /// Asked only of games of two that cannot repeat.
    fn foreseen(&self, _game: &G, _position: &G::Position, _enough: i32) -> Option<i32> {
        None
    }

    /// Moves with a higher number are tried first; ties keep the generated order.
    fn promise(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> i32 {
        0
    }

    /// A legal move to try first where nothing is remembered, if one look at the
    /// board tells it: all others are ranked only when it fails to decide.
    fn first_choice(&self, _game: &G, _position: &G::Position) -> Option<G::Move> {
        None
    }

    /// Whether [`foregone`](Heuristics::foregone) ever answers. Proven results then
    /// have no distance.
    const FORETELLS: bool = false;

    /// How a game that is not over must end if everybody plays their best, where
    /// a theorem or a solver of endings says so. How far off the end lies stays open.
    fn foregone(&self, _game: &G, _position: &G::Position) -> Option<Outcome> {
        None
    }

    /// Whether [`tabled`](Heuristics::tabled) ever answers.
    const HAS_TABLES: bool = false;

    /// How a game that is not over must end, where a table of endings holds the
    /// position. Unlike what is [`foregone`](Heuristics::foregone) this is asked by
    /// searches that may leave things out, and by no others: the ends that those see
    /// themselves keep their distances.
    fn tabled(&self, _game: &G, _position: &G::Position) -> Option<Outcome> {
        None
    }

    /// Whether [`horizon`](Heuristics::horizon) ever says anything but `Evaluate`.
    /// Where it does not there is no quiescence search, and the last ply is quicker.
    const NOISY: bool = false;

    /// Whether a search may stop here and ask for the evaluation.
    fn horizon(&self, _game: &G, _position: &G::Position) -> Horizon {
        Horizon::Evaluate
    }

    /// Whether a move changes so much that it must not be looked at less deeply.
    fn is_noisy(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> bool {
        false
    }

    /// Whether the player who has just moved will lose at the next turn unless
    /// the other side changes something: what a careful player does not do.
    fn is_self_defeating(&self, _game: &G, _position: &G::Position) -> bool {
        false
    }

    /// What [`evaluate`](Heuristics::evaluate) adds up, part by part, for people: the
    /// parts sum to it. No search asks for them.
    fn parts(&self, game: &G, position: &G::Position, player: Player) -> Vec<Part> {
        let points = self.evaluate(game, position, player);
        vec![Part::new(message!("part.whole", "all together"), points)]
    }

    /// What a legal move is worth by itself and why, where it is moves that are judged.
    fn case(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> Option<Case> {
        None
    }
}
