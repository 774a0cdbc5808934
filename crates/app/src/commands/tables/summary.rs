//! What a finished table says about its game.

use super::Subject;
use crate::ask::Ask;
use crate::failure::Outcome;
use crate::json::{self, Json};
use crate::words;
use plyground_engine::algorithm::Stop;
use plyground_engine::score::Value;
use plyground_engine::session::Session;
use plyground_engine::solve::retrograde::{Cell, Cells};
use plyground_engine::spec::Spec;
use plyground_games::Knowledge;
use serde_json::json;
use std::io::Write;
use std::sync::Arc;

pub(super) struct Summary {
    /// States and raw positions by the byte of their cell.
    states: [u64; 256],
    positions: [u64; 256],
    longest: Option<Line>,
    starts: Vec<(String, Line)>,
}

/// A position, its value and the best play from it.
struct Line {
    position: String,
    value: Value,
    moves: Vec<String>,
}

pub(super) fn of(subject: &Subject, table: &[u8], cells: Arc<dyn Cells>) -> Outcome<Summary> {
    let knowledge = Knowledge {
        cells: Some(cells),
        ..Knowledge::default()
    };
    let mut summary = Summary {
        states: [0; 256],
        positions: [0; 256],
        longest: None,
        starts: Vec::new(),
    };
    for (range, weight) in subject.solvable.weights() {
        for &cell in &table[range.start as usize..range.end as usize] {
            summary.states[cell as usize] += 1;
            summary.positions[cell as usize] += weight;
        }
    }
    let longest_won = (1..=Cell::LONGEST).rev().map(Cell::won);
    let longest = longest_won
        .into_iter()
        .find(|cell| summary.states[cell.0 as usize] > 0);
    if let Some(index) = longest.and_then(|cell| table.iter().position(|&byte| byte == cell.0)) {
        let mut session = subject.entry.open_knowing(&subject.options, &knowledge);
        session.set_up(&subject.solvable.position(index as u64), None)?;
        summary.longest = Some(best_line(session.as_mut())?);
    }
    for start in subject.solvable.starts() {
        let options = subject.entry.options(start.iter().copied())?;
        let mut session = subject.entry.open_knowing(&options, &knowledge);
        let settings: Vec<String> = start
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        summary
            .starts
            .push((settings.join(" "), best_line(session.as_mut())?));
    }
    Ok(summary)
}

fn best_line(session: &mut dyn Session) -> Outcome<Line> {
    let spec = Spec::default();
    let engine = session.add_engine(&spec)?;
    let (analysis, _) = Ask::of(&spec).put(session, engine, &Stop::new(), &mut |_| {});
    Ok(Line {
        position: session.position(),
        value: analysis.value,
        moves: analysis
            .lines
            .into_iter()
            .next()
            .map_or(Vec::new(), |line| line.pv),
    })
}

impl Summary {
    /// Won, lost and drawn, by one of the two ways of counting.
    fn results(counts: &[u64; 256]) -> [u64; 3] {
        let mut results = [0; 3];
        for (byte, &count) in (0..=255u8).zip(counts) {
            let cell = Cell(byte);
            let result = if cell.is_won() {
                0
            } else if cell.is_lost() {
                1
            } else {
                2
            };
            results[result] += count;
        }
        results
    }

    /// Distance, won, lost: states and positions of each.
    pub(super) fn by_distance(&self) -> Vec<(u8, [u64; 2], [u64; 2])> {
        let of = |counts: &[u64; 256], plies: u8| {
            [
                counts[Cell::won(plies).0 as usize],
                counts[Cell::lost(plies).0 as usize],
            ]
        };
        (0..=Cell::LONGEST)
            .map(|plies| (plies, of(&self.states, plies), of(&self.positions, plies)))
            .filter(|(_, states, _)| states[0] + states[1] > 0)
            .collect()
    }

    pub(super) fn print(&self, subject: &Subject) -> Outcome {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}, {}", subject.entry.name, subject.identity.rules)?;
        for (name, counts) in [("states", &self.states), ("positions", &self.positions)] {
            let [won, lost, drawn] = Summary::results(counts).map(words::grouped);
            writeln!(out, "{name}: {won} won, {lost} lost, {drawn} drawn")?;
        }
        writeln!(
            out,
            "{:>5} {:>16} {:>16} {:>18} {:>18}",
            "plies", "won states", "lost states", "won positions", "lost positions"
        )?;
        for (plies, states, positions) in self.by_distance() {
            let [won, lost] = states.map(words::grouped);
            let [won_positions, lost_positions] = positions.map(words::grouped);
            writeln!(
                out,
                "{plies:>5} {won:>16} {lost:>16} {won_positions:>18} {lost_positions:>18}"
            )?;
        }
        if let Some(line) = &self.longest {
            writeln!(
                out,
                "longest win: {}, {}",
                line.position,
                words::value(line.value, 1)
            )?;
            writeln!(out, "  {}", line.moves.join(" "))?;
        }
        for (settings, line) in &self.starts {
            writeln!(out, "{settings}: {}", words::value(line.value, 1))?;
            writeln!(out, "  {}", line.moves.join(" "))?;
        }
        Ok(())
    }

    pub(super) fn in_json(&self, subject: &Subject, checked: u64, wrong: usize) -> Json {
        let results = |counts| {
            let [won, lost, drawn] = Summary::results(counts);
            json!({"won": won, "lost": lost, "drawn": drawn})
        };
        let line = |line: &Line| {
            json!({
                "position": line.position,
                "score": json::score(line.value, 1),
                "pv": line.moves,
            })
        };
        let by_distance: Vec<Json> = self
            .by_distance()
            .into_iter()
            .map(|(plies, states, positions)| {
                json!({
                    "plies": plies,
                    "states": {"won": states[0], "lost": states[1]},
                    "positions": {"won": positions[0], "lost": positions[1]},
                })
            })
            .collect();
        let starts: serde_json::Map<String, Json> = self
            .starts
            .iter()
            .map(|(settings, start)| (settings.clone(), line(start)))
            .collect();
        json!({
            "game": subject.entry.id,
            "rules": subject.identity.rules,
            "checked": checked,
            "wrong": wrong,
            "states": results(&self.states),
            "positions": results(&self.positions),
            "by_distance": by_distance,
            "longest": self.longest.as_ref().map(line),
            "starts": starts,
        })
    }
}
