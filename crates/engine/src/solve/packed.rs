//! A finished table made small: cells coded in blocks that are read one by one.
//!
//! What a glance at a position tells is left out. The rest is coded by how often each
//! value follows the one before it in the block, among positions that look alike: the
//! game says which do, by a context. The coder is a range variant of asymmetric
//! numeral systems: one number holds the whole rest of the block, so that it is
//! written from the last cell to the first and read from the first on.

use super::retrograde::Cell;

/// What a glance at a position tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glance {
    /// The value itself.
    Known(Cell),
    /// Which of [`CONTEXTS`] kinds of positions it belongs to.
    Context(u8),
}

/// How many kinds of positions a game may tell apart.
pub const CONTEXTS: usize = 64;

/// Values before, told apart up to this; all farther ones are alike.
const BEFORE: usize = 32;
const MODELS: usize = CONTEXTS * BEFORE;

/// All shares of a model add up to this.
const WHOLE: u32 = 1 << SHARE_BITS;
const SHARE_BITS: u32 = 12;
/// The coder's number stays at or above this, by reading and writing whole bytes.
const LEAST: u32 = 1 << 23;

/// How often each value occurs, by context and the value before.
#[derive(Debug)]
pub struct Counts(Vec<[u64; 256]>);

impl Default for Counts {
    fn default() -> Counts {
        Counts(vec![[0; 256]; MODELS])
    }
}

impl Counts {
    pub fn add_block(&mut self, cells: &[u8], glances: &[Glance]) {
        let mut before = 0;
        for (&cell, &glance) in cells.iter().zip(glances) {
            if let Glance::Context(context) = glance {
                self.0[model(context, before)][cell as usize] += 1;
                before = cell;
            }
        }
    }

    pub fn add(&mut self, other: &Counts) {
        for (mine, others) in self.0.iter_mut().zip(&other.0) {
            for (mine, others) in mine.iter_mut().zip(others) {
                *mine += others;
            }
        }
    }

    pub fn code(&self) -> Code {
        Code::new(self.0.iter().map(shares).collect())
    }
}

fn model(context: u8, before: u8) -> usize {
    (context as usize % CONTEXTS) * BEFORE + (before as usize).min(BEFORE - 1)
}

/// Shares of the whole in proportion to the counts, none of them 0 where there is one.
fn shares(counts: &[u64; 256]) -> Vec<(u8, u16)> {
    let total: u64 = counts.iter().sum();
    let mut shares: Vec<(u8, u16)> = (0..=255u8)
        .zip(counts)
        .filter(|&(_, &count)| count > 0)
        .map(|(cell, &count)| {
            let share = u128::from(count) * u128::from(WHOLE) / u128::from(total);
            (cell, (share as u16).max(1))
        })
        .collect();
    let sum = |shares: &[(u8, u16)]| {
        shares
            .iter()
            .map(|&(_, share)| i64::from(share))
            .sum::<i64>()
    };
    while !shares.is_empty() && sum(&shares) != i64::from(WHOLE) {
        let excess = sum(&shares) - i64::from(WHOLE);
        let Some((_, greatest)) = shares.iter_mut().max_by_key(|(_, share)| *share) else {
            break;
        };
        // The greatest share gives or takes, but never more than half of itself.
        let change = excess.min(i64::from(*greatest) / 2);
        *greatest = (i64::from(*greatest) - change) as u16;
    }
    shares
}

/// The shares of all models, ready for coding.
#[derive(Debug)]
pub struct Code {
    models: Vec<Model>,
}

#[derive(Debug, Default)]
struct Model {
    /// Cell, share and where the share begins.
    shares: Vec<(u8, u16, u16)>,
    /// Which of the shares each part of the whole belongs to.
    parts: Vec<u8>,
}

impl Code {
    fn new(shares: Vec<Vec<(u8, u16)>>) -> Code {
        let models = shares.into_iter().map(|shares| {
            let mut model = Model::default();
            for (cell, share) in shares {
                let first = model.parts.len() as u16;
                let number = model.shares.len() as u8;
                model.shares.push((cell, share, first));
                model
                    .parts
                    .extend(std::iter::repeat_n(number, share as usize));
            }
            model
        });
        Code {
            models: models.collect(),
        }
    }

