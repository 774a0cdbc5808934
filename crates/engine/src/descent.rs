//! What the plain depth-first searches carry with them on the way down. Nothing
//! here is allocated per node: one growing stack of moves serves all plies.

use crate::algorithm::{Meter, Task};
use crate::game::{Game, Heuristics};
use crate::judge::Judge;
use crate::path::Path;
use crate::pv::{MAX_PLY, Variations};
use crate::score::Score;
use crate::window::Window;
use crate::witness::{Rest, Witness};
use crate::worth::Worth;

pub(crate) struct Descent<'a, G: Game, H, W> {
    pub(crate) judge: Judge<'a, G, H>,
    pub(crate) path: Path,
    pub(crate) meter: Meter<'a>,
    pub(crate) root: &'a G::Position,
    pub(crate) moves: Vec<G::Move>,
    pub(crate) variations: Variations<G::Move>,
    pub(crate) witness: W,
}

impl<'a, G: Game, H: Heuristics<G>, W: Witness<G>> Descent<'a, G, H, W> {
    pub(crate) fn new(task: &Task<'a, G>, heuristics: &'a H, quiescence: bool, witness: W) -> Self {
        Descent {
            judge: Judge::new(task.game, heuristics, task.position, quiescence),
            path: Path::below(task),
            meter: Meter::new(task.limits, task.stop),
            root: task.position,
            moves: Vec::new(),
            variations: Variations::new(),
            witness,
        }
    }

    /// Counts the root as a node of the next pass over its moves.
    pub(crate) fn enter_root(&mut self, depth: u32, window: Window) {
        if self.meter.enter() {
            self.witness.begins(self.root, depth, window);
        }
    }

    /// A game that is over because the player to move has no move.
    pub(crate) fn stuck(&mut self, position: &G::Position, ply: usize) -> Worth {
        self.witness.rests(Rest::Stuck);
        Worth::proven(self.judge.stuck(position, ply as u32))
    }

    /// Enters a position: the depth that is left to its children, or its worth
    /// where the line ends here.
    pub(crate) fn enter(
        &mut self,
        position: &G::Position,
        depth: i32,
        window: Window,
        ply: usize,
    ) -> Result<i32, Worth> {
        self.variations.clear(ply);
        if !self.meter.enter() {
            return Err(Worth::estimate(Score::DRAW));
        }
        self.witness.enters(position, depth, window);
        if let Some(worth) = self.judge.ended(position, &self.path, ply as u32) {
            self.witness.rests(Rest::Ended);
            return Err(worth);
        }
        match self.judge.child_depth(position, depth) {
            Some(child_depth) if ply < MAX_PLY => Ok(child_depth),
            _ => {
                self.meter.leaves += 1;
                self.witness.rests(Rest::Leaf);
                Err(Worth::estimate(self.judge.estimate(position)))
            }
        }
    }
}
