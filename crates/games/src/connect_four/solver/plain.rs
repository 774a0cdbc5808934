//! Scores by trying everything, for the propositions to be held against. Shares
//! nothing with the solver but the board and what a point is.

use super::super::board::Board;
use super::chain::Moment;
use plyground_engine::random::Random;
use std::collections::HashMap;

type Scores<const W: usize, const H: usize> = HashMap<Board<W, H>, i32>;

fn score<const W: usize, const H: usize>(board: Board<W, H>, scores: &mut Scores<W, H>) -> i32 {
    if let Some(&points) = scores.get(&board) {
        return points;
    }
    let mut best = if board.is_full() { 0 } else { i32::MIN };
    for column in 0..W {
        let square = board.playable() & Board::<W, H>::column(column);
        if square == 0 {
            continue;
        }
        let after = board.after(square);
        let points = if Board::<W, H>::has_four(after.opponent()) {
            ((W * H + 1) as i32 - board.stones() as i32) / 2
        } else {
            -score(after, scores)
        };
        best = best.max(points);
    }
    scores.insert(board, best);
    best
}

/// A board that is not over, after so many random moves.
fn random_board<const W: usize, const H: usize>(stones: u32, random: &mut Random) -> Board<W, H> {
    let mut board = Board::<W, H>::EMPTY;
    while board.stones() < stones {
        let square = board.playable() & Board::<W, H>::column(random.below(W));
        if square == 0 {
            continue;
        }
        board = board.after(square);
        if Board::<W, H>::has_four(board.opponent()) {
            board = Board::EMPTY;
        }
    }
    board
}

/// Shows every quiet position that can come from some random boards with so many
/// stones, with its points; from the empty board, that is every one there is.
pub(super) fn quiet_positions<const W: usize, const H: usize>(
    stones: u32,
    boards: u32,
    mut show: impl FnMut(&Moment, i32),
) {
    let mut random = Random::new(u64::from(stones));
    let mut scores = Scores::<W, H>::new();
    for _ in 0..boards {
        score(random_board(stones, &mut random), &mut scores);
    }
    for (board, &points) in &scores {
        if !board.is_full() && super::is_quiet(board) {
            show(&Moment::of(board), points);
        }
    }
}
