//! The JSON that scripts and pages rely on.

use plyground_engine::game;
use plyground_engine::message::{self, Message};
use plyground_engine::score::Value;
use plyground_engine::session::{Analysis, Ending, Session, Solution};
use serde::Serialize;
use serde_json::{Map, Number, json};
use std::time::Duration;

pub type Json = serde_json::Value;

/// A score, seen by the side to move.
#[derive(Clone, Debug, Serialize)]
pub struct Score {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Number>,
}

pub fn score(value: Value, points_per_unit: i32) -> Score {
    let (kind, plies, value) = match value {
        Value::Win { plies } => ("win", plies, None),
        Value::Loss { plies } => ("loss", plies, None),
        Value::Draw => ("draw", None, None),
        Value::Estimate(points) => ("estimate", None, Some(units(points, points_per_unit))),
        Value::Unknown => ("unknown", None, None),
    };
    Score { kind, plies, value }
}

/// Whole numbers stay whole.
pub fn units(points: i32, points_per_unit: i32) -> Number {
    if points % points_per_unit == 0 {
        return Number::from(points / points_per_unit);
    }
    let value = f64::from(points) / f64::from(points_per_unit);
    Number::from_f64(value).unwrap_or_else(|| Number::from(0))
}

/// With what most answers begin.
#[derive(Clone, Debug, Serialize)]
pub struct Heading {
    game: &'static str,
    position: String,
    to_move: String,
}

impl Heading {
    pub fn of(game: &'static str, session: &dyn Session) -> Heading {
        Heading {
            game,
            position: session.position(),
            to_move: session.sign(session.to_move()).to_string(),
        }
    }
}

/// A move that an engine has looked at. What only the page needs is there only for it.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    #[serde(rename = "move")]
    pub mv: String,
    score: Score,
    pv: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
}

/// What an engine says.
#[derive(Clone, Debug, Serialize)]
pub struct Analysed {
    #[serde(flatten)]
    heading: Heading,
    pub best: Option<String>,
    score: Score,
    pv: Vec<String>,
    depth: u32,
    nodes: u64,
    leaves: u64,
    seconds: f64,
    pub lines: Vec<Line>,
    /// What a table of endings says, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shares: Option<Vec<f64>>,
}

pub fn analysis(
    game: &'static str,
    session: &dyn Session,
    analysis: &Analysis,
    elapsed: Duration,
) -> Analysed {
    let unit = analysis.points_per_unit;
    let best = analysis.lines.first();
    let lines = analysis.lines.iter().map(|line| Line {
        mv: line.mv.clone(),
        score: score(line.value, unit),
        pv: line.pv.clone(),
        share: None,
        path: None,
        count: None,
    });
    Analysed {
        heading: Heading::of(game, session),
        best: best.map(|line| line.mv.clone()),
        score: score(analysis.value, unit),
        pv: best.map_or(Vec::new(), |line| line.pv.clone()),
        depth: analysis.depth,
        nodes: analysis.nodes,
        leaves: analysis.leaves,
        seconds: seconds(elapsed),
        lines: lines.collect(),
        table: analysis.remark.as_ref().map(remark),
        share: None,
        shares: None,
    }
}

/// The exact value and all best moves.
#[derive(Clone, Debug, Serialize)]
pub struct Solved {
    #[serde(flatten)]
    heading: Heading,
    score: Score,
    best: Vec<String>,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<Json>,
}

fn remark(message: &Message) -> Json {
    json!({"text": message.to_string(), "code": message.code(), "values": values(message)})
}

pub fn solution(
    game: &'static str,
    session: &dyn Session,
    solution: &Solution,
    elapsed: Duration,
) -> Solved {
    Solved {
        heading: Heading::of(game, session),
        score: score(solution.value, 1),
        best: solution.best.clone(),
        nodes: solution.nodes,
        seconds: seconds(elapsed),
        table: solution.remark.as_ref().map(remark),
    }
}

/// A position as `show` tells it.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    #[serde(flatten)]
    heading: Heading,
    legal_moves: Vec<String>,
    outcome: Option<Outcome>,
}

pub fn shown(game: &'static str, session: &dyn Session) -> Shown {
    Shown {
        heading: Heading::of(game, session),
        legal_moves: session.legal_moves(),
        outcome: session.ending().map(|ending| outcome(session, &ending)),
    }
}

/// How a game ended: of two who won, of more their places; and why.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    places: Option<Map<String, Json>>,
    reason: String,
    /// For the page, which tells the reason in its own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Json>,
}

pub fn outcome(session: &dyn Session, ending: &Ending) -> Outcome {
    let sign = |seat: usize| session.sign(game::Player::seat(seat)).to_string();
    let (winner, places) = match ending.outcome {
        game::Outcome::Win(winner) => (Some(Some(sign(winner.index()))), None),
        game::Outcome::Draw => (Some(None), None),
        game::Outcome::Places(places) => {
            let seats = 0..session.players();
            let places = seats.map(|seat| (sign(seat), places[seat].into()));
            (None, Some(places.collect()))
        }
    };
    Outcome {
        winner,
        places,
        reason: ending.reason.to_string(),
        code: None,
        values: None,
    }
}

/// The values of a message by their names; one that is a message itself is an object.
pub fn values(message: &Message) -> Json {
    let values = message.values().iter().map(|(name, value)| {
        let value = match value {
            message::Value::Text(text) => text.as_str().into(),
            message::Value::Number(number) => (*number).into(),
            message::Value::Numbers(numbers) => numbers.as_slice().into(),
            message::Value::Message(inner) => json!({
                "code": inner.code(), "values": values(inner), "text": inner.to_string(),
            }),
        };
        ((*name).to_owned(), value)
    });
    values.collect::<Map<String, Json>>().into()
}

fn seconds(elapsed: Duration) -> f64 {
    (elapsed.as_secs_f64() * 1e6).round() / 1e6
}
