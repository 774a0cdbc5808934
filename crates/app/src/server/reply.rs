//! The engine's reply in a saved game: thought, played and committed by one request.

use super::App;
use super::analysis::{Engine, choose};
use super::input::{InPath, Input};
use super::refusal::{Answer, Refusal};
use super::saved::{Desk, NewMove, Played, Shown, commit, over, with_desk, write_as};
use crate::jobs::locked;
use crate::json::Json;
use axum::extract::State as Shared;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::json;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    ply: usize,
    #[serde(default)]
    engine: Engine,
    #[serde(flatten)]
    shown: Shown,
}

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
    Input(wanted): Input<Wanted>,
) -> Answer<axum::Json<Played>> {
    let began = Instant::now();
    let (own, shown) = (app.clone(), wanted.shown.clone());
    let ply = wanted.ply;
    let desk = app
        .storing(move || {
            let mut desk = own.store.read(|shelf| Desk::open(&own, shelf, id, None))?;
            desk.expect_ply(ply)?;
            desk.expect_unfinished()?;
            write_as(&mut desk, shown.format())?;
            Ok(desk)
        })
        .await?;
    if let Some(ending) = desk.opened.session.ending() {
        return Err(over(ending.reason));
    }
    let seat = desk.opened.session.to_move().index();
    let place = Place::taken(&app.hurried, id);
    let (_, told, best) = choose(&app, desk.opened, &wanted.engine, Some(&place.word)).await?;
    drop(place);
    let best = best.ok_or_else(|| Refusal::internal("an engine found no move"))?;
    let mut played = with_desk(app, id, None, move |shelf, desk| {
        let notes = spent(&desk.stored.notes, seat, began.elapsed());
        let new = NewMove::of(wanted.ply, best, notes, wanted.shown);
        commit(shelf, desk, id, new)
    })
    .await?;
    played.analysis = Some(told);
    Ok(axum::Json(played))
}

/// The engine that thinks about a saved game is asked for what it has.
pub(crate) async fn hurry(Shared(app): Shared<App>, InPath(id): InPath<i64>) -> StatusCode {
    if let Some(word) = app.hurried.lock().get(&id) {
        word.notify_one();
    }
    StatusCode::NO_CONTENT
}

/// The clocks of a game after a seat has thought for so long: what it has left, and
/// what each move adds.
fn spent(notes: &Json, seat: usize, elapsed: Duration) -> Option<Json> {
    let mut clocks = notes.get("clocks")?.clone();
    let added = clocks["increment"].as_u64().unwrap_or(0);
    let left = clocks.get_mut("left")?.get_mut(seat)?;
    let rest = left.as_u64()?.saturating_sub(elapsed.as_millis() as u64);
    // Who has run out of time gets nothing for the move.
    *left = if rest == 0 { 0 } else { rest + added }.into();
    Some(json!({ "clocks": clocks }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_costs_its_time_and_gains_the_increment() {
        let notes = json!({"clocks": {"left": [60_000, 60_000], "increment": 2000}});
        let after = spent(&notes, 1, Duration::from_millis(1500)).unwrap();
        assert_eq!(after["clocks"]["left"], json!([60_000, 60_500]));
        let late = spent(&notes, 0, Duration::from_secs(61)).unwrap();
        assert_eq!(late["clocks"]["left"][0], 0);
        assert_eq!(spent(&json!({}), 0, Duration::ZERO), None);
    }
}
