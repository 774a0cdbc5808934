//! What the opinions count, part by part.

use super::classic::{Material, ring_worth};
use super::learned::{Learnt, Source};
use super::patterns::{self, Windowed};
use super::weights::Weights;
use crate::draughts::board::{Board, Word, bits, step};
use crate::draughts::moves::forward;
use crate::draughts::position::Position;
use crate::draughts::rules::Draughts;
use crate::draughts::ruleset::{Colour, Ruleset, WordOf};
use crate::draughts::view::name;
use plyground_engine::explain::Part;
use plyground_engine::game::Player;
use plyground_engine::learn::ledger::Ledger;
use plyground_engine::learn::phased::Phased;
use plyground_engine::learn::weights::SCALE;
use plyground_engine::message;
use plyground_engine::message::Message;

fn men_name() -> Message {
    message!("part.draughts.men", "men")
}

fn kings_name() -> Message {
    message!("part.draughts.kings", "kings")
}

fn free_name() -> Message {
    message!("part.draughts.free", "steps that men can make")
}

fn supported_name() -> Message {
    message!("part.draughts.supported", "men with another one behind")
}

fn tempo_name() -> Message {
    message!("part.draughts.tempo", "to be on the move")
}

/// The pieces of both sides, the player's first.
struct Sides<W> {
    men: [W; 2],
    kings: [W; 2],
    colours: [Colour; 2],
}

impl<W: Word> Sides<W> {
    fn of<R: Ruleset>(position: &Position<WordOf<R>>, player: Player) -> Sides<WordOf<R>> {
        let own = Draughts::<R>::colour(player);
        let colours = [own, own.other()];
        let pieces = colours.map(|colour| position.pieces[colour.index()]);
        Sides {
            men: pieces.map(|pieces| pieces & !position.kings),
            kings: pieces.map(|pieces| pieces & position.kings),
            colours,
        }
    }
}

fn counts<W: Word>(sides: [W; 2]) -> [i32; 2] {
    sides.map(|side| side.count() as i32)
}

/// A part made of pieces, each worth what is said of it by its side and bit.
fn of_pieces<R: Ruleset>(
    title: Message,
    sides: [WordOf<R>; 2],
    worth: impl Fn(usize, u8) -> i32,
) -> Part {
    let mut cells = Vec::new();
    for (side, sign) in [(0, 1), (1, -1)] {
        for bit in bits(sides[side]) {
            cells.push((name::<R>(bit), sign * worth(side, bit)));
        }
    }
    let [own, other] = counts(sides);
    Part::of_cells(title, cells).with_counts(own, other)
}

pub(super) fn material<R: Ruleset>(
    material: Material,
    position: &Position<WordOf<R>>,
    player: Player,
) -> Vec<Part> {
    let sides = Sides::<WordOf<R>>::of::<R>(position, player);
    vec![
        of_pieces::<R>(men_name(), sides.men, |_, _| material.man),
        of_pieces::<R>(kings_name(), sides.kings, |_, _| material.king),
    ]
}

pub(super) fn rings<R: Ruleset>(position: &Position<WordOf<R>>, player: Player) -> Vec<Part> {
    let sides = Sides::<WordOf<R>>::of::<R>(position, player);
    let men = message!("part.draughts.menRings", "men by the ring they stand on");
    let kings = message!("part.draughts.kingRings", "kings by their ring, twice");
    vec![
        of_pieces::<R>(men, sides.men, |_, bit| ring_worth::<R::Board>(bit)),
        of_pieces::<R>(kings, sides.kings, |_, bit| 2 * ring_worth::<R::Board>(bit)),
    ]
}

/// The parts of a sum of weights with so many steps a point.
fn ledger<R: Ruleset>(pieces: i32, scale: i32) -> Ledger {
    Ledger::new(pieces, 2 * Draughts::<R>::MEN as i32, scale)
}

/// A part made of the pieces of both sides.
fn add_pieces<R: Ruleset>(
    ledger: &mut Ledger,
    title: Message,
    sides: [WordOf<R>; 2],
    weight: impl Fn(usize, u8) -> Phased,
) {
    let mut cells = Vec::new();
    for (side, sign) in [(0, 1), (1, -1)] {
        for bit in bits(sides[side]) {
            cells.push((name::<R>(bit), sign * ledger.numerator(weight(side, bit))));
        }
    }
    ledger.add_cells(title, cells, Some(counts(sides)));
}

/// The steps that a man can make, and the own men that it could step on to.
fn freedom<R: Ruleset>(man: u8, men: WordOf<R>, empty: WordOf<R>, is_white: bool) -> [i32; 2] {
    let man = WordOf::<R>::of(man);
    let ahead = forward(is_white).map(|direction| step::<R::Board>(man, direction));
    let among = |squares| {
        ahead
            .iter()
            .filter(|&&square| square.meets(squares))
            .count() as i32
    };
    [among(empty), among(men)]
}

