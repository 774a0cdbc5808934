//! From a SPEC to an engine: the one place where algorithms and heuristics meet.

use crate::algorithm::Algorithm;
use crate::alpha_beta::{AlphaBeta, Order};
use crate::careful::Careful;
use crate::game::{Game, Heuristics};
use crate::level::{self, Weakened};
use crate::mcts::Mcts;
use crate::minimax::Minimax;
use crate::monte_carlo::MonteCarlo;
use crate::proof::ProofSearch;
use crate::random_play::RandomPlay;
use crate::search::{Driver, Parallel, Search, Settings};
use crate::spec::Spec;

type Builder<G> = dyn Fn(&Spec) -> Box<dyn Algorithm<G>> + Send + Sync;

/// What a game's heuristics can do for the rest of the program: build engines
/// that are compiled for them.
pub struct Opinion<G: Game> {
    pub name: &'static str,
    pub points_per_unit: i32,
    build: Box<Builder<G>>,
}

impl<G: Game> Opinion<G> {
    pub fn new<H: Heuristics<G>>(name: &'static str, heuristics: H) -> Opinion<G> {
        Opinion {
            name,
            points_per_unit: heuristics.points_per_unit(),
            build: Box::new(move |spec| engine(spec, heuristics.clone())),
        }
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

/// The engine that a SPEC names, at the strength it asks for.
fn engine<G: Game, H: Heuristics<G>>(spec: &Spec, heuristics: H) -> Box<dyn Algorithm<G>> {
    let full = algorithm(spec, heuristics);
    match spec.level {
        Some(level) if level < level::FULL => {
            Box::new(Weakened::new(full, level, spec.seed.unwrap_or(1)))
        }
        _ => full,
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
            order: if spec.order_by_eval {
                Order::Evaluated
            } else {
                Order::Generated
            },
            quiescence: spec.quiescence.unwrap_or(false),
        }),
        "mcts" => Box::new(Mcts::new(seed)),
        "monte-carlo" => Box::new(MonteCarlo::new(seed)),
        "pns" => Box::new(ProofSearch::default()),
        "careful" => Box::new(Careful::new(seed)),
        "random" => Box::new(RandomPlay::new(seed)),
        algorithm => {
            let is_mtdf = algorithm == "mtdf";
            let quiescence = spec.quiescence.or(spec.selective).unwrap_or(!is_mtdf);
            Box::new(Search::new(
                heuristics,
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
                    parallel: spec.parallel.unwrap_or(Parallel::Lazy),
                },
            ))
        }
    }
}
