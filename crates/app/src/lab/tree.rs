//! The tree that alpha-beta looks at, drawn: every move with its value to the
//! side that is to move at the root, and the moves that need not be looked at.
//! The lowest moves drawn have the value that minimax gives them with one ply more.

use crate::ask::Ask;
use crate::failure::Outcome;
use crate::words;
use plyground_engine::algorithm::Stop;
use plyground_engine::explain::Described;
use plyground_engine::game::{Player, WinDrawLoss};
use plyground_engine::score::Value;
use plyground_engine::session::{EngineId, Session};
use std::fmt::Write;

/// No value is so far from zero.
const BEYOND: i64 = i64::MAX;
const CERTAIN: i64 = 1 << 40;

/// A value told on a ply of the tree as a number that can be compared with those
/// of other plies.
fn rank(value: Value, ply: u32) -> i64 {
    let end = |plies: Option<u32>| i64::from(plies.unwrap_or(0) + ply);
    match value {
        Value::Win { plies } => CERTAIN - end(plies),
        Value::Loss { plies } => end(plies) - CERTAIN,
        Value::Draw | Value::Unknown => 0,
        Value::Estimate(points) => i64::from(points),
    }
}

fn turned(value: Value) -> Value {
    match value {
        Value::Win { plies } => Value::Loss { plies },
        Value::Loss { plies } => Value::Win { plies },
        Value::Estimate(points) => Value::Estimate(-points),
        other => other,
    }
}

/// A value after a move, seen from before it.
fn one_ply_on(value: Value) -> Value {
    let later = |plies: Option<u32>| plies.map(|plies| plies + 1);
    match value {
        Value::Win { plies } => Value::Win {
            plies: later(plies),
        },
        Value::Loss { plies } => Value::Loss {
            plies: later(plies),
        },
        other => other,
    }
}

pub(crate) struct Drawing<'a> {
    session: &'a mut dyn Session,
    minimax: EngineId,
    stop: &'a Stop<'a>,
    chooser: Player,
    points_per_unit: i32,
    text: String,
}

/// The lines of one node, and its value to the side that chooses at the root.
struct Branch {
    value: Value,
    /// A cut made it only a bound: "at most" or "at least" so much.
    bound: &'static str,
    lines: Vec<String>,
}

/// The tree below the session's position, so many plies of it.
pub(crate) fn draw(
    session: &mut dyn Session,
    eval: Option<&str>,
    plies: u32,
    stop: &Stop<'_>,
) -> Outcome<String> {
    let spec = match eval {
        Some(eval) => format!("minimax,exact=off,eval={eval}"),
        None => "minimax,exact=off".to_owned(),
    };
    let minimax = session.add_engine(&spec.parse()?)?;
    let chooser = session.to_move();
    let evaluations = session.evaluations();
    let asked = |known: &&Described| eval.is_none_or(|eval| known.name == eval);
    let asked = evaluations.iter().find(asked);
    let points_per_unit = asked.map_or(1, |known| known.points_per_unit);
    let mut drawing = Drawing {
        session,
        minimax,
        stop,
        chooser,
        points_per_unit,
        text: String::new(),
    };
    let branch = drawing.grow(plies, 0, (-BEYOND, BEYOND))?;
    let name = drawing.session.player_name(chooser);
    let _ = writeln!(drawing.text, "{}  {name} to move", drawing.label(&branch));
    for line in branch.lines {
        let _ = writeln!(drawing.text, "{line}");
    }
    Ok(drawing.text)
}

impl Drawing<'_> {
    fn label(&self, branch: &Branch) -> String {
        format!(
            "{}{}",
            branch.bound,
            words::value(branch.value, self.points_per_unit)
        )
    }

    /// `window`: what the chooser has already, and what the others will not allow.
    fn grow(&mut self, plies: u32, ply: u32, mut window: (i64, i64)) -> Outcome<Branch> {
        if let Some(value) = self.at_rest(plies) {
            return Ok(Branch {
                value,
                bound: "",
                lines: Vec::new(),
            });
        }
        let is_chooser = self.session.to_move() == self.chooser;
        let moves = self.session.legal_moves();
        let mut best: Option<Value> = None;
        let mut drawn = Vec::new();
        let mut looked_at = 0;
        for mv in &moves {
            if window.0 >= window.1 || self.stop.is_raised() {
                break;
            }
            self.session.play(mv)?;
            let mut branch = self.grow(plies - 1, ply + 1, window)?;
            self.session.take_back();
            branch.value = one_ply_on(branch.value);
            looked_at += 1;
            let found = rank(branch.value, ply);
            if is_chooser {
                window.0 = window.0.max(found);
            } else {
                window.1 = window.1.min(found);
            }
            let is_better = best.is_none_or(|best| {
                if is_chooser {
                    found > rank(best, ply)
                } else {
                    found < rank(best, ply)
                }
            });
            if is_better {
                best = Some(branch.value);
            }
            drawn.push((format!("{mv}  {}", self.label(&branch)), branch.lines));
        }
        let left_out = &moves[looked_at..];
        if !left_out.is_empty() {
            let note = format!("({} need not be looked at)", left_out.join(" "));
            drawn.push((note, Vec::new()));
        }
        Ok(Branch {
            value: best.unwrap_or(Value::Unknown),
            bound: match (left_out.is_empty(), is_chooser) {
                (true, _) => "",
                (false, true) => "at least ",
                (false, false) => "at most ",
            },
            lines: indented(drawn),
        })
    }

    /// The value of a position that is over, or below which nothing is drawn.
    fn at_rest(&mut self, plies: u32) -> Option<Value> {
        if let Some(ending) = self.session.ending() {
            let result = ending.outcome.seen_by(self.chooser);
            return Some(match result {
                WinDrawLoss::Draw => Value::Draw,
                result => Value::of_result(result, Some(0)),
            });
        }
        if plies > 0 {
            return None;
        }
        let is_chooser = self.session.to_move() == self.chooser;
        let ask = Ask::to_depth(1);
        let (analysis, _) = ask.put(&mut *self.session, self.minimax, self.stop, &mut |_| {});
        Some(match is_chooser {
            true => analysis.value,
            false => turned(analysis.value),
        })
    }
}

/// The children of a node, joined by lines.
fn indented(drawn: Vec<(String, Vec<String>)>) -> Vec<String> {
    let mut lines = Vec::new();
    let last = drawn.len().saturating_sub(1);
    for (place, (label, below)) in drawn.into_iter().enumerate() {
        let (joint, space) = if place == last {
            ("└─", "   ")
        } else {
            ("├─", "│  ")
        };
        lines.push(format!("{joint} {label}"));
        lines.extend(below.into_iter().map(|line| format!("{space}{line}")));
    }
    lines
}
