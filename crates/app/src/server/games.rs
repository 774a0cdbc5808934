//! What there is to play, and its rules.

use super::App;
use super::analysis::{LONGEST_ANALYSIS, LONGEST_MOVE, scale};
use super::input::{Input, LARGEST_BODY};
use super::refusal::{Answer, Refusal};
use super::state::{self, MOST_MOVES, State};
use crate::commands::games::option_in_json;
use crate::json::Json;
use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;
use plyground_engine::level;
use plyground_games::{Entry, REGISTRY, find};
use serde_json::json;

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

pub(crate) async fn rules(Path(id): Path<String>) -> Answer {
    let entry = find(&id)
        .map_err(|error| Refusal::new(StatusCode::NOT_FOUND, "unknown-game", error.to_string()))?;
    Ok(axum::Json(
        json!({"id": entry.id, "name": entry.name, "markdown": entry.rules}),
    ))
}

pub(crate) async fn at(Shared(app): Shared<App>, Input(state): Input<State>) -> Answer {
    let described = app
        .clone()
        .blocking(move || Ok(state::describe(&state.opened(&app.catalogue)?)))
        .await?;
    Ok(axum::Json(described))
}
