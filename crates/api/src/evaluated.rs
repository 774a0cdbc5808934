//! What evaluations say of a position and why, as data: for `evaluate --json` and
//! for the page.

use crate::Catalogue;
use crate::json::{Heading, Json, Outcome, outcome, units, values};
use crate::refusal::{Answer, of_field};
use crate::state::State;
use plyground_engine::explain::{Change, Explanation, Part, WeighedMove};
use plyground_engine::game::{Player, WinDrawLoss};
use plyground_engine::message::Message;
use plyground_engine::notation::ParseError;
use plyground_engine::session::Session;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number};

#[derive(Debug, Deserialize)]
pub struct EvaluateRequest {
    #[serde(flatten)]
    state: State,
    /// One evaluation by name, or all.
    eval: Option<String>,
}

/// What evaluations say of a position without any search, and why.
pub fn evaluate(catalogue: &Catalogue, asked: &EvaluateRequest) -> Answer<Evaluated> {
    let opened = asked.state.opened(catalogue)?;
    let session = opened.session.as_ref();
    let wanted = wanted(session, asked.eval.as_deref().unwrap_or("all"));
    let opinions = opinions(session, &wanted, None).map_err(of_field("bad-engine", "eval"))?;
    Ok(in_json(opened.id(), session, &opinions))
}

/// The name of something, in English and as a code with its values.
#[derive(Clone, Debug, Serialize)]
struct Named {
    name: String,
    code: &'static str,
    #[serde(skip_serializing_if = "is_empty")]
    values: Json,
}

fn is_empty(values: &Json) -> bool {
    values.as_object().is_none_or(Map::is_empty)
}

