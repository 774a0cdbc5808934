//! Connect Four in text: six rows from the top with `x`, `o` and runs of empty
//! squares, then the side to move; or simply the columns played from the start.

use super::board::Board;
use super::rules::{Column, ConnectFour};
use plyground_engine::game::{Game, Outcome, Player};
use plyground_engine::message::Message;
use plyground_engine::notation::{Notation, ParseError};
use plyground_engine::rows::{Rows, end_of_rows, rows_of};
use plyground_engine::{message, refused};

type Position = Board<7, 6>;

impl Notation for ConnectFour {
    fn sign(&self, player: Player) -> char {
        if player == Player::FIRST { 'x' } else { 'o' }
    }

    fn player_name(&self, player: Player) -> &'static str {
        if player == Player::FIRST { "x" } else { "o" }
    }

    fn write_position(&self, position: &Position) -> String {
        let to_move = self.to_move(position);
        let (mine, theirs) = (self.sign(to_move), self.sign(to_move.opponent()));
        let rows = rows_of(7, 6, |column, row| {
            let square = Position::square(column, 5 - row);
            if position.own & square != 0 {
                Some(mine)
            } else if position.occupied & square != 0 {
                Some(theirs)
            } else {
                None
            }
        });
        format!("{rows} {mine}")
    }

    fn read_position(
        &self,
        text: &str,
        to_move: Option<Player>,
    ) -> Result<(ConnectFour, Position), ParseError> {
        let text = text.trim();
        let position = if text.contains('/') {
            read_rows(text, to_move)?
        } else {
            read_columns(text)?
        };
        Ok((*self, position))
    }

    /// Sets of test positions write a score behind the columns.
    fn position_in_line<'a>(&self, line: &'a str) -> &'a str {
        let line = line.trim();
        match line.split_once(char::is_whitespace) {
            Some((columns, _)) if !columns.contains('/') => columns,
            _ => line,
        }
    }

    fn write_move(&self, _position: &Position, column: Column) -> String {
        (column + 1).to_string()
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Column, ParseError> {
        let text = text.trim();
        let column = match text.as_bytes() {
            [digit @ b'1'..=b'7'] => digit - b'1',
            _ => {
                return Err(refused!(
                    "move.column",
                    "a move is a column from 1 to 7, found '{mv}'",
                    mv = text
                ));
            }
        };
        if position.playable() & Position::column(column as usize) == 0 {
            return Err(refused!("move.full", "column {n} is full", n = column + 1));
        }
        Ok(column)
    }

    fn reason(&self, _position: &Position, outcome: Outcome) -> Message {
        match outcome {
            Outcome::Draw => message!("reason.full", "the board is full"),
            _ => message!("reason.four", "four in a row"),
        }
    }
}

/// The columns played from the start: `44455`.
fn read_columns(text: &str) -> Result<Position, ParseError> {
    if text.is_empty() {
        return Err(refused!(
            "four.nothing",
            "expected a position (rows such as 7/7/7/7/7/7 x, or columns such as 44455), found nothing"
        ));
    }
    let game = ConnectFour::default();
    let mut position = game.start();
    for (index, letter) in text.chars().enumerate() {
        let ply = index + 1;
        let column = letter.to_digit(10).filter(|digit| (1..=7).contains(digit));
        let Some(column) = column else {
            return Err(refused!(
                "four.ply",
                "ply {n}: expected a column from 1 to 7, found '{letter}'",
                n = ply,
                letter = letter
            ));
        };
        if game.outcome(&position).is_some() {
            return Err(refused!(
                "four.plyOver",
                "ply {n}: the game was over after ply {n2}",
                n = ply,
                n2 = index
            ));
        }
        let column = column as Column - 1;
        if position.playable() & Position::column(column as usize) == 0 {
            return Err(refused!(
                "four.plyFull",
                "ply {n}: column {n2} is full",
                n = ply,
                n2 = column + 1
            ));
        }
        position = game.after(&position, column);
    }
    Ok(position)
}

/// Six rows from the top and the side to move: `7/7/7/7/3o3/3x3 x`.
fn read_rows(text: &str, to_move: Option<Player>) -> Result<Position, ParseError> {
    let (mut crosses, mut noughts) = (0u64, 0u64);
    let mut rows = Rows::new(text, 7, 6, "x or o");
    while let Some((column, row, letter)) = rows.next_piece()? {
        let square = Position::square(column, 5 - row);
        match letter {
            'x' | 'X' => crosses |= square,
            'o' | 'O' => noughts |= square,
            _ => return Err(rows.unexpected(row, letter)),
        }
    }
    let occupied = crosses | noughts;
    for column in 0..7 {
        let stones = occupied & Position::column(column);
        let height = stones.count_ones();
        if stones
            != (Position::column(column)
                & ((Position::square(column, 0)) << height).wrapping_sub(1))
        {
            return Err(refused!(
                "four.hangs",
                "column {n}: a stone hangs in the air above an empty square",
                n = column + 1
            ));
        }
    }
    let crosses_to_move = match end_of_rows(rows.rest(), &['x', 'o'])? {
        Some(sign) => sign == 'x',
        None => match to_move {
            Some(player) => player == Player::FIRST,
            None => crosses.count_ones() == noughts.count_ones(),
        },
    };
    let expected = noughts.count_ones() + u32::from(!crosses_to_move);
    if crosses.count_ones() != expected {
        return Err(refused!(
            "four.stones",
            "with {sign} to move and {n} stones of o, expected {n2} stones of x, found {n3}",
            sign = if crosses_to_move { 'x' } else { 'o' },
            n = noughts.count_ones(),
            n2 = expected,
            n3 = crosses.count_ones()
        ));
    }
    let own = if crosses_to_move { crosses } else { noughts };
    match (Position::has_four(crosses), Position::has_four(noughts)) {
        (true, true) => Err(refused!("four.both", "both x and o have four in a row")),
        (x_won, o_won) if (x_won && crosses_to_move) || (o_won && !crosses_to_move) => {
            Err(refused!(
                "four.wonAlready",
                "{sign} has four in a row already, so it cannot be {sign}'s turn",
                sign = if x_won { 'x' } else { 'o' }
            ))
        }
        _ => Ok(Position { own, occupied }),
    }
}
