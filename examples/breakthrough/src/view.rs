//! The board as plain data. Of this kind of piece no picture is known: it is drawn
//! as its letter on a disc.

use crate::notation::name;
use crate::rules::{Breakthrough, Move, Position, SIZE, squares};
use plyground::engine::game::Player;
use plyground::engine::notation::Notation;
use plyground::engine::view::{
    ClickPath, Depict, Piece, View, loose_piece, rows_of_letters, square_board,
};

const KIND: &str = "pawn";

impl Depict for Breakthrough {
    fn board(&self, position: &Position) -> View {
        let (cells, labels) = square_board(SIZE, SIZE, |column, rank| {
            ["dark", "light"][(column + rank) % 2]
        });
        let men_of = |owner: usize| {
            squares(position.men[owner]).map(move |square| Piece {
                cell: name(square),
                ..loose_piece(owner, KIND, ['w', 'b'][owner])
            })
        };
        View {
            palette: "wood",
            cells,
            pieces: men_of(0).chain(men_of(1)).collect(),
            labels,
            last: Vec::new(),
            moves: Vec::new(),
            owners: vec!["white", "black"],
            words: vec![(KIND, "man")],
        }
    }

    fn click_path(&self, position: &Position, mv: Move) -> ClickPath {
        let takes = position.others() & 1 << mv.to != 0;
        ClickPath {
            text: String::new(),
            path: vec![name(mv.from), name(mv.to)],
            takes: if takes { vec![name(mv.to)] } else { Vec::new() },
            count: None,
        }
    }

    fn kit(&self) -> Vec<Piece> {
        vec![loose_piece(0, KIND, 'w'), loose_piece(1, KIND, 'b')]
    }

    fn arranged(&self, pieces: &[Piece], to_move: Player) -> Option<String> {
        let rows = rows_of_letters(SIZE, SIZE, pieces);
        Some(format!("{rows} {}", self.sign(to_move)))
    }
}
