//! The addresses of saved games.

use super::App;
use super::explorer::{index_missing, position_keys};
use super::input::{InPath, InQuery, Input};
use super::record::{self, Ended, record_of, with_variations_of};
use super::refusal::{Answer, Refusal};
use super::shapes;
use super::state::{self, Described, State};
use super::store::{Shelf, Stored, Summary, Wanted, position_key};
use crate::choice::Opened;
use crate::clock;
use crate::json::{Analysed, Json};
use axum::extract::State as Shared;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use plyground_engine::message;
use plyground_engine::message::Message;
use plyground_games::Games;
use plyground_games::record::RecordedMove;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;

#[derive(Debug, Deserialize)]
pub(crate) struct NewGame {
    #[serde(flatten)]
    state: State,
    #[serde(flatten)]
    rest: Changes,
}

impl NewGame {
    pub(crate) fn of(state: State, rest: Changes) -> NewGame {
        NewGame { state, rest }
    }
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Changes {
    pub(crate) title: Option<String>,
    pub(crate) seats: Option<Json>,
    pub(crate) notes: Option<Json>,
    /// `null` takes an end back; left out, nothing changes.
    #[serde(default, deserialize_with = "given")]
    pub(crate) ended: Option<Option<Ended>>,
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
    #[serde(flatten)]
    shown: Shown,
}

impl NewMove {
    pub(crate) fn of(ply: usize, mv: String, notes: Option<Json>, shown: Shown) -> NewMove {
        NewMove {
            ply,
            mv,
            notes,
            shown,
        }
    }
}

/// How an answer is to be written: its moves, and whether with the cells of the board.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Shown {
    format: Option<String>,
    cells: Option<bool>,
}

