//! The endings inside the program: who wins with few pieces, known without building
//! anything. They are packed, and each side of a slice is unpacked when it is first
//! asked for, in some milliseconds; from then on a look costs one byte of memory.
//! Larger ones that were built and packed stand in for them.

use super::numbering::{CODES, Numbering, Place, Side, State};
use super::small::{self, UNTOLD};
use super::timing::Timing;
use crate::brought::{Brought, brought};
use crate::draughts::board::Word;
use crate::draughts::position::Position;
use crate::draughts::ruleset::{
    Brazilian, Canadian, English, English12, International, Ruleset, Russian, WordOf,
};
use crate::sliced::SlicedCells;
use plyground_engine::game::WinDrawLoss;
use plyground_engine::solve::retrograde::Cell;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A ruleset whose endings the program brings along.
pub trait Ending: Ruleset {
    const PACKED: Brought;

    fn endings() -> &'static Arc<Endings<Self>>;

    /// Those that were read from elsewhere. The last ones are remembered, so that what
    /// was unpacked of them is not unpacked again.
    fn larger(bytes: &Arc<Vec<u8>>, distances: Option<Arc<dyn SlicedCells>>) -> Arc<Endings<Self>>;
}

type Last<R> = Mutex<Option<(Arc<Vec<u8>>, Arc<Endings<R>>)>>;

fn remembered<R: Ruleset>(
    last: &Last<R>,
    bytes: &Arc<Vec<u8>>,
    distances: Option<Arc<dyn SlicedCells>>,
) -> Arc<Endings<R>> {
    let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
    match &*last {
        Some((known, endings)) if Arc::ptr_eq(known, bytes) => Arc::clone(endings),
        _ => {
            let mut endings = Endings::new(Bytes::Read(Arc::clone(bytes)));
            endings.read = distances;
            let endings = Arc::new(endings);
            *last = Some((Arc::clone(bytes), Arc::clone(&endings)));
            endings
        }
    }
}

/// Where packed bytes come from.
pub(super) enum Bytes {
    Own(&'static [u8]),
    Read(Arc<Vec<u8>>),
}

impl std::ops::Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Own(bytes) => bytes,
            Bytes::Read(bytes) => bytes,
        }
    }
}

macro_rules! endings {
    ($($ruleset:ident: $name:literal, $file:literal;)*) => {$(
        impl Ending for $ruleset {
            const PACKED: Brought = brought!($name, $file);

            fn endings() -> &'static Arc<Endings<Self>> {
                static ENDINGS: OnceLock<Arc<Endings<$ruleset>>> = OnceLock::new();
                let own = || Arc::new(Endings::new(Bytes::Own(Self::PACKED.bytes())));
                ENDINGS.get_or_init(own)
            }

            fn larger(
                bytes: &Arc<Vec<u8>>,
                distances: Option<Arc<dyn SlicedCells>>,
            ) -> Arc<Endings<Self>> {
                static LAST: Last<$ruleset> = Mutex::new(None);
                remembered(&LAST, bytes, distances)
            }
        }
    )*};
}

endings! {
    Russian: "russian-draughts.endings", "packed/russian-draughts.endings";
    English: "english-draughts.endings", "packed/english-draughts.endings";
    English12: "english-draughts-12.endings", "packed/english-draughts-12.endings";
    International: "international-draughts.endings", "packed/international-draughts.endings";
    Brazilian: "brazilian-draughts.endings", "packed/brazilian-draughts.endings";
    Canadian: "canadian-draughts.endings", "packed/canadian-draughts.endings";
}

/// The results of all positions with few pieces, for the asking.
pub struct Endings<R> {
    most_pieces: u32,
    numbering: Numbering,
    /// The longest distance to a conversion, by slice.
    longest: Vec<u8>,
    /// What the draw rules do, by slice.
    timings: Vec<Timing>,
    /// By the code of their material.
    sides: Box<[Results]>,
    /// By slice, once they are needed.
    distances: Vec<OnceLock<Vec<u8>>>,
    bytes: Bytes,
    /// Distances that need not be found.
    read: Option<Arc<dyn SlicedCells>>,
    ruleset: PhantomData<R>,
}

/// Slices with more states take too long to be solved while somebody waits.
const LARGEST_FOUND: u64 = 16_000_000;

/// The results of one side, once they are unpacked.
#[derive(Default)]
struct Results {
    code: Range<usize>,
    packed: Range<usize>,
    unpacked: OnceLock<Box<[u8]>>,
}

