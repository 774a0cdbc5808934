//! The valley as plain data.

use super::notation::{letter_on, name};
use super::rules::{KingsValley, Move, Position};
use plyground_engine::game::Player;
use plyground_engine::notation::Notation;
use plyground_engine::view::{
    ClickPath, Depict, Piece, View, loose_piece, rows_of_letters, square_board,
};

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

    fn kit(&self) -> Vec<Piece> {
        let soldiers_and_kings = [(0, 'w', 'W'), (1, 'b', 'B')];
        let pieces = soldiers_and_kings
            .into_iter()
            .flat_map(|(owner, soldier, king)| {
                [
                    loose_piece(owner, "soldier", soldier),
                    loose_piece(owner, "king", king),
                ]
            });
        pieces.collect()
    }

    fn arranged(&self, pieces: &[Piece], to_move: Player) -> Option<String> {
        let rows = rows_of_letters(5, 5, pieces);
        Some(format!("{rows} {}", self.sign(to_move)))
    }
}
