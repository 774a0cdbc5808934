//! The engine's reply in a saved game: the game before it, and the game with it.

use crate::Catalogue;
use crate::analysis::Engine;
use crate::json::Json;
use crate::refusal::Answer;
use crate::saved::{Desk, NewMove, Played, Shown, commit, over, write_as};
use crate::shelf::Shelf;
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;

#[derive(Clone, Debug, Deserialize)]
pub struct ReplyRequest {
    pub ply: usize,
    #[serde(default)]
    pub engine: Engine,
    #[serde(flatten)]
    pub shown: Shown,
}

impl ReplyRequest {
    /// The game in which a reply is wanted, if it is where the asker believes it to be.
    pub fn desk(&self, catalogue: &Catalogue, shelf: &dyn Shelf, id: i64) -> Answer<Desk> {
        let mut desk = Desk::open(catalogue, shelf, id, None)?;
        desk.expect_ply(self.ply)?;
        desk.expect_unfinished()?;
        write_as(&mut desk, self.shown.format())?;
        match desk.opened.session.ending() {
            Some(ending) => Err(over(ending.reason)),
            None => Ok(desk),
        }
    }

    /// What is to be asked of an engine that is told of no saved games.
    pub fn move_request(self, desk: &Desk) -> Json {
        let session = desk.opened.session.as_ref();
        json!({
            "game": desk.opened.id(),
            "options": desk.stored.options,
            "position": desk.stored.start,
            "moves": session.moves(),
            "format": self.shown.format(),
        })
    }

    /// Plays the move that was thought of for so long.
    pub fn played(
        self,
        shelf: &dyn Shelf,
        desk: &mut Desk,
        mv: String,
        elapsed: Duration,
    ) -> Answer<Played> {
        let seat = desk.opened.session.to_move().index();
        let notes = spent(&desk.stored.notes, seat, elapsed);
        let new = NewMove::of(self.ply, mv, notes, self.shown);
        commit(shelf, desk, new)
    }
}

/// The clocks of a game after a seat has thought for so long: what it has left, and
/// what each move adds.
fn spent(notes: &Json, seat: usize, elapsed: Duration) -> Option<Json> {
    let mut clocks = notes.get("clocks")?.clone();
    let added = clocks["increment"].as_u64().unwrap_or(0);
    let left = clocks.get_mut("left")?.get_mut(seat)?;
    let rest = left.as_u64()?.saturating_sub(elapsed.as_millis() as u64);
    // Who has run out of time gets nothing for the move.
    *left = if rest == 0 { 0 } else { rest + added }.into();
    Some(json!({ "clocks": clocks }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_costs_its_time_and_gains_the_increment() {
        let notes = json!({"clocks": {"left": [60_000, 60_000], "increment": 2000}});
        let after = spent(&notes, 1, Duration::from_millis(1500)).unwrap();
        assert_eq!(after["clocks"]["left"], json!([60_000, 60_500]));
        let late = spent(&notes, 0, Duration::from_secs(61)).unwrap();
        assert_eq!(late["clocks"]["left"][0], 0);
        assert_eq!(spent(&json!({}), 0, Duration::ZERO), None);
    }
}
