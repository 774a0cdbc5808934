//! What makes the game trustworthy, by plyground's test kit: the laws, a twin
//! written from rules.md alone, counts of moves, and searches that agree.

use breakthrough::ENTRY;
use breakthrough::heuristics::Advance;
use breakthrough::rules::Breakthrough;
use plyground::engine::session::Session;
use plyground_kit::laws::Laws;
use plyground_kit::twin::{self, End, Extent, Twin};
use plyground_kit::{agreement, perft};
use std::collections::BTreeSet;

fn open() -> Box<dyn Session> {
    ENTRY.open(&ENTRY.options([]).unwrap())
}

#[test]
fn the_laws_hold() {
    Laws::of(ENTRY.id, Breakthrough)
        .with_heuristics("default", Advance)
        .hold();
}

#[test]
fn exact_searches_agree() {
    agreement::exact_searches_agree(ENTRY.id, &open, 3);
}

/// Eight men go straight and fourteen diagonally; no two first moves meet.
#[test]
fn there_are_so_many_ways_to_begin() {
    let table = "id: start\ngame: breakthrough\n\
        source: 22 and 22 x 22 by hand, the third by the twin below\n\
        position: bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w\ncounts: 22 484 11132\n";
    let (_, checked) = perft::check(table, &|_, _| open());
    assert_eq!(checked, 3);
    let start = open().position();
    let mut third = 0;
    for first in Plain.moves(&start) {
        let one = Plain.after(&start, &first);
        for second in Plain.moves(&one) {
            third += Plain.moves(&Plain.after(&one, &second)).len();
        }
    }
    assert_eq!(third, 11132);
}

#[test]
fn the_twin_plays_the_same_game() {
    let extent = Extent {
        games: 60,
        plies: 200,
    };
    twin::compare(ENTRY.id, &open, &Plain, extent);
}

/// The rules with an array of letters, row 0 on top.
struct Plain;

type Board = [[char; 8]; 8];

fn read(position: &str) -> (Board, char) {
    let (rows, side) = position.split_once(' ').unwrap();
    let mut board = [['.'; 8]; 8];
    for (row, text) in rows.split('/').enumerate() {
        let mut column = 0;
        for letter in text.chars() {
            match letter.to_digit(10) {
                Some(empty) => column += empty as usize,
                None => {
                    board[row][column] = letter;
                    column += 1;
                }
            }
        }
    }
    (board, side.chars().next().unwrap())
}

fn write(board: &Board, side: char) -> String {
    let rows = board.iter().map(|row| {
        let mut text: String = row.iter().collect();
        for run in (1..=8).rev() {
            text = text.replace(&".".repeat(run), &run.to_string());
        }
        text
    });
    format!("{} {side}", rows.collect::<Vec<_>>().join("/"))
}

fn square(row: usize, column: usize) -> String {
    format!("{}{}", (b'a' + column as u8) as char, 8 - row)
}

impl Twin for Plain {
    fn end(&self, position: &str) -> Option<End> {
        let (board, _) = read(position);
        let has = |letter| board.iter().flatten().any(|&square| square == letter);
        if board[0].contains(&'w') || !has('b') {
            return Some(End::Won('w'));
        }
        (board[7].contains(&'b') || !has('w')).then_some(End::Won('b'))
    }

    fn moves(&self, position: &str) -> BTreeSet<String> {
        let (board, side) = read(position);
        let mut moves = BTreeSet::new();
        for row in 0..8_usize {
            for column in 0..8_usize {
                if board[row][column] != side {
                    continue;
                }
                let ahead = if side == 'w' { row - 1 } else { row + 1 };
                for step in [-1, 0, 1] {
                    let Some(target) = column.checked_add_signed(step).filter(|&at| at < 8) else {
                        continue;
                    };
                    let sign = match board[ahead][target] {
                        '.' => '-',
                        found if found != side && step != 0 => 'x',
                        _ => continue,
                    };
                    moves.insert(format!(
                        "{}{sign}{}",
                        square(row, column),
                        square(ahead, target)
                    ));
                }
            }
        }
        moves
    }

    fn after(&self, position: &str, mv: &str) -> String {
        let (mut board, side) = read(position);
        let at = |name: &str| {
            let name = name.as_bytes();
            (8 - (name[1] - b'0') as usize, (name[0] - b'a') as usize)
        };
        let ((from, from_column), (to, to_column)) = (at(&mv[..2]), at(&mv[3..]));
        board[from][from_column] = '.';
        board[to][to_column] = side;
        write(&board, if side == 'w' { 'b' } else { 'w' })
    }
}
