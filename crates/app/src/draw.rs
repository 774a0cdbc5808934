//! Boards in the terminal, drawn from the same view that the page draws.

use anstyle::{AnsiColor, Color, RgbColor, Style};
use plyground_engine::view::{Cell, Label, Piece, Shape, View};
use std::collections::HashMap;
use std::fmt::Write;

/// What the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Letters only.
    Plain,
    /// Coloured squares and pieces.
    Colour,
}

impl Look {
    /// Colour needs a terminal that has it, UTF-8, and nobody who objects.
    pub(crate) fn of_terminal(ascii: bool) -> Look {
        let has_colour =
            anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never;
        if ascii || !has_colour || !has_utf8() {
            Look::Plain
        } else {
            Look::Colour
        }
    }
}

/// How a board is shown: its look, and whether its places are named by numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    pub(crate) look: Look,
    pub(crate) is_numbered: bool,
}

impl Sight {
    /// A numbered board has the numbers of each row beside it instead of letters.
    pub(crate) fn board(self, mut view: View, flipped: bool) -> String {
        if self.is_numbered {
            view.labels = number_labels(&view);
        }
        board(&view, self.look, flipped)
    }
}

fn number_labels(view: &View) -> Vec<Label> {
    let rows = 1 + view.cells.iter().map(|cell| cell.row).max().unwrap_or(0);
    let in_row = |row| {
        let cells = view.cells.iter().filter(move |cell| cell.row == row);
        let mut numbers = cells.filter_map(|cell| Some((cell.y, cell.label.as_deref()?)));
        let (y, first) = numbers.next()?;
        let (_, last) = numbers.next_back()?;
        let text = format!("{first}-{last}");
        Some(Label { x: -0.65, y, text })
    };
    (0..rows).filter_map(in_row).collect()
}

/// The first of these variables that is set decides, as everywhere.
fn has_utf8() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty());
    match locale {
        Some(locale) => {
            let locale = locale.to_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        }
        None => cfg!(windows),
    }
}

/// The board as lines of text. `flipped` turns it by half a turn.
pub(crate) fn board(view: &View, look: Look, flipped: bool) -> String {
    let pieces: HashMap<&str, &Piece> = view
        .pieces
        .iter()
        .map(|piece| (piece.cell.as_str(), piece))
        .collect();
    let rows = 1 + view.cells.iter().map(|cell| cell.row).max().unwrap_or(0);
    let columns = 1 + view.cells.iter().map(|cell| cell.column).max().unwrap_or(0);
    let width = if is_hexagonal(view) { 2 } else { 3 };
    let margin = (0..rows).map(|row| row_label(view, row).len()).max();
    let margin = margin.unwrap_or(0).max(2);
    let mut text = String::new();
    for shown_row in 0..rows {
        let row = turned(shown_row, rows, flipped);
        let mut cells: Vec<&Cell> = view.cells.iter().filter(|cell| cell.row == row).collect();
        cells.sort_by_key(|cell| turned(cell.column, columns, flipped));
        let label = row_label(view, row);
        let _ = write!(text, " {label:>margin$} ");
        let mut at = 0;
        for cell in cells {
            let start = turned(cell.column, columns, flipped) * width;
            let _ = write!(text, "{:1$}", "", start.saturating_sub(at));
            let piece = pieces.get(cell.id.as_str()).copied();
            let shown = square(view, cell, piece, look);
            text.push_str(&shown);
            at = start + if is_hexagonal(view) { 4 } else { 3 };
        }
        let trimmed = text.trim_end_matches(' ').len();
        text.truncate(trimmed);
        text.push('\n');
    }
    text.push_str(&column_labels(view, columns, width, flipped));
    text
}

fn is_hexagonal(view: &View) -> bool {
    view.cells
        .first()
        .is_some_and(|cell| cell.shape == Shape::Hex)
}

fn turned(index: usize, count: usize, flipped: bool) -> usize {
    if flipped { count - 1 - index } else { index }
}

fn row_label(view: &View, row: usize) -> &str {
    let height = view.cells.iter().find(|cell| cell.row == row);
    let height = height.map_or(0.0, |cell| cell.y);
    view.labels
        .iter()
        .find(|label| label.x < 0.0 && (label.y - height).abs() < 0.4)
        .map_or("", |label| label.text.as_str())
}

