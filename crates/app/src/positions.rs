//! From the arguments to a session: the game, its options, and where to begin.

use crate::arguments::{BOARD_FORMAT, PositionArguments, RulesArguments};
use crate::failure::{Failure, Outcome};
use crate::language::{self, say};
use crate::tables::Disk;
use plyground_api::choice::{GameChoice, Opened};
use plyground_api::{records, state};
use plyground_engine::game::Player;
use plyground_engine::notation::ParseError;
use plyground_engine::session::Session;
use plyground_games::Games;
use plyground_games::record::Record;
use std::io::Read;
use std::path::Path;

/// Larger files hold more than a command can use.
const LARGEST_FILE: u64 = 64 << 20;
/// Nobody's game is longer; variations are counted too.
const MOST_MOVES: usize = 100_000;

/// Which game and which rules the arguments name.
pub(crate) fn choice(games: Games, rules: &RulesArguments) -> Outcome<GameChoice> {
    let entry = games.find(&rules.game)?;
    let mut given = Vec::new();
    for option in &rules.options {
        let pair = option.split_once('=').ok_or_else(|| {
            Failure::input(format!(
                "expected --option NAME=VALUE, found '--option {option}'"
            ))
        })?;
        given.push(pair);
    }
    Ok(GameChoice::new(
        entry,
        given,
        Disk::at(rules.tables.clone()),
    )?)
}

/// The game at its start.
pub(crate) fn open(games: Games, rules: &RulesArguments) -> Outcome<Opened> {
    let mut opened = choice(games, rules)?.open();
    set_format(opened.session.as_mut(), rules)?;
    Ok(opened)
}

fn set_format(session: &mut dyn Session, rules: &RulesArguments) -> Outcome {
    let Some(format) = &rules.format else {
        return Ok(());
    };
    if rules.wants_board() {
        return match session.board_text() {
            Some(_) => {
                session.read_moves_on_board();
                Ok(())
            }
            None => Err(Failure::input(format!(
                "--format {BOARD_FORMAT}: {} has no such form",
                rules.game
            ))),
        };
    }
    session
        .write_moves_as(format)
        .map_err(|error| refused_at("--format", &error))
}

/// The game at the position that the arguments name.
pub(crate) fn open_at(
    games: Games,
    rules: &RulesArguments,
    at: &PositionArguments,
) -> Outcome<Opened> {
    let mut opened = open(games, rules)?;
    let to_move = state::side(opened.session.as_ref(), at.to_move.as_deref())
        .map_err(|error| refused_at("--to-move", &error))?;
    match (&at.position, &at.file) {
        (Some(text), _) => set_up(&mut opened, text, to_move, "--position")?,
        (None, Some(path)) => {
            let text = read_text(path)?;
            if Record::is_record(&text) {
                opened = replay_first(opened, &text, path)?;
                set_format(opened.session.as_mut(), rules)?;
            } else {
                let place = path.display().to_string();
                set_up(&mut opened, text.trim_end(), to_move, &place)?;
            }
        }
        (None, None) => {
            if let Some(player) = to_move
                && opened.session.to_move() != player
            {
                let session = opened.session.as_ref();
                let who = language::player(session, session.to_move());
                return Err(Failure::input(say!("cli.begins", who = who)));
            }
        }
    }
    for mv in at.moves.as_deref().unwrap_or_default().split_whitespace() {
        let number = opened.session.plies() + 1;
        opened.session.play(mv).map_err(|error| {
            let reason = language::told(error.message());
            Failure::input(say!("cli.moves", n = number, reason = reason))
        })?;
    }
    Ok(opened)
}

fn set_up(opened: &mut Opened, text: &str, to_move: Option<Player>, place: &str) -> Outcome {
    if text.trim().is_empty() {
        return Err(Failure::input(say!("cli.nothing", place = place)));
    }
    opened
        .session
        .set_up(text, to_move)
        .map_err(|error| refused_at(place, &error))?;
    opened.set_up = Some(opened.session.position());
    Ok(())
}

/// A refusal with the place where the fault lies.
fn refused_at(place: &str, error: &ParseError) -> Failure {
    let reason = language::told(error.message());
    Failure::input(say!("cli.at", place = place, reason = reason))
}

fn replay_first(opened: Opened, text: &str, path: &Path) -> Outcome<Opened> {
    let in_file = |error| refused_at(&path.display().to_string(), &error);
    let record = Record::read_first(text, MOST_MOVES).map_err(in_file)?;
    let record =
        record.ok_or_else(|| Failure::input(format!("{}: no game in it", path.display())))?;
    records::replay(&record, 1, &opened.choice).map_err(in_file)
}

/// A whole file as text, or standard input for `-`. One that has no end, or none in
/// reason, is refused before it takes the machine's memory.
pub(crate) fn read_text(path: &Path) -> Outcome<String> {
    let mut bytes = Vec::new();
    let mut read = |from: &mut dyn Read| from.take(LARGEST_FILE + 1).read_to_end(&mut bytes);
    let read = match path == Path::new("-") {
        true => read(&mut std::io::stdin().lock()),
        false => std::fs::File::open(path).and_then(|mut file| read(&mut file)),
    };
    let length =
        read.map_err(|error| Failure::input(format!("cannot read {}: {error}", path.display())))?;
    if length as u64 > LARGEST_FILE {
        return Err(Failure::input(format!(
            "{}: expected at most {} MiB of text, found more",
            path.display(),
            LARGEST_FILE >> 20
        )));
    }
    // Some editors begin every text with this mark.
    let marked = bytes.strip_prefix(b"\xef\xbb\xbf");
    let text = std::str::from_utf8(marked.unwrap_or(&bytes)).map_err(|error| {
        Failure::input(format!(
            "{}: expected text, found a byte that is no UTF-8 at offset {}",
            path.display(),
            error.valid_up_to()
        ))
    })?;
    Ok(text.to_owned())
}
