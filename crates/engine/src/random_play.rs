//! Any legal move, every one as likely: the weakest opponent and the measure of all others.

use crate::algorithm::{Algorithm, Line, Observer, Report, Task};
use crate::game::Game;
use crate::random::Random;
use crate::score::Score;

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
        any_move(task, &mut self.random)
    }
}

/// A legal move of which nothing is known.
pub(crate) fn any_move<G: Game>(task: &Task<'_, G>, random: &mut Random) -> Report<G::Move> {
    let moves = task.root_moves();
    let chosen = moves[random.below(moves.len())];
    Report {
        depth: 0,
        nodes: 1,
        leaves: 0,
        proven: false,
        lines: vec![Line {
            score: Score::DRAW,
            proven: false,
            distance_known: false,
            pv: vec![chosen],
        }],
    }
}
