//! Breakthrough in text: eight rows from the top and the side to move; moves by
//! their squares.

use crate::rules::{Breakthrough, Move, Position, SIZE};
use plyground::engine::game::{Game, Outcome, Player};
use plyground::engine::message::Message;
use plyground::engine::notation::{Notation, ParseError};
use plyground::engine::rows::{Rows, end_of_rows, rows_of};
use plyground::engine::view::square_name;
use plyground::engine::{message, refused};

pub(crate) fn name(square: u8) -> String {
    square_name(usize::from(square) % SIZE, usize::from(square) / SIZE)
}

impl Notation for Breakthrough {
    fn sign(&self, player: Player) -> char {
        ['w', 'b'][player.index()]
    }

    fn player_name(&self, player: Player) -> &'static str {
        ["White", "Black"][player.index()]
    }

    fn write_position(&self, position: &Position) -> String {
        let rows = rows_of(SIZE, SIZE, |column, row| {
            let square = 1_u64 << ((SIZE - 1 - row) * SIZE + column);
            let owner = position.men.iter().position(|men| men & square != 0)?;
            Some(['w', 'b'][owner])
        });
        format!("{rows} {}", self.sign(position.to_move))
    }

    fn read_position(
        &self,
        text: &str,
        to_move: Option<Player>,
    ) -> Result<(Breakthrough, Position), ParseError> {
        let mut rows = Rows::new(text.trim(), SIZE, SIZE, "w, b");
        let mut men = [0; 2];
        while let Some((column, row, letter)) = rows.next_piece()? {
            let owner = match letter {
                'w' => 0,
                'b' => 1,
                _ => return Err(rows.unexpected(row, letter)),
            };
            men[owner] |= 1 << ((SIZE - 1 - row) * SIZE + column);
        }
        let told = end_of_rows(rows.rest(), &['w', 'b'])?;
        let told = told.map(|sign| Player::seat(usize::from(sign == 'b')));
        let Some(to_move) = told.or(to_move) else {
            return Err(refused!(
                "side.none",
                "expected the side to move (w or b) after the board, found nothing"
            ));
        };
        let position = Position { men, to_move };
        match self.outcome(&position) {
            Some(Outcome::Win(winner)) if winner == to_move => Err(refused!(
                "breakthrough.won",
                "{who} has won already, so it cannot be {who}'s turn",
                who = self.player_name(winner)
            )),
            _ => Ok((Breakthrough, position)),
        }
    }

    fn write_move(&self, position: &Position, mv: Move) -> String {
        let takes = position.others() & 1 << mv.to != 0;
        let sign = if takes { 'x' } else { '-' };
        format!("{}{sign}{}", name(mv.from), name(mv.to))
    }

    fn reason(&self, position: &Position, outcome: Outcome) -> Message {
        let Outcome::Win(winner) = outcome else {
            return message!("reason.draw", "draw");
        };
        match position.men[winner.opponent().index()] {
            0 => message!("breakthrough.captured", "the last man is captured"),
            _ => message!("breakthrough.through", "a man has broken through"),
        }
    }
}
