//! Positions with few pieces, numbered slice by slice.
//!
//! A state is seen by the side to move, which moves up; for Black the board is turned.
//! What is on the board makes a [`Side`] of a slice: own men, own kings, the enemy's men
//! and kings. A quiet move leads to the same pieces seen by the other side, so a slice
//! holds two sides, one behind the other, or one where both have the same pieces.
//!
//! No man stands on the row on which it is crowned. So an own man on the lowest row
//! takes no square from the enemy's men, one further up does: states go by how many own
//! men stand on the lowest row, and then there are no gaps:
//!
//! ```text
//! own men below, own men above, enemy's men, own kings, enemy's kings (the fastest)
//! ```
//!
//! Each set is numbered among the squares that those before it have left.

use crate::draughts::board::{Board, Word, turned};
use crate::draughts::moves::last_rows;
use crate::draughts::position::Position;
use crate::draughts::ruleset::Colour;

/// The most pieces that can be numbered.
pub const MOST_PIECES: usize = 7;
const MOST_A_SIDE: usize = MOST_PIECES - 1;
const MOST_SQUARES: usize = 72;

/// In how many ways so many squares (the second index) can be chosen.
static CHOICES: [[u32; MOST_SQUARES + 1]; MOST_A_SIDE + 1] = {
    let mut choices = [[0; MOST_SQUARES + 1]; MOST_A_SIDE + 1];
    let mut squares = 0;
    while squares <= MOST_SQUARES {
        choices[0][squares] = 1;
        let mut chosen = 1;
        while chosen <= MOST_A_SIDE && squares > 0 {
            choices[chosen][squares] =
                choices[chosen][squares - 1] + choices[chosen - 1][squares - 1];
            chosen += 1;
        }
        squares += 1;
    }
    choices
};

fn choices(chosen: usize, squares: usize) -> u64 {
    u64::from(CHOICES[chosen][squares])
}

/// The pieces, seen by the side to move, which moves up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<W> {
    pub own_men: W,
    pub own_kings: W,
    pub enemy_men: W,
    pub enemy_kings: W,
}

impl<W: Word> State<W> {
    #[inline(always)]
    pub fn of<B: Board<Word = W>>(position: &Position<W>) -> State<W> {
        let own = position.pieces[position.to_move.index()];
        let enemy = position.pieces[position.to_move.other().index()];
        let state = State {
            own_men: own & !position.kings,
            own_kings: own & position.kings,
            enemy_men: enemy & !position.kings,
            enemy_kings: enemy & position.kings,
        };
        match position.to_move {
            Colour::White => state,
            Colour::Black => State {
                own_men: turned::<B>(state.own_men),
                own_kings: turned::<B>(state.own_kings),
                enemy_men: turned::<B>(state.enemy_men),
                enemy_kings: turned::<B>(state.enemy_kings),
            },
        }
    }

    /// As a position with White to move and no counters.
    pub fn position(&self) -> Position<W> {
        let own = self.own_men | self.own_kings;
        let enemy = self.enemy_men | self.enemy_kings;
        Position::new(
            [own, enemy],
            self.own_kings | self.enemy_kings,
            Colour::White,
        )
    }

    /// The same board as the other side sees it.
    #[inline(always)]
    pub(super) fn seen_by_other<B: Board<Word = W>>(&self) -> State<W> {
        State {
            own_men: turned::<B>(self.enemy_men),
            own_kings: turned::<B>(self.enemy_kings),
            enemy_men: turned::<B>(self.own_men),
            enemy_kings: turned::<B>(self.own_kings),
        }
    }

    #[inline(always)]
    pub(super) fn men(&self) -> W {
        self.own_men | self.enemy_men
    }

    #[inline(always)]
    pub(super) fn all(&self) -> W {
        self.men() | self.own_kings | self.enemy_kings
    }

    #[inline(always)]
    pub fn material(&self) -> Material {
        Material {
            own_men: self.own_men.count() as u8,
            own_kings: self.own_kings.count() as u8,
            enemy_men: self.enemy_men.count() as u8,
            enemy_kings: self.enemy_kings.count() as u8,
        }
    }
}

/// How many pieces there are, seen by the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Material {
    pub own_men: u8,
    pub own_kings: u8,
    pub enemy_men: u8,
    pub enemy_kings: u8,
}

impl Material {
    pub fn pieces(&self) -> usize {
        let Material {
            own_men,
            own_kings,
            enemy_men,
            enemy_kings,
        } = *self;
        usize::from(own_men + own_kings + enemy_men + enemy_kings)
    }

