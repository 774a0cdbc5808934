//! The engine's reply in a saved game: thought, played and committed by one request.

use super::App;
use super::analysis::answer;
use super::input::{InPath, Input};
use super::refusal::Told;
use crate::jobs::locked;
use axum::extract::State as Shared;
use axum::http::StatusCode;
use plyground_api::Refusal;
use plyground_api::analysis::chosen;
use plyground_api::reply::ReplyRequest;
use plyground_api::saved::{Played, with_desk};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;
use tokio::sync::Notify;

/// Searches that may be told to move now, by the game they are for.
#[derive(Debug, Default)]
pub(crate) struct Hurried(Mutex<HashMap<i64, Arc<Notify>>>);

impl Hurried {
    fn lock(&self) -> MutexGuard<'_, HashMap<i64, Arc<Notify>>> {
        locked(&self.0)
    }
}

/// A place in the list that is given up with the request.
struct Place<'a> {
    list: &'a Hurried,
    id: i64,
    word: Arc<Notify>,
}

impl<'a> Place<'a> {
    fn taken(list: &'a Hurried, id: i64) -> Place<'a> {
        let word = Arc::new(Notify::new());
        list.lock().insert(id, Arc::clone(&word));
        Place { list, id, word }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut list = self.list.lock();
        if list
            .get(&self.id)
            .is_some_and(|word| Arc::ptr_eq(word, &self.word))
        {
            list.remove(&self.id);
        }
    }
}

pub(crate) async fn reply(
    Shared(app): Shared<App>,
    InPath(id): InPath<i64>,
    Input(wanted): Input<ReplyRequest>,
) -> Told<Played> {
    let began = Instant::now();
    let asked = wanted.clone();
    let desk = app
        .storing(move |own| {
            own.store
                .read(|shelf| asked.desk(&own.catalogue, shelf, id))
        })
        .await?;
    let opened = desk.opened;
    let seed = app.catalogue.now().seed();
    let asked = wanted.engine.asked(opened.session.as_ref(), seed)?;
    let place = Place::taken(&app.hurried, id);
    let word = answer(&app, opened.session.fork(), asked, Some(&place.word)).await?;
    drop(place);
    let (told, best) = chosen(&opened, &word)?;
    let best = best.ok_or_else(|| Refusal::internal("an engine found no move"))?;
    app.changing(move |catalogue, shelf| {
        let mut played = with_desk(catalogue, shelf, id, None, |desk| {
            wanted.played(shelf, desk, best, began.elapsed())
        })?;
        played.analysis = Some(told);
        Ok(played)
    })
    .await
}

/// The engine that thinks about a saved game is asked for what it has.
pub(crate) async fn hurry(Shared(app): Shared<App>, InPath(id): InPath<i64>) -> StatusCode {
    if let Some(word) = app.hurried.lock().get(&id) {
        word.notify_one();
    }
    StatusCode::NO_CONTENT
}
