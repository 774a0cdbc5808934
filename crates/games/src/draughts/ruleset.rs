//! The table of rulesets. A further variant of draughts is one more row.

use super::board::{Board, Board8, Board10, Board12};
use super::draws::DrawRule;
use std::fmt::Debug;

/// White stands at the bottom and moves up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Colour {
    White,
    Black,
}

impl Colour {
    pub const BOTH: [Colour; 2] = [Colour::White, Colour::Black];

    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    #[inline(always)]
    pub const fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }
}

/// What becomes of a man that reaches the last row in the middle of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowning {
    /// It is crowned and goes on as a king.
    AndGoesOn,
    /// It is crowned and the move ends.
    AndStops,
    /// It stays a man, unless the capture ends there.
    OnlyAtRest,
}

/// What one kind of draughts is. All of it is constant, so that each row
/// compiles to code of its own.
pub trait Ruleset: Copy + Debug + Default + Send + Sync + 'static {
    type Board: Board;
    /// How many rows of men each side starts with.
    const ROWS_OF_MEN: usize;
    const FIRST: Colour;
    const FLYING_KINGS: bool;
    const MEN_CAPTURE_BACKWARD: bool;
    /// Only the captures of the most pieces are legal.
    const MAJORITY: bool;
    const CROWNING: Crowning;
    const DRAWS: &'static [DrawRule];
    /// The `GameType` tag of a PDN record.
    const GAME_TYPE: &'static str;
}

/// The word of a ruleset's board.
pub type WordOf<R> = <<R as Ruleset>::Board as Board>::Word;

macro_rules! rulesets {
    ($($name:ident: $board:ident, $rows:literal rows, $first:ident first,
       flying $flying:literal, backward $backward:literal, majority $majority:literal,
       crowned $crowning:ident, draws $draws:expr, type $game_type:literal;)*) => {$(
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl Ruleset for $name {
            type Board = $board;
            const ROWS_OF_MEN: usize = $rows;
            const FIRST: Colour = Colour::$first;
            const FLYING_KINGS: bool = $flying;
            const MEN_CAPTURE_BACKWARD: bool = $backward;
            const MAJORITY: bool = $majority;
            const CROWNING: Crowning = Crowning::$crowning;
            const DRAWS: &'static [DrawRule] = &$draws;
            const GAME_TYPE: &'static str = $game_type;
        }
    )*};
}

rulesets! {
    Russian: Board8, 3 rows, White first, flying true, backward true, majority false,
        crowned AndGoesOn, draws DrawRule::RUSSIAN, type "25,W,8,8,A0,0";
    English: Board8, 3 rows, Black first, flying false, backward false, majority false,
        crowned AndStops, draws DrawRule::ENGLISH, type "21,B,8,8,N1,0";
    English12: Board12, 5 rows, White first, flying false, backward false, majority false,
        crowned AndStops, draws DrawRule::ENGLISH, type "21,W,12,12,N2,0";
    International: Board10, 4 rows, White first, flying true, backward true, majority true,
        crowned OnlyAtRest, draws DrawRule::INTERNATIONAL, type "20,W,10,10,N2,0";
    Brazilian: Board8, 3 rows, White first, flying true, backward true, majority true,
        crowned OnlyAtRest, draws DrawRule::INTERNATIONAL, type "26,W,8,8,A0,0";
    Canadian: Board12, 5 rows, White first, flying true, backward true, majority true,
        crowned OnlyAtRest, draws DrawRule::INTERNATIONAL, type "27,W,12,12,N2,0";
}
