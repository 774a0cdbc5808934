//! King's Valley on an array of letters.

use plyground_kit::twin::{self, End};
use std::collections::BTreeSet;

pub(crate) struct Twin {
    pub(crate) first_move: &'static str,
    pub(crate) blocked: &'static str,
    pub(crate) setup: &'static str,
}

struct Board {
    /// Rows from rank 1 up.
    squares: [[char; 5]; 5],
    side: char,
    /// A last digit of the text, if there is one.
    digit: Option<String>,
}

fn read(position: &str) -> Board {
    let mut words = position.split(' ');
    let mut squares = [['.'; 5]; 5];
    for (row, text) in words.next().unwrap().split('/').enumerate() {
        let mut column = 0;
        for letter in text.chars() {
            if let Some(empty) = letter.to_digit(10) {
                column += empty as usize;
            } else {
                squares[4 - row][column] = letter;
                column += 1;
            }
        }
    }
    Board {
        squares,
        side: words.next().unwrap().chars().next().unwrap(),
        digit: words.next().map(str::to_owned),
    }
}

fn rows(squares: &[[char; 5]; 5]) -> String {
    let mut lines = Vec::new();
    for row in squares.iter().rev() {
        let mut text: String = row.iter().collect();
        for length in (1..=5).rev() {
            text = text.replace(&".".repeat(length), &length.to_string());
        }
        lines.push(text);
    }
    lines.join("/")
}

fn find(squares: &[[char; 5]; 5], piece: char) -> (i32, i32) {
    for (row, line) in squares.iter().enumerate() {
        for (column, &letter) in line.iter().enumerate() {
            if letter == piece {
                return (row as i32, column as i32);
            }
        }
    }
    panic!("no {piece}");
}

/// Where each slide from a square ends.
fn slides(squares: &[[char; 5]; 5], row: i32, column: i32) -> Vec<(i32, i32)> {
    let mut ends = Vec::new();
    for down in -1..=1 {
        for right in -1..=1 {
            if (down, right) == (0, 0) {
                continue;
            }
            let (mut r, mut c) = (row, column);
            loop {
                let (nr, nc) = (r + down, c + right);
                let inside = (0..5).contains(&nr) && (0..5).contains(&nc);
                if !inside || squares[nr as usize][nc as usize] != '.' {
                    break;
                }
                (r, c) = (nr, nc);
            }
            if (r, c) != (row, column) {
                ends.push((r, c));
            }
        }
    }
    ends
}

fn king_of(side: char) -> char {
    side.to_ascii_uppercase()
}

fn other(side: char) -> char {
    if side == 'w' { 'b' } else { 'w' }
}

fn name((row, column): (i32, i32)) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

fn place(name: &str) -> (usize, usize) {
    let bytes = name.as_bytes();
    ((bytes[1] - b'1') as usize, (bytes[0] - b'a') as usize)
}

impl Twin {
    fn start(&self) -> &'static str {
        match self.setup {
            "standard" => "bbBbb/5/5/5/wwWww",
            _ => "bbWbb/5/5/5/wwBww",
        }
    }

    /// How many moves from here on must be a soldier's.
    fn soldiers_only(&self, board: &Board) -> u8 {
        let at_start = rows(&board.squares) == self.start() && board.side == 'w';
        match (&board.digit, self.first_move) {
            (Some(digit), _) => digit.parse().unwrap(),
            (None, "soldier") if at_start => 1,
            (None, "both") if at_start => 2,
            _ => 0,
        }
    }
}

impl twin::Twin for Twin {
    fn end(&self, position: &str) -> Option<End> {
        let Board { squares, side, .. } = read(position);
        let opponent = other(side);
        if squares[2][2] == king_of(opponent) {
            return Some(End::Won(opponent));
        }
        let is_blocked = |side: char| {
            let (row, column) = find(&squares, king_of(side));
            slides(&squares, row, column).is_empty()
        };
        if is_blocked(side) {
            return Some(End::Won(opponent));
        }
        if self.blocked == "at-once" && is_blocked(opponent) {
            return Some(End::Won(side));
        }
        None
    }

    fn moves(&self, position: &str) -> BTreeSet<String> {
        let board = read(position);
        let mut moves = BTreeSet::new();
        for row in 0..5 {
            for column in 0..5 {
                let piece = board.squares[row as usize][column as usize];
                let is_king = piece == king_of(board.side);
                if piece != board.side && !is_king {
                    continue;
                }
                if is_king && self.soldiers_only(&board) > 0 {
                    continue;
                }
                for end in slides(&board.squares, row, column) {
                    if end == (2, 2) && !is_king {
                        continue;
                    }
                    moves.insert(format!("{}-{}", name((row, column)), name(end)));
                }
            }
        }
        moves
    }

    fn after(&self, position: &str, mv: &str) -> String {
        let board = read(position);
        let left = self.soldiers_only(&board).saturating_sub(1);
        let mut squares = board.squares;
        let (from, to) = mv.split_once('-').unwrap();
        let ((fr, fc), (tr, tc)) = (place(from), place(to));
        squares[tr][tc] = squares[fr][fc];
        squares[fr][fc] = '.';
        let side = other(board.side);
        let text = format!("{} {side}", rows(&squares));
        let meant = self.soldiers_only(&read(&text));
        if meant == left {
            text
        } else {
            format!("{text} {left}")
        }
    }
}
