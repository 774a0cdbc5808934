//! All states of a class that have the enemy's soldiers in common: the unit in which sweeps go.
//!
//! The row's states have their successors in a few rows of the table, one for each square on which
//! the own king can stand after the move. A [`View`] is such a row as seen from here.

use super::subsets::{BINOMIALS, SETS_OF_18, SETS_OF_22, number, with_back, without};
use super::{Class, Kings, Numbering, ROW, STATES_OF_CLASS, lines, origins, soldier_slides};
use crate::kings_valley::board::{CENTRE_BIT, Square, Squares, ones, slides};
use plyground_engine::solve::retrograde::{Cell, Next, Sweep, SweepBack};
use std::ops::ControlFlow;

const WORDS: usize = ROW / 64;

pub(super) struct Row<'n> {
    numbering: &'n Numbering,
    class: usize,
    kings: Class,
    /// The 22 squares of the class.
    squares: [Square; 22],
    /// Where the own king may stand after a move, whatever the soldiers do.
    king_squares: Squares,
    enemy: Squares,
    /// Own soldiers and index of each state, by its place in the row.
    own: Vec<Squares>,
    indices: Vec<u32>,
    /// Where the successors lie, by the own king's square.
    views: [View; 25],
    /// The row itself, as the place of its own soldiers.
    places: [u8; 32],
    enemy_numbers: Vec<u16>,
}

/// The row of the table that holds the successors with one square of the own king.
#[derive(Clone, Copy, Default)]
struct View {
    first: u64,
    /// The place of each square among the 18 of the row, and the square of each place.
    places: [u8; 32],
    squares: [Square; 18],
}

/// What a free square adds to the numbers of a state.
#[derive(Clone, Copy, Default)]
struct Free {
    bit: Squares,
    /// One in each of four three-bit fields whose enemy soldier stands above.
    below: u16,
    /// To the index, as the k-th of the own soldiers.
    indices: [u32; 4],
}

impl<'n> Row<'n> {
    pub(super) fn new(numbering: &'n Numbering, class: usize) -> Self {
        let kings = *numbering.class(class);
        let mut squares = [0; 22];
        for (square, free) in squares.iter_mut().zip(ones(!kings.barred)) {
            *square = free;
        }
        let reach = lines(kings.own_king) & !CENTRE_BIT & !(1 << kings.enemy_king);
        Row {
            numbering,
            class,
            kings,
            squares,
            king_squares: reach | 1 << kings.own_king,
            enemy: 0,
            own: vec![0; SETS_OF_18],
            indices: vec![0; SETS_OF_18],
            views: [View::default(); 25],
            places: [0; 32],
            enemy_numbers: vec![0; 1 << 12],
        }
    }

    pub(super) fn sweep(&mut self, enemy: usize, sweep: &mut impl Sweep) {
        let first_word = ((self.class * SETS_OF_22 + enemy) * WORDS) as u64;
        let wanted: [u64; WORDS] =
            std::array::from_fn(|word| sweep.wanted(first_word + word as u64));
        if wanted.iter().all(|&word| word == 0) {
            return;
        }
        self.enemy = with_back(self.numbering.sets[enemy], self.kings.barred);
        self.set_up_views();
        self.set_up_states(self.numbering.sets[enemy], &wanted);
        self.tell(first_word, wanted, sweep);
    }

    fn tell(&self, first_word: u64, wanted: [u64; WORDS], sweep: &mut impl Sweep) {
        let pieces = self.enemy | 1 << self.kings.own_king | 1 << self.kings.enemy_king;
        let first = self.class as u64 * STATES_OF_CLASS;
        for place in places_in(&wanted) {
            let (slot, index) = (
                64 * first_word + place as u64,
                first + u64::from(self.indices[place]),
            );
            let own = self.own[place];
            match self
                .numbering
                .end(self.kings.own_king, self.kings.enemy_king, own | pieces)
            {
                Some(cell) => sweep.ended(slot, index, cell),
                None => {
                    let _ = self.successors(own, own | pieces, sweep);
                    sweep.finished(slot, index);
                }
            }
        }
    }

