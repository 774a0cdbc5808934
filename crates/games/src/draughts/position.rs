//! A position: three sets of squares, the key, the draw counters and the turn.

use super::board::Word;
use super::ruleset::Colour;
use plyground_engine::random::Random;

/// The two colours share no square, and the kings are among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<W> {
    /// The pieces of White and of Black.
    pub(super) pieces: [W; 2],
    /// The kings of both.
    pub(super) kings: W,
    /// Of the pieces and the turn alone; the counters have no part in it.
    pub(super) key: u64,
    /// Plies since a man moved or a piece was captured.
    pub(super) quiet: u16,
    /// Plies since a man was crowned or a piece was captured, where both sides have
    /// kings and a rule asks for it; else 0.
    pub(super) balanced: u16,
    /// The number of the move as a text told it, counted on from there; 0 where
    /// no text did. It means nothing to the rules.
    pub(super) move_number: u16,
    /// Plies for which a lone king has held the long diagonal, where that counts.
    pub(super) on_diagonal: u8,
    pub(super) to_move: Colour,
}

impl<W: Word> Position<W> {
    /// A position whose counters stand at 0.
    pub(super) fn new(pieces: [W; 2], kings: W, to_move: Colour) -> Position<W> {
        let mut position = Position {
            pieces,
            kings,
            key: 0,
            quiet: 0,
            balanced: 0,
            move_number: 0,
            on_diagonal: 0,
            to_move,
        };
        position.key = position.key_from_scratch();
        position
    }

    /// The key as `after` keeps it up to date.
    pub fn key_from_scratch(&self) -> u64 {
        let mut key = match self.to_move {
            Colour::White => 0,
            Colour::Black => BLACK_TO_MOVE,
        };
        for colour in Colour::BOTH {
            for bit in super::board::bits(self.pieces[colour.index()]) {
                key ^= piece_key(colour, self.kings.meets(W::of(bit)), bit);
            }
        }
        key
    }

    /// The piece on a square.
    pub fn piece(&self, bit: u8) -> Option<(Colour, bool)> {
        let square = W::of(bit);
        let colour = Colour::BOTH
            .into_iter()
            .find(|colour| self.pieces[colour.index()].meets(square))?;
        Some((colour, self.kings.meets(square)))
    }

    pub fn pieces(&self, colour: Colour) -> W {
        self.pieces[colour.index()]
    }

    pub fn kings(&self) -> W {
        self.kings
    }

    pub fn to_move(&self) -> Colour {
        self.to_move
    }
}

pub(super) const BLACK_TO_MOVE: u64 = 0x5d58_8b65_6c07_8965;

/// By colour and rank, then by bit; long enough for any bit of any word, so
/// that no look-up needs a check.
static KEYS: [[u64; 128]; 4] = {
    let mut random = Random::new(0x6472_6175_6768_7473);
    let mut keys = [[0; 128]; 4];
    let mut kind = 0;
    while kind < 4 {
        let mut bit = 0;
        while bit < 128 {
            keys[kind][bit] = random.next();
            bit += 1;
        }
        kind += 1;
    }
    keys
};

#[inline(always)]
pub(super) fn piece_key(colour: Colour, is_king: bool, bit: u8) -> u64 {
    KEYS[2 * colour.index() + usize::from(is_king)][bit as usize & 127]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_at_most_64_bytes() {
        assert_eq!(size_of::<Position<u32>>(), 32);
        assert_eq!(size_of::<Position<u64>>(), 40);
        assert_eq!(size_of::<Position<u128>>(), 64);
    }
}
