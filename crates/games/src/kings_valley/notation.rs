//! King's Valley in text: five rows from the top, `w b` soldiers, `W B` kings,
//! the side to move, and a last digit where the rule of the first move needs it.

use super::board::{CENTRE, CENTRE_BIT, Square};
use super::rules::{KingsValley, Move, Position};
use plyground_engine::game::{Game, Outcome, Player};
use plyground_engine::message::Message;
use plyground_engine::notation::{Notation, ParseError};
use plyground_engine::rows::{Rows, end_of_rows, rows_of};
use plyground_engine::view::square_name;
use plyground_engine::{message, refused};

impl Notation for KingsValley {
    fn sign(&self, player: Player) -> char {
        if player == Player::FIRST { 'w' } else { 'b' }
    }

    fn player_name(&self, player: Player) -> &'static str {
        if player == Player::FIRST {
            "White"
        } else {
            "Black"
        }
    }

    fn write_position(&self, position: &Position) -> String {
        let rows = rows_of(5, 5, |column, row| {
            let square = (5 * (4 - row) + column) as Square;
            letter_on(position, square)
        });
        let sign = self.sign(position.to_move);
        if position.soldiers_only == self.implied_restriction(position) {
            format!("{rows} {sign}")
        } else {
            format!("{rows} {sign} {}", position.soldiers_only)
        }
    }

    fn read_position(
        &self,
        text: &str,
        to_move: Option<Player>,
    ) -> Result<(KingsValley, Position), ParseError> {
        let text = text.trim();
        let mut rows = Rows::new(text, 5, 5, "w, b, W, B");
        let mut soldiers = [0u32; 2];
        let mut kings = [Vec::new(), Vec::new()];
        while let Some((column, row, letter)) = rows.next_piece()? {
            let square = (5 * (4 - row) + column) as Square;
            match letter {
                'w' => soldiers[0] |= 1 << square,
                'b' => soldiers[1] |= 1 << square,
                'W' => kings[0].push(square),
                'B' => kings[1].push(square),
                _ => return Err(rows.unexpected(row, letter)),
            }
        }
        for (player, name) in ["White", "Black"].into_iter().enumerate() {
            if kings[player].len() != 1 {
                return Err(refused!(
                    "kings.king",
                    "expected one king of {who} ({letter}), found {n}",
                    who = name,
                    letter = ["W", "B"][player],
                    n = kings[player].len()
                ));
            }
            if soldiers[player].count_ones() != 4 {
                return Err(refused!(
                    "kings.soldiers",
                    "expected four soldiers of {who} ({letter}), found {n}",
                    who = name,
                    letter = ["w", "b"][player],
                    n = soldiers[player].count_ones()
                ));
            }
            if soldiers[player] & CENTRE_BIT != 0 {
                return Err(refused!(
                    "kings.centre",
                    "a soldier of {who} stands on the centre (c3), where only a king may rest",
                    who = name
                ));
            }
        }
        let (side, restriction) = match rows.rest().rsplit_once(char::is_whitespace) {
            Some((side, digit)) => (side.trim(), Some(digit)),
            None => (rows.rest(), None),
        };
        let mover = match end_of_rows(side, &['w', 'b'])? {
            Some('w') => Player::FIRST,
            Some(_) => Player::SECOND,
            None => to_move.ok_or_else(|| {
                refused!(
                    "side.none",
                    "expected the side to move (w or b) after the board, found nothing"
                )
            })?,
        };
        let mut position = Position {
            soldiers,
            kings: [kings[0][0], kings[1][0]],
            to_move: mover,
            soldiers_only: 0,
        };
        if position.kings[mover.index()] == CENTRE {
            return Err(refused!(
                "kings.won",
                "the king of {who} is on the centre and has won, so it cannot be {who}'s turn",
                who = self.player_name(mover)
            ));
        }
        let implied = self.implied_restriction(&position);
        position.soldiers_only = match restriction {
            None => implied,
            Some("0") => 0,
            Some("1") if mover == Player::SECOND && self.restricted_moves() == 2 => 1,
            Some(other) => {
                return Err(refused!(
                    "kings.rest",
                    "expected nothing after the side to move, or 1 where the first move of Black \
                     must still be a soldier's (first-move=both), found '{rest}'",
                    rest = other
                ));
            }
        };
        Ok((*self, position))
    }

    fn write_move(&self, _position: &Position, mv: Move) -> String {
        format!("{}-{}", name(mv.from), name(mv.to))
    }

    fn reason(&self, position: &Position, outcome: Outcome) -> Message {
        let Outcome::Win(winner) = outcome else {
            return message!("reason.draw", "draw");
        };
        if position.kings[winner.index()] == CENTRE {
            message!("reason.valley", "the king has reached the valley")
        } else {
            message!(
                "reason.kingStuck",
                "the king of {who} has no move",
                who = self.player_name(winner.opponent())
            )
        }
    }
}

impl KingsValley {
    /// The restriction that a text without a last digit means: the one of the
    /// start where it shows the start, else none.
    fn implied_restriction(&self, position: &Position) -> u8 {
        let unrestricted = Position {
            soldiers_only: 0,
            ..*position
        };
        if unrestricted == self.first_arrangement() {
            self.start().soldiers_only
        } else {
            0
        }
    }
}

pub(super) fn name(square: Square) -> String {
    square_name(square as usize % 5, square as usize / 5)
}

pub(super) fn letter_on(position: &Position, square: Square) -> Option<char> {
    let bit = 1 << square;
    [('w', 'W'), ('b', 'B')]
        .into_iter()
        .enumerate()
        .find_map(|(player, (soldier, king))| {
            if position.kings[player] == square {
                Some(king)
            } else if position.soldiers[player] & bit != 0 {
                Some(soldier)
            } else {
                None
            }
        })
}
