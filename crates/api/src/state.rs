//! A game at some point: what the page sends (game, options, start, moves), and
//! what it is told about it. Nothing is kept between two requests.

use crate::catalogue::Catalogue;
use crate::choice::{GameChoice, Opened};
use crate::json::{self, Json, Outcome};
use crate::refusal::{Answer, Refusal, of_field};
use plyground_engine::game::Player;
use plyground_engine::notation::ParseError;
use plyground_engine::session::{Ending, Session};
use plyground_engine::view::View;
use plyground_engine::{message, refused};
use plyground_games::options::Options;
use serde::{Deserialize, Serialize};
use serde_json::Map;
use std::collections::BTreeMap;

/// Longer games than this are nobody's.
pub const MOST_MOVES: usize = 2000;

#[derive(Clone, Debug, Default, Deserialize)]
pub struct State {
    pub game: String,
    #[serde(default)]
    pub options: BTreeMap<String, Setting>,
    #[serde(default)]
    pub position: Option<String>,
    #[serde(default)]
    pub to_move: Option<String>,
    #[serde(default)]
    pub moves: Vec<String>,
    #[serde(default)]
    pub format: Option<String>,
    /// `false` leaves out the cells, which stay the same all the game.
    #[serde(default)]
    pub cells: Option<bool>,
}

