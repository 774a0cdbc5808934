//! Two opinions about King's Valley.

use super::board::{CENTRE_BIT, NEIGHBOURS, ones, slides};
use super::rules::{KingsValley, Move, Position};
use plyground_engine::game::{Game, Heuristics, Player};
use plyground_engine::level::{Levels, levels};

/// The worth of the best move of the side to move, each move judged by a list
/// of reasons of which the first that holds counts.
#[derive(Clone, Copy, Debug)]
pub struct Classic;

impl Classic {
    fn worth(game: &KingsValley, position: &Position, mv: Move) -> i32 {
        let me = position.to_move;
        let enemy = me.opponent();
        let next = game.after(position, mv);
        let (own_reach, enemy_reach) = (next.king_moves(me), next.king_moves(enemy));
        let own_round = NEIGHBOURS[next.kings[me.index()] as usize];
        let enemy_round = NEIGHBOURS[next.kings[enemy.index()] as usize];
        let is_soldier = mv.from != position.kings[me.index()];
        let comes_beside =
            |round: u32| is_soldier && round >> mv.to & 1 == 1 && round >> mv.from & 1 == 0;
        let leaves = is_soldier && own_round >> mv.from & 1 == 1 && own_round >> mv.to & 1 == 0;
        let had_reach = position.king_moves(enemy) & CENTRE_BIT != 0;
        if next.kings[me.index()] == super::board::CENTRE || enemy_reach == 0 {
            1_000_000
        } else if own_reach == 0 {
            -1_000_000
        } else if enemy_reach & CENTRE_BIT != 0 {
            -900_000
        } else if own_reach & CENTRE_BIT != 0 {
            900_000
        } else if had_reach || leaves {
            250_000
        } else if comes_beside(own_round) {
            -500_000
        } else if comes_beside(enemy_round) {
            500_000
        } else {
            0
        }
    }
}

impl Heuristics<KingsValley> for Classic {
    fn is_self_defeating(&self, _game: &KingsValley, position: &Position) -> bool {
        has_walled_itself_in(position)
    }

    fn evaluate(&self, game: &KingsValley, position: &Position, player: Player) -> i32 {
        let mut best = None;
        position.slides().for_each(|(from, targets)| {
            let worth = |to| Classic::worth(game, position, Move { from, to });
            best = best.max(ones(targets).map(worth).max());
        });
        let best = best.unwrap_or(-1_000_000);
        if position.to_move == player {
            best
        } else {
            -best
        }
    }
}

/// Room for the kings, threats to reach the valley, and free soldiers.
#[derive(Clone, Copy, Debug)]
pub struct KingRoom;

/// A king that could slide into the valley if it were its turn.
const THREAT: i32 = 60;
/// A king beside the valley's lines has more to hope for with every way out.
const KING_WAY: i32 = 9;
/// Pieces beside a king that may wall it in.
const CROWD: i32 = 4;

impl KingRoom {
    fn of_side(position: &Position, player: Player) -> i32 {
        let king = position.kings[player.index()];
        let occupied = position.occupied();
        let ways = slides(king, occupied);
        let crowd = (NEIGHBOURS[king as usize] & occupied).count_ones() as i32;
        let threat = i32::from(ways & CENTRE_BIT != 0);
        THREAT * threat + KING_WAY * ways.count_ones() as i32 - CROWD * crowd
    }
}

/// Games are short, and one oversight decides many of them.
pub(super) const LEVELS: Levels =
    levels([(1, 100), (1, 89), (2, 75), (2, 58), (3, 42), (4, 26)], 13);

/// A king that was walled in by its own side, until something moves away.
fn has_walled_itself_in(position: &Position) -> bool {
    position.king_moves(position.to_move.opponent()) == 0
}

impl Heuristics<KingsValley> for KingRoom {
    fn is_self_defeating(&self, _game: &KingsValley, position: &Position) -> bool {
        has_walled_itself_in(position)
    }

    #[inline]
    fn evaluate(&self, _game: &KingsValley, position: &Position, player: Player) -> i32 {
        KingRoom::of_side(position, player) - KingRoom::of_side(position, player.opponent())
    }

    /// Into the valley first, then what changes a king's surroundings.
    #[inline]
    fn promise(&self, _game: &KingsValley, position: &Position, mv: Move) -> i32 {
        let me = position.to_move;
        let enemy_round = NEIGHBOURS[position.kings[me.opponent().index()] as usize];
        let own_round = NEIGHBOURS[position.kings[me.index()] as usize];
        let (from, to) = (1 << mv.from, 1 << mv.to);
        if to == CENTRE_BIT {
            return 100;
        }
        8 * i32::from(mv.from == position.kings[me.index()])
            + 6 * i32::from(enemy_round & to != 0)
            + 3 * i32::from(own_round & from != 0)
            - 4 * i32::from(own_round & to != 0)
    }
}
