//! Positions as a PDN FEN tag: `W:W21,22,K30:B1,2,K5`, then the counters that
//! are not 0: `:H3` half-moves by kings alone, `:F20` the number of the move, and
//! two of our own, `:C12` half-moves since a capture or a crowning and `:D4`
//! half-moves for which a lone king has held the long diagonal.

use super::board::{Board, Word, bits};
use super::draws;
use super::moves::last_rows;
use super::position::Position;
use super::rules::Draughts;
use super::ruleset::{Colour, Ruleset, WordOf};
use plyground_engine::notation::ParseError;
use plyground_engine::refused;
use std::fmt::Write;

pub(super) const EXAMPLE: &str = "W:W21,K30:B1,2";

pub(super) fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "White",
        Colour::Black => "Black",
    }
}

fn colour_of(letter: char) -> Option<Colour> {
    match letter.to_ascii_lowercase() {
        'w' => Some(Colour::White),
        'b' => Some(Colour::Black),
        _ => None,
    }
}

/// The bit of a square in either notation: a number, or column and row.
pub(super) fn read_square<B: Board>(text: &str) -> Result<u8, ParseError> {
    let refuse = || {
        let last = (b'a' + B::SIZE as u8 - 1) as char;
        refused!(
            "fen.square",
            "expected a square from 1 to {n} or a dark one from a1 to {last}, found '{square}'",
            n = B::SQUARES,
            last = format!("{last}{}", B::SIZE),
            square = text
        )
    };
    let first = text.chars().next().ok_or_else(refuse)?;
    if first.is_ascii_alphabetic() {
        let column = (first.to_ascii_lowercase() as u8 - b'a') as usize;
        let row: usize = text[1..].parse().map_err(|_| refuse())?;
        let is_dark = row >= 1 && (column + row - 1).is_multiple_of(2);
        if column >= B::SIZE || row > B::SIZE || !is_dark {
            return Err(refuse());
        }
        return Ok(B::bit(column, row - 1));
    }
    match text.parse() {
        Ok(number) if (1..=B::SQUARES).contains(&number) => Ok(B::bit_of_number(number)),
        _ => Err(refuse()),
    }
}

/// Pieces as they are read, checked one by one.
pub(super) struct Setup<R: Ruleset> {
    pub(super) pieces: [WordOf<R>; 2],
    pub(super) kings: WordOf<R>,
}

impl<R: Ruleset> Setup<R> {
    pub(super) fn new() -> Self {
        Setup {
            pieces: [WordOf::<R>::NONE; 2],
            kings: WordOf::<R>::NONE,
        }
    }

    /// `name` is how the text calls the square.
    pub(super) fn put(
        &mut self,
        colour: Colour,
        is_king: bool,
        bit: u8,
        name: &str,
    ) -> Result<(), ParseError> {
        let square = WordOf::<R>::of(bit);
        if (self.pieces[0] | self.pieces[1]).meets(square) {
            return Err(refused!(
                "fen.twice",
                "square {square} is given twice: expected one piece on it",
                square = name
            ));
        }
        if !is_king && square.meets(last_rows::<R::Board>(colour == Colour::White).0) {
            return Err(refused!(
                "fen.crowned",
                "a man of {who} stands on {square}, where it would have been crowned",
                who = colour_name(colour),
                square = name
            ));
        }
        self.pieces[colour.index()] |= square;
        if is_king {
            self.kings |= square;
        }
        Ok(())
    }
}

impl<R: Ruleset> Draughts<R> {
    pub(super) fn write_fen(position: &Position<WordOf<R>>) -> String {
        let side = |colour| match colour {
            Colour::White => 'W',
            Colour::Black => 'B',
        };
        let mut text = side(position.to_move).to_string();
        for colour in Colour::BOTH {
            let mut squares: Vec<(u8, bool)> = bits(position.pieces(colour))
                .map(|bit| {
                    let is_king = position.kings.meets(WordOf::<R>::of(bit));
                    (R::Board::NUMBERS[bit as usize], is_king)
                })
                .collect();
            squares.sort_unstable();
            let squares: Vec<String> = squares
                .into_iter()
                .map(|(number, is_king)| format!("{}{number}", if is_king { "K" } else { "" }))
                .collect();
            write!(text, ":{}{}", side(colour), squares.join(",")).expect("a string takes all");
        }
        let mut counter = |letter, count: u16, is_wanted| {
            if is_wanted {
                write!(text, ":{letter}{count}").expect("a string takes all");
            }
        };
        let is_numbered = position.move_number > 0;
        counter('H', position.quiet, position.quiet > 0 || is_numbered);
        counter('F', position.move_number, is_numbered);
        counter('C', position.balanced, position.balanced > position.quiet);
        counter('D', position.on_diagonal.into(), position.on_diagonal > 0);
        text
    }