impl Named {
    fn of(message: &Message) -> Named {
        Named {
            name: message.to_string(),
            code: message.code(),
            values: values(message),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct OnePart {
    #[serde(flatten)]
    name: Named,
    points: i32,
    value: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<[i32; 2]>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    cells: Map<String, Json>,
}

impl OnePart {
    fn of(part: &Part, unit: i32) -> OnePart {
        let cells = part.cells.iter();
        OnePart {
            name: Named::of(&part.name),
            points: part.points,
            value: units(part.points, unit),
            counts: part.counts,
            cells: cells
                .map(|(cell, points)| (cell.clone(), (*points).into()))
                .collect(),
        }
    }
}

/// What a move is worth by an evaluation, and what that is more or less than now.
#[derive(Clone, Debug, Serialize)]
pub struct OneMove {
    #[serde(rename = "move")]
    mv: String,
    points: Option<i32>,
    change: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    case: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    case_code: Option<&'static str>,
}

impl OneMove {
    fn of(weighed: &WeighedMove, now: i32) -> OneMove {
        OneMove {
            mv: weighed.mv.clone(),
            points: weighed.points,
            change: weighed.points.map(|points| points - now),
            result: weighed.result.map(result_word),
            case: weighed.case.as_ref().map(Message::to_string),
            case_code: weighed.case.as_ref().map(Message::code),
        }
    }
}

fn result_word(result: WinDrawLoss) -> &'static str {
    match result {
        WinDrawLoss::Win => "win",
        WinDrawLoss::Draw => "draw",
        WinDrawLoss::Loss => "loss",
    }
}

/// What the last move has changed, seen by who made it.
#[derive(Clone, Debug, Serialize)]
pub struct LastMove {
    #[serde(rename = "move")]
    mv: String,
    points: i32,
    change: i32,
    parts: Vec<OnePart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    case: Option<Named>,
}

impl LastMove {
    fn of(change: &Change, unit: i32) -> LastMove {
        LastMove {
            mv: change.mv.clone(),
            points: change.after,
            change: change.after - change.before,
            parts: change
                .parts
                .iter()
                .map(|part| OnePart::of(part, unit))
                .collect(),
            case: change.case.as_ref().map(|case| Named::of(&case.name)),
        }
    }
}

/// What one evaluation says, seen by the side to move.
#[derive(Clone, Debug, Serialize)]
pub struct OneEvaluation {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<Named>,
    points: i32,
    value: Number,
    /// The points of every player, by signs.
    by_player: Map<String, Json>,
    parts: Vec<OnePart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_move: Option<LastMove>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<OneMove>>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Evaluated {
    #[serde(flatten)]
    heading: Heading,
    outcome: Option<Outcome>,
    evaluations: Vec<OneEvaluation>,
    /// Those of the first evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<OneMove>>,
}

/// What an evaluation says of a position that is not over.
#[derive(Clone, Debug)]
pub struct Opinion {
    pub explanation: Explanation,
    pub last: Option<Change>,
    /// The best first, where they are wanted.
    pub moves: Option<Vec<WeighedMove>>,
}

impl Opinion {
    /// What it is worth to the side to move, in points.
    pub fn points(&self, mover: Player) -> i32 {
        self.explanation.by_seat[mover.index()]
    }
}

/// What evaluations say, by their names; nothing of a game that is over.
pub fn opinions(
    session: &dyn Session,
    wanted: &[&str],
    lines: Option<usize>,
) -> Result<Vec<Opinion>, ParseError> {
    let mut opinions = Vec::new();
    for name in wanted {
        let explanation = session.explain(name)?;
        let Some(explanation) = explanation.filter(|_| session.ending().is_none()) else {
            continue;
        };
        let moves = match lines {
            None => None,
            Some(lines) => {
                let mut moves = session.weigh_moves(name)?;
                moves.sort_by_key(|weighed| std::cmp::Reverse(rank(weighed)));
                moves.truncate(lines);
                Some(moves)
            }
        };
        opinions.push(Opinion {
            explanation,
            last: session.last_change(name)?,
            moves,
        });
    }
    Ok(opinions)
}

/// Wins first, then by points, losses last; a draw is worth nothing.
fn rank(weighed: &WeighedMove) -> i64 {
    match (weighed.points, weighed.result) {
        (Some(points), _) => i64::from(points),
        (None, Some(WinDrawLoss::Win)) => i64::MAX,
        (None, Some(WinDrawLoss::Loss)) => i64::MIN,
        (None, _) => 0,
    }
}

/// The names of the evaluations that are asked for.
pub fn wanted<'a>(session: &dyn Session, asked: &'a str) -> Vec<&'a str> {
    match asked {
        "all" => session.heuristics(),
        one => vec![one],
    }
}

pub fn in_json(game: &'static str, session: &dyn Session, opinions: &[Opinion]) -> Evaluated {
    let evaluations: Vec<OneEvaluation> = opinions
        .iter()
        .map(|opinion| one_in_json(session, opinion))
        .collect();
    Evaluated {
        heading: Heading::of(game, session),
        outcome: session.ending().map(|ending| outcome(session, &ending)),
        moves: evaluations.first().and_then(|first| first.moves.clone()),
        evaluations,
    }
}

fn one_in_json(session: &dyn Session, opinion: &Opinion) -> OneEvaluation {
    let Explanation {
        evaluation,
        by_seat,
        parts,
    } = &opinion.explanation;
    let unit = evaluation.points_per_unit;
    let points = opinion.points(session.to_move());
    let signs = by_seat.iter().enumerate().map(|(seat, points)| {
        let sign = session.sign(Player::seat(seat)).to_string();
        (sign, (*points).into())
    });
    let weighed = opinion.moves.as_ref();
    OneEvaluation {
        name: evaluation.name,
        about: evaluation.about.as_ref().map(Named::of),
        points,
        value: units(points, unit),
        by_player: signs.collect(),
        parts: parts.iter().map(|part| OnePart::of(part, unit)).collect(),
        last_move: opinion.last.as_ref().map(|last| LastMove::of(last, unit)),
        moves: weighed.map(|moves| moves.iter().map(|mv| OneMove::of(mv, points)).collect()),
    }
}
