//! Saved games: made, listed, opened, changed and written as records, wherever they
//! are kept.

use crate::Catalogue;
use crate::choice::Opened;
use crate::explorer::position_keys;
use crate::json::{Analysed, Json};
use crate::record::{self, Ended, record_of, with_variations_of};
use crate::refusal::{Answer, Refusal, of_field};
use crate::shapes;
use crate::shelf::{Shelf, Stored, Summary, Wanted, position_key};
use crate::state::{self, Described, State};
use plyground_engine::message;
use plyground_engine::message::Message;
use plyground_games::Games;
use plyground_games::record::RecordedMove;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;

#[derive(Debug, Deserialize)]
pub struct NewGame {
    #[serde(flatten)]
    state: State,
    #[serde(flatten)]
    rest: Changes,
}

impl NewGame {
    pub fn of(state: State, rest: Changes) -> NewGame {
        NewGame { state, rest }
    }
}

#[derive(Debug, Default, Deserialize)]
pub struct Changes {
    pub title: Option<String>,
    pub seats: Option<Json>,
    pub notes: Option<Json>,
    /// `null` takes an end back; left out, nothing changes.
    #[serde(default, deserialize_with = "given")]
    pub ended: Option<Option<Ended>>,
}

fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<Ended>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

#[derive(Debug, Deserialize)]
pub struct NewMove {
    ply: usize,
    #[serde(rename = "move")]
    mv: String,
    notes: Option<Json>,
    #[serde(flatten)]
    shown: Shown,
}

