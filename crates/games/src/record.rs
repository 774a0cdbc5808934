//! A game record: tags, moves with comments and variations, and the result. It
//! is PDN for draughts and has the same shape for every other game.
//!
//! The reader knows no game. It accepts what players' files hold: comments in
//! braces and to the end of a line, move numbers with any number of dots,
//! annotation glyphs, nested variations.

use plyground_engine::message::Message;
use plyground_engine::notation::ParseError;
use plyground_engine::{message, refused};

/// One game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    pub tags: Vec<(String, String)>,
    /// A comment before the first move.
    pub preamble: Vec<String>,
    pub moves: Vec<RecordedMove>,
    /// As written at the end: `1-0`, `2-0`, `1/2-1/2`, `*` …
    pub result: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedMove {
    pub text: String,
    /// What was thought of the move, by the numbers of PDN: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub signs: Vec<u8>,
    /// Comments behind the move.
    pub comments: Vec<String>,
    /// What might have been played instead of this move.
    pub variations: Vec<Vec<RecordedMove>>,
}

impl RecordedMove {
    pub fn new(text: impl Into<String>) -> RecordedMove {
        RecordedMove {
            text: text.into(),
            ..RecordedMove::default()
        }
    }
}

impl Record {
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }

    /// The text of the record, lines of at most 80 characters where words allow it.
    pub fn write(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("[{name} \"{}\"]\n", one_line(&value)));
        }
        text.push('\n');
        let mut words = Vec::new();
        for comment in &self.preamble {
            push_comment(&mut words, comment);
        }
        push_moves(&mut words, &self.moves, 0);
        words.push(self.result.clone());
        text.push_str(&wrapped(&words));
        text.push('\n');
        text
    }

    /// All the games of a file. An error names the game and the place.
    pub fn read_all(text: &str) -> Result<Vec<Record>, ParseError> {
        Record::read_within(text, usize::MAX, usize::MAX)
    }

    /// The same for a text from anywhere: more games or moves than this are refused
    /// before they take memory.
    pub fn read_within(text: &str, games: usize, moves: usize) -> Result<Vec<Record>, ParseError> {
        let mut reader = Reader::new(text, moves);
        let mut records = Vec::new();
        while reader.skip_blanks() {
            if records.len() == games {
                return Err(refused!(
                    "record.many",
                    "expected at most {n} games",
                    n = games
                ));
            }
            reader.game += 1;
            records.push(reader.record()?);
        }
        Ok(records)
    }

    /// The first game of a file; what follows it is not looked at.
    pub fn read_first(text: &str, moves: usize) -> Result<Option<Record>, ParseError> {
        let mut reader = Reader::new(text, moves);
        reader.game = 1;
        match reader.skip_blanks() {
            true => reader.record().map(Some),
            false => Ok(None),
        }
    }

    /// The text looks like a record rather than like a position.
    pub fn is_record(text: &str) -> bool {
        text.trim_start().starts_with('[')
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn push_comment(words: &mut Vec<String>, comment: &str) {
    let comment = comment.replace('}', ")");
    let mut inner: Vec<String> = comment.split_whitespace().map(str::to_owned).collect();
    if inner.is_empty() {
        inner.push(String::new());
    }
    inner[0].insert(0, '{');
    if let Some(last) = inner.last_mut() {
        last.push('}');
    }
    words.extend(inner);
}

/// Numbers stand before every first player's move, and before a second
/// player's move that something has come between.
fn push_moves(words: &mut Vec<String>, moves: &[RecordedMove], first_ply: usize) {
    let mut is_interrupted = true;
    for (index, mv) in moves.iter().enumerate() {
        let ply = first_ply + index;
        let number = ply / 2 + 1;
        if ply.is_multiple_of(2) {
            words.push(format!("{number}."));
        } else if is_interrupted {
            words.push(format!("{number}..."));
        }
        words.push(mv.text.clone());
        words.extend(mv.signs.iter().map(|sign| format!("${sign}")));
        is_interrupted = !mv.comments.is_empty() || !mv.variations.is_empty();
        for comment in &mv.comments {
            push_comment(words, comment);
        }
        for variation in &mv.variations {
            let mut inner = Vec::new();
            push_moves(&mut inner, variation, ply);
            if let Some(first) = inner.first_mut() {
                first.insert(0, '(');
            }
            if let Some(last) = inner.last_mut() {
                last.push(')');
            }
            words.extend(inner);
        }
    }
}

fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > 80 {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    }
    text
}

const RESULTS: &[&str] = &[
    "*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "1/2",
];

/// Variations deeper than this are nobody's analysis.
const DEEPEST_VARIATION: usize = 100;

