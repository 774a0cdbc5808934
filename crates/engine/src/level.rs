//! Weaker play on purpose: less depth, and now and then a move as if something
//! had been overlooked. Never by waiting, and always the same for the same seed.

use crate::algorithm::{Algorithm, Observer, Report, Task};
use crate::game::Game;
use crate::random::Random;
use crate::random_play::any_move;

/// The levels by name, the weakest first.
pub const NAMES: [&str; 8] = [
    "beginner", "novice", "casual", "steady", "skilled", "strong", "expert", "full",
];

/// How deep each level looks, and in how many of a hundred moves it overlooks
/// everything. Set by matches, so that each wins about two games or more out of
/// three against the one below; in small games oversights count for more than depth.
const LEVELS: [(u32, usize); 8] = [
    (1, 85),
    (1, 60),
    (2, 45),
    (3, 30),
    (4, 17),
    (6, 7),
    (8, 0),
    (u32::MAX, 0),
];

/// The level that is not weakened at all.
pub const FULL: u8 = 8;

pub(crate) struct Weakened<G: Game> {
    algorithm: Box<dyn Algorithm<G>>,
    level: u8,
    random: Random,
}

impl<G: Game> Weakened<G> {
    /// `level` counts from 1.
    pub(crate) fn new(algorithm: Box<dyn Algorithm<G>>, level: u8, seed: u64) -> Weakened<G> {
        Weakened {
            algorithm,
            level,
            random: Random::new(seed),
        }
    }
}

impl<G: Game> Algorithm<G> for Weakened<G> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        observer: &mut Observer<'_, G::Move>,
    ) -> Report<G::Move> {
        let (deepest, oversights) = LEVELS[usize::from(self.level.clamp(1, FULL)) - 1];
        if self.random.below(100) < oversights {
            return any_move(task, &mut self.random);
        }
        let mut limits = task.limits;
        if deepest < u32::MAX {
            limits.depth = Some(limits.depth.unwrap_or(deepest).min(deepest));
        }
        // Equal moves take turns, so that a weak engine is not also a predictable one.
        let shuffle = task.shuffle.or_else(|| Some(self.random.next()));
        let task = Task {
            limits,
            shuffle,
            ..*task
        };
        self.algorithm.think(&task, observer)
    }

    fn forget(&mut self) {
        self.algorithm.forget();
    }
}