impl<R: Ruleset> Endings<R> {
    /// From packed bytes; those that make no sense know nothing.
    pub(super) fn new(bytes: Bytes) -> Endings<R> {
        let most_pieces = small::most_pieces(&bytes).unwrap_or(0);
        let numbering = Numbering::new::<R::Board>(most_pieces);
        let mut sides: Box<[Results]> = (0..CODES).map(|_| Results::default()).collect();
        let contents = small::contents(&numbering, &bytes);
        let (most_pieces, longest) = match contents {
            Some(contents) => {
                for (side, code, packed) in contents.sides {
                    (sides[side].code, sides[side].packed) = (code, packed);
                }
                (most_pieces as u32, contents.longest)
            }
            None => (0, Vec::new()),
        };
        let timing = |slice| Timing::of::<R>(&numbering, slice, &longest);
        Endings {
            timings: (0..longest.len()).map(timing).collect(),
            distances: longest.iter().map(|_| OnceLock::new()).collect(),
            most_pieces,
            numbering,
            longest,
            sides,
            bytes,
            read: None,
            ruleset: PhantomData,
        }
    }

    /// Who wins for the side to move under the draw rules, or without them; `None` also
    /// where that is in doubt.
    #[inline]
    pub fn sure_result(
        &self,
        position: &Position<WordOf<R>>,
        counts_draws: bool,
    ) -> Option<WinDrawLoss> {
        let [white, black] = position.pieces;
        if (white | black).count() > self.most_pieces {
            return None;
        }
        let (result, slice) = self.of_few(position)?;
        let is_sure = match result {
            WinDrawLoss::Draw => counts_draws || self.timings[slice] == Timing::default(),
            _ => {
                !counts_draws
                    || position.is_fresh()
                    || u16::from(self.longest[slice]) <= position.time_left::<R>().least
            }
        };
        is_sure.then_some(result)
    }

    pub(super) fn timing(&self, place: Place) -> &Timing {
        &self.timings[place.slice]
    }

    pub fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    /// Who wins for the side to move with the counters of the draw rules at 0; `None`
    /// where there are too many pieces, where the side to move must capture, or where
    /// that is in doubt.
    #[inline]
    pub fn result(&self, position: &Position<WordOf<R>>) -> Option<WinDrawLoss> {
        Some(self.of_few(position)?.0)
    }

    /// The same, with the slice that says so.
    #[inline(never)]
    fn of_few(&self, position: &Position<WordOf<R>>) -> Option<(WinDrawLoss, usize)> {
        let place = self.place(position)?;
        let result = match self.told(place)? {
            0 => WinDrawLoss::Draw,
            1 => WinDrawLoss::Loss,
            2 => WinDrawLoss::Win,
            _ => return None,
        };
        Some((result, place.slice))
    }

    /// Whether both sides have pieces, and not too many.
    #[inline]
    pub fn holds(&self, position: &Position<WordOf<R>>) -> bool {
        let [white, black] = position.pieces;
        (white | black).count() <= self.most_pieces && !white.is_empty() && !black.is_empty()
    }

    /// Where a position lies, if it is held.
    #[inline(always)]
    pub(super) fn place(&self, position: &Position<WordOf<R>>) -> Option<Place> {
        let state = State::of::<R::Board>(position);
        self.holds(position)
            .then(|| self.numbering.place::<R::Board>(&state))
    }

    pub(super) fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// The result with its distance: read, or found with the whole slice when it is
    /// first asked for; `None` where the slice is too large for that.
    pub(super) fn cell(&self, place: Place, find: impl FnOnce(&Self) -> Vec<u8>) -> Option<Cell> {
        let read = self.read.as_ref();
        if let Some(cell) = read.and_then(|read| read.cell(place.slice, place.index)) {
            return Some(cell);
        }
        if self.numbering.slices()[place.slice].count > LARGEST_FOUND {
            return None;
        }
        let distances = self.distances[place.slice].get_or_init(|| find(self));
        distances.get(place.index as usize).copied().map(Cell)
    }

    /// 0 drawn, 1 lost, 2 won, or [`UNTOLD`].
    #[inline(always)]
    pub(super) fn told(&self, place: Place) -> Option<u8> {
        let side = self.numbering.side_at(place);
        let index = (place.index - side.first) as usize;
        let results = self.results(side)?;
        Some(results.get(index / 4)? >> (2 * (index % 4)) & UNTOLD)
    }

    #[inline(always)]
    fn results(&self, side: &Side) -> Option<&[u8]> {
        let results = &self.sides[side.material.code()];
        let unpacked = match results.unpacked.get() {
            Some(unpacked) => unpacked,
            None => results.unpacked.get_or_init(|| {
                let part = |range: &Range<usize>| self.bytes.get(range.clone()).unwrap_or(&[]);
                let (code, packed) = (part(&results.code), part(&results.packed));
                small::unpack_side::<R>(side, code, packed).unwrap_or_default()
            }),
        };
        (!unpacked.is_empty()).then_some(unpacked)
    }
}

impl<R> std::fmt::Debug for Endings<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Endings of {} pieces", self.most_pieces)
    }
}
