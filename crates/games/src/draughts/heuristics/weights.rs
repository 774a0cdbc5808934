//! The numbers of the default opinion, a set a ruleset.
//!
//! Fitted ones come from logistic regression: games of the quick engine against
//! itself from random openings, every quiet position with the result of its
//! game. Such a set was taken where it beat the one by hand in a match.

use super::patterns::Windowed;
use crate::brought::{Brought, brought};
use crate::draughts::endings::Ending;
use crate::draughts::ruleset::{
    Brazilian, Canadian, English, English12, International, Ruleset, Russian,
};
use plyground_engine::learn::phased::Phased;
use plyground_engine::level::{self, Levels, levels};

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

/// A ruleset that has weights, and levels of strength.
pub trait Weighed: Ending + Ruleset<Board: Windowed> {
    /// The id of the game.
    const ID: &'static str;
    const WEIGHTS: &'static Weights;
    /// Those of the games from which learning begins.
    const FIRST_LESSON: &'static Weights = Self::WEIGHTS;
    /// What was learnt, as the trainer writes it.
    const LEARNED: Option<Brought> = None;
    /// Endings, and where they were learnt, weights.
    const BROUGHT: &'static [Brought] = match Self::LEARNED {
        Some(learned) => &[Self::PACKED, learned],
        None => &[Self::PACKED],
    };
    const LEVELS: Levels = level::USUAL;
}

/// Weights as they are written below.
const fn p(opening: i16, ending: i16) -> Phased {
    Phased::new(opening, ending)
}

/// Fitted to the results of 4,000 games of 1,200 nodes a move.
#[rustfmt::skip]
const RUSSIAN: Weights = Weights {
    man: p(127, 73),
    king: p(247, 209),
    men: &[
        p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(22, 38), p(10, 25), p(6, 15), p(12, 26),
        p(6, 16), p(-8, 0), p(1, 10), p(-3, -3),
        p(4, -13), p(-10, 0), p(-27, -11), p(-2, -5),
        p(-18, -12), p(4, -3), p(-4, 7), p(1, -9),
        p(-10, -6), p(-9, -8), p(3, -5), p(-4, -11),
        p(-1, -12), p(5, -9), p(6, -8), p(-4, 4),
        p(-10, -11), p(-7, -10), p(19, -10), p(18, 4),
    ],
    kings: &[
        p(4, 1), p(-3, -10), p(-6, -10), p(1, -1),
        p(-1, -3), p(0, 1), p(0, 0), p(0, 1),
        p(0, 0), p(0, 0), p(1, 2), p(0, -1),
        p(1, 2), p(0, 0), p(1, 3), p(0, 0),
        p(0, 1), p(0, 2), p(0, 0), p(1, 2),
        p(-1, -2), p(1, 2), p(0, 2), p(0, 1),
        p(0, 0), p(0, 1), p(0, 1), p(1, 3),
        p(0, 1), p(0, 0), p(0, 1), p(0, 1),
    ],
    free: p(-11, 22),
    supported: p(-10, 12),
    tempo: p(1, 5),
};

/// Fitted to the results of 4,000 games of 1,200 nodes a move.
#[rustfmt::skip]
const ENGLISH: Weights = Weights {
    man: p(115, 85),
    king: p(82, 77),
    men: &[
        p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(-9, -12), p(-3, -5), p(-3, -10), p(-4, -3),
        p(-15, -8), p(-19, -5), p(-7, -10), p(-20, -8),
        p(3, -8), p(-10, -10), p(-24, -8), p(-13, -5),
        p(-17, -4), p(-2, -6), p(-10, -10), p(8, 3),
        p(13, 15), p(-9, -2), p(16, -4), p(-1, 0),
        p(8, 2), p(16, 1), p(12, 6), p(19, 6),
        p(-8, 3), p(29, 27), p(24, 24), p(27, 31),
    ],
    kings: &[
        p(9, 4), p(1, 4), p(14, 6), p(-17, -16),
        p(-4, -7), p(-1, 1), p(0, 3), p(-5, -10),
        p(1, -5), p(-7, -6), p(-4, -7), p(-4, -4),
        p(-4, -8), p(-2, 2), p(0, 4), p(-3, -5),
        p(-2, -3), p(3, 5), p(0, 2), p(7, 10),
        p(-3, -5), p(9, 13), p(1, 3), p(-2, -2),
        p(2, 1), p(1, 2), p(3, 6), p(-5, -7),
        p(4, 7), p(4, 7), p(3, 5), p(0, 0),
    ],
    free: p(9, 0),
    supported: p(8, -8),
    tempo: p(-1, -4),
};