    /// As bytes: for each model the number of its shares, then cell and share of each.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for model in &self.models {
            bytes.push(model.shares.len() as u8);
            for &(cell, share, _) in &model.shares {
                bytes.push(cell);
                bytes.extend(share.to_le_bytes());
            }
        }
        bytes
    }

    /// `None` where the bytes are not those of a code.
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Code> {
        let mut all = Vec::with_capacity(MODELS);
        for _ in 0..MODELS {
            let (&count, rest) = bytes.split_first()?;
            let (shares, rest) = rest.split_at_checked(3 * count as usize)?;
            bytes = rest;
            let shares: Vec<(u8, u16)> = shares
                .chunks_exact(3)
                .map(|share| (share[0], u16::from_le_bytes([share[1], share[2]])))
                .collect();
            let sum: u32 = shares.iter().map(|&(_, share)| u32::from(share)).sum();
            if !shares.is_empty() && sum != WHOLE {
                return None;
            }
            all.push(shares);
        }
        bytes.is_empty().then(|| Code::new(all))
    }

    /// The block's cells as bytes; they must be among those that were counted.
    pub fn encode(&self, cells: &[u8], glances: &[Glance]) -> Vec<u8> {
        let mut coded = Vec::new();
        let mut before = 0;
        for (&cell, &glance) in cells.iter().zip(glances) {
            if let Glance::Context(context) = glance {
                coded.push((model(context, before), cell));
                before = cell;
            }
        }
        let mut bytes = Vec::new();
        let mut number = LEAST;
        for &(model, cell) in coded.iter().rev() {
            let found = self.models[model]
                .shares
                .iter()
                .find(|share| share.0 == cell);
            let Some(&(_, share, first)) = found else {
                continue;
            };
            let (share, first) = (u32::from(share), u32::from(first));
            while number >= (LEAST >> SHARE_BITS << 8) * share {
                bytes.push(number as u8);
                number >>= 8;
            }
            number = ((number / share) << SHARE_BITS) + number % share + first;
        }
        bytes.extend(number.to_le_bytes());
        bytes.reverse();
        bytes
    }

    /// The last cell of a block's beginning that looks like this; `None` where the
    /// bytes are not those of such a block.
    pub fn decode_last(&self, bytes: &[u8], glances: impl Iterator<Item = Glance>) -> Option<Cell> {
        let mut last = None;
        self.decode(bytes, glances, |cell| last = Some(cell))?;
        last
    }

    /// Tells each cell of a block, or of its beginning.
    pub fn decode(
        &self,
        bytes: &[u8],
        glances: impl Iterator<Item = Glance>,
        mut tell: impl FnMut(Cell),
    ) -> Option<()> {
        let (start, rest) = bytes.split_at_checked(4)?;
        let mut rest = rest.iter();
        let mut number = start
            .iter()
            .fold(0, |number, &byte| number << 8 | u32::from(byte));
        let mut before = 0;
        for glance in glances {
            let context = match glance {
                Glance::Known(cell) => {
                    tell(cell);
                    continue;
                }
                Glance::Context(context) => context,
            };
            let model = &self.models[model(context, before)];
            let part = number % WHOLE;
            let &which = model.parts.get(part as usize)?;
            let (cell, share, first) = model.shares[which as usize];
            number = u32::from(share) * (number >> SHARE_BITS) + part - u32::from(first);
            while number < LEAST {
                number = number << 8 | u32::from(*rest.next()?);
            }
            before = cell;
            tell(Cell(cell));
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn random_block(random: &mut Random) -> (Vec<u8>, Vec<Glance>) {
        let glance = |random: &mut Random| match random.below(4) {
            0 => Glance::Known(Cell(9)),
            _ => Glance::Context(random.below(CONTEXTS) as u8),
        };
        let glances: Vec<Glance> = (0..600).map(|_| glance(random)).collect();
        let cells = glances.iter().map(|glance| match glance {
            Glance::Known(cell) => cell.0,
            Glance::Context(context) => {
                let few = random.below(1 + *context as usize) as u8;
                if random.below(50) == 0 { 200 } else { few }
            }
        });
        (cells.collect(), glances)
    }

    #[test]
    fn what_was_packed_is_unpacked_as_a_whole_and_one_by_one() {
        let mut random = Random::new(1);
        let blocks: Vec<_> = (0..30).map(|_| random_block(&mut random)).collect();
        let mut counts = Counts::default();
        for (cells, glances) in &blocks {
            counts.add_block(cells, glances);
        }
        let code = Code::from_bytes(&counts.code().to_bytes()).unwrap();
        for (cells, glances) in &blocks {
            let bytes = code.encode(cells, glances);
            let mut unpacked = Vec::new();
            let told = code.decode(&bytes, glances.iter().copied(), |cell| {
                unpacked.push(cell.0)
            });
            assert_eq!((told, &unpacked), (Some(()), cells));
            for place in [0, 1, 77, 599] {
                let beginning = glances[..=place].iter().copied();
                assert_eq!(
                    code.decode_last(&bytes, beginning),
                    Some(Cell(cells[place]))
                );
            }
        }
    }

    #[test]
    fn a_common_value_takes_less_room_than_a_byte() {
        let cells: Vec<u8> = (0..1000).map(|place| u8::from(place % 16 == 0)).collect();
        let glances = vec![Glance::Context(0); 1000];
        let mut counts = Counts::default();
        counts.add_block(&cells, &glances);
        assert!(counts.code().encode(&cells, &glances).len() < 60);
    }

    #[test]
    fn bytes_that_are_no_code_are_refused() {
        let mut counts = Counts::default();
        counts.add_block(&[1, 2, 3], &[Glance::Context(0); 3]);
        let bytes = counts.code().to_bytes();
        assert!(Code::from_bytes(&bytes[1..]).is_none());
        assert!(Code::from_bytes(&bytes[..bytes.len() - 1]).is_none());
        let mut changed = bytes.clone();
        changed[2] ^= 1;
        assert!(Code::from_bytes(&changed).is_none());
    }
}
