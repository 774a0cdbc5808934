//! Saved games in SQLite. A move is on disk before its answer goes out, so that
//! what a page shows as played is there after any crash.

use super::refusal::{Answer, Refusal};
use crate::failure::{Failure, Outcome};
use crate::jobs::locked;
use crate::json::Json;
use anyhow::Context;
use directories::ProjectDirs;
use plyground_engine::message;
use rusqlite::types::ToSql;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
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
/// By which position a game went where, so that it is found by any of them.
const POSITIONS: &str = "
    CREATE TABLE positions (
        game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        ply INTEGER NOT NULL,
        key INTEGER NOT NULL,
        PRIMARY KEY (game, ply)
    ) WITHOUT ROWID;
    CREATE INDEX positions_by_key ON positions (key);
    PRAGMA user_version = 2;";
const VERSION: i64 = 2;

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
    /// `won` by the first player, `lost` by them, `drawn`.
    #[serde(default)]
    result: String,
    /// Only games that had this position.
    pub(crate) position: Option<String>,
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
            0 => transaction.execute_batch(&format!("{SCHEMA}{POSITIONS}"))?,
            1 => transaction.execute_batch(POSITIONS)?,
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
        let mut connection = locked(&self.connection);
        let behaviour = rusqlite::TransactionBehavior::Immediate;
        let shelf = Shelf(connection.transaction_with_behavior(behaviour)?);
        let done = work(&shelf)?;
        shelf.0.commit()?;
        Ok(done)
    }

    pub(crate) fn read<T>(&self, work: impl FnOnce(&Shelf<'_>) -> Answer<T>) -> Answer<T> {
        let mut connection = locked(&self.connection);
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
                number(stored.summary.plies)?,
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
            insert.execute(params![id, number(ply + index)?, mv])?;
        }
        Ok(())
    }

    /// Keeps the first `plies` moves.
    pub(crate) fn cut(&self, id: i64, plies: usize) -> Answer<()> {
        let sql = "DELETE FROM moves WHERE game = ?1 AND ply >= ?2";
        self.0.execute(sql, params![id, number(plies)?])?;
        let sql = "DELETE FROM positions WHERE game = ?1 AND ply > ?2";
        self.0.execute(sql, params![id, number(plies)?])?;
        Ok(())
    }

    pub(crate) fn add_position(&self, id: i64, ply: usize, key: i64) -> Answer<()> {
        let sql = "INSERT OR REPLACE INTO positions (game, ply, key) VALUES (?1, ?2, ?3)";
        self.0
            .prepare_cached(sql)?
            .execute(params![id, ply as i64, key])?;
        Ok(())
    }

    /// The positions of a whole game, the first one first.
    pub(crate) fn put_positions(&self, id: i64, keys: &[i64]) -> Answer<()> {
        for (ply, &key) in keys.iter().enumerate() {
            self.add_position(id, ply, key)?;
        }
        Ok(())
    }

    /// Games of which no position is known yet.
    pub(crate) fn without_positions(&self, most: usize) -> Answer<Vec<i64>> {
        let sql = "SELECT id FROM games WHERE id NOT IN (SELECT game FROM positions WHERE ply = 0)
            LIMIT ?1";
        let mut select = self.0.prepare_cached(sql)?;
        let ids = select.query_map([most as i64], |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// The move that followed a position, and the result, of each game that had it.
    pub(crate) fn played_from(
        &self,
        game: &str,
        options: &str,
        position: &str,
    ) -> Answer<Vec<(String, String)>> {
        let sql = "SELECT moves.move, games.result FROM positions
            JOIN games ON games.id = positions.game
            JOIN moves ON moves.game = positions.game AND moves.ply = positions.ply
            WHERE positions.key = ?1 AND games.game = ?2 AND games.options = ?3";
        let mut select = self.0.prepare_cached(sql)?;
        let found = select.query_map(params![position_key(position), game, options], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
        Ok(found.collect::<Result<_, _>>()?)
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
                number(stored.summary.plies)?,
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
        found.ok_or_else(|| unknown(id))
    }

    pub(crate) fn remove(&self, id: i64) -> Answer<()> {
        match self.0.execute("DELETE FROM games WHERE id = ?1", [id])? {
            0 => Err(unknown(id)),
            _ => Ok(()),
        }
    }

    /// The games wanted, the last changed first, and how many there are in all.
    pub(crate) fn list(&self, wanted: &Wanted) -> Answer<(u64, Vec<Stored>)> {
        let text = format!("%{}%", wanted.text.replace(['%', '_'], " "));
        // Dates are days: the last one is meant with all its hours.
        let to = format!("{}~", wanted.to);
        let results = match wanted.result.as_str() {
            "won" => ",1-0,2-0,",
            "lost" => ",0-1,0-2,",
            "drawn" => ",1/2-1/2,1-1,",
            "open" => ",*,",
            _ => "",
        };
        let key = wanted.position.as_deref().map(position_key);
        let values: [&dyn ToSql; 7] = [
            &wanted.game,
            &wanted.from,
            &to,
            &text,
            &wanted.unfinished.unwrap_or(0),
            &results,
            &key,
        ];
        let sql = "FROM games WHERE (?1 = '' OR game = ?1) AND changed >= ?2
            AND (?3 = '~' OR changed <= ?3) AND (title LIKE ?4 OR seats LIKE ?4 OR game LIKE ?4)
            AND (?5 = 0 OR outcome IS NULL)
            AND (?6 = '' OR instr(?6, ',' || result || ',') > 0)
            AND (?7 IS NULL OR id IN (SELECT game FROM positions WHERE key = ?7))";
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

fn unknown(id: i64) -> Refusal {
    Refusal::not_found(message!(
        "saved.none",
        "there is no saved game {id}",
        id = id
    ))
}

/// A count as SQLite keeps it.
fn number(count: usize) -> Answer<i64> {
    i64::try_from(count).map_err(Refusal::internal)
}

/// Positions are looked for by a number (FNV-1a of the text), which takes little room
/// and is the same in every version.
pub(crate) fn position_key(position: &str) -> i64 {
    let hash = position
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    hash.cast_signed()
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
