//! What a match says in the end.

use super::MatchArguments;
use crate::failure::Outcome;
use crate::json::{self, Json};
use crate::matches::elo::Tally;
use crate::matches::places::Places;
use crate::matches::ratings::{Rating, ratings};
use crate::matches::{FaultKind, Finished};
use serde_json::{Map, json};
use std::io::Write;

/// What is told of one contestant.
struct Row<'a> {
    spec: &'a str,
    tally: Tally,
    rating: Option<Rating>,
    places: Places,
    faults: Vec<(FaultKind, usize)>,
    /// Points and games against each of the others.
    against: Vec<(f64, u32)>,
}

/// Games of two have winners and ratings, others have places.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Duel,
    Tournament,
    Places,
}

pub(super) fn print(arguments: &MatchArguments, players: usize, finished: &[Finished]) -> Outcome {
    let kind = match (players, arguments.specs.len()) {
        (2, 2) => Kind::Duel,
        (2, _) => Kind::Tournament,
        _ => Kind::Places,
    };
    let rows = rows(arguments, players, finished);
    if arguments.json {
        return json::print(&object(arguments, kind, finished, &rows));
    }
    let mut out = anstream::stdout().lock();
    match kind {
        Kind::Duel => print_duel(&mut out, arguments, &rows[0].tally)?,
        Kind::Tournament => print_cross_table(&mut out, &rows)?,
        Kind::Places => print_places(&mut out, players, &rows)?,
    }
    print_faults(&mut out, &rows, finished)
}

fn rows<'a>(arguments: &'a MatchArguments, players: usize, finished: &[Finished]) -> Vec<Row<'a>> {
    let count = arguments.specs.len();
    let mut ratings = ratings(finished, count).into_iter();
    let row = |(contestant, spec): (usize, &'a String)| Row {
        spec,
        tally: Tally::of(finished, contestant),
        rating: ratings.next().flatten(),
        places: Places::of(finished, contestant, players),
        faults: faults(finished, contestant),
        against: (0..count)
            .map(|other| points(finished, contestant, other))
            .collect(),
    };
    arguments.specs.iter().enumerate().map(row).collect()
}

/// What a contestant has scored in how many games against another one.
fn points(finished: &[Finished], contestant: usize, other: usize) -> (f64, u32) {
    let games = finished
        .iter()
        .filter(|game| contestant != other && game.place(other).is_some())
        .filter_map(|game| game.result(contestant));
    games.fold((0.0, 0), |(points, count), result| {
        (points + result as u8 as f64 / 2.0, count + 1)
    })
}

fn print_duel(out: &mut impl Write, arguments: &MatchArguments, first: &Tally) -> Outcome {
    writeln!(
        out,
        "{} against {}: {} won, {} drawn, {} lost of {} games, {:.1} %",
        arguments.specs[0],
        arguments.specs[1],
        first.wins,
        first.draws,
        first.losses,
        first.games(),
        100.0 * first.score()
    )?;
    match (first.elo(), first.elo_error()) {
        (Some(elo), Some(error)) => writeln!(out, "Elo {elo:+.0} ± {error:.0}")?,
        (Some(elo), None) => writeln!(out, "Elo {elo:+.0}")?,
        _ => writeln!(out, "Elo beyond measure")?,
    }
    if let Some(superiority) = first.superiority() {
        let share = 100.0 * superiority;
        writeln!(out, "likelihood of superiority {share:.1} %")?;
    }
    if let Some(sprt) = arguments.sprt {
        let (low, high) = sprt.bounds();
        let (llr, verdict) = (sprt.llr(first), sprt.verdict(first).word());
        writeln!(
            out,
            "SPRT: LLR {llr:.2} of {low:.2} to {high:.2}, {verdict}"
        )?;
    }
    Ok(())
}

