//! What a glance at a state tells of its value, for packing the table: whether a king
//! is blocked or beside the centre's lines, and how freely both kings move.

use super::subsets::{SETS_OF_18, SETS_OF_22, with_back};
use super::{CENTRE_BIT, Numbering};
use crate::kings_valley::board::{Squares, ones, slides};
use plyground_engine::solve::packed::Glance;
use plyground_engine::solve::retrograde::Cell;

/// States of a block: a fifth of a row of the table, so that the own soldiers and both
/// kings stay where they are.
pub const BLOCK: u64 = 612;
const BLOCKS_OF_ROW: usize = SETS_OF_18 / BLOCK as usize;

/// From this on, ways of a king are not counted.
const MANY_WAYS: u32 = 5;

impl Numbering {
    /// What a glance tells of the first states of a block.
    pub fn glances(&self, block: u64, states: usize) -> Vec<Glance> {
        let (row, part) = (
            block as usize / BLOCKS_OF_ROW,
            block as usize % BLOCKS_OF_ROW,
        );
        let class = self.class(row / SETS_OF_22);
        let own = with_back(self.sets[row % SETS_OF_22], class.barred);
        let pieces = own | 1 << class.own_king | 1 << class.enemy_king;
        let mut free = [0; 18];
        for (free, square) in free.iter_mut().zip(ones(!(own | class.barred))) {
            *free = 1 << square;
        }
        let first = part * BLOCK as usize;
        self.sets[first..first + states.min(BLOCK as usize)]
            .iter()
            .map(|&set| {
                let enemy = ones(set).fold(0, |enemy, place| enemy | free[place as usize]);
                let occupied = pieces | enemy;
                let ways = slides(class.own_king, occupied);
                glance(ways, slides(class.enemy_king, occupied))
            })
            .collect()
    }
}

fn glance(ways: Squares, enemy_ways: Squares) -> Glance {
    if ways == 0 {
        return Glance::Known(Cell::lost(0));
    }
    if ways & CENTRE_BIT != 0 && enemy_ways != 0 {
        return Glance::Known(Cell::won(1));
    }
    let few = |ways: Squares| ways.count_ones().min(MANY_WAYS) as u8;
    let threat = u8::from(enemy_ways & CENTRE_BIT != 0);
    Glance::Context((threat * 5 + few(ways) - 1) * 6 + few(enemy_ways))
}
