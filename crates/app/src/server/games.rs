//! What there is to play, and its rules.

use super::App;
use super::analysis::{LONGEST_ANALYSIS, LONGEST_MOVE, scale};
use super::input::{InPath, InQuery, Input, LARGEST_BODY};
use super::refusal::{Answer, Refusal};
use super::state::{self, MOST_MOVES, State};
use crate::commands::games::option_in_json;
use crate::json::Json;
use axum::extract::State as Shared;
use axum::http::StatusCode;
use plyground_engine::level;
use plyground_engine::view::Piece;
use plyground_games::{Entry, REGISTRY, find};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;

pub(crate) async fn games(Shared(app): Shared<App>) -> Answer {
    let levels: Vec<Json> = (1..)
        .zip(level::NAMES)
        .map(|(level, name)| json!({"level": level, "name": name}))
        .collect();
    let games = app
        .clone()
        .blocking(move || {
            REGISTRY
                .iter()
                .map(|entry| game(&app, entry))
                .collect::<Answer<Vec<Json>>>()
        })
        .await?;
    Ok(axum::Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "levels": levels,
        "limits": {
            "body_bytes": LARGEST_BODY,
            "moves": MOST_MOVES,
            "think_ms": LONGEST_MOVE.as_millis() as u64,
            "analysis_ms": LONGEST_ANALYSIS.as_millis() as u64,
        },
        "games": games,
    })))
}

fn game(app: &App, entry: &Entry) -> Answer<Json> {
    let state = State {
        game: entry.id.to_owned(),
        ..State::default()
    };
    let opened = state.opened(&app.catalogue)?;
    let session = opened.session.as_ref();
    let options: Vec<Json> = entry
        .options
        .iter()
        .map(|option| {
            let mut object = option_in_json(option);
            object["about"] = option.about.into();
            object
        })
        .collect();
    Ok(json!({
        "id": entry.id,
        "name": entry.name,
        "players": [entry.players.0, entry.players.1],
        "options": options,
        "heuristics": entry.heuristics,
        "formats": session.move_formats(),
        "scale": scale(session.points_per_unit()),
        "seats": state::players(session),
        "position": session.position(),
        "view": state::view(&session.view()),
    }))
}

pub(crate) async fn rules(InPath(id): InPath<String>) -> Answer {
    let entry = find(&id)
        .map_err(|error| Refusal::new(StatusCode::NOT_FOUND, "unknown-game", error.to_string()))?;
    Ok(axum::Json(
        json!({"id": entry.id, "name": entry.name, "markdown": entry.rules}),
    ))
}

/// The pieces of the position editor, by the rules that the query names.
pub(crate) async fn kit(
    Shared(app): Shared<App>,
    InPath(id): InPath<String>,
    InQuery(query): InQuery<BTreeMap<String, String>>,
) -> Answer {
    let options = query.into_iter().filter_map(|(name, value)| {
        let name = name.strip_prefix("option.")?.to_owned();
        Some((name, state::Setting::Word(value)))
    });
    let state = State {
        game: id,
        options: options.collect(),
        ..State::default()
    };
    let opened = state.opened_at_start(&app.catalogue)?;
    let kit = opened.session.kit();
    let pieces: Vec<Json> = kit
        .iter()
        .map(|piece| {
            json!({
                "owner": piece.owner, "kind": piece.kind, "letter": piece.letter.to_string(),
                "stack": piece.count.is_some(),
            })
        })
        .collect();
    Ok(axum::Json(
        json!({"editable": !kit.is_empty(), "pieces": pieces}),
    ))
}

#[derive(Debug, Deserialize)]
struct Put {
    cell: String,
    owner: usize,
    kind: String,
    count: Option<u32>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Arrangement {
    #[serde(flatten)]
    state: State,
    pieces: Vec<Put>,
}

/// The position with these pieces on the board.
pub(crate) async fn arranged(Shared(app): Shared<App>, Input(asked): Input<Arrangement>) -> Answer {
    let own = app.clone();
    let described = app
        .blocking(move || {
            let text = text_of(&own, &asked)?;
            let state = State {
                position: Some(text),
                moves: Vec::new(),
                ..asked.state
            };
            let mut opened = state.opened(&own.catalogue)?;
            opened.set_up = Some(opened.session.position());
            Ok(state::describe(&opened))
        })
        .await?;
    Ok(axum::Json(described))
}

fn text_of(app: &App, asked: &Arrangement) -> Answer<String> {
    let refuse = |message: String| Refusal::input("bad-position", message).with("field", "pieces");
    let session = asked.state.opened_at_start(&app.catalogue)?.session;
    let to_move = state::side_of(session.as_ref(), asked.state.to_move.as_deref())?;
    let (kit, cells) = (session.kit(), session.view().cells);
    let mut pieces: Vec<Piece> = Vec::new();
    for put in &asked.pieces {
        let is_like = |piece: &&Piece| piece.owner == put.owner && piece.kind == put.kind;
        let piece = kit
            .iter()
            .find(is_like)
            .ok_or_else(|| refuse(format!("the kit has no {} of seat {}", put.kind, put.owner)))?;
        if !cells.iter().any(|cell| cell.id == put.cell) {
            return Err(refuse(format!("the board has no cell '{}'", put.cell)));
        }
        if pieces.iter().any(|other| other.cell == put.cell) {
            return Err(refuse(format!("two pieces stand on {}", put.cell)));
        }
        pieces.push(Piece {
            cell: put.cell.clone(),
            count: put.count,
            ..piece.clone()
        });
    }
    session
        .arranged(&pieces, to_move.unwrap_or(session.to_move()))
        .ok_or_else(|| refuse("positions of this game are edited as text".to_owned()))
}

pub(crate) async fn at(Shared(app): Shared<App>, Input(state): Input<State>) -> Answer {
    let described = app
        .clone()
        .blocking(move || Ok(state::describe(&state.opened(&app.catalogue)?)))
        .await?;
    Ok(axum::Json(described))
}
