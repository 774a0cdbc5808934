//! The text board: four characters a hex, rows shifted by half a hex against
//! each other, `/` or a line end between them.
//!
//! ```text
//!    0  +2            " 0  " an empty hex, "-16 " a stack with its owner's sign;
//! -2   0  -3  +3      blanks stand where no hex is; leading blanks count only
//!    0           0    against those of the other rows
//! ```

use super::pasture::{Hex, MOST_HEXES, Pasture, Place};
use super::rules::{MOST_SHEEP, Position};
use plyground_engine::game::{MAX_PLAYERS, Player};
use plyground_engine::message::Message;
use plyground_engine::notation::ParseError;
use plyground_engine::{message, refused};
use std::borrow::Cow;
use std::fmt::Write;

pub(super) const SIGNS: [char; MAX_PLAYERS] = ['-', '+', '*', '='];
/// A board of 64 hexes in a row needs 256; the rest is for gaps.
const MOST_COLUMNS: usize = 1024;
const TURN: &str = "turn:";

/// Where something stands in a text, counted from 1; rows without a hex do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct At {
    pub(super) row: usize,
    pub(super) column: usize,
}

impl At {
    pub(super) const FIRST: At = At { row: 1, column: 1 };

    pub(super) fn error(self, reason: Message) -> ParseError {
        refused!(
            "sheep.at",
            "row {n}, column {n2}: {reason}",
            n = self.row,
            n2 = self.column,
            reason = reason
        )
    }
}

/// What stands on a hex of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written {
    pub(super) at: At,
    pub(super) place: Place,
    pub(super) stack: Option<(Player, u8)>,
}

/// A board as it was written, its hexes row by row.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) hexes: Vec<Written>,
    pub(super) turn: Option<Player>,
}

impl Board {
    pub(super) fn read(text: &str) -> Result<Board, ParseError> {
        let mut rows: Vec<Cow<'_, str>> = text
            .split(['\n', '/'])
            .map(str::trim_end)
            .filter(|row| !row.is_empty())
            .map(undrawn)
            .collect();
        let turn = match rows.last().and_then(|row| turn_line(row)) {
            Some(sign) => Some(turn_sign(rows.len(), sign)?),
            None => None,
        };
        if turn.is_some() {
            rows.pop();
        }
        let mut hexes = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            read_row(row, index, &mut hexes)?;
        }
        if hexes.is_empty() {
            return Err(refused!(
                "sheep.board",
                "expected a board of hexes (0 where empty, -16 a stack), found none"
            ));
        }
        fits_one_grid(&hexes)?;
        for hex in &mut hexes {
            hex.place.column = hex.place.column.div_euclid(2);
        }
        Ok(Board { hexes, turn })
    }

    pub(super) fn pasture(&self) -> Pasture {
        Pasture::new(self.hexes.iter().map(|hex| hex.place))
    }

    /// The highest seat that the text speaks of, counted from 1, and where.
    pub(super) fn players(&self) -> (usize, Option<At>) {
        let stacks = self.hexes.iter().filter_map(|hex| {
            let (player, _) = hex.stack?;
            Some((player.index() + 1, Some(hex.at)))
        });
        let turn = self.turn.map(|player| (player.index() + 1, None));
        stacks
            .chain(turn)
            .max_by_key(|&(seats, _)| seats)
            .unwrap_or((0, None))
    }
}

/// A row as it is drawn has the name of its first hex in front, and dots for empty
/// hexes; as it is written it has neither.
fn undrawn(row: &str) -> Cow<'_, str> {
    let words = row.trim_start();
    let name = words.split_whitespace().next().unwrap_or_default();
    let number = name.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    let is_name = number.len() + 1 == name.len() && number.parse::<u32>().is_ok();
    if !is_name {
        return Cow::Borrowed(row);
    }
    let before = row.len() - words.len() + name.len();
    let hexes = words[name.len()..].replace(['.', '·'], "0");
    Cow::Owned(" ".repeat(before) + &hexes)
}

/// The rest of a line that says whose turn it is.
fn turn_line(row: &str) -> Option<&str> {
    let row = row.trim();
    let head = row.get(..TURN.len())?;
    head.eq_ignore_ascii_case(TURN)
        .then(|| row[TURN.len()..].trim())
}

