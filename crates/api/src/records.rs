//! Sessions become records and records sessions: one writer and one reader for
//! every command that saves or loads a game.

use crate::choice::{GameChoice, Opened};
use plyground_engine::game::Player;
use plyground_engine::notation::ParseError;
use plyground_engine::session::Ending;
use plyground_games::record::{Record, RecordedMove};

/// The record of a game as it stands on a day. `seats` names who plays, in turn order;
/// `ending` is how it ended, where that does not show on the board.
pub fn record(
    opened: &Opened,
    seats: &[String],
    ending: Option<&Ending>,
    day: impl Into<String>,
) -> Record {
    let session = opened.session.as_ref();
    let mut record = Record::default();
    record.set_tag("Game", opened.id());
    for (name, value) in session.record_tags() {
        record.set_tag(name, value);
    }
    let changed = opened.choice.rules();
    if !changed.is_empty() {
        record.set_tag("Options", changed.join(" "));
    }
    record.set_tag("Date", day);
    for (seat, name) in seats.iter().enumerate() {
        record.set_tag(session.player_name(Player::seat(seat)), name);
    }
    if let Some(position) = &opened.set_up {
        record.set_tag("FEN", position);
    }
    let own_ending = session.ending();
    record.result = match ending.or(own_ending.as_ref()) {
        Some(ending) => {
            record.set_tag("Reason", ending.reason.to_string());
            session.write_result(ending.outcome)
        }
        None => "*".to_owned(),
    };
    record.set_tag("Result", record.result.clone());
    record.moves = session
        .recorded_moves()
        .into_iter()
        .map(RecordedMove::new)
        .collect();
    record
}

/// Plays a record's moves, by the rules that it names. A tag `Game` must name the
/// game that was asked for; an error names the game and the move.
pub fn replay(record: &Record, number: usize, asked: &GameChoice) -> Result<Opened, ParseError> {
    let in_game = |error: ParseError| ParseError::new(format!("game {number}: {error}"));
    let id = asked.entry.id;
    if let Some(found) = record.tag("Game").filter(|&found| found != id) {
        let message = format!("expected {id}, found a record of {found}");
        return Err(in_game(ParseError::new(message)));
    }
    let rules = rules_of(record);
    let choice = GameChoice::new(asked.entry, rules, asked.tables.clone()).map_err(in_game)?;
    let mut opened = choice.open();
    let session = opened.session.as_mut();
    for (name, value) in &record.tags {
        session.check_record_tag(name, value).map_err(in_game)?;
    }
    if let Some(position) = record.tag("FEN") {
        session.set_up(position, None).map_err(in_game)?;
        opened.set_up = Some(session.position());
    }
    for (index, mv) in record.moves.iter().enumerate() {
        session.play(&mv.text).map_err(|error| {
            let move_number = index / 2 + 1;
            in_game(ParseError::new(format!(
                "move {move_number} (ply {}), {}: {error}",
                index + 1,
                mv.text
            )))
        })?;
    }
    Ok(opened)
}

/// The rules that a record names beside its game.
pub fn rules_of(record: &Record) -> impl Iterator<Item = (&str, &str)> {
    let tag = record.tag("Options").unwrap_or_default();
    let rules = tag.split([' ', ',']);
    rules.filter_map(|rule| rule.split_once('='))
}