pub(super) fn squares<R: Ruleset>(
    weights: &Weights,
    position: &Position<WordOf<R>>,
    player: Player,
) -> Vec<Part> {
    let sides = Sides::<WordOf<R>>::of::<R>(position, player);
    let occupied = position.pieces[0] | position.pieces[1];
    let empty = R::Board::ALL & !occupied;
    let mut ledger = ledger::<R>(occupied.count() as i32, 1);
    let is_white = |side: usize| sides.colours[side] == Colour::White;
    let index = |side, bit: u8| {
        let number = R::Board::NUMBERS[bit as usize] as usize;
        match is_white(side) {
            true => number - 1,
            false => R::Board::SQUARES - number,
        }
    };
    let free = |side, bit| freedom::<R>(bit, sides.men[side], empty, is_white(side));
    let men_squares = message!("part.draughts.menSquares", "squares on which men stand");
    let king_squares = message!("part.draughts.kingSquares", "squares on which kings stand");
    let (men, kings) = (sides.men, sides.kings);
    add_pieces::<R>(&mut ledger, men_name(), men, |_, _| weights.man);
    add_pieces::<R>(&mut ledger, men_squares, men, |side, bit| {
        weights.men[index(side, bit)]
    });
    add_pieces::<R>(&mut ledger, kings_name(), kings, |_, _| weights.king);
    add_pieces::<R>(&mut ledger, king_squares, kings, |side, bit| {
        weights.kings[index(side, bit)]
    });
    add_pieces::<R>(&mut ledger, free_name(), men, |side, bit| {
        weights.free * free(side, bit)[0]
    });
    add_pieces::<R>(&mut ledger, supported_name(), men, |side, bit| {
        weights.supported * free(side, bit)[1]
    });
    let mover = if position.to_move == sides.colours[0] {
        1
    } else {
        -1
    };
    ledger.add(tempo_name(), weights.tempo, mover);
    ledger.into_parts()
}

impl Source {
    /// What it is called; a window by the squares of its corners.
    fn title<R: Ruleset>(self) -> Message
    where
        R::Board: Windowed,
    {
        match self {
            Source::Men => men_name(),
            Source::Kings => kings_name(),
            Source::Crowned => message!("part.draughts.crowned", "to have any king"),
            Source::Tempo => tempo_name(),
            Source::Opposition => message!("part.draughts.opposition", "the opposition"),
            Source::Free => free_name(),
            Source::Supported => supported_name(),
            Source::Mobility => message!("part.draughts.mobility", "squares for kings to go to"),
            Source::Balance => message!("part.draughts.balance", "balance of the wings"),
            Source::KingSquares => {
                message!("part.draughts.kingSquares", "squares on which kings stand")
            }
            Source::Material => message!("part.draughts.material", "what is on the board together"),
            Source::Window(window) => {
                let squares = patterns::squares::<R::Board>(window);
                let [from, to] = [squares[0], squares[squares.len() - 1]].map(name::<R>);
                message!(
                    "part.draughts.pattern",
                    "the pattern {from} to {to}",
                    from = from,
                    to = to
                )
            }
        }
    }
}

pub(super) fn learned<R: Ruleset>(
    learnt: &Learnt<R>,
    position: &Position<WordOf<R>>,
    player: Player,
) -> Vec<Part>
where
    R::Board: Windowed,
{
    let sides = Sides::<WordOf<R>>::of::<R>(position, player);
    let occupied = position.pieces[0] | position.pieces[1];
    let pieces = (occupied.count() as i32).min(2 * Draughts::<R>::MEN as i32);
    let mut ledger = ledger::<R>(pieces, SCALE as i32);
    let sign = if sides.colours[0] == Colour::White {
        1
    } else {
        -1
    };
    let any_men = sides.men[0] | sides.men[1];
    learnt.tell_sources(position, |source, weight, count| {
        let title = source.title::<R>();
        let kinds = match source {
            Source::Men => Some(sides.men),
            Source::Kings => Some(sides.kings),
            _ => None,
        };
        let is_of = |[own, other]: [i32; 2]| own - other == sign * count;
        if let Some(kinds) = kinds.filter(|&kinds| is_of(counts(kinds))) {
            add_pieces::<R>(&mut ledger, title, kinds, |_, _| weight);
        } else if let Source::Window(window) = source {
            let squares = patterns::squares::<R::Board>(window);
            let is_man = |bit: &&u8| any_men.meets(WordOf::<R>::of(**bit));
            let men: Vec<u8> = squares.iter().filter(is_man).copied().collect();
            let cells = if men.is_empty() { squares } else { men };
            let cells = cells.into_iter().map(name::<R>).collect();
            ledger.add_shared(title, weight, sign * count, cells);
        } else {
            ledger.add(title, weight, sign * count);
        }
    });
    ledger.into_parts()
}
