//! What a worker is able to do just as the machine that asked for it: the same program,
//! by the nodes that its searches need, and the same books and tables.

use crate::failure::Outcome;
use crate::tables;
use plyground_engine::checked::checksum;
use plyground_engine::random::Random;
use plyground_games::{Entry, Games};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The heading of a table holds the checksums of its blocks, and the end of a book or
/// of packed endings that of all before: so much of a file tells it from any other.
const HEAD: u64 = 1 << 18;
const TAIL: u64 = 1 << 12;
/// Of the random game along which the evaluations are asked.
const PLIES: usize = 30;

/// `connect-four 0123456789abcdef`, and with tables also ` tables 0123456789abcdef`.
pub(super) fn of(
    games: Games,
    entry: &Entry,
    tables: Option<&Path>,
    uses_tables: bool,
) -> Outcome<String> {
    let nodes = plyground_api::bench::nodes(entry)?;
    let version = env!("CARGO_PKG_VERSION");
    let behaviour = format!("{version} {nodes} {}", opinions(entry)?);
    let mut text = format!("{} {:016x}", entry.id, checksum(behaviour.as_bytes()));
    if uses_tables {
        let files = files(games, entry, tables);
        let told = match files.is_empty() {
            true => "none".to_owned(),
            false => format!("{:016x}", checksum(files.join("\n").as_bytes())),
        };
        text += &format!(" tables {told}");
    }
    Ok(text)
}

/// What all evaluations say along a random game, so that weights count too which no
/// bench looks at.
fn opinions(entry: &Entry) -> Outcome<String> {
    let mut session = entry.open(&entry.options([])?);
    let mut random = Random::new(1);
    let mut told = String::new();
    for _ in 0..PLIES {
        for evaluation in session.evaluations() {
            let explanation = session.explain(evaluation.name)?;
            told += &format!("{:?} ", explanation.map(|explanation| explanation.by_seat));
        }
        let moves = session.legal_moves();
        if moves.is_empty() {
            break;
        }
        session.play(&moves[random.below(moves.len())])?;
    }
    Ok(told)
}

/// Everything that a worker is able to do: every game, with its tables and without.
pub(super) fn all(games: Games, tables: Option<&Path>) -> Outcome<Vec<String>> {
    let entries = games
        .iter()
        .flat_map(|entry| [(entry, false), (entry, true)]);
    entries
        .map(|(entry, uses_tables)| of(games, entry, tables, uses_tables))
        .collect()
}

/// Every file that may answer for a game, with its length and a checksum.
fn files(games: Games, entry: &Entry, tables: Option<&Path>) -> Vec<String> {
    let Ok(directory) = tables::directory(tables) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for path in [listed(&directory), listed(&directory.join(entry.id))].concat() {
        let name = path.strip_prefix(&directory).unwrap_or(&path);
        let name = name.to_string_lossy().into_owned();
        let extension = path.extension().unwrap_or_default();
        let is_table = ["book", "table", "packed", "endings"].iter();
        // `english-draughts-12.endings` belongs to the game with the longest name.
        let owners = games.iter().filter(|game| name.starts_with(game.id));
        let owner = owners.max_by_key(|game| game.id.len());
        if is_table.clone().any(|known| extension == *known)
            && owner.is_some_and(|owner| owner.id == entry.id)
            && let Some(sum) = sum(&path)
        {
            found.push(format!("{name} {sum:016x}"));
        }
    }
    found.sort();
    found
}

fn listed(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    entries
        .map(|entry| entry.path())
        .filter(|path| path.is_file())
        .collect()
}

fn sum(path: &Path) -> Option<u64> {
    let mut file = File::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    let mut bytes = length.to_le_bytes().to_vec();
    (&mut file).take(HEAD).read_to_end(&mut bytes).ok()?;
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))
        .ok()?;
    file.read_to_end(&mut bytes).ok()?;
    Some(checksum(&bytes))
}
