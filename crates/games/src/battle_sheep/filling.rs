//! How many hexes a player can fill whom nobody disturbs.
//!
//! The sizes of splits need not be searched. A stack and all stacks that come
//! from it are a *family*; whatever its members do, it can take one hex for
//! each sheep but the first, because each split can be made as the later moves
//! will need it. So a family is its hexes and the sheep it has to spare, and a
//! step is a slide of any member.
//!
//! Hexes that share no family fall apart and are filled apart, after every step
//! anew. What was found is remembered by the empty hexes and the families beside
//! them.

use super::pasture::{Hexes, Pasture, ones};
use super::rules::{BattleSheep, Position};
use plyground_engine::random::mix;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many steps are made before no second way is tried any more, and a range
/// must do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Patience {
    Little = 0,
    Much = 300,
}

/// What lies between two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) least: u32,
    pub(super) most: u32,
}

impl Range {
    pub(super) const NOTHING: Range = Range::exactly(0);

    const fn exactly(number: u32) -> Range {
        Range {
            least: number,
            most: number,
        }
    }

    pub(super) fn is_exact(self) -> bool {
        self.least == self.most
    }

    pub(super) fn plus(self, number: u32) -> Range {
        Range {
            least: self.least + number,
            most: self.most + number,
        }
    }

    pub(super) fn overlaps(self, other: Range) -> bool {
        self.least <= other.most && other.least <= self.most
    }
}

/// A stack and all that will come from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Family {
    /// Those of its hexes that lie beside empty ones.
    edge: Hexes,
    /// How many more hexes it can take.
    spare: u32,
}

/// No player has more stacks that can be split: 32 sheep make 16 of two.
const MOST_FAMILIES: usize = 16;

#[derive(Clone, Copy, Debug)]
pub(super) struct Families {
    members: [Family; MOST_FAMILIES],
    count: usize,
}

impl Families {
    const NONE: Families = Families {
        members: [Family { edge: 0, spare: 0 }; MOST_FAMILIES],
        count: 0,
    };

    /// The stacks that can move into a field.
    pub(super) fn beside(game: &BattleSheep, position: &Position, field: Hexes) -> Families {
        let mut families = Families::NONE;
        if field != 0 {
            for hex in ones(game.pasture.around(field) & position.tall) {
                families.add(Family {
                    edge: 1 << hex,
                    spare: u32::from(position.height(hex)) - 1,
                });
            }
        }
        families
    }

    #[inline]
    fn add(&mut self, family: Family) {
        if self.count < MOST_FAMILIES {
            self.members[self.count] = family;
            self.count += 1;
        }
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = &Family> {
        self.members[..self.count].iter()
    }

    /// After a slide of one of them.
    #[inline]
    fn with_slide(&self, index: usize, to: Hexes) -> Families {
        let mut families = *self;
        families.members[index].edge |= to;
        families.members[index].spare -= 1;
        families
    }
}

/// What is remembered of parts of a pasture, for all threads. A slot is one
/// word, so that nobody needs a lock: the upper bits of the key, and below them
/// one more than the answer.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    slots: Arc<[AtomicU64]>,
}

/// A power of two.
const SLOTS: usize = 1 << 17;
const ANSWER: u64 = 0xfff;
const HALF_ANSWER: u32 = 6;

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect(),
        }
    }
}

impl Memory {
    #[inline]
    fn recall(&self, key: u64) -> Option<Range> {
        let word = self.slots[key as usize % SLOTS].load(Ordering::Relaxed);
        let answer = (word & ANSWER) as u32;
        ((word ^ mix(key)) & !ANSWER == 0 && answer > 0).then(|| Range {
            least: answer >> HALF_ANSWER,
            most: (answer & ((1 << HALF_ANSWER) - 1)) - 1,
        })
    }

