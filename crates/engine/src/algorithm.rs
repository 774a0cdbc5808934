//! The face of everything that can choose a move: a task in, a report out.

use crate::game::Game;
use crate::score::{Score, Value};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Searches go no deeper than this, so that their stacks are of a fixed size.
pub const MAX_DEPTH: u32 = 200;

/// Lets many searches share few processors.
pub trait Pace: std::fmt::Debug + Sync {
    /// Is asked whenever a search looks at its flag: may keep it waiting for its
    /// turn, and says `false` to end it.
    fn goes_on(&self) -> bool;
}

/// Tells a search to end. A flag raised on the parent is raised on the child too.
#[derive(Debug, Default)]
pub struct Stop<'a> {
    flag: AtomicBool,
    parent: Option<&'a Stop<'a>>,
    pace: Option<&'a dyn Pace>,
}

impl<'a> Stop<'a> {
    pub const fn new() -> Stop<'a> {
        Stop {
            flag: AtomicBool::new(false),
            parent: None,
            pace: None,
        }
    }

    /// A flag whose search goes at a pace set from outside.
    pub const fn paced(pace: &'a dyn Pace) -> Stop<'a> {
        Stop {
            flag: AtomicBool::new(false),
            parent: None,
            pace: Some(pace),
        }
    }

    pub const fn under(parent: &'a Stop<'a>) -> Stop<'a> {
        Stop {
            flag: AtomicBool::new(false),
            parent: Some(parent),
            pace: None,
        }
    }

    pub fn raise(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    pub fn is_raised(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
            || self.parent.is_some_and(Stop::is_raised)
            || self.pace.is_some_and(|pace| !pace.goes_on())
    }
}

/// What ends a search; the first limit reached counts. Time is the caller's
/// business: it sets the task's stop flag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
}

/// A part of the root moves, for searchers who divide them without sharing memory: every
/// so manieth move, as they are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    pub part: usize,
    pub of: usize,
}

impl Share {
    pub const WHOLE: Share = Share { part: 0, of: 1 };

    /// The moves of this part; where there are too few for all parts, the first move.
    pub(crate) fn of_moves<M: Copy>(self, moves: &mut Vec<M>) {
        let of = self.of.max(1);
        let own: Vec<M> = moves.iter().copied().skip(self.part).step_by(of).collect();
        match own.is_empty() {
            true => moves.truncate(1),
            false => *moves = own,
        }
    }
}

/// One question: what to do in this position.
#[derive(Debug)]
pub struct Task<'a, G: Game> {
    pub game: &'a G,
    pub position: &'a G::Position,
    /// The keys of the positions of the game before this one, oldest first.
    pub history: &'a [u64],
    pub limits: Limits,
    /// How many of the best moves are wanted with their true scores.
    pub lines: usize,
    /// Shuffles the root moves, so that equal moves take turns. `None`: the fixed order.
    pub shuffle: Option<u64>,
    /// Only these root moves are looked at.
    pub share: Share,
    pub stop: &'a Stop<'a>,
}

impl<'a, G: Game> Task<'a, G> {
    /// The best line from a position at the start of a game, without a limit.
    pub fn new(game: &'a G, position: &'a G::Position, stop: &'a Stop<'a>) -> Task<'a, G> {
        Task {
            game,
            position,
            history: &[],
            limits: Limits::default(),
            lines: 1,
            shuffle: None,
            share: Share::WHOLE,
            stop,
        }
    }

    pub(crate) fn root_moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.legal_moves(self.position, &mut moves);
        self.share.of_moves(&mut moves);
        if let Some(seed) = self.shuffle {
            crate::random::Random::new(seed).shuffle(&mut moves);
        }
        moves
    }
}

/// A root move, what it is worth to the side that makes it, and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    pub score: Score,
    /// Whether the score is certain: it is then a win, a loss or a true draw.
    pub proven: bool,
    /// Whether a proven win or loss has its exact distance.
    pub distance_known: bool,
    /// The move and the best replies, as far as they are known; never empty.
    pub pv: Vec<M>,
}

