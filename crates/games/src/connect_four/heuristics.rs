//! Two opinions about Connect Four.

use super::board::Board;
use super::rules::{Column, ConnectFour};
use plyground_engine::explain::Part;
use plyground_engine::game::{Game, Heuristics, Player};
use plyground_engine::level::{Levels, levels};
use plyground_engine::message;
use plyground_engine::view::square_name;

type Squares = Board<7, 6>;

/// Each stone counts the lines of four that run through its square.
#[derive(Clone, Copy, Debug)]
pub struct Classic;

/// The number of lines of four through each square: column by column from the
/// left, each from the bottom.
const LINES_THROUGH: [[i32; 6]; 7] = [
    [3, 4, 5, 5, 4, 3],
    [4, 6, 8, 8, 6, 4],
    [5, 8, 11, 11, 8, 5],
    [7, 10, 13, 13, 10, 7],
    [5, 8, 11, 11, 8, 5],
    [4, 6, 8, 8, 6, 4],
    [3, 4, 5, 5, 4, 3],
];

/// The squares whose number of lines has a given bit set, so that a sum over
/// stones is four counts of bits.
const LINE_PLANES: [u64; 4] = {
    let mut planes = [0; 4];
    let mut plane = 0;
    while plane < 4 {
        let mut column = 0;
        while column < 7 {
            let mut row = 0;
            while row < 6 {
                if LINES_THROUGH[column][row] >> plane & 1 == 1 {
                    planes[plane] |= Squares::square(column, row);
                }
                row += 1;
            }
            column += 1;
        }
        plane += 1;
    }
    planes
};

/// The squares by the number of lines through them, most lines first.
const BY_LINES: [(i32, u64); 9] = {
    let numbers = [13, 11, 10, 8, 7, 6, 5, 4, 3];
    let mut classes = [(0, 0); 9];
    let mut place = 0;
    while place < 9 {
        classes[place].0 = numbers[place];
        let mut column = 0;
        while column < 7 {
            let mut row = 0;
            while row < 6 {
                if LINES_THROUGH[column][row] == numbers[place] {
                    classes[place].1 |= Squares::square(column, row);
                }
                row += 1;
            }
            column += 1;
        }
        place += 1;
    }
    classes
};

#[inline]
fn lines_through(stones: u64) -> i32 {
    (0..4)
        .map(|plane| ((stones & LINE_PLANES[plane]).count_ones() << plane) as i32)
        .sum()
}

/// The value of a position to the side to move becomes that of the player asked for.
#[inline]
fn seen_by(player: Player, position: &Squares, value: i32) -> i32 {
    if ConnectFour::default().to_move(position) == player {
        value
    } else {
        -value
    }
}

/// The squares of some sets, with the sign of each set, and their columns and rows.
fn squares(sets: [(u64, i32); 2]) -> impl Iterator<Item = (usize, usize, i32)> {
    let all = (0..7).flat_map(|column| (0..6).map(move |row| (column, row)));
    all.flat_map(move |(column, row)| {
        let is_in = move |(set, _): &(u64, i32)| set & Squares::square(column, row) != 0;
        let signs = sets.into_iter().filter(is_in).map(|(_, sign)| sign);
        signs.map(move |sign| (column, row, sign))
    })
}

/// The sets of the player and of the other, with their signs.
fn of_both(player: Player, position: &Squares, sets: [u64; 2]) -> [(u64, i32); 2] {
    let sign = seen_by(player, position, 1);
    [(sets[0], sign), (sets[1], -sign)]
}

fn lines_part(position: &Squares, player: Player) -> Part {
    let stones = of_both(player, position, [position.own, position.opponent()]);
    let name = message!("part.four.lines", "lines of four through the discs");
    Part::of_cells(
        name,
        squares(stones).map(|(column, row, sign)| {
            let lines = LINES_THROUGH[column][row];
            (square_name(column, row), sign * lines)
        }),
    )
}

impl Heuristics<ConnectFour> for Classic {
    #[inline]
    fn evaluate(&self, _game: &ConnectFour, position: &Squares, player: Player) -> i32 {
        let value = lines_through(position.own) - lines_through(position.opponent());
        seen_by(player, position, value)
    }

    fn parts(&self, _game: &ConnectFour, position: &Squares, player: Player) -> Vec<Part> {
        vec![lines_part(position, player)]
    }

