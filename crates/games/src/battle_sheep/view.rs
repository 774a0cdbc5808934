//! The pasture as plain data.

use super::notation::name;
use super::pasture::{Hex, ones};
use super::rules::{BattleSheep, Move, Position};
use super::text::SIGNS;
use plyground_engine::game::Player;
use plyground_engine::notation::Notation;
use plyground_engine::view::{Cell, ClickPath, Depict, Label, Piece, Shape, View, loose_piece};

/// The distance between rows of hexes that stand on a point and are 1 wide.
const ROW_HEIGHT: f64 = 0.866;

impl Depict for BattleSheep {
    fn board(&self, position: &Position) -> View {
        let hexes = || 0..self.pasture.len() as Hex;
        let cells = hexes().map(|hex| {
            let place = self.pasture.place(hex);
            Cell {
                id: name(&self.pasture, hex),
                x: f64::from(place.column) / 2.0,
                y: f64::from(place.row) * ROW_HEIGHT,
                row: place.row as usize,
                column: place.column as usize,
                shape: Shape::Hex,
                tone: "pasture",
                label: None,
            }
        });
        let pieces = hexes().filter_map(|hex| {
            let owner = position.owner(hex)?;
            Some(Piece {
                cell: name(&self.pasture, hex),
                owner: owner.index(),
                kind: "flock",
                letter: SIGNS[owner.index()],
                count: Some(u32::from(position.height(hex))),
            })
        });
        View {
            palette: "flock",
            cells: cells.collect(),
            pieces: pieces.collect(),
            labels: self.row_labels(),
            last: Vec::new(),
            moves: Vec::new(),
            owners: vec!["minus", "plus", "star", "equals"][..self.players].to_vec(),
            words: vec![("flock", "sheep")],
        }
    }

    fn click_path(&self, position: &Position, mv: Move) -> ClickPath {
        let named = |hex| name(&self.pasture, hex);
        let (path, count) = match mv {
            Move::Place(hex) => (vec![named(hex)], None),
            Move::Slide { from, to, count } => {
                (vec![named(from), named(to)], Some(u32::from(count)))
            }
            Move::Pass => (
                vec![named(self.any_hex_of(position, position.to_move))],
                None,
            ),
        };
        ClickPath {
            text: String::new(),
            path,
            takes: Vec::new(),
            count,
        }
    }

    fn kit(&self) -> Vec<Piece> {
        let stack = |owner| Piece {
            count: Some(1),
            ..loose_piece(owner, "flock", SIGNS[owner])
        };
        (0..self.players).map(stack).collect()
    }

    fn arranged(&self, pieces: &[Piece], to_move: Player) -> Option<String> {
        let mut position = Position::bare(to_move);
        for piece in pieces {
            let mut hexes = 0..self.pasture.len() as Hex;
            let hex = hexes.find(|&hex| name(&self.pasture, hex) == piece.cell)?;
            let height = u8::try_from(piece.count?).ok()?;
            let is_fit = height > 0 && position.height(hex) == 0 && piece.owner < self.players;
            is_fit.then(|| position.put(Player::seat(piece.owner), hex, height))?;
        }
        Some(self.write_position(&position))
    }
}

impl BattleSheep {
    /// Each row is labelled by the name of its first hex, from which people count on.
    fn row_labels(&self) -> Vec<Label> {
        let mut labels: Vec<Label> = Vec::new();
        for hex in 0..self.pasture.len() as Hex {
            let y = f64::from(self.pasture.place(hex).row) * ROW_HEIGHT;
            if labels.last().is_none_or(|last| last.y < y) {
                labels.push(Label {
                    x: -0.9,
                    y,
                    text: name(&self.pasture, hex),
                });
            }
        }
        labels
    }

    /// What is clicked for a pass: an own stack, if there is one.
    fn any_hex_of(&self, position: &Position, player: Player) -> Hex {
        ones(position.stacks[player.index()]).next().unwrap_or(0)
    }
}
