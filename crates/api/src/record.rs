//! Records in and out: PDN for draughts, and the same shape for every other game.

use crate::Catalogue;
use crate::choice::Opened;
use crate::json::Json;
use crate::records;
use crate::refusal::{Answer, Refusal, of_field};
use crate::state::{self, State};
use plyground_engine::game::{MAX_PLAYERS, Outcome, Player};
use plyground_engine::message;
use plyground_engine::message::Message;
use plyground_engine::session::{Ending, Session};
use plyground_games::record::{Record, RecordedMove};
use serde::{Deserialize, Serialize};
use serde_json::Map;
use std::collections::BTreeMap;

/// Longer files come in parts.
pub const MOST_GAMES: usize = 1000;
/// Trees with more moves than this are not looked at.
pub const MOST_MOVES: usize = 20_000;

/// An end that does not show on the board: resignation, time, a draw agreed.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Ended {
    pub winner: Option<String>,
    pub reason: String,
}

impl Ended {
    pub fn ending(&self, session: &dyn Session) -> Answer<Ending> {
        let seats = (0..session.players()).map(Player::seat);
        let outcome = match &self.winner {
            None => Outcome::Draw,
            Some(sign) => {
                let mut winners = seats.filter(|&seat| session.sign(seat).to_string() == *sign);
                let winner = winners.next().ok_or_else(|| {
                    let message = message!(
                        "ended.sign",
                        "'{sign}' is nobody's sign in this game",
                        sign = sign
                    );
                    Refusal::input("bad-request", message).with("field", "ended")
                })?;
                winner_takes_all(winner, session.players())
            }
        };
        Ok(Ending {
            outcome,
            reason: reason(&self.reason),
        })
    }
}

/// Why players ended a game: what the page says, or anybody's own words.
pub fn reason(text: &str) -> Message {
    match text {
        "resigned" => message!("reason.resigned", "resigned"),
        "agreed" => message!("reason.agreed", "agreed"),
        "time" => message!("reason.time", "time"),
        "draw" => message!("reason.draw", "draw"),
        text => Message::from(text),
    }
}

fn winner_takes_all(winner: Player, players: usize) -> Outcome {
    if players == 2 {
        return Outcome::Win(winner);
    }
    let mut places = [0; MAX_PLAYERS];
    places[..players].fill(2);
    places[winner.index()] = 1;
    Outcome::Places(places)
}

#[derive(Debug, Deserialize, Serialize)]
pub struct Node {
    #[serde(rename = "move")]
    mv: String,
    #[serde(default)]
    signs: Vec<u8>,
    #[serde(default)]
    comments: Vec<String>,
    #[serde(default)]
    variations: Vec<Vec<Node>>,
}

#[derive(Debug, Deserialize)]
pub struct WriteRequest {
    #[serde(flatten)]
    state: State,
    tree: Option<Vec<Node>>,
    #[serde(default)]
    seats: Vec<String>,
    ended: Option<Ended>,
    #[serde(default)]
    tags: BTreeMap<String, String>,
    #[serde(default)]
    preamble: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub struct ReadRequest {
    text: String,
    game: Option<String>,
    format: Option<String>,
}

pub fn record_of(
    opened: &Opened,
    seats: &[String],
    ended: Option<&Ended>,
    day: &str,
) -> Answer<Record> {
    let session = opened.session.as_ref();
    let ending = ended.map(|ended| ended.ending(session)).transpose()?;
    Ok(records::record(opened, seats, ending.as_ref(), day))
}

/// The moves of a game with a tree's variations; `None` where the tree's main line
/// is not the beginning of the game.
pub fn with_variations_of(
    session: &mut dyn Session,
    tree: &Json,
    moves: &[String],
) -> Option<Vec<RecordedMove>> {
    let mut tree: Vec<Node> = serde_json::from_value(tree.clone()).ok()?;
    let rest = moves.get(tree.len()..)?;
    tree.extend(rest.iter().map(|mv| Node {
        mv: mv.clone(),
        signs: Vec::new(),
        comments: Vec::new(),
        variations: Vec::new(),
    }));
    let recorded = Scribe::new(session).recorded(&tree).ok()?;
    (session.moves() == moves).then_some(recorded)
}

#[derive(Debug, Serialize)]
pub struct Written {
    record: String,
    file: String,
}

pub fn written(catalogue: &Catalogue, request: WriteRequest) -> Answer<Written> {
    let mut opened = match request.tree {
        Some(_) => request.state.set_up(catalogue)?,
        None => request.state.opened(catalogue)?,
    };
    let mut moves = None;
    if let Some(tree) = &request.tree {
        let mut scribe = Scribe::new(opened.session.as_mut());
        moves = Some(scribe.recorded(tree)?);
    }
    let day = catalogue.now().day();
    let mut record = record_of(&opened, &request.seats, request.ended.as_ref(), &day)?;
    for (name, value) in &request.tags {
        if !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric()) {
            record.set_tag(name, value);
        }
    }
    record.preamble = request.preamble;
    if let Some(moves) = moves {
        record.moves = moves;
    }
    let day = day.replace('.', "-");
    Ok(Written {
        record: record.write(),
        file: format!("{}-{day}.pdn", opened.id()),
    })
}

#[derive(Debug, Serialize)]
pub struct ReadGames {
    games: Vec<ReadGame>,
}

