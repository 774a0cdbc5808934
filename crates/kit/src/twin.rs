//! Twins: a game's rules written a second time, from the document that tells them,
//! with plain arrays and no cleverness. They speak text only, so that nothing but
//! the rules can be shared. Both must give the same moves, positions and ends.

use crate::Open;
use plyground_engine::game::Outcome;
use plyground_engine::random::Random;
use std::collections::BTreeSet;

/// How a game ended: the sign of the winner, or nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    Won(char),
    Drawn,
    /// The place of each seat.
    Places(Vec<u8>),
}

/// What every twin can tell, in text.
pub trait Twin {
    /// The end of the game by its own rules; repetition is not theirs.
    fn end(&self, position: &str) -> Option<End>;
    /// The legal moves of a game that is not over.
    fn moves(&self, position: &str) -> BTreeSet<String>;
    fn after(&self, position: &str, mv: &str) -> String;
}

/// How much is compared.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    pub games: u64,
    pub plies: usize,
}

/// Compares along random games from the start.
pub fn compare(name: &str, open: Open<'_>, twin: &dyn Twin, extent: Extent) {
    compare_from(name, open, twin, extent, &mut |_| None);
}

/// The same from positions that `set_up` makes; `None` is the start.
pub fn compare_from(
    name: &str,
    open: Open<'_>,
    twin: &dyn Twin,
    extent: Extent,
    set_up: &mut dyn FnMut(&mut Random) -> Option<String>,
) {
    let mut random = Random::new(99);
    for number in 0..extent.games {
        let mut session = open();
        if let Some(position) = set_up(&mut random) {
            let read = session.set_up(&position, None);
            read.unwrap_or_else(|error| panic!("{name}: {position}: {error}"));
        }
        let mut position = session.position();
        for _ in 0..extent.plies {
            let context = format!("{name}, game {number}, {position}");
            let ending = session.ending();
            let by_rules = ending
                .as_ref()
                .filter(|ending| ending.reason.code() != "reason.repetition");
            let end = by_rules.map(|ending| match ending.outcome {
                Outcome::Win(winner) => End::Won(session.sign(winner)),
                Outcome::Draw => End::Drawn,
                Outcome::Places(places) => End::Places(places[..session.players()].to_vec()),
            });
            assert_eq!(end, twin.end(&position), "{context}");
            if ending.is_some() {
                break;
            }
            let moves = session.legal_moves();
            let sorted: BTreeSet<String> = moves.iter().cloned().collect();
            assert_eq!(sorted, twin.moves(&position), "{context}");
            let mv = &moves[random.below(moves.len())];
            let played = session.play(mv);
            played.unwrap_or_else(|error| panic!("{context} {mv}: {error}"));
            position = twin.after(&position, mv);
            assert_eq!(session.position(), position, "{context} {mv}");
        }
    }
}