    fn men(&self) -> u8 {
        self.own_men + self.enemy_men
    }

    /// Whether captures and crownings may leave those pieces of these, and nothing more.
    pub(super) fn leads_to(&self, other: Material) -> bool {
        let fits = |other: Material| {
            other.own_men <= self.own_men
                && other.enemy_men <= self.enemy_men
                && other.own_men + other.own_kings <= self.own_men + self.own_kings
                && other.enemy_men + other.enemy_kings <= self.enemy_men + self.enemy_kings
        };
        *self != other && *self != other.turned() && (fits(other) || fits(other.turned()))
    }

    fn turned(&self) -> Material {
        Material {
            own_men: self.enemy_men,
            own_kings: self.enemy_kings,
            enemy_men: self.own_men,
            enemy_kings: self.own_kings,
        }
    }

    /// A number of its own; each kind has three bits.
    #[inline(always)]
    pub(super) fn code(&self) -> usize {
        usize::from(self.own_men) << 9
            | usize::from(self.own_kings) << 6
            | usize::from(self.enemy_men) << 3
            | usize::from(self.enemy_kings)
    }
}

pub(super) const CODES: usize = 1 << 12;

/// Both sides' pieces as letters: m for a man, k for a king.
impl std::fmt::Display for Material {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let side =
            |men: u8, kings: u8| "k".repeat(usize::from(kings)) + &"m".repeat(usize::from(men));
        let own = side(self.own_men, self.own_kings);
        write!(f, "{own}-{}", side(self.enemy_men, self.enemy_kings))
    }
}

/// Where a state lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub slice: usize,
    pub index: u64,
}

/// One side of a slice: all states with the same pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Side {
    pub(super) material: Material,
    pub(super) slice: u32,
    /// Where it begins in its slice.
    pub(super) first: u64,
    pub(super) count: u64,
    /// By how many own men stand on the lowest row: where those states begin, in how
    /// many ways the other men can stand above, and the enemy's men.
    below: [Below; MOST_A_SIDE + 1],
    own_kings: u64,
    enemy_kings: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Below {
    first: u64,
    above: u64,
    enemy_men: u64,
}

/// The squares on which each kind can stand, whatever else is on the board.
struct Zones<W> {
    lowest: W,
    middle: W,
    enemy_men: W,
}

#[inline(always)]
fn zones<B: Board>() -> Zones<B::Word> {
    let (lowest, _) = last_rows::<B>(false);
    let (highest, _) = last_rows::<B>(true);
    Zones {
        lowest,
        middle: B::ALL & !lowest & !highest,
        enemy_men: B::ALL & !lowest,
    }
}

impl Side {
    fn new<B: Board>(material: Material, slice: u32, first: u64) -> Side {
        let row = B::SIZE / 2;
        let (men, enemies) = (
            usize::from(material.own_men),
            usize::from(material.enemy_men),
        );
        let free = B::SQUARES - men - enemies;
        let own_kings = choices(usize::from(material.own_kings), free);
        let free = free - usize::from(material.own_kings);
        let enemy_kings = choices(usize::from(material.enemy_kings), free);
        let mut side = Side {
            material,
            slice,
            first,
            count: 0,
            below: [Below::default(); MOST_A_SIDE + 1],
            own_kings,
            enemy_kings,
        };
        for count in 0..=men.min(row) {
            let above = men - count;
            let below = Below {
                first: side.count,
                above: choices(above, B::SQUARES - 2 * row),
                enemy_men: choices(enemies, B::SQUARES - row - above),
            };
            side.below[count] = below;
            side.count +=
                choices(count, row) * below.above * below.enemy_men * own_kings * enemy_kings;
        }
        side
    }

    /// The number of a state of this side in its slice.
    #[inline(always)]
    pub(super) fn index<B: Board>(&self, state: &State<B::Word>) -> u64 {
        let room = B::ALL & !state.men() & !state.own_kings;
        self.first_index::<B>(state) + number(state.enemy_kings, room)
    }

    /// The number of the first of the states that differ from this one in the enemy's
    /// kings alone.
    #[inline(always)]
    pub(super) fn first_index<B: Board>(&self, state: &State<B::Word>) -> u64 {
        let zones = zones::<B>();
        let mut index = 0;
        let mut first = self.first;
        if self.material.own_men > 0 {
            let below = state.own_men & zones.lowest;
            let number = number(below, zones.lowest);
            let below = &self.below[below.count() as usize];
            first += below.first;
            let above = state.own_men & !zones.lowest;
            index = number * below.above + self::number(above, zones.middle);
            index *= below.enemy_men;
        }
        if self.material.enemy_men > 0 {
            index += number(state.enemy_men, zones.enemy_men & !state.own_men);
        }
        index = index * self.own_kings + number(state.own_kings, B::ALL & !state.men());
        first + index * self.enemy_kings
    }

