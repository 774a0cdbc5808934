//! The game in text, as people and records write it.

use super::GameSession;
use crate::game::{Outcome, Player};
use crate::notation::{Notation, ParseError};
use crate::refused;

/// The game in text, as people and records write it.
pub trait Words {
    fn sign(&self, player: Player) -> char;
    fn player_name(&self, player: Player) -> &'static str;
    fn position(&self) -> String;

    /// The part of a batch's line that is a position.
    fn position_in_line<'a>(&self, line: &'a str) -> &'a str;

    /// The board in several lines, where the game has such a form.
    fn board_text(&self) -> Option<String>;

    /// Empty when the game is over.
    fn legal_moves(&self) -> Vec<String>;

    /// The moves since the start or the set-up.
    fn moves(&self) -> Vec<String>;

    /// The last move, as it is usually written and as a record writes it.
    fn last_move(&self) -> Option<(String, String)>;

    /// The names of further ways to write moves.
    fn move_formats(&self) -> &'static [&'static str];

    /// From now on moves are written so; an empty name is the usual way.
    fn write_moves_as(&mut self, format: &str) -> Result<(), ParseError>;

    /// From now on moves are also read by the names that squares have on a board of lines.
    fn read_moves_on_board(&mut self);

    /// Whether this is only the beginning of a move that takes several lines.
    fn is_unfinished_move(&self, text: &str) -> bool;

    /// The board after a move, the move and the result, where the game has such a form.
    fn answer_text(&self, best: Option<&str>) -> Option<String>;

    /// An outcome as a record writes it.
    fn write_result(&self, outcome: Outcome) -> String;

    /// The moves since the start or the set-up, as a record writes them.
    fn recorded_moves(&self) -> Vec<String>;
    fn record_tags(&self) -> Vec<(&'static str, &'static str)>;
    fn check_record_tag(&self, name: &str, value: &str) -> Result<(), ParseError>;
}

impl<G: Notation> GameSession<G> {
    pub(super) fn write_move(&self, position: &G::Position, mv: G::Move) -> String {
        match self.move_format {
            Some(format) => self.game.write_move_as(format, position, mv),
            None => self.game.write_move(position, mv),
        }
    }

    /// Moves of the present position.
    pub(super) fn write_moves(&self, moves: &[G::Move]) -> Vec<String> {
        let format = self.move_format;
        self.game.write_moves(format, &self.position, moves)
    }
}

impl<G: Notation> Words for GameSession<G> {
    fn sign(&self, player: Player) -> char {
        self.game.sign(player)
    }

    fn player_name(&self, player: Player) -> &'static str {
        self.game.player_name(player)
    }

    fn position(&self) -> String {
        self.game.write_position(&self.position)
    }

    fn position_in_line<'a>(&self, line: &'a str) -> &'a str {
        self.given.position_in_line(line)
    }

    fn board_text(&self) -> Option<String> {
        self.game.write_board(&self.position)
    }

    fn legal_moves(&self) -> Vec<String> {
        self.write_moves(&self.legal())
    }

    fn moves(&self) -> Vec<String> {
        self.played
            .iter()
            .map(|(position, mv)| self.write_move(position, *mv))
            .collect()
    }

    fn last_move(&self) -> Option<(String, String)> {
        let (position, mv) = self.played.last()?;
        let recorded = self.game.write_recorded_move(position, *mv);
        Some((self.write_move(position, *mv), recorded))
    }

    fn move_formats(&self) -> &'static [&'static str] {
        self.game.move_formats()
    }

    fn write_moves_as(&mut self, format: &str) -> Result<(), ParseError> {
        if format.is_empty() {
            self.move_format = None;
            return Ok(());
        }
        let known = self.game.move_formats();
        let found = known.iter().find(|&&name| name == format);
        self.move_format = Some(found.ok_or_else(|| match known {
            [] => refused!(
                "format.only",
                "unknown format '{name}': this game has only one",
                name = format
            ),
            _ => refused!(
                "format.unknown",
                "unknown format '{name}': expected {names}",
                name = format,
                names = known.join(", ")
            ),
        })?);
        Ok(())
    }

    fn read_moves_on_board(&mut self) {
        self.reads_boards = true;
    }

    fn is_unfinished_move(&self, text: &str) -> bool {
        self.game.is_unfinished_move(&self.position, text)
    }

    fn answer_text(&self, best: Option<&str>) -> Option<String> {
        let best = best.and_then(|text| self.game.read_move(&self.position, text).ok());
        self.game.write_answer(&self.position, best)
    }

    fn write_result(&self, outcome: Outcome) -> String {
        self.game.write_result(outcome)
    }

    fn recorded_moves(&self) -> Vec<String> {
        self.played
            .iter()
            .map(|(position, mv)| self.game.write_recorded_move(position, *mv))
            .collect()
    }

    fn record_tags(&self) -> Vec<(&'static str, &'static str)> {
        self.game.record_tags()
    }

    fn check_record_tag(&self, name: &str, value: &str) -> Result<(), ParseError> {
        self.game.check_record_tag(name, value)
    }
}
