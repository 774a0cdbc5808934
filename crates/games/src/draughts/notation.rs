//! Draughts in text: positions as FEN or as the 9-line board, moves by numbers
//! or by column and row.

use super::board::Board;
use super::fen::{colour_name, read_square};
use super::moves::Move;
use super::position::Position;
use super::routes::Ways;
use super::rules::Draughts;
use super::ruleset::{Colour, Ruleset, WordOf};
use plyground_engine::game::{Game, Outcome, Player};
use plyground_engine::message::Message;
use plyground_engine::notation::{Notation, ParseError};
use plyground_engine::view::square_name;
use plyground_engine::{message, refused};

/// How the squares of a move are named, and what stands between them.
struct Style {
    is_numeric: bool,
    step: &'static str,
    capture: &'static str,
}

const NUMERIC: Style = Style {
    is_numeric: true,
    step: "-",
    capture: "x",
};
const ALGEBRAIC: Style = Style {
    is_numeric: false,
    step: "-",
    capture: ":",
};

impl<R: Ruleset> Notation for Draughts<R> {
    fn sign(&self, player: Player) -> char {
        match Self::colour(player) {
            Colour::White => 'w',
            Colour::Black => 'b',
        }
    }

    fn player_name(&self, player: Player) -> &'static str {
        colour_name(Self::colour(player))
    }

    fn write_position(&self, position: &Self::Position) -> String {
        Self::write_fen(position)
    }

    /// A board of lines has line ends, a FEN has none.
    fn read_position(
        &self,
        text: &str,
        to_move: Option<Player>,
    ) -> Result<(Self, Self::Position), ParseError> {
        let side = to_move.map(Self::colour);
        let position = if text.trim_end().contains(['\n', '/']) {
            Self::read_sheet(text, side)?
        } else {
            Self::read_fen(text, side)?
        };
        Ok((*self, position))
    }

    fn write_move(&self, position: &Self::Position, mv: Self::Move) -> String {
        self.write_styled(position, mv, &NUMERIC)
    }

    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, ParseError> {
        let text = text.trim();
        let squares = read_way::<R::Board>(text)?;
        let moves = self.fitting(position, &squares);
        match moves[..] {
            [mv] if mv.is_capture() || !text.contains(['x', 'X', ':']) => Ok(mv),
            [_] => Err(refused!(
                "move.noCapture",
                "'{mv}' is written as a capture, but takes nothing: expected a - between the squares",
                mv = text
            )),
            [] => {
                let mut legal = Vec::new();
                self.legal_moves(position, &mut legal);
                Err(refused!(
                    "move.illegalOf",
                    "'{mv}' is not a legal move here: expected {examples}",
                    mv = text,
                    examples = self.some_of(position, &legal)
                ))
            }
            _ => Err(refused!(
                "move.several",
                "'{mv}' fits several moves: expected {examples}",
                mv = text,
                examples = self.some_of(position, &moves)
            )),
        }
    }

    fn read_move_on_board(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<Self::Move, ParseError> {
        self.read_board_move(position, text)
    }

    /// The form that its players use comes first: letters in Russian draughts.
    fn move_formats(&self) -> &'static [&'static str] {
        if R::GAME_TYPE.starts_with("25,") {
            &["algebraic", "numeric"]
        } else {
            &["numeric", "algebraic"]
        }
    }

    fn write_move_as(&self, format: &str, position: &Self::Position, mv: Self::Move) -> String {
        self.write_styled(position, mv, style(format))
    }

    /// The ways of captures are walked once for all of them.
    fn write_moves(
        &self,
        format: Option<&str>,
        position: &Self::Position,
        moves: &[Self::Move],
    ) -> Vec<String> {
        let style = format.map_or(&NUMERIC, style);
        let ways = self.ways(position);
        let text = |&mv: &Self::Move| Self::styled(&ways.shortest::<R::Board>(mv), mv, style);
        moves.iter().map(text).collect()
    }

    fn write_board(&self, position: &Self::Position) -> Option<String> {
        Self::write_sheet(position)
    }

    fn write_answer(&self, position: &Self::Position, best: Option<Self::Move>) -> Option<String> {
        self.write_answer_sheet(position, best)
    }

    /// The tags of PDN that other games' records go without.
    fn record_tags(&self) -> Vec<(&'static str, &'static str)> {
        vec![
            ("Event", "?"),
            ("Site", "?"),
            ("Round", "?"),
            ("GameType", R::GAME_TYPE),
        ]
    }

    /// The game type says which notation PDN files of this game use.
    fn write_recorded_move(&self, position: &Self::Position, mv: Self::Move) -> String {
        let is_algebraic = R::GAME_TYPE.contains(",A");
        self.write_styled(
            position,
            mv,
            if is_algebraic { &ALGEBRAIC } else { &NUMERIC },
        )
    }

    /// A game type may be cut short; what is there of number, side and size must fit.
    fn check_record_tag(&self, name: &str, value: &str) -> Result<(), ParseError> {
        let mut parts = value.split(',').zip(R::GAME_TYPE.split(',')).take(4);
        let fits = |(found, own): (&str, &str)| found.trim().eq_ignore_ascii_case(own);
        if !name.eq_ignore_ascii_case("GameType") || parts.all(fits) {
            return Ok(());
        }
        Err(refused!(
            "record.type",
            "expected the game type {kind}, found '{text}'",
            kind = R::GAME_TYPE,
            text = value
        ))
    }

    fn reason(&self, position: &Self::Position, outcome: Outcome) -> Message {
        match outcome {
            Outcome::Win(winner) => message!(
                "reason.stuck",
                "{who} has no move",
                who = self.player_name(winner.opponent())
            ),
            _ => match position.draw::<R>() {
                Some(rule) if self.counts_draws => rule.reason(),
                _ => message!("reason.draw", "draw"),
            },
        }
    }
}

