//! Saved games in SQLite. A move is on disk before its answer goes out, so that
//! what a page shows as played is there after any crash.

use super::refusal::{Answer, Refusal};
use crate::failure::{Failure, Outcome};
use crate::json::Json;
use anyhow::Context;
use directories::ProjectDirs;
use rusqlite::types::ToSql;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

const SCHEMA: &str = "
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL,
        options TEXT NOT NULL,
        start TEXT,
        seats TEXT NOT NULL,
        title TEXT NOT NULL,
        notes TEXT NOT NULL,
        ended TEXT,
        created TEXT NOT NULL,
        changed TEXT NOT NULL,
        plies INTEGER NOT NULL,
        position TEXT NOT NULL,
        to_move TEXT NOT NULL,
        outcome TEXT,
        result TEXT NOT NULL
    );
    CREATE INDEX games_by_change ON games (changed);
    CREATE TABLE moves (
        game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        ply INTEGER NOT NULL,
        move TEXT NOT NULL,
        PRIMARY KEY (game, ply)
    ) WITHOUT ROWID;
    PRAGMA user_version = 1;";
const VERSION: i64 = 1;

#[derive(Debug)]
pub(crate) struct Store {
    connection: Mutex<Connection>,
}

/// A game as it is kept. `summary` follows from the rest and makes lists fast.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    pub(crate) id: i64,
    pub(crate) game: String,
    pub(crate) options: Json,
    pub(crate) start: Option<String>,
    pub(crate) seats: Json,
    pub(crate) title: String,
    pub(crate) notes: Json,
    /// How it ended, where the board does not say it.
    pub(crate) ended: Option<Json>,
    pub(crate) created: String,
    pub(crate) changed: String,
    pub(crate) summary: Summary,
}

#[derive(Clone, Debug)]
pub(crate) struct Summary {
    pub(crate) plies: usize,
    pub(crate) position: String,
    pub(crate) to_move: String,
    pub(crate) outcome: Option<Json>,
    pub(crate) result: String,
}

/// Which games are looked for.
#[derive(Clone, Debug, Default, serde::Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    game: String,
    #[serde(default)]
    from: String,
    #[serde(default)]
    to: String,
    #[serde(default)]
    text: String,
    unfinished: Option<u8>,
    limit: Option<u32>,
    #[serde(default)]
    offset: u32,
}

impl Store {
    /// The database given, or the one in the user's data directory; made where it is missing.
    pub(crate) fn open(given: Option<&Path>) -> Outcome<Store> {
        let path = match given {
            Some(path) => path.to_owned(),
            None => usual_path()?,
        };
        let opened = Store::open_file(&path);
        opened.map_err(|error| {
            Failure::input(format!(
                "cannot keep games in {}: {error:#}",
                path.display()
            ))
        })
    }

    fn open_file(path: &Path) -> anyhow::Result<Store> {
        if let Some(folder) = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
        {
            std::fs::create_dir_all(folder)?;
        }
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        let transaction = connection.transaction()?;
        let version: i64 =
            transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
        match version {
            0 => transaction.execute_batch(SCHEMA)?,
            VERSION => {}
            newer => {
                anyhow::bail!("it was made by a newer plyground (form {newer}, expected {VERSION})")
            }
        }
        transaction.commit()?;
        Ok(Store {
            connection: Mutex::new(connection),
        })
    }