/// Everybody against everybody, the best first.
fn print_cross_table(out: &mut impl Write, rows: &[Row<'_>]) -> Outcome {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by(|&a, &b| rows[b].tally.score().total_cmp(&rows[a].tally.score()));
    let width = width(rows);
    write!(
        out,
        "{:>3} {:<width$} games {:>7} {:>14}",
        "", "", "score", "Elo"
    )?;
    for number in 1..=rows.len() {
        write!(out, " {number:>8}")?;
    }
    writeln!(out)?;
    for (index, &one) in order.iter().enumerate() {
        let row = &rows[one];
        let rating = match row.rating {
            Some(rating) => format!("{:+.0} ± {:.0}", rating.elo, rating.error),
            None => "beyond measure".to_owned(),
        };
        write!(
            out,
            "{:>3} {:<width$} {:>5} {:>5.1} % {rating:>14}",
            index + 1,
            row.spec,
            row.tally.games(),
            100.0 * row.tally.score()
        )?;
        for &other in &order {
            let cell = match row.against[other] {
                (_, 0) => "-".to_owned(),
                (points, games) => format!("{points}/{games}"),
            };
            write!(out, " {cell:>8}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn print_places(out: &mut impl Write, players: usize, rows: &[Row<'_>]) -> Outcome {
    let width = width(rows);
    write!(out, "{:<width$} games", "")?;
    for place in ["1st", "2nd", "3rd", "4th"].iter().take(players) {
        write!(out, " {place:>5}")?;
    }
    writeln!(out, "    mean place")?;
    let mut order: Vec<&Row<'_>> = rows.iter().collect();
    order.sort_by(|a, b| a.places.place.mean.total_cmp(&b.places.place.mean));
    for row in order {
        write!(out, "{:<width$} {:>5}", row.spec, row.tally.games())?;
        for count in &row.places.counts {
            write!(out, " {count:>5}")?;
        }
        let error = row.places.place.error;
        let error = error.map_or(String::new(), |error| format!(" ± {error:.2}"));
        writeln!(
            out,
            " {:>13}",
            format!("{:.2}{error}", row.places.place.mean)
        )?;
    }
    Ok(())
}

/// The width of the column of SPECs.
fn width(rows: &[Row<'_>]) -> usize {
    let widths = rows.iter().map(|row| row.spec.chars().count());
    widths.max().unwrap_or(0)
}

/// How many games a contestant has lost by each kind of fault, where there are any.
fn faults(finished: &[Finished], contestant: usize) -> Vec<(FaultKind, usize)> {
    let own = finished
        .iter()
        .filter_map(|game| game.forfeit.as_ref())
        .filter(|forfeit| forfeit.contestant == contestant);
    let count = |kind| {
        own.clone()
            .filter(|forfeit| forfeit.fault.kind == kind)
            .count()
    };
    let counted = FaultKind::ALL.map(|kind| (kind, count(kind)));
    counted
        .into_iter()
        .filter(|&(_, count)| count > 0)
        .collect()
}

/// Who has lost games by faults, and what the first one was.
fn print_faults(out: &mut impl Write, rows: &[Row<'_>], finished: &[Finished]) -> Outcome {
    for (contestant, row) in rows.iter().enumerate() {
        let first = finished.iter().find_map(|game| {
            let forfeit = game.forfeit.as_ref()?;
            (forfeit.contestant == contestant).then_some((game.number, &forfeit.fault.detail))
        });
        let Some((number, detail)) = first else {
            continue;
        };
        let faults = row.faults.iter();
        let counted = faults.map(|&(kind, count)| format!("{count} {}", kind.word(count)));
        let counted = counted.collect::<Vec<_>>().join(", ");
        let (spec, number) = (row.spec, number + 1);
        writeln!(
            out,
            "{spec} lost by {counted}; first in game {number}: {detail}"
        )?;
    }
    Ok(())
}

fn object(arguments: &MatchArguments, kind: Kind, finished: &[Finished], rows: &[Row<'_>]) -> Json {
    let first = &rows[0].tally;
    let is_duel = kind == Kind::Duel;
    let players: Vec<Json> = rows.iter().map(|row| player(kind, row).into()).collect();
    let sprt = arguments.sprt.map(|sprt| {
        let (low, high) = sprt.bounds();
        let (llr, verdict) = (sprt.llr(first), sprt.verdict(first).word());
        json!({"llr": llr, "lower": low, "upper": high, "verdict": verdict})
    });
    json!({
        "game": arguments.rules.game,
        "games": finished.len(),
        "players": players,
        "elo": first.elo().filter(|_| is_duel),
        "elo_error": first.elo_error().filter(|_| is_duel),
        "sprt": sprt,
    })
}

fn player(kind: Kind, row: &Row<'_>) -> Map<String, Json> {
    let tally = &row.tally;
    let mut object = Map::new();
    let mut tell = |name: &str, value: Json| object.insert(name.to_owned(), value);
    tell("spec", row.spec.into());
    tell("wins", tally.wins.into());
    tell("draws", tally.draws.into());
    tell("losses", tally.losses.into());
    tell("score", tally.score().into());
    let faults = row.faults.iter();
    let faults = faults.map(|&(kind, count)| (kind.word(1).to_owned(), count.into()));
    tell("faults", Json::Object(faults.collect()));
    match kind {
        Kind::Duel => {}
        Kind::Tournament => {
            tell("elo", json!(row.rating.map(|rating| rating.elo)));
            tell("elo_error", json!(row.rating.map(|rating| rating.error)));
            let cells = row.against.iter();
            let cells = cells.map(|&(points, games)| json!({"points": points, "games": games}));
            tell("against", cells.collect());
        }
        Kind::Places => {
            tell("places", json!(row.places.counts));
            tell("place", json!(row.places.place.mean));
            tell("place_error", json!(row.places.place.error));
        }
    }
    object
}