    /// How many states back the one lies that differs by a step of the second fastest
    /// set, and of the third; 0 where there is no such set.
    pub(super) fn steps_back(&self) -> [usize; 2] {
        let sets = [self.enemy_kings, self.own_kings, self.below[0].enemy_men];
        let mut steps = [0; 2];
        let mut step = 1;
        for (found, count) in sets
            .into_iter()
            .filter(|&count| count > 1)
            .take(2)
            .enumerate()
        {
            step *= count;
            steps[found] = if step < self.count { step as usize } else { 0 };
        }
        steps
    }

    /// The state with this number.
    pub(super) fn state<B: Board>(&self, index: u64) -> State<B::Word> {
        let zones = zones::<B>();
        let mut rest = index - self.first;
        let most = usize::from(self.material.own_men).min(B::SIZE / 2);
        let count = (0..=most)
            .rev()
            .find(|&count| self.below[count].first <= rest);
        let count = count.unwrap_or(0);
        let below = &self.below[count];
        rest -= below.first;
        let mut digit = |base: u64| {
            let digit = rest % base;
            rest /= base;
            digit
        };
        let enemy_kings = digit(self.enemy_kings);
        let own_kings = digit(self.own_kings);
        let enemy_men = digit(below.enemy_men);
        let above = digit(below.above);
        let below = set(rest, count, zones.lowest);
        let above = set(
            above,
            usize::from(self.material.own_men) - count,
            zones.middle,
        );
        let own_men = below | above;
        let enemy_men = set(
            enemy_men,
            usize::from(self.material.enemy_men),
            zones.enemy_men & !own_men,
        );
        let free = B::ALL & !own_men & !enemy_men;
        let own_kings = set(own_kings, usize::from(self.material.own_kings), free);
        let free = free & !own_kings;
        let enemy_kings = set(enemy_kings, usize::from(self.material.enemy_kings), free);
        State {
            own_men,
            own_kings,
            enemy_men,
            enemy_kings,
        }
    }
}

/// The number of a set among all sets of as many of the squares `within`.
#[inline(always)]
pub(super) fn number<W: Word>(set: W, within: W) -> u64 {
    let (mut rest, mut number, mut chosen) = (set, 0, 1);
    while !rest.is_empty() {
        let before = (within & rest.below_lowest()).count() as usize;
        number += choices(chosen, before);
        chosen += 1;
        rest = rest.without_lowest();
    }
    number
}

/// The set of so many of the squares `within` that has this number.
fn set<W: Word>(mut number: u64, count: usize, within: W) -> W {
    let mut squares = W::NONE;
    let mut places = within.count() as usize;
    for chosen in (1..=count).rev() {
        while choices(chosen, places - 1) > number {
            places -= 1;
        }
        places -= 1;
        number -= choices(chosen, places);
        squares |= nth(places, within);
    }
    squares
}

fn nth<W: Word>(place: usize, within: W) -> W {
    let mut rest = within;
    for _ in 0..place {
        rest = rest.without_lowest();
    }
    W::of(rest.lowest())
}

/// The set with number 0.
fn first_set<W: Word>(count: u8, within: W) -> W {
    set(0, usize::from(count), within)
}

/// The next set of as many of the squares `within`, by number; none after the last one.
#[inline(always)]
fn next_set<W: Word>(set: W, within: W) -> W {
    // The lowest piece that can step up does; those below it go back to the bottom.
    let mut rest = set;
    let mut passed = 0;
    while !rest.is_empty() {
        let piece = W::of(rest.lowest());
        rest = rest.without_lowest();
        let above = within & !piece.below_lowest() & !piece;
        if above.is_empty() {
            return W::NONE;
        }
        let next = W::of(above.lowest());
        if !rest.meets(next) {
            return rest | next | first_set(passed, within);
        }
        passed += 1;
    }
    W::NONE
}

/// The states of a side, one by one from any of them on.
pub(super) struct Walk<'s, B: Board> {
    side: &'s Side,
    pub(super) index: u64,
    pub(super) state: State<B::Word>,
}

