//! `plyground evaluate`: what a position is worth without any search, and why.

use crate::arguments::EvaluateArguments;
use crate::failure::Outcome;
use crate::language::{self, say};
use crate::positions::open_at;
use crate::{json, words};
use plyground_api::evaluated::{self, Opinion};
use plyground_engine::explain::{Explanation, Part};
use plyground_engine::game::{Player, WinDrawLoss};
use plyground_engine::score::Value;
use plyground_engine::session::Session;
use plyground_games::Games;
use std::io::Write;

/// So many parts are told one by one; what is left is told together.
const MOST_PARTS: usize = 12;

pub(crate) fn run(games: Games, arguments: &EvaluateArguments) -> Outcome {
    let opened = open_at(games, &arguments.rules, &arguments.position)?;
    let session = opened.session.as_ref();
    let wanted = evaluated::wanted(session, &arguments.eval);
    let opinions = evaluated::opinions(session, &wanted, arguments.lines)?;
    if arguments.json {
        return json::print(&evaluated::in_json(opened.id(), session, &opinions));
    }
    let mut out = anstream::stdout().lock();
    if let Some(ending) = session.ending() {
        writeln!(out, "{}", super::show::in_words(session, &ending))?;
        return Ok(());
    }
    let who = language::player(session, session.to_move());
    writeln!(out, "{}", say!("term.toMove", who = who))?;
    for opinion in &opinions {
        tell(&mut out, session, opinion)?;
    }
    Ok(())
}

fn tell(out: &mut impl Write, session: &dyn Session, opinion: &Opinion) -> Outcome {
    let Explanation {
        evaluation,
        by_seat,
        parts,
    } = &opinion.explanation;
    let unit = evaluation.points_per_unit;
    let points = opinion.points(session.to_move());
    let seats = by_seat.iter().enumerate().map(|(seat, points)| {
        let name = language::player(session, Player::seat(seat));
        format!("{name} {}", worth(*points, unit))
    });
    let seats: Vec<String> = seats.collect();
    let whole = worth(points, unit);
    writeln!(out)?;
    match unit {
        1 => writeln!(out, "{}: {whole} ({})", evaluation.name, seats.join(", "))?,
        _ => writeln!(
            out,
            "{}: {whole}, {} ({})",
            evaluation.name,
            say!("term.points", n = words::signed(points)),
            seats.join(", ")
        )?,
    }
    if let Some(about) = &evaluation.about {
        writeln!(out, "  {}", language::told(about))?;
    }
    tell_parts(out, parts)?;
    if let Some(last) = &opinion.last {
        let change = words::signed(last.after - last.before);
        let case = last.case.as_ref();
        let case = case.map_or(String::new(), |case| {
            format!(
                "; {}: {}",
                language::told(&case.name),
                words::signed(case.points)
            )
        });
        let told = say!("term.changed", mv = last.mv.as_str(), n = change);
        writeln!(out, "  {told}{case}")?;
        tell_parts(out, &last.parts)?;
    }
    for weighed in opinion.moves.iter().flatten() {
        let told = match (weighed.points, weighed.result) {
            (Some(worth), _) => {
                format!(
                    "{:>10} {:>10}",
                    words::signed(worth),
                    words::signed(worth - points)
                )
            }
            (None, Some(WinDrawLoss::Win)) => format!("{:>10} {:>10}", say!("term.ends.win"), ""),
            (None, Some(WinDrawLoss::Loss)) => format!("{:>10} {:>10}", say!("term.ends.loss"), ""),
            (None, _) => format!("{:>10} {:>10}", say!("term.ends.draw"), ""),
        };
        let case = weighed
            .case
            .as_ref()
            .map_or(String::new(), |case| format!("  {}", language::told(case)));
        writeln!(out, "  {:<12} {}{case}", weighed.mv, told.trim_end())?;
    }
    Ok(())
}

/// The largest first; parts that add nothing are left out, unless nothing else is there.
fn tell_parts(out: &mut impl Write, parts: &[Part]) -> Outcome {
    let mut told: Vec<&Part> = parts.iter().filter(|part| part.points != 0).collect();
    told.sort_by_key(|part| std::cmp::Reverse(part.points.abs()));
    if told.is_empty() {
        told.extend(parts);
    }
    let rest = told.split_off(told.len().min(MOST_PARTS));
    for part in &told {
        let counts = part
            .counts
            .map_or(String::new(), |[own, other]| format!("{own} : {other}"));
        let name = language::told(&part.name);
        writeln!(
            out,
            "  {:>10}  {counts:<9} {name}",
            words::signed(part.points)
        )?;
    }
    if !rest.is_empty() {
        let sum: i32 = rest.iter().map(|part| part.points).sum();
        let count = rest.len();
        let told = say!("term.smaller", n = count);
        writeln!(out, "  {:>10}  {:<9} {told}", words::signed(sum), "")?;
    }
    Ok(())
}

fn worth(points: i32, unit: i32) -> String {
    words::value(Value::Estimate(points), unit)
}
