//! Endings told without search. Once no empty region can be entered by two
//! sides, nobody can disturb anybody: every player fills regions alone, as many
//! hexes as they can and then with the largest herd, and the result follows.
//!
//! How many of them fit is found in `filling`, often only as a range: the
//! result is known as soon as the ranges do not overlap.

use super::filling::{Families, Filling, Memory, Patience, Range};
use super::pasture::Hexes;
use super::rules::{BattleSheep, Ending, Holding, Position};
use plyground_engine::game::{MAX_PLAYERS, Outcome, Player};

#[derive(Clone, Debug, Default)]
pub struct Endings {
    memory: Memory,
}

impl Endings {
    pub fn new() -> Endings {
        Endings::default()
    }

    /// How a game that is not over must end, where that is known.
    pub fn foregone(&self, game: &BattleSheep, position: &Position) -> Option<Outcome> {
        if game.players == 2
            && game.ending == Ending::Official
            && !game.can_move(position, position.to_move)
        {
            // Whoever is stuck while a rival with as many hexes can move has lost.
            let held = |player: Player| position.stacks[player.index()].count_ones();
            let rival = position.to_move.opponent();
            if held(rival) >= held(position.to_move) && game.can_move(position, rival) {
                return Some(Outcome::Win(rival));
            }
        }
        let fields = separate_fields(game, position)?;
        let flocks = fields.map(|field| Families::beside(game, position, field));
        // The first way that comes along often says enough.
        [Patience::Little, Patience::Much]
            .into_iter()
            .find_map(|patience| {
                let mut filling = Filling::new(&game.pasture, &self.memory, patience);
                let mut gains = [Range::NOTHING; MAX_PLAYERS];
                for seat in 0..game.players {
                    gains[seat] = filling.gain_of_field(fields[seat], &flocks[seat]);
                }
                match game.ending {
                    Ending::Splits => outlasting(position.to_move, gains),
                    Ending::Official => {
                        let holdings = holdings(game, position, gains, |seat, gain| {
                            let own = position.stacks[seat];
                            filling.herd_of_field(own, fields[seat], &flocks[seat], gain)
                        })?;
                        Some(game.result(&holdings[..game.players]))
                    }
                }
            })
    }
}

/// Who cannot move has lost: the mover needs one move more than the rival.
fn outlasting(mover: Player, gains: [Range; MAX_PLAYERS]) -> Option<Outcome> {
    let rival = mover.opponent();
    let (own, theirs) = (gains[mover.index()], gains[rival.index()]);
    if own.least > theirs.most {
        Some(Outcome::Win(mover))
    } else if own.most <= theirs.least {
        Some(Outcome::Win(rival))
    } else {
        None
    }
}

/// Holdings that compare as the true ones will. Herds are asked for only where
/// hexes are equal.
fn holdings(
    game: &BattleSheep,
    position: &Position,
    gains: [Range; MAX_PLAYERS],
    mut herd: impl FnMut(usize, u32) -> Range,
) -> Option<[Holding; MAX_PLAYERS]> {
    let mut holdings = [Holding { hexes: 0, herd: 0 }; MAX_PLAYERS];
    let seats = 0..game.players;
    let hexes = |seat: usize| gains[seat].plus(position.stacks[seat].count_ones());
    for seat in seats.clone() {
        let own = hexes(seat);
        holdings[seat].hexes = own.least;
        let mut rivals = seats.clone().filter(|&rival| rival != seat);
        if !own.is_exact() && rivals.any(|rival| hexes(rival).overlaps(own)) {
            return None;
        }
    }
    let mut herds = [Range::NOTHING; MAX_PLAYERS];
    let is_tied = |seat: usize, rival: usize| seat != rival && hexes(seat) == hexes(rival);
    for seat in seats.clone() {
        if seats.clone().any(|rival| is_tied(seat, rival)) {
            herds[seat] = herd(seat, gains[seat].least);
            holdings[seat].herd = herds[seat].least;
        }
    }
    for seat in seats.clone() {
        let mut rivals = seats.clone().filter(|&rival| is_tied(seat, rival));
        if !herds[seat].is_exact() && rivals.any(|rival| herds[rival].overlaps(herds[seat])) {
            return None;
        }
    }
    Some(holdings)
}

/// The empty hexes that each player alone can reach, or `None` if two can reach
/// the same or somebody has still to place.
fn separate_fields(game: &BattleSheep, position: &Position) -> Option<[Hexes; MAX_PLAYERS]> {
    let empty = game.empty(position);
    let mut reached = 0;
    let mut doors = [0; MAX_PLAYERS];
    for player in game.seats() {
        let own = position.stacks[player.index()];
        let beside = game.pasture.around(own & position.tall) & empty;
        let has_to_place = own == 0 && empty & game.pasture.rim() != 0;
        if has_to_place || beside & reached != 0 {
            return None;
        }
        reached |= beside;
        doors[player.index()] = beside;
    }
    let mut fields = [0; MAX_PLAYERS];
    let mut taken = 0;
    for player in game.seats() {
        let field = game.pasture.connected(doors[player.index()], empty);
        if field & taken != 0 {
            return None;
        }
        taken |= field;
        fields[player.index()] = field;
    }
    Some(fields)
}
