//! The rack as plain data.

use super::board::Board;
use super::rules::{Column, ConnectFour};
use plyground_engine::game::{Game, Player};
use plyground_engine::notation::Notation;
use plyground_engine::view::{
    ClickPath, Depict, Label, Piece, Shape, View, loose_piece, rows_of_letters, square_board,
    square_name,
};

impl Depict for ConnectFour {
    fn board(&self, position: &Board<7, 6>) -> View {
        let (mut cells, _) = square_board(7, 6, |_, _| "rack");
        for cell in &mut cells {
            cell.shape = Shape::Hole;
            cell.label = Some(format!("column {}, row {}", cell.column + 1, 6 - cell.row));
        }
        let labels = (0..7).map(|column| Label {
            x: column as f64,
            y: 5.65,
            text: (column + 1).to_string(),
        });
        let mover = self.to_move(position).index();
        let mut pieces = Vec::new();
        for column in 0..7 {
            for row in 0..6 {
                let square = Board::<7, 6>::square(column, row);
                if position.occupied & square == 0 {
                    continue;
                }
                let owner = if position.own & square != 0 {
                    mover
                } else {
                    1 - mover
                };
                pieces.push(Piece {
                    cell: square_name(column, row),
                    owner,
                    kind: ["disc-x", "disc-o"][owner],
                    letter: ['x', 'o'][owner],
                    count: None,
                });
            }
        }
        View {
            palette: "rack",
            cells,
            pieces,
            labels: labels.collect(),
            last: Vec::new(),
            moves: Vec::new(),
            owners: vec!["x", "o"],
            words: vec![("disc-x", "disc"), ("disc-o", "disc")],
        }
    }

    /// One click, on the square where the stone comes to rest.
    fn click_path(&self, position: &Board<7, 6>, column: Column) -> ClickPath {
        let height = (position.occupied & Board::<7, 6>::column(column as usize)).count_ones();
        ClickPath {
            text: String::new(),
            path: vec![square_name(column as usize, height as usize)],
            takes: Vec::new(),
            count: None,
        }
    }

    fn kit(&self) -> Vec<Piece> {
        vec![loose_piece(0, "disc-x", 'x'), loose_piece(1, "disc-o", 'o')]
    }

    fn arranged(&self, pieces: &[Piece], to_move: Player) -> Option<String> {
        let rows = rows_of_letters(7, 6, pieces);
        Some(format!("{rows} {}", self.sign(to_move)))
    }
}
