//! What the plain depth-first searches carry with them on the way down. Nothing
//! here is allocated per node: one growing stack of moves serves all plies.

use crate::algorithm::{Meter, Task};
use crate::game::{Game, Heuristics};
use crate::judge::Judge;
use crate::path::Path;
use crate::pv::{MAX_PLY, Variations};
use crate::score::Score;
use crate::worth::Worth;

pub(crate) struct Descent<'a, G: Game, H> {
    pub(crate) judge: Judge<'a, G, H>,
    pub(crate) path: Path,
    pub(crate) meter: Meter<'a>,
    pub(crate) root: &'a G::Position,
    pub(crate) moves: Vec<G::Move>,
    pub(crate) variations: Variations<G::Move>,
}

impl<'a, G: Game, H: Heuristics<G>> Descent<'a, G, H> {
    pub(crate) fn new(task: &Task<'a, G>, heuristics: &'a H, quiescence: bool) -> Self {
        Descent {
            judge: Judge::new(task.game, heuristics, task.position, quiescence),
            path: Path::below(task),
            meter: Meter::new(task.limits, task.stop),
            root: task.position,
            moves: Vec::new(),
            variations: Variations::new(),
        }
    }

    /// Enters a position: the depth that is left to its children, or its worth
    /// where the line ends here.
    pub(crate) fn enter(
        &mut self,
        position: &G::Position,
        depth: i32,
        ply: usize,
    ) -> Result<i32, Worth> {
        self.variations.clear(ply);
        if !self.meter.enter() {
            return Err(Worth::estimate(Score::DRAW));
        }
        if let Some(worth) = self.judge.ended(position, &self.path, ply as u32) {
            return Err(worth);
        }
        match self.judge.child_depth(position, depth) {
            Some(child_depth) if ply < MAX_PLY => Ok(child_depth),
            _ => {
                self.meter.leaves += 1;
                Err(Worth::estimate(self.judge.estimate(position)))
            }
        }
    }
}
