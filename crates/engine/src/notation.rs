//! How people write a game. Search never calls this.

use crate::game::{Game, Outcome, Player};
use crate::message::{Message, Value};
use crate::refused;

/// What was expected, what was found, and where: one line for a person, and data
/// for a program. [`refused!`](crate::refused) makes one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParseError(Message);

impl ParseError {
    pub fn new(message: impl Into<Message>) -> ParseError {
        ParseError(message.into())
    }

    pub fn message(&self) -> &Message {
        &self.0
    }
}

impl From<ParseError> for Message {
    fn from(error: ParseError) -> Message {
        error.0
    }
}

impl From<ParseError> for Value {
    fn from(error: ParseError) -> Value {
        Value::from(error.0)
    }
}

pub trait Notation: Game {
    /// The sign that stands for a player in the game's own text.
    fn sign(&self, player: Player) -> char;

    /// What the player is called in a sentence: "White", "x".
    fn player_name(&self, player: Player) -> &'static str;

    /// One line that [`read_position`](Notation::read_position) turns back into the same position.
    fn write_position(&self, position: &Self::Position) -> String;

    /// Reads a position and the rules it is played by, which a text may carry
    /// itself (a pasture, a number of players). `to_move` is the side to move
    /// where the text does not say it; whether it fits a text that does is looked
    /// at elsewhere, once for all games.
    fn read_position(
        &self,
        text: &str,
        to_move: Option<Player>,
    ) -> Result<(Self, Self::Position), ParseError>;

    /// The part of a batch's line that is a position; the rest is ignored.
    fn position_in_line<'a>(&self, line: &'a str) -> &'a str {
        line
    }

    fn write_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Reads a legal move of a game that is not over.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, ParseError> {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        let wanted = text.trim();
        moves
            .into_iter()
            .find(|&mv| self.write_move(position, mv).eq_ignore_ascii_case(wanted))
            .ok_or_else(|| {
                refused!(
                    "move.illegal",
                    "'{mv}' is not a legal move here",
                    mv = wanted
                )
            })
    }

    /// The same by the names that squares have on a board of lines, where these differ.
    fn read_move_on_board(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<Self::Move, ParseError> {
        self.read_move(position, text)
    }

    /// Whether this is only the beginning of a move that takes several lines.
    fn is_unfinished_move(&self, _position: &Self::Position, _text: &str) -> bool {
        false
    }

    /// The result at the end of a record, the first player's share before the second's.
    fn write_result(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Win(Player::FIRST) => "1-0".to_owned(),
            Outcome::Win(_) => "0-1".to_owned(),
            Outcome::Draw => "1/2-1/2".to_owned(),
            Outcome::Places(places) => {
                let places: Vec<String> =
                    places[..self.players()].iter().map(u8::to_string).collect();
                places.join("-")
            }
        }
    }

    /// The names of further ways to write this game's moves.
    fn move_formats(&self) -> &'static [&'static str] {
        &[]
    }

    /// A move written in one of the [`move_formats`](Notation::move_formats).
    fn write_move_as(&self, _format: &str, position: &Self::Position, mv: Self::Move) -> String {
        self.write_move(position, mv)
    }

    /// Some or all legal moves at once, in one of the formats or as usual: what a move
    /// is called may depend on the others.
    fn write_moves(
        &self,
        format: Option<&str>,
        position: &Self::Position,
        moves: &[Self::Move],
    ) -> Vec<String> {
        let moves = moves.iter();
        moves
            .map(|&mv| match format {
                Some(format) => self.write_move_as(format, position, mv),
                None => self.write_move(position, mv),
            })
            .collect()
    }

    /// The position as a board of several lines that
    /// [`read_position`](Notation::read_position) reads, where the game has such a form.
    fn write_board(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// The answer to "what is best here" as a text of its own: the board after
    /// the move, the move, and the result of a game that is over.
    fn write_answer(
        &self,
        _position: &Self::Position,
        _best: Option<Self::Move>,
    ) -> Option<String> {
        None
    }

    /// Tags that a record of this game has besides those of every game.
    fn record_tags(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    /// A record's move.
    fn write_recorded_move(&self, position: &Self::Position, mv: Self::Move) -> String {
        self.write_move(position, mv)
    }

    /// Refuses a record's tag that contradicts the game.
    fn check_record_tag(&self, _name: &str, _value: &str) -> Result<(), ParseError> {
        Ok(())
    }

    /// Why the game ended so: "four in a row".
    fn reason(&self, position: &Self::Position, outcome: Outcome) -> Message;
}
