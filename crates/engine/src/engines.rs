//! From a SPEC to an engine: the one place where algorithms and heuristics meet.

use crate::algorithm::{Algorithm, Observer, Report, Task};
use crate::alpha_beta::{AlphaBeta, Order};
use crate::careful::Careful;
use crate::explain::{Case, Described, Part};
use crate::game::{Game, Heuristics, MAX_PLAYERS, Player};
use crate::level::{self, Levels, Weakness};
use crate::maxn::Maxn;
use crate::mcts::Mcts;
use crate::message::Message;
use crate::mind::{AnyHeuristics, Mind};
use crate::minimax::Minimax;
use crate::monte_carlo::MonteCarlo;
use crate::notation::ParseError;
use crate::proof::ProofSearch;
use crate::random_play::RandomPlay;
use crate::search::{Driver, Parallel, Search, Settings, Shortcuts};
use crate::solve::Solved;
use crate::spec::{Method, Spec};
use crate::witness::Recorder;
use crate::witness::record::{Record, Room};
use std::sync::Arc;

/// A game's heuristics by name, with what the program must know of them.
pub struct Evaluation<G: Game> {
    pub name: &'static str,
    /// How many points make one unit as people write it.
    pub points_per_unit: i32,
    about: Option<Message>,
    levels: Levels,
    shortcuts: Shortcuts,
    mind: Arc<dyn Mind<G>>,
}

impl<G: Game> Evaluation<G> {
    pub fn new<H: Heuristics<G>>(name: &'static str, heuristics: H) -> Evaluation<G> {
        Evaluation {
            name,
            points_per_unit: 1,
            about: None,
            levels: level::USUAL,
            shortcuts: Shortcuts::NONE,
            mind: Arc::new(heuristics),
        }
    }

    /// So many points make one unit as people write it.
    pub fn with_unit(self, points_per_unit: i32) -> Evaluation<G> {
        Evaluation {
            points_per_unit,
            ..self
        }
    }

    /// What it counts, in a line.
    pub fn with_about(self, about: impl Into<Message>) -> Evaluation<G> {
        Evaluation {
            about: Some(about.into()),
            ..self
        }
    }

    /// How the weaker levels play.
    pub fn with_levels(self, levels: Levels) -> Evaluation<G> {
        Evaluation { levels, ..self }
    }

    /// What may be left out by a search that is told to be selective.
    pub fn with_shortcuts(self, shortcuts: Shortcuts) -> Evaluation<G> {
        Evaluation { shortcuts, ..self }
    }

    /// Solves a position that is not over, with what these heuristics foretell.
    pub(crate) fn solve(
        &self,
        task: &Task<'_, G>,
        table_bytes: usize,
        weak: bool,
    ) -> Solved<G::Move> {
        self.mind.solve(task, table_bytes, weak)
    }

    /// What a position that is not over is worth to each seat, by a look at it.
    pub(crate) fn worth(&self, game: &G, position: &G::Position) -> [i32; MAX_PLAYERS] {
        self.mind.worth(game, position)
    }

    pub(crate) fn is_self_defeating(&self, game: &G, position: &G::Position) -> bool {
        self.mind.is_self_defeating(game, position)
    }

    pub(crate) fn described(&self) -> Described {
        Described {
            name: self.name,
            about: self.about.clone(),
            points_per_unit: self.points_per_unit,
        }
    }

    /// What its worth to a player is made of.
    pub(crate) fn parts(&self, game: &G, position: &G::Position, player: Player) -> Vec<Part> {
        self.mind.parts(game, position, player)
    }

    /// How it judges a legal move, if it does.
    pub(crate) fn case(&self, game: &G, position: &G::Position, mv: G::Move) -> Option<Case> {
        self.mind.case(game, position, mv)
    }

    /// What keeps the engine that a SPEC names from its full strength.
    pub(crate) fn weakness(&self, spec: &Spec) -> Option<Weakness> {
        let level = self.levels.get(usize::from(spec.level?).checked_sub(1)?)?;
        Some(Weakness::new(*level, spec.seed.unwrap_or(1)))
    }

    /// The engine that a SPEC names, at its full strength.
    pub fn engine(&self, spec: &Spec) -> Box<dyn Algorithm<G>> {
        let algorithm = self.mind.engine(spec, self.settings(spec));
        match self.mind.foretells() {
            true => Box::new(Undated(algorithm)),
            false => algorithm,
        }
    }

