//! The addresses of saved games.

use super::App;
use super::input::{InPath, InQuery, Input};
use super::refusal::{Refused, Told};
use axum::extract::State as Shared;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use plyground_api::Answer;
use plyground_api::explorer::{self, Explored, index_missing};
use plyground_api::import::{self, Import, Imported};
use plyground_api::saved::{
    self, AllMoves, Changes, Format, From, NewGame, NewMove, Played, Saved, SavedGames,
};
use plyground_api::shelf::Wanted;
use plyground_api::state::State;

pub(crate) async fn create(
    Shared(app): Shared<App>,
    Input(new): Input<NewGame>,
) -> Result<Response, Refused> {
    let created = app
        .changing(move |catalogue, shelf| Ok(saved::added(catalogue, shelf, new)?.told(catalogue)))
        .await?;
    Ok((StatusCode::CREATED, created).into_response())
}

pub(crate) async fn list(
    Shared(app): Shared<App>,
    InQuery(wanted): InQuery<Wanted>,
) -> Told<SavedGames> {
    if wanted.position.is_some() {
        index(&app).await?;
    }
    app.reading(move |catalogue, shelf| saved::list(catalogue, shelf, &wanted))
        .await
}

/// Before games are looked for by their positions.
async fn index(app: &App) -> Answer<()> {
    app.storing(|own| {
        own.store
            .change(|shelf| index_missing(&own.catalogue, shelf))
    })
    .await
}

pub(crate) async fn explore(
    Shared(app): Shared<App>,
    Input(asked): Input<State>,
) -> Told<Explored> {
    index(&app).await?;
    app.reading(move |catalogue, shelf| explorer::explore(catalogue, shelf, &asked))
        .await
}

/// Files with many games become saved games, all of one request or none.
pub(crate) async fn import(
    Shared(app): Shared<App>,
    Input(asked): Input<Import>,
) -> Told<Imported> {
    let imported = app.storing(move |own| {
        let ready = import::ready(&own.catalogue, &asked)?;
        own.store.change(|shelf| ready.kept(&own.catalogue, shelf))
    });
    Ok(axum::Json(imported.await?))
}

pub(crate) async fn one(
    Shared(app): Shared<App>,
    InPath(id): InPath<i64>,
    InQuery(asked): InQuery<Format>,
) -> Told<Saved> {
    app.reading(move |catalogue, shelf| saved::one(catalogue, shelf, id, &asked))
        .await
}

pub(crate) async fn change(
    Shared(app): Shared<App>,
    InPath(id): InPath<i64>,
    Input(changes): Input<Changes>,
) -> Told<Saved> {
    app.changing(move |catalogue, shelf| saved::change(catalogue, shelf, id, changes))
        .await
}

pub(crate) async fn remove(
    Shared(app): Shared<App>,
    InPath(id): InPath<i64>,
) -> Result<StatusCode, Refused> {
    let axum::Json(()) = app.changing(move |_, shelf| shelf.remove(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn play(
    Shared(app): Shared<App>,
    InPath(id): InPath<i64>,
    Input(new): Input<NewMove>,
) -> Told<Played> {
    app.changing(move |catalogue, shelf| saved::play(catalogue, shelf, id, new))
        .await
}

/// Undo: keeps the first moves.
pub(crate) async fn cut(
    Shared(app): Shared<App>,
    InPath(id): InPath<i64>,
    InQuery(asked): InQuery<From>,
) -> Told<Played> {
    app.changing(move |catalogue, shelf| saved::cut(catalogue, shelf, id, asked))
        .await
}

pub(crate) async fn replace(
    Shared(app): Shared<App>,
    InPath(id): InPath<i64>,
    Input(new): Input<AllMoves>,
) -> Told<Played> {
    app.changing(move |catalogue, shelf| saved::replace(catalogue, shelf, id, new))
        .await
}

pub(crate) async fn export(
    Shared(app): Shared<App>,
    InPath(id): InPath<i64>,
) -> Result<Response, Refused> {
    let exported = app.reading(move |catalogue, shelf| saved::export(catalogue, shelf, id));
    let axum::Json((file, text)) = exported.await?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{file}\""),
        ),
    ];
    Ok((headers, text).into_response())
}
