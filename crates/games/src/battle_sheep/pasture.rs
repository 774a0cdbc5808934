//! The pasture: any set of up to 64 hexes, with everything that depends on it
//! alone worked out beforehand.
//!
//! Hexes are numbered row by row from the top left, so that a set of hexes is
//! one word and three of the six directions lead to higher numbers:
//!
//! ```text
//!         0   1   2   3                      row 0, columns 6 8 10 12
//!       4   5   6   7   8   9                row 1, columns 4 6 8 10 12 14
//!    10  11  12  13  14  15                  a column is half a hex wide
//!  16  17  18  19      20  21
//!        22  23  24  25  26  27
//!      28  29  30  31                        rays: E, SW, SE rise; W, NE, NW fall
//! ```

use plyground_engine::random::mix;
use std::collections::HashSet;

/// The number of a hex on its pasture.
pub type Hex = u8;
/// A set of hexes.
pub type Hexes = u64;

/// No pasture has more hexes.
pub const MOST_HEXES: usize = 64;

/// A hex as an index: the compiler sees that it is never too great.
#[inline]
pub(super) fn index(hex: Hex) -> usize {
    usize::from(hex) % MOST_HEXES
}

/// Where a hex lies: its row from the top, and its column in half hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub row: i32,
    pub column: i32,
}

impl Place {
    fn step(self, (down, right): (i32, i32)) -> Place {
        Place {
            row: self.row + down,
            column: self.column + right,
        }
    }
}

/// Rows down and columns right of the six neighbours; the first three have
/// higher numbers.
const DIRECTIONS: [(i32, i32); 6] = [(0, 2), (1, -1), (1, 1), (0, -2), (-1, 1), (-1, -1)];
const RISING: usize = 3;
/// The six directions in the order in which they go round.
pub(super) const ROUND: [usize; 6] = [0, 2, 1, 3, 5, 4];

#[derive(Clone, PartialEq, Eq)]
pub struct Pasture {
    places: Vec<Place>,
    neighbours: [Hexes; MOST_HEXES],
    /// The unbroken run of hexes in each direction.
    rays: [[Hexes; 6]; MOST_HEXES],
    /// The first and the second hex of each run, where there are any.
    steps: [[[Hexes; 2]; 6]; MOST_HEXES],
    rim: Hexes,
    key: u64,
}

impl Pasture {
    /// The pasture of these hexes, of which there are at most 64; rows and
    /// columns are shifted to begin at 0.
    pub fn new(places: impl IntoIterator<Item = Place>) -> Pasture {
        let mut places: Vec<Place> = places.into_iter().collect();
        let top = places.iter().map(|place| place.row).min().unwrap_or(0);
        let left = places.iter().map(|place| place.column).min().unwrap_or(0);
        for place in &mut places {
            *place = place.step((-top, -left));
        }
        places.sort_unstable();
        places.dedup();
        places.truncate(MOST_HEXES);
        let mut pasture = Pasture {
            neighbours: [0; MOST_HEXES],
            rays: [[0; 6]; MOST_HEXES],
            steps: [[[0; 2]; 6]; MOST_HEXES],
            rim: 0,
            key: places.iter().fold(0, |key, place| {
                mix(key ^ ((place.row as u64) << 32 | place.column as u64))
            }),
            places,
        };
        pasture.draw_rays();
        pasture.rim = pasture.outside_rim();
        pasture
    }

    fn draw_rays(&mut self) {
        for index in 0..self.places.len() {
            for (direction, &step) in DIRECTIONS.iter().enumerate() {
                let mut next = self.hex_at(self.places[index].step(step));
                if let Some(beside) = next {
                    self.neighbours[index] |= 1 << beside;
                }
                let mut passed = 0;
                while let Some(hex) = next {
                    self.rays[index][direction] |= 1 << hex;
                    if let Some(step) = self.steps[index][direction].get_mut(passed) {
                        *step = 1 << hex;
                    }
                    passed += 1;
                    next = self.hex_at(self.places[hex as usize].step(step));
                }
            }
        }
    }

