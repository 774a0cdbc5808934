//! The laboratory: a search as it thought, position by position, beside what theory
//! says of its size; of a game, or of a tree that somebody has drawn.

mod branches;
pub mod complexity;
pub mod theory;
mod told;

pub use told::Laboratory;

use crate::analysis::{Bounds as Limits, spec};
use crate::catalogue::Catalogue;
use crate::choice::Opened;
use crate::refusal::{Answer, Refusal, of_field};
use crate::state::State;
use crate::thinking::{Asked, Purpose};
use branches::Branches;
use plyground_engine::algorithm::{Share, Stop};
use plyground_engine::message;
use plyground_engine::notation::ParseError;
use plyground_engine::spec::Spec;
use plyground_engine::witness::record::Room;
use plyground_engine::witness::told::Watched;
use serde::Deserialize;
use std::time::Duration;
use theory::Trees;

/// So many positions are written down; the rest is counted.
pub const MOST_DRAWN: usize = 20_000;
/// No search for the laboratory is longer.
pub const MOST_NODES: u64 = 2_000_000;
pub const LONGEST: Duration = Duration::from_secs(20);
/// What is looked at unless told.
const USUAL_SPEC: &str = "alpha-beta";
const USUAL_DEPTH: u32 = 3;
const USUAL_PLAYOUTS: u64 = 300;
/// Sequences are counted no further than this to find the branching.
const MOST_SEQUENCES: u64 = 300_000;

#[derive(Clone, Debug, Deserialize)]
pub struct LabRequest {
    #[serde(flatten)]
    pub state: State,
    spec: Option<String>,
    eval: Option<String>,
    #[serde(default)]
    limits: Limits,
    /// How many positions to write down, at the most.
    room: Option<usize>,
    /// A tree with its leaves, `((3 5)(2 9))`, instead of a game.
    tree: Option<String>,
}

/// What is looked at.
enum Subject {
    Game(Box<Opened>),
    Tree(Branches),
}

/// A search that may begin.
pub struct Experiment {
    subject: Subject,
    spec: Spec,
    room: usize,
}

impl std::fmt::Debug for Experiment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Experiment with {:?}", self.spec)
    }
}

impl LabRequest {
    /// Refuses what cannot be looked at before anything is begun.
    pub fn prepared(&self, catalogue: &Catalogue) -> Answer<Experiment> {
        let text = self.spec.as_deref().unwrap_or(USUAL_SPEC);
        let mut spec = spec(Some(text), self.eval.as_deref(), &self.limits)?;
        if !spec.algorithm.has_tree() {
            return Err(of_field("bad-engine", "spec")(spec.no_tree()));
        }
        spec.exact = Some(false);
        spec.level = None;
        let most = spec.nodes.unwrap_or(match spec.has_depth() {
            true => MOST_NODES,
            false => USUAL_PLAYOUTS,
        });
        spec.nodes = Some(most.min(MOST_NODES));
        let subject = match &self.tree {
            Some(text) => {
                let tree: Branches = text.parse().map_err(of_field("bad-position", "tree"))?;
                spec.eval = None;
                let own = tree.depth();
                spec.depth = Some(spec.depth.unwrap_or(own).min(own));
                Subject::Tree(tree)
            }
            None => Subject::Game(Box::new(self.opened(catalogue, &spec)?)),
        };
        if spec.has_depth() {
            spec.depth = spec.depth.or(Some(USUAL_DEPTH));
        }
        Ok(Experiment {
            subject,
            spec,
            room: self.room.unwrap_or(MOST_DRAWN).min(MOST_DRAWN),
        })
    }

    fn opened(&self, catalogue: &Catalogue, spec: &Spec) -> Answer<Opened> {
        let opened = self.state.opened(catalogue)?;
        let checked = opened.session.check_engine(spec);
        checked.map_err(of_field("bad-engine", "eval"))?;
        if opened.session.ending().is_some() {
            let message = message!("lab.over", "the game is over in this position");
            return Err(Refusal::input("bad-position", message).with("field", "position"));
        }
        Ok(opened)
    }
}

impl Experiment {
    /// What the search costs whoever gives it time to think.
    pub fn asked(&self) -> Asked {
        Asked {
            purpose: Purpose::Analysis,
            spec: self.spec.clone(),
            time: self.spec.time.unwrap_or(LONGEST).min(LONGEST),
            lines: 1,
            shuffle: None,
            share: Share::WHOLE,
        }
    }

    /// Looks at the search until it is done or `stop` is raised, with a table of at most
    /// so many bytes.
    pub fn run(mut self, bytes: usize, stop: &Stop<'_>) -> Answer<Laboratory> {
        let hash = self.spec.hash_bytes.unwrap_or(usize::MAX);
        self.spec.hash_bytes = Some(hash.min(bytes));
        let watched = drawn(self.room, stop, &|room| self.watch(room, stop))
            .map_err(of_field("bad-engine", "spec"))?;
        let depth = self.spec.depth.unwrap_or(watched.depth.max(1));
        let trees = match &self.subject {
            Subject::Game(opened) => {
                Trees::count(&[opened.session.as_ref()], depth, MOST_SEQUENCES, stop)
            }
            Subject::Tree(tree) => Trees::even(tree.branching(), depth),
        };
        Ok(told::laboratory(&self.spec, &watched, &trees, stop))
    }

    fn watch(&self, room: Room, stop: &Stop<'_>) -> Result<Watched, ParseError> {
        match &self.subject {
            Subject::Game(opened) => opened.session.watch(&self.spec, room, stop),
            Subject::Tree(tree) => tree.watch(&self.spec, room, stop),
        }
    }
}

/// A search whose drawn part is whole ply by ply: what has no room is left out below
/// some ply, and not to the right of some node. That takes a second look where there is
/// not room for all. If it is stopped, the first has to do.
pub fn drawn(
    room: usize,
    stop: &Stop<'_>,
    watch: &dyn Fn(Room) -> Result<Watched, ParseError>,
) -> Result<Watched, ParseError> {
    let first = watch(Room {
        nodes: room,
        plies: u32::MAX,
    })?;
    let is_whole = first.counted <= room as u64 || first.by_ply.is_empty();
    if is_whole || stop.is_raised() {
        return Ok(first);
    }
    let mut sum = 0;
    let fits = |nodes: &&u64| {
        sum += **nodes;
        sum <= room as u64
    };
    let plies = first.by_ply.iter().take_while(fits).count();
    let second = watch(Room {
        nodes: room,
        plies: plies.saturating_sub(1) as u32,
    })?;
    match stop.is_raised() {
        true => Ok(first),
        false => Ok(second),
    }
}
