//! Results in few bytes: who wins, side by side of every slice, without distances.
//!
//! A state in which the side to move must capture is left out: its value follows from
//! smaller ones. So is one of which the draw rules leave a doubt. The rest is coded by what the states nearby hold: the one before, and
//! those with another piece one step back. One code a side; most sides are so nearly
//! all won or all drawn that they take a few bytes.
//!
//! ```text
//! "PLYENDS2", the most pieces 1 byte, then for each slice its longest distance 1 byte and
//! for each of its sides: length of its code 2 bytes, of its results 4, code, results
//! ```

use super::numbering::{Numbering, Side, Walk};
use super::slice::must_capture;
use super::timing::Timing;
use crate::draughts::ruleset::Ruleset;
use plyground_engine::game::WinDrawLoss;
use plyground_engine::solve::packed::{Code, Counts, Glance};
use plyground_engine::solve::retrograde::Cell;
use std::ops::Range;

const MAGIC: &[u8; 8] = b"PLYENDS2";

/// What is kept of a state in which the side to move must capture, or that is in doubt.
pub(super) const UNTOLD: u8 = 3;

/// The results and the longest distance of a slice.
pub(super) fn pack_slice<R: Ruleset>(
    numbering: &Numbering,
    slice: usize,
    timing: &Timing,
    table: &[u8],
) -> Vec<u8> {
    let mut bytes = vec![longest(table)];
    for side in numbering.distinct_sides(slice) {
        let cells = &table[side.first as usize..(side.first + side.count) as usize];
        let (code, results) = pack_side::<R>(side, timing, cells);
        bytes.extend((code.len() as u16).to_le_bytes());
        bytes.extend((results.len() as u32).to_le_bytes());
        bytes.extend(code);
        bytes.extend(results);
    }
    bytes
}

/// All of the first slices, as far as they go.
pub(super) fn joined(numbering: &Numbering, packed: &[Vec<u8>]) -> Vec<u8> {
    let last = packed
        .len()
        .checked_sub(1)
        .and_then(|last| numbering.slices().get(last));
    let most = last.map_or(0, |slice| slice.material.pieces());
    let mut bytes = MAGIC.to_vec();
    bytes.push(most as u8);
    bytes.extend(packed.iter().flatten());
    bytes
}

/// The longest distance in a table.
pub(super) fn longest(table: &[u8]) -> u8 {
    let cells = table.iter().map(|&byte| Cell(byte));
    cells.filter_map(Cell::plies).max().unwrap_or(0)
}

fn pack_side<R: Ruleset>(side: &Side, timing: &Timing, cells: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let mut results = Vec::with_capacity(cells.len());
    let mut glances = Vec::with_capacity(cells.len());
    let mut told = Vec::with_capacity(cells.len());
    let mut walk = Walk::<R::Board>::from(side, side.first);
    for &cell in cells {
        let glance = glance::<R>(side, &walk, |index| told[index]);
        let value = match glance {
            Glance::Known(cell) => cell.0,
            Glance::Context(_) => match timing.told::<R>(Cell(cell), &walk.state) {
                Some(WinDrawLoss::Draw) => 0,
                Some(WinDrawLoss::Loss) => 1,
                Some(WinDrawLoss::Win) => 2,
                None => UNTOLD,
            },
        };
        told.push(value);
        results.push(value);
        glances.push(glance);
        walk.advance();
    }
    let mut counts = Counts::default();
    counts.add_block(&results, &glances);
    let code = counts.code();
    (thin(&code.to_bytes()), code.encode(&results, &glances))
}

/// What is seen of a state before its result is told, and what stands for it where it
/// never is: the result of the state before.
#[inline(always)]
fn glance<R: Ruleset>(
    side: &Side,
    walk: &Walk<'_, R::Board>,
    told: impl Fn(usize) -> u8,
) -> Glance {
    let index = (walk.index - side.first) as usize;
    let back = |steps: usize| match steps {
        0 => UNTOLD,
        steps if steps > index => UNTOLD,
        steps => told(index - steps),
    };
    if must_capture::<R>(&walk.state) {
        return Glance::Known(Cell(back(1)));
    }
    let [second, third] = side.steps_back();
    let after_second = if second > 1 { second - 1 } else { third };
    Glance::Context(16 * back(second) + 4 * back(after_second) + back(third))
}

/// The results of one side, four to a byte: 0 drawn, 1 lost, 2 won, 3 untold.
pub(super) fn unpack_side<R: Ruleset>(side: &Side, code: &[u8], bytes: &[u8]) -> Option<Box<[u8]>> {
    let code = Code::from_bytes(&thick(code))?;
    let count = side.count as usize;
    let told: Vec<std::cell::Cell<u8>> = vec![std::cell::Cell::new(UNTOLD); count];
    let mut results = vec![0; count.div_ceil(4)];
    let mut walk = Walk::<R::Board>::from(side, side.first);
    let glances = (0..count).map(|index| {
        let glance = glance::<R>(side, &walk, |index| told[index].get());
        let is_untold = matches!(glance, Glance::Known(_));
        if is_untold {
            results[index / 4] |= UNTOLD << (2 * (index % 4));
        }
        walk.advance();
        glance
    });
    let mut next = 0;
    code.decode(bytes, glances, |cell| {
        told[next].set(cell.0 & UNTOLD);
        next += 1;
    })?;
    for (index, told) in told.iter().enumerate() {
        results[index / 4] |= told.get() << (2 * (index % 4));
    }
    Some(results.into())
}

/// Where the parts of a packed file lie.
pub(super) struct Contents {
    /// By slice.
    pub(super) longest: Vec<u8>,
    /// Code and results, by the code of the side's material.
    pub(super) sides: Vec<(usize, Range<usize>, Range<usize>)>,
}

/// The most pieces, where the bytes are those of a packed file.
pub(super) fn most_pieces(bytes: &[u8]) -> Option<usize> {
    let most = bytes.strip_prefix(MAGIC)?.first()?;
    Some(usize::from(*most))
}

pub(super) fn contents(numbering: &Numbering, bytes: &[u8]) -> Option<Contents> {
    let mut at = MAGIC.len() + 1;
    let (mut longest, mut sides) = (Vec::new(), Vec::new());
    for slice in 0..numbering.slices().len() {
        longest.push(*bytes.get(at)?);
        at += 1;
        for side in numbering.distinct_sides(slice) {
            let code = u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?);
            let results = u32::from_le_bytes(bytes.get(at + 2..at + 6)?.try_into().ok()?);
            let start = at + 6;
            let middle = start + usize::from(code);
            at = middle + results as usize;
            bytes.get(start..at)?;
            sides.push((side.material.code(), start..middle, middle..at));
        }
    }
    (at == bytes.len()).then_some(Contents { longest, sides })
}

/// Bytes with runs of zeros written as a zero and how many more there are.
fn thin(bytes: &[u8]) -> Vec<u8> {
    let mut thin = Vec::new();
    for run in bytes.chunk_by(|a, b| a == b) {
        match run[0] {
            0 => run
                .chunks(256)
                .for_each(|run| thin.extend([0, (run.len() - 1) as u8])),
            _ => thin.extend(run),
        }
    }
    thin
}

fn thick(thin: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = thin.iter();
    while let Some(&byte) = rest.next() {
        let more = match byte {
            0 => rest.next().copied().unwrap_or(0),
            _ => 0,
        };
        bytes.extend(std::iter::repeat_n(byte, 1 + usize::from(more)));
    }
    bytes
}