    #[inline(always)]
    fn successors(
        &self,
        own: Squares,
        occupied: Squares,
        sweep: &mut impl Sweep,
    ) -> ControlFlow<()> {
        let own_king = self.kings.own_king;
        let ends = slides(own_king, occupied);
        if ends & CENTRE_BIT != 0 {
            sweep.successor(Next::Known(Cell::lost(0)))?;
        }
        let mut soldiers = [0; 4];
        for (soldier, square) in soldiers.iter_mut().zip(ones(own)) {
            *soldier = square;
        }
        for end in ones(ends & !CENTRE_BIT) {
            let view = &self.views[end as usize];
            sweep.successor(Next::State(view.first + view.number(soldiers)))?;
        }
        let view = &self.views[own_king as usize];
        let placed = view.placed(soldiers);
        for soldier in 0..4 {
            let (square, others) = Three::without(&placed, soldier);
            for end in ones(soldier_slides(square, occupied)) {
                let number = others.number_with(view.places[end as usize & 31]);
                sweep.successor(Next::State(view.first + number))?;
            }
        }
        ControlFlow::Continue(())
    }

    pub(super) fn sweep_back(&mut self, enemy: usize, sweep: &mut impl SweepBack) {
        let first_word = ((self.class * SETS_OF_22 + enemy) * WORDS) as u64;
        let mut wanted: [u64; WORDS] =
            std::array::from_fn(|word| sweep.wanted(first_word + word as u64));
        if wanted.iter().all(|&word| word == 0) {
            return;
        }
        self.enemy = with_back(self.numbering.sets[enemy], self.kings.barred);
        self.set_up_views();
        let mut reached = [0u64; WORDS];
        self.reach_by_soldiers(sweep, &mut reached);
        for square in ones(self.king_squares & !self.enemy & !(1 << self.kings.own_king)) {
            self.reach_by_king(square, sweep, &mut reached);
        }
        for (wanted, reached) in wanted.iter_mut().zip(&reached) {
            *wanted &= reached;
        }
        if wanted.iter().all(|&word| word == 0) {
            return;
        }
        self.set_up_states(self.numbering.sets[enemy], &wanted);
        let first = self.class as u64 * STATES_OF_CLASS;
        for place in places_in(&wanted) {
            let (slot, index) = (
                64 * first_word + place as u64,
                first + u64::from(self.indices[place]),
            );
            if !sweep.reached(slot, index) {
                wanted[place / 64] &= !(1 << (place % 64));
            }
        }
        self.tell(first_word, wanted, sweep);
    }

    /// The fresh states of a view's row: the soldiers of the side that has moved.
    #[inline(always)]
    fn fresh(
        &self,
        view: &View,
        sweep: &impl SweepBack,
        mut found: impl FnMut([Square; 4], Squares),
    ) {
        let last = view.first + SETS_OF_18 as u64;
        for word in view.first / 64..last.div_ceil(64) {
            let mut bits = sweep.fresh(word);
            while bits != 0 {
                let index = 64 * word + u64::from(bits.trailing_zeros());
                bits &= bits - 1;
                if (view.first..last).contains(&index) {
                    let mut set = self.numbering.sets[(index - view.first) as usize];
                    let mut soldiers = [0; 4];
                    let mut squares = 0;
                    for soldier in &mut soldiers {
                        *soldier = view.squares[set.trailing_zeros() as usize];
                        squares |= 1 << *soldier;
                        set &= set - 1;
                    }
                    found(soldiers, squares);
                }
            }
        }
    }

    fn reach_by_soldiers(&self, sweep: &impl SweepBack, reached: &mut [u64; WORDS]) {
        let pieces = self.enemy | 1 << self.kings.own_king | 1 << self.kings.enemy_king;
        let row = View {
            first: 0,
            places: self.places,
            squares: [0; 18],
        };
        self.fresh(
            &self.views[self.kings.own_king as usize],
            sweep,
            |soldiers, own| {
                let placed = row.placed(soldiers);
                for soldier in 0..4 {
                    let (square, others) = Three::without(&placed, soldier);
                    let origins = origins(square, (own | pieces) ^ 1 << square) & !CENTRE_BIT;
                    for origin in ones(origins) {
                        let place = others.number_with(self.places[origin as usize & 31]);
                        reached[place as usize / 64] |= 1 << (place % 64);
                    }
                }
            },
        );
    }