impl<M> Line<M> {
    /// The worth of the move, as it is told to people.
    pub fn value(&self) -> Value {
        self.value_of_position(self.proven)
    }

    /// The worth of the position whose best line this is.
    pub(crate) fn value_of_position(&self, proven: bool) -> Value {
        let value = self.score.value(proven);
        if self.distance_known || !value.is_proven() {
            value
        } else {
            value.without_distance()
        }
    }
}

/// What a search knows. The first line holds the move to play.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// The last depth that was finished; 0 where that means nothing.
    pub depth: u32,
    /// Positions entered.
    pub nodes: u64,
    /// Positions on which the evaluation was called.
    pub leaves: u64,
    /// Whether the first line's score is the proven value of the position.
    pub proven: bool,
    pub lines: Vec<Line<M>>,
}

impl<M: Copy> Report<M> {
    /// A move that was made without looking.
    pub(crate) fn blind(mv: M) -> Report<M> {
        Report {
            depth: 0,
            nodes: 1,
            leaves: 0,
            proven: false,
            lines: vec![Line {
                score: Score::DRAW,
                proven: false,
                distance_known: false,
                pv: vec![mv],
            }],
        }
    }

    pub fn best(&self) -> Option<M> {
        self.lines.first().and_then(|line| line.pv.first().copied())
    }
}

/// Receives the report of every finished iteration.
pub type Observer<'a, M> = dyn FnMut(&Report<M>) + 'a;

/// Something that can choose a move in a position that has one.
pub trait Algorithm<G: Game>: Send {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        observer: &mut Observer<'_, G::Move>,
    ) -> Report<G::Move>;

    /// Forgets what was learnt from the game so far.
    fn forget(&mut self) {}

    /// How many bytes its table or its tree takes.
    fn memory(&self) -> usize {
        0
    }
}

/// What a search has done so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    pub(crate) nodes: u64,
    pub(crate) leaves: u64,
    /// A limit has come: what is told from now on means nothing.
    pub(crate) is_stopped: bool,
}

/// Counts nodes and leaves, and says when a limit has come.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    pub(crate) nodes: u64,
    pub(crate) leaves: u64,
    node_limit: u64,
    stop: &'a Stop<'a>,
    stopped: bool,
    /// Where others can read how many nodes there were, now and then.
    tally: Option<&'a AtomicU64>,
}

/// A stop is looked for, and the tally told, every so many nodes.
const INTERVAL: u64 = 1 << 10;

impl<'a> Meter<'a> {
    pub(crate) fn new(limits: Limits, stop: &'a Stop<'a>) -> Meter<'a> {
        Meter {
            nodes: 0,
            leaves: 0,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            stop,
            stopped: false,
            tally: None,
        }
    }

    pub(crate) fn tell(&mut self, tally: &'a AtomicU64) {
        self.tally = Some(tally);
    }

    /// Counts a node, or says `false`: no further node may be entered.
    #[inline]
    pub(crate) fn enter(&mut self) -> bool {
        if self.nodes >= self.node_limit
            || (self.nodes.is_multiple_of(INTERVAL) && self.must_stop())
        {
            self.stopped = true;
        }
        if self.stopped {
            return false;
        }
        self.nodes += 1;
        true
    }

    fn must_stop(&self) -> bool {
        if let Some(tally) = self.tally {
            tally.store(self.nodes, Ordering::Relaxed);
        }
        self.stop.is_raised()
    }

    /// No further node may be entered.
    pub(crate) fn halt(&mut self) {
        self.stopped = true;
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    pub(crate) fn progress(&self) -> Progress {
        Progress {
            nodes: self.nodes,
            leaves: self.leaves,
            is_stopped: self.stopped,
        }
    }
}
