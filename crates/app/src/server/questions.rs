//! The addresses whose answers need neither a search nor the database.

use super::App;
use super::input::{InPath, InQuery, Input};
use super::refusal::Told;
use axum::extract::State as Shared;
use plyground_api::evaluated::{self, EvaluateRequest, Evaluated};
use plyground_api::library::{self, Arrangement, Kit, Library, Rules};
use plyground_api::record::{self, ReadGames, ReadRequest, WriteRequest, Written};
use plyground_api::state::{self, Described, State};
use std::collections::BTreeMap;

pub(crate) async fn games(Shared(app): Shared<App>) -> Told<Library> {
    app.told(library::games).await
}

pub(crate) async fn rules(Shared(app): Shared<App>, InPath(id): InPath<String>) -> Told<Rules> {
    Ok(axum::Json(library::rules(&app.catalogue, &id)?))
}

/// The pieces of the position editor, by the rules that the query names.
pub(crate) async fn kit(
    Shared(app): Shared<App>,
    InPath(id): InPath<String>,
    InQuery(query): InQuery<BTreeMap<String, String>>,
) -> Told<Kit> {
    Ok(axum::Json(library::kit(&app.catalogue, id, query)?))
}

/// The position with these pieces on the board.
pub(crate) async fn arranged(
    Shared(app): Shared<App>,
    Input(asked): Input<Arrangement>,
) -> Told<Described> {
    app.told(move |catalogue| library::arranged(catalogue, asked))
        .await
}

pub(crate) async fn at(Shared(app): Shared<App>, Input(asked): Input<State>) -> Told<Described> {
    app.told(move |catalogue| state::at(catalogue, &asked))
        .await
}

/// What evaluations say of a position without any search, and why.
pub(crate) async fn evaluate(
    Shared(app): Shared<App>,
    Input(asked): Input<EvaluateRequest>,
) -> Told<Evaluated> {
    app.told(move |catalogue| evaluated::evaluate(catalogue, &asked))
        .await
}

pub(crate) async fn write(
    Shared(app): Shared<App>,
    Input(asked): Input<WriteRequest>,
) -> Told<Written> {
    app.told(move |catalogue| record::written(catalogue, asked))
        .await
}

pub(crate) async fn read(
    Shared(app): Shared<App>,
    Input(asked): Input<ReadRequest>,
) -> Told<ReadGames> {
    app.told(move |catalogue| record::read(catalogue, &asked))
        .await
}
