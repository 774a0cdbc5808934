//! A game as the rest of a program knows it, and the list of a program's games.
//!
//! An entry is made in one expression, and what is not said has a default:
//!
//! ```
//! use plyground_games::connect_four::{ConnectFour, heuristics::Threats};
//! use plyground_games::{Entry, Games};
//! use plyground_engine::{engines::Evaluation, session::GameSession};
//!
//! const ENTRY: Entry = Entry::new("four", "Four", |_options, _knowledge| {
//!     let evaluations = vec![Evaluation::new("default", Threats)];
//!     Box::new(GameSession::new(ConnectFour::default(), evaluations))
//! })
//! .with_rules("# Four\n\nFour in a row win.")
//! .with_bench_depth(8);
//!
//! static GAMES: &[Entry] = &[ENTRY];
//! let games = Games::new(GAMES).unwrap();
//! let four = games.find("four").unwrap();
//! let mut session = four.open(&four.options([]).unwrap());
//! session.play("4").unwrap();
//! assert_eq!(session.moves(), ["4"]);
//! ```

use crate::Knowledge;
use crate::books::Booked;
use crate::brought::Brought;
use crate::options::{Choice, GameOption, Options};
use crate::sliced::Sliced;
use crate::solvable::Solvable;
use crate::state_space::StateSpace;
use plyground_engine::game::MAX_PLAYERS;
use plyground_engine::learn::trainer::Trainer;
use plyground_engine::notation::ParseError;
use plyground_engine::refused;
use plyground_engine::session::Session;

type Open = fn(&Options, &Knowledge) -> Box<dyn Session>;
type Check = fn(&Options) -> Result<(), ParseError>;
/// Makes the whole of a game under some options.
type Whole = fn(&Options) -> Box<dyn Solvable>;
/// Makes the endings of a game with at most so many pieces.
type Slices = fn(usize) -> Box<dyn Sliced>;
type Training = fn() -> Box<dyn Trainer>;

/// Whether interfaces of draughts can play a game, over the protocol Hub.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hub {
    Unspoken,
    Spoken,
    /// And it is the one that they take for granted.
    Usual,
}

/// A game as the rest of a program knows it.
pub struct Entry {
    /// What names the game on a command line: small letters, digits and hyphens.
    pub id: &'static str,
    pub name: &'static str,
    /// The fewest and the most players.
    pub players: (usize, usize),
    pub options: &'static [GameOption],
    /// The rules as they are played, in Markdown.
    pub rules: &'static str,
    /// How deep the bench signature searches.
    pub bench_depth: u32,
    pub hub: Hub,
    /// The ways in which its pieces can stand, where they are counted by a formula.
    pub state_space: Option<StateSpace>,
    /// How figures of the game that others have published were measured.
    pub published: Option<&'static str>,
    check: Check,
    open: Open,
    solvable: Option<Whole>,
    sliced: Option<Slices>,
    trainer: Option<Training>,
    /// What makes and reads its book of early positions, where it has one.
    pub book: Option<&'static dyn Booked>,
    /// What it needs beside its rules to play at its best.
    pub brought: &'static [Brought],
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Entry({})", self.id)
    }
}

impl Entry {
    /// A game of two players without options; `open` makes a session at its start.
    pub const fn new(id: &'static str, name: &'static str, open: Open) -> Entry {
        Entry {
            id,
            name,
            players: (2, 2),
            options: &[],
            rules: "",
            bench_depth: 4,
            hub: Hub::Unspoken,
            state_space: None,
            published: None,
            check: |_| Ok(()),
            open,
            solvable: None,
            sliced: None,
            trainer: None,
            book: None,
            brought: &[],
        }
    }

    pub const fn with_players(mut self, fewest: usize, most: usize) -> Entry {
        self.players = (fewest, most);
        self
    }

    pub const fn with_options(mut self, options: &'static [GameOption]) -> Entry {
        self.options = options;
        self
    }

