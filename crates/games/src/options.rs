//! The rules of a game that can vary, by name and value.

use plyground_engine::notation::ParseError;
use plyground_engine::refused;

/// What an option may be set to.
#[derive(Clone, Copy, Debug)]
pub enum Choice {
    /// One of these words, the first being the default.
    Words(&'static [&'static str]),
    Number {
        min: u64,
        max: u64,
        default: u64,
    },
}

#[derive(Clone, Copy, Debug)]
pub struct GameOption {
    pub name: &'static str,
    pub about: &'static str,
    pub choice: Choice,
}

/// A value for each option of a game.
#[derive(Clone, Debug)]
pub struct Options {
    known: &'static [GameOption],
    values: Vec<Setting>,
}

#[derive(Clone, Copy, Debug)]
enum Setting {
    Word(usize),
    Number(u64),
}

impl Options {
    /// The given settings, each checked, and the defaults of the others.
    pub fn new<'a>(
        known: &'static [GameOption],
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Options, ParseError> {
        let mut values: Vec<Setting> = known
            .iter()
            .map(|option| match option.choice {
                Choice::Words(_) => Setting::Word(0),
                Choice::Number { default, .. } => Setting::Number(default),
            })
            .collect();
        for (name, value) in given {
            let Some(index) = known.iter().position(|option| option.name == name) else {
                return Err(unknown_option(known, name));
            };
            values[index] = setting(&known[index], value)?;
        }
        Ok(Options { known, values })
    }

    fn value(&self, name: &str) -> Option<Setting> {
        let index = self.known.iter().position(|option| option.name == name)?;
        Some(self.values[index])
    }

    /// Which of an option's words is set; 0 where the game has no such option.
    pub fn word(&self, name: &str) -> usize {
        match self.value(name) {
            Some(Setting::Word(index)) => index,
            _ => 0,
        }
    }

    /// What an option is set to; 0 where the game has no such number.
    pub fn number(&self, name: &str) -> u64 {
        match self.value(name) {
            Some(Setting::Number(number)) => number,
            _ => 0,
        }
    }

    /// With another `seed`, in a game that has one, within its range.
    pub fn with_seed_raised_by(mut self, count: u64) -> Options {
        let seeds = self.known.iter().zip(&mut self.values);
        for (option, value) in seeds.filter(|(option, _)| option.name == "seed") {
            if let (Choice::Number { min, max, .. }, Setting::Number(seed)) = (option.choice, value)
            {
                *seed = min + (*seed - min + count) % (max - min).saturating_add(1);
            }
        }
        self
    }

    /// The settings that are not the default ones, as `name=value`.
    pub fn changed(&self) -> Vec<String> {
        let settings = self.known.iter().zip(&self.values);
        settings
            .filter_map(|(option, &value)| match (option.choice, value) {
                (Choice::Words(words), Setting::Word(index)) if index > 0 => {
                    Some(format!("{}={}", option.name, words[index]))
                }
                (Choice::Number { default, .. }, Setting::Number(number)) if number != default => {
                    Some(format!("{}={number}", option.name))
                }
                _ => None,
            })
            .collect()
    }
}

fn setting(option: &GameOption, value: &str) -> Result<Setting, ParseError> {
    match option.choice {
        Choice::Words(words) => words
            .iter()
            .position(|&word| word == value)
            .map(Setting::Word)
            .ok_or_else(|| {
                refused!(
                    "option.words",
                    "option {option} must be one of {words}, found '{text}'",
                    option = option.name,
                    words = words.join(", "),
                    text = value
                )
            }),
        Choice::Number { min, max, .. } => value
            .parse()
            .ok()
            .filter(|number| (min..=max).contains(number))
            .map(Setting::Number)
            .ok_or_else(|| {
                refused!(
                    "option.number",
                    "option {option} must be a whole number from {n} to {n2}, found '{text}'",
                    option = option.name,
                    n = min,
                    n2 = max,
                    text = value
                )
            }),
    }
}

fn unknown_option(known: &[GameOption], name: &str) -> ParseError {
    if known.is_empty() {
        return refused!(
            "option.none",
            "unknown option '{option}': this game has none",
            option = name
        );
    }
    let names: Vec<&str> = known.iter().map(|option| option.name).collect();
    refused!(
        "option.unknown",
        "unknown option '{option}': expected one of {names}",
        option = name,
        names = names.join(", ")
    )
}

/// Whether a position that comes for the third time is a draw: games that may be
/// played without it have this option.
pub const REPETITION: GameOption = GameOption {
    name: "repetition",
    about: "whether a position that comes for the third time is a draw",
    choice: Choice::Words(&["draw", "none"]),
};