    fn reach_by_king(&self, square: Square, sweep: &impl SweepBack, reached: &mut [u64; WORDS]) {
        let pieces = self.enemy | 1 << self.kings.own_king | 1 << self.kings.enemy_king;
        let row = View {
            first: 0,
            places: self.places,
            squares: [0; 18],
        };
        self.fresh(&self.views[square as usize], sweep, |soldiers, own| {
            let is_free = own >> self.kings.own_king & 1 == 0;
            if is_free && slides(self.kings.own_king, own | pieces) >> square & 1 == 1 {
                let place = row.number(soldiers);
                reached[place as usize / 64] |= 1 << (place % 64);
            }
        });
    }

    fn set_up_views(&mut self) {
        for square in ones(self.king_squares & !self.enemy) {
            self.views[square as usize] =
                View::new(self.numbering, self.kings.enemy_king, square, self.enemy);
        }
        let taken = self.enemy | self.kings.barred;
        let mut place = 0;
        for square in 0..25 {
            self.places[square] = place;
            place += u8::from(taken >> square & 1 == 0);
        }
    }

    /// Fills in own soldiers and index of the wanted states, and of the others if that is
    /// quicker.
    fn set_up_states(&mut self, enemy_places: u32, wanted: &[u64; WORDS]) {
        const FEW: u32 = 200;
        let count: u32 = wanted.iter().map(|word| word.count_ones()).sum();
        if count > FEW {
            return self.set_up_all_states(enemy_places);
        }
        for place in places_in(wanted) {
            let own = with_back(self.numbering.sets[place], enemy_places);
            let enemy = without(enemy_places, own);
            self.own[place] = with_back(own, self.kings.barred);
            self.indices[place] = (number(own) * SETS_OF_18 + number(enemy)) as u32;
        }
    }

    /// Lists all states of the row by four nested choices among the 18 free squares.
    fn set_up_all_states(&mut self, enemy_places: u32) {
        self.number_enemies(enemy_places);
        let free = self.free_squares(enemy_places);
        let mut place = 0;
        for d in 3..18 {
            for c in 2..d {
                for b in 1..c {
                    let bits = free[d].bit | free[c].bit | free[b].bit;
                    let below = free[d].below + free[c].below + free[b].below;
                    let index = free[d].indices[3] + free[c].indices[2] + free[b].indices[1];
                    for a in &free[..b] {
                        let enemy = self.enemy_numbers[usize::from(below + a.below) & 0xfff];
                        self.own[place] = bits | a.bit;
                        self.indices[place] = index + a.indices[0] + u32::from(enemy);
                        place += 1;
                    }
                }
            }
        }
    }

    fn free_squares(&self, enemy_places: u32) -> [Free; 18] {
        let mut free = [Free::default(); 18];
        let mut enemies_above = 0o1111u16;
        let (mut count, mut passed) = (0, 0);
        for (place, &square) in self.squares.iter().enumerate() {
            if enemy_places >> place & 1 == 1 {
                enemies_above &= !(1 << (3 * passed));
                passed += 1;
            } else {
                free[count] = Free {
                    bit: 1 << square,
                    below: enemies_above,
                    indices: std::array::from_fn(|k| {
                        u32::from(BINOMIALS[k][place]) * SETS_OF_18 as u32
                    }),
                };
                count += 1;
            }
        }
        free
    }

    /// Fills in the enemy soldiers' number for every count of own soldiers below each of them,
    /// three bits a count.
    fn number_enemies(&mut self, enemy_places: u32) {
        let mut enemy = [0; 4];
        for (enemy, place) in enemy.iter_mut().zip(ones(enemy_places)) {
            *enemy = place as usize;
        }
        for a in 0..5usize {
            for b in a..5 {
                for c in b..5 {
                    for d in c..5 {
                        let below = [a, b, c, d];
                        self.enemy_numbers[a | b << 3 | c << 6 | d << 9] = (0..4)
                            .map(|k| BINOMIALS[k][enemy[k].saturating_sub(below[k])])
                            .sum();
                    }
                }
            }
        }
    }
}

