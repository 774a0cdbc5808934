//! What the opinions count, part by part.

use super::classic::{CERTAIN, certain_winner, classic_halves_and_doors};
use super::learned::{Source, names};
use super::notation::name;
use super::pasture::{Hexes, ones};
use super::regions::{SHARES, territory_by_hex};
use super::rules::{BattleSheep, Position};
use plyground_engine::explain::{Part, Rounded};
use plyground_engine::game::Player;
use plyground_engine::learn::ledger::{Ledger, shared};
use plyground_engine::learn::phased::Phased;
use plyground_engine::message;
use plyground_engine::message::Message;

fn free_sides_name() -> Message {
    message!("part.sheep.sides", "free sides of free sheep")
}

fn evenness_name() -> Message {
    message!(
        "part.sheep.evenness",
        "difference of largest and smallest stack"
    )
}

fn held_name() -> Message {
    message!("part.sheep.held", "hexes held")
}

/// What one player has by the classic score.
struct Holding {
    /// Free sides of free sheep, by stack.
    sides: Vec<(String, i32)>,
    /// Between the largest and the smallest stack.
    difference: i32,
}

impl Holding {
    fn of(game: &BattleSheep, position: &Position, player: Player) -> Holding {
        let own = position.stacks[player.index()];
        let empty = game.empty(position);
        let height = |hex| i32::from(position.height(hex));
        let sides = ones(own & position.tall).map(|hex| {
            let free = (game.pasture.neighbours(hex) & empty).count_ones() as i32;
            (name(&game.pasture, hex), free * (height(hex) - 1))
        });
        let (largest, smallest) = (ones(own).map(height).max(), ones(own).map(height).min());
        Holding {
            sides: sides.collect(),
            difference: largest.unwrap_or(0) - smallest.unwrap_or(0),
        }
    }

    fn sum_of_sides(&self) -> i32 {
        self.sides.iter().map(|(_, sides)| sides).sum()
    }

    fn halves(&self) -> i32 {
        2 * self.sum_of_sides() - self.difference
    }
}

/// The classic score against the other, or the best of the others.
pub(super) fn classic(game: &BattleSheep, position: &Position, player: Player) -> Vec<Part> {
    if game.players == 2 {
        let empty = game.empty(position);
        let doors = [0, 1]
            .map(|seat| classic_halves_and_doors(game, position, position.stacks[seat], empty).1);
        if let Some(winner) = certain_winner(game, position, doors) {
            let points = if winner == player { CERTAIN } else { -CERTAIN };
            let name = message!("part.sheep.certain", "the other side is stuck: certain");
            return vec![Part::new(name, points)];
        }
    }
    let own = Holding::of(game, position, player);
    let rivals = game.seats().filter(|&other| other != player);
    let rivals = rivals.map(|rival| Holding::of(game, position, rival));
    let Some(rival) = rivals.max_by_key(Holding::halves) else {
        return Vec::new();
    };
    let signed = |sides: &[(String, i32)], sign: i32| -> Vec<(String, i32)> {
        let points = sides
            .iter()
            .map(|(hex, sides)| (hex.clone(), 2 * sign * sides));
        points.collect()
    };
    let cells = [signed(&own.sides, 1), signed(&rival.sides, -1)].concat();
    vec![
        Part::of_cells(free_sides_name(), cells)
            .with_counts(own.sum_of_sides(), rival.sum_of_sides()),
        Part::new(evenness_name(), rival.difference - own.difference)
            .with_counts(own.difference, rival.difference),
    ]
}

/// The points of a hex, and of a classic half point.
pub(super) struct Worth {
    pub(super) hex: i32,
    pub(super) classic_half: i32,
}

