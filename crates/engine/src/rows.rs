//! Boards as rows of letters, `/` between them and digits for empty runs: the
//! form that many games share with chess. This is its only reader and writer.

use crate::notation::ParseError;
use crate::refused;

/// Writes rows from the top; `piece` gives the letter on a square, if any.
pub fn rows_of(
    columns: usize,
    rows: usize,
    piece: impl Fn(usize, usize) -> Option<char>,
) -> String {
    let mut text = String::new();
    for row in 0..rows {
        if row > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for column in 0..columns {
            match piece(column, row) {
                None => empty += 1,
                Some(letter) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                        empty = 0;
                    }
                    text.push(letter);
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
    }
    text
}

/// Reads such rows piece by piece.
#[derive(Debug)]
pub struct Rows<'a> {
    rows: Vec<&'a str>,
    rest: &'a str,
    columns: usize,
    wanted_rows: usize,
    letters: &'static str,
    row: usize,
    column: usize,
    offset: usize,
}

impl<'a> Rows<'a> {
    /// `letters` tells a person what may stand on a square.
    pub fn new(text: &'a str, columns: usize, rows: usize, letters: &'static str) -> Rows<'a> {
        let (board, rest) = match text.find(char::is_whitespace) {
            Some(end) => text.split_at(end),
            None => (text, ""),
        };
        Rows {
            rows: board.split('/').collect(),
            rest: rest.trim(),
            columns,
            wanted_rows: rows,
            letters,
            row: 0,
            column: 0,
            offset: 0,
        }
    }

    /// What follows the board.
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    pub fn unexpected(&self, row: usize, letter: char) -> ParseError {
        refused!(
            "rows.letter",
            "row {n}: expected {letters} or a number of empty squares, found '{letter}'",
            n = row + 1,
            letters = self.letters,
            letter = letter
        )
    }

    /// The next letter with its column and row from the top left, or `None` at
    /// the end of a board of the right size.
    pub fn next_piece(&mut self) -> Result<Option<(usize, usize, char)>, ParseError> {
        if self.rows.len() != self.wanted_rows {
            return Err(refused!(
                "rows.count",
                "expected {n} rows with / between them, found {n2}",
                n = self.wanted_rows,
                n2 = self.rows.len()
            ));
        }
        while let Some(row) = self.rows.get(self.row) {
            let Some(letter) = row[self.offset..].chars().next() else {
                if self.column != self.columns {
                    return Err(self.wrong_width());
                }
                self.row += 1;
                self.column = 0;
                self.offset = 0;
                continue;
            };
            self.offset += letter.len_utf8();
            match letter.to_digit(10) {
                Some(0) => return Err(self.unexpected(self.row, letter)),
                Some(empty) => self.column += empty as usize,
                None => {
                    self.column += 1;
                    if self.column > self.columns {
                        return Err(self.wrong_width());
                    }
                    return Ok(Some((self.column - 1, self.row, letter)));
                }
            }
            if self.column > self.columns {
                return Err(self.wrong_width());
            }
        }
        Ok(None)
    }

    fn wrong_width(&self) -> ParseError {
        refused!(
            "rows.width",
            "row {n} ('{row}'): expected {n2} squares",
            n = self.row + 1,
            row = self.rows[self.row],
            n2 = self.columns
        )
    }
}

/// The side to move behind the rows, if it is there.
pub fn end_of_rows(rest: &str, signs: &[char]) -> Result<Option<char>, ParseError> {
    let mut letters = rest.chars();
    match (letters.next(), letters.next()) {
        (None, _) => Ok(None),
        (Some(sign), None) if signs.contains(&sign.to_ascii_lowercase()) => {
            Ok(Some(sign.to_ascii_lowercase()))
        }
        _ => {
            let signs: Vec<String> = signs.iter().map(char::to_string).collect();
            Err(refused!(
                "side.after",
                "expected the side to move ({signs}) after the board, found '{rest}'",
                signs = signs.join(" or "),
                rest = rest
            ))
        }
    }
}