impl NewMove {
    pub fn of(ply: usize, mv: String, notes: Option<Json>, shown: Shown) -> NewMove {
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
pub struct Shown {
    format: Option<String>,
    cells: Option<bool>,
}

impl Shown {
    pub fn format(&self) -> Option<&str> {
        self.format.as_deref()
    }
}

#[derive(Debug, Deserialize)]
pub struct AllMoves {
    moves: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub struct From {
    from: usize,
    format: Option<String>,
    cells: Option<bool>,
}

#[derive(Debug, Default, Deserialize)]
pub struct Format {
    format: Option<String>,
}

/// A saved game that was opened at its last move.
#[derive(Debug)]
pub struct Desk {
    pub stored: Stored,
    pub opened: Opened,
}

impl Desk {
    pub fn open(
        catalogue: &Catalogue,
        shelf: &dyn Shelf,
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
        let opened = state.opened(catalogue)?;
        Ok(Desk { stored, opened })
    }

    /// Refuses what was meant for another point of the game.
    pub fn expect_ply(&self, ply: usize) -> Answer<()> {
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
        Err(Refusal::new(409, "conflict", message).with("moves", moves))
    }

    pub fn expect_unfinished(&self) -> Answer<()> {
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
    fn sum_up(&mut self, catalogue: &Catalogue) -> Answer<()> {
        let session = self.opened.session.as_ref();
        let ending = match self.ended() {
            Some(ended) => Some(ended.ending(session)?),
            None => session.ending(),
        };
        self.stored.changed = catalogue.now().stamp();
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

    pub fn told(&self, catalogue: &Catalogue) -> Saved {
        Saved {
            moves: Some(self.opened.session.moves()),
            notes: Some(self.stored.notes.clone()),
            ..listed(catalogue.games, self.stored.clone())
        }
    }
}

/// A saved game; its moves and notes only where it is looked at alone.
#[derive(Debug, Serialize)]
pub struct Saved {
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
pub struct SavedGames {
    total: u64,
    games: Vec<Saved>,
}

/// What has come of a move, or of moves taken back.
#[derive(Debug, Serialize)]
pub struct Played {
    ply: usize,
    #[serde(rename = "move")]
    mv: Option<String>,
    state: Described,
    /// Of the engine that made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis: Option<Analysed>,
}

/// Keeps a new game.
pub fn added(catalogue: &Catalogue, shelf: &dyn Shelf, new: NewGame) -> Answer<Desk> {
    let state = State {
        format: None,
        ..new.state
    };
    let opened = state.opened(catalogue)?;
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
            created: catalogue.now().stamp(),
            changed: String::new(),
            summary: Summary::default(),
        },
        opened,
    };
    desk.apply(new.rest)?;
    desk.sum_up(catalogue)?;
    let moves = desk.opened.session.moves();
    desk.stored.id = shelf.add(&desk.stored, &moves)?;
    shelf.put_positions(desk.stored.id, &position_keys(desk.opened.session.fork()))?;
    Ok(desk)
}

/// The games that are looked for on a shelf that knows all of their positions by now,
/// where one is asked for (see [`index_missing`](crate::explorer::index_missing)).
pub fn list(catalogue: &Catalogue, shelf: &dyn Shelf, wanted: &Wanted) -> Answer<SavedGames> {
    let (total, games) = shelf.list(wanted)?;
    let games = games.into_iter();
    Ok(SavedGames {
        total,
        games: games
            .map(|stored| listed(catalogue.games, stored))
            .collect(),
    })
}

/// Opens a saved game, changes it, and puts it back.
pub fn with_desk<T>(
    catalogue: &Catalogue,
    shelf: &dyn Shelf,
    id: i64,
    moves: Option<Vec<String>>,
    work: impl FnOnce(&mut Desk) -> Answer<T>,
) -> Answer<T> {
    let mut desk = Desk::open(catalogue, shelf, id, moves)?;
    let done = work(&mut desk)?;
    desk.sum_up(catalogue)?;
    shelf.update(&desk.stored)?;
    Ok(done)
}

pub fn one(catalogue: &Catalogue, shelf: &dyn Shelf, id: i64, asked: &Format) -> Answer<Saved> {
    let mut desk = Desk::open(catalogue, shelf, id, None)?;
    write_as(&mut desk, asked.format.as_deref())?;
    Ok(desk.told(catalogue))
}

pub fn write_as(desk: &mut Desk, format: Option<&str>) -> Answer<()> {
    let session = desk.opened.session.as_mut();
    let written = session.write_moves_as(format.unwrap_or_default());
    written.map_err(of_field("bad-request", "format"))
}

pub fn change(
    catalogue: &Catalogue,
    shelf: &dyn Shelf,
    id: i64,
    changes: Changes,
) -> Answer<Saved> {
    with_desk(catalogue, shelf, id, None, |desk| {
        desk.apply(changes)?;
        desk.sum_up(catalogue)?;
        Ok(desk.told(catalogue))
    })
}

pub fn play(catalogue: &Catalogue, shelf: &dyn Shelf, id: i64, new: NewMove) -> Answer<Played> {
    with_desk(catalogue, shelf, id, None, |desk| commit(shelf, desk, new))
}

/// No more moves are taken.
pub fn over(end: Message) -> Refusal {
    let message = message!("game.over", "the game is over ({end})", end = end);
    Refusal::input("illegal-move", message)
}

/// Adds a move to a game and tells what has come of it.
pub fn commit(shelf: &dyn Shelf, desk: &mut Desk, new: NewMove) -> Answer<Played> {
    let id = desk.stored.id;
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
pub fn cut(catalogue: &Catalogue, shelf: &dyn Shelf, id: i64, asked: From) -> Answer<Played> {
    with_desk(catalogue, shelf, id, None, |desk| {
        while desk.opened.session.plies() > asked.from {
            desk.opened.session.take_back();
        }
        desk.stored.ended = None;
        shelf.cut(id, desk.opened.session.plies())?;
        let shown = Shown {
            format: asked.format,
            cells: asked.cells,
        };
        told_as(desk, &shown)
    })
}

pub fn replace(catalogue: &Catalogue, shelf: &dyn Shelf, id: i64, new: AllMoves) -> Answer<Played> {
    with_desk(catalogue, shelf, id, Some(new.moves), |desk| {
        shelf.cut(id, 0)?;
        shelf.add_moves(id, 0, &desk.opened.session.moves())?;
        shelf.put_positions(id, &position_keys(desk.opened.session.fork()))?;
        told_as(desk, &Shown::default())
    })
}

/// A saved game as a record: the name of its file, and its text.
pub fn export(catalogue: &Catalogue, shelf: &dyn Shelf, id: i64) -> Answer<(String, String)> {
    let desk = Desk::open(catalogue, shelf, id, None)?;
    let names: Vec<String> = desk
        .stored
        .seats
        .as_array()
        .into_iter()
        .flatten()
        .map(|seat| seat["name"].as_str().unwrap_or("?").to_owned())
        .collect();
    let day = desk.stored.created.get(..10).unwrap_or_default();
    let day = day.replace('-', ".");
    let mut record = record_of(&desk.opened, &names, desk.ended().as_ref(), &day)?;
    if let Some(moves) = with_variations(catalogue, &desk) {
        record.moves = moves;
    }
    Ok((format!("{}-{id}.pdn", desk.opened.id()), record.write()))
}

/// The game with the variations that an analysis has noted, where they still fit it.
fn with_variations(catalogue: &Catalogue, desk: &Desk) -> Option<Vec<RecordedMove>> {
    let state = State {
        game: desk.stored.game.clone(),
        options: serde_json::from_value(desk.stored.options.clone()).unwrap_or_default(),
        position: desk.stored.start.clone(),
        ..State::default()
    };
    let mut fresh = state.set_up(catalogue).ok()?;
    let tree = desk.stored.notes.get("tree")?;
    with_variations_of(fresh.session.as_mut(), tree, &desk.opened.session.moves())
}
