//! Sets of four squares, numbered: the combinatorial number system.
//!
//! The set {a < b < c < d} has the number C(a,1) + C(b,2) + C(c,3) + C(d,4). The numbers of the
//! sets within the first n squares are those below C(n,4), for every n at once.

use std::sync::LazyLock;

/// `BINOMIALS[k - 1][n]` is C(n, k).
pub(super) const BINOMIALS: [[u16; 32]; 4] = binomials();

pub(super) const SETS_OF_22: usize = 7315;
pub(super) const SETS_OF_18: usize = 3060;

const fn binomials() -> [[u16; 32]; 4] {
    let mut table = [[0; 32]; 4];
    let mut n = 0;
    while n < 25 {
        let mut k = 0;
        let mut product = 1;
        while k < 4 {
            product = if n >= k {
                product * (n - k) / (k + 1)
            } else {
                0
            };
            table[k][n] = product as u16;
            k += 1;
        }
        n += 1;
    }
    table
}

/// All sets of four of the first 22 squares, as bits, in the order of their numbers:
/// that of the bits read as numbers.
pub(super) static SETS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let mut sets: Vec<u32> = Vec::with_capacity(SETS_OF_22);
    for d in 3..22 {
        for c in 2..d {
            for b in 1..c {
                sets.extend((0..b).map(|a| 1 << a | 1 << b | 1 << c | 1 << d));
            }
        }
    }
    sets
});

/// The number of a set of four squares given as bits.
#[inline(always)]
pub(super) fn number(mut set: u32) -> usize {
    let mut number = 0;
    for binomials in &BINOMIALS {
        number += usize::from(binomials[set.trailing_zeros() as usize & 31]);
        set &= set.wrapping_sub(1);
    }
    number
}

/// Takes the removed squares out of the board: what lies above moves down.
#[inline(always)]
pub(super) fn without(mut set: u32, mut removed: u32) -> u32 {
    while removed != 0 {
        let square = 31 - removed.leading_zeros();
        let below = (1 << square) - 1;
        set = (set & below) | (set >> 1 & !below);
        removed &= below;
    }
    set
}

/// Puts removed squares back, empty: the reverse of [`without`].
#[inline(always)]
pub(super) fn with_back(mut set: u32, mut removed: u32) -> u32 {
    while removed != 0 {
        let below = (1 << removed.trailing_zeros()) - 1;
        set = (set & below) | (set & !below) << 1;
        removed &= removed - 1;
    }
    set
}