impl View {
    /// The row of the states in which the side to move has this king and these soldiers, and the
    /// other side this king.
    fn new(numbering: &Numbering, own_king: Square, enemy_king: Square, own: Squares) -> View {
        let Kings { class, symmetry } = numbering.kings(own_king, enemy_king);
        let barred = numbering.class(class as usize).barred;
        let own = numbering.image(symmetry, own);
        let row = class as usize * SETS_OF_22 + number(without(own, barred));
        let mut view = View {
            first: (row * SETS_OF_18) as u64,
            ..View::default()
        };
        let taken = own | barred;
        let mut place_of = [0; 25];
        let mut place = 0;
        for (square, place_of) in place_of.iter_mut().enumerate() {
            *place_of = place;
            place += u8::from(taken >> square & 1 == 0);
        }
        for square in 0..25 {
            let image = numbering.image_of(symmetry, square) as usize;
            view.places[square as usize] = place_of[image];
            if taken >> image & 1 == 0 {
                view.squares[place_of[image] as usize] = square;
            }
        }
        view
    }

    /// The number of a set of soldiers among the row's 18 places.
    #[inline(always)]
    fn number(&self, soldiers: [Square; 4]) -> u64 {
        let places = sorted(soldiers.map(|square| u16::from(self.places[square as usize & 31])));
        let [a, b, c, d] = places.map(|place| usize::from(place) & 31);
        let [of_one, of_two, of_three, of_four] = &BINOMIALS;
        u64::from(of_one[a] + of_two[b] + of_three[c] + of_four[d])
    }

    /// The soldiers in the order of their places: place and square.
    #[inline(always)]
    fn placed(&self, soldiers: [Square; 4]) -> [u16; 4] {
        sorted(
            soldiers.map(|square| {
                u16::from(self.places[square as usize & 31]) << 8 | u16::from(square)
            }),
        )
    }
}

/// Three places in order, waiting for a fourth to make a number.
#[derive(Clone, Copy)]
struct Three {
    places: [u8; 3],
    /// What the three add, by how many of them lie below the fourth.
    sums: [u16; 4],
}

impl Three {
    /// The square of one of four placed soldiers, and the other three.
    #[inline(always)]
    fn without(placed: &[u16; 4], soldier: usize) -> (Square, Three) {
        const OTHERS: [[usize; 3]; 4] = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]];
        let [a, b, c] = OTHERS[soldier].map(|other| (placed[other] >> 8) as u8);
        (placed[soldier] as u8, Three::new(a, b, c))
    }

    #[inline(always)]
    fn new(a: u8, b: u8, c: u8) -> Three {
        let [of_one, of_two, of_three, of_four] = &BINOMIALS;
        let (at, bt, ct) = (a as usize & 31, b as usize & 31, c as usize & 31);
        let sums = [
            of_two[at] + of_three[bt] + of_four[ct],
            of_one[at] + of_three[bt] + of_four[ct],
            of_one[at] + of_two[bt] + of_four[ct],
            of_one[at] + of_two[bt] + of_three[ct],
        ];
        Three {
            places: [a, b, c],
            sums,
        }
    }

    #[inline(always)]
    fn number_with(&self, place: u8) -> u64 {
        let [a, b, c] = self.places;
        let below = usize::from(a < place) + usize::from(b < place) + usize::from(c < place);
        u64::from(self.sums[below & 3] + BINOMIALS[below & 3][place as usize & 31])
    }
}

#[inline(always)]
fn sorted([a, b, c, d]: [u16; 4]) -> [u16; 4] {
    let (a, b) = (a.min(b), a.max(b));
    let (c, d) = (c.min(d), c.max(d));
    let (a, c) = (a.min(c), a.max(c));
    let (b, d) = (b.min(d), b.max(d));
    let (b, c) = (b.min(c), b.max(c));
    [a, b, c, d]
}

/// The places of a row whose bits are set.
fn places_in(words: &[u64; WORDS]) -> impl Iterator<Item = usize> + use<> {
    let words = *words;
    words
        .into_iter()
        .enumerate()
        .flat_map(|(word, mut bits)| {
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let bit = bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    64 * word + bit
                })
            })
        })
        .filter(|&place| place < SETS_OF_18)
}
