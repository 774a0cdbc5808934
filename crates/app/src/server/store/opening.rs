//! A database before it is believed: whose it is, of which form, and whether it is
//! whole.

use super::VERSION;
use anyhow::Context;
use directories::ProjectDirs;
use rusqlite::Connection;
use std::path::{Path, PathBuf};

/// "PLYG": whose database it is.
pub(super) const OURS: i64 = 0x504c_5947;

/// Makes a file that is not there yet for its owner alone.
pub(super) fn private(path: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        opened => opened.map(drop),
    }
}

/// The form of the tables that are there, 0 for an empty file. What is not ours is
/// refused before anything is changed.
pub(super) fn form(connection: &Connection) -> anyhow::Result<i64> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let (version, owner) = (number("user_version")?, number("application_id")?);
    let has = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, bool>(0));
    let is_empty = has("SELECT count(*) = 0 FROM sqlite_master")?;
    let is_ours = owner == OURS
        || owner == 0
            && has("SELECT count(*) = 3 FROM pragma_table_info('games')
                    WHERE name IN ('to_move', 'plies', 'seats')")?;
    match version {
        0 if is_empty && [0, OURS].contains(&owner) => Ok(0),
        1..=VERSION if is_ours => Ok(version),
        newer if newer > VERSION && is_ours => {
            anyhow::bail!("it was made by a newer plyground (form {newer}, expected {VERSION})")
        }
        _ => anyhow::bail!("it is another program's database"),
    }
}

/// Damage is better known at the start than found game by game.
pub(super) fn warn_of_damage(connection: &Connection, path: &Path) {
    let found: Result<String, _> =
        connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0));
    let damage = match found {
        Ok(found) if found == "ok" => return,
        Ok(found) => found,
        Err(error) => error.to_string(),
    };
    let damage = damage.lines().last().unwrap_or_default().to_owned();
    let path = path.display();
    eprintln!(
        "plyground: warning: {path} is damaged ({damage}): some games may be missing; export \
         those that open, or copy the file and try 'sqlite3 {path} .recover'"
    );
}

pub(super) fn usual_path() -> anyhow::Result<PathBuf> {
    let project = ProjectDirs::from("", "", "plyground")
        .context("no data directory is known for this user; give a file with --db FILE")?;
    Ok(project.data_dir().join("games.sqlite"))
}
