//! King's Valley for the retrograde solver: moves forth and back between numbered states.

use super::row::Row;
use super::subsets::SETS_OF_22;
use super::{CLASSES, Numbering, ROW, STATES_OF_CLASS, State, origins, soldier_slides};
use crate::kings_valley::board::{CENTRE_BIT, Square, Squares, ones, slides};
use plyground_engine::solve::retrograde::{Cell, Indexed, Next, Sweep, SweepBack, Unmoves};
use std::ops::ControlFlow;

const PARTS_OF_CLASS: usize = 7;
const SETS_OF_PART: usize = SETS_OF_22 / PARTS_OF_CLASS;

impl Indexed for Numbering {
    fn count(&self) -> u64 {
        CLASSES as u64 * STATES_OF_CLASS
    }

    fn slots(&self) -> u64 {
        (CLASSES * SETS_OF_22 * ROW) as u64
    }

    fn slot(&self, index: u64) -> u64 {
        self.slot_of(index)
    }

    fn ended(&self, index: u64) -> Option<Cell> {
        let state = self.unrank(index);
        self.end(state.own_king, state.enemy_king, state.occupied())
    }

    fn successors(
        &self,
        index: u64,
        tell: &mut impl FnMut(Next) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let state = self.unrank(index);
        let occupied = state.occupied();
        let reply = |own_king: Square, own: Squares| {
            Next::State(self.rank(&State {
                own_king: state.enemy_king,
                enemy_king: own_king,
                own: state.enemy,
                enemy: own,
            }))
        };
        let ends = slides(state.own_king, occupied);
        if ends & CENTRE_BIT != 0 {
            tell(Next::Known(Cell::lost(0)))?;
        }
        for end in ones(ends & !CENTRE_BIT) {
            tell(reply(end, state.own))?;
        }
        for square in ones(state.own) {
            for end in ones(soldier_slides(square, occupied)) {
                tell(reply(state.own_king, state.own ^ 1 << square ^ 1 << end))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn parts(&self) -> u64 {
        (CLASSES * PARTS_OF_CLASS) as u64
    }

    fn sweep(&self, part: u64, sweep: &mut impl Sweep) {
        let mut row = Row::new(self, part as usize / PARTS_OF_CLASS);
        for enemy in sets_of_part(part) {
            row.sweep(enemy, sweep);
        }
    }
}

fn sets_of_part(part: u64) -> std::ops::Range<usize> {
    let part = part as usize % PARTS_OF_CLASS;
    part * SETS_OF_PART..(part + 1) * SETS_OF_PART
}

impl Unmoves for Numbering {
    fn predecessors(&self, index: u64, predecessors: &mut Vec<u64>) {
        let state = self.unrank(index);
        let occupied = state.occupied();
        let mut before = |enemy_king: Square, enemy: Squares| {
            let kings = self.kings(enemy_king, state.own_king);
            let own = self.image(kings.symmetry, enemy);
            let enemy = self.image(kings.symmetry, state.own);
            predecessors.push(self.rank_in_class(kings.class, own, enemy));
            if let Some(mirror) = self.mirror_of(kings.class) {
                let (own, enemy) = (self.image(mirror, own), self.image(mirror, enemy));
                predecessors.push(self.rank_in_class(kings.class, own, enemy));
            }
        };
        let king = state.enemy_king;
        for origin in ones(origins(king, occupied ^ 1 << king) & !CENTRE_BIT) {
            before(origin, state.enemy);
        }
        for square in ones(state.enemy) {
            for origin in ones(origins(square, occupied ^ 1 << square) & !CENTRE_BIT) {
                before(king, state.enemy ^ 1 << square ^ 1 << origin);
            }
        }
    }

    fn sweep_back(&self, part: u64, sweep: &mut impl SweepBack) {
        let mut row = Row::new(self, part as usize / PARTS_OF_CLASS);
        for enemy in sets_of_part(part) {
            row.sweep_back(enemy, sweep);
        }
    }

    fn can_sweep_back(&self) -> bool {
        true
    }
}
