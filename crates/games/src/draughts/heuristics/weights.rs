//! The numbers of the default opinion, a set a ruleset.

use crate::draughts::ruleset::Ruleset;
use std::ops::{Add, Mul, Sub};

/// A worth in the opening (all pieces on the board) and in the ending (none),
/// kept in the halves of one word so that both are summed at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phased(i32);

impl Phased {
    pub(super) const ZERO: Phased = Phased(0);

    pub const fn new(opening: i16, ending: i16) -> Phased {
        Phased(((opening as i32) << 16) + ending as i32)
    }

    /// What lies between the two, by how many of the pieces are left.
    #[inline]
    pub(super) fn at(self, pieces: i32, all: i32) -> i32 {
        let ending = i32::from(self.0 as i16);
        let opening = (self.0 - ending) >> 16;
        (opening * pieces + ending * (all - pieces)) / all
    }
}

impl Add for Phased {
    type Output = Phased;

    #[inline(always)]
    fn add(self, other: Phased) -> Phased {
        Phased(self.0 + other.0)
    }
}

impl Sub for Phased {
    type Output = Phased;

    #[inline(always)]
    fn sub(self, other: Phased) -> Phased {
        Phased(self.0 - other.0)
    }
}

impl Mul<i32> for Phased {
    type Output = Phased;

    #[inline(always)]
    fn mul(self, factor: i32) -> Phased {
        Phased(self.0 * factor)
    }
}

/// In hundredths of a man. Squares are those of White, from number 1 on;
/// Black's are the same seen from the other side.
#[derive(Debug)]
pub struct Weights {
    pub man: Phased,
    pub king: Phased,
    /// What a man's and a king's square add.
    pub men: &'static [Phased],
    pub kings: &'static [Phased],
    /// A step that a man can make, captures left aside.
    pub free: Phased,
    /// A man with another one behind it.
    pub supported: Phased,
    /// To be on the move.
    pub tempo: Phased,
}

/// A ruleset that has weights.
pub trait Weighed: Ruleset {
    const WEIGHTS: &'static Weights;
}

const MEN_8: [Phased; 32] = [
    Phased::new(14, 28),
    Phased::new(17, 29),
    Phased::new(17, 29),
    Phased::new(14, 28),
    Phased::new(12, 24),
    Phased::new(15, 25),
    Phased::new(15, 25),
    Phased::new(12, 24),
    Phased::new(10, 20),
    Phased::new(13, 21),
    Phased::new(13, 21),
    Phased::new(10, 20),
    Phased::new(8, 16),
    Phased::new(11, 17),
    Phased::new(11, 17),
    Phased::new(8, 16),
    Phased::new(6, 12),
    Phased::new(9, 13),
    Phased::new(9, 13),
    Phased::new(6, 12),
    Phased::new(4, 8),
    Phased::new(7, 9),
    Phased::new(7, 9),
    Phased::new(4, 8),
    Phased::new(2, 4),
    Phased::new(5, 5),
    Phased::new(5, 5),
    Phased::new(2, 4),
    Phased::new(10, 0),
    Phased::new(13, 1),
    Phased::new(13, 1),
    Phased::new(10, 0),
];
const KINGS_8: [Phased; 32] = [Phased::new(0, 0); 32];

const MEN_10: [Phased; 50] = [
    Phased::new(18, 36),
    Phased::new(21, 37),
    Phased::new(21, 37),
    Phased::new(21, 37),
    Phased::new(18, 36),
    Phased::new(16, 32),
    Phased::new(19, 33),
    Phased::new(19, 33),
    Phased::new(19, 33),
    Phased::new(16, 32),
    Phased::new(14, 28),
    Phased::new(17, 29),
    Phased::new(17, 29),
    Phased::new(17, 29),
    Phased::new(14, 28),
    Phased::new(12, 24),
    Phased::new(15, 25),
    Phased::new(15, 25),
    Phased::new(15, 25),
    Phased::new(12, 24),
    Phased::new(10, 20),
    Phased::new(13, 21),
    Phased::new(13, 21),
    Phased::new(13, 21),
    Phased::new(10, 20),
    Phased::new(8, 16),
    Phased::new(11, 17),
    Phased::new(11, 17),
    Phased::new(11, 17),
    Phased::new(8, 16),
    Phased::new(6, 12),
    Phased::new(9, 13),
    Phased::new(9, 13),
    Phased::new(9, 13),
    Phased::new(6, 12),
    Phased::new(4, 8),
    Phased::new(7, 9),
    Phased::new(7, 9),
    Phased::new(7, 9),
    Phased::new(4, 8),
    Phased::new(2, 4),
    Phased::new(5, 5),
    Phased::new(5, 5),
    Phased::new(5, 5),
    Phased::new(2, 4),
    Phased::new(10, 0),
    Phased::new(13, 1),
    Phased::new(13, 1),
    Phased::new(13, 1),
    Phased::new(10, 0),
];
const KINGS_10: [Phased; 50] = [Phased::new(0, 0); 50];

