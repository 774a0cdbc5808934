//! In how many ways a game's pieces can stand on its board, and which of them are
//! positions. An arrangement is a position if the game's own reader takes it.

use crate::natural::Natural;
use plyground_engine::random::Random;
use plyground_engine::rows::rows_of;

/// The arrangements of a game's pieces, counted and drawn by lot.
#[derive(Debug)]
pub struct StateSpace {
    /// What is counted, in a few words.
    pub about: &'static str,
    pub count: fn() -> Count,
    /// The text of an arrangement, each as likely as any other.
    pub random: fn(&mut Random) -> String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    pub arrangements: Natural,
    /// How many of them are positions, where that can be counted.
    pub valid: Option<Natural>,
}

/// In how many ways squares can be filled with pieces of two sides, at most so many
/// a side and at least one in all. Of each square it is told how many kinds of
/// either side's pieces may stand on it.
pub(crate) fn placings(squares: impl Iterator<Item = [u8; 2]>, most: usize) -> Natural {
    // By the number of pieces of each side, for the squares seen so far.
    let mut ways = vec![vec![Natural::from(0); most + 1]; most + 1];
    ways[0][0] = Natural::from(1);
    for [first, second] in squares {
        for i in (0..=most).rev() {
            for j in (0..=most).rev() {
                let mut sum = ways[i][j].clone();
                for _ in 0..first {
                    sum.add(i.checked_sub(1).map(|i| &ways[i][j]));
                }
                for _ in 0..second {
                    sum.add(j.checked_sub(1).map(|j| &ways[i][j]));
                }
                ways[i][j] = sum;
            }
        }
    }
    let mut total = Natural::from(0);
    let filled = ways.iter().flatten().skip(1);
    filled.for_each(|ways| total.add(Some(ways)));
    total
}

/// Rows of letters as a position's text, `.` for an empty cell.
pub(crate) fn rows_of_text(cells: &[char], columns: usize) -> String {
    rows_of(columns, cells.len() / columns, |column, row| {
        Some(cells[row * columns + column]).filter(|&letter| letter != '.')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_cells_are_counted_in_runs() {
        let cells: Vec<char> = "w...b..BB....W.".chars().collect();
        assert_eq!(rows_of_text(&cells, 5), "w3b/2BB1/3W1");
    }
}