    /// The hexes that touch the outside: what can be reached from beyond the
    /// board without crossing it. The rim of a hole cannot.
    fn outside_rim(&self) -> Hexes {
        let rows = 1 + self.places.iter().map(|place| place.row).max().unwrap_or(0);
        let columns = self.places.iter().map(|place| place.column).max();
        let columns = 1 + columns.unwrap_or(0);
        let is_odd = self.places.first().map_or(0, |place| place.column & 1);
        let corner = Place {
            row: -1,
            column: -3 - is_odd,
        };
        let mut seen = HashSet::from([corner]);
        let mut open = vec![corner];
        let mut rim = 0;
        while let Some(place) = open.pop() {
            for step in DIRECTIONS {
                let next = place.step(step);
                let is_near =
                    (-1..=rows).contains(&next.row) && (-4..=columns + 3).contains(&next.column);
                if let Some(hex) = self.hex_at(next) {
                    rim |= 1 << hex;
                } else if is_near && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        rim
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    pub fn rows(&self) -> usize {
        self.places.last().map_or(0, |place| place.row as usize + 1)
    }

    #[inline]
    pub fn all(&self) -> Hexes {
        match self.places.len() {
            MOST_HEXES => Hexes::MAX,
            count => (1 << count) - 1,
        }
    }

    /// The hexes on which a flock may be placed.
    #[inline]
    pub fn rim(&self) -> Hexes {
        self.rim
    }

    /// Almost surely different for different pastures.
    pub fn key(&self) -> u64 {
        self.key
    }

    pub fn place(&self, hex: Hex) -> Place {
        self.places[hex as usize]
    }

    pub fn hex_at(&self, place: Place) -> Option<Hex> {
        let index = self.places.binary_search(&place).ok()?;
        Some(index as Hex)
    }

    #[inline]
    pub fn neighbours(&self, hex: Hex) -> Hexes {
        self.neighbours[index(hex)]
    }

    /// All neighbours of a set; hexes of the set may be among them.
    #[inline]
    pub fn around(&self, hexes: Hexes) -> Hexes {
        ones(hexes).fold(0, |around, hex| around | self.neighbours(hex))
    }

    /// Where a slide from `from` comes to rest in one of the six directions, if
    /// it can begin at all.
    #[inline]
    pub fn slide(&self, from: Hex, direction: usize, occupied: Hexes) -> Option<Hex> {
        let ray = self.rays[index(from)][direction];
        let blocked = ray & occupied;
        if direction < RISING {
            let nearest = blocked & blocked.wrapping_neg();
            let free = ray & nearest.wrapping_sub(1);
            (free != 0).then(|| free.ilog2() as Hex)
        } else {
            let nearest = (blocked | 1).ilog2();
            let free = ray & (Hexes::MAX << nearest) & !blocked;
            (free != 0).then(|| free.trailing_zeros() as Hex)
        }
    }

    /// How open a hex is, as twelve bits: for each of the six directions whether the
    /// next hex is empty, and then whether the one after it is too.
    #[inline]
    pub(super) fn openness(&self, hex: Hex, empty: Hexes) -> usize {
        let mut bits = 0;
        for (direction, [near, next]) in self.steps[index(hex)].iter().enumerate() {
            let near = usize::from(near & empty != 0);
            let next = usize::from(next & empty != 0) & near;
            bits |= (near | next << 6) << direction;
        }
        bits
    }

    /// The part of `within` that hangs together with `seed`, which is in it.
    #[inline]
    pub fn connected(&self, seed: Hexes, within: Hexes) -> Hexes {
        self.connected_with_border(seed, within).0
    }

    /// The same, and all neighbours of that part.
    #[inline]
    pub fn connected_with_border(&self, seed: Hexes, within: Hexes) -> (Hexes, Hexes) {
        let (mut region, mut fresh, mut seen) = (seed, seed, 0);
        while fresh != 0 {
            let around = self.around(fresh);
            seen |= around;
            fresh = around & within & !region;
            region |= fresh;
        }
        (region, seen)
    }

    /// The size of the largest connected part.
    pub fn largest_part(&self, mut hexes: Hexes) -> u32 {
        let mut largest = 0;
        while hexes != 0 {
            let part = self.connected(hexes & hexes.wrapping_neg(), hexes);
            largest = largest.max(part.count_ones());
            hexes &= !part;
        }
        largest
    }
}

impl std::fmt::Debug for Pasture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Pasture of {} hexes", self.len())
    }
}

/// The members of a set, the lowest first.
#[inline]
pub fn ones(mut hexes: Hexes) -> impl Iterator<Item = Hex> {
    std::iter::from_fn(move || {
        (hexes != 0).then(|| {
            let hex = hexes.trailing_zeros() as Hex;
            hexes &= hexes - 1;
            hex
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hexes by rows: the column of the first and how many follow.
    fn pasture(rows: &[&[i32]]) -> Pasture {
        let places = rows.iter().enumerate().flat_map(|(row, columns)| {
            columns.iter().map(move |&column| Place {
                row: row as i32,
                column,
            })
        });
        Pasture::new(places)
    }

    #[test]
    fn a_hex_in_the_middle_has_six_neighbours_and_is_not_on_the_rim() {
        let flower = pasture(&[&[1, 3], &[0, 2, 4], &[1, 3]]);
        assert_eq!(flower.neighbours(3).count_ones(), 6);
        assert_eq!(flower.rim(), flower.all() & !(1 << 3));
    }

    #[test]
    fn the_rim_of_a_hole_is_not_outside() {
        let donut = pasture(&[
            &[2, 4, 6],
            &[1, 3, 5, 7],
            &[0, 2, 6, 8],
            &[1, 3, 5, 7],
            &[2, 4, 6],
        ]);
        assert_eq!(donut.len(), 18);
        assert_eq!(donut.rim().count_ones(), 12);
    }

    #[test]
    fn an_island_in_a_hole_does_not_touch_the_outside() {
        let mut places = Vec::new();
        for row in 0..7i32 {
            let width = 7 - (row - 3).abs();
            for index in 0..width {
                let column = (row - 3).abs() + 2 * index;
                let distance = (row - 3)
                    .abs()
                    .max(((column - 6).abs() + (row - 3).abs()) / 2);
                if distance == 3 || distance == 0 {
                    places.push(Place { row, column });
                }
            }
        }
        let moat = Pasture::new(places);
        assert_eq!(moat.len(), 19);
        assert_eq!(moat.rim().count_ones(), 18);
    }

    #[test]
    fn a_slide_goes_to_the_last_free_hex_of_the_unbroken_run() {
        let row = pasture(&[&[0, 2, 4, 6, 10]]);
        assert_eq!(row.slide(0, 0, 1), Some(3));
        assert_eq!(row.slide(0, 0, 0b1001), Some(2));
        assert_eq!(row.slide(0, 0, 0b11), None);
        assert_eq!(row.slide(3, 3, 0b1000), Some(0));
        assert_eq!(row.slide(3, 3, 0b1001), Some(1));
        assert_eq!(row.slide(3, 3, 0b1100), None);
        assert_eq!(row.slide(4, 3, 0b10000), None);
    }

    #[test]
    fn the_largest_part_of_two_is_counted() {
        let row = pasture(&[&[0, 2, 4, 6, 8]]);
        assert_eq!(row.largest_part(0b11011), 2);
        assert_eq!(row.largest_part(0b11101), 3);
        assert_eq!(row.largest_part(0), 0);
    }
}
