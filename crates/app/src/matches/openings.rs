//! Where the games of a match begin: random moves by a seed, or a file.

use crate::ask::Ask;
use crate::failure::{Failure, Outcome};
use crate::positions::read_text;
use plyground_api::choice::GameChoice;
use plyground_api::records;
use plyground_engine::algorithm::{Limits, Stop};
use plyground_engine::notation::ParseError;
use plyground_engine::random::Random;
use plyground_engine::score::Value;
use plyground_engine::session::{EngineId, Session};
use plyground_games::record::Record;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::path::Path;

/// Moves from the game's own start, or from another position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Opening {
    pub(crate) start: Option<String>,
    pub(crate) moves: Vec<String>,
}

impl Opening {
    /// Puts a session where the opening ends.
    pub(crate) fn set_up(&self, session: &mut dyn Session) -> Result<(), ParseError> {
        match &self.start {
            Some(start) => session.set_up(start, None)?,
            None => session.restart(),
        }
        self.moves.iter().try_for_each(|mv| session.play(mv))
    }
}

/// Openings that somebody wins by force within so many plies are not played: they
/// tell nothing about the players.
const FORESIGHT: u32 = 4;
/// An end that takes more nodes to see does not count as seen.
const MOST_NODES: u64 = 20_000;

/// So many openings of random moves, each with a position of its own as far as
/// there are so many. Where chance lays the board, every one has another board.
pub(crate) fn random(
    choice: &GameChoice,
    count: usize,
    plies: u32,
    seed: u64,
) -> Outcome<Vec<Opening>> {
    let mut random = Random::new(seed);
    let mut seen = HashSet::new();
    let numbers = 0..count as u64;
    numbers
        .map(|number| {
            let mut session = choice.of_round(number).session();
            let moves = random_moves(session.as_mut(), plies, &mut random, &mut seen)?;
            Ok(Opening { start: None, moves })
        })
        .collect()
}

/// Random moves from the start to a position that was not seen before and is not
/// decided yet; if there is none to be found, to any in which the game goes on.
fn random_moves(
    session: &mut dyn Session,
    plies: u32,
    random: &mut Random,
    seen: &mut HashSet<String>,
) -> Result<Vec<String>, ParseError> {
    const TRIES: usize = 1000;
    const CANDIDATES: usize = 50;
    let engine = session.add_engine(&"alpha-beta,order=eval".parse()?)?;
    let (mut found, mut candidates) = (Vec::new(), 0);
    for _ in 0..TRIES {
        session.restart();
        for _ in 0..plies {
            let moves = session.legal_moves();
            if moves.is_empty() {
                break;
            }
            session.play(&moves[random.below(moves.len())])?;
        }
        if session.ending().is_some() {
            continue;
        }
        let is_new = seen.insert(session.position());
        if is_new && !is_decided(session, engine) {
            return Ok(session.moves());
        }
        found = session.moves();
        candidates += 1;
        if candidates == CANDIDATES {
            break;
        }
    }
    (candidates > 0).then_some(found).ok_or_else(|| {
        ParseError::new(format!(
            "no opening of {plies} plies was found that does not end the game"
        ))
    })
}

/// Whether a look ahead sees the end of the game.
fn is_decided(session: &mut dyn Session, engine: EngineId) -> bool {
    let ask = Ask::within(Limits {
        depth: Some(FORESIGHT),
        nodes: Some(MOST_NODES),
    });
    let (analysis, _) = ask.put(session, engine, &Stop::new(), &mut |_| {});
    matches!(analysis.value, Value::Win { .. } | Value::Loss { .. })
}

/// The openings of a file: the games of a record file, or one a line, a position
/// in the game's text or `startpos`, and perhaps `moves m1 m2 …` behind it.
pub(crate) fn of_file(choice: &GameChoice, path: &Path) -> Outcome<Vec<Opening>> {
    let text = read_text(path)?;
    let in_file = |error: String| Failure::input(format!("{}: {error}", path.display()));
    let openings = match Record::is_record(&text) {
        true => of_records(choice, &text),
        false => of_lines(choice.session().as_mut(), &text),
    };
    let openings = openings.map_err(|error| in_file(error.to_string()))?;
    if openings.is_empty() {
        return Err(in_file("expected an opening, found none".to_owned()));
    }
    Ok(openings)
}

fn of_records(choice: &GameChoice, text: &str) -> Result<Vec<Opening>, ParseError> {
    let records = Record::read_all(text)?.into_iter().enumerate();
    records
        .map(|(index, record)| {
            let opened = records::replay(&record, index + 1, choice)?;
            let place = format!("game {}", index + 1);
            let mut opening = opening_of(opened.session.as_ref(), &place)?;
            opening.start = opened.set_up;
            Ok(opening)
        })
        .collect()
}

fn of_lines(session: &mut dyn Session, text: &str) -> Result<Vec<Opening>, ParseError> {
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|(index, line)| {
            let place = format!("line {}", index + 1);
            let at_line = |error: ParseError| ParseError::new(format!("{place}: {error}"));
            let (start, moves) = line.split_once(" moves").unwrap_or((line, ""));
            let start = match start.trim() {
                "startpos" => {
                    session.restart();
                    None
                }
                _ => {
                    let text = session.position_in_line(start).to_owned();
                    session.set_up(&text, None).map_err(at_line)?;
                    Some(session.position())
                }
            };
            for mv in moves.split_whitespace() {
                session.play(mv).map_err(at_line)?;
            }
            let opening = opening_of(session, &place)?;
            Ok(Opening { start, ..opening })
        })
        .collect()
}

/// The moves played so far, after which the game must go on.
fn opening_of(session: &dyn Session, place: &str) -> Result<Opening, ParseError> {
    match session.ending() {
        None => Ok(Opening {
            start: None,
            moves: session.moves(),
        }),
        Some(ending) => Err(ParseError::new(format!(
            "{place}: expected a game that goes on, found one that is over ({})",
            ending.reason
        ))),
    }
}
