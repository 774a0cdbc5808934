//! Engines against each other: every opening is played with each of them in each
//! seat, and the results say who is how strong.

pub(crate) mod adjudication;
pub(crate) mod contestant;
pub(crate) mod elo;
pub(crate) mod game;
pub(crate) mod journal;
pub(crate) mod openings;
pub(crate) mod places;
mod program;
pub(crate) mod ratings;
pub(crate) mod referee;
pub(crate) mod schedule;
pub(crate) mod sprt;

use plyground_engine::game::WinDrawLoss;
use serde::{Deserialize, Serialize};

/// How a side lost a game that the board did not decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FaultKind {
    /// Its program ended, or did not start.
    Crash,
    /// It did not move long after its time.
    Hang,
    IllegalMove,
    /// Its clock ran out.
    Time,
}

impl FaultKind {
    pub(crate) const ALL: [FaultKind; 4] = [
        FaultKind::Crash,
        FaultKind::Hang,
        FaultKind::IllegalMove,
        FaultKind::Time,
    ];

    /// The word for one or several of them.
    pub(crate) fn word(self, count: usize) -> &'static str {
        let words = match self {
            FaultKind::Crash => ["crash", "crashes"],
            FaultKind::Hang => ["hang", "hangs"],
            FaultKind::IllegalMove => ["illegal move", "illegal moves"],
            FaultKind::Time => ["loss on time", "losses on time"],
        };
        words[usize::from(count != 1)]
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fault {
    pub(crate) kind: FaultKind,
    /// What happened, in a few words.
    pub(crate) detail: String,
}

/// A side's fault in a game, by the contestant's number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Forfeit {
    pub(crate) contestant: usize,
    #[serde(flatten)]
    pub(crate) fault: Fault,
}

/// One finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Finished {
    /// The number of its job.
    pub(crate) number: usize,
    /// Which opening was played; with the contestants it names a round.
    pub(crate) opening: usize,
    /// The contestant in each seat.
    pub(crate) seats: Vec<usize>,
    /// The place of each seat, 1 being the best; equal ones are shared.
    pub(crate) places: Vec<u8>,
    pub(crate) forfeit: Option<Forfeit>,
    pub(crate) record: String,
}

impl Finished {
    /// What names the round: the opening and the contestants, whatever their seats.
    pub(crate) fn round(&self) -> (usize, Vec<usize>) {
        let mut contestants = self.seats.clone();
        contestants.sort_unstable();
        (self.opening, contestants)
    }

    /// The place of a contestant, if it took part.
    pub(crate) fn place(&self, contestant: usize) -> Option<u8> {
        let seat = self.seats.iter().position(|&sits| sits == contestant)?;
        self.places.get(seat).copied()
    }

    /// How a contestant fared: the first place alone is a win, a shared one a draw.
    pub(crate) fn result(&self, contestant: usize) -> Option<WinDrawLoss> {
        let firsts = self.places.iter().filter(|&&place| place == 1).count();
        Some(match self.place(contestant)? {
            1 if firsts == 1 => WinDrawLoss::Win,
            1 => WinDrawLoss::Draw,
            _ => WinDrawLoss::Loss,
        })
    }
}
