//! Tic-tac-toe in text: three rows from the top and the side to move; a move is
//! its square.

use super::rules::{Position, SIZE, Squares, TicTacToe};
use plyground_engine::game::{Game, Outcome, Player};
use plyground_engine::message::Message;
use plyground_engine::notation::{Notation, ParseError};
use plyground_engine::rows::{Rows, end_of_rows, rows_of};
use plyground_engine::view::square_name;
use plyground_engine::{message, refused};

pub(super) fn name(square: u8) -> String {
    square_name(usize::from(square) % SIZE, usize::from(square) / SIZE)
}

/// The square in a column from the left and a row from the top, as a set.
fn square(column: usize, row: usize) -> Squares {
    1 << ((SIZE - 1 - row) * SIZE + column)
}

impl Notation for TicTacToe {
    fn sign(&self, player: Player) -> char {
        ['x', 'o'][player.index()]
    }

    fn player_name(&self, player: Player) -> &'static str {
        ["x", "o"][player.index()]
    }

    fn write_position(&self, position: &Position) -> String {
        let rows = rows_of(SIZE, SIZE, |column, row| {
            let is_marked = |marks: &Squares| marks & square(column, row) != 0;
            Some(['x', 'o'][position.marks.iter().position(is_marked)?])
        });
        format!("{rows} {}", self.sign(self.to_move(position)))
    }

    fn read_position(
        &self,
        text: &str,
        to_move: Option<Player>,
    ) -> Result<(TicTacToe, Position), ParseError> {
        let mut rows = Rows::new(text.trim(), SIZE, SIZE, "x or o");
        let mut marks = [0; 2];
        while let Some((column, row, letter)) = rows.next_piece()? {
            let owner = match letter {
                'x' | 'X' => 0,
                'o' | 'O' => 1,
                _ => return Err(rows.unexpected(row, letter)),
            };
            marks[owner] |= square(column, row);
        }
        let told = end_of_rows(rows.rest(), &['x', 'o'])?;
        let told = told.map(|sign| Player::seat(usize::from(sign == 'o')));
        let position = Position { marks };
        let mover = told.or(to_move).unwrap_or(self.to_move(&position));
        possible(position, mover)?;
        Ok((TicTacToe, position))
    }

    fn write_move(&self, _position: &Position, square: u8) -> String {
        name(square)
    }

    fn reason(&self, _position: &Position, outcome: Outcome) -> Message {
        match outcome {
            Outcome::Draw => message!("reason.full", "the board is full"),
            _ => message!("reason.three", "three in a row"),
        }
    }
}

/// Refuses what players who take turns cannot have done.
fn possible(position: Position, mover: Player) -> Result<(), ParseError> {
    let [crosses, noughts] = position.marks.map(Squares::count_ones);
    let expected = noughts + mover.index() as u32;
    if crosses != expected {
        return Err(refused!(
            "four.stones",
            "with {sign} to move and {n} stones of o, expected {n2} stones of x, found {n3}",
            sign = TicTacToe.sign(mover),
            n = noughts,
            n2 = expected,
            n3 = crosses
        ));
    }
    match (
        position.has_three(mover),
        position.has_three(mover.opponent()),
    ) {
        (true, true) => Err(refused!("three.both", "both x and o have three in a row")),
        (true, false) => Err(refused!(
            "three.wonAlready",
            "{sign} has three in a row already, so it cannot be {sign}'s turn",
            sign = TicTacToe.sign(mover)
        )),
        _ => Ok(()),
    }
}
