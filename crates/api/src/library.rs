//! What there is to play, its rules, and positions set up piece by piece.

use crate::analysis::{LONGEST_ANALYSIS, LONGEST_MOVE, scale};
use crate::json::Json;
use crate::refusal::{Answer, Refusal};
use crate::state::{self, Described, MOST_MOVES, Picture, Seat, State};
use crate::{Catalogue, LARGEST_REQUEST};
use plyground_engine::message::Message;
use plyground_engine::view::Piece;
use plyground_engine::{level, message};
use plyground_games::Entry;
use plyground_games::options::{Choice, GameOption};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;

#[derive(Debug, Serialize)]
pub struct Library {
    version: &'static str,
    levels: Vec<Level>,
    limits: Limits,
    games: Vec<Game>,
}

#[derive(Debug, Serialize)]
struct Level {
    level: usize,
    name: &'static str,
}

#[derive(Debug, Serialize)]
struct Limits {
    body_bytes: usize,
    moves: usize,
    think_ms: u128,
    analysis_ms: u128,
}

#[derive(Debug, Serialize)]
struct Game {
    id: &'static str,
    name: &'static str,
    players: [usize; 2],
    options: Vec<Json>,
    heuristics: Vec<&'static str>,
    formats: &'static [&'static str],
    scale: f64,
    seats: Vec<Seat>,
    position: String,
    view: Picture,
}

pub fn games(catalogue: &Catalogue) -> Answer<Library> {
    let levels = (1..).zip(level::NAMES);
    let levels = levels.map(|(level, name)| Level { level, name });
    let games = catalogue.games.iter().map(|entry| game(catalogue, entry));
    Ok(Library {
        version: env!("CARGO_PKG_VERSION"),
        levels: levels.collect(),
        limits: Limits {
            body_bytes: LARGEST_REQUEST,
            moves: MOST_MOVES,
            think_ms: LONGEST_MOVE.as_millis(),
            analysis_ms: LONGEST_ANALYSIS.as_millis(),
        },
        games: games.collect::<Answer<_>>()?,
    })
}

fn game(catalogue: &Catalogue, entry: &'static Entry) -> Answer<Game> {
    let state = State {
        game: entry.id.to_owned(),
        ..State::default()
    };
    let opened = state.opened(catalogue)?;
    let session = opened.session.as_ref();
    let options = entry.options.iter().map(|option| {
        let mut object = option_in_json(option);
        object["about"] = option.about.into();
        object
    });
    Ok(Game {
        id: entry.id,
        name: entry.name,
        players: [entry.players.0, entry.players.1],
        options: options.collect(),
        heuristics: session.heuristics(),
        formats: session.move_formats(),
        scale: scale(session.points_per_unit()),
        seats: state::players(session),
        position: session.position(),
        view: state::picture(session.view(), true),
    })
}

#[derive(Debug, Serialize)]
pub struct Rules {
    id: &'static str,
    name: &'static str,
    markdown: &'static str,
}

pub fn rules(catalogue: &Catalogue, id: &str) -> Answer<Rules> {
    let found = catalogue.games.find(id);
    let entry = found.map_err(|error| Refusal::new(404, "unknown-game", error))?;
    Ok(Rules {
        id: entry.id,
        name: entry.name,
        markdown: entry.rules,
    })
}

#[derive(Debug, Serialize)]
pub struct Kit {
    editable: bool,
    pieces: Vec<KitPiece>,
}

#[derive(Debug, Serialize)]
struct KitPiece {
    owner: usize,
    kind: &'static str,
    letter: char,
    stack: bool,
}

/// The pieces of the position editor, by the rules that the query names.
pub fn kit(catalogue: &Catalogue, id: String, query: BTreeMap<String, String>) -> Answer<Kit> {
    let options = query.into_iter().filter_map(|(name, value)| {
        let name = name.strip_prefix("option.")?.to_owned();
        Some((name, state::Setting::Word(value)))
    });
    let state = State {
        game: id,
        options: options.collect(),
        ..State::default()
    };
    let opened = state.opened_at_start(catalogue)?;
    let kit = opened.session.kit();
    let pieces = kit.iter().map(|piece| KitPiece {
        owner: piece.owner,
        kind: piece.kind,
        letter: piece.letter,
        stack: piece.count.is_some(),
    });
    Ok(Kit {
        editable: !kit.is_empty(),
        pieces: pieces.collect(),
    })
}

#[derive(Debug, Deserialize)]
struct Put {
    cell: String,
    owner: usize,
    kind: String,
    count: Option<u32>,
}

#[derive(Debug, Deserialize)]
pub struct Arrangement {
    #[serde(flatten)]
    state: State,
    pieces: Vec<Put>,
}

/// The position with these pieces on the board.
pub fn arranged(catalogue: &Catalogue, asked: Arrangement) -> Answer<Described> {
    let text = text_of(catalogue, &asked)?;
    let state = State {
        position: Some(text),
        moves: Vec::new(),
        ..asked.state
    };
    let mut opened = state.opened(catalogue)?;
    opened.set_up = Some(opened.session.position());
    Ok(state::describe(&opened, None))
}

pub fn text_of(catalogue: &Catalogue, asked: &Arrangement) -> Answer<String> {
    let refuse = |message: Message| Refusal::input("bad-position", message).with("field", "pieces");
    let session = asked.state.opened_at_start(catalogue)?.session;
    let to_move = state::side_of(session.as_ref(), asked.state.to_move.as_deref())?;
    let (kit, cells) = (session.kit(), session.view().cells);
    let mut pieces: Vec<Piece> = Vec::new();
    for put in &asked.pieces {
        let is_like = |piece: &&Piece| piece.owner == put.owner && piece.kind == put.kind;
        let piece = kit.iter().find(is_like).ok_or_else(|| {
            refuse(message!(
                "pieces.kind",
                "the kit has no {kind} of seat {n}",
                kind = &put.kind,
                n = put.owner
            ))
        })?;
        if !cells.iter().any(|cell| cell.id == put.cell) {
            return Err(refuse(message!(
                "pieces.cell",
                "the board has no cell '{cell}'",
                cell = &put.cell
            )));
        }
        if pieces.iter().any(|other| other.cell == put.cell) {
            return Err(refuse(message!(
                "pieces.twice",
                "two pieces stand on {cell}",
                cell = &put.cell
            )));
        }
        pieces.push(Piece {
            cell: put.cell.clone(),
            count: put.count,
            ..piece.clone()
        });
    }
    session
        .arranged(&pieces, to_move.unwrap_or(session.to_move()))
        .ok_or_else(|| {
            refuse(message!(
                "pieces.text",
                "positions of this game are edited as text"
            ))
        })
}

pub fn option_in_json(option: &GameOption) -> Json {
    match option.choice {
        Choice::Words(words) => {
            json!({"name": option.name, "values": words, "default": words[0]})
        }
        Choice::Number { min, max, default } => {
            json!({"name": option.name, "min": min, "max": max, "default": default})
        }
    }
}
