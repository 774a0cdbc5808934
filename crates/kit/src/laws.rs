//! Laws: what must be true of every position of every game, asked along random
//! games that are spelled by bytes, so that a failure shrinks to a short game.
//!
//! A fault is one line that names the game, the law and the position.

mod of_heuristics;
mod of_rules;

use plyground_engine::game::{Game, Heuristics};
use plyground_engine::notation::Notation;
use plyground_engine::random::Random;
use plyground_engine::view::Depict;
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use std::cell::RefCell;
use std::collections::HashMap;

/// What is wrong, in words.
type Fault = String;

/// Says what is wrong unless the condition holds.
macro_rules! law {
    ($holds:expr, $($fault:tt)*) => {
        if !$holds {
            return Err(format!($($fault)*));
        }
    };
}
use law;

type OfHeuristics<G> = dyn Fn(&G, &<G as Game>::Position) -> Result<(), Fault>;

/// The laws as a game is asked to hold them.
pub struct Laws<G: Game> {
    name: String,
    game: G,
    heuristics: Vec<Box<OfHeuristics<G>>>,
    parts: Vec<Box<OfHeuristics<G>>>,
    cases: u32,
    plies: usize,
}

impl<G: Game> std::fmt::Debug for Laws<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Laws of {}", self.name)
    }
}

impl<G: Notation + Depict> Laws<G> {
    pub fn of(name: impl Into<String>, game: G) -> Laws<G> {
        Laws {
            name: name.into(),
            game,
            heuristics: Vec::new(),
            parts: Vec::new(),
            cases: 32,
            plies: 120,
        }
    }

    /// Holds these heuristics to what searches rely on.
    pub fn with_heuristics(mut self, name: &'static str, heuristics: impl Heuristics<G>) -> Self {
        let explained = heuristics.clone();
        self.parts.push(Box::new(move |game, position| {
            of_heuristics::of_parts(game, &explained, position)
                .map_err(|fault| format!("the evaluation '{name}' {fault}"))
        }));
        self.heuristics.push(Box::new(move |game, position| {
            of_heuristics::hold(game, &heuristics, position)
                .map_err(|fault| format!("the evaluation '{name}' {fault}"))
        }));
        self
    }

    /// Panics with the first fault.
    pub fn hold(self) {
        if let Some(fault) = self.fault() {
            panic!("{fault}");
        }
    }

    /// The first fault, along the shortest game that shows it.
    pub fn fault(self) -> Option<String> {
        if let Err(fault) = of_rules::of_names(&self.game).and_then(|()| self.parts_sum()) {
            return Some(format!("{}: {fault}", self.name));
        }
        let mut runner = TestRunner::new(Config {
            cases: self.cases,
            failure_persistence: None,
            ..Config::default()
        });
        let bytes = vec(any::<u8>(), 0..self.plies);
        let memory = RefCell::new(HashMap::new());
        let outcome = runner.run(&bytes, |bytes| {
            let mut memory = memory.borrow_mut();
            self.along(&bytes, &mut memory).map_err(TestCaseError::fail)
        });
        let fault = outcome.err()?;
        let fault = match fault {
            proptest::test_runner::TestError::Fail(reason, _) => reason.message().to_owned(),
            proptest::test_runner::TestError::Abort(reason) => reason.message().to_owned(),
        };
        Some(format!("{}: {fault}", self.name))
    }

    /// Asks for the parts of every evaluation at so many positions of random games.
    fn parts_sum(&self) -> Result<(), Fault> {
        const POSITIONS: usize = 1000;
        let (game, mut random, mut moves) = (&self.game, Random::new(11), Vec::new());
        let mut position = game.start();
        for _ in 0..POSITIONS {
            if game.ended(&position, &mut moves).is_some() {
                position = game.start();
            }
            for hold in &self.parts {
                let at = |fault| format!("{fault}, at {}", game.write_position(&position));
                hold(game, &position).map_err(at)?;
            }
            game.legal_moves(&position, &mut moves);
            position = game.after(&position, moves[random.below(moves.len())]);
            moves.clear();
        }
        Ok(())
    }

    /// Plays the game that bytes spell and asks for the laws at every position.
    fn along(&self, bytes: &[u8], memory: &mut of_rules::Memory) -> Result<(), Fault> {
        let game = &self.game;
        let mut position = game.start();
        let mut keys = Vec::new();
        let mut random = Random::new(bytes.len() as u64);
        for ply in 0.. {
            let at = |fault| format!("{fault}, at {}", game.write_position(&position));
            of_rules::hold(game, &position, memory).map_err(at)?;
            of_rules::repetition(game, &position, &keys).map_err(at)?;
            if game.ended(&position, &mut Vec::new()).is_some() {
                break;
            }
            for hold in &self.heuristics {
                hold(game, &position).map_err(at)?;
            }
            if ply % 8 == 0 {
                of_rules::ways_back(game, &position, &mut random).map_err(at)?;
            }
            let Some(&byte) = bytes.get(ply) else { break };
            let mut moves = Vec::new();
            game.legal_moves(&position, &mut moves);
            keys.push(game.key(&position));
            position = game.after(&position, moves[byte as usize % moves.len()]);
        }
        Ok(())
    }
}

/// Visits the positions of random games, for laws that one game alone has.
pub fn along_random_games<G: Game>(game: &G, games: u64, mut visit: impl FnMut(&G::Position)) {
    let mut random = Random::new(7);
    let mut moves = Vec::new();
    for _ in 0..games {
        let mut position = game.start();
        for _ in 0..60 {
            visit(&position);
            if game.ended(&position, &mut moves).is_some() {
                break;
            }
            game.legal_moves(&position, &mut moves);
            position = game.after(&position, moves[random.below(moves.len())]);
            moves.clear();
        }
    }
}

/// A position and its image under a symmetry of the board have the same moves.
pub fn images_have_the_same_moves<G: Game>(
    game: &G,
    position: &G::Position,
    image: &G::Position,
    move_image: impl Fn(G::Move) -> G::Move,
) {
    assert_eq!(game.outcome(position), game.outcome(image));
    if game.outcome(position).is_some() {
        return;
    }
    let (mut moves, mut images) = (Vec::new(), Vec::new());
    game.legal_moves(position, &mut moves);
    game.legal_moves(image, &mut images);
    let turned: Vec<G::Move> = moves.into_iter().map(move_image).collect();
    assert_eq!(turned.len(), images.len());
    assert!(
        turned.iter().all(|mv| images.contains(mv)),
        "{turned:?} {images:?}"
    );
}