/// What a player has, less what the others have on average.
pub(super) fn territory(
    game: &BattleSheep,
    position: &Position,
    player: Player,
    worth: &Worth,
) -> Vec<Part> {
    let mut less = Rounded::by(game.players as i32 - 1);
    let others = || game.seats().filter(|&other| other != player);
    // The points of one thing that each player has, as a part.
    let mut part = |title: Message, of: &dyn Fn(Player) -> i32| {
        let theirs: i64 = others().map(|other| i64::from(of(other))).sum();
        Part::new(title, of(player) - less.more(theirs))
    };
    let held = |player: Player| position.stacks[player.index()].count_ones() as i32;
    let expected = territory_by_hex(game, position);
    let to_be_had = |player: Player| {
        let of_hex = |(_, shares): &(u8, [i32; 4])| shares[player.index()];
        expected.iter().map(of_hex).sum::<i32>() * worth.hex / SHARES
    };
    let holding = |player| Holding::of(game, position, player);
    let sides = |player| 2 * worth.classic_half * holding(player).sum_of_sides();
    let evenness = |player| -worth.classic_half * holding(player).difference;
    let parts = [
        part(held_name(), &|player| worth.hex * held(player)),
        part(
            message!("part.sheep.expected", "hexes to be had"),
            &to_be_had,
        ),
        part(free_sides_name(), &sides),
        part(evenness_name(), &evenness),
    ];
    if game.players != 2 {
        return parts.into();
    }
    let rival = player.opponent();
    let [mut hexes, mut hoped, mut free, mut uneven] = parts;
    let stacks = [(player, 1), (rival, -1)]
        .into_iter()
        .flat_map(|(seat, sign)| {
            let stacks = ones(position.stacks[seat.index()]);
            stacks.map(move |hex| (name(&game.pasture, hex), sign * worth.hex))
        });
    hexes = hexes
        .with_counts(held(player), held(rival))
        .with_cells(stacks);
    let mut rounded = [(player, 1), (rival, -1)].map(|side| (side, Rounded::by(SHARES)));
    let mut cells = Vec::new();
    for (hex, shares) in &expected {
        for ((seat, sign), rounded) in &mut rounded {
            let share = i64::from(shares[seat.index()] * worth.hex);
            cells.push((name(&game.pasture, *hex), *sign * rounded.more(share)));
        }
    }
    hoped = hoped.with_cells(cells);
    let [own, other] = [player, rival].map(holding);
    let of_sides = [(&own, 1), (&other, -1)]
        .into_iter()
        .flat_map(|(holding, sign)| {
            let worth = 2 * worth.classic_half * sign;
            let sides = holding.sides.iter();
            sides.map(move |(hex, sides)| (hex.clone(), worth * sides))
        });
    free = free.with_cells(of_sides.collect::<Vec<_>>());
    free = free.with_counts(own.sum_of_sides(), other.sum_of_sides());
    uneven = uneven.with_counts(own.difference, other.difference);
    vec![hexes, hoped, free, uneven]
}

/// One thing that was learnt: what it weighs, how often a player has it more than the
/// other, and on which hexes it lies.
pub(super) struct Weighed {
    pub(super) source: Source,
    pub(super) weight: Phased,
    pub(super) count: i32,
    pub(super) hexes: Hexes,
}

/// What was learnt, source by source.
pub(super) fn learned(game: &BattleSheep, told: &[Weighed], mut ledger: Ledger) -> Vec<Part> {
    for source in Source::ALL {
        let of_source = || told.iter().filter(|weighed| weighed.source == source);
        let mut cells = Vec::new();
        for weighed in of_source() {
            let total = i64::from(weighed.count) * ledger.numerator(weighed.weight);
            cells.extend(shared(total, names(game, weighed.hexes)));
        }
        let is_placed = of_source().all(|weighed| weighed.hexes != 0);
        if is_placed && !cells.is_empty() {
            ledger.add_cells(source.title(), cells, None);
        } else {
            for weighed in of_source() {
                ledger.add(source.title(), weighed.weight, weighed.count);
            }
        }
    }
    ledger.into_parts()
}

impl Source {
    const ALL: [Source; 10] = [
        Source::Held,
        Source::Sole,
        Source::Nearer,
        Source::Together,
        Source::Sheep,
        Source::Sides,
        Source::Shapes,
        Source::Evenness,
        Source::Tempo,
        Source::Unplaced,
    ];

    fn title(self) -> Message {
        match self {
            Source::Held => held_name(),
            Source::Unplaced => message!("part.sheep.unplaced", "a flock still to be placed"),
            Source::Evenness => evenness_name(),
            Source::Sides => free_sides_name(),
            Source::Sole => message!("part.sheep.sole", "hexes that nobody else can enter"),
            Source::Sheep => message!("part.sheep.sheep", "sheep too many or too few"),
            Source::Nearer => message!("part.sheep.nearer", "hexes reached first"),
            Source::Together => message!(
                "part.sheep.together",
                "hexes that both reach at once: the mover's"
            ),
            Source::Tempo => message!("part.sheep.tempo", "to be on the move"),
            Source::Shapes => message!("part.sheep.shapes", "stacks by height and room around"),
        }
    }
}
