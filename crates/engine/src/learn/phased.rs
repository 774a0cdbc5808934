//! A weight with two ends.

use std::ops::{Add, Mul, Sub};

/// A worth in the opening and in the ending, kept in the halves of one word so that
/// both are summed at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phased(i32);

impl Phased {
    pub const ZERO: Phased = Phased(0);

    pub const fn new(opening: i16, ending: i16) -> Phased {
        Phased(((opening as i32) << 16) + ending as i32)
    }

    /// What lies between the two, by how many of all that there were are left.
    #[inline]
    pub fn at(self, left: i32, all: i32) -> i32 {
        self.times_all_at(left, all) / all
    }

    /// The same so many times.
    #[inline(always)]
    pub fn times_all_at(self, left: i32, all: i32) -> i32 {
        let ending = i32::from(self.0 as i16);
        let opening = (self.0 - ending) >> 16;
        opening * left + ending * (all - left)
    }
}

impl Add for Phased {
    type Output = Phased;

    #[inline(always)]
    fn add(self, other: Phased) -> Phased {
        Phased(self.0 + other.0)
    }
}

impl Sub for Phased {
    type Output = Phased;

    #[inline(always)]
    fn sub(self, other: Phased) -> Phased {
        Phased(self.0 - other.0)
    }
}

impl Mul<i32> for Phased {
    type Output = Phased;

    #[inline(always)]
    fn mul(self, factor: i32) -> Phased {
        Phased(self.0 * factor)
    }
}
