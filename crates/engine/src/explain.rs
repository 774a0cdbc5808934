//! Why an evaluation says what it says: the parts it adds up, and where on the
//! board they lie. Searches never ask for this.

use crate::game::WinDrawLoss;
use crate::message::Message;

/// One thing that an evaluation counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What is counted: "men".
    pub name: Message,
    /// What it adds to the evaluation, seen by the player who asks.
    pub points: i32,
    /// How many of it the player has, and how many the other side.
    pub counts: Option<[i32; 2]>,
    /// The cells it comes from, by their ids in the view, with their share of the
    /// points; none where it lies nowhere. Where there are any, they sum to the points.
    pub cells: Vec<(String, i32)>,
}

impl Part {
    pub fn new(name: Message, points: i32) -> Part {
        Part {
            name,
            points,
            counts: None,
            cells: Vec::new(),
        }
    }

    /// So many on the player's side, and so many on the other.
    pub fn with_counts(mut self, own: i32, other: i32) -> Part {
        self.counts = Some([own, other]);
        self
    }

    /// Where it lies. What is said of one cell is summed, and cells that add nothing
    /// are left out.
    pub fn with_cells(mut self, cells: impl IntoIterator<Item = (String, i32)>) -> Part {
        for (cell, points) in cells {
            match self.cells.iter_mut().find(|(known, _)| *known == cell) {
                Some((_, sum)) => *sum += points,
                None => self.cells.push((cell, points)),
            }
        }
        self.cells.retain(|(_, points)| *points != 0);
        self
    }

    /// A part that is nothing but its cells.
    pub fn of_cells(name: Message, cells: impl IntoIterator<Item = (String, i32)>) -> Part {
        let part = Part::new(name, 0).with_cells(cells);
        Part {
            points: part.cells.iter().map(|(_, points)| points).sum(),
            ..part
        }
    }
}

/// How an evaluation judges a move, where moves are what it judges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Which of its cases holds.
    pub name: Message,
    pub points: i32,
}

/// Fractions told one after the other in whole numbers, so that those told add up
/// to their sum rounded towards zero.
#[derive(Clone, Copy, Debug)]
pub struct Rounded {
    divisor: i64,
    sum: i64,
}

impl Rounded {
    /// Of fractions with this divisor, which is not 0.
    pub fn by(divisor: i32) -> Rounded {
        Rounded {
            divisor: i64::from(divisor),
            sum: 0,
        }
    }

    /// What one fraction more adds to the sum as it is told.
    pub fn more(&mut self, numerator: i64) -> i32 {
        let before = self.sum / self.divisor;
        self.sum += numerator;
        (self.sum / self.divisor - before) as i32
    }

    /// Shares points among so many, as evenly as whole numbers can.
    pub fn shared(points: i32, among: usize) -> impl Iterator<Item = i32> {
        let mut rounded = Rounded::by(among.max(1) as i32);
        (0..among).map(move |_| rounded.more(i64::from(points)))
    }
}

/// An evaluation by name, and what it counts in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    pub name: &'static str,
    pub about: Option<Message>,
    /// How many points make one unit as people write it.
    pub points_per_unit: i32,
}

/// What an evaluation says of a position that is not over, without any search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    pub evaluation: Described,
    /// In points, for every seat.
    pub by_seat: Vec<i32>,
    /// Seen by the side to move; they sum to what it is worth to it.
    pub parts: Vec<Part>,
}

/// What a move brings, seen by who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeighedMove {
    pub mv: String,
    /// What it is worth: the case's points where moves are judged, else the
    /// evaluation after it. None where the move ends the game.
    pub points: Option<i32>,
    /// How the game ends by it.
    pub result: Option<WinDrawLoss>,
    pub case: Option<Message>,
}

/// What the last move has changed, seen by who made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub mv: String,
    pub before: i32,
    pub after: i32,
    /// Every part that is another one now, with the difference.
    pub parts: Vec<Part>,
    pub case: Option<Case>,
}

/// How parts differ: what is new or gone counts in full.
pub(crate) fn difference(before: &[Part], after: &[Part]) -> Vec<Part> {
    let mut names: Vec<&Message> = Vec::new();
    for part in after.iter().chain(before) {
        if !names.contains(&&part.name) {
            names.push(&part.name);
        }
    }
    let of = |parts: &[Part], name: &Message| -> i32 {
        let found = parts.iter().filter(|part| part.name == *name);
        found.map(|part| part.points).sum()
    };
    let changes = names.into_iter().map(|name| {
        let change = of(after, name) - of(before, name);
        Part::new(name.clone(), change)
    });
    changes.filter(|part| part.points != 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_fractions_sum_to_the_rounded_sum() {
        for numerators in [[7, 7, 7], [-5, 9, -30], [1, 1, 1], [-1, -1, -1]] {
            let mut rounded = Rounded::by(4);
            let told: i32 = numerators.iter().map(|&n| rounded.more(n)).sum();
            assert_eq!(i64::from(told), numerators.iter().sum::<i64>() / 4);
        }
        assert_eq!(Rounded::shared(-7, 3).sum::<i32>(), -7);
    }

    #[test]
    fn a_part_that_is_gone_is_a_difference() {
        let part = |name: &str, points| Part::new(name.into(), points);
        let before = [part("men", 5), part("kings", 3), part("tempo", 1)];
        let after = [part("men", 2), part("tempo", 1), part("ring", -4)];
        let found = difference(&before, &after);
        assert_eq!(
            found,
            [part("men", -3), part("ring", -4), part("kings", -3)]
        );
    }
}
