//! The 9-line board of the 8x8 games, both ways, and the sheet that the
//! best-move calculator writes.
//!
//! ```text
//!   A B C D E F G H
//! 1 _ b _ b _ b _ b
//! 2 b _ b _ b _ b _
//!   …
//! 8 w _ w _ w _ w _
//! ```
//!
//! Row 1 is on top, so its squares are upside down against standard notation:
//! its C6 is the standard c3.

use super::board::Board;
use super::fen::{EXAMPLE, Setup, colour_name};
use super::moves::Move;
use super::position::Position;
use super::rules::Draughts;
use super::ruleset::{Colour, Ruleset, WordOf};
use plyground_engine::game::{Game, Outcome};
use plyground_engine::notation::{Notation, ParseError};
use plyground_engine::refused;
use std::fmt::Write;

const SIZE: usize = 8;
const HEADER: &str = "  A B C D E F G H";

impl<R: Ruleset> Draughts<R> {
    pub(super) fn write_sheet(position: &Position<WordOf<R>>) -> Option<String> {
        if R::Board::SIZE != SIZE {
            return None;
        }
        let mut text = HEADER.to_owned();
        for line in 1..=SIZE {
            write!(text, "\n{line}").ok()?;
            for column in 0..SIZE {
                let row = SIZE - line;
                let symbol = if (column + row) % 2 == 1 {
                    '_'
                } else {
                    match position.piece(R::Board::bit(column, row)) {
                        Some((colour, is_king)) => letter(colour, is_king),
                        None => '0',
                    }
                };
                write!(text, " {symbol}").ok()?;
            }
        }
        Some(text)
    }

    pub(super) fn read_sheet(
        text: &str,
        to_move: Colour,
    ) -> Result<Position<WordOf<R>>, ParseError> {
        if R::Board::SIZE != SIZE {
            return Err(refused!(
                "sheet.size",
                "expected a FEN such as {example}: the board of nine lines is for 8x8, \
                 this one has {n} rows",
                example = EXAMPLE,
                n = R::Board::SIZE
            ));
        }
        let lines: Vec<&str> = text.trim_end().split(['\n', '/']).collect();
        check_header(lines.first().copied().unwrap_or_default())?;
        let mut setup = Setup::<R>::new();
        for number in 1..=SIZE {
            let line = lines.get(number).copied().unwrap_or_default();
            read_line(&mut setup, number, line)?;
        }
        if let Some(extra) = lines.get(SIZE + 1) {
            return Err(refused!(
                "sheet.rest",
                "line 10: expected nothing after row 8, found '{text}'",
                text = extra.trim()
            ));
        }
        for colour in Colour::BOTH {
            let count = super::board::Word::count(setup.pieces[colour.index()]) as usize;
            if count == 0 || count > Self::MEN {
                return Err(refused!(
                    "sheet.pieces",
                    "lines 2 to 9: expected 1 to {n} pieces of {who}, found {n2}",
                    n = Self::MEN,
                    who = colour_name(colour),
                    n2 = count
                ));
            }
        }
        Ok(Position::new(setup.pieces, setup.kings, to_move))
    }

    /// The board after the best move, the move, and the result of a game that is over.
    pub(super) fn write_answer_sheet(
        &self,
        position: &Position<WordOf<R>>,
        best: Option<Move<WordOf<R>>>,
    ) -> Option<String> {
        let next = best.map_or(*position, |mv| self.after(position, mv));
        let mut text = Self::write_sheet(&next)?;
        match best {
            Some(mv) => {
                let names: Vec<String> = self
                    .shortest_way(position, mv)
                    .into_iter()
                    .map(|bit| {
                        let (column, row) = R::Board::place(bit);
                        format!("{}{}", (b'A' + column as u8) as char, SIZE - row)
                    })
                    .collect();
                write!(text, "\nmove: {}", names.join("->")).ok()?;
            }
            None => text.push_str("\nmove: none"),
        }
        if let Some(outcome) = self.ended(&next, &mut Vec::new()) {
            let result = match outcome {
                Outcome::Win(winner) => format!("{} wins", self.player_name(winner)),
                _ => "draw".to_owned(),
            };
            write!(text, "\nresult: {result} ({})", self.reason(&next, outcome)).ok()?;
        }
        text.push('\n');
        Some(text)
    }
}

pub(super) fn letter(colour: Colour, is_king: bool) -> char {
    match (colour, is_king) {
        (Colour::White, false) => 'w',
        (Colour::White, true) => 'W',
        (Colour::Black, false) => 'b',
        (Colour::Black, true) => 'B',
    }
}

fn check_header(line: &str) -> Result<(), ParseError> {
    if line.split_whitespace().eq(HEADER.split_whitespace()) {
        return Ok(());
    }
    Err(refused!(
        "sheet.header",
        "line 1: expected the header '{header}', found '{text}'",
        header = HEADER.trim(),
        text = line.trim()
    ))
}

fn read_line<R: Ruleset>(
    setup: &mut Setup<R>,
    number: usize,
    line: &str,
) -> Result<(), ParseError> {
    let place = number + 1;
    let mut words = line.split_whitespace();
    let label = words.next().unwrap_or_default();
    if label != number.to_string() {
        return Err(refused!(
            "sheet.number",
            "line {n}: expected the row number {n2} first, found '{text}'",
            n = place,
            n2 = number,
            text = label
        ));
    }
    let symbols: Vec<&str> = words.collect();
    if symbols.len() != SIZE {
        return Err(refused!(
            "sheet.squares",
            "line {n}: expected {n2} squares after the row number, found {n3}",
            n = place,
            n2 = SIZE,
            n3 = symbols.len()
        ));
    }
    let row = SIZE - number;
    for (column, symbol) in symbols.into_iter().enumerate() {
        let name = format!("{}{number}", (b'A' + column as u8) as char);
        let is_dark = (column + row).is_multiple_of(2);
        let (colour, is_king) = match symbol {
            "0" if is_dark => continue,
            "_" if !is_dark => continue,
            "w" | "b" | "W" | "B" if !is_dark => {
                return Err(refused!(
                    "sheet.light",
                    "line {n}: expected _ on the light square {square}, found the piece '{letter}'",
                    n = place,
                    square = name,
                    letter = symbol
                ));
            }
            "w" => (Colour::White, false),
            "W" => (Colour::White, true),
            "b" => (Colour::Black, false),
            "B" => (Colour::Black, true),
            _ => {
                let expected = if is_dark { "w, b, W, B or 0" } else { "_" };
                return Err(refused!(
                    "sheet.letter",
                    "line {n}: expected {letters} on {square}, found '{letter}'",
                    n = place,
                    letters = expected,
                    square = name,
                    letter = symbol
                ));
            }
        };
        let bit = R::Board::bit(column, row);
        setup.put(colour, is_king, bit, &name).map_err(|error| {
            refused!(
                "sheet.line",
                "line {n}: {reason}",
                n = place,
                reason = error
            )
        })?;
    }
    Ok(())
}
