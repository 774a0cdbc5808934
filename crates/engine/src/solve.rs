//! Exact solving by search: deeper and deeper until the horizon plays no part.
//!
//! It is the playing search with an evaluation that says nothing, so that the
//! value is proven either by a win or loss within the depth or by a tree that
//! ends everywhere before it.

pub mod packed;
pub mod retrograde;

use crate::algorithm::{Limits, Task};
use crate::game::{Game, Heuristics, Player};
use crate::score::Value;
use crate::search::{Driver, Search, Settings};

/// The exact value of a position and every move that keeps it.
#[derive(Clone, Debug)]
pub struct Solved<M> {
    pub value: Value,
    pub best: Vec<M>,
    pub nodes: u64,
}

/// Solves a position that is not over, or says that a limit came first. The
/// heuristics order moves and foretell ends; their evaluation is not asked.
pub fn by_search<G: Game, H: Heuristics<G>>(
    task: &Task<'_, G>,
    heuristics: &H,
    table_bytes: usize,
    weak: bool,
) -> Solved<G::Move> {
    if H::FORETELLS && task.game.players() == 2 {
        return undated(task, heuristics, table_bytes);
    }
    let plain = settings(table_bytes, weak);
    let tabled = Settings {
        tables: true,
        ..plain
    };
    let search = |settings, task: &_| Search::new(heuristics.clone(), settings).solve(task);
    if H::HAS_TABLES && !weak && task.limits.nodes.is_none_or(|limit| limit > SOON) {
        // What is soon seen to its end has a distance; for the rest tables may answer.
        let limits = Limits {
            nodes: Some(SOON),
            ..task.limits
        };
        let solved = search(plain, &Task { limits, ..*task });
        if solved.value != Value::Unknown || task.stop.is_raised() || task.limits.depth.is_some() {
            return solved;
        }
        let limits = Limits {
            nodes: task.limits.nodes.map(|limit| limit - SOON),
            ..task.limits
        };
        let mut rest = search(tabled, &Task { limits, ..*task });
        rest.nodes += solved.nodes;
        return rest;
    }
    let mut solved = search(if weak { tabled } else { plain }, task);
    if H::FORETELLS {
        solved.value = solved.value.without_distance();
    }
    solved
}

/// So many nodes a search has to see an end before tables of endings are asked.
const SOON: u64 = 1_000_000;

fn settings(table_bytes: usize, weak: bool) -> Settings {
    Settings {
        table_bytes,
        quiescence: false,
        silent: true,
        driver: if weak {
            Driver::Sign
        } else {
            Driver::Aspiration
        },
        ..Settings::default()
    }
}

/// Who wins, and every move that keeps it so: with foretold ends a quicker win
/// cannot be told from a slower one.
fn undated<G: Game, H: Heuristics<G>>(
    task: &Task<'_, G>,
    heuristics: &H,
    table_bytes: usize,
) -> Solved<G::Move> {
    let game = task.game;
    let mover = game.to_move(task.position);
    let mut search = None;
    let mut nodes = 0;
    let mut results = Vec::new();
    for mv in task.root_moves() {
        let child = game.after(task.position, mv);
        nodes += 1;
        let known = game
            .outcome(&child)
            .or_else(|| heuristics.foregone(game, &child));
        let result = known.map(|outcome| outcome.seen_by(mover)).or_else(|| {
            let search = search.get_or_insert_with(|| {
                Search::new(heuristics.clone(), settings(table_bytes, true))
            });
            let limits = Limits {
                nodes: task
                    .limits
                    .nodes
                    .map(|limit| limit.saturating_sub(nodes).max(1)),
                ..task.limits
            };
            let solved = search.solve(&Task {
                position: &child,
                limits,
                ..*task
            });
            nodes += solved.nodes;
            let result = solved.value.result()?;
            Some(if game.to_move(&child) == mover {
                result
            } else {
                result.turned()
            })
        });
        let Some(result) = result else {
            return Solved {
                value: Value::Unknown,
                best: Vec::new(),
                nodes,
            };
        };
        results.push((mv, result));
    }
    let best = results.iter().map(|&(_, result)| result).max();
    let kept = results.iter().filter(|&&(_, result)| Some(result) == best);
    Solved {
        value: best.map_or(Value::Unknown, |best| Value::of_result(best, None)),
        best: kept.map(|&(mv, _)| mv).collect(),
        nodes,
    }
}

/// No opinion at all: for solving with nothing but the rules.
#[derive(Clone, Copy, Debug)]
pub struct NoOpinion;

impl<G: Game> Heuristics<G> for NoOpinion {
    fn evaluate(&self, _game: &G, _position: &G::Position, _player: Player) -> i32 {
        0
    }
}
