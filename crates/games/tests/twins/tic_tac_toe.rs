//! Tic-tac-toe on nine letters.

use plyground_kit::twin::{self, End};
use std::collections::BTreeSet;

pub(crate) struct Twin;

/// The nine squares row by row from the top, and the side to move.
fn read(position: &str) -> (Vec<char>, char) {
    let (rows, side) = position.split_once(' ').unwrap();
    let mut squares = Vec::new();
    for letter in rows.chars().filter(|&letter| letter != '/') {
        match letter.to_digit(10) {
            Some(empty) => squares.extend((0..empty).map(|_| '.')),
            None => squares.push(letter),
        }
    }
    (squares, side.chars().next().unwrap())
}

fn write(squares: &[char], side: char) -> String {
    let row = |row: usize| {
        let text: String = squares[3 * row..3 * row + 3].iter().collect();
        text.replace("...", "3")
            .replace("..", "2")
            .replace('.', "1")
    };
    format!("{}/{}/{} {side}", row(0), row(1), row(2))
}

const NAMES: [&str; 9] = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"];

impl twin::Twin for Twin {
    fn end(&self, position: &str) -> Option<End> {
        let (squares, _) = read(position);
        let lines = ["012", "345", "678", "036", "147", "258", "048", "246"];
        for line in lines {
            let marks: Vec<char> = line
                .bytes()
                .map(|digit| squares[(digit - b'0') as usize])
                .collect();
            if marks[0] != '.' && marks[0] == marks[1] && marks[1] == marks[2] {
                return Some(End::Won(marks[0]));
            }
        }
        (!squares.contains(&'.')).then_some(End::Drawn)
    }

    fn moves(&self, position: &str) -> BTreeSet<String> {
        let (squares, _) = read(position);
        let empty = (0..9).filter(|&square| squares[square] == '.');
        empty.map(|square| NAMES[square].to_owned()).collect()
    }

    fn after(&self, position: &str, mv: &str) -> String {
        let (mut squares, side) = read(position);
        let square = NAMES.iter().position(|&name| name == mv).unwrap();
        squares[square] = side;
        write(&squares, if side == 'x' { 'o' } else { 'x' })
    }
}
