//! The default opinion: weights spread over groups of eight bits, so that a set
//! of men is summed by one look-up a group.

use super::ending;
use super::weights::Weights;
use crate::draughts::board::{Board, Word, bits, step};
use crate::draughts::moves::forward;
use crate::draughts::position::Position;
use crate::draughts::rules::Draughts;
use crate::draughts::ruleset::{Colour, Ruleset, WordOf};
use plyground_engine::learn::phased::Phased;

/// A table by bit is long enough for any bit of any word.
type ByBit<T> = [T; 128];

/// Enough groups for the 78 bits of the largest board.
const MOST_GROUPS: usize = 10;

#[derive(Debug)]
pub(super) struct Tables {
    men: [[[Phased; 256]; MOST_GROUPS]; 2],
    kings: [ByBit<Phased>; 2],
    /// What a man's square is worth to the order of moves.
    squares: [ByBit<i32>; 2],
    pub(super) weights: &'static Weights,
}

impl Tables {
    pub(super) fn new<B: Board>(weights: &'static Weights) -> Tables {
        let mut tables = Tables {
            men: [[[Phased::ZERO; 256]; MOST_GROUPS]; 2],
            kings: [[Phased::ZERO; 128]; 2],
            squares: [[0; 128]; 2],
            weights,
        };
        for bit in bits(B::ALL) {
            let number = B::NUMBERS[bit as usize] as usize;
            let bit = bit as usize;
            for (colour, index) in [(0, number - 1), (1, B::SQUARES - number)] {
                let man = weights.man + weights.men[index];
                for (pattern, sum) in tables.men[colour][bit / 8].iter_mut().enumerate() {
                    if pattern >> (bit % 8) & 1 == 1 {
                        *sum = *sum + man;
                    }
                }
                tables.kings[colour][bit] = weights.king + weights.kings[index];
                tables.squares[colour][bit] = weights.men[index].at(1, 2);
            }
        }
        tables
    }

    /// How much better a man stands after a step.
    #[inline]
    pub(super) fn gain(&self, colour: Colour, from: u8, to: u8) -> i32 {
        let squares = &self.squares[colour.index()];
        squares[to as usize & 127] - squares[from as usize & 127]
    }

    /// The judgement from White's side.
    #[inline]
    pub(super) fn judge<R: Ruleset>(&self, position: &Position<WordOf<R>>) -> i32 {
        let sum = self.side::<R, true>(position) - self.side::<R, false>(position);
        let sum = match position.to_move {
            Colour::White => sum + self.weights.tempo,
            Colour::Black => sum - self.weights.tempo,
        };
        let pieces = (position.pieces[0] | position.pieces[1]).count() as i32;
        let score = sum.at(pieces, 2 * Draughts::<R>::MEN as i32);
        if position.kings.is_empty() {
            score
        } else {
            ending::scaled::<R>(position, score)
        }
    }

    #[inline(always)]
    fn side<R: Ruleset, const WHITE: bool>(&self, position: &Position<WordOf<R>>) -> Phased {
        let colour = if WHITE { 0 } else { 1 };
        let own = position.pieces[colour];
        let men = own & !position.kings;
        let empty = R::Board::ALL & !(own | position.pieces[1 - colour]);
        let mut sum = self.men::<R>(colour, men);
        for bit in bits(own & position.kings) {
            sum = sum + self.kings[colour][bit as usize & 127];
        }
        let [left, right] = forward(WHITE);
        let (ahead_left, ahead_right) = (step::<R::Board>(men, left), step::<R::Board>(men, right));
        let free = (ahead_left & empty).count() + (ahead_right & empty).count();
        let supported = (ahead_left & men).count() + (ahead_right & men).count();
        sum + self.weights.free * free as i32 + self.weights.supported * supported as i32
    }

    #[inline(always)]
    fn men<R: Ruleset>(&self, colour: usize, men: WordOf<R>) -> Phased {
        let groups = const {
            let bits = <WordOf<R> as Word>::BITS as usize / 8;
            if bits < MOST_GROUPS {
                bits
            } else {
                MOST_GROUPS
            }
        };
        let mut sum = Phased::ZERO;
        for (group, table) in self.men[colour][..groups].iter().enumerate() {
            sum = sum + table[men.byte(group) as usize];
        }
        sum
    }
}
