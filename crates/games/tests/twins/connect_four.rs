//! Connect Four on an array of letters.

use plyground_kit::twin::{self, End};
use std::collections::BTreeSet;

pub(crate) struct Twin;

/// Rows from the top, and the side to move.
type Grid = ([[char; 7]; 6], char);

fn read(position: &str) -> Grid {
    let (rows, side) = position.split_once(' ').unwrap();
    let mut grid = [['.'; 7]; 6];
    for (row, text) in rows.split('/').enumerate() {
        let mut column = 0;
        for letter in text.chars() {
            match letter.to_digit(10) {
                Some(empty) => column += empty as usize,
                None => {
                    grid[row][column] = letter;
                    column += 1;
                }
            }
        }
    }
    (grid, side.chars().next().unwrap())
}

fn write((grid, side): Grid) -> String {
    let mut rows = Vec::new();
    for row in grid {
        let line: String = row.iter().collect();
        let mut text = line;
        for length in (1..=7).rev() {
            text = text.replace(&".".repeat(length), &length.to_string());
        }
        rows.push(text);
    }
    format!("{} {side}", rows.join("/"))
}

impl twin::Twin for Twin {
    fn end(&self, position: &str) -> Option<End> {
        let (grid, _) = read(position);
        let at = |row: i32, column: i32| {
            if (0..6).contains(&row) && (0..7).contains(&column) {
                grid[row as usize][column as usize]
            } else {
                ' '
            }
        };
        for row in 0..6 {
            for column in 0..7 {
                let stone = at(row, column);
                if stone == '.' {
                    continue;
                }
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    if (1..4).all(|step| at(row + down * step, column + right * step) == stone) {
                        return Some(End::Won(stone));
                    }
                }
            }
        }
        if grid[0].contains(&'.') {
            None
        } else {
            Some(End::Drawn)
        }
    }

    fn moves(&self, position: &str) -> BTreeSet<String> {
        let (grid, _) = read(position);
        (0..7)
            .filter(|&column| grid[0][column] == '.')
            .map(|column| (column + 1).to_string())
            .collect()
    }

    fn after(&self, position: &str, mv: &str) -> String {
        let (mut grid, side) = read(position);
        let column: usize = mv.parse::<usize>().unwrap() - 1;
        let row = (0..6).rev().find(|&row| grid[row][column] == '.').unwrap();
        grid[row][column] = side;
        write((grid, if side == 'x' { 'o' } else { 'x' }))
    }
}