    /// Does something and commits it, or changes nothing.
    pub(crate) fn change<T>(&self, work: impl FnOnce(&Shelf<'_>) -> Answer<T>) -> Answer<T> {
        let mut connection = self
            .connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let behaviour = rusqlite::TransactionBehavior::Immediate;
        let shelf = Shelf(connection.transaction_with_behavior(behaviour)?);
        let done = work(&shelf)?;
        shelf.0.commit()?;
        Ok(done)
    }

    pub(crate) fn read<T>(&self, work: impl FnOnce(&Shelf<'_>) -> Answer<T>) -> Answer<T> {
        let mut connection = self
            .connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        work(&Shelf(connection.transaction()?))
    }
}

fn usual_path() -> anyhow::Result<PathBuf> {
    let project = ProjectDirs::from("", "", "plyground")
        .context("no data directory is known for this user; give a file with --db FILE")?;
    Ok(project.data_dir().join("games.sqlite"))
}

/// The games within one transaction.
pub(crate) struct Shelf<'a>(Transaction<'a>);

impl Shelf<'_> {
    pub(crate) fn add(&self, stored: &Stored, moves: &[String]) -> Answer<i64> {
        self.0.execute(
            "INSERT INTO games (game, options, start, seats, title, notes, ended, created, changed,
                plies, position, to_move, outcome, result)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
            params![
                stored.game,
                stored.options.to_string(),
                stored.start,
                stored.seats.to_string(),
                stored.title,
                stored.notes.to_string(),
                stored.ended.as_ref().map(Json::to_string),
                stored.created,
                stored.changed,
                stored.summary.plies as i64,
                stored.summary.position,
                stored.summary.to_move,
                stored.summary.outcome.as_ref().map(Json::to_string),
                stored.summary.result,
            ],
        )?;
        let id = self.0.last_insert_rowid();
        self.add_moves(id, 0, moves)?;
        Ok(id)
    }

    pub(crate) fn add_moves(&self, id: i64, ply: usize, moves: &[String]) -> Answer<()> {
        let mut insert = self
            .0
            .prepare_cached("INSERT INTO moves (game, ply, move) VALUES (?1, ?2, ?3)")?;
        for (index, mv) in moves.iter().enumerate() {
            insert.execute(params![id, (ply + index) as i64, mv])?;
        }
        Ok(())
    }

    /// Keeps the first `plies` moves.
    pub(crate) fn cut(&self, id: i64, plies: usize) -> Answer<()> {
        let sql = "DELETE FROM moves WHERE game = ?1 AND ply >= ?2";
        self.0.execute(sql, params![id, plies as i64])?;
        Ok(())
    }

    pub(crate) fn moves(&self, id: i64) -> Answer<Vec<String>> {
        let sql = "SELECT move FROM moves WHERE game = ?1 ORDER BY ply";
        let mut select = self.0.prepare_cached(sql)?;
        let moves = select.query_map([id], |row| row.get(0))?;
        Ok(moves.collect::<Result<_, _>>()?)
    }

    /// Writes everything but the moves.
    pub(crate) fn update(&self, stored: &Stored) -> Answer<()> {
        self.0.execute(
            "UPDATE games SET seats = ?2, title = ?3, notes = ?4, ended = ?5, changed = ?6,
                plies = ?7, position = ?8, to_move = ?9, outcome = ?10, result = ?11
             WHERE id = ?1",
            params![
                stored.id,
                stored.seats.to_string(),
                stored.title,
                stored.notes.to_string(),
                stored.ended.as_ref().map(Json::to_string),
                stored.changed,
                stored.summary.plies as i64,
                stored.summary.position,
                stored.summary.to_move,
                stored.summary.outcome.as_ref().map(Json::to_string),
                stored.summary.result,
            ],
        )?;
        Ok(())
    }

    pub(crate) fn game(&self, id: i64) -> Answer<Stored> {
        let sql = "SELECT * FROM games WHERE id = ?1";
        let found = self.0.query_row(sql, [id], stored).optional()?;
        found.ok_or_else(|| Refusal::not_found(format!("there is no saved game {id}")))
    }

    pub(crate) fn remove(&self, id: i64) -> Answer<()> {
        match self.0.execute("DELETE FROM games WHERE id = ?1", [id])? {
            0 => Err(Refusal::not_found(format!("there is no saved game {id}"))),
            _ => Ok(()),
        }
    }

    /// The games wanted, the last changed first, and how many there are in all.
    pub(crate) fn list(&self, wanted: &Wanted) -> Answer<(u64, Vec<Stored>)> {
        let text = format!("%{}%", wanted.text.replace(['%', '_'], " "));
        // Dates are days: the last one is meant with all its hours.
        let to = format!("{}~", wanted.to);
        let values: [&dyn ToSql; 5] = [
            &wanted.game,
            &wanted.from,
            &to,
            &text,
            &wanted.unfinished.unwrap_or(0),
        ];
        let sql = "FROM games WHERE (?1 = '' OR game = ?1) AND changed >= ?2
            AND (?3 = '~' OR changed <= ?3) AND (title LIKE ?4 OR seats LIKE ?4 OR game LIKE ?4)
            AND (?5 = 0 OR outcome IS NULL)";
        let count = format!("SELECT count(*) {sql}");
        let total: i64 = self.0.query_row(&count, &values[..], |row| row.get(0))?;
        let limit = wanted.limit.unwrap_or(50).min(500);
        let list = format!(
            "SELECT * {sql} ORDER BY changed DESC, id DESC LIMIT {limit} OFFSET {}",
            wanted.offset
        );
        let mut select = self.0.prepare(&list)?;
        let games = select.query_map(&values[..], stored)?;
        Ok((total.unsigned_abs(), games.collect::<Result<_, _>>()?))
    }
}

fn stored(row: &Row<'_>) -> rusqlite::Result<Stored> {
    let json = |name: &str| -> rusqlite::Result<Json> {
        let text: String = row.get(name)?;
        Ok(serde_json::from_str(&text).unwrap_or(Json::Null))
    };
    let optional = |name: &str| -> rusqlite::Result<Option<Json>> {
        let text: Option<String> = row.get(name)?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    };
    let plies: i64 = row.get("plies")?;
    Ok(Stored {
        id: row.get("id")?,
        game: row.get("game")?,
        options: json("options")?,
        start: row.get("start")?,
        seats: json("seats")?,
        title: row.get("title")?,
        notes: json("notes")?,
        ended: optional("ended")?,
        created: row.get("created")?,
        changed: row.get("changed")?,
        summary: Summary {
            plies: usize::try_from(plies).unwrap_or(0),
            position: row.get("position")?,
            to_move: row.get("to_move")?,
            outcome: optional("outcome")?,
            result: row.get("result")?,
        },
    })
}