    /// A win first, then a block, then the squares with most lines.
    #[inline]
    fn promise(&self, _game: &ConnectFour, position: &Squares, column: Column) -> i32 {
        let square = position.playable() & Squares::column(column as usize);
        let wins = Squares::winning_squares(position.own, position.occupied);
        let blocks = Squares::winning_squares(position.opponent(), position.occupied);
        200 * i32::from(square & wins != 0)
            + 100 * i32::from(square & blocks != 0)
            + lines_through(square)
    }

    /// Where no move ends the game, the best one takes the square with most lines.
    #[inline]
    fn foreseen(&self, _game: &ConnectFour, position: &Squares, _enough: i32) -> Option<i32> {
        let playable = position.playable();
        let wins = Squares::winning_squares(position.own, position.occupied);
        if playable & wins != 0
            || playable == Squares::FULL ^ position.occupied && playable.is_power_of_two()
        {
            return None;
        }
        let best = BY_LINES.iter().find(|(_, squares)| squares & playable != 0);
        let value = lines_through(position.own) - lines_through(position.opponent());
        Some(value + best?.0)
    }
}

/// The classic sum, and the empty squares that would win: those are what games
/// are decided by, and a threat is the stronger the lower it stands and the
/// better its row suits its owner (odd rows the first player, even the second).
#[derive(Clone, Copy, Debug)]
pub struct Threats;

const ODD_ROWS: u64 = Squares::BOTTOM * 0b010101;

impl Threats {
    /// What the empty winning squares of one side are worth.
    #[inline]
    fn threats(wins: u64, suited_rows: u64) -> i32 {
        THREAT * wins.count_ones() as i32 + SUITED * (wins & suited_rows).count_ones() as i32
    }
}

/// An empty square that would win, and what it counts more in a row that suits its owner.
const THREAT: i32 = 12;
const SUITED: i32 = 18;

/// Only perfect play with few oversights comes near to perfect play.
pub(super) const LEVELS: Levels = levels([(1, 94), (1, 72), (2, 54), (3, 34), (4, 20), (5, 10)], 5);

impl Heuristics<ConnectFour> for Threats {
    #[inline]
    fn evaluate(&self, _game: &ConnectFour, position: &Squares, player: Player) -> i32 {
        let own_wins = Squares::winning_squares(position.own, position.occupied);
        let their_wins = Squares::winning_squares(position.opponent(), position.occupied);
        let (own_rows, their_rows) = if position.stones() & 1 == 0 {
            (ODD_ROWS, !ODD_ROWS)
        } else {
            (!ODD_ROWS, ODD_ROWS)
        };
        let value = lines_through(position.own) - lines_through(position.opponent())
            + Self::threats(own_wins, own_rows)
            - Self::threats(their_wins, their_rows);
        seen_by(player, position, value)
    }

    fn parts(&self, _game: &ConnectFour, position: &Squares, player: Player) -> Vec<Part> {
        let wins = [position.own, position.opponent()]
            .map(|stones| Squares::winning_squares(stones, position.occupied));
        let suited = match position.stones() & 1 {
            0 => [wins[0] & ODD_ROWS, wins[1] & !ODD_ROWS],
            _ => [wins[0] & !ODD_ROWS, wins[1] & ODD_ROWS],
        };
        let of = |name, sets: [u64; 2], worth| {
            let sets = of_both(player, position, sets);
            let count = |wanted| {
                let set = sets.iter().find(|(_, sign)| *sign == wanted);
                set.map_or(0, |(set, _)| set.count_ones() as i32)
            };
            let cells = squares(sets);
            let cells = cells.map(|(column, row, sign)| (square_name(column, row), sign * worth));
            Part::of_cells(name, cells).with_counts(count(1), count(-1))
        };
        let winning = message!("part.four.threats", "empty squares that would win");
        let rows = message!("part.four.rows", "of them in rows that suit their owner");
        vec![
            lines_part(position, player),
            of(winning, wins, THREAT),
            of(rows, suited, SUITED),
        ]
    }

    /// A win first, then a block, then the moves that make most threats, then the centre.
    #[inline]
    fn promise(&self, _game: &ConnectFour, position: &Squares, column: Column) -> i32 {
        let square = position.playable() & Squares::column(column as usize);
        let threats = Squares::winning_squares(position.own | square, position.occupied | square);
        let row = (square.trailing_zeros() % Squares::STRIDE) as usize;
        16 * threats.count_ones() as i32 + LINES_THROUGH[column as usize][row]
    }
}
