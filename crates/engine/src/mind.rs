//! Heuristics behind an object-safe face: how the rest of the program sees them,
//! and how a search sees them whose speed does not matter.

use crate::algorithm::{Algorithm, Task};
use crate::engines;
use crate::explain::{Case, Part};
use crate::game::{Game, Heuristics, Horizon, MAX_PLAYERS, Outcome, Player};
use crate::search::Settings;
use crate::solve::{self, Solved};
use crate::spec::Spec;
use std::sync::Arc;

/// What is compiled for heuristics, and what they say.
pub(crate) trait Mind<G: Game>: Send + Sync {
    fn engine(&self, spec: &Spec, settings: Settings) -> Box<dyn Algorithm<G>>;
    fn solve(&self, task: &Task<'_, G>, table_bytes: usize, weak: bool) -> Solved<G::Move>;
    fn foretells(&self) -> bool;
    fn is_ever_noisy(&self) -> bool;

    fn evaluate(&self, game: &G, position: &G::Position, player: Player) -> i32;
    fn worth(&self, game: &G, position: &G::Position) -> [i32; MAX_PLAYERS];
    fn foreseen(&self, game: &G, position: &G::Position, enough: i32) -> Option<i32>;
    fn promise(&self, game: &G, position: &G::Position, mv: G::Move) -> i32;
    fn first_choice(&self, game: &G, position: &G::Position) -> Option<G::Move>;
    fn foregone(&self, game: &G, position: &G::Position) -> Option<Outcome>;
    fn tabled(&self, game: &G, position: &G::Position) -> Option<Outcome>;
    fn horizon(&self, game: &G, position: &G::Position) -> Horizon;
    fn is_noisy(&self, game: &G, position: &G::Position, mv: G::Move) -> bool;
    fn is_self_defeating(&self, game: &G, position: &G::Position) -> bool;
    fn parts(&self, game: &G, position: &G::Position, player: Player) -> Vec<Part>;
    fn case(&self, game: &G, position: &G::Position, mv: G::Move) -> Option<Case>;
}

impl<G: Game, H: Heuristics<G>> Mind<G> for H {
    fn engine(&self, spec: &Spec, settings: Settings) -> Box<dyn Algorithm<G>> {
        engines::algorithm(spec, settings, self.clone())
    }

    fn solve(&self, task: &Task<'_, G>, table_bytes: usize, weak: bool) -> Solved<G::Move> {
        solve::by_search(task, self, table_bytes, weak)
    }

    fn foretells(&self) -> bool {
        H::FORETELLS
    }

    fn is_ever_noisy(&self) -> bool {
        H::NOISY
    }

    fn evaluate(&self, game: &G, position: &G::Position, player: Player) -> i32 {
        Heuristics::evaluate(self, game, position, player)
    }

    fn worth(&self, game: &G, position: &G::Position) -> [i32; MAX_PLAYERS] {
        self.evaluate_each(game, position)
    }

    fn foreseen(&self, game: &G, position: &G::Position, enough: i32) -> Option<i32> {
        Heuristics::foreseen(self, game, position, enough)
    }

    fn promise(&self, game: &G, position: &G::Position, mv: G::Move) -> i32 {
        Heuristics::promise(self, game, position, mv)
    }

    fn first_choice(&self, game: &G, position: &G::Position) -> Option<G::Move> {
        Heuristics::first_choice(self, game, position)
    }

    fn foregone(&self, game: &G, position: &G::Position) -> Option<Outcome> {
        Heuristics::foregone(self, game, position)
    }

    fn tabled(&self, game: &G, position: &G::Position) -> Option<Outcome> {
        Heuristics::tabled(self, game, position)
    }

    fn horizon(&self, game: &G, position: &G::Position) -> Horizon {
        Heuristics::horizon(self, game, position)
    }

    fn is_noisy(&self, game: &G, position: &G::Position, mv: G::Move) -> bool {
        Heuristics::is_noisy(self, game, position, mv)
    }

    fn is_self_defeating(&self, game: &G, position: &G::Position) -> bool {
        Heuristics::is_self_defeating(self, game, position)
    }

    fn parts(&self, game: &G, position: &G::Position, player: Player) -> Vec<Part> {
        Heuristics::parts(self, game, position, player)
    }

    fn case(&self, game: &G, position: &G::Position, mv: G::Move) -> Option<Case> {
        Heuristics::case(self, game, position, mv)
    }
}

/// Any heuristics of a game, asked through their face: one copy of a search serves
/// all of them. Whether they are noisy at all is for who builds the search to say.
pub(crate) struct AnyHeuristics<G: Game>(pub(crate) Arc<dyn Mind<G>>);

impl<G: Game> Clone for AnyHeuristics<G> {
    fn clone(&self) -> Self {
        AnyHeuristics(Arc::clone(&self.0))
    }
}

impl<G: Game> Heuristics<G> for AnyHeuristics<G> {
    const HAS_TABLES: bool = true;
    const NOISY: bool = true;

    fn evaluate(&self, game: &G, position: &G::Position, player: Player) -> i32 {
        self.0.evaluate(game, position, player)
    }

    fn evaluate_each(&self, game: &G, position: &G::Position) -> [i32; MAX_PLAYERS] {
        self.0.worth(game, position)
    }

    fn foreseen(&self, game: &G, position: &G::Position, enough: i32) -> Option<i32> {
        self.0.foreseen(game, position, enough)
    }

    fn promise(&self, game: &G, position: &G::Position, mv: G::Move) -> i32 {
        self.0.promise(game, position, mv)
    }

    fn first_choice(&self, game: &G, position: &G::Position) -> Option<G::Move> {
        self.0.first_choice(game, position)
    }

    fn foregone(&self, game: &G, position: &G::Position) -> Option<Outcome> {
        self.0.foregone(game, position)
    }

    fn tabled(&self, game: &G, position: &G::Position) -> Option<Outcome> {
        self.0.tabled(game, position)
    }

    fn horizon(&self, game: &G, position: &G::Position) -> Horizon {
        self.0.horizon(game, position)
    }

    fn is_noisy(&self, game: &G, position: &G::Position, mv: G::Move) -> bool {
        self.0.is_noisy(game, position, mv)
    }
}
