//! A learnt sum told part by part.

use super::phased::Phased;
use crate::explain::{Part, Rounded};
use crate::message::Message;

/// Parts of a sum that is rounded once: what each adds to it as it is told.
#[derive(Debug)]
pub struct Ledger {
    rounded: Rounded,
    left: i32,
    all: i32,
    parts: Vec<Part>,
}

impl Ledger {
    /// With so many of all things left that say what the opening and what the ending
    /// counts, and weights of so many steps a point.
    pub fn new(left: i32, all: i32, scale: i32) -> Ledger {
        Ledger {
            rounded: Rounded::by(all * scale),
            left,
            all,
            parts: Vec::new(),
        }
    }

    pub fn into_parts(self) -> Vec<Part> {
        self.parts
    }

    /// A weight as a fraction of the sum.
    pub fn numerator(&self, weight: Phased) -> i64 {
        i64::from(weight.times_all_at(self.left, self.all))
    }

    /// A part that lies nowhere.
    pub fn add(&mut self, title: Message, weight: Phased, count: i32) {
        let points = self.rounded.more(self.numerator(weight) * i64::from(count));
        self.push(Part::new(title, points));
    }

    /// A part that lies on squares, with what each weighs.
    pub fn add_cells(
        &mut self,
        title: Message,
        cells: impl IntoIterator<Item = (String, i64)>,
        counts: Option<[i32; 2]>,
    ) {
        let mut told = Vec::new();
        let mut points = 0;
        for (cell, numerator) in cells {
            let share = self.rounded.more(numerator);
            points += share;
            told.push((cell, share));
        }
        let part = Part::new(title, points).with_cells(told);
        self.push(Part { counts, ..part });
    }

    /// A part that lies on some squares together, shared among them.
    pub fn add_shared(&mut self, title: Message, weight: Phased, count: i32, cells: Vec<String>) {
        if cells.is_empty() {
            return self.add(title, weight, count);
        }
        let total = i64::from(count) * self.numerator(weight);
        self.add_cells(title, shared(total, cells), None);
    }

    /// What is said twice of one thing becomes one part.
    fn push(&mut self, part: Part) {
        let is_same = |known: &&mut Part| known.name == part.name;
        match self.parts.iter_mut().find(is_same) {
            Some(known) if known.cells.is_empty() && part.cells.is_empty() => {
                known.points += part.points;
            }
            _ => self.parts.push(part),
        }
    }
}

/// A fraction shared among cells, as evenly as whole numbers can.
pub fn shared(total: i64, cells: Vec<String>) -> impl Iterator<Item = (String, i64)> {
    let among = cells.len() as i64;
    let share = move |index: i64| total * (index + 1) / among - total * index / among;
    let cells = (0..).zip(cells);
    cells.map(move |(index, cell)| (cell, share(index)))
}
