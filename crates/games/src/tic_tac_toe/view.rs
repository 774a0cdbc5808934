//! The board as plain data: terminal and page draw it from this.

use super::notation::name;
use super::rules::{Position, SIZE, TicTacToe};
use plyground_engine::game::Player;
use plyground_engine::notation::Notation;
use plyground_engine::view::{
    ClickPath, Depict, Piece, View, loose_piece, rows_of_letters, square_board,
};

/// A mark of each player, not on the board yet.
fn mark(owner: usize) -> Piece {
    loose_piece(owner, ["disc-x", "disc-o"][owner], ['x', 'o'][owner])
}

impl Depict for TicTacToe {
    fn board(&self, position: &Position) -> View {
        let (cells, labels) = square_board(SIZE, SIZE, |_, _| "light");
        let mut pieces = Vec::new();
        for square in 0..9 {
            let is_marked = |marks: &u16| marks >> square & 1 == 1;
            if let Some(owner) = position.marks.iter().position(is_marked) {
                pieces.push(Piece {
                    cell: name(square),
                    ..mark(owner)
                });
            }
        }
        View {
            palette: "wood",
            cells,
            pieces,
            labels,
            last: Vec::new(),
            moves: Vec::new(),
            owners: vec!["x", "o"],
            words: vec![("disc-x", "cross"), ("disc-o", "nought")],
        }
    }

    fn click_path(&self, _position: &Position, square: u8) -> ClickPath {
        ClickPath {
            text: String::new(),
            path: vec![name(square)],
            takes: Vec::new(),
            count: None,
        }
    }

    fn kit(&self) -> Vec<Piece> {
        vec![mark(0), mark(1)]
    }

    fn arranged(&self, pieces: &[Piece], to_move: Player) -> Option<String> {
        let rows = rows_of_letters(SIZE, SIZE, pieces);
        Some(format!("{rows} {}", self.sign(to_move)))
    }
}