    #[inline]
    fn remember(&self, key: u64, range: Range) {
        let answer = range.least << HALF_ANSWER | (range.most + 1);
        let word = mix(key) & !ANSWER | u64::from(answer);
        self.slots[key as usize % SLOTS].store(word, Ordering::Relaxed);
    }
}

/// What is asked of a part of a pasture.
#[derive(Clone, Copy)]
enum Question {
    /// These two are answered with a range if it was too much work.
    WholeField = 1,
    HerdOfField,
    MostHexes,
    LargestHerd,
}

pub(super) struct Filling<'a> {
    pasture: &'a Pasture,
    memory: &'a Memory,
    patience: Patience,
    steps: u32,
}

impl<'a> Filling<'a> {
    pub(super) fn new(pasture: &'a Pasture, memory: &'a Memory, patience: Patience) -> Filling<'a> {
        Filling {
            pasture,
            memory,
            patience,
            steps: 0,
        }
    }

    fn is_tired(&self) -> bool {
        self.steps > self.patience as u32
    }

    /// How many of the hexes of a field families can take.
    pub(super) fn gain_of_field(&mut self, field: Hexes, families: &Families) -> Range {
        if field == 0 {
            return Range::NOTHING;
        }
        let key = self.key(Question::WholeField, field, families);
        if let Some(known) = self.memory.recall(key) {
            return known;
        }
        self.steps = 0;
        let gain = self.gain(field, families);
        if self.patience == Patience::Much || gain.is_exact() {
            self.memory.remember(key, gain);
        }
        gain
    }

    fn gain(&mut self, empty: Hexes, families: &Families) -> Range {
        let mut gain = Range::NOTHING;
        let mut rest = empty;
        while rest != 0 {
            let part = self.part(rest, empty, families);
            rest &= !part;
            let found = self.gain_of_part(part, families);
            gain.least += found.least;
            gain.most += found.most;
        }
        gain
    }

    /// Some of the hexes of `rest`, such that no family has to choose between
    /// them and others.
    fn part(&self, rest: Hexes, empty: Hexes, families: &Families) -> Hexes {
        let mut part = self.pasture.connected(rest & rest.wrapping_neg(), rest);
        while part != rest {
            let mut wider = part;
            for family in families.iter() {
                let doors = self.pasture.around(family.edge) & empty;
                if doors & part != 0 && doors & !part != 0 {
                    let reach = self.pasture.connected(doors, empty);
                    if family.spare < reach.count_ones() {
                        wider |= reach & rest;
                    }
                }
            }
            if wider == part {
                break;
            }
            part = wider;
        }
        part
    }

    fn gain_of_part(&mut self, part: Hexes, families: &Families) -> Range {
        let families = self.concerned(part, families);
        let size = part.count_ones();
        let spare: u32 = families.iter().map(|family| family.spare).sum();
        let bound = size.min(spare);
        if bound <= 1 {
            return Range::exactly(bound);
        }
        let key = self.key(Question::MostHexes, part, &families);
        if let Some(known) = self.memory.recall(key) {
            return known;
        }
        self.steps += 1;
        let mut gain = Range::exactly(1);
        for (to, index) in self.slides(part, &families) {
            let next = families.with_slide(index, to);
            let rest = self.gain(part & !to, &next).plus(1);
            gain.least = gain.least.max(rest.least);
            gain.most = gain.most.max(rest.most);
            if gain.least == bound {
                break;
            }
            if self.is_tired() {
                gain.most = bound;
                break;
            }
        }
        gain.most = gain.most.min(bound);
        if gain.is_exact() {
            self.memory.remember(key, gain);
        }
        gain
    }

    /// The families beside a part, none with more sheep than it can use there.
    /// Those that have enough for all of it are as one.
    fn concerned(&self, part: Hexes, families: &Families) -> Families {
        let size = part.count_ones();
        let around = self.pasture.around(part);
        let mut concerned = Families::NONE;
        let mut rich = 0;
        for family in families.iter() {
            let edge = family.edge & around;
            if edge == 0 || family.spare == 0 {
                continue;
            }
            if family.spare >= size {
                rich |= edge;
            } else {
                let spare = family.spare;
                concerned.add(Family { edge, spare });
            }
        }
        if rich != 0 {
            concerned.add(Family {
                edge: rich,
                spare: size,
            });
        }
        concerned
    }

    fn key(&self, question: Question, empty: Hexes, families: &Families) -> u64 {
        let mut key = mix(mix(self.pasture.key().wrapping_add(question as u64)) ^ empty);
        for family in families.iter() {
            key = mix(key ^ family.edge).wrapping_add(u64::from(family.spare));
        }
        mix(key)
    }

    /// Every hex that can be taken next and the family that can do it; hexes
    /// with the fewest ways out come first, because they are cut off most easily.
    fn slides(
        &self,
        empty: Hexes,
        families: &Families,
    ) -> impl Iterator<Item = (Hexes, usize)> + use<> {
        let mut ends = [0; MOST_FAMILIES];
        let mut all = 0;
        for (ends, family) in ends.iter_mut().zip(families.iter()) {
            for from in ones(family.edge) {
                for direction in 0..6 {
                    if let Some(to) = self.pasture.slide(from, direction, !empty) {
                        *ends |= 1 << to;
                    }
                }
            }
            all |= *ends;
        }
        let mut by_exits = [0; 7];
        for to in ones(all) {
            let exits = (self.pasture.neighbours(to) & empty).count_ones();
            by_exits[exits as usize] |= 1 << to;
        }
        let count = families.count;
        by_exits.into_iter().flat_map(move |hexes| {
            ones(hexes).flat_map(move |to| {
                let can = move |&index: &usize| ends[index] >> to & 1 == 1;
                (0..count).filter(can).map(move |index| (1 << to, index))
            })
        })
    }

    /// The largest herd among the ways to take so many hexes of a field, which is
    /// as many as can be taken.
    pub(super) fn herd_of_field(
        &mut self,
        own: Hexes,
        field: Hexes,
        families: &Families,
        gain: u32,
    ) -> Range {
        let key = mix(self.key(Question::HerdOfField, field, families) ^ own);
        if let Some(known) = self.memory.recall(key) {
            return known;
        }
        self.steps = 0;
        let herd = self.herd(own, field, families, gain);
        if self.patience == Patience::Much || herd.is_exact() {
            self.memory.remember(key, herd);
        }
        herd
    }

    fn herd(&mut self, own: Hexes, empty: Hexes, families: &Families, gain: u32) -> Range {
        if gain == 0 || gain == empty.count_ones() {
            let taken = if gain == 0 { own } else { own | empty };
            return Range::exactly(self.pasture.largest_part(taken));
        }
        let bound = self.pasture.largest_part(own | empty);
        let key = mix(self.key(Question::LargestHerd, empty, families) ^ own);
        if let Some(known) = self.memory.recall(key) {
            return known;
        }
        let mut herd = Range {
            least: self.pasture.largest_part(own),
            most: bound,
        };
        if self.is_tired() || self.patience == Patience::Little {
            return herd;
        }
        self.steps += 1;
        herd.most = 0;
        for (to, index) in self.slides(empty, families) {
            if families.members[index].spare == 0 {
                continue;
            }
            let next = families.with_slide(index, to);
            let rest = self.gain(empty & !to, &next);
            if rest.least == gain - 1 {
                let found = self.herd(own | to, empty & !to, &next, gain - 1);
                herd.least = herd.least.max(found.least);
                herd.most = herd.most.max(found.most);
            } else if rest.most >= gain - 1 {
                herd.most = bound;
            }
            if herd.least == bound {
                break;
            }
            if self.is_tired() {
                herd.most = bound;
                break;
            }
        }
        herd.most = herd.most.min(bound);
        if herd.is_exact() {
            self.memory.remember(key, herd);
        }
        herd
    }
}