    pub(super) fn read_fen(
        text: &str,
        asked: Option<Colour>,
    ) -> Result<Position<WordOf<R>>, ParseError> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let text = text.strip_suffix('.').unwrap_or(&text);
        let mut fields = text.split(':').peekable();
        let first = fields.peek().copied().unwrap_or_default();
        let told = match first.len() {
            1 => Some(
                colour_of(first.chars().next().unwrap_or_default()).ok_or_else(|| {
                    refused!(
                        "fen.side",
                        "expected the side to move (W or B) before the first colon, found '{rest}'",
                        rest = first
                    )
                })?,
            ),
            0 => {
                return Err(refused!(
                    "fen.noSide",
                    "expected the side to move (W or B) before the first colon, found nothing"
                ));
            }
            _ if asked.is_some() && text.contains(':') => None,
            _ => {
                return Err(refused!(
                    "fen.form",
                    "expected the side to move and the squares of both colours, such as \
                     {example}, found '{text}'",
                    example = EXAMPLE,
                    text = text
                ));
            }
        };
        if told.is_some() {
            fields.next();
        }
        let mut setup = Setup::<R>::new();
        let mut is_read = [false; 2];
        let mut counters = Counters::default();
        for field in fields {
            let letter = field.chars().next().unwrap_or_default();
            let rest = &field[letter.len_utf8().min(field.len())..];
            match colour_of(letter) {
                Some(colour) => {
                    if std::mem::replace(&mut is_read[colour.index()], true) {
                        return Err(refused!(
                            "fen.colourTwice",
                            "expected the squares of {who} once, found them twice",
                            who = colour_name(colour)
                        ));
                    }
                    read_squares(&mut setup, colour, rest)?;
                }
                None => counters.read(letter, rest, field)?,
            }
        }
        for colour in Colour::BOTH {
            if !is_read[colour.index()] {
                return Err(refused!(
                    "fen.colourNone",
                    "expected the squares of {who} after a colon, found none",
                    who = colour_name(colour)
                ));
            }
        }
        if setup.pieces.iter().all(|pieces| pieces.is_empty()) {
            return Err(refused!(
                "fen.empty",
                "expected a piece, found an empty board"
            ));
        }
        // A text that does not say it was refused above, unless the caller does.
        let to_move = told.or(asked).unwrap_or(Colour::White);
        let position = Position::new(setup.pieces, setup.kings, to_move);
        Ok(counters.set::<R>(position))
    }
}

/// Squares between commas, `K` before a king, `-` inside a range of numbers.
fn read_squares<R: Ruleset>(
    setup: &mut Setup<R>,
    colour: Colour,
    text: &str,
) -> Result<(), ParseError> {
    if text.is_empty() {
        return Ok(());
    }
    for item in text.split(',') {
        let (is_king, squares) = without_crown::<R::Board>(item);
        let Some((first, last)) = squares.split_once('-') else {
            let bit = read_square::<R::Board>(squares)?;
            setup.put(colour, is_king, bit, squares)?;
            continue;
        };
        let first = R::Board::NUMBERS[read_square::<R::Board>(first)? as usize];
        let last = R::Board::NUMBERS[read_square::<R::Board>(last)? as usize];
        if first > last {
            return Err(refused!(
                "fen.range",
                "expected a range from a lower to a higher number, found '{range}'",
                range = squares
            ));
        }
        for number in first..=last {
            let bit = R::Board::bit_of_number(number.into());
            setup.put(colour, is_king, bit, &number.to_string())?;
        }
    }
    Ok(())
}

/// A small `k` is a king too, but on boards that have a column of that name.
fn without_crown<B: Board>(item: &str) -> (bool, &str) {
    match item.strip_prefix('K') {
        Some(rest) => (true, rest),
        None if B::SIZE < 11 => match item.strip_prefix('k') {
            Some(rest) => (true, rest),
            None => (false, item),
        },
        None => (false, item),
    }
}

#[derive(Default)]
struct Counters {
    quiet: u16,
    move_number: u16,
    balanced: Option<u16>,
    on_diagonal: u8,
}

impl Counters {
    fn read(&mut self, letter: char, digits: &str, field: &str) -> Result<(), ParseError> {
        let refuse = || {
            refused!(
                "fen.field",
                "expected the squares of a colour (W or B) or a counter (H, F, C, D) with its \
                 number after a colon, found '{field}'",
                field = field
            )
        };
        let number: u16 = digits.parse().map_err(|_| refuse())?;
        match letter.to_ascii_uppercase() {
            'H' => self.quiet = number,
            'F' => self.move_number = number,
            'C' => self.balanced = Some(number),
            'D' => self.on_diagonal = number.try_into().map_err(|_| refuse())?,
            _ => return Err(refuse()),
        }
        Ok(())
    }

    /// `H0:F1` is what every text that knows nothing says, and says nothing.
    fn set<R: Ruleset>(self, mut position: Position<WordOf<R>>) -> Position<WordOf<R>> {
        position.quiet = self.quiet;
        let both_have_kings = Colour::BOTH
            .into_iter()
            .all(|colour| position.pieces(colour).meets(position.kings));
        if both_have_kings && draws::counts_balance(R::DRAWS) {
            position.balanced = self.balanced.unwrap_or(0).max(self.quiet);
        }
        position.on_diagonal = self.on_diagonal;
        if self.quiet > 0 || self.move_number > 1 {
            position.move_number = self.move_number;
        }
        position
    }
}
