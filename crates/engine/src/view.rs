//! What a board looks like, as plain data. Terminal and page draw any game from
//! this alone; they know no rules.

use crate::game::{Game, Player};
use crate::rows::rows_of;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Square,
    /// Stands on a point.
    Hex,
    /// A round opening in a rack.
    Hole,
}

impl Shape {
    pub fn name(self) -> &'static str {
        match self {
            Shape::Square => "square",
            Shape::Hex => "hex",
            Shape::Hole => "hole",
        }
    }
}

/// A place on the board. One cell is 1 wide; x runs right and y runs down.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    pub id: String,
    pub x: f64,
    pub y: f64,
    /// Row from the top and column from the left; hexes count columns in halves.
    pub row: usize,
    pub column: usize,
    pub shape: Shape,
    pub tone: &'static str,
    /// How the place is called aloud, where its id will not do.
    pub label: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub cell: String,
    /// The seat it belongs to.
    pub owner: usize,
    pub kind: &'static str,
    /// The letter that stands for it in plain text.
    pub letter: char,
    /// The height of a stack.
    pub count: Option<u32>,
}

/// A coordinate beside the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    pub x: f64,
    pub y: f64,
    pub text: String,
}

/// A legal move as a path of cells to click.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClickPath {
    pub text: String,
    pub path: Vec<String>,
    /// The pieces that each step takes.
    pub takes: Vec<String>,
    /// How many pieces of a stack go, where that is a choice.
    pub count: Option<u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct View {
    pub palette: &'static str,
    pub cells: Vec<Cell>,
    pub pieces: Vec<Piece>,
    pub labels: Vec<Label>,
    /// The cells of the last move.
    pub last: Vec<String>,
    pub moves: Vec<ClickPath>,
    /// What the owners are called: "white".
    pub owners: Vec<&'static str>,
    /// What each kind of piece is called.
    pub words: Vec<(&'static str, &'static str)>,
}

/// A game whose board can be drawn.
pub trait Depict: Game {
    /// The board and its pieces; `last` and `moves` stay empty.
    fn board(&self, position: &Self::Position) -> View;

    /// The cells to click for a legal move; `text` is left empty.
    fn click_path(&self, position: &Self::Position, mv: Self::Move) -> ClickPath;

    /// The same for some or all legal moves at once.
    fn click_paths(&self, position: &Self::Position, moves: &[Self::Move]) -> Vec<ClickPath> {
        let moves = moves.iter();
        moves.map(|&mv| self.click_path(position, mv)).collect()
    }

    /// The pieces that an editor may set on a cell, each without its cell; none
    /// where positions are edited as text alone.
    fn kit(&self) -> Vec<Piece> {
        Vec::new()
    }

    /// The text of a position with these pieces of the kit on it. Whether it
    /// means anything is for the reader of positions to say.
    fn arranged(&self, _pieces: &[Piece], _to_move: Player) -> Option<String> {
        None
    }
}

/// The rows of a board of squares in text, by the letters of its pieces.
pub fn rows_of_letters(columns: usize, rows: usize, pieces: &[Piece]) -> String {
    rows_of(columns, rows, |column, row| {
        let name = square_name(column, rows - 1 - row);
        let piece = pieces.iter().find(|piece| piece.cell == name)?;
        Some(piece.letter)
    })
}

/// A piece of a kit.
pub fn loose_piece(owner: usize, kind: &'static str, letter: char) -> Piece {
    Piece {
        cell: String::new(),
        owner,
        kind,
        letter,
        count: None,
    }
}

/// The cells and labels of a board of squares with letters for columns and
/// numbers for rows counted from the bottom.
pub fn square_board(
    columns: usize,
    rows: usize,
    tone: impl Fn(usize, usize) -> &'static str,
) -> (Vec<Cell>, Vec<Label>) {
    let mut cells = Vec::with_capacity(columns * rows);
    for row in 0..rows {
        for column in 0..columns {
            cells.push(Cell {
                id: square_name(column, rows - 1 - row),
                x: column as f64,
                y: row as f64,
                row,
                column,
                shape: Shape::Square,
                tone: tone(column, rows - 1 - row),
                label: None,
            });
        }
    }
    let files = (0..columns).map(|column| Label {
        x: column as f64,
        y: rows as f64 - 0.35,
        text: file_letter(column).to_string(),
    });
    let ranks = (0..rows).map(|row| Label {
        x: -0.65,
        y: row as f64,
        text: (rows - row).to_string(),
    });
    (cells, files.chain(ranks).collect())
}

/// `a1` is the left column of the bottom row; ranks count from 0 here.
pub fn square_name(column: usize, rank: usize) -> String {
    format!("{}{}", file_letter(column), rank + 1)
}

fn file_letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}
