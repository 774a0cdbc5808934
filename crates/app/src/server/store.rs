//! Saved games in SQLite. A move is on disk before its answer goes out, so that
//! what a page shows as played is there after any crash.

mod opening;

use super::refusal::of_database;
use crate::failure::{Failure, Outcome};
use crate::jobs::locked;
use crate::json::Json;
use plyground_api::shelf::{Shelf, Stored, Summary, Wanted, position_key, unknown};
use plyground_api::{Answer, Refusal};
use rusqlite::types::{ToSql, Value, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use std::path::Path;
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
/// Another program may hold the file for so long.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub(crate) struct Store {
    connection: Mutex<Connection>,
}

impl Store {
    /// The database given, or the one in the user's data directory; made where it is missing.
    pub(crate) fn open(given: Option<&Path>) -> Outcome<Store> {
        let path = match given {
            Some(path) => path.to_owned(),
            None => opening::usual_path()?,
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
        let is_kept = path != Path::new(":memory:");
        if is_kept {
            opening::private(path)?;
        }
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(PATIENCE)?;
        let is_read_only = connection.is_readonly("main")?;
        let version = opening::form(&connection)?;
        if !is_read_only {
            connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.pragma_update(None, "foreign_keys", true)?;
            let transaction = connection.transaction()?;
            match version {
                0 => transaction.execute_batch(&format!("{SCHEMA}{POSITIONS}"))?,
                1 => transaction.execute_batch(POSITIONS)?,
                _ => {}
            }
            transaction.pragma_update(None, "application_id", opening::OURS)?;
            transaction.commit()?;
        } else if version < VERSION {
            anyhow::bail!("it can be read only, and is of an older form");
        } else {
            eprintln!(
                "plyground: warning: {} can be read only: games are shown and nothing is saved",
                path.display()
            );
        }
        opening::warn_of_damage(&connection, path);
        Ok(Store {
            connection: Mutex::new(connection),
        })
    }

    /// Does something and commits it, or changes nothing.
    pub(crate) fn change<T>(&self, work: impl FnOnce(&Shelved<'_>) -> Answer<T>) -> Answer<T> {
        let mut connection = locked(&self.connection);
        let behaviour = rusqlite::TransactionBehavior::Immediate;
        let transaction = connection.transaction_with_behavior(behaviour);
        let shelf = Shelved(transaction.map_err(of_database)?);
        let done = work(&shelf)?;
        shelf.0.commit().map_err(of_database)?;
        Ok(done)
    }

    pub(crate) fn read<T>(&self, work: impl FnOnce(&Shelved<'_>) -> Answer<T>) -> Answer<T> {
        let mut connection = locked(&self.connection);
        work(&Shelved(connection.transaction().map_err(of_database)?))
    }
}

/// The games within one transaction.
pub(crate) struct Shelved<'a>(Transaction<'a>);

impl Shelved<'_> {
    /// A row of any content, for fuzzing: columns end with a zero byte, and the first
    /// byte of each says of what kind it is.
    pub(crate) fn add_any(&self, bytes: &[u8]) -> Answer<()> {
        let mut columns = bytes.split(|&byte| byte == 0).map(|column| {
            let text = String::from_utf8_lossy(column.get(1..).unwrap_or_default()).into_owned();
            match column.first() {
                Some(b'i') => Value::Integer(text.parse().unwrap_or(i64::MIN)),
                Some(b'b') => Value::Blob(column.to_vec()),
                Some(b'r') => Value::Real(text.parse().unwrap_or(f64::NAN)),
                _ => Value::Text(text),
            }
        });
        let sql = "INSERT INTO games (game, options, start, seats, title, notes, ended, created,
                changed, plies, position, to_move, outcome, result)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";
        let mut column = || columns.next().unwrap_or(Value::Text(String::new()));
        let values: [Value; 14] = std::array::from_fn(|_| column());
        self.0.execute(sql, values).map_err(of_database)?;
        let mv = column();
        let sql = "INSERT INTO moves (game, ply, move) VALUES (1, 0, ?1)";
        self.0.execute(sql, [mv]).map_err(of_database)?;
        Ok(())
    }
}

