//! Battle Sheep in words: names of hexes, moves by name or as a whole new
//! board, and positions as text boards.

use super::pasture::{Hex, Pasture, ones};
use super::rules::{BattleSheep, Ending, Holding, Move, Position};
use super::text::{self, At, Board, SIGNS};
use plyground_engine::game::{Game, Outcome, Player};
use plyground_engine::message::Message;
use plyground_engine::notation::{Notation, ParseError};
use plyground_engine::{message, refused};
use std::sync::Arc;

const NAMES: [&str; 4] = ["Minus", "Plus", "Star", "Equals"];

/// `c4`: a letter for the row from the top, and a number that is the same along
/// every line that runs down to the left. Beyond `z` rows are `aa`, `ab` …
pub(super) fn name(pasture: &Pasture, hex: Hex) -> String {
    let slant = |hex: Hex| {
        let place = pasture.place(hex);
        place.row + place.column
    };
    let least = (0..pasture.len() as Hex).map(slant).min().unwrap_or(0);
    let number = 1 + (slant(hex) - least) / 2;
    format!("{}{number}", row_name(pasture.place(hex).row as usize))
}

fn row_name(row: usize) -> String {
    let letter = |index: usize| char::from(b'a' + (index % 26) as u8);
    match row {
        0..26 => letter(row).to_string(),
        _ => [letter(row / 26 - 1), letter(row)].iter().collect(),
    }
}

impl Notation for BattleSheep {
    fn sign(&self, player: Player) -> char {
        SIGNS[player.index()]
    }

    fn player_name(&self, player: Player) -> &'static str {
        NAMES[player.index()]
    }

    /// The turn is written where it is not the first player's.
    fn write_position(&self, position: &Position) -> String {
        self.lines(position).join("/")
    }

    fn read_position(
        &self,
        text: &str,
        to_move: Option<Player>,
    ) -> Result<(BattleSheep, Position), ParseError> {
        let board = Board::read(text)?;
        let game = self.rules_for(&board)?;
        let mover = board.turn.or(to_move).unwrap_or(Player::FIRST);
        let mut position = Position::bare(mover);
        for (hex, written) in board.hexes.iter().enumerate() {
            let Some((player, height)) = written.stack else {
                continue;
            };
            position.put(player, hex as Hex, height);
            let sheep = position.sheep_of(player);
            if sheep > u32::from(game.sheep) {
                return Err(written.at.error(message!(
                    "sheep.many",
                    "{sign} has {n} sheep up to here, and {n2} at most (option sheep)",
                    sign = self.sign(player),
                    n = sheep,
                    n2 = game.sheep
                )));
            }
        }
        Ok((game, position))
    }

    fn write_move(&self, _position: &Position, mv: Move) -> String {
        match mv {
            Move::Place(hex) => name(&self.pasture, hex),
            Move::Slide { from, to, count } => {
                let (from, to) = (name(&self.pasture, from), name(&self.pasture, to));
                format!("{from}-{to}:{count}")
            }
            Move::Pass => "pass".to_owned(),
        }
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, ParseError> {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        if is_board(text) {
            return self.move_to(position, &moves, text);
        }
        let wanted: String = text.split_whitespace().collect();
        moves
            .iter()
            .copied()
            .find(|&mv| self.write_move(position, mv).eq_ignore_ascii_case(&wanted))
            .ok_or_else(|| {
                let example = moves.first().map(|&mv| self.write_move(position, mv));
                refused!(
                    "move.illegalSheep",
                    "'{mv}' is not a legal move here: expected one such as {example}, or a new board",
                    mv = text.trim(),
                    example = example.unwrap_or_default()
                )
            })
    }

    fn write_board(&self, position: &Position) -> Option<String> {
        Some(self.lines(position).join("\n"))
    }

    /// The board after the move.
    fn write_answer(&self, position: &Position, best: Option<Move>) -> Option<String> {
        let next = best.map_or(*position, |mv| self.after(position, mv));
        Some(self.lines(&next).join("\n") + "\n")
    }

    /// A new board is typed row by row; it is whole with the pasture's last row.
    fn is_unfinished_move(&self, _position: &Position, text: &str) -> bool {
        let rows = text.split(['\n', '/']).filter(|row| !row.trim().is_empty());
        is_board(text) && rows.count() < self.pasture.rows()
    }

    fn reason(&self, position: &Position, _outcome: Outcome) -> Message {
        if self.ending == Ending::Splits {
            return message!(
                "reason.stuck",
                "{who} cannot move",
                who = self.player_name(position.to_move)
            );
        }
        let mut holdings: Vec<Holding> = self
            .seats()
            .map(|player| self.holding(position, player))
            .collect();
        holdings.sort_by_key(|holding| std::cmp::Reverse((holding.hexes, holding.herd)));
        let listed =
            |number: fn(&Holding) -> u32| holdings.iter().map(number).collect::<Vec<u32>>();
        let hexes = listed(|holding| holding.hexes);
        let all_differ = holdings.iter().enumerate().all(|(seat, holding)| {
            let mut others = holdings[seat + 1..].iter();
            others.all(|other| other.hexes != holding.hexes)
        });
        if all_differ {
            message!("reason.hexes", "{hexes} hexes", hexes = hexes)
        } else {
            message!(
                "reason.herd",
                "{hexes} hexes, herds of {herds}",
                hexes = hexes,
                herds = listed(|holding| holding.herd)
            )
        }
    }
}

