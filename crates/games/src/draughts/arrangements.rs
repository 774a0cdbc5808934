//! In how many ways men and kings can stand on a board, at most as many a side as
//! the game begins with. No man stands where it would have been crowned.

use super::board::Board;
use super::ruleset::Ruleset;
use crate::state_space::{Count, StateSpace, placings};
use plyground_engine::random::Random;

pub(super) const fn state_space<R: Ruleset>() -> StateSpace {
    StateSpace {
        about: "every placing of men and kings, no more a side than at the start",
        count: count::<R>,
        random: random_board::<R>,
    }
}

const fn squares_a_row<R: Ruleset>() -> usize {
    R::Board::SIZE / 2
}

const fn most<R: Ruleset>() -> usize {
    R::ROWS_OF_MEN * squares_a_row::<R>()
}

fn count<R: Ruleset>() -> Count {
    let squares = 1..=R::Board::SQUARES;
    // White is crowned on the first numbers, Black on the last ones.
    let row = squares_a_row::<R>();
    let kinds = |number: usize| match number {
        number if number <= row => [1, 2],
        number if number > R::Board::SQUARES - row => [2, 1],
        _ => [2, 2],
    };
    Count {
        arrangements: placings(squares.clone().map(|_| [2, 2]), most::<R>()),
        valid: Some(placings(squares.map(kinds), most::<R>())),
    }
}

/// Any piece or none on every square, again until there are not too many.
fn random_board<R: Ruleset>(random: &mut Random) -> String {
    loop {
        let mut sides = [Vec::new(), Vec::new()];
        for number in 1..=R::Board::SQUARES {
            match random.below(5) {
                0 => {}
                kind if kind % 2 == 1 => sides[kind / 2].push(number.to_string()),
                kind => sides[kind / 2 - 1].push(format!("K{number}")),
            }
        }
        let [white, black] = &sides;
        let longest = white.len().max(black.len());
        if (1..=most::<R>()).contains(&longest) {
            return format!("W:W{}:B{}", white.join(","), black.join(","));
        }
    }
}