/// Fitted to games of 1,200 nodes a move; how many there were at the time was not kept.
#[rustfmt::skip]
const INTERNATIONAL: Weights = Weights {
    man: p(112, 88),
    king: p(347, 256),
    men: &[
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(5, 28), p(11, 37), p(7, 23), p(6, 23), p(13, 36),
        p(12, 36), p(2, 13), p(5, 13), p(-1, 2), p(14, 25),
        p(1, 18), p(-1, 14), p(-21, -5), p(-3, 2), p(-1, -2),
        p(-4, -2), p(-5, 3), p(-15, -14), p(-9, -18), p(3, -9),
        p(-11, -15), p(13, -11), p(3, -16), p(7, -12), p(-13, -21),
        p(11, -17), p(9, -21), p(7, -22), p(-4, 1), p(-7, -1),
        p(2, -20), p(2, -2), p(4, -8), p(4, -10), p(-7, -11),
        p(-3, -14), p(7, -6), p(2, -5), p(7, -17), p(-4, -19),
        p(-3, -7), p(14, 17), p(-33, -3), p(-8, 14), p(-14, 4),
    ],
    kings: &[
        p(2, 6), p(-1, -6), p(-3, -12), p(0, -3), p(2, 2),
        p(1, 1), p(0, -1), p(0, 0), p(0, 0), p(0, -1),
        p(-1, -3), p(0, 1), p(0, -2), p(0, 0), p(0, -2),
        p(0, 0), p(0, 0), p(0, 1), p(0, 1), p(0, 1),
        p(0, 1), p(-1, -1), p(-1, 0), p(0, 1), p(0, -3),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 1), p(1, 2), p(0, 1), p(0, 1), p(-1, -2),
        p(0, 3), p(0, 2), p(0, 0), p(0, 0), p(0, 0),
        p(0, 1), p(0, 0), p(0, 2), p(1, 4), p(1, 3),
        p(0, 0), p(1, 4), p(0, 2), p(0, 0), p(-2, -5),
    ],
    free: p(-16, 19),
    supported: p(-11, 9),
    tempo: p(2, 4),
};

/// The same with a king that counts more than a man: of games that are nearly all
/// drawn, the fit has learnt too little about kings.
const ENGLISH_WITH_KINGS: Weights = Weights {
    king: p(140, 130),
    ..ENGLISH
};

/// By hand: games of the quick engine on this board are nearly all drawn, and a
/// fit to them learnt nothing.
#[rustfmt::skip]
const ENGLISH_12: Weights = Weights {
    man: p(100, 100),
    king: p(140, 140),
    men: &[
        p(22, 44), p(25, 45), p(25, 45), p(25, 45), p(25, 45), p(22, 44),
        p(20, 40), p(23, 41), p(23, 41), p(23, 41), p(23, 41), p(20, 40),
        p(18, 36), p(21, 37), p(21, 37), p(21, 37), p(21, 37), p(18, 36),
        p(16, 32), p(19, 33), p(19, 33), p(19, 33), p(19, 33), p(16, 32),
        p(14, 28), p(17, 29), p(17, 29), p(17, 29), p(17, 29), p(14, 28),
        p(12, 24), p(15, 25), p(15, 25), p(15, 25), p(15, 25), p(12, 24),
        p(10, 20), p(13, 21), p(13, 21), p(13, 21), p(13, 21), p(10, 20),
        p(8, 16), p(11, 17), p(11, 17), p(11, 17), p(11, 17), p(8, 16),
        p(6, 12), p(9, 13), p(9, 13), p(9, 13), p(9, 13), p(6, 12),
        p(4, 8), p(7, 9), p(7, 9), p(7, 9), p(7, 9), p(4, 8),
        p(2, 4), p(5, 5), p(5, 5), p(5, 5), p(5, 5), p(2, 4),
        p(10, 0), p(13, 1), p(13, 1), p(13, 1), p(13, 1), p(10, 0),
    ],
    kings: &[
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
    ],
    free: p(2, 2),
    supported: p(2, 1),
    tempo: p(3, 3),
};

