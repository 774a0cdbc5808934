//! What was played from a position in the games that are kept, however it was
//! reached, and what books and tables know of each move.

use crate::Catalogue;
use crate::choice::Opened;
use crate::json::{self, Json};
use crate::refusal::Answer;
use crate::saved::Desk;
use crate::shelf::{Shelf, position_key};
use crate::state::{self, State};
use plyground_engine::score::Value;
use serde::Serialize;
use std::collections::HashMap;

/// So many games are looked through again where they were kept by an older form.
const MOST_AT_ONCE: usize = 2000;

#[derive(Debug, Serialize)]
pub struct Explored {
    games: usize,
    moves: Vec<ExploredMove>,
}

#[derive(Debug, Serialize)]
struct ExploredMove {
    #[serde(rename = "move")]
    mv: String,
    games: u64,
    /// Won by whoever begins the game, drawn, won by the other.
    first: u64,
    drawn: u64,
    second: u64,
    known: Option<json::Score>,
}

/// What was played from a position in the games of a shelf, which knows all of their
/// positions by now (see [`index_missing`]).
pub fn explore(catalogue: &Catalogue, shelf: &dyn Shelf, asked: &State) -> Answer<Explored> {
    let opened = asked.opened(catalogue)?;
    let options = Json::from(state::options(&opened.choice.options)).to_string();
    let played = shelf.played_from(opened.id(), &options, &opened.session.position())?;
    Ok(told(&opened, &played))
}

/// For each legal move: in how many games it was played, how they ended, and what it
/// is worth where that is known without a search.
fn told(opened: &Opened, played: &[(String, String)]) -> Explored {
    let mut found: HashMap<String, [u64; 4]> = HashMap::new();
    for (mv, result) in played {
        let mut session = opened.session.fork();
        if session.play(mv).is_err() {
            continue;
        }
        let Some((text, _)) = session.last_move() else {
            continue;
        };
        let column = match result.as_str() {
            "1-0" | "2-0" => 0,
            "1/2-1/2" | "1-1" => 1,
            "0-1" | "0-2" => 2,
            _ => 3,
        };
        found.entry(text).or_default()[column] += 1;
    }
    let moves = opened.session.legal_moves().into_iter().map(|mv| {
        let counts = found.get(&mv).copied().unwrap_or_default();
        let mut after = opened.session.fork();
        let known = after.play(&mv).ok().and_then(|()| after.known());
        let mover_goes_on = after.to_move() == opened.session.to_move();
        ExploredMove {
            mv,
            games: counts.iter().sum(),
            first: counts[0],
            drawn: counts[1],
            second: counts[2],
            known: known.map(|value| {
                let seen = if mover_goes_on { value } else { before(value) };
                json::score(seen, after.points_per_unit())
            }),
        }
    });
    Explored {
        games: played.len(),
        moves: moves.collect(),
    }
}

/// What a position is worth to the other side, one ply before.
fn before(value: Value) -> Value {
    let further = |plies: Option<u32>| plies.map(|plies| plies + 1);
    match value {
        Value::Win { plies } => Value::Loss {
            plies: further(plies),
        },
        Value::Loss { plies } => Value::Win {
            plies: further(plies),
        },
        Value::Estimate(points) => Value::Estimate(-points),
        other => other,
    }
}

/// Games of an older form have no positions yet.
pub fn index_missing(catalogue: &Catalogue, shelf: &dyn Shelf) -> Answer<()> {
    for id in shelf.without_positions(MOST_AT_ONCE)? {
        let keys = match Desk::open(catalogue, shelf, id, None) {
            Ok(desk) => position_keys(desk.opened.session.fork()),
            // A row that cannot be read has one position that nobody asks for.
            Err(_) => vec![0],
        };
        shelf.put_positions(id, &keys)?;
    }
    Ok(())
}

/// The key of every position of a game, the first one first.
pub fn position_keys(mut session: Box<dyn plyground_engine::session::Session>) -> Vec<i64> {
    let mut keys = vec![position_key(&session.position())];
    while session.take_back().is_some() {
        keys.push(position_key(&session.position()));
    }
    keys.reverse();
    keys
}
