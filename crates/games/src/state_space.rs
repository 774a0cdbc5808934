//! In how many ways a game's pieces can stand on its board, and which of them are
//! positions. An arrangement is a position if the game's own reader takes it.

use plyground_engine::random::Random;

/// The arrangements of a game's pieces, counted and drawn by lot.
#[derive(Debug)]
pub struct StateSpace {
    /// What is counted, in a few words.
    pub about: &'static str,
    pub arrangements: u128,
    /// How many of them are positions, where that can be counted.
    pub valid: Option<u128>,
    /// The text of an arrangement, each as likely as any other.
    pub random: fn(&mut Random) -> String,
}

/// Rows of letters as a position's text, `.` for an empty cell.
pub(crate) fn rows_of_text(cells: &[char], columns: usize) -> String {
    let rows = cells.chunks(columns).map(|row| {
        let mut text = String::new();
        for run in row.chunk_by(|a, b| *a == '.' && *b == '.') {
            match run[0] {
                '.' => text.push_str(&run.len().to_string()),
                letter => text.push(letter),
            }
        }
        text
    });
    rows.collect::<Vec<_>>().join("/")
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
