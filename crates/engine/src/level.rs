//! Weaker play on purpose: less depth, and now and then a move as if everything
//! had been overlooked. Never by waiting, and always the same for the same seed.

use crate::algorithm::{Limits, Report};
use crate::random::Random;

/// The levels by name, the weakest first.
pub const NAMES: [&str; 8] = [
    "beginner", "novice", "casual", "steady", "skilled", "strong", "expert", "full",
];

/// The level that is not weakened at all.
pub const FULL: u8 = NAMES.len() as u8;

/// How a level below the full one plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// How many plies it looks ahead; `None` as many as the full level, and like
    /// it asks solvers, books and tables.
    pub depth: Option<u32>,
    /// In how many of a hundred moves it overlooks everything.
    pub oversights: u8,
}

/// The levels below the full one, the weakest first.
pub type Levels = [Level; FULL as usize - 1];

/// Levels by the depth and the oversights of all but the last of them, which
/// looks as deep as the full one.
pub const fn levels(of_depth: [(u32, u8); FULL as usize - 2], last_oversights: u8) -> Levels {
    let last = Level {
        depth: None,
        oversights: last_oversights,
    };
    let mut levels = [last; FULL as usize - 1];
    let mut index = 0;
    while index < of_depth.len() {
        let (depth, oversights) = of_depth[index];
        levels[index] = Level {
            depth: Some(depth),
            oversights,
        };
        index += 1;
    }
    levels
}

/// For games in which an oversight seldom goes unpunished. Every level should win
/// about three games of four against the one below.
pub const USUAL: Levels = levels([(1, 83), (1, 56), (2, 37), (3, 21), (4, 10), (6, 5)], 4);

/// What makes an engine weaker than it could be.
#[derive(Clone, Debug)]
pub(crate) struct Weakness {
    level: Level,
    random: Random,
}

impl Weakness {
    pub(crate) fn new(level: Level, seed: u64) -> Weakness {
        Weakness {
            level,
            random: Random::new(seed),
        }
    }

    pub(crate) fn allows_exact_answers(&self) -> bool {
        self.level.depth.is_none()
    }

    /// One of the moves, as if nothing had been looked at, where it comes to that.
    pub(crate) fn oversight<M: Copy>(&mut self, moves: &[M]) -> Option<Report<M>> {
        let is_overlooked = self.random.below(100) < usize::from(self.level.oversights);
        is_overlooked.then(|| Report::blind(moves[self.random.below(moves.len())]))
    }

    /// The limits as this engine hears them.
    pub(crate) fn weakened(&self, limits: Limits) -> Limits {
        let least = [limits.depth, self.level.depth].into_iter().flatten().min();
        Limits {
            depth: least,
            ..limits
        }
    }

    /// Lets equal moves take turns, so that a weak engine is not also a predictable one.
    pub(crate) fn shuffle(&mut self) -> u64 {
        self.random.next()
    }
}