fn turn_sign(row: usize, sign: &str) -> Result<Player, ParseError> {
    let mut letters = sign.chars();
    let seat = match (letters.next(), letters.next()) {
        (Some(letter), None) => SIGNS.iter().position(|&known| known == letter),
        _ => None,
    };
    seat.map(Player::seat).ok_or_else(|| {
        let at = At { row, column: 1 };
        at.error(message!(
            "sheep.turn",
            "expected 'turn:' and one of - + * =, found '{sign}'",
            sign = sign
        ))
    })
}

fn read_row(text: &str, row: usize, hexes: &mut Vec<Written>) -> Result<(), ParseError> {
    let letters: Vec<char> = text.chars().collect();
    let mut column = 0;
    while column < letters.len() {
        if letters[column] == ' ' {
            column += 1;
            continue;
        }
        let at = At {
            row: row + 1,
            column: column + 1,
        };
        if column >= MOST_COLUMNS {
            return Err(at.error(message!(
                "sheep.columns",
                "a row may have {n} columns at most",
                n = MOST_COLUMNS
            )));
        }
        if hexes.len() == MOST_HEXES {
            return Err(at.error(message!(
                "sheep.hexes",
                "a pasture has {n} hexes at most",
                n = MOST_HEXES
            )));
        }
        let length = letters[column + 1..]
            .iter()
            .take_while(|letter| letter.is_ascii_digit())
            .count();
        let digits: String = letters[column + 1..][..length].iter().collect();
        let (stack, sign_column) = match letters[column] {
            '0' if digits.is_empty() => (None, column as i32 - 1),
            letter => (Some(stack(at, letter, &digits)?), column as i32),
        };
        hexes.push(Written {
            at,
            place: Place {
                row: row as i32,
                column: sign_column,
            },
            stack,
        });
        column += 1 + length;
    }
    Ok(())
}

fn stack(at: At, letter: char, digits: &str) -> Result<(Player, u8), ParseError> {
    let Some(seat) = SIGNS.iter().position(|&sign| sign == letter) else {
        return Err(at.error(message!(
            "sheep.hex",
            "expected 0 for an empty hex or a stack with one of the signs - + * =, found '{text}'",
            text = format!("{letter}{digits}")
        )));
    };
    match digits.parse::<u8>() {
        Ok(height @ 1..=MOST_SHEEP) => Ok((Player::seat(seat), height)),
        _ => Err(at.error(message!(
            "sheep.stack",
            "a stack has 1 to {n} sheep, found '{text}'",
            n = MOST_SHEEP,
            text = format!("{letter}{digits}")
        ))),
    }
}

/// Every row must be shifted by a half hex, two characters, against the next.
/// Columns are still those of the text here.
fn fits_one_grid(hexes: &[Written]) -> Result<(), ParseError> {
    let phase = |hex: &Written| (hex.place.column + 2 * hex.place.row).rem_euclid(4);
    let wanted = phase(&hexes[0]);
    match hexes.iter().find(|hex| phase(hex) != wanted) {
        None => Ok(()),
        Some(hex) => {
            let off = (phase(hex) - wanted).rem_euclid(4);
            Err(hex.at.error(message!(
                "sheep.grid",
                "this hex fits no grid with the first one: it stands {n} characters too far \
                 right (a hex is four wide, a row is shifted by two against the next)",
                n = off
            )))
        }
    }
}

/// The rows of the board without trailing blanks.
pub(super) fn rows(pasture: &Pasture, position: &Position) -> Vec<String> {
    let mut rows = vec![String::new(); pasture.rows()];
    for index in 0..pasture.len() {
        let place = pasture.place(index as Hex);
        let row = &mut rows[place.row as usize];
        let blanks = (2 * place.column as usize).saturating_sub(row.chars().count());
        let _ = write!(row, "{:blanks$}", "");
        let _ = match position.owner(index as Hex) {
            None => write!(row, " 0  "),
            Some(player) => write!(
                row,
                "{}{:<3}",
                SIGNS[player.index()],
                position.height(index as Hex)
            ),
        };
    }
    for row in &mut rows {
        row.truncate(row.trim_end().len());
    }
    rows
}

pub(super) fn turn(player: Player) -> String {
    format!("{TURN} {}", SIGNS[player.index()])
}