impl<'s, B: Board> Walk<'s, B> {
    pub(super) fn from(side: &'s Side, index: u64) -> Walk<'s, B> {
        Walk {
            side,
            index,
            state: side.state::<B>(index),
        }
    }

    /// Goes on to the next state, if there is one.
    #[inline(always)]
    pub(super) fn advance(&mut self) {
        self.index += 1;
        let Material {
            own_kings,
            enemy_kings,
            ..
        } = self.side.material;
        let state = &mut self.state;
        let room = B::ALL & !state.men() & !state.own_kings;
        let next = next_set(state.enemy_kings, room);
        if !next.is_empty() {
            state.enemy_kings = next;
            return;
        }
        let next = next_set(state.own_kings, B::ALL & !state.men());
        if !next.is_empty() {
            state.own_kings = next;
            let room = B::ALL & !state.men() & !next;
            state.enemy_kings = first_set(enemy_kings, room);
            return;
        }
        let next = next_set(state.enemy_men, zones::<B>().enemy_men & !state.own_men);
        if !next.is_empty() {
            state.enemy_men = next;
            let room = B::ALL & !state.men();
            state.own_kings = first_set(own_kings, room);
            state.enemy_kings = first_set(enemy_kings, room & !state.own_kings);
            return;
        }
        if self.index < self.side.first + self.side.count {
            *state = self.side.state::<B>(self.index);
        }
    }
}

/// A slice: what is on the board, whoever is to move.
#[derive(Clone, Copy, Debug)]
pub struct Slice {
    pub material: Material,
    pub count: u64,
}

/// All slices with at most so many pieces, in an order in which captures and crownings
/// lead to earlier ones.
#[derive(Debug)]
pub struct Numbering {
    slices: Vec<Slice>,
    /// By the code of their material; of no states where there are none.
    sides: Box<[Side]>,
}

impl Numbering {
    pub fn new<B: Board>(most_pieces: usize) -> Numbering {
        let mut numbering = Numbering {
            slices: Vec::new(),
            sides: vec![Side::default(); CODES].into(),
        };
        for pieces in 2..=most_pieces.min(MOST_PIECES) {
            let mut materials = Vec::new();
            for own in 1..pieces {
                for own_men in 0..=own {
                    for enemy_men in 0..=pieces - own {
                        materials.push(Material {
                            own_men: own_men as u8,
                            own_kings: (own - own_men) as u8,
                            enemy_men: enemy_men as u8,
                            enemy_kings: (pieces - own - enemy_men) as u8,
                        });
                    }
                }
            }
            materials.sort_by_key(|material| (material.men(), material.code()));
            for material in materials.into_iter().rev() {
                if material.code() >= material.turned().code() {
                    numbering.slices.push(Slice { material, count: 0 });
                }
            }
        }
        // Fewest pieces first, then fewest men.
        numbering
            .slices
            .sort_by_key(|slice| (slice.material.pieces(), slice.material.men()));
        for number in 0..numbering.slices.len() {
            let material = numbering.slices[number].material;
            let mut count = 0;
            for material in [material, material.turned()] {
                if count == 0 || material != material.turned() {
                    let side = Side::new::<B>(material, number as u32, count);
                    count += side.count;
                    numbering.sides[material.code()] = side;
                }
            }
            numbering.slices[number].count = count;
        }
        numbering
    }

    pub fn slices(&self) -> &[Slice] {
        &self.slices
    }

    #[inline(always)]
    pub(super) fn side(&self, material: Material) -> &Side {
        &self.sides[material.code() & (CODES - 1)]
    }

    /// The two sides of a slice; twice the same where both have the same pieces.
    pub(super) fn sides(&self, slice: usize) -> [&Side; 2] {
        let material = self.slices[slice].material;
        [self.side(material), self.side(material.turned())]
    }

    /// The same, each once.
    pub(super) fn distinct_sides(&self, slice: usize) -> impl Iterator<Item = &Side> {
        let [first, second] = self.sides(slice);
        let is_two = first.material != second.material;
        [first, second].into_iter().take(1 + usize::from(is_two))
    }

    /// Where a state lies; it must have no more pieces than are numbered, and both
    /// sides must have some.
    #[inline(always)]
    pub fn place<B: Board>(&self, state: &State<B::Word>) -> Place {
        let side = self.side(state.material());
        Place {
            slice: side.slice as usize,
            index: side.index::<B>(state),
        }
    }

    pub fn state<B: Board>(&self, place: Place) -> State<B::Word> {
        self.side_at(place).state::<B>(place.index)
    }

    #[inline(always)]
    pub(super) fn side_at(&self, place: Place) -> &Side {
        let [first, second] = self.sides(place.slice);
        match place.index < first.first + first.count {
            true => first,
            false => second,
        }
    }
}