/// The value of an option, as a word or as a number.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Setting {
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
    pub fn opened_at_start(&self, catalogue: &Catalogue) -> Answer<Opened> {
        let entry = catalogue
            .games
            .find(&self.game)
            .map_err(|error| Refusal::new(404, "unknown-game", error))?;
        let given: Vec<(&str, String)> = self
            .options
            .iter()
            .map(|(name, value)| (name.as_str(), value.to_string()))
            .collect();
        let given = given.iter().map(|(name, value)| (*name, value.as_str()));
        let choice = GameChoice::new(entry, given, catalogue.tables.clone())
            .map_err(of_field("bad-option", "options"))?;
        let mut opened = catalogue.open(choice);
        opened
            .session
            .write_moves_as(self.format.as_deref().unwrap_or_default())
            .map_err(of_field("bad-request", "format"))?;
        Ok(opened)
    }

    /// The game at the position before any moves.
    pub fn set_up(&self, catalogue: &Catalogue) -> Answer<Opened> {
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
    pub fn opened(&self, catalogue: &Catalogue) -> Answer<Opened> {
        if self.moves.len() > MOST_MOVES {
            let message = message!(
                "game.long",
                "expected at most {n} moves, found {n2}",
                n = MOST_MOVES,
                n2 = self.moves.len()
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
pub fn side_of(session: &dyn Session, sign: Option<&str>) -> Answer<Option<Player>> {
    side(session, sign).map_err(of_field("bad-position", "to_move"))
}

/// The player whose sign this is.
pub fn side(session: &dyn Session, sign: Option<&str>) -> Result<Option<Player>, ParseError> {
    let Some(sign) = sign else { return Ok(None) };
    let known: Vec<Player> = (0..session.players()).map(Player::seat).collect();
    let found = known
        .iter()
        .find(|&&player| session.sign(player).to_string().eq_ignore_ascii_case(sign));
    found.copied().map(Some).ok_or_else(|| {
        let signs: Vec<String> = known
            .iter()
            .map(|&player| session.sign(player).to_string())
            .collect();
        refused!(
            "side.sign",
            "expected one of {signs}, found '{sign}'",
            signs = signs.join(", "),
            sign = sign
        )
    })
}

pub fn play(session: &mut dyn Session, mv: &str) -> Answer<()> {
    session.play(mv).map_err(of_field("illegal-move", "moves"))
}

/// Everything there is to know about a game at this point.
#[derive(Clone, Debug, Serialize)]
pub struct Described {
    game: &'static str,
    name: &'static str,
    options: Map<String, Json>,
    start: Option<String>,
    position: String,
    board_text: Option<String>,
    players: Vec<Seat>,
    to_move: String,
    seat: usize,
    moves: Vec<String>,
    legal_moves: Vec<String>,
    outcome: Option<Outcome>,
    result: String,
    view: Picture,
}

/// The game that a request asks for.
pub fn at(catalogue: &Catalogue, state: &State) -> Answer<Described> {
    Ok(describe(&state.opened(catalogue)?, state.cells))
}

/// Without the cells where the asker has them.
pub fn describe(opened: &Opened, cells: Option<bool>) -> Described {
    let session = opened.session.as_ref();
    let ending = session.ending();
    Described {
        game: opened.id(),
        name: opened.choice.entry.name,
        options: options(&opened.choice.options),
        start: opened.set_up.clone(),
        position: session.position(),
        board_text: session.board_text(),
        players: players(session),
        to_move: session.sign(session.to_move()).to_string(),
        seat: session.to_move().index(),
        moves: session.moves(),
        legal_moves: session.legal_moves(),
        outcome: ending.as_ref().map(|ending| outcome(session, ending)),
        result: ending.map_or("*".to_owned(), |ending| {
            session.write_result(ending.outcome)
        }),
        view: picture(session.view(), cells != Some(false)),
    }
}

/// How a game ended, with what the page needs to tell it in its own words.
pub fn outcome(session: &dyn Session, ending: &Ending) -> Outcome {
    let mut outcome = json::outcome(session, ending);
    outcome.code = Some(ending.reason.code());
    outcome.values = Some(json::values(&ending.reason));
    outcome
}

/// The options that are not the default ones.
pub fn options(options: &Options) -> Map<String, Json> {
    let changed = options.changed();
    let pairs = changed.iter().filter_map(|setting| setting.split_once('='));
    pairs
        .map(|(name, value)| (name.to_owned(), Json::from(value)))
        .collect()
}

/// Who plays.
#[derive(Clone, Debug, Serialize)]
pub struct Seat {
    sign: String,
    name: &'static str,
}

pub fn players(session: &dyn Session) -> Vec<Seat> {
    let seats = (0..session.players()).map(Player::seat);
    seats
        .map(|seat| Seat {
            sign: session.sign(seat).to_string(),
            name: session.player_name(seat),
        })
        .collect()
}

/// The board as the page draws it.
#[derive(Clone, Debug, Serialize)]
pub struct Picture {
    palette: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<PictureCell>>,
    pieces: Vec<PicturePiece>,
    #[serde(skip_serializing_if = "Option::is_none")]
    labels: Option<Vec<PictureLabel>>,
    last: Vec<String>,
    pub moves: Vec<PictureMove>,
    owners: Vec<&'static str>,
    words: BTreeMap<&'static str, &'static str>,
}

#[derive(Clone, Debug, Serialize)]
struct PictureCell {
    id: String,
    x: f64,
    y: f64,
    row: usize,
    col: usize,
    shape: &'static str,
    tone: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct PicturePiece {
    cell: String,
    owner: usize,
    kind: &'static str,
    letter: char,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u32>,
}

#[derive(Clone, Debug, Serialize)]
struct PictureLabel {
    x: f64,
    y: f64,
    text: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct PictureMove {
    pub text: String,
    pub path: Vec<String>,
    takes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
}

pub fn picture(view: View, with_cells: bool) -> Picture {
    let cells = view.cells.into_iter().map(|cell| PictureCell {
        id: cell.id,
        x: cell.x,
        y: cell.y,
        row: cell.row,
        col: cell.column,
        shape: cell.shape.name(),
        tone: cell.tone,
        label: cell.label,
    });
    let labels = view.labels.into_iter().map(|label| PictureLabel {
        x: label.x,
        y: label.y,
        text: label.text,
    });
    let pieces = view.pieces.into_iter().map(|piece| PicturePiece {
        cell: piece.cell,
        owner: piece.owner,
        kind: piece.kind,
        letter: piece.letter,
        count: piece.count,
    });
    let moves = view.moves.into_iter().map(|mv| PictureMove {
        text: mv.text,
        path: mv.path,
        takes: mv.takes,
        count: mv.count,
    });
    Picture {
        palette: view.palette,
        cells: with_cells.then(|| cells.collect()),
        pieces: pieces.collect(),
        labels: with_cells.then(|| labels.collect()),
        last: view.last,
        moves: moves.collect(),
        owners: view.owners,
        words: view.words.into_iter().collect(),
    }
}
