//! Pastures to begin on: the guide's, and random ones laid from the tiles of
//! the box, each a rhombus of two by two hexes.

use super::pasture::{Pasture, Place};
use plyground_engine::random::Random;
use std::collections::HashSet;

/// Each player brings so many tiles.
pub const TILES_A_PLAYER: usize = 4;

/// The columns of the guide's pasture, row by row.
const GUIDE: [&[i32]; 6] = [
    &[3, 5, 7, 9],
    &[2, 4, 6, 8, 10, 12],
    &[1, 3, 5, 7, 9, 11],
    &[0, 2, 4, 6, 10, 12],
    &[3, 5, 7, 9, 11, 13],
    &[2, 4, 6, 8],
];

/// The three ways a tile can lie, as steps from its first hex.
const RHOMBI: [[(i32, i32); 4]; 3] = [
    [(0, 0), (0, 2), (1, 1), (1, 3)],
    [(0, 0), (0, 2), (1, -1), (1, 1)],
    [(0, 0), (1, -1), (1, 1), (2, 0)],
];

const SIDES: [(i32, i32); 6] = [(0, 2), (1, -1), (1, 1), (0, -2), (-1, 1), (-1, -1)];

pub fn guide() -> Pasture {
    let rows = GUIDE.iter().enumerate();
    Pasture::new(rows.flat_map(|(row, columns)| {
        columns.iter().map(move |&column| Place {
            row: row as i32,
            column,
        })
    }))
}

/// Tile after tile, each in any place where it touches those that lie there
/// already, every such place as likely.
pub fn random(players: usize, seed: u64) -> Pasture {
    let mut random = Random::new(seed);
    let mut laid: Vec<Place> = tile(Place { row: 0, column: 0 }, random.below(RHOMBI.len()));
    for _ in 1..players * TILES_A_PLAYER {
        let fits = places_for_a_tile(&laid);
        laid.extend_from_slice(&fits[random.below(fits.len())]);
    }
    Pasture::new(laid)
}

fn tile(at: Place, way: usize) -> Vec<Place> {
    RHOMBI[way].iter().map(|&step| beside(at, step)).collect()
}

fn beside(place: Place, (down, right): (i32, i32)) -> Place {
    Place {
        row: place.row + down,
        column: place.column + right,
    }
}

/// Every way to lay one tile more, in a fixed order.
fn places_for_a_tile(laid: &[Place]) -> Vec<Vec<Place>> {
    let taken: HashSet<Place> = laid.iter().copied().collect();
    let mut tried = HashSet::new();
    let mut fits = Vec::new();
    for &place in laid {
        for side in SIDES {
            let edge = beside(place, side);
            for (way, steps) in RHOMBI.iter().enumerate() {
                for (down, right) in steps {
                    let first = beside(edge, (-down, -right));
                    let hexes = tile(first, way);
                    let is_free = hexes.iter().all(|hex| !taken.contains(hex));
                    if is_free && tried.insert((first, way)) {
                        fits.push(hexes);
                    }
                }
            }
        }
    }
    fits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_pasture_has_thirty_two_hexes_and_a_hole() {
        let guide = guide();
        assert_eq!(guide.len(), 32);
        assert_eq!(guide.rim().count_ones(), 20);
    }

    #[test]
    fn random_pastures_are_connected_and_have_sixteen_hexes_a_player() {
        for players in 2..=4 {
            for seed in 0..50 {
                let pasture = random(players, seed);
                assert_eq!(pasture.len(), 16 * players);
                assert_eq!(pasture.connected(1, pasture.all()), pasture.all());
                assert_eq!(pasture, random(players, seed));
            }
            assert_ne!(random(players, 1), random(players, 2));
        }
    }

    #[test]
    fn every_hex_of_a_tile_touches_two_others_at_least() {
        for way in 0..3 {
            let lone = Pasture::new(tile(Place { row: 0, column: 0 }, way));
            assert_eq!(lone.len(), 4);
            assert!((0..4).all(|hex| lone.neighbours(hex).count_ones() >= 2));
        }
    }
}
