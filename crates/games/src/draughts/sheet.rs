//! The board of lines, one more than it has rows, both ways, and the sheet that the
//! best-move calculator writes, which can be read back.
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
use super::fen::{Setup, colour_name};
use super::moves::Move;
use super::position::Position;
use super::rules::Draughts;
use super::ruleset::{Colour, Ruleset, WordOf};
use plyground_engine::game::{Game, Outcome};
use plyground_engine::notation::{Notation, ParseError};
use plyground_engine::refused;
use plyground_engine::view::square_name;
use std::fmt::Write;

/// What the calculator writes before the squares of a move, and before a result.
const MOVE: &str = "move:";
const RESULT: &str = "result:";

/// The letters of the columns.
fn header(size: usize) -> String {
    let letters = (0..size).map(|column| column_letter(column).to_string());
    letters.collect::<Vec<_>>().join(" ")
}

fn column_letter(column: usize) -> char {
    char::from(b'A' + column as u8)
}

/// The square that such a board calls so, its rows counted from the top.
fn read_name<B: Board>(name: &str) -> Option<u8> {
    let mut letters = name.trim().chars();
    let letter = letters.next()?.to_ascii_uppercase();
    let column = (0..B::SIZE).find(|&column| column_letter(column) == letter)?;
    let number: usize = letters.as_str().parse().ok()?;
    let row = B::SIZE.checked_sub(number).filter(|_| number > 0)?;
    (column + row)
        .is_multiple_of(2)
        .then(|| B::bit(column, row))
}

impl<R: Ruleset> Draughts<R> {
    pub(super) fn write_sheet(position: &Position<WordOf<R>>) -> Option<String> {
        let size = R::Board::SIZE;
        let width = size.to_string().len();
        let mut text = format!("{:width$} {}", "", header(size));
        for line in 1..=size {
            write!(text, "\n{line:>width$}").ok()?;
            for column in 0..size {
                let row = size - line;
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

    /// A sheet tells who is to move if it ends with the move that led to its board.
    pub(super) fn read_sheet(
        text: &str,
        to_move: Option<Colour>,
    ) -> Result<Position<WordOf<R>>, ParseError> {
        let size = R::Board::SIZE;
        let lines: Vec<&str> = text.trim_end().split(['\n', '/']).collect();
        check_header(lines.first().copied().unwrap_or_default(), size)?;
        let mut setup = Setup::<R>::new();
        for number in 1..=size {
            let line = lines.get(number).copied().unwrap_or_default();
            read_line(&mut setup, number, line)?;
        }
        for colour in Colour::BOTH {
            let count = super::board::Word::count(setup.pieces[colour.index()]) as usize;
            let is_beaten = count == 0 && lines.len() > size + 1;
            if !is_beaten && (count == 0 || count > Self::MEN) {
                return Err(refused!(
                    "sheet.pieces",
                    "lines 2 to {n3}: expected 1 to {n} pieces of {who}, found {n2}",
                    n = Self::MEN,
                    who = colour_name(colour),
                    n2 = count,
                    n3 = size + 1
                ));
            }
        }
        let mut told = None;
        for (index, line) in lines.iter().enumerate().skip(size + 1) {
            told = told.or(read_answer(&setup, index + 1, line)?);
        }
        let to_move = told.or(to_move).ok_or_else(|| {
            refused!(
                "sheet.side",
                "a board of lines does not say who is to move: expected w or b beside it"
            )
        })?;
        Ok(Position::new(setup.pieces, setup.kings, to_move))
    }

    /// Reads a move by the squares of such a board, `C6->B5`; every other form as usual.
    pub(super) fn read_board_move(
        &self,
        position: &Position<WordOf<R>>,
        text: &str,
    ) -> Result<Move<WordOf<R>>, ParseError> {
        if !text.contains("->") {
            return self.read_move(position, text);
        }
        let names = text.split("->").map(|name| {
            let bit = read_name::<R::Board>(name).ok_or_else(|| {
                refused!(
                    "move.boardSquare",
                    "move '{mv}': expected dark squares from A1 to {last}, rows counted from the top, found '{square}'",
                    mv = text.trim(),
                    last = format!("{}{}", column_letter(R::Board::SIZE - 1), R::Board::SIZE),
                    square = name.trim()
                )
            })?;
            let (column, row) = R::Board::place(bit);
            Ok(square_name(column, row))
        });
        let names: Result<Vec<String>, ParseError> = names.collect();
        self.read_move(position, &names?.join("-"))
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
                        format!("{}{}", column_letter(column), R::Board::SIZE - row)
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

/// Whose turn it is by a line behind the board, if it says it: the piece on the last
/// square of a move has just moved.
fn read_answer<R: Ruleset>(
    setup: &Setup<R>,
    number: usize,
    line: &str,
) -> Result<Option<Colour>, ParseError> {
    let words = line.trim();
    let squares = words.find(MOVE).map(|at| words[at + MOVE.len()..].trim());
    let unexpected = || {
        refused!(
            "sheet.rest",
            "line {n}: expected nothing, or 'move: C6->B5', found '{text}'",
            n = number,
            text = words
        )
    };
    match squares {
        Some("none") => Ok(None),
        Some(squares) => {
            let last = squares.rsplit("->").next().unwrap_or_default();
            let bit = read_name::<R::Board>(last).filter(|_| squares.contains("->"));
            let bit = bit.ok_or_else(unexpected)?;
            let stands = |colour: &Colour| {
                let pieces = setup.pieces[colour.index()];
                super::board::Word::meets(pieces, <WordOf<R> as super::board::Word>::of(bit))
            };
            let moved = Colour::BOTH
                .into_iter()
                .find(stands)
                .ok_or_else(unexpected)?;
            Ok(Some(moved.other()))
        }
        None if words.is_empty() || words.starts_with(RESULT) => Ok(None),
        None => Err(unexpected()),
    }
}

fn check_header(line: &str, size: usize) -> Result<(), ParseError> {
    let expected = header(size);
    if line.split_whitespace().eq(expected.split_whitespace()) {
        return Ok(());
    }
    Err(refused!(
        "sheet.header",
        "line 1: expected the header '{header}', found '{text}'",
        header = expected,
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
    let size = R::Board::SIZE;
    if symbols.len() != size {
        return Err(refused!(
            "sheet.squares",
            "line {n}: expected {n2} squares after the row number, found {n3}",
            n = place,
            n2 = size,
            n3 = symbols.len()
        ));
    }
    let row = size - number;
    for (column, symbol) in symbols.into_iter().enumerate() {
        let name = format!("{}{number}", column_letter(column));
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
