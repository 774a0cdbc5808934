//! King's Valley's positions, numbered for the retrograde solver.
//!
//! A state is seen by the side to move: its own king and soldiers, and the enemy's. The board's
//! eight symmetries are taken out through the kings' squares: 552 placements of two kings off the
//! centre fall into 75 classes. Within a class the own soldiers stand on 22 squares, the enemy's on
//! the 18 that are left, so that
//!
//! ```text
//! index = (class * 7315 + number of the own soldiers among 22) * 3060 + number of the enemy's among 18
//! slot  = (class * 7315 + number of the enemy's soldiers among 22) * 3072 + number of the own among 18
//! ```
//!
//! A move turns own into enemy. Hence all successors of the states that have the enemy's pieces in
//! common lie in a few rows of 3,060 cells, one for each square the own king can reach; slots bring
//! such states together. (3072 is a multiple of 64 and gives each row words of its own.)
//!
//! Where both kings stand on a mirror axis of the board, a symmetry maps the class to itself, and
//! two mirror images of one state are both numbered. They have the same value; but a move taken
//! back to such a class has to name both.

mod glance;
mod moves;
mod row;
mod subsets;

pub use glance::BLOCK;

use super::board::{CENTRE, CENTRE_BIT, Square, Squares, image, image_of_set, slides};
use super::rules::{Blocked, Position};
use plyground_engine::solve::retrograde::Cell;
use subsets::{SETS, SETS_OF_18, SETS_OF_22, number, with_back, without};

pub const CLASSES: usize = 75;
pub const STATES_OF_CLASS: u64 = (SETS_OF_22 * SETS_OF_18) as u64;
/// Slots of a row.
const ROW: usize = 3072;

/// The pieces, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub own_king: Square,
    pub enemy_king: Square,
    pub own: Squares,
    pub enemy: Squares,
}

impl State {
    /// The pieces of a position; what the rule of the first move adds is left out.
    pub fn of(position: &Position) -> State {
        let (own, enemy) = (
            position.to_move.index(),
            position.to_move.opponent().index(),
        );
        State {
            own_king: position.kings[own],
            enemy_king: position.kings[enemy],
            own: position.soldiers[own],
            enemy: position.soldiers[enemy],
        }
    }

    pub fn occupied(&self) -> Squares {
        self.own | self.enemy | 1 << self.own_king | 1 << self.enemy_king
    }
}

/// Two kings' squares up to symmetry: the smallest of the images.
#[derive(Clone, Copy, Debug)]
struct Class {
    own_king: Square,
    enemy_king: Square,
    /// The kings' squares and the centre, where no soldier can stand.
    barred: Squares,
    /// A symmetry that keeps both kings in place, 0 if there is none.
    mirror: u8,
}

/// The class of two kings' squares and the symmetry that leads to it.
#[derive(Clone, Copy, Debug, Default)]
struct Kings {
    class: u8,
    symmetry: u8,
}

/// All states and their numbers.
#[derive(Debug)]
pub struct Numbering {
    blocked: Blocked,
    classes: Vec<Class>,
    kings: [[Kings; 25]; 25],
    sets: &'static [Squares],
    /// Where each row's five squares go under each symmetry.
    images_of_rows: Box<[[[Squares; 32]; 5]; 8]>,
}

impl Numbering {
    pub fn new(blocked: Blocked) -> Self {
        let mut classes: Vec<Class> = Vec::new();
        let mut kings = [[Kings::default(); 25]; 25];
        let off_centre = || (0..25).filter(|&square| square != CENTRE);
        for own in off_centre() {
            for enemy in off_centre().filter(|&enemy| enemy != own) {
                let images = |symmetry| (image(symmetry, own), image(symmetry, enemy));
                let symmetry = (0..8).min_by_key(|&symmetry| images(symmetry)).unwrap_or(0);
                if symmetry == 0 {
                    let mirror = (1..8)
                        .find(|&mirror| images(mirror) == images(0))
                        .unwrap_or(0);
                    classes.push(Class {
                        own_king: own,
                        enemy_king: enemy,
                        barred: 1 << own | 1 << enemy | CENTRE_BIT,
                        mirror: mirror as u8,
                    });
                }
                let class = classes
                    .iter()
                    .position(|class| (class.own_king, class.enemy_king) == images(symmetry))
                    .expect("the smallest image comes first");
                kings[own as usize][enemy as usize] = Kings {
                    class: class as u8,
                    symmetry: symmetry as u8,
                };
            }
        }
        debug_assert_eq!(classes.len(), CLASSES);
        let mut images_of_rows = Box::new([[[0; 32]; 5]; 8]);
        for (symmetry, rows) in images_of_rows.iter_mut().enumerate() {
            for (row, sets) in rows.iter_mut().enumerate() {
                for (set, of_set) in sets.iter_mut().enumerate() {
                    *of_set = image_of_set(symmetry, (set as Squares) << (5 * row));
                }
            }
        }
        Numbering {
            blocked,
            classes,
            kings,
            sets: &SETS,
            images_of_rows,
        }
    }

    fn class(&self, class: usize) -> &Class {
        &self.classes[class]
    }

    #[inline(always)]
    fn kings(&self, own: Square, enemy: Square) -> Kings {
        self.kings[own as usize][enemy as usize]
    }

    fn image_of(&self, symmetry: u8, square: Square) -> Square {
        image(symmetry as usize, square)
    }