const MEN_12: [Phased; 72] = [
    Phased::new(22, 44),
    Phased::new(25, 45),
    Phased::new(25, 45),
    Phased::new(25, 45),
    Phased::new(25, 45),
    Phased::new(22, 44),
    Phased::new(20, 40),
    Phased::new(23, 41),
    Phased::new(23, 41),
    Phased::new(23, 41),
    Phased::new(23, 41),
    Phased::new(20, 40),
    Phased::new(18, 36),
    Phased::new(21, 37),
    Phased::new(21, 37),
    Phased::new(21, 37),
    Phased::new(21, 37),
    Phased::new(18, 36),
    Phased::new(16, 32),
    Phased::new(19, 33),
    Phased::new(19, 33),
    Phased::new(19, 33),
    Phased::new(19, 33),
    Phased::new(16, 32),
    Phased::new(14, 28),
    Phased::new(17, 29),
    Phased::new(17, 29),
    Phased::new(17, 29),
    Phased::new(17, 29),
    Phased::new(14, 28),
    Phased::new(12, 24),
    Phased::new(15, 25),
    Phased::new(15, 25),
    Phased::new(15, 25),
    Phased::new(15, 25),
    Phased::new(12, 24),
    Phased::new(10, 20),
    Phased::new(13, 21),
    Phased::new(13, 21),
    Phased::new(13, 21),
    Phased::new(13, 21),
    Phased::new(10, 20),
    Phased::new(8, 16),
    Phased::new(11, 17),
    Phased::new(11, 17),
    Phased::new(11, 17),
    Phased::new(11, 17),
    Phased::new(8, 16),
    Phased::new(6, 12),
    Phased::new(9, 13),
    Phased::new(9, 13),
    Phased::new(9, 13),
    Phased::new(9, 13),
    Phased::new(6, 12),
    Phased::new(4, 8),
    Phased::new(7, 9),
    Phased::new(7, 9),
    Phased::new(7, 9),
    Phased::new(7, 9),
    Phased::new(4, 8),
    Phased::new(2, 4),
    Phased::new(5, 5),
    Phased::new(5, 5),
    Phased::new(5, 5),
    Phased::new(5, 5),
    Phased::new(2, 4),
    Phased::new(10, 0),
    Phased::new(13, 1),
    Phased::new(13, 1),
    Phased::new(13, 1),
    Phased::new(13, 1),
    Phased::new(10, 0),
];
const KINGS_12: [Phased; 72] = [Phased::new(0, 0); 72];

impl Weighed for crate::draughts::Russian {
    const WEIGHTS: &'static Weights = &Weights {
        man: Phased::new(100, 100),
        king: Phased::new(300, 300),
        men: &MEN_8,
        kings: &KINGS_8,
        free: Phased::new(2, 2),
        supported: Phased::new(2, 1),
        tempo: Phased::new(3, 3),
    };
}

impl Weighed for crate::draughts::English {
    const WEIGHTS: &'static Weights = &Weights {
        man: Phased::new(100, 100),
        king: Phased::new(140, 140),
        men: &MEN_8,
        kings: &KINGS_8,
        free: Phased::new(2, 2),
        supported: Phased::new(2, 1),
        tempo: Phased::new(3, 3),
    };
}

impl Weighed for crate::draughts::English12 {
    const WEIGHTS: &'static Weights = &Weights {
        man: Phased::new(100, 100),
        king: Phased::new(140, 140),
        men: &MEN_12,
        kings: &KINGS_12,
        free: Phased::new(2, 2),
        supported: Phased::new(2, 1),
        tempo: Phased::new(3, 3),
    };
}

impl Weighed for crate::draughts::International {
    const WEIGHTS: &'static Weights = &Weights {
        man: Phased::new(100, 100),
        king: Phased::new(300, 300),
        men: &MEN_10,
        kings: &KINGS_10,
        free: Phased::new(2, 2),
        supported: Phased::new(2, 1),
        tempo: Phased::new(3, 3),
    };
}

impl Weighed for crate::draughts::Brazilian {
    const WEIGHTS: &'static Weights = &Weights {
        man: Phased::new(100, 100),
        king: Phased::new(300, 300),
        men: &MEN_8,
        kings: &KINGS_8,
        free: Phased::new(2, 2),
        supported: Phased::new(2, 1),
        tempo: Phased::new(3, 3),
    };
}

impl Weighed for crate::draughts::Canadian {
    const WEIGHTS: &'static Weights = &Weights {
        man: Phased::new(100, 100),
        king: Phased::new(300, 300),
        men: &MEN_12,
        kings: &KINGS_12,
        free: Phased::new(2, 2),
        supported: Phased::new(2, 1),
        tempo: Phased::new(3, 3),
    };
}