    /// Refuses options that do not go together.
    pub const fn with_check(mut self, check: Check) -> Entry {
        self.check = check;
        self
    }

    /// The rules as they are played, in Markdown.
    pub const fn with_rules(mut self, rules: &'static str) -> Entry {
        self.rules = rules;
        self
    }

    /// How deep `plyground bench` searches: what takes about a second.
    pub const fn with_bench_depth(mut self, depth: u32) -> Entry {
        self.bench_depth = depth;
        self
    }

    /// The game has the squares, numbers and captures that Hub speaks of.
    pub const fn with_hub(mut self, hub: Hub) -> Entry {
        self.hub = hub;
        self
    }

    pub const fn with_state_space(mut self, state_space: StateSpace) -> Entry {
        self.state_space = Some(state_space);
        self
    }

    /// How figures of the game that others have published were measured, in a line.
    pub const fn with_published(mut self, published: &'static str) -> Entry {
        self.published = Some(published);
        self
    }

    /// The game is small enough for a table of all its states.
    pub const fn with_solvable(mut self, solvable: Whole) -> Entry {
        self.solvable = Some(solvable);
        self
    }

    /// The game's endings can be solved slice by slice.
    pub const fn with_sliced(mut self, sliced: Slices) -> Entry {
        self.sliced = Some(sliced);
        self
    }

    /// The game has a book of early positions.
    pub const fn with_book(mut self, book: &'static dyn Booked) -> Entry {
        self.book = Some(book);
        self
    }

    /// The game plays at its best with these at hand.
    pub const fn with_brought(mut self, brought: &'static [Brought]) -> Entry {
        self.brought = brought;
        self
    }

    /// The default evaluation is learnt from games.
    pub const fn with_trainer(mut self, trainer: Training) -> Entry {
        self.trainer = Some(trainer);
        self
    }

    /// A session at the start of the game.
    pub fn open(&self, options: &Options) -> Box<dyn Session> {
        (self.open)(options, &Knowledge::default())
    }

    /// The same, with what was computed beforehand.
    pub fn open_knowing(&self, options: &Options, knowledge: &Knowledge) -> Box<dyn Session> {
        (self.open)(options, knowledge)
    }

    /// The whole game under these options; `None` if it is too large for a table.
    pub fn solvable(&self, options: &Options) -> Option<Box<dyn Solvable>> {
        self.solvable.map(|solvable| solvable(options))
    }

    /// The endings with at most so many pieces; `None` where they are not solved apart.
    pub fn sliced(&self, pieces: usize) -> Option<Box<dyn Sliced>> {
        self.sliced.map(|sliced| sliced(pieces))
    }

    /// What can be learnt of the game; `None` where its evaluation is not.
    pub fn trainer(&self) -> Option<Box<dyn Trainer>> {
        self.trainer.map(|trainer| trainer())
    }

    /// Settings given as `name=value` pairs, checked against this game's options.
    pub fn options<'a>(
        &self,
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Options, ParseError> {
        let options = Options::new(self.options, given)?;
        (self.check)(&options)?;
        Ok(options)
    }

    /// What is wrong with the entry itself, if anything.
    fn fault(&self) -> Option<String> {
        let is_plain = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit();
        let is_word = |part: &str| !part.is_empty() && part.bytes().all(is_plain);
        let (fewest, most) = self.players;
        if !self.id.split('-').all(is_word) {
            return Some("its id must be small letters, digits and hyphens".to_owned());
        }
        if self.name.trim().is_empty() {
            return Some("it has no name".to_owned());
        }
        if fewest < 2 || fewest > most || most > MAX_PLAYERS {
            return Some(format!(
                "its players must be from 2 to {MAX_PLAYERS}, found {fewest} to {most}"
            ));
        }
        if self.bench_depth == 0 {
            return Some("its bench depth must be at least 1".to_owned());
        }
        let mut options = self.options.iter().enumerate();
        options.find_map(|(index, option)| {
            let name = option.name;
            let is_second = self.options[..index].iter().any(|other| other.name == name);
            let makes_sense = match option.choice {
                Choice::Words(words) => !words.is_empty(),
                Choice::Number { min, max, default } => (min..=max).contains(&default),
            };
            match (name.split('-').all(is_word), is_second, makes_sense) {
                (true, false, true) => None,
                (false, ..) => Some(format!("its option '{name}' has no proper name")),
                (_, true, _) => Some(format!("it has two options called {name}")),
                _ => Some(format!("its option {name} has no possible default")),
            }
        })
    }
}

