//! The one door to a game: which one, by which rules, and who knows what was computed
//! beforehand. Whoever is asked for a game, by a command line, a record, a
//! protocol or a request, makes a [`GameChoice`] and opens it.

use plyground_engine::notation::ParseError;
use plyground_engine::session::Session;
use plyground_games::options::Options;
use plyground_games::{Entry, Knowledge};
use std::fmt::Debug;
use std::sync::Arc;

/// Where what was computed beforehand is found: books and tables on a disk, or
/// whatever a program has at hand.
pub trait Source: Debug + Send + Sync {
    fn knowledge(&self, entry: &Entry, options: &Options) -> Knowledge;

    /// Says, once, how to make the table that would answer at once.
    fn hint(&self, _entry: &Entry, _options: &Options) {}
}

/// Nothing was computed beforehand but what the games bring along.
#[derive(Clone, Copy, Debug)]
pub struct Nothing;

impl Source for Nothing {
    fn knowledge(&self, _: &Entry, _: &Options) -> Knowledge {
        Knowledge::default()
    }
}

#[derive(Clone, Debug)]
pub struct GameChoice {
    pub entry: &'static Entry,
    pub options: Options,
    /// Who knows of books and solved games.
    pub tables: Arc<dyn Source>,
}

/// A game that was opened, with what is needed to name it again.
pub struct Opened {
    pub choice: GameChoice,
    pub session: Box<dyn Session>,
    /// The position before any moves, where it is not the game's own start.
    pub set_up: Option<String>,
}

impl GameChoice {
    /// A game by the rules given as pairs of name and value.
    pub fn new<'a>(
        entry: &'static Entry,
        rules: impl IntoIterator<Item = (&'a str, &'a str)>,
        tables: Arc<dyn Source>,
    ) -> Result<GameChoice, ParseError> {
        Ok(GameChoice {
            entry,
            options: entry.options(rules)?,
            tables,
        })
    }

    /// The same for one round of many: where chance lays the board, another one.
    pub fn of_round(&self, round: u64) -> GameChoice {
        let mut choice = self.clone();
        choice.options = choice.options.with_seed_raised_by(round);
        choice
    }

    /// The rules that are not the usual ones, `name=value` each.
    pub fn rules(&self) -> Vec<String> {
        self.options.changed()
    }

    /// The game at its start.
    pub fn session(&self) -> Box<dyn Session> {
        let knowledge = self.tables.knowledge(self.entry, &self.options);
        self.entry.open_knowing(&self.options, &knowledge)
    }

    pub fn open(self) -> Opened {
        Opened {
            session: self.session(),
            choice: self,
            set_up: None,
        }
    }
}

impl Debug for Opened {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} at {}", self.choice, self.session.position())
    }
}

impl Opened {
    pub fn id(&self) -> &'static str {
        self.choice.entry.id
    }

    /// Says, once, how to make the table that would answer at once.
    pub fn hint_at_tables(&self) {
        let choice = &self.choice;
        choice.tables.hint(choice.entry, &choice.options);
    }
}

/// The rules that a text lists, such as `blocked=at-once setup=retrieve`.
pub fn rules_in(text: &str) -> Result<Vec<(&str, &str)>, ParseError> {
    let rules = text.split([' ', ',']).filter(|rule| !rule.is_empty());
    rules
        .map(|rule| {
            rule.split_once('=')
                .ok_or_else(|| ParseError::new(format!("expected NAME=VALUE, found '{rule}'")))
        })
        .collect()
}
