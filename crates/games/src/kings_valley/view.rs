//! The valley as plain data.

use super::notation::{letter_on, name};
use super::rules::{KingsValley, Move, Position};
use plyground_engine::view::{ClickPath, Depict, Piece, View, square_board};

impl Depict for KingsValley {
    fn board(&self, position: &Position) -> View {
        let is_valley = |column, row| column == 2 && row == 2;
        let (cells, labels) = square_board(5, 5, |column, row| {
            if is_valley(column, row) {
                "valley"
            } else {
                "plain"
            }
        });
        let pieces = (0..25).filter_map(|square| {
            let letter = letter_on(position, square)?;
            Some(Piece {
                cell: name(square),
                owner: usize::from(letter.eq_ignore_ascii_case(&'b')),
                kind: if letter.is_uppercase() {
                    "king"
                } else {
                    "soldier"
                },
                letter,
                count: None,
            })
        });
        View {
            palette: "valley",
            cells,
            pieces: pieces.collect(),
            labels,
            last: Vec::new(),
            moves: Vec::new(),
            owners: vec!["white", "black"],
            words: vec![("soldier", "soldier"), ("king", "king")],
        }
    }

    fn click_path(&self, _position: &Position, mv: Move) -> ClickPath {
        ClickPath {
            text: String::new(),
            path: vec![name(mv.from), name(mv.to)],
            takes: Vec::new(),
            count: None,
        }
    }
}
