//! The board as plain data.

use super::board::{Board, bits};
use super::moves::Move;
use super::rules::Draughts;
use super::ruleset::{Colour, Ruleset, WordOf};
use super::sheet::letter;
use plyground_engine::game::Player;
use plyground_engine::notation::Notation;
use plyground_engine::view::{
    ClickPath, Depict, Piece, View, loose_piece, square_board, square_name,
};

impl<R: Ruleset> Depict for Draughts<R> {
    fn board(&self, position: &Self::Position) -> View {
        let size = R::Board::SIZE;
        let (mut cells, labels) = square_board(size, size, |column, row| {
            if (column + row) % 2 == 0 {
                "dark"
            } else {
                "light"
            }
        });
        for number in 1..=size * size / 2 {
            let id = name::<R>(R::Board::bit_of_number(number));
            if let Some(cell) = cells.iter_mut().find(|cell| cell.id == id) {
                cell.label = Some(number.to_string());
            }
        }
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
        path::<R>(self.ways(position).first(mv), mv)
    }

    fn click_paths(&self, position: &Self::Position, moves: &[Self::Move]) -> Vec<ClickPath> {
        let ways = self.ways(position);
        let path = |&mv: &Self::Move| path::<R>(ways.first(mv), mv);
        moves.iter().map(path).collect()
    }

    fn kit(&self) -> Vec<Piece> {
        let mut kit = Vec::new();
        for colour in [R::FIRST, R::FIRST.other()] {
            let owner = Self::player(colour).index();
            kit.push(loose_piece(owner, "man", letter(colour, false)));
            kit.push(loose_piece(owner, "crowned", letter(colour, true)));
        }
        kit
    }

    /// A FEN with squares by column and row.
    fn arranged(&self, pieces: &[Piece], to_move: Player) -> Option<String> {
        let side = |player: Player| {
            let own = pieces.iter().filter(|piece| piece.owner == player.index());
            let squares = own.map(|piece| match piece.kind {
                "crowned" => format!("K{}", piece.cell),
                _ => piece.cell.clone(),
            });
            let letter = self.sign(player).to_ascii_uppercase();
            format!("{letter}{}", squares.collect::<Vec<_>>().join(","))
        };
        let letter = self.sign(to_move).to_ascii_uppercase();
        let [first, second] = [Player::FIRST, Player::SECOND].map(side);
        Some(format!("{letter}:{first}:{second}"))
    }
}

fn path<R: Ruleset>(squares: Vec<u8>, mv: Move<WordOf<R>>) -> ClickPath {
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

pub(super) fn name<R: Ruleset>(bit: u8) -> String {
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
