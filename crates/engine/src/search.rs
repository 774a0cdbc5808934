//! The search that plays: principal variation search under iterative
//! deepening, aspiration windows, and a table that threads may share.

mod experience;
mod horizon;
mod negamax;
mod ordering;
mod recall;
mod root;
mod shortcuts;
mod table;
mod threads;

pub use shortcuts::Shortcuts;
pub use table::{Bound, Table};

use crate::algorithm::{Algorithm, Observer, Report, Task};
pub use crate::deepening::Driver;
use crate::deepening::{Plan, Root, Rooted, deepen};
use crate::game::{Game, Heuristics};
use crate::judge::Judge;
use crate::score::Value;
use crate::solve::Solved;
use crate::window::Window;
use crate::witness::{Unseen, Witness};
use negamax::Worker;

/// Half the width of the first window round the last score, in units of the
/// evaluation: little but wins and losses lies outside.
const ASPIRATION: i32 = 30;

#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub table_bytes: usize,
    /// Go on below the horizon while the game's heuristics call a position noisy.
    pub quiescence: bool,
    /// What may be left out; with [`Shortcuts::NONE`] the search is exact to its depth.
    pub shortcuts: Shortcuts,
    pub driver: Driver,
    /// How many points make one unit of the evaluation.
    pub unit: i32,
    pub threads: usize,
    pub parallel: Parallel,
    pub without: Without,
    /// The evaluation is not asked: a position that is not over might be anything.
    pub silent: bool,
    /// Tables of endings may answer, as long as things may be left out.
    pub tables: bool,
}

/// What is taken away from the search, for the laboratory to show its worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Without {
    pub table: bool,
    /// Moves are tried in the generated order.
    pub order: bool,
    /// Late moves are looked at as deeply as the others.
    pub reductions: bool,
    /// A depth that is asked for is searched at once, not step by step.
    pub deepening: bool,
    /// Later moves are asked with the whole window at once, and not first whether they are better.
    pub scout: bool,
}

/// How several threads search one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parallel {
    /// Each for itself, with what the others write into the table.
    Lazy,
    /// All in the same order, but what one is searching the others put off.
    Abdada,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            table_bytes: 64 << 20,
            quiescence: true,
            shortcuts: Shortcuts::NONE,
            driver: Driver::Aspiration,
            unit: 1,
            threads: 1,
            parallel: Parallel::Abdada,
            without: Without::default(),
            silent: false,
            tables: false,
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

impl<H> Search<H> {
    fn worker<'a, G: Game, W: Witness<G>>(
        &'a self,
        task: &'a Task<'a, G>,
        witness: W,
    ) -> Worker<'a, G, H, W>
    where
        H: Heuristics<G>,
    {
        let mut judge = Judge::new(
            task.game,
            &self.heuristics,
            task.position,
            self.settings.quiescence,
        );
        judge.is_silent = self.settings.silent;
        // Where the root is in the table all moves that keep its value look alike.
        judge.asks_tables =
            self.settings.tables && self.heuristics.tabled(task.game, task.position).is_none();
        Worker::new(task, judge, &self.table, &self.settings, witness)
    }

    /// On one thread, before a witness.
    pub(crate) fn think_before<G: Game, W: Witness<G>>(
        &self,
        task: &Task<'_, G>,
        observer: &mut Observer<'_, G::Move>,
        witness: W,
    ) -> Report<G::Move>
    where
        H: Heuristics<G>,
    {
        let mut worker = self.worker(task, witness);
        let root = Root::new(task, &self.heuristics);
        deepen(&mut worker, root, self.plan(), observer)
    }

    fn plan(&self) -> Plan {
        Plan {
            stepwise: !self.settings.without.deepening,
            width: ASPIRATION * self.settings.unit,
            driver: self.settings.driver,
            selective: self.settings.shortcuts != Shortcuts::NONE,
        }
    }

    /// The proven value and every move that keeps it, or `Unknown` where a
    /// limit came first.
    pub(crate) fn solve<G: Game>(&self, task: &Task<'_, G>) -> Solved<G::Move>
    where
        H: Heuristics<G>,
    {
        self.table.age();
        let mut worker = self.worker(task, Unseen);
        let root = Root::new(task, &self.heuristics);
        let report = deepen(&mut worker, root, self.plan(), &mut |_| {});
        let score = report.lines[0].score;
        let window = Window::at_least(score);
        // One ply more, so that a player who is stuck at the horizon is seen to be.
        let depth = report.depth + 1;
        let mut best = Vec::new();
        if report.proven {
            for mv in task.root_moves() {
                let found = worker.of_move(mv, depth, window, true);
                if found.score >= score {
                    best.push(mv);
                }
            }
        }
        let is_known = report.proven && !worker.meter.is_stopped();
        Solved {
            value: if is_known {
                score.value(true)
            } else {
                Value::Unknown
            },
            best: if is_known { best } else { Vec::new() },
            nodes: worker.meter.nodes,
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
        if self.settings.threads > 1 {
            return threads::think(self, task, observer);
        }
        self.think_before(task, observer, Unseen)
    }

    fn forget(&mut self) {
        self.table.clear();
    }

    fn memory(&self) -> usize {
        match self.settings.without.table {
            true => 0,
            false => self.table.bytes(),
        }
    }
}