/// By hand, as those of the other game on this board.
#[rustfmt::skip]
const CANADIAN: Weights = Weights {
    man: p(100, 100),
    king: p(300, 300),
    men: &[
        p(22, 44), p(25, 45), p(25, 45), p(25, 45), p(25, 45), p(22, 44),
        p(20, 40), p(23, 41), p(23, 41), p(23, 41), p(23, 41), p(20, 40),
        p(18, 36), p(21, 37), p(21, 37), p(21, 37), p(21, 37), p(18, 36),
        p(16, 32), p(19, 33), p(19, 33), p(19, 33), p(19, 33), p(16, 32),
        p(14, 28), p(17, 29), p(17, 29), p(17, 29), p(17, 29), p(14, 28),
        p(12, 24), p(15, 25), p(15, 25), p(15, 25), p(15, 25), p(12, 24),
        p(10, 20), p(13, 21), p(13, 21), p(13, 21), p(13, 21), p(10, 20),
        p(8, 16), p(11, 17), p(11, 17), p(11, 17), p(11, 17), p(8, 16),
        p(6, 12), p(9, 13), p(9, 13), p(9, 13), p(9, 13), p(6, 12),
        p(4, 8), p(7, 9), p(7, 9), p(7, 9), p(7, 9), p(4, 8),
        p(2, 4), p(5, 5), p(5, 5), p(5, 5), p(5, 5), p(2, 4),
        p(10, 0), p(13, 1), p(13, 1), p(13, 1), p(13, 1), p(10, 0),
    ],
    kings: &[
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
        p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0),
    ],
    free: p(2, 2),
    supported: p(2, 1),
    tempo: p(3, 3),
};

impl Weighed for Russian {
    const ID: &'static str = "russian-draughts";
    const LEARNED: Option<Brought> = Some(brought!(
        "russian-draughts.weights",
        "../weights/russian-draughts.weights"
    ));
    const WEIGHTS: &'static Weights = &RUSSIAN;
}

impl Weighed for Brazilian {
    const ID: &'static str = "brazilian-draughts";
    const LEARNED: Option<Brought> = Some(brought!(
        "brazilian-draughts.weights",
        "../weights/brazilian-draughts.weights"
    ));
    const WEIGHTS: &'static Weights = &RUSSIAN;
}

impl Weighed for English {
    const ID: &'static str = "english-draughts";
    const LEARNED: Option<Brought> = Some(brought!(
        "english-draughts.weights",
        "../weights/english-draughts.weights"
    ));
    const WEIGHTS: &'static Weights = &ENGLISH;
    const FIRST_LESSON: &'static Weights = &ENGLISH_WITH_KINGS;
}

impl Weighed for English12 {
    const ID: &'static str = "english-draughts-12";
    const WEIGHTS: &'static Weights = &ENGLISH_12;
    /// More oversights than elsewhere: few of them lose a game of so many men.
    const LEVELS: Levels = levels([(1, 83), (1, 58), (2, 41), (3, 27), (4, 17), (6, 10)], 7);
}

impl Weighed for International {
    const ID: &'static str = "international-draughts";
    const LEARNED: Option<Brought> = Some(brought!(
        "international-draughts.weights",
        "../weights/international-draughts.weights"
    ));
    const WEIGHTS: &'static Weights = &INTERNATIONAL;
}

impl Weighed for Canadian {
    const ID: &'static str = "canadian-draughts";
    const LEARNED: Option<Brought> = Some(brought!(
        "canadian-draughts.weights",
        "../weights/canadian-draughts.weights"
    ));
    const WEIGHTS: &'static Weights = &CANADIAN;
}
