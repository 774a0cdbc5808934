//! The board as plain data.

use super::board::{Board, bits};
use super::rules::Draughts;
use super::ruleset::{Colour, Ruleset};
use super::sheet::letter;
use plyground_engine::view::{ClickPath, Depict, Piece, View, square_board, square_name};

impl<R: Ruleset> Depict for Draughts<R> {
    fn board(&self, position: &Self::Position) -> View {
        let size = R::Board::SIZE;
        let (cells, labels) = square_board(size, size, |column, row| {
            if (column + row) % 2 == 0 {
                "dark"
            } else {
                "light"
            }
        });
        let mut pieces = Vec::new();
        for bit in bits(position.pieces[0] | position.pieces[1]) {
            if let Some((colour, is_king)) = position.piece(bit) {
                pieces.push(Piece {
                    cell: name::<R>(bit),
                    owner: Self::player(colour).index(),
                    kind: if is_king { "crowned" } else { "man" },
                    letter: letter(colour, is_king),
                    count: None,
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
            owners: match R::FIRST {
                Colour::White => vec!["white", "black"],
                Colour::Black => vec!["black", "white"],
            },
            words: vec![("man", "man"), ("crowned", "king")],
        }
    }

    /// Every square on which the piece comes down, and the piece that each jump takes.
    fn click_path(&self, position: &Self::Position, mv: Self::Move) -> ClickPath {
        let squares = self
            .routes(position, mv.from, mv.to)
            .into_iter()
            .find(|route| route.mv == mv)
            .map_or(vec![mv.from, mv.to], |route| route.squares);
        let takes = squares
            .windows(2)
            .flat_map(|jump| bits(mv.captured).find(|&bit| lies_between::<R>(jump, bit)))
            .map(name::<R>)
            .collect();
        ClickPath {
            text: String::new(),
            path: squares.into_iter().map(name::<R>).collect(),
            takes,
            count: None,
        }
    }
}

fn name<R: Ruleset>(bit: u8) -> String {
    let (column, row) = R::Board::place(bit);
    square_name(column, row)
}

/// Whether a square lies on the straight line of a jump.
fn lies_between<R: Ruleset>(jump: &[u8], bit: u8) -> bool {
    let [first, last, square] = [jump[0], jump[1], bit].map(|bit| {
        let (column, row) = R::Board::place(bit);
        (column as i32, row as i32)
    });
    let (dx, dy) = (last.0 - first.0, last.1 - first.1);
    let (x, y) = (square.0 - first.0, square.1 - first.1);
    x.abs() == y.abs()
        && x.signum() == dx.signum()
        && y.signum() == dy.signum()
        && x.abs() < dx.abs()
}
