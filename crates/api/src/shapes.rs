//! What a page may rely on in a saved game: the shape and size of what its readers
//! have sent.

use crate::json::Json;
use crate::refusal::{Answer, Refusal};
use plyground_engine::game::MAX_PLAYERS;
use plyground_engine::message;

const LARGEST_NOTES: usize = 256 << 10;
const LARGEST_SEATS: usize = 4 << 10;
const LONGEST_TITLE: usize = 1000;

pub fn title(title: String) -> Answer<String> {
    let length = title.chars().count();
    if length <= LONGEST_TITLE {
        return Ok(title);
    }
    let message = message!(
        "title.long",
        "a title may have {n} characters, found {n2}",
        n = LONGEST_TITLE,
        n2 = length
    );
    Err(Refusal::input("too-large", message).with("field", "title"))
}

/// Who plays: an object for each.
pub fn seats(seats: Json) -> Answer<Json> {
    let list = seats.as_array();
    let is_fit =
        list.is_some_and(|list| list.len() <= MAX_PLAYERS && list.iter().all(Json::is_object));
    if is_fit && seats.to_string().len() <= LARGEST_SEATS {
        return Ok(seats);
    }
    let message = message!(
        "seats.shape",
        "expected a list of players, at most {n}, each an object",
        n = MAX_PLAYERS
    );
    Err(Refusal::input("bad-request", message).with("field", "seats"))
}

/// Notes by their names, or none.
pub fn notes(notes: Json) -> Answer<Json> {
    if !notes.is_object() && !notes.is_null() {
        let message = message!("notes.shape", "notes must be an object");
        return Err(Refusal::input("bad-request", message).with("field", "notes"));
    }
    let length = notes.to_string().len();
    if length <= LARGEST_NOTES {
        return Ok(notes);
    }
    let message = message!(
        "notes.large",
        "notes may have {n} bytes, found {n2}",
        n = LARGEST_NOTES,
        n2 = length
    );
    Err(Refusal::input("too-large", message).with("field", "notes"))
}
