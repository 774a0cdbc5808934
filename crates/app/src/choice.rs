//! The one door to a game: which one, by which rules, and where what was computed
//! beforehand lies. Whoever is asked for a game, by a command line, a record, a
//! protocol or a request, makes a [`GameChoice`] and opens it.

use crate::tables;
use plyground_engine::notation::ParseError;
use plyground_engine::session::Session;
use plyground_games::Entry;
use plyground_games::options::Options;
use std::path::PathBuf;

#[derive(Clone, Debug)]
pub(crate) struct GameChoice {
    pub(crate) entry: &'static Entry,
    pub(crate) options: Options,
    /// Where books and solved games lie, if not in the usual place.
    pub(crate) tables: Option<PathBuf>,
}

/// A game that was opened, with what is needed to name it again.
pub(crate) struct Opened {
    pub(crate) choice: GameChoice,
    pub(crate) session: Box<dyn Session>,
    /// The position before any moves, where it is not the game's own start.
    pub(crate) set_up: Option<String>,
}

impl GameChoice {
    /// A game by the rules given as pairs of name and value.
    pub(crate) fn new<'a>(
        entry: &'static Entry,
        rules: impl IntoIterator<Item = (&'a str, &'a str)>,
        tables: Option<PathBuf>,
    ) -> Result<GameChoice, ParseError> {
        Ok(GameChoice {
            entry,
            options: entry.options(rules)?,
            tables,
        })
    }

    /// The same for one round of many: where chance lays the board, another one.
    pub(crate) fn of_round(&self, round: u64) -> GameChoice {
        let mut choice = self.clone();
        choice.options = choice.options.with_seed_raised_by(round);
        choice
    }

    /// The rules that are not the usual ones, `name=value` each.
    pub(crate) fn rules(&self) -> Vec<String> {
        self.options.changed()
    }

    /// The game at its start.
    pub(crate) fn session(&self) -> Box<dyn Session> {
        let knowledge = tables::knowledge(self.entry, &self.options, self.tables.as_deref());
        self.entry.open_knowing(&self.options, &knowledge)
    }

    pub(crate) fn open(self) -> Opened {
        Opened {
            session: self.session(),
            choice: self,
            set_up: None,
        }
    }
}

impl Opened {
    pub(crate) fn id(&self) -> &'static str {
        self.choice.entry.id
    }

    /// Says, once, how to make the table that would answer at once.
    pub(crate) fn hint_at_tables(&self) {
        let GameChoice {
            entry,
            options,
            tables,
        } = &self.choice;
        tables::hint(entry, options, tables.as_deref());
    }
}

/// The rules that a text lists, such as `blocked=at-once setup=retrieve`.
pub(crate) fn rules_in(text: &str) -> Result<Vec<(&str, &str)>, ParseError> {
    let rules = text.split([' ', ',']).filter(|rule| !rule.is_empty());
    rules
        .map(|rule| {
            rule.split_once('=')
                .ok_or_else(|| ParseError::new(format!("expected NAME=VALUE, found '{rule}'")))
        })
        .collect()
}