impl Shown {
    pub(crate) fn format(&self) -> Option<&str> {
        self.format.as_deref()
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct AllMoves {
    moves: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct From {
    from: usize,
    format: Option<String>,
    cells: Option<bool>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Format {
    format: Option<String>,
}

/// A saved game that was opened at its last move.
pub(crate) struct Desk {
    pub(crate) stored: Stored,
    pub(crate) opened: Opened,
}

impl Desk {
    pub(crate) fn open(
        app: &App,
        shelf: &Shelf<'_>,
        id: i64,
        moves: Option<Vec<String>>,
    ) -> Answer<Desk> {
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

    /// Refuses what was meant for another point of the game.
    pub(crate) fn expect_ply(&self, ply: usize) -> Answer<()> {
        let moves = self.opened.session.moves();
        if moves.len() == ply {
            return Ok(());
        }
        let message = message!(
            "game.moved",
            "expected ply {n}, found {n2}",
            n = moves.len(),
            n2 = ply
        );
        Err(Refusal::new(StatusCode::CONFLICT, "conflict", message).with("moves", moves))
    }

    pub(crate) fn expect_unfinished(&self) -> Answer<()> {
        let Some(ended) = &self.stored.ended else {
            return Ok(());
        };
        let reason = ended["reason"].as_str().unwrap_or_default();
        Err(over(record::reason(reason)).with("field", "move"))
    }

    fn apply(&mut self, changes: Changes) -> Answer<()> {
        if let Some(notes) = changes.notes {
            self.note(notes)?;
        }
        if let Some(title) = changes.title {
            self.stored.title = shapes::title(title)?;
        }
        if let Some(seats) = changes.seats {
            self.stored.seats = shapes::seats(seats)?;
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
        self.stored.notes = shapes::notes(kept)?;
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
            plies: session.plies(),
            position: session.position(),
            to_move: session.sign(session.to_move()).to_string(),
            outcome: ending
                .as_ref()
                .map(|ending| json!(state::outcome(session, ending))),
            result: ending.map_or("*".to_owned(), |ending| {
                session.write_result(ending.outcome)
            }),
        };
        Ok(())
    }

    fn told(&self, app: &App) -> Saved {
        Saved {
            moves: Some(self.opened.session.moves()),
            notes: Some(self.stored.notes.clone()),
            ..listed(app.catalogue.games, self.stored.clone())
        }
    }
}

/// A saved game; its moves and notes only where it is looked at alone.
#[derive(Debug, Serialize)]
pub(crate) struct Saved {
    id: i64,
    game: String,
    name: String,
    options: Json,
    start: Option<String>,
    plies: usize,
    position: String,
    to_move: String,
    seats: Json,
    title: String,
    ended: Option<Json>,
    outcome: Option<Json>,
    result: String,
    created: String,
    changed: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<Json>,
}

fn listed(games: Games, stored: Stored) -> Saved {
    let entry = games.find(&stored.game);
    let summary = stored.summary;
    Saved {
        id: stored.id,
        name: entry.map_or(stored.game.clone(), |entry| entry.name.to_owned()),
        game: stored.game,
        options: stored.options,
        start: stored.start,
        plies: summary.plies,
        position: summary.position,
        to_move: summary.to_move,
        seats: stored.seats,
        title: stored.title,
        ended: stored.ended,
        outcome: summary.outcome,
        result: summary.result,
        created: stored.created,
        changed: stored.changed,
        moves: None,
        notes: None,
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct SavedGames {
    total: u64,
    games: Vec<Saved>,
}

/// What has come of a move, or of moves taken back.
#[derive(Debug, Serialize)]
pub(crate) struct Played {
    ply: usize,
    #[serde(rename = "move")]
    mv: Option<String>,
    state: Described,
    /// Of the engine that made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) analysis: Option<Analysed>,
}

pub(crate) async fn create(
    Shared(app): Shared<App>,
    Input(new): Input<NewGame>,
) -> Answer<Response> {
    let own = app.clone();
    let created = app
        .storing(move || {
            let desk = own.store.change(|shelf| added(&own, shelf, new))?;
            Ok(desk.told(&own))
        })
        .await?;
    Ok((StatusCode::CREATED, axum::Json(created)).into_response())
}

/// Keeps a new game.
pub(crate) fn added(app: &App, shelf: &Shelf<'_>, new: NewGame) -> Answer<Desk> {
    let state = State {
        format: None,
        ..new.state
    };
    let opened = state.opened(&app.catalogue)?;
    let mut desk = Desk {
        stored: Stored {
            id: 0,
            game: opened.id().to_owned(),
            options: state::options(&opened.choice.options).into(),
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
    desk.stored.id = shelf.add(&desk.stored, &moves)?;
    shelf.put_positions(desk.stored.id, &position_keys(desk.opened.session.fork()))?;
    Ok(desk)
}

pub(crate) async fn list(
    Shared(app): Shared<App>,
    InQuery(wanted): InQuery<Wanted>,
) -> Answer<axum::Json<SavedGames>> {
    let own = app.clone();
    let (total, games) = app
        .storing(move || {
            if wanted.position.is_some() {
                own.store.change(|shelf| index_missing(&own, shelf))?;
            }
            own.store.read(|shelf| shelf.list(&wanted))
        })
        .await?;
    let known = app.catalogue.games;
    let games = games.into_iter().map(|stored| listed(known, stored));
    Ok(axum::Json(SavedGames {
        total,
        games: games.collect(),
    }))
}

/// Opens a saved game, changes it, and puts it back.
pub(crate) async fn with_desk<T: Send + 'static>(
    app: App,
    id: i64,
    moves: Option<Vec<String>>,
    work: impl FnOnce(&Shelf<'_>, &mut Desk) -> Answer<T> + Send + 'static,
) -> Answer<T> {
    let own = app.clone();
    app.storing(move || {
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
) -> Answer<axum::Json<Saved>> {
    let own = app.clone();
    let saved = app
        .storing(move || {
            let mut desk = own.store.read(|shelf| Desk::open(&own, shelf, id, None))?;
            write_as(&mut desk, asked.format.as_deref())?;
            Ok(desk.told(&own))
        })
        .await?;
    Ok(axum::Json(saved))
}

pub(crate) fn write_as(desk: &mut Desk, format: Option<&str>) -> Answer<()> {
    let session = desk.opened.session.as_mut();
    let written = session.write_moves_as(format.unwrap_or_default());
    written.map_err(super::refusal::of_field("bad-request", "format"))
}

pub(crate) async fn change(
    Shared(app): Shared<App>,
    InPath(id): InPath<i64>,
    Input(changes): Input<Changes>,
) -> Answer<axum::Json<Saved>> {
    let own = app.clone();
    let saved = with_desk(app, id, None, move |_, desk| {
        desk.apply(changes)?;
        desk.sum_up()?;
        Ok(desk.told(&own))
    })
    .await?;
    Ok(axum::Json(saved))
}

pub(crate) async fn remove(
    Shared(app): Shared<App>,
    InPath(id): InPath<i64>,
) -> Answer<StatusCode> {
    let own = app.clone();
    app.storing(move || own.store.change(|shelf| shelf.remove(id)))
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn play(
    Shared(app): Shared<App>,
    InPath(id): InPath<i64>,
    Input(new): Input<NewMove>,
) -> Answer<axum::Json<Played>> {
    let played = with_desk(app, id, None, move |shelf, desk| {
        commit(shelf, desk, id, new)
    })
    .await?;
    Ok(axum::Json(played))
}

/// No more moves are taken.
pub(crate) fn over(end: Message) -> Refusal {
    let message = message!("game.over", "the game is over ({end})", end = end);
    Refusal::input("illegal-move", message)
}

/// Adds a move to a game and tells what has come of it.
pub(crate) fn commit(shelf: &Shelf<'_>, desk: &mut Desk, id: i64, new: NewMove) -> Answer<Played> {
    let is_last = new.ply.checked_add(1) == Some(desk.opened.session.plies());
    if is_last && is_repeated(desk, &new.mv) {
        return told_as(desk, &new.shown);
    }
    desk.expect_ply(new.ply)?;
    desk.expect_unfinished()?;
    let session = desk.opened.session.as_mut();
    state::play(session, &new.mv)?;
    let (text, _) = session
        .last_move()
        .ok_or_else(|| Refusal::internal("no move"))?;
    shelf.add_moves(id, new.ply, &[text])?;
    let key = position_key(&desk.opened.session.position());
    shelf.add_position(id, new.ply + 1, key)?;
    if let Some(notes) = new.notes {
        desk.note(notes)?;
    }
    told_as(desk, &new.shown)
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

fn told_as(desk: &mut Desk, shown: &Shown) -> Answer<Played> {
    write_as(desk, shown.format())?;
    let described = state::describe(&desk.opened, shown.cells);
    let last = desk.opened.session.last_move().map(|(text, _)| text);
    write_as(desk, None)?;
    Ok(Played {
        ply: desk.opened.session.plies(),
        mv: last,
        state: described,
        analysis: None,
    })
}

/// Undo: keeps the first moves.
pub(crate) async fn cut(
    Shared(app): Shared<App>,
    InPath(id): InPath<i64>,
    InQuery(From {
        from,
        format,
        cells,
    }): InQuery<From>,
) -> Answer<axum::Json<Played>> {
    let cut = with_desk(app, id, None, move |shelf, desk| {
        while desk.opened.session.plies() > from {
            desk.opened.session.take_back();
        }
        desk.stored.ended = None;
        shelf.cut(id, desk.opened.session.plies())?;
        told_as(desk, &Shown { format, cells })
    })
    .await?;
    Ok(axum::Json(cut))
}

pub(crate) async fn replace(
    Shared(app): Shared<App>,
    InPath(id): InPath<i64>,
    Input(new): Input<AllMoves>,
) -> Answer<axum::Json<Played>> {
    let replaced = with_desk(app, id, Some(new.moves), move |shelf, desk| {
        shelf.cut(id, 0)?;
        shelf.add_moves(id, 0, &desk.opened.session.moves())?;
        shelf.put_positions(id, &position_keys(desk.opened.session.fork()))?;
        told_as(desk, &Shown::default())
    })
    .await?;
    Ok(axum::Json(replaced))
}

pub(crate) async fn export(Shared(app): Shared<App>, InPath(id): InPath<i64>) -> Answer<Response> {
    let own = app.clone();
    let (file, text) = app
        .storing(move || {
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
            Ok((format!("{}-{id}.pdn", desk.opened.id()), record.write()))
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