fn style(format: &str) -> &'static Style {
    match format {
        "algebraic" => &ALGEBRAIC,
        _ => &NUMERIC,
    }
}

impl<R: Ruleset> Draughts<R> {
    fn write_styled(
        &self,
        position: &Position<WordOf<R>>,
        mv: Move<WordOf<R>>,
        style: &Style,
    ) -> String {
        Self::styled(&self.shortest_way(position, mv), mv, style)
    }

    fn styled(squares: &[u8], mv: Move<WordOf<R>>, style: &Style) -> String {
        let separator = if mv.is_capture() {
            style.capture
        } else {
            style.step
        };
        let names: Vec<String> = squares
            .iter()
            .map(|&bit| {
                if style.is_numeric {
                    R::Board::NUMBERS[bit as usize].to_string()
                } else {
                    let (column, row) = R::Board::place(bit);
                    square_name(column, row)
                }
            })
            .collect();
        names.join(separator)
    }

    /// The fewest squares that fit this move only.
    pub(super) fn shortest_way(
        &self,
        position: &Position<WordOf<R>>,
        mv: Move<WordOf<R>>,
    ) -> Vec<u8> {
        if mv.is_capture() {
            let mut legal = Vec::new();
            self.legal_moves(position, &mut legal);
            legal.retain(|other| (other.from, other.to) == (mv.from, mv.to));
            if legal.len() > 1 {
                return Ways::new::<R>(position, &legal).shortest::<R::Board>(mv);
            }
        }
        vec![mv.from, mv.to]
    }

    /// A few moves as examples of what would have been right.
    fn some_of(&self, position: &Position<WordOf<R>>, moves: &[Move<WordOf<R>>]) -> String {
        const SHOWN: usize = 8;
        let shown = &moves[..moves.len().min(SHOWN)];
        let mut texts = self.write_moves(None, position, shown);
        if moves.len() > SHOWN {
            texts.push("…".to_owned());
        }
        texts.join(", ")
    }
}

/// The squares of a move's text, in either notation.
fn read_way<B: Board>(text: &str) -> Result<Vec<u8>, ParseError> {
    let squares = text
        .split(['-', 'x', 'X', ':', '*', '×'])
        .map(|square| read_square::<B>(square.trim()))
        .collect::<Result<Vec<u8>, ParseError>>()
        .map_err(|error| {
            refused!(
                "move.because",
                "move '{mv}': {reason}",
                mv = text,
                reason = error
            )
        })?;
    if squares.len() < 2 {
        return Err(refused!(
            "move.squares",
            "move '{mv}': expected two squares or more, such as 22-18 or c3-d4",
            mv = text
        ));
    }
    Ok(squares)
}