struct Reader<'a> {
    text: &'a str,
    at: usize,
    game: usize,
    /// How many moves may be read, and how many of them may come yet.
    most_moves: usize,
    moves_left: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, most_moves: usize) -> Reader<'a> {
        Reader {
            text,
            at: 0,
            game: 0,
            most_moves,
            moves_left: most_moves,
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn error(&self, reason: Message) -> ParseError {
        let line = self.text[..self.at].matches('\n').count() + 1;
        refused!(
            "record.at",
            "game {n}, line {n2}: {reason}",
            n = self.game,
            n2 = line,
            reason = reason
        )
    }

    /// Skips white space; `false` at the end.
    fn skip_blanks(&mut self) -> bool {
        let rest = self.rest();
        self.at += rest.len()
            - rest
                .trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n'])
                .len();
        self.at < self.text.len()
    }

    fn take_until(&mut self, end: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(end).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn record(&mut self) -> Result<Record, ParseError> {
        let mut record = Record::default();
        while self.skip_blanks() && self.peek() == Some('[') {
            let (name, value) = self.tag()?;
            record.tags.push((name, value));
        }
        let mut preamble = Vec::new();
        let (moves, result) = self.moves(0, &mut preamble)?;
        record.preamble = preamble;
        record.moves = moves;
        record.result = match result {
            Some(result) => result,
            None => record.tag("Result").unwrap_or("*").to_owned(),
        };
        Ok(record)
    }

    fn tag(&mut self) -> Result<(String, String), ParseError> {
        self.at += 1;
        self.skip_blanks();
        let name = self.take_until(|c| c.is_whitespace() || c == '"' || c == ']');
        if name.is_empty() {
            return Err(self.error(message!(
                "record.tag",
                "expected the name of a tag after '['"
            )));
        }
        self.skip_blanks();
        if self.peek() != Some('"') {
            return Err(self.error(message!(
                "record.value",
                "expected a value in quotes for the tag {tag}",
                tag = name
            )));
        }
        self.at += 1;
        let mut value = String::new();
        loop {
            let Some(letter) = self.peek() else {
                return Err(self.error(message!(
                    "record.quote",
                    "the value of the tag {tag} has no closing quote",
                    tag = name
                )));
            };
            self.at += letter.len_utf8();
            match letter {
                '"' => break,
                '\\' => {
                    if let Some(escaped) = self.peek() {
                        self.at += escaped.len_utf8();
                        value.push(escaped);
                    }
                }
                _ => value.push(letter),
            }
        }
        self.skip_blanks();
        if self.peek() != Some(']') {
            return Err(self.error(message!(
                "record.bracket",
                "expected ']' after the tag {tag}",
                tag = name
            )));
        }
        self.at += 1;
        Ok((name.to_owned(), value))
    }

    /// Moves up to a result, the end of a variation, or the next game's tags.
    fn moves(
        &mut self,
        depth: usize,
        preamble: &mut Vec<String>,
    ) -> Result<(Vec<RecordedMove>, Option<String>), ParseError> {
        let mut moves: Vec<RecordedMove> = Vec::new();
        while self.skip_blanks() {
            match self.peek() {
                Some('{') => {
                    let comment = self.comment()?;
                    match moves.last_mut() {
                        Some(last) => last.comments.push(comment),
                        None => preamble.push(comment),
                    }
                }
                Some(';' | '%') => {
                    let line = self.take_until(|c| c == '\n');
                    let comment = one_line(&line[1..]);
                    match moves.last_mut() {
                        Some(last) => last.comments.push(comment),
                        None => preamble.push(comment),
                    }
                }
                Some('(') => self.variation(depth, &mut moves)?,
                Some(')') if depth > 0 => return Ok((moves, None)),
                Some('[') if depth == 0 => return Ok((moves, None)),
                Some('$' | '!' | '?') => {
                    let sign = self.take_until(|c| c.is_whitespace() || "(){};[".contains(c));
                    if let (Some(last), Some(sign)) = (moves.last_mut(), sign_of(sign)) {
                        last.signs.push(sign);
                    }
                }
                _ => {
                    let word = self.take_until(|c| c.is_whitespace() || "(){};[]".contains(c));
                    if word.is_empty() {
                        let letter = self.peek().unwrap_or(' ');
                        return Err(self.error(message!(
                            "record.unexpected",
                            "unexpected '{letter}'",
                            letter = letter
                        )));
                    }
                    if RESULTS.contains(&word) {
                        if depth == 0 {
                            return Ok((moves, Some(word.to_owned())));
                        }
                        continue;
                    }
                    let word = without_number(word);
                    let mv = word.trim_end_matches(['!', '?']);
                    if !mv.is_empty() {
                        self.moves_left = self.moves_left.checked_sub(1).ok_or_else(|| {
                            refused!(
                                "record.long",
                                "expected at most {n} moves",
                                n = self.most_moves
                            )
                        })?;
                        moves.push(RecordedMove {
                            signs: sign_of(&word[mv.len()..]).into_iter().collect(),
                            ..RecordedMove::new(mv)
                        });
                    }
                }
            }
        }
        if depth > 0 {
            return Err(self.error(message!("record.open", "a variation has no closing ')'")));
        }
        Ok((moves, None))
    }

    fn variation(&mut self, depth: usize, moves: &mut [RecordedMove]) -> Result<(), ParseError> {
        if depth == DEEPEST_VARIATION {
            return Err(self.error(message!(
                "record.deep",
                "variations are nested more than {n} deep",
                n = DEEPEST_VARIATION
            )));
        }
        if moves.is_empty() {
            return Err(self.error(message!(
                "record.early",
                "a variation stands before the first move"
            )));
        }
        self.at += 1;
        let mut preamble = Vec::new();
        let (mut variation, _) = self.moves(depth + 1, &mut preamble)?;
        self.at += 1;
        if let Some(first) = variation.first_mut() {
            first.comments.splice(0..0, preamble);
        }
        if let (Some(last), false) = (moves.last_mut(), variation.is_empty()) {
            last.variations.push(variation);
        }
        Ok(())
    }

    fn comment(&mut self) -> Result<String, ParseError> {
        let start = self.at;
        self.at += 1;
        let comment = self.take_until(|c| c == '}');
        if self.peek().is_none() {
            self.at = start;
            return Err(self.error(message!("record.comment", "a comment has no closing '}}'")));
        }
        self.at += 1;
        Ok(one_line(comment))
    }
}

/// The number of a sign: `$4` and `??` are the same.
fn sign_of(text: &str) -> Option<u8> {
    const WRITTEN: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
    match text.strip_prefix('$') {
        Some(number) => number.parse().ok(),
        None => (1..)
            .zip(WRITTEN)
            .find(|(_, sign)| *sign == text)
            .map(|(number, _)| number),
    }
}

/// `12.`, `12...` and the `12.` of `12.c3-d4` are no part of the move.
fn without_number(word: &str) -> &str {
    let behind_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if behind_digits.starts_with('.') {
        behind_digits.trim_start_matches('.')
    } else {
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = r#"[Game "connect-four"]
[First "a \"quoted\" name"]

{before} 1. 4 {the centre} 4 (1... 1 {too far} 2. 4 (2. 1) 4) 2. 5 1/2-1/2
"#;

    #[test]
    fn a_record_is_read_with_comments_and_variations_and_written_back_the_same() {
        let records = Record::read_all(GAME).unwrap();
        let record = &records[0];
        assert_eq!(record.tag("first"), Some("a \"quoted\" name"));
        assert_eq!(record.preamble, ["before"]);
        let moves: Vec<&str> = record.moves.iter().map(|mv| mv.text.as_str()).collect();
        assert_eq!(moves, ["4", "4", "5"]);
        assert_eq!(record.moves[0].comments, ["the centre"]);
        let variation = &record.moves[1].variations[0];
        assert_eq!(variation.len(), 3);
        assert_eq!(variation[1].variations[0][0].text, "1");
        assert_eq!(record.result, "1/2-1/2");
        assert_eq!(Record::read_all(&record.write()).unwrap(), records);
    }

    #[test]
    fn a_file_holds_many_games_in_many_styles() {
        let text =
            "[A \"1\"]\n1.4 2.4 ; to the end\n1... 3!? $3 *\n\n[A \"2\"]\n5 5 2-0\n[A \"3\"]";
        let records = Record::read_all(text).unwrap();
        assert_eq!(records.len(), 3);
        assert_eq!(records[0].moves.len(), 3);
        assert_eq!(records[0].moves[1].comments, ["to the end"]);
        assert_eq!(records[0].moves[2].text, "3");
        assert_eq!(records[0].moves[2].signs, [5, 3]);
        assert_eq!(
            Record::read_all(&records[0].write()).unwrap()[0].moves,
            records[0].moves
        );
        assert_eq!(records[1].result, "2-0");
        assert_eq!(records[2].result, "*");
    }

    #[test]
    fn errors_name_the_game_and_the_line() {
        let refused = |text: &str| Record::read_all(text).unwrap_err().to_string();
        assert!(refused("1. 4 *\n[A \"x").contains("game 2, line 2"));
        assert!(refused("1. 4 {open").contains("no closing '}'"));
        assert!(refused("1. 4 (4").contains("no closing ')'"));
        assert!(refused("(4) 4").contains("before the first move"));
        assert!(refused("1. 4 )").contains("unexpected ')'"));
        assert!(refused(&format!("4 {}", "(4 ".repeat(200))).contains("more than 100 deep"));
    }

    #[test]
    fn a_text_from_anywhere_has_so_many_games_and_moves_and_no_more() {
        let games = |count: usize| "* ".repeat(count);
        assert_eq!(Record::read_within(&games(5), 5, 9).unwrap().len(), 5);
        let refused = Record::read_within(&games(500_000), 5, 9).unwrap_err();
        assert_eq!(refused.message().code(), "record.many");
        let moves = |count: usize| "a ".repeat(count);
        assert_eq!(
            Record::read_within(&moves(9), 1, 9).unwrap()[0].moves.len(),
            9
        );
        let refused = Record::read_within(&moves(10), 1, 9).unwrap_err();
        assert_eq!(refused.message().code(), "record.long");
        let first = Record::read_first("1. a b * [no closing", 9)
            .unwrap()
            .unwrap();
        assert_eq!(first.moves.len(), 2);
        assert_eq!(Record::read_first("  ", 9).unwrap(), None);
    }
}