    #[inline(always)]
    fn image(&self, symmetry: u8, set: Squares) -> Squares {
        let rows = &self.images_of_rows[symmetry as usize & 7];
        let row = |row: usize| rows[row][(set >> (5 * row)) as usize & 31];
        row(0) | row(1) | row(2) | row(3) | row(4)
    }

    /// The index of a state; neither king may stand on the centre.
    #[inline]
    pub fn rank(&self, state: &State) -> u64 {
        let Kings { class, symmetry } = self.kings(state.own_king, state.enemy_king);
        self.rank_in_class(
            class,
            self.image(symmetry, state.own),
            self.image(symmetry, state.enemy),
        )
    }

    #[inline(always)]
    fn rank_in_class(&self, class: u8, own: Squares, enemy: Squares) -> u64 {
        let barred = self.classes[class as usize].barred;
        let own = without(own, barred);
        let enemy = without(without(enemy, barred), own);
        let row = class as usize * SETS_OF_22 + number(own);
        (row * SETS_OF_18 + number(enemy)) as u64
    }

    /// The state with this index, with the kings as they stand in its class.
    #[inline]
    pub fn unrank(&self, index: u64) -> State {
        let (row, enemy) = (index as usize / SETS_OF_18, index as usize % SETS_OF_18);
        let class = &self.classes[row / SETS_OF_22];
        let own = self.sets[row % SETS_OF_22];
        let enemy = with_back(self.sets[enemy], own);
        State {
            own_king: class.own_king,
            enemy_king: class.enemy_king,
            own: with_back(own, class.barred),
            enemy: with_back(enemy, class.barred),
        }
    }

    fn slot_of(&self, index: u64) -> u64 {
        let (row, enemy) = (index as usize / SETS_OF_18, index as usize % SETS_OF_18);
        let own = self.sets[row % SETS_OF_22];
        let enemy = with_back(self.sets[enemy], own);
        let row = row / SETS_OF_22 * SETS_OF_22 + number(enemy);
        (row * ROW + number(without(own, enemy))) as u64
    }

    /// How many placements of the kings the class of this state stands for.
    pub fn images(&self, index: u64) -> u64 {
        let class = (index / STATES_OF_CLASS) as usize;
        if self.classes[class].mirror == 0 {
            8
        } else {
            4
        }
    }

    /// The value where the game is over.
    #[inline(always)]
    fn end(&self, own_king: Square, enemy_king: Square, occupied: Squares) -> Option<Cell> {
        if slides(own_king, occupied) == 0 {
            Some(Cell::lost(0))
        } else if self.blocked == Blocked::AtOnce && slides(enemy_king, occupied) == 0 {
            Some(Cell::won(0))
        } else {
            None
        }
    }

    /// The symmetry that gives each state of a class its second image, where it has one.
    fn mirror_of(&self, class: u8) -> Option<u8> {
        let mirror = self.classes[class as usize].mirror;
        (mirror != 0).then_some(mirror)
    }
}

/// For each square and direction: the neighbour ahead as a set (empty on the edge), and the squares
/// behind, nearest first, six bits each with the sixth set, so that an empty rest is zero.
static RAYS: [[(Squares, u32); 8]; 25] = rays();

const fn rays() -> [[(Squares, u32); 8]; 25] {
    let steps: [(i32, i32); 8] = [
        (0, 1),
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
        (-1, 0),
        (-1, 1),
    ];
    let mut rays = [[(0, 0); 8]; 25];
    let mut square = 0;
    while square < 25 {
        let mut direction = 0;
        while direction < 8 {
            let (row, column) = (square as i32 / 5, square as i32 % 5);
            let (rows, columns) = steps[direction];
            let ahead = match on_board(row + rows, column + columns) {
                Some(ahead) => 1 << ahead,
                None => 0,
            };
            let (mut behind, mut distance) = (0, 4);
            while distance > 0 {
                if let Some(origin) = on_board(row - rows * distance, column - columns * distance) {
                    behind = behind << 6 | 32 | origin;
                }
                distance -= 1;
            }
            rays[square][direction] = (ahead, behind);
            direction += 1;
        }
        square += 1;
    }
    rays
}

const fn on_board(row: i32, column: i32) -> Option<u32> {
    if row >= 0 && row < 5 && column >= 0 && column < 5 {
        Some((5 * row + column) as u32)
    } else {
        None
    }
}

/// The squares from which a slide could have ended here. The piece itself is lifted off the board.
#[inline]
fn origins(square: Square, occupied: Squares) -> Squares {
    let mut origins = 0;
    for &(ahead, mut behind) in &RAYS[square as usize] {
        if ahead != 0 && occupied & ahead == 0 {
            continue;
        }
        while behind != 0 && occupied >> (behind & 31) & 1 == 0 {
            origins |= 1 << (behind & 31);
            behind >>= 6;
        }
    }
    origins
}

/// The squares on the lines through a square.
fn lines(square: Square) -> Squares {
    RAYS[square as usize]
        .iter()
        .fold(0, |mut lines, &(_, mut behind)| {
            while behind != 0 {
                lines |= 1 << (behind & 31);
                behind >>= 6;
            }
            lines
        })
}

/// The squares on which the own pieces can come to rest: a soldier not on the centre.
#[inline(always)]
fn soldier_slides(square: Square, occupied: Squares) -> Squares {
    slides(square, occupied) & !CENTRE_BIT
}
