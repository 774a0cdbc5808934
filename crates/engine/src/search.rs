//! The search that plays: principal variation search under iterative
//! deepening, aspiration windows, and a table that threads may share.

mod negamax;
mod ordering;
mod pv;
mod table;

pub use table::Table;

use crate::algorithm::{Algorithm, Observer, Report, Task};
use crate::deepening::{Plan, deepen};
use crate::game::{Game, Heuristics};
use crate::judge::Judge;
use negamax::Worker;

/// How wide the first window round the last score is, as a share of what one
/// unit of the evaluation is worth.
const ASPIRATION: i32 = 30;

#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub table_bytes: usize,
    /// Go on below the horizon while the game's heuristics call a position noisy.
    pub quiescence: bool,
    /// Only who wins is wanted, not how fast.
    pub weak: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            table_bytes: 64 << 20,
            quiescence: true,
            weak: false,
        }
    }
}

#[derive(Debug)]
pub struct Search<H> {
    heuristics: H,
    settings: Settings,
    table: Table,
}

impl<H> Search<H> {
    pub fn new(heuristics: H, settings: Settings) -> Search<H> {
        Search {
            heuristics,
            settings,
            table: Table::with_bytes(settings.table_bytes),
        }
    }
}

impl<G: Game, H: Heuristics<G>> Algorithm<G> for Search<H> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        observer: &mut Observer<'_, G::Move>,
    ) -> Report<G::Move> {
        self.table.age();
        let judge = Judge::new(
            task.game,
            &self.heuristics,
            task.position,
            self.settings.quiescence,
        );
        let mut worker = Worker::new(task, judge, &self.table);
        let plan = Plan {
            stepwise: true,
            aspiration: Some(ASPIRATION * self.heuristics.points_per_unit()),
            weak: self.settings.weak,
        };
        deepen(&mut worker, task, plan, observer)
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}