fn column_labels(view: &View, columns: usize, width: usize, flipped: bool) -> String {
    let mut line = String::from("    ");
    for shown in 0..columns {
        let column = turned(shown, columns, flipped);
        let label = view
            .labels
            .iter()
            .find(|label| label.x >= 0.0 && (label.x - column as f64).abs() < 0.5);
        let text = label.map_or("", |label| label.text.as_str());
        let _ = write!(line, "{text:^width$}");
    }
    let line = line.trim_end();
    if line.is_empty() {
        String::new()
    } else {
        format!("{line}\n")
    }
}

/// One cell, three columns wide; a hex takes four.
fn square(view: &View, cell: &Cell, piece: Option<&Piece>, look: Look) -> String {
    let is_last = view.last.contains(&cell.id);
    if cell.shape == Shape::Hex {
        return hex(view, piece, is_last, look);
    }
    match look {
        Look::Plain => {
            let mark = if is_last { ('[', ']') } else { (' ', ' ') };
            let letter = piece.map_or(empty_letter(cell), |piece| piece.letter);
            format!("{}{letter}{}", mark.0, mark.1)
        }
        Look::Colour => {
            let background = if is_last { LAST } else { tone(cell.tone) };
            let style = Style::new().bg_color(Some(background));
            match piece {
                None if cell.shape == Shape::Hole => {
                    let style = style.fg_color(Some(rgb(0x7a, 0xa0, 0xb2)));
                    format!("{style} · {style:#}")
                }
                None => {
                    let letter = if cell.tone == "valley" { '▲' } else { ' ' };
                    let style = style.fg_color(Some(rgb(0x7a, 0x6a, 0x48)));
                    format!("{style} {letter} {style:#}")
                }
                Some(piece) => {
                    let style = style.fg_color(Some(owner(view, piece.owner))).bold();
                    format!("{style} {} {style:#}", glyph(piece.kind, piece.owner))
                }
            }
        }
    }
}

fn empty_letter(cell: &Cell) -> char {
    match cell.tone {
        "valley" => '^',
        "light" => ' ',
        _ => '.',
    }
}

fn hex(view: &View, piece: Option<&Piece>, is_last: bool, look: Look) -> String {
    let text = match piece {
        None => " .".to_owned(),
        Some(piece) => format!("{}{}", piece.letter, piece.count.unwrap_or(1)),
    };
    let text = format!("{text:<4}");
    match (look, piece) {
        (Look::Colour, Some(piece)) => {
            let colour = owner(view, piece.owner);
            let mut style = Style::new().fg_color(Some(colour)).bold();
            if is_last {
                style = style.underline();
            }
            format!(
                "{style}{}{style:#}{}",
                text.trim_end(),
                &text[text.trim_end().len()..]
            )
        }
        (Look::Colour, None) => {
            let style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Green)));
            format!("{style}{text}{style:#}")
        }
        _ => text,
    }
}

/// Full for the first player and hollow for the second, so that colour is never all there is.
fn glyph(kind: &str, owner: usize) -> char {
    match (kind, owner) {
        ("king", 0) => '♚',
        ("king", _) => '♔',
        ("crowned", 0) => '♛',
        ("crowned", _) => '♕',
        (_, 0) => '●',
        _ => '○',
    }
}

const LAST: Color = rgb(0xb8, 0x8a, 0x1f);

const fn rgb(red: u8, green: u8, blue: u8) -> Color {
    Color::Rgb(RgbColor(red, green, blue))
}

fn tone(name: &str) -> Color {
    match name {
        "light" => rgb(0xed, 0xe6, 0xd3),
        "dark" => rgb(0x6f, 0x8f, 0x7f),
        "rack" => rgb(0x1d, 0x4c, 0x62),
        "valley" => rgb(0xd8, 0xb9, 0x70),
        _ => rgb(0xc6, 0xbe, 0xa6),
    }
}

fn owner(view: &View, seat: usize) -> Color {
    match (view.palette, seat) {
        ("rack", 0) => rgb(0xff, 0x7a, 0x33),
        ("rack", _) => rgb(0xf3, 0xd3, 0x4a),
        ("flock", 0) => rgb(0x4a, 0xa3, 0xdf),
        ("flock", 1) => rgb(0xe6, 0x9f, 0x00),
        ("flock", 2) => rgb(0xcc, 0x79, 0xa7),
        ("flock", _) => rgb(0xd0, 0xd0, 0xd0),
        (_, 0) => rgb(0xff, 0xff, 0xff),
        _ => rgb(0x14, 0x18, 0x16),
    }
}