/// The games of a program, each with an id of its own.
#[derive(Clone, Copy, Debug)]
pub struct Games(&'static [Entry]);

impl Games {
    /// Refuses what cannot be right, naming the game.
    pub fn new(entries: &'static [Entry]) -> Result<Games, ParseError> {
        for (index, entry) in entries.iter().enumerate() {
            let is_second = entries[..index].iter().any(|other| other.id == entry.id);
            let fault = match is_second {
                true => Some("another game has the same id".to_owned()),
                false => entry.fault(),
            };
            if let Some(fault) = fault {
                return Err(refused!(
                    "entry",
                    "game '{id}': {fault}",
                    id = entry.id,
                    fault = fault
                ));
            }
        }
        match entries {
            [] => Err(refused!(
                "entry.none",
                "expected at least one game, found none"
            )),
            _ => Ok(Games(entries)),
        }
    }

    pub fn iter(self) -> std::slice::Iter<'static, Entry> {
        self.0.iter()
    }

    /// The game that is meant where none is named.
    pub fn first(self) -> &'static Entry {
        &self.0[0]
    }

    /// The game with this id.
    pub fn find(self, id: &str) -> Result<&'static Entry, ParseError> {
        self.iter().find(|entry| entry.id == id).ok_or_else(|| {
            let known: Vec<&str> = self.iter().map(|entry| entry.id).collect();
            refused!(
                "game.unknown",
                "unknown game '{name}': expected one of {names}",
                name = id,
                names = known.join(", ")
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect_four;

    const FOUR: Entry = connect_four::ENTRY;

    fn refused(entries: Vec<Entry>) -> String {
        let refused = Games::new(entries.leak());
        refused.map_or_else(|error| error.to_string(), |_| "taken".to_owned())
    }

    #[test]
    fn a_list_that_makes_sense_is_taken() {
        assert_eq!(refused(vec![FOUR]), "taken");
        assert!(Games::new(crate::REGISTRY).is_ok());
    }

    #[test]
    fn an_entry_that_makes_none_is_named_with_its_fault() {
        const WORDLESS: &[GameOption] = &[GameOption {
            name: "size",
            about: "",
            choice: Choice::Words(&[]),
        }];
        const BEYOND: &[GameOption] = &[GameOption {
            name: "size",
            about: "",
            choice: Choice::Number {
                min: 3,
                max: 5,
                default: 6,
            },
        }];
        let named = |id| Entry { id, ..FOUR };
        let cases = [
            (vec![FOUR, FOUR], "another game has the same id"),
            (vec![named("")], "its id must be"),
            (vec![named("Four in a Row")], "its id must be"),
            (vec![Entry { name: " ", ..FOUR }], "it has no name"),
            (vec![FOUR.with_bench_depth(0)], "bench depth"),
            (vec![FOUR.with_players(3, 2)], "its players must be"),
            (vec![FOUR.with_players(1, 2)], "its players must be"),
            (vec![FOUR.with_players(2, 9)], "its players must be"),
            (vec![FOUR.with_options(WORDLESS)], "no possible default"),
            (vec![FOUR.with_options(BEYOND)], "no possible default"),
        ];
        for (entries, fault) in cases {
            let (id, told) = (entries[0].id, refused(entries));
            let names_it = told.starts_with(&format!("game '{id}': "));
            assert!(names_it && told.contains(fault), "{fault}: {told}");
        }
        assert!(refused(vec![]).contains("at least one game"));
    }
}
