//! Boards as rows of letters, `/` between them and digits for empty runs: the
//! form that Connect Four and King's Valley share with chess.

use plyground_engine::notation::ParseError;

/// Writes rows from the top; `piece` gives the letter on a square, if any.
pub(crate) fn run_length_rows(
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
pub(crate) struct Rows<'a> {
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
    pub(crate) fn new(
        text: &'a str,
        columns: usize,
        rows: usize,
        letters: &'static str,
    ) -> Rows<'a> {
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
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    pub(crate) fn unexpected(&self, row: usize, letter: char) -> ParseError {
        ParseError::new(format!(
            "row {}: expected {} or a number of empty squares, found '{letter}'",
            row + 1,
            self.letters
        ))
    }

    /// The next letter with its column and row from the top left, or `None` at
    /// the end of a board of the right size.
    pub(crate) fn next_piece(&mut self) -> Result<Option<(usize, usize, char)>, ParseError> {
        if self.rows.len() != self.wanted_rows {
            return Err(ParseError::new(format!(
                "expected {} rows with / between them, found {}",
                self.wanted_rows,
                self.rows.len()
            )));
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
        ParseError::new(format!(
            "row {} ('{}'): expected {} squares",
            self.row + 1,
            self.rows[self.row],
            self.columns
        ))
    }
}

/// The side to move behind the rows, if it is there.
pub(crate) fn end_of_rows(rest: &str, signs: &[char]) -> Result<Option<char>, ParseError> {
    let mut letters = rest.chars();
    match (letters.next(), letters.next()) {
        (None, _) => Ok(None),
        (Some(sign), None) if signs.contains(&sign.to_ascii_lowercase()) => {
            Ok(Some(sign.to_ascii_lowercase()))
        }
        _ => {
            let signs: Vec<String> = signs.iter().map(char::to_string).collect();
            Err(ParseError::new(format!(
                "expected the side to move ({}) after the board, found '{rest}'",
                signs.join(" or ")
            )))
        }
    }
}
