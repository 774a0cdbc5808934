//! The empty regions of a pasture and who can fill them.

use super::pasture::{Hex, Hexes, ones};
use super::rules::{BattleSheep, Position};
use plyground_engine::explain::Rounded;
use plyground_engine::game::MAX_PLAYERS;

/// The parts into which a contested hex can be shared: halves, thirds, quarters.
pub const SHARES: i32 = 12;

/// The hexes that each player may still expect, in twelfths: of a region that
/// only one side can enter as many as there are sheep beside it to spare, of a
/// region that several can enter those that lie nearest, held down the same way.
#[inline]
pub fn territory(game: &BattleSheep, position: &Position) -> [i32; MAX_PLAYERS] {
    let mut expected = [0; MAX_PLAYERS];
    let mut empty = game.empty(position);
    while empty != 0 {
        let seed = empty & empty.wrapping_neg();
        let (region, border) = game.pasture.connected_with_border(seed, empty);
        empty &= !region;
        let beside = border & position.tall;
        if beside == 0 {
            continue;
        }
        let mut spare = [0; MAX_PLAYERS];
        let mut entering = 0;
        for (seat, spare) in spare.iter_mut().enumerate().take(game.players) {
            let own = beside & position.stacks[seat];
            *spare = spare_sheep(position, own);
            entering += i32::from(own != 0);
        }
        let nearest = if entering > 1 {
            shared_by_nearness(game, position, region)
        } else {
            [SHARES * region.count_ones() as i32; MAX_PLAYERS]
        };
        for seat in 0..game.players {
            expected[seat] += nearest[seat].min(SHARES * spare[seat]);
        }
    }
    expected
}

/// The same hex by hex: what each player may expect of it. Where sheep run out,
/// every hex of the region counts less.
pub(super) fn territory_by_hex(
    game: &BattleSheep,
    position: &Position,
) -> Vec<(Hex, [i32; MAX_PLAYERS])> {
    let mut by_hex = Vec::new();
    let mut empty = game.empty(position);
    while empty != 0 {
        let seed = empty & empty.wrapping_neg();
        let (region, border) = game.pasture.connected_with_border(seed, empty);
        empty &= !region;
        let owns = |seat: usize| border & position.tall & position.stacks[seat];
        let entering = (0..game.players).filter(|&seat| owns(seat) != 0).count();
        let mut shares = Vec::new();
        if entering > 1 {
            by_nearness(game, position, region, |hex, seats, rivals| {
                let share = |seat: usize| (seats >> seat & 1) as i32 * SHARES / rivals;
                shares.push((hex, std::array::from_fn(share)));
            });
        } else {
            shares.extend(ones(region).map(|hex| (hex, [SHARES; MAX_PLAYERS])));
        }
        for seat in 0..MAX_PLAYERS {
            let near: i32 = shares.iter().map(|(_, shares)| shares[seat]).sum();
            let spare = match seat < game.players {
                true => SHARES * spare_sheep(position, owns(seat)),
                false => 0,
            };
            let mut capped = Rounded::by(near.max(1));
            for (_, shares) in &mut shares {
                shares[seat] = capped.more(i64::from(shares[seat] * near.min(spare)));
            }
        }
        by_hex.append(&mut shares);
    }
    by_hex
}

/// Tells of every hex of a region that anybody can reach who reaches it in the
/// fewest steps, by bits, and how many they are.
fn by_nearness(
    game: &BattleSheep,
    position: &Position,
    region: Hexes,
    mut tell: impl FnMut(Hex, u32, i32),
) {
    let mut left = region;
    let mut fronts = position.stacks.map(|stacks| stacks & position.tall);
    loop {
        for front in &mut fronts {
            *front = game.pasture.around(*front) & left;
        }
        let reached = fronts.iter().fold(0, |all, front| all | front);
        if reached == 0 {
            return;
        }
        left &= !reached;
        for hex in ones(reached) {
            let has = |(seat, front): (usize, &Hexes)| ((front >> hex & 1) as u32) << seat;
            let seats: u32 = fronts.iter().enumerate().map(has).sum();
            tell(hex, seats, seats.count_ones() as i32);
        }
    }
}

/// The sheep that stacks can give away.
#[inline]
pub(super) fn spare_sheep(position: &Position, stacks: Hexes) -> i32 {
    let spare = |hex| i32::from(position.height(hex)) - 1;
    ones(stacks).map(spare).sum()
}

/// Each hex of a region goes to whoever reaches it in the fewest steps; those
/// who reach it together share it.
fn shared_by_nearness(
    game: &BattleSheep,
    position: &Position,
    region: Hexes,
) -> [i32; MAX_PLAYERS] {
    let mut shares = [0; MAX_PLAYERS];
    let mut left = region;
    let mut fronts = [0; MAX_PLAYERS];
    for (front, stacks) in fronts.iter_mut().zip(position.stacks) {
        *front = stacks & position.tall;
    }
    while left != 0 {
        let mut reached = 0;
        for front in &mut fronts[..game.players] {
            *front = game.pasture.around(*front) & left;
            reached |= *front;
        }
        if reached == 0 {
            break;
        }
        left &= !reached;
        if let [first, second, 0, 0] = fronts {
            let both = (first & second).count_ones() as i32 * SHARES / 2;
            shares[0] += (first & !second).count_ones() as i32 * SHARES + both;
            shares[1] += (second & !first).count_ones() as i32 * SHARES + both;
        } else {
            for hex in ones(reached) {
                let rivals = fronts.iter().filter(|front| *front >> hex & 1 == 1).count();
                for (share, front) in shares.iter_mut().zip(fronts) {
                    *share += (front >> hex & 1) as i32 * SHARES / rivals as i32;
                }
            }
        }
    }
    shares
}
