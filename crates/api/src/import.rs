//! Files with many games become saved games, all of one request or none.

use crate::Catalogue;
use crate::json::Json;
use crate::record::{self, Ended, ReadGame};
use crate::refusal::{Answer, of_field};
use crate::saved::{Changes, NewGame, added};
use crate::shelf::Shelf;
use crate::state::State;
use plyground_engine::game::{Outcome, Player};
use plyground_engine::session::Session;
use plyground_games::record::Record;
use serde::{Deserialize, Serialize};
use serde_json::json;

const LONGEST_NAME: usize = 200;
/// Of all games together.
const MOST_MOVES: usize = 10 * record::MOST_MOVES;

#[derive(Debug, Deserialize)]
pub struct Import {
    text: String,
    /// The game of records that do not name theirs.
    game: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct Imported {
    ids: Vec<i64>,
    /// The errors of the games left out, each with the number of its record.
    refused: Vec<Json>,
}

/// The games of a file that make sense, and what is wrong with the others.
#[derive(Debug)]
pub struct Ready {
    games: Vec<NewGame>,
    refused: Vec<Json>,
}

/// Games that make no sense are told of and left out.
pub fn ready(catalogue: &Catalogue, asked: &Import) -> Answer<Ready> {
    let records = Record::read_within(&asked.text, record::MOST_GAMES, MOST_MOVES)
        .map_err(of_field("bad-record", "text"))?;
    let (mut games, mut refused) = (Vec::new(), Vec::new());
    let mut left = MOST_MOVES;
    for (number, record) in (1..).zip(&records) {
        match record::one(catalogue, record, (asked.game.as_deref(), None), &mut left) {
            Ok(game) => games.push(new_game(catalogue, record, game)?),
            Err(refusal) => {
                let mut told = refusal.in_json()["error"].clone();
                told["record"] = number.into();
                refused.push(told);
            }
        }
    }
    Ok(Ready { games, refused })
}

impl Ready {
    /// Keeps the games.
    pub fn kept(self, catalogue: &Catalogue, shelf: &dyn Shelf) -> Answer<Imported> {
        let added = |game| Ok(added(catalogue, shelf, game)?.stored.id);
        Ok(Imported {
            ids: self.games.into_iter().map(added).collect::<Answer<_>>()?,
            refused: self.refused,
        })
    }
}

fn new_game(catalogue: &Catalogue, record: &Record, game: ReadGame) -> Answer<NewGame> {
    let state = State {
        game: game.game.to_owned(),
        options: serde_json::from_value(game.options.into()).unwrap_or_default(),
        position: game.position,
        moves: game.moves,
        ..State::default()
    };
    let opened = state.opened(catalogue)?;
    let session = opened.session.as_ref();
    let ended = match session.ending() {
        Some(_) => None,
        None => ended(session, record),
    };
    let names = game.seats.iter().map(|name| shortened(name));
    let seats = names.map(|name| json!({"kind": "human", "name": name, "named": !name.is_empty()}));
    let known = |name: &&str| {
        let value = record.tag(name);
        value.is_some_and(|value| !["", "?"].contains(&value))
    };
    let title = ["Event", "Site", "Date"].into_iter().find(known);
    let notes = json!({"tree": game.tree, "tags": game.tags, "preamble": game.preamble});
    Ok(NewGame::of(
        state,
        Changes {
            title: title.and_then(|name| record.tag(name)).map(shortened),
            seats: Some(seats.collect()),
            notes: Some(notes),
            ended: ended.map(Some),
        },
    ))
}

/// What the record says of the end, where the board does not.
fn ended(session: &dyn Session, record: &Record) -> Option<Ended> {
    let own = |outcome| {
        let written = session.write_result(outcome);
        same_result(&written, &record.result)
    };
    let reason = record.tag("Reason").unwrap_or("record").to_owned();
    if own(Outcome::Draw) {
        return Some(Ended {
            winner: None,
            reason,
        });
    }
    let mut seats = (0..session.players().min(2)).map(Player::seat);
    let winner = seats.find(|&seat| own(Outcome::Win(seat)))?;
    let winner = Some(session.sign(winner).to_string());
    Some(Ended { winner, reason })
}

/// Draughts count two points a game in some countries and one in others.
fn same_result(one: &str, other: &str) -> bool {
    let plain = |text: &str| match text {
        "2-0" => "1-0".to_owned(),
        "0-2" => "0-1".to_owned(),
        "1-1" | "1/2" => "1/2-1/2".to_owned(),
        text => text.to_owned(),
    };
    plain(one) == plain(other)
}

/// A name of a reasonable length.
fn shortened(text: &str) -> String {
    text.chars().take(LONGEST_NAME).collect()
}