impl Shelf for Shelved<'_> {
    fn add(&self, stored: &Stored, moves: &[String]) -> Answer<i64> {
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
        )
        .map_err(of_database)?;
        let id = self.0.last_insert_rowid();
        self.add_moves(id, 0, moves)?;
        Ok(id)
    }

    fn add_moves(&self, id: i64, ply: usize, moves: &[String]) -> Answer<()> {
        let mut insert = self
            .0
            .prepare_cached("INSERT INTO moves (game, ply, move) VALUES (?1, ?2, ?3)")
            .map_err(of_database)?;
        for (index, mv) in moves.iter().enumerate() {
            let values = params![id, number(ply + index)?, mv];
            insert.execute(values).map_err(of_database)?;
        }
        Ok(())
    }

    /// Keeps the first `plies` moves.
    fn cut(&self, id: i64, plies: usize) -> Answer<()> {
        let sql = "DELETE FROM moves WHERE game = ?1 AND ply >= ?2";
        self.0
            .execute(sql, params![id, number(plies)?])
            .map_err(of_database)?;
        let sql = "DELETE FROM positions WHERE game = ?1 AND ply > ?2";
        self.0
            .execute(sql, params![id, number(plies)?])
            .map_err(of_database)?;
        Ok(())
    }

    fn add_position(&self, id: i64, ply: usize, key: i64) -> Answer<()> {
        let sql = "INSERT OR REPLACE INTO positions (game, ply, key) VALUES (?1, ?2, ?3)";
        self.0
            .prepare_cached(sql)
            .and_then(|mut insert| insert.execute(params![id, ply as i64, key]))
            .map_err(of_database)?;
        Ok(())
    }

    /// Games of which no position is known yet.
    fn without_positions(&self, most: usize) -> Answer<Vec<i64>> {
        let sql = "SELECT id FROM games WHERE id NOT IN (SELECT game FROM positions WHERE ply = 0)
            LIMIT ?1";
        let mut select = self.0.prepare_cached(sql).map_err(of_database)?;
        let ids = select.query_map([most as i64], |row| row.get(0));
        ids.and_then(Iterator::collect).map_err(of_database)
    }

    /// The move that followed a position, and the result, of each game that had it.
    fn played_from(
        &self,
        game: &str,
        options: &str,
        position: &str,
    ) -> Answer<Vec<(String, String)>> {
        let sql = "SELECT moves.move, games.result FROM positions
            JOIN games ON games.id = positions.game
            JOIN moves ON moves.game = positions.game AND moves.ply = positions.ply
            WHERE positions.key = ?1 AND games.game = ?2 AND games.options = ?3";
        let mut select = self.0.prepare_cached(sql).map_err(of_database)?;
        let found = select.query_map(params![position_key(position), game, options], |row| {
            Ok((row.get(0)?, row.get(1)?))
        });
        found.and_then(Iterator::collect).map_err(of_database)
    }

    fn moves(&self, id: i64) -> Answer<Vec<String>> {
        let sql = "SELECT move FROM moves WHERE game = ?1 ORDER BY ply";
        let mut select = self.0.prepare_cached(sql).map_err(of_database)?;
        let moves = select.query_map([id], |row| row.get(0));
        moves.and_then(Iterator::collect).map_err(of_database)
    }

    /// Writes everything but the moves.
    fn update(&self, stored: &Stored) -> Answer<()> {
        self.0
            .execute(
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
            )
            .map_err(of_database)?;
        Ok(())
    }

    fn game(&self, id: i64) -> Answer<Stored> {
        let sql = "SELECT * FROM games WHERE id = ?1";
        let found = self.0.query_row(sql, [id], stored).optional();
        found.map_err(of_database)?.ok_or_else(|| unknown(id))
    }

    fn remove(&self, id: i64) -> Answer<()> {
        let removed = self.0.execute("DELETE FROM games WHERE id = ?1", [id]);
        match removed.map_err(of_database)? {
            0 => Err(unknown(id)),
            _ => Ok(()),
        }
    }

    /// The games wanted, the last changed first, and how many there are in all.
    fn list(&self, wanted: &Wanted) -> Answer<(u64, Vec<Stored>)> {
        let text = format!("%{}%", wanted.text.replace(['%', '_'], " "));
        // Dates are days: the last one is meant with all its hours.
        let to = format!("{}~", wanted.to);
        let results = match wanted.results() {
            [] => String::new(),
            results => format!(",{},", results.join(",")),
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
        let total = self.0.query_row(&count, &values[..], |row| row.get(0));
        let total: i64 = total.map_err(of_database)?;
        let limit = wanted.most();
        let list = format!(
            "SELECT id {sql} ORDER BY changed DESC, id DESC LIMIT {limit} OFFSET {}",
            wanted.offset
        );
        let mut select = self.0.prepare(&list).map_err(of_database)?;
        let mut ids = Vec::new();
        let found = select.query_map(&values[..], |row| row.get::<_, i64>(0));
        for id in found.map_err(of_database)? {
            match id {
                Ok(id) => ids.push(id),
                Err(error) if ids.is_empty() => return Err(of_database(error)),
                Err(error) => {
                    tracing::error!(%error, "the list of saved games is damaged");
                    break;
                }
            }
        }
        // One by one: a row that cannot be read hides itself alone.
        let games = ids.into_iter().filter_map(|id| {
            let found = self.game(id);
            found
                .inspect_err(|_| tracing::error!(id, "a saved game cannot be read"))
                .ok()
        });
        Ok((total.unsigned_abs(), games.collect()))
    }
}