    fn settings(&self, spec: &Spec) -> Settings {
        let is_mtdf = spec.algorithm == Method::Mtdf;
        let is_selective = spec.selective.unwrap_or(!is_mtdf);
        Settings {
            table_bytes: spec.hash_bytes.unwrap_or(Settings::default().table_bytes),
            quiescence: spec.quiescence.or(spec.selective).unwrap_or(!is_mtdf),
            shortcuts: match is_selective {
                true => self.shortcuts,
                false => Shortcuts::NONE,
            },
            driver: match is_mtdf {
                true => Driver::NullWindows,
                false => Driver::Aspiration,
            },
            unit: self.points_per_unit,
            threads: spec.threads.unwrap_or(1),
            without: spec.without,
            parallel: spec.parallel.unwrap_or(Parallel::Abdada),
            silent: false,
            tables: is_selective
                && spec.allows_exact_answers()
                && self
                    .weakness(spec)
                    .is_none_or(|weakness| weakness.allows_exact_answers()),
        }
    }

    /// What the engine that a SPEC names does in a position, written down.
    pub fn watch(
        &self,
        spec: &Spec,
        task: &Task<'_, G>,
        room: Room,
    ) -> Result<(Report<G::Move>, Record<G>), ParseError> {
        let mut settings = self.settings(spec);
        settings.quiescence &= self.mind.is_ever_noisy();
        let mut recorder = Recorder::new(task.game, task.position, room);
        let heuristics = AnyHeuristics(Arc::clone(&self.mind));
        let mut report = watched(spec, settings, heuristics, task, &mut recorder)?;
        if self.mind.foretells() {
            undate(&mut report);
        }
        Ok((report, recorder.finish()))
    }
}

impl<G: Game> std::fmt::Debug for Evaluation<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Evaluation({})", self.name)
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
        let mut report = self.0.think(task, &mut |report| {
            let mut report = report.clone();
            undate(&mut report);
            observer(&report);
        });
        undate(&mut report);
        report
    }

    fn forget(&mut self) {
        self.0.forget();
    }

    fn memory(&self) -> usize {
        self.0.memory()
    }
}

fn undate<M>(report: &mut Report<M>) {
    for line in &mut report.lines {
        line.distance_known = false;
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
pub(crate) fn algorithm<G: Game, H: Heuristics<G>>(
    spec: &Spec,
    settings: Settings,
    heuristics: H,
) -> Box<dyn Algorithm<G>> {
    let seed = spec.seed.unwrap_or(1);
    match spec.algorithm {
        Method::Minimax => Box::new(Minimax {
            heuristics,
            quiescence: spec.quiescence.unwrap_or(false),
        }),
        Method::AlphaBeta => Box::new(AlphaBeta {
            heuristics,
            order: spec.order.unwrap_or(Order::Generated),
            quiescence: spec.quiescence.unwrap_or(false),
            threads: spec.threads.unwrap_or(1),
        }),
        Method::Maxn => Box::new(Maxn { heuristics }),
        Method::Mcts => Box::new(Mcts::new(seed, spec.hash_bytes)),
        Method::MonteCarlo => Box::new(MonteCarlo::new(seed)),
        Method::ProofNumbers => Box::new(ProofSearch::new(spec.hash_bytes)),
        Method::Careful => Box::new(Careful::new(heuristics, seed)),
        Method::Random => Box::new(RandomPlay::new(seed)),
        Method::Search if spec.selective != Some(false) => Box::new(Playing {
            search: Search::new(heuristics.clone(), settings),
            maxn: Maxn { heuristics },
        }),
        Method::Search | Method::Mtdf => Box::new(Search::new(heuristics, settings)),
    }
}

/// Runs the algorithm that a SPEC names before a witness. It is compiled once a
/// game, for heuristics of any kind: whoever watches has time.
fn watched<G: Game>(
    spec: &Spec,
    settings: Settings,
    heuristics: AnyHeuristics<G>,
    task: &Task<'_, G>,
    recorder: &mut Recorder<'_, G>,
) -> Result<Report<G::Move>, ParseError> {
    let seed = spec.seed.unwrap_or(1);
    let quiescence = settings.quiescence && spec.quiescence == Some(true);
    let observer = &mut |_: &_| {};
    let is_of_many = task.game.players() > 2 && spec.selective != Some(false);
    Ok(match spec.algorithm {
        Method::Minimax => Minimax {
            heuristics,
            quiescence,
        }
        .think_before(task, observer, recorder),
        Method::AlphaBeta => AlphaBeta {
            heuristics,
            order: spec.order.unwrap_or(Order::Generated),
            quiescence,
            threads: 1,
        }
        .think_before(task, observer, recorder),
        Method::Maxn => Maxn { heuristics }.think_before(task, observer, recorder),
        Method::Search if is_of_many => Maxn { heuristics }.think_before(task, observer, recorder),
        Method::Search | Method::Mtdf => {
            Search::new(heuristics, settings).think_before(task, observer, recorder)
        }
        Method::Mcts => Mcts::new(seed, spec.hash_bytes).think_before(task, observer, recorder),
        Method::ProofNumbers => ProofSearch::new(spec.hash_bytes).think_before(task, recorder),
        Method::MonteCarlo | Method::Careful | Method::Random => return Err(spec.no_tree()),
    })
}
