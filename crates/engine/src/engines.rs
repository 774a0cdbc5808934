//! From a SPEC to an engine: the one place where algorithms and heuristics meet.

use crate::algorithm::{Algorithm, Observer, Report, Task};
use crate::alpha_beta::{AlphaBeta, Order};
use crate::careful::Careful;
use crate::game::{Game, Heuristics, MAX_PLAYERS};
use crate::level::{Levels, Weakness};
use crate::maxn::Maxn;
use crate::mcts::Mcts;
use crate::minimax::Minimax;
use crate::monte_carlo::MonteCarlo;
use crate::proof::ProofSearch;
use crate::random_play::RandomPlay;
use crate::search::{Driver, Parallel, Search, Settings};
use crate::solve::{self, Solved};
use crate::spec::Spec;

type Builder<G> = dyn Fn(&Spec) -> Box<dyn Algorithm<G>> + Send + Sync;
type Judge<G> = dyn Fn(&G, &<G as Game>::Position) -> [i32; MAX_PLAYERS] + Send + Sync;
type Solver<G> = dyn Fn(&Task<'_, G>, usize, bool) -> Solved<<G as Game>::Move> + Send + Sync;

/// What a game's heuristics can do for the rest of the program: build engines
/// that are compiled for them.
pub struct Opinion<G: Game> {
    pub name: &'static str,
    pub points_per_unit: i32,
    levels: Levels,
    build: Box<Builder<G>>,
    solve: Box<Solver<G>>,
    judge: Box<Judge<G>>,
}

impl<G: Game> Opinion<G> {
    pub fn new<H: Heuristics<G>>(name: &'static str, heuristics: H) -> Opinion<G> {
        Opinion {
            name,
            points_per_unit: heuristics.points_per_unit(),
            levels: heuristics.levels(),
            solve: {
                let heuristics = heuristics.clone();
                Box::new(move |task, table_bytes, weak| {
                    solve::by_search(task, &heuristics, table_bytes, weak)
                })
            },
            judge: {
                let heuristics = heuristics.clone();
                Box::new(move |game, position| heuristics.evaluate_each(game, position))
            },
            build: Box::new(move |spec| engine(spec, heuristics.clone())),
        }
    }

    /// Solves a position that is not over, with what these heuristics foretell.
    pub(crate) fn solve(
        &self,
        task: &Task<'_, G>,
        table_bytes: usize,
        weak: bool,
    ) -> Solved<G::Move> {
        (self.solve)(task, table_bytes, weak)
    }

    /// What a position that is not over is worth to each seat, by a look at it.
    pub(crate) fn worth(&self, game: &G, position: &G::Position) -> [i32; MAX_PLAYERS] {
        (self.judge)(game, position)
    }

    /// What keeps the engine that a SPEC names from its full strength.
    pub(crate) fn weakness(&self, spec: &Spec) -> Option<Weakness> {
        let level = self.levels.get(usize::from(spec.level?).checked_sub(1)?)?;
        Some(Weakness::new(*level, spec.seed.unwrap_or(1)))
    }

    pub(crate) fn engine(&self, spec: &Spec) -> Box<dyn Algorithm<G>> {
        (self.build)(spec)
    }
}

impl<G: Game> std::fmt::Debug for Opinion<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Opinion({})", self.name)
    }
}

/// The engine that a SPEC names, at its full strength.
fn engine<G: Game, H: Heuristics<G>>(spec: &Spec, heuristics: H) -> Box<dyn Algorithm<G>> {
    let algorithm = algorithm(spec, heuristics);
    match H::FORETELLS {
        true => Box::new(Undated(algorithm)),
        false => algorithm,
    }
}

/// An algorithm that meets ends before they come: its proofs have no distance.
struct Undated<G: Game>(Box<dyn Algorithm<G>>);

impl<G: Game> Algorithm<G> for Undated<G> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        observer: &mut Observer<'_, G::Move>,
    ) -> Report<G::Move> {
        let undated = |mut report: Report<G::Move>| {
            for line in &mut report.lines {
                line.distance_known = false;
            }
            report
        };
        let report = self
            .0
            .think(task, &mut |report| observer(&undated(report.clone())));
        undated(report)
    }

    fn forget(&mut self) {
        self.0.forget();
    }

    fn memory(&self) -> usize {
        self.0.memory()
    }
}

/// What plays when nothing else is said. Among three and four everybody looks
/// after themselves: max^n beats the paranoid view there at equal time. With
/// `selective=off` the view stays paranoid, and exact to its depth.
struct Playing<H> {
    search: Search<H>,
    maxn: Maxn<H>,
}

impl<G: Game, H: Heuristics<G>> Algorithm<G> for Playing<H> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        observer: &mut Observer<'_, G::Move>,
    ) -> Report<G::Move> {
        if task.game.players() > 2 {
            self.maxn.think(task, observer)
        } else {
            self.search.think(task, observer)
        }
    }

    fn forget(&mut self) {
        Algorithm::<G>::forget(&mut self.search);
    }

    fn memory(&self) -> usize {
        Algorithm::<G>::memory(&self.search)
    }
}

/// The algorithm that a SPEC names.
fn algorithm<G: Game, H: Heuristics<G>>(spec: &Spec, heuristics: H) -> Box<dyn Algorithm<G>> {
    let seed = spec.seed.unwrap_or(1);
    match spec.algorithm {
        "minimax" => Box::new(Minimax {
            heuristics,
            quiescence: spec.quiescence.unwrap_or(false),
        }),
        "alpha-beta" => Box::new(AlphaBeta {
            heuristics,
            order: if spec.order == Some(true) {
                Order::Evaluated
            } else {
                Order::Generated
            },
            quiescence: spec.quiescence.unwrap_or(false),
        }),
        "maxn" => Box::new(Maxn { heuristics }),
        "mcts" => Box::new(Mcts::new(seed, spec.hash_bytes)),
        "monte-carlo" => Box::new(MonteCarlo::new(seed)),
        "pns" => Box::new(ProofSearch::new(spec.hash_bytes)),
        "careful" => Box::new(Careful::new(seed)),
        "random" => Box::new(RandomPlay::new(seed)),
        algorithm => {
            let is_mtdf = algorithm == "mtdf";
            let quiescence = spec.quiescence.or(spec.selective).unwrap_or(!is_mtdf);
            let search = Search::new(
                heuristics.clone(),
                Settings {
                    table_bytes: spec.hash_bytes.unwrap_or(Settings::default().table_bytes),
                    quiescence,
                    selective: spec.selective.unwrap_or(!is_mtdf),
                    driver: if is_mtdf {
                        Driver::NullWindows
                    } else {
                        Driver::Aspiration
                    },
                    threads: spec.threads.unwrap_or(1),
                    without: spec.without,
                    parallel: spec.parallel.unwrap_or(Parallel::Brothers),
                },
            );
            let is_free = algorithm == "search" && spec.selective != Some(false);
            match is_free {
                true => Box::new(Playing {
                    search,
                    maxn: Maxn { heuristics },
                }),
                false => Box::new(search),
            }
        }
    }
}