/// A count as SQLite keeps it.
fn number(count: usize) -> Answer<i64> {
    i64::try_from(count).map_err(Refusal::internal)
}

/// A row as far as it can be read: what is not of its kind is empty.
fn stored(row: &Row<'_>) -> rusqlite::Result<Stored> {
    let optional_text = |name: &str| -> rusqlite::Result<Option<String>> {
        Ok(match row.get_ref(name)? {
            ValueRef::Null | ValueRef::Blob(_) => None,
            ValueRef::Integer(number) => Some(number.to_string()),
            ValueRef::Real(number) => Some(number.to_string()),
            ValueRef::Text(text) => Some(String::from_utf8_lossy(text).into_owned()),
        })
    };
    let text = |name: &str| optional_text(name).map(Option::unwrap_or_default);
    let optional = |name: &str| -> rusqlite::Result<Option<Json>> {
        let text = optional_text(name)?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    };
    let json = |name: &str| optional(name).map(Option::unwrap_or_default);
    let plies = row.get_ref("plies")?.as_i64().unwrap_or(0);
    Ok(Stored {
        id: row.get("id")?,
        game: text("game")?,
        options: json("options")?,
        start: optional_text("start")?,
        seats: json("seats")?,
        title: text("title")?,
        notes: json("notes")?,
        ended: optional("ended")?,
        created: text("created")?,
        changed: text("changed")?,
        summary: Summary {
            plies: usize::try_from(plies).unwrap_or(0),
            position: text("position")?,
            to_move: text("to_move")?,
            outcome: optional("outcome")?,
            result: text("result")?,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::scratch::Scratch;

    fn code(refused: Answer<()>) -> String {
        let json = refused.expect_err("it was saved").in_json();
        json["error"]["detail"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    fn store(scratch: &Scratch, name: &str) -> Store {
        Store::open_file(&scratch.path(name)).unwrap()
    }

    fn write(store: &Store) -> Answer<()> {
        store.change(|shelf| {
            let text = "x".repeat(50_000);
            let game = "INSERT INTO games (game, options, seats, title, notes, created, changed,
                plies, position, to_move, result)
                VALUES ('g', '{}', '[]', ?1, '{}', 'a', 'b', 0, '', '', '*')";
            shelf.0.execute(game, [text]).map_err(of_database)?;
            Ok(())
        })
    }

    #[test]
    fn full_read_only_and_locked_are_told_apart() {
        let scratch = Scratch::new("store-trouble");
        let full = store(&scratch, "full");
        locked(&full.connection)
            .pragma_update_and_check(None, "max_page_count", 12, |_| Ok(()))
            .unwrap();
        assert_eq!(code(write(&full)), "storage.full");
        let read_only = store(&scratch, "read-only");
        locked(&read_only.connection)
            .pragma_update(None, "query_only", true)
            .unwrap();
        assert_eq!(code(write(&read_only)), "storage.readOnly");
        let held = store(&scratch, "held");
        locked(&held.connection)
            .busy_timeout(Duration::from_millis(1))
            .unwrap();
        let other = Connection::open(scratch.path("held")).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        assert_eq!(code(write(&held)), "storage.locked");
        other.execute_batch("ROLLBACK").unwrap();
        write(&held).unwrap();
    }

    #[test]
    fn a_row_of_wrong_types_hides_no_other() {
        let scratch = Scratch::new("store-rows");
        let store = store(&scratch, "rows");
        for _ in 0..3 {
            write(&store).unwrap();
        }
        store
            .change(|shelf| {
                let sql = "UPDATE games SET plies = 'many', seats = x'ff00', options = '{broken',
                    changed = 7, game = x'80' WHERE id = 2";
                shelf.0.execute(sql, []).map_err(of_database)?;
                Ok(())
            })
            .unwrap();
        let (total, games) = store.read(|shelf| shelf.list(&Wanted::default())).unwrap();
        let mut ids: Vec<i64> = games.iter().map(|game| game.id).collect();
        ids.sort_unstable();
        assert_eq!((total, ids), (3, vec![1, 2, 3]));
    }

    #[test]
    fn another_programs_database_is_refused_and_left_as_it_was() {
        let scratch = Scratch::new("store-foreign");
        for (name, sql) in [
            ("plain", "CREATE TABLE songs (name TEXT)"),
            (
                "named",
                "PRAGMA application_id = 7; PRAGMA user_version = 2",
            ),
            (
                "games",
                "CREATE TABLE games (name TEXT); PRAGMA user_version = 2",
            ),
            (
                "odd",
                "PRAGMA user_version = -5; CREATE TABLE songs (name TEXT)",
            ),
        ] {
            let path = scratch.path(name);
            Connection::open(&path).unwrap().execute_batch(sql).unwrap();
            let before = std::fs::read(&path).unwrap();
            let error = Store::open_file(&path).expect_err(name).to_string();
            assert_eq!(error, "it is another program's database", "{name}");
            assert_eq!(std::fs::read(&path).unwrap(), before, "{name}");
        }
        let path = scratch.path("newer");
        drop(store(&scratch, "newer"));
        let newer = Connection::open(&path).unwrap();
        newer.execute_batch("PRAGMA user_version = 9").unwrap();
        let error = Store::open_file(&path).unwrap_err().to_string();
        assert!(error.contains("newer plyground"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn saved_games_are_their_owners_alone() {
        use std::os::unix::fs::PermissionsExt;
        let scratch = Scratch::new("store-private");
        let store = store(&scratch, "mine");
        write(&store).unwrap();
        for name in ["mine", "mine-wal"] {
            let mode = std::fs::metadata(scratch.path(name))
                .unwrap()
                .permissions()
                .mode();
            assert_eq!(mode & 0o077, 0, "{name}");
        }
    }
}