/// Names of moves begin with a letter and are one word. Rows of boards begin with no
/// letter, but as they are drawn: then the name of a hex stands before them.
fn is_board(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    !first.is_empty() && (!first.starts_with(char::is_alphabetic) || words.next().is_some())
}

impl BattleSheep {
    fn lines(&self, position: &Position) -> Vec<String> {
        let mut lines = text::rows(&self.pasture, position);
        if position.to_move != Player::FIRST {
            lines.push(text::turn(position.to_move));
        }
        lines
    }

    /// These rules on the pasture that a text shows, with as many players as it needs.
    fn rules_for(&self, board: &Board) -> Result<BattleSheep, ParseError> {
        let (seats, at) = board.players();
        if seats > 2 && self.ending == Ending::Splits {
            let reason = message!("sheep.splits", "ending=splits is for two players, - and +");
            return Err(match at {
                Some(at) => at.error(reason),
                None => ParseError::new(reason),
            });
        }
        let pasture = board.pasture();
        Ok(BattleSheep {
            pasture: if pasture == *self.pasture {
                Arc::clone(&self.pasture)
            } else {
                Arc::new(pasture)
            },
            players: self.players.max(seats),
            ..*self
        })
    }

    /// The legal move that leads to the board in `text`.
    fn move_to(&self, position: &Position, moves: &[Move], text: &str) -> Result<Move, ParseError> {
        let board = Board::read(text)?;
        self.is_same_pasture(&board)?;
        let next = position.to_move.next(self.players);
        if board.turn.is_some_and(|turn| turn != next) {
            return Err(refused!(
                "sheep.next",
                "after this move it is the turn of {sign}, the new board says otherwise",
                sign = self.sign(next)
            ));
        }
        let differing = |after: &Position| {
            let written = board.hexes.iter().enumerate();
            written
                .filter(|(hex, written)| written.stack != stack_on(after, *hex as Hex))
                .map(|(hex, _)| hex)
                .collect::<Vec<usize>>()
        };
        let unchanged = differing(position);
        if unchanged.is_empty() && moves != [Move::Pass] {
            return Err(At::FIRST.error(message!(
                "sheep.same",
                "the new board is the old one, and {sign} has to move",
                sign = self.sign(position.to_move)
            )));
        }
        let nearest = moves
            .iter()
            .map(|&mv| (mv, differing(&self.after(position, mv))))
            .min_by_key(|(_, wrong)| wrong.len());
        match nearest {
            Some((mv, wrong)) if wrong.is_empty() => Ok(mv),
            Some((mv, wrong)) => {
                let hex = wrong[0];
                let expected = told(stack_on(&self.after(position, mv), hex as Hex));
                Err(board.hexes[hex].at.error(message!(
                    "sheep.far",
                    "the new board is not one legal move away: after {mv}, the nearest one, {hex} \
                     holds {stack}, found {found}",
                    mv = self.write_move(position, mv),
                    found = told(board.hexes[hex].stack),
                    hex = name(&self.pasture, hex as Hex),
                    stack = expected
                )))
            }
            None => Err(At::FIRST.error(message!("sheep.none", "there is no legal move"))),
        }
    }

    fn is_same_pasture(&self, board: &Board) -> Result<(), ParseError> {
        let theirs = board.pasture();
        if theirs == *self.pasture {
            return Ok(());
        }
        let ours = ones(self.pasture.all()).map(|hex| self.pasture.place(hex));
        let places = ones(theirs.all()).map(|hex| theirs.place(hex));
        let stranger = places
            .zip(ours.map(Some).chain(std::iter::repeat(None)))
            .position(|(place, own)| Some(place) != own);
        let index = stranger.unwrap_or(board.hexes.len() - 1);
        Err(board.hexes[index].at.error(message!(
            "sheep.pasture",
            "the new board is another pasture from this hex on: expected {n} hexes as they lay",
            n = self.pasture.len()
        )))
    }
}

fn stack_on(position: &Position, hex: Hex) -> Option<(Player, u8)> {
    let owner = position.owner(hex)?;
    Some((owner, position.height(hex)))
}

fn told(stack: Option<(Player, u8)>) -> String {
    match stack {
        None => "0".to_owned(),
        Some((player, height)) => format!("{}{height}", SIGNS[player.index()]),
    }
}
