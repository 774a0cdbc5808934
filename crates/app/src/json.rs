//! The JSON that scripts rely on.

use crate::failure::Outcome;
use plyground_engine::game;
use plyground_engine::score::Value;
use plyground_engine::session::{Analysis, Ending, Session, Solution};
use serde::Serialize;
use serde_json::{Map, Number, json};
use std::io::Write;
use std::time::Duration;

pub(crate) type Json = serde_json::Value;

/// One object on a line of its own.
pub(crate) fn print(value: &impl Serialize) -> Outcome {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer(&mut out, value)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(())
}

/// A score, seen by the side to move.
pub(crate) fn score(value: Value, points_per_unit: i32) -> Json {
    let decisive = |kind: &str, plies: Option<u32>| match plies {
        Some(plies) => json!({"kind": kind, "plies": plies}),
        None => json!({"kind": kind}),
    };
    match value {
        Value::Win { plies } => decisive("win", plies),
        Value::Loss { plies } => decisive("loss", plies),
        Value::Draw => json!({"kind": "draw"}),
        Value::Estimate(points) => {
            json!({"kind": "estimate", "value": units(points, points_per_unit)})
        }
        Value::Unknown => json!({"kind": "unknown"}),
    }
}

/// Whole numbers stay whole.
fn units(points: i32, points_per_unit: i32) -> Number {
    if points % points_per_unit == 0 {
        return Number::from(points / points_per_unit);
    }
    let value = f64::from(points) / f64::from(points_per_unit);
    Number::from_f64(value).unwrap_or_else(|| Number::from(0))
}

/// `game`, `position` and `to_move`, with which most answers begin.
fn heading(game: &str, session: &dyn Session) -> Map<String, Json> {
    let mut object = Map::new();
    object.insert("game".into(), game.into());
    object.insert("position".into(), session.position().into());
    let sign = session.sign(session.to_move());
    object.insert("to_move".into(), sign.to_string().into());
    object
}

pub(crate) fn analysis(
    game: &str,
    session: &dyn Session,
    analysis: &Analysis,
    elapsed: Duration,
) -> Json {
    let unit = analysis.points_per_unit;
    let best = analysis.lines.first();
    let lines: Vec<Json> = analysis
        .lines
        .iter()
        .map(|line| json!({"move": line.mv, "score": score(line.value, unit), "pv": line.pv}))
        .collect();
    let mut object = heading(game, session);
    object.insert("best".into(), json!(best.map(|line| &line.mv)));
    object.insert("score".into(), score(analysis.value, unit));
    let no_moves = Vec::new();
    object.insert("pv".into(), json!(best.map_or(&no_moves, |line| &line.pv)));
    object.insert("depth".into(), analysis.depth.into());
    object.insert("nodes".into(), analysis.nodes.into());
    object.insert("leaves".into(), analysis.leaves.into());
    object.insert("seconds".into(), seconds(elapsed));
    object.insert("lines".into(), lines.into());
    object.into()
}

pub(crate) fn solution(
    game: &str,
    session: &dyn Session,
    solution: &Solution,
    elapsed: Duration,
) -> Json {
    let mut object = heading(game, session);
    object.insert("score".into(), score(solution.value, 1));
    object.insert("best".into(), json!(solution.best));
    object.insert("nodes".into(), solution.nodes.into());
    object.insert("seconds".into(), seconds(elapsed));
    object.into()
}

pub(crate) fn shown(game: &str, session: &dyn Session) -> Json {
    let mut object = heading(game, session);
    object.insert("legal_moves".into(), session.legal_moves().into());
    let outcome = session.ending().map(|ending| outcome(session, &ending));
    object.insert("outcome".into(), json!(outcome));
    object.into()
}

pub(crate) fn outcome(session: &dyn Session, ending: &Ending) -> Json {
    let sign = |seat: usize| session.sign(game::Player::seat(seat)).to_string();
    match ending.outcome {
        game::Outcome::Win(winner) => {
            json!({"winner": sign(winner.index()), "reason": ending.reason})
        }
        game::Outcome::Draw => json!({"winner": null, "reason": ending.reason}),
        game::Outcome::Places(places) => {
            let places: Map<String, Json> = (0..session.players())
                .map(|seat| (sign(seat), places[seat].into()))
                .collect();
            json!({"places": places, "reason": ending.reason})
        }
    }
}

fn seconds(elapsed: Duration) -> Json {
    let rounded = (elapsed.as_secs_f64() * 1e6).round() / 1e6;
    rounded.into()
}
