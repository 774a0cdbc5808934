//! The addresses of saved games.

use super::App;
use super::input::{InPath, InQuery, Input};
use super::record::{Ended, record_of, with_variations_of};
use super::refusal::{Answer, Refusal};
use super::state::{self, State};
use super::store::{Shelf, Stored, Summary, Wanted};
use crate::clock;
use crate::json::{self, Json};
use crate::positions::Opened;
use axum::extract::State as Shared;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use plyground_games::record::RecordedMove;
use serde::{Deserialize, Deserializer};
use serde_json::json;

const LARGEST_NOTES: usize = 256 << 10;

#[derive(Debug, Deserialize)]
pub(crate) struct NewGame {
    #[serde(flatten)]
    state: State,
    #[serde(flatten)]
    rest: Changes,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Changes {
    title: Option<String>,
    seats: Option<Json>,
    notes: Option<Json>,
    /// `null` takes an end back; left out, nothing changes.
    #[serde(default, deserialize_with = "given")]
    ended: Option<Option<Ended>>,
}

fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<Ended>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

#[derive(Debug, Deserialize)]
pub(crate) struct NewMove {
    ply: usize,
    #[serde(rename = "move")]
    mv: String,
    notes: Option<Json>,
    format: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct AllMoves {
    moves: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct From {
    from: usize,
    format: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Format {
    format: Option<String>,
}

/// A saved game that was opened at its last move.
struct Desk {
    stored: Stored,
    opened: Opened,
}

impl Desk {
    fn open(app: &App, shelf: &Shelf<'_>, id: i64, moves: Option<Vec<String>>) -> Answer<Desk> {
        let stored = shelf.game(id)?;
        let moves = match moves {
            Some(moves) => moves,
            None => shelf.moves(id)?,
        };
        let state = State {
            game: stored.game.clone(),
            options: serde_json::from_value(stored.options.clone()).unwrap_or_default(),
            position: stored.start.clone(),
            moves,
            ..State::default()
        };
        let opened = state.opened(&app.catalogue)?;
        Ok(Desk { stored, opened })
    }

    fn apply(&mut self, changes: Changes) -> Answer<()> {
        if let Some(notes) = changes.notes {
            self.note(notes)?;
        }
        if let Some(title) = changes.title {
            self.stored.title = title;
        }
        if let Some(seats) = changes.seats {
            self.stored.seats = seats;
        }
        if let Some(ended) = changes.ended {
            if let Some(ended) = &ended {
                ended.ending(self.opened.session.as_ref())?;
            }
            self.stored.ended = ended.map(|ended| json!(ended));
        }
        Ok(())
    }

    /// Notes are added to those that are there; a name that is `null` is forgotten.
    fn note(&mut self, new: Json) -> Answer<()> {
        let mut kept = self.stored.notes.clone();
        match (&mut kept, new) {
            (Json::Object(kept), Json::Object(new)) => {
                kept.extend(new);
                kept.retain(|_, note| !note.is_null());
            }
            (kept, new) => *kept = new,
        }
        let length = kept.to_string().len();
        if length > LARGEST_NOTES {
            let message = format!("notes may have {LARGEST_NOTES} bytes, found {length}");
            return Err(Refusal::input("too-large", message).with("field", "notes"));
        }
        self.stored.notes = kept;
        Ok(())
    }

    fn ended(&self) -> Option<Ended> {
        serde_json::from_value(self.stored.ended.clone()?).ok()
    }

    /// Brings what lists show up to date.
    fn sum_up(&mut self) -> Answer<()> {
        let session = self.opened.session.as_ref();
        let ending = match self.ended() {
            Some(ended) => Some(ended.ending(session)?),
            None => session.ending(),
        };
        self.stored.changed = clock::now();
        self.stored.summary = Summary {
            plies: session.moves().len(),
            position: session.position(),
            to_move: session.sign(session.to_move()).to_string(),
            outcome: ending.as_ref().map(|ending| json::outcome(session, ending)),
            result: ending.map_or("*".to_owned(), |ending| {
                session.write_result(ending.outcome)
            }),
        };
        Ok(())
    }

    fn in_json(&self) -> Json {
        let mut object = listed(&self.stored);
        object["moves"] = self.opened.session.moves().into();
        object["notes"] = self.stored.notes.clone();
        object
    }
}

fn listed(stored: &Stored) -> Json {
    let name = plyground_games::find(&stored.game).map_or(stored.game.as_str(), |entry| entry.name);
    json!({
        "id": stored.id,
        "game": stored.game,
        "name": name,
        "options": stored.options,
        "start": stored.start,
        "plies": stored.summary.plies,
        "position": stored.summary.position,
        "to_move": stored.summary.to_move,
        "seats": stored.seats,
        "title": stored.title,
        "ended": stored.ended,
        "outcome": stored.summary.outcome,
        "result": stored.summary.result,
        "created": stored.created,
        "changed": stored.changed,
    })
}

pub(crate) async fn create(
    Shared(app): Shared<App>,
    Input(new): Input<NewGame>,
) -> Answer<Response> {
    let own = app.clone();
    let created = app
        .blocking(move || {
            let state = State {
                format: None,
                ..new.state
            };
            let opened = state.opened(&own.catalogue)?;
            let mut desk = Desk {
                stored: Stored {
                    id: 0,
                    game: opened.entry.id.to_owned(),
                    options: state::options(&opened.options),
                    start: opened.set_up.clone(),
                    seats: json!([]),
                    title: String::new(),
                    notes: Json::Null,
                    ended: None,
                    created: clock::now(),
                    changed: String::new(),
                    summary: Summary {
                        plies: 0,
                        position: String::new(),
                        to_move: String::new(),
                        outcome: None,
                        result: String::new(),
                    },
                },
                opened,
            };
            desk.apply(new.rest)?;
            desk.sum_up()?;
            let moves = desk.opened.session.moves();
            desk.stored.id = own.store.change(|shelf| shelf.add(&desk.stored, &moves))?;
            Ok(desk.in_json())
        })
        .await?;
    Ok((StatusCode::CREATED, axum::Json(created)).into_response())
}

pub(crate) async fn list(Shared(app): Shared<App>, InQuery(wanted): InQuery<Wanted>) -> Answer {
    let own = app.clone();
    let (total, games) = app
        .blocking(move || own.store.read(|shelf| shelf.list(&wanted)))
        .await?;
    let games: Vec<Json> = games.iter().map(listed).collect();
    Ok(axum::Json(json!({"total": total, "games": games})))
}

/// Opens a saved game, changes it, and puts it back.
async fn with_desk<T: Send + 'static>(
    app: App,
    id: i64,
    moves: Option<Vec<String>>,
    work: impl FnOnce(&Shelf<'_>, &mut Desk) -> Answer<T> + Send + 'static,
) -> Answer<T> {
    let own = app.clone();
    app.blocking(move || {
        own.store.change(|shelf| {
            let mut desk = Desk::open(&own, shelf, id, moves)?;
            let done = work(shelf, &mut desk)?;
            desk.sum_up()?;
            shelf.update(&desk.stored)?;
            Ok(done)
        })
    })
    .await
}

pub(crate) async fn one(
    Shared(app): Shared<App>,
    InPath(id): InPath<i64>,
    InQuery(asked): InQuery<Format>,
) -> Answer {
    let own = app.clone();
    let saved = app
        .blocking(move || {
            let mut desk = own.store.read(|shelf| Desk::open(&own, shelf, id, None))?;
            write_as(&mut desk, asked.format.as_deref())?;
            Ok(desk.in_json())
        })
        .await?;
    Ok(axum::Json(saved))
}

fn write_as(desk: &mut Desk, format: Option<&str>) -> Answer<()> {
    let session = desk.opened.session.as_mut();
    let written = session.write_moves_as(format.unwrap_or_default());
    written.map_err(super::refusal::of_field("bad-request", "format"))
}

pub(crate) async fn change(
    Shared(app): Shared<App>,
    InPath(id): InPath<i64>,
    Input(changes): Input<Changes>,
) -> Answer {
    let saved = with_desk(app, id, None, move |_, desk| {
        desk.apply(changes)?;
        desk.sum_up()?;
        Ok(desk.in_json())
    })
    .await?;
    Ok(axum::Json(saved))
}

pub(crate) async fn remove(
    Shared(app): Shared<App>,
    InPath(id): InPath<i64>,
) -> Answer<StatusCode> {
    let own = app.clone();
    app.blocking(move || own.store.change(|shelf| shelf.remove(id)))
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn play(
    Shared(app): Shared<App>,
    InPath(id): InPath<i64>,
    Input(new): Input<NewMove>,
) -> Answer {
    let played = with_desk(app, id, None, move |shelf, desk| {
        if new.ply + 1 == desk.opened.session.moves().len() && is_repeated(desk, &new.mv) {
            return told_as(desk, new.format.as_deref());
        }
        let session = desk.opened.session.as_mut();
        let moves = session.moves();
        if moves.len() != new.ply {
            let message = format!("expected ply {}, found {}", moves.len(), new.ply);
            return Err(
                Refusal::new(StatusCode::CONFLICT, "conflict", message).with("moves", moves)
            );
        }
        if let Some(ended) = &desk.stored.ended {
            let message = format!(
                "the game is over ({})",
                ended["reason"].as_str().unwrap_or_default()
            );
            return Err(Refusal::input("illegal-move", message).with("field", "move"));
        }
        state::play(session, &new.mv)?;
        let (text, _) = session
            .last_move()
            .ok_or_else(|| Refusal::internal("no move"))?;
        shelf.add_moves(id, new.ply, &[text])?;
        if let Some(notes) = new.notes {
            desk.apply(Changes {
                notes: Some(notes),
                ..Changes::default()
            })?;
        }
        told_as(desk, new.format.as_deref())
    })
    .await?;
    Ok(axum::Json(played))
}

/// Whether a move is the last one of the game, sent a second time.
fn is_repeated(desk: &mut Desk, mv: &str) -> bool {
    let session = desk.opened.session.as_mut();
    let Some(last) = session.take_back() else {
        return false;
    };
    let is_same =
        session.play(mv).is_ok() && session.last_move().is_some_and(|(text, _)| text == last);
    if session.last_move().is_some_and(|(text, _)| text != last) {
        session.take_back();
    }
    if !is_same {
        // It was legal a moment ago.
        let _ = session.play(&last);
    }
    is_same
}

fn told_as(desk: &mut Desk, format: Option<&str>) -> Answer<Json> {
    write_as(desk, format)?;
    let described = state::describe(&desk.opened);
    let last = desk.opened.session.last_move().map(|(text, _)| text);
    write_as(desk, None)?;
    Ok(json!({"ply": desk.opened.session.moves().len(), "move": last, "state": described}))
}

/// Undo: keeps the first moves.
pub(crate) async fn cut(
    Shared(app): Shared<App>,
    InPath(id): InPath<i64>,
    InQuery(From { from, format }): InQuery<From>,
) -> Answer {
    let cut = with_desk(app, id, None, move |shelf, desk| {
        while desk.opened.session.moves().len() > from {
            desk.opened.session.take_back();
        }
        desk.stored.ended = None;
        shelf.cut(id, from)?;
        told_as(desk, format.as_deref())
    })
    .await?;
    Ok(axum::Json(cut))
}

pub(crate) async fn replace(
    Shared(app): Shared<App>,
    InPath(id): InPath<i64>,
    Input(new): Input<AllMoves>,
) -> Answer {
    let replaced = with_desk(app, id, Some(new.moves), move |shelf, desk| {
        shelf.cut(id, 0)?;
        shelf.add_moves(id, 0, &desk.opened.session.moves())?;
        told_as(desk, None)
    })
    .await?;
    Ok(axum::Json(replaced))
}

pub(crate) async fn export(Shared(app): Shared<App>, InPath(id): InPath<i64>) -> Answer<Response> {
    let own = app.clone();
    let (file, text) = app
        .blocking(move || {
            let desk = own.store.read(|shelf| Desk::open(&own, shelf, id, None))?;
            let names: Vec<String> = desk
                .stored
                .seats
                .as_array()
                .into_iter()
                .flatten()
                .map(|seat| seat["name"].as_str().unwrap_or("?").to_owned())
                .collect();
            let mut record = record_of(&desk.opened, &names, desk.ended().as_ref())?;
            let day = desk
                .stored
                .created
                .get(..10)
                .unwrap_or_default()
                .replace('-', ".");
            record.set_tag("Date", day);
            if let Some(moves) = with_variations(&own, &desk) {
                record.moves = moves;
            }
            Ok((format!("{}-{id}.pdn", desk.opened.entry.id), record.write()))
        })
        .await?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{file}\""),
        ),
    ];
    Ok((headers, text).into_response())
}

/// The game with the variations that an analysis has noted, where they still fit it.
fn with_variations(app: &App, desk: &Desk) -> Option<Vec<RecordedMove>> {
    let state = State {
        game: desk.stored.game.clone(),
        options: serde_json::from_value(desk.stored.options.clone()).unwrap_or_default(),
        position: desk.stored.start.clone(),
        ..State::default()
    };
    let mut fresh = state.set_up(&app.catalogue).ok()?;
    let tree = desk.stored.notes.get("tree")?;
    with_variations_of(fresh.session.as_mut(), tree, &desk.opened.session.moves())
}
