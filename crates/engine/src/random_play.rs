//! Any legal move, every one as likely: the weakest opponent and the measure of all others.

use crate::algorithm::{Algorithm, Observer, Report, Task};
use crate::game::Game;
use crate::random::Random;

#[derive(Clone, Debug)]
pub struct RandomPlay {
    random: Random,
}

impl RandomPlay {
    pub fn new(seed: u64) -> RandomPlay {
        RandomPlay {
            random: Random::new(seed),
        }
    }
}

impl<G: Game> Algorithm<G> for RandomPlay {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        _observer: &mut Observer<'_, G::Move>,
    ) -> Report<G::Move> {
        let moves = task.root_moves();
        let chosen = moves[self.random.below(moves.len())];
        Report::blind(chosen)
    }
}