/// A game of a record, every move checked.
#[derive(Debug, Serialize)]
pub struct ReadGame {
    pub game: &'static str,
    pub options: Map<String, Json>,
    pub position: Option<String>,
    pub tags: Map<String, Json>,
    pub seats: Vec<String>,
    pub preamble: Vec<String>,
    pub tree: Vec<Node>,
    pub moves: Vec<String>,
    pub result: String,
    pub reason: Option<String>,
}

pub fn read(catalogue: &Catalogue, request: &ReadRequest) -> Answer<ReadGames> {
    let records = Record::read_within(&request.text, MOST_GAMES, MOST_MOVES)
        .map_err(of_field("bad-record", "text"))?;
    let mut left = MOST_MOVES;
    let games = (1..).zip(&records).map(|(number, record)| {
        let written = (request.game.as_deref(), request.format.as_deref());
        let game = one(catalogue, record, written, &mut left);
        game.map_err(|refusal| refusal.with("record", number))
    });
    Ok(ReadGames {
        games: games.collect::<Answer<_>>()?,
    })
}

pub fn one(
    catalogue: &Catalogue,
    record: &Record,
    (game, format): (Option<&str>, Option<&str>),
    left: &mut usize,
) -> Answer<ReadGame> {
    let options = records::rules_of(record);
    let named = record.tag("Game").or(game);
    let state = State {
        game: named.unwrap_or_default().to_owned(),
        options: options
            .map(|(name, value)| (name.to_owned(), state::Setting::Word(value.to_owned())))
            .collect(),
        position: record.tag("FEN").map(str::to_owned),
        format: format.map(str::to_owned),
        ..State::default()
    };
    if named.is_none() {
        let message = message!(
            "record.game",
            "the record does not name its game: expected a tag Game"
        );
        return Err(Refusal::input("bad-record", message).with("field", "game"));
    }
    let mut opened = state.set_up(catalogue)?;
    for (name, value) in &record.tags {
        let checked = opened.session.check_record_tag(name, value);
        checked.map_err(of_field("bad-record", "text"))?;
    }
    let mut scribe = Scribe::new(opened.session.as_mut());
    scribe.left = *left;
    let nodes: Vec<Node> = record.moves.iter().map(Node::of).collect();
    let tree = scribe.checked(&nodes)?;
    *left = scribe.left;
    let session = opened.session.as_ref();
    let names = (0..session.players()).map(|seat| {
        let name = session.player_name(Player::seat(seat));
        record.tag(name).unwrap_or_default().to_owned()
    });
    let tags: Map<String, Json> = record
        .tags
        .iter()
        .map(|(name, value)| (name.clone(), value.as_str().into()))
        .collect();
    Ok(ReadGame {
        game: opened.id(),
        options: state::options(&opened.choice.options),
        position: opened.set_up.clone(),
        tags,
        seats: names.collect(),
        preamble: record.preamble.clone(),
        tree,
        moves: session.moves(),
        result: record.result.clone(),
        reason: record.tag("Reason").map(str::to_owned),
    })
}

impl Node {
    fn of(mv: &RecordedMove) -> Node {
        let line = |moves: &Vec<RecordedMove>| moves.iter().map(Node::of).collect();
        Node {
            mv: mv.text.clone(),
            signs: mv.signs.clone(),
            comments: mv.comments.clone(),
            variations: mv.variations.iter().map(line).collect(),
        }
    }
}

/// Makes something of a move, its usual and its recorded text, and what might have
/// been played instead.
type Telling<'a, T> = dyn FnMut(&Node, (String, String), Vec<Vec<T>>) -> T + 'a;

/// Walks a tree of moves over a session, which is at the end of the main line afterwards.
struct Scribe<'a> {
    session: &'a mut dyn Session,
    left: usize,
    ply: usize,
}

impl Scribe<'_> {
    fn new(session: &mut dyn Session) -> Scribe<'_> {
        Scribe {
            session,
            left: MOST_MOVES,
            ply: 0,
        }
    }

    /// The tree as records write it.
    fn recorded(&mut self, line: &[Node]) -> Answer<Vec<RecordedMove>> {
        self.walk(line, &mut |node, (_, text), variations| RecordedMove {
            text,
            signs: node.signs.clone(),
            comments: node.comments.clone(),
            variations,
        })
    }

    /// The tree with every move checked and in its usual form.
    fn checked(&mut self, line: &[Node]) -> Answer<Vec<Node>> {
        self.walk(line, &mut |node, (mv, _), variations| Node {
            mv,
            signs: node.signs.clone(),
            comments: node.comments.clone(),
            variations,
        })
    }

    fn walk<T>(&mut self, line: &[Node], told: &mut Telling<'_, T>) -> Answer<Vec<T>> {
        let mut done = Vec::with_capacity(line.len());
        for node in line {
            let mut variations = Vec::with_capacity(node.variations.len());
            for variation in &node.variations {
                variations.push(self.walk(variation, told)?);
                for _ in variation {
                    self.session.take_back();
                }
                self.ply -= variation.len();
            }
            self.left = self.left.checked_sub(1).ok_or_else(|| {
                let message = message!("record.long", "expected at most {n} moves", n = MOST_MOVES);
                Refusal::input("bad-record", message)
            })?;
            self.ply += 1;
            state::play(self.session, &node.mv).map_err(|refusal| refusal.with("ply", self.ply))?;
            let texts = self.session.last_move().unwrap_or_default();
            done.push(told(node, texts, variations));
        }
        Ok(done)
    }
}
