//! A game at some point: what the page sends (game, options, start, moves), and
//! what it is told about it. The server keeps nothing between two requests.

use super::catalogue::Catalogue;
use super::refusal::{Answer, Refusal, of_field};
use crate::failure::Failure;
use crate::json::{self, Json};
use crate::positions::{Opened, side};
use axum::http::StatusCode;
use plyground_engine::game::Player;
use plyground_engine::session::Session;
use plyground_engine::view::{ClickPath, View};
use plyground_games::options::Options;
use serde::Deserialize;
use serde_json::{Map, json};
use std::collections::BTreeMap;

/// Longer games than this are nobody's.
pub(crate) const MOST_MOVES: usize = 2000;

#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct State {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) options: BTreeMap<String, Setting>,
    #[serde(default)]
    pub(crate) position: Option<String>,
    #[serde(default)]
    pub(crate) to_move: Option<String>,
    #[serde(default)]
    pub(crate) moves: Vec<String>,
    #[serde(default)]
    pub(crate) format: Option<String>,
}

/// The value of an option, as a word or as a number.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Setting {
    Word(String),
    Number(u64),
}

impl std::fmt::Display for Setting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Setting::Word(word) => f.write_str(word),
            Setting::Number(number) => write!(f, "{number}"),
        }
    }
}

impl State {
    /// The game at its start, whatever position and moves are asked for.
    pub(crate) fn opened_at_start(&self, catalogue: &Catalogue) -> Answer<Opened> {
        let entry = plyground_games::find(&self.game).map_err(|error| {
            Refusal::new(StatusCode::NOT_FOUND, "unknown-game", error.to_string())
        })?;
        let given: Vec<(&str, String)> = self
            .options
            .iter()
            .map(|(name, value)| (name.as_str(), value.to_string()))
            .collect();
        let options = entry
            .options(given.iter().map(|(name, value)| (*name, value.as_str())))
            .map_err(of_field("bad-option", "options"))?;
        let mut session = catalogue.session(entry, &options);
        session
            .write_moves_as(self.format.as_deref().unwrap_or_default())
            .map_err(of_field("bad-request", "format"))?;
        Ok(Opened {
            entry,
            options,
            session,
            set_up: None,
            tables: None,
        })
    }

    /// The game at the position before any moves.
    pub(crate) fn set_up(&self, catalogue: &Catalogue) -> Answer<Opened> {
        let mut opened = self.opened_at_start(catalogue)?;
        let to_move = side_of(opened.session.as_ref(), self.to_move.as_deref())?;
        if let Some(text) = &self.position {
            let own = opened.session.position();
            opened
                .session
                .set_up(text, to_move)
                .map_err(of_field("bad-position", "position"))?;
            let position = opened.session.position();
            opened.set_up = (position != own).then_some(position);
        }
        Ok(opened)
    }

    /// The game after all the moves.
    pub(crate) fn opened(&self, catalogue: &Catalogue) -> Answer<Opened> {
        if self.moves.len() > MOST_MOVES {
            let message = format!(
                "expected at most {MOST_MOVES} moves, found {}",
                self.moves.len()
            );
            return Err(Refusal::input("illegal-move", message).with("field", "moves"));
        }
        let mut opened = self.set_up(catalogue)?;
        for (index, mv) in self.moves.iter().enumerate() {
            play(opened.session.as_mut(), mv).map_err(|refusal| refusal.with("ply", index + 1))?;
        }
        Ok(opened)
    }
}

/// The player whose sign the request gives.
pub(crate) fn side_of(session: &dyn Session, sign: Option<&str>) -> Answer<Option<Player>> {
    side(session, sign).map_err(|failure| {
        let message = match failure {
            Failure::Input(message) => message.replace("--to-move: ", ""),
            _ => "unknown sign".to_owned(),
        };
        Refusal::input("bad-position", message).with("field", "to_move")
    })
}

pub(crate) fn play(session: &mut dyn Session, mv: &str) -> Answer<()> {
    session.play(mv).map_err(of_field("illegal-move", "moves"))
}

/// Everything there is to know about a game at this point.
pub(crate) fn describe(opened: &Opened) -> Json {
    let session = opened.session.as_ref();
    let outcome = session.ending();
    json!({
        "game": opened.entry.id,
        "name": opened.entry.name,
        "options": options(&opened.options),
        "start": opened.set_up,
        "position": session.position(),
        "board_text": session.board_text(),
        "players": players(session),
        "to_move": session.sign(session.to_move()).to_string(),
        "seat": session.to_move().index(),
        "moves": session.moves(),
        "legal_moves": session.legal_moves(),
        "outcome": outcome.as_ref().map(|ending| json::outcome(session, ending)),
        "result": outcome.as_ref().map_or("*".to_owned(), |ending| session.write_result(ending.outcome)),
        "view": view(&session.view()),
    })
}

/// The options that are not the default ones.
pub(crate) fn options(options: &Options) -> Json {
    let changed = options.changed();
    let pairs = changed.iter().filter_map(|setting| setting.split_once('='));
    pairs
        .map(|(name, value)| (name.to_owned(), Json::from(value)))
        .collect::<Map<_, _>>()
        .into()
}

pub(crate) fn players(session: &dyn Session) -> Json {
    let seats = (0..session.players()).map(Player::seat);
    seats
        .map(|seat| json!({"sign": session.sign(seat).to_string(), "name": session.player_name(seat)}))
        .collect()
}

pub(crate) fn view(view: &View) -> Json {
    let cells = view.cells.iter().map(|cell| {
        let mut object = json!({
            "id": cell.id, "x": cell.x, "y": cell.y, "row": cell.row, "col": cell.column,
            "shape": cell.shape.name(), "tone": cell.tone,
        });
        if let Some(label) = &cell.label {
            object["label"] = label.as_str().into();
        }
        object
    });
    let pieces = view.pieces.iter().map(|piece| {
        let mut object = json!({
            "cell": piece.cell, "owner": piece.owner, "kind": piece.kind,
            "letter": piece.letter.to_string(),
        });
        if let Some(count) = piece.count {
            object["count"] = count.into();
        }
        object
    });
    let labels = view
        .labels
        .iter()
        .map(|label| json!({"x": label.x, "y": label.y, "text": label.text}));
    let words: Map<String, Json> = view
        .words
        .iter()
        .map(|&(kind, word)| (kind.to_owned(), word.into()))
        .collect();
    json!({
        "palette": view.palette,
        "cells": cells.collect::<Vec<_>>(),
        "pieces": pieces.collect::<Vec<_>>(),
        "labels": labels.collect::<Vec<_>>(),
        "last": view.last,
        "moves": view.moves.iter().map(click_path).collect::<Vec<_>>(),
        "owners": view.owners,
        "words": words,
    })
}

fn click_path(mv: &ClickPath) -> Json {
    let mut object = json!({"text": mv.text, "path": mv.path, "takes": mv.takes});
    if let Some(count) = mv.count {
        object["count"] = count.into();
    }
    object
}
