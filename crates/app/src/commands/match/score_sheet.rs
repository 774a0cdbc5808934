//! What has been played, in memory and on disk, every game once.
//!
//! Games end in any order, because some are short and some machines are slow. What is
//! said of a match is said of its *unbroken beginning*: the games up to the first that
//! is still missing. So the verdict of a test is the same whoever plays the games, and
//! games that happen to end sooner have no more weight than others.

use super::{MatchArguments, title};
use crate::failure::Outcome;
use crate::matches::Finished;
use crate::matches::elo::RunningTally;
use crate::matches::journal::{Journal, Shape};
use crate::matches::openings::Opening;
use crate::matches::sprt::{Sprt, Verdict};
use std::collections::BTreeMap;
use std::path::Path;

/// The same command takes up a run of a queue, and so the journal that it has begun.
fn goes_on(arguments: &MatchArguments, journal: &Path) -> bool {
    arguments.place.queue.is_some() && journal.exists()
}

pub(super) struct ScoreSheet {
    sprt: Option<Sprt>,
    journal: Option<Journal>,
    /// The numbers of all games of the match, in order.
    numbers: Vec<usize>,
    /// The unbroken beginning, in order; nothing follows the game that decides a test.
    counted: Vec<Finished>,
    tally: RunningTally,
    verdict: Verdict,
    /// Games that have ended before others that come first.
    ahead: BTreeMap<usize, Finished>,
}

impl ScoreSheet {
    /// A new match, or one that goes on.
    pub(super) fn begin(
        arguments: &MatchArguments,
        openings: &[Opening],
        shape: Shape,
        numbers: impl Iterator<Item = usize>,
    ) -> Outcome<ScoreSheet> {
        let title = title(arguments, openings)?;
        let (journal, finished) = match &arguments.save {
            None => (None, Vec::new()),
            Some(path) if arguments.resume || goes_on(arguments, path) => {
                let (journal, finished) = Journal::resume(path, &title, shape)?;
                (Some(journal), finished)
            }
            Some(path) => (Some(Journal::begin(path, &title)?), Vec::new()),
        };
        let mut score_sheet = ScoreSheet {
            sprt: arguments.sprt,
            journal,
            numbers: numbers.collect(),
            counted: Vec::new(),
            tally: RunningTally::default(),
            verdict: Verdict::Open,
            ahead: BTreeMap::new(),
        };
        for game in finished {
            score_sheet.ahead.insert(game.number, game);
        }
        score_sheet.advance();
        Ok(score_sheet)
    }

    /// How many games have ended.
    pub(super) fn played(&self) -> usize {
        self.counted.len() + self.ahead.len()
    }

    /// The numbers of the games that are missing.
    pub(super) fn left(&self) -> Vec<usize> {
        let rest = self.numbers[self.counted.len()..].iter();
        rest.filter(|number| !self.ahead.contains_key(number))
            .copied()
            .collect()
    }

    /// Writes a game down; one that is there already is played for nothing.
    pub(super) fn add(&mut self, game: Finished) -> Outcome {
        let is_counted = self
            .numbers
            .binary_search(&game.number)
            .is_ok_and(|place| place < self.counted.len());
        if is_counted || self.is_decided() || self.ahead.contains_key(&game.number) {
            return Ok(());
        }
        if let Some(journal) = &mut self.journal {
            journal.add(&game)?;
        }
        self.ahead.insert(game.number, game);
        self.advance();
        Ok(())
    }

    /// Counts the games that no other one is missing before.
    fn advance(&mut self) {
        while let Some(number) = self.numbers.get(self.counted.len())
            && !self.is_decided()
            && let Some(game) = self.ahead.remove(number)
        {
            self.tally.add(&game, 0);
            self.counted.push(game);
            if let Some(sprt) = &self.sprt {
                self.verdict = sprt.verdict(&self.tally.tally);
            }
        }
    }

    pub(super) fn in_short(&self) -> String {
        let tally = &self.tally.tally;
        let mut text = format!("{:.1} %", 100.0 * tally.score());
        if let Some(sprt) = &self.sprt {
            text += &format!(", LLR {:.2}", sprt.llr(tally));
        }
        let forfeits = self.counted.iter().filter(|game| game.forfeit.is_some());
        match forfeits.count() {
            0 => {}
            count => text += &format!(", {count} forfeited"),
        }
        text
    }

    pub(super) fn is_decided(&self) -> bool {
        self.verdict != Verdict::Open
    }

    /// The games that count. The journal of a match that has come to its end holds
    /// these alone and in order; that of one that was interrupted keeps every game.
    pub(super) fn closed(self) -> Outcome<Vec<Finished>> {
        let is_over = self.is_decided() || self.counted.len() == self.numbers.len();
        // A journal may hold a longer match than is asked for now.
        let mut ahead = self.ahead.keys();
        let is_of_match = ahead.all(|number| self.numbers.binary_search(number).is_ok());
        if let Some(journal) = self.journal
            && is_over
            && is_of_match
        {
            journal.put_in_order(&self.counted)?;
        }
        Ok(self.counted)
    }
}
