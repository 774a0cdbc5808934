//! The reader's language in the terminal. The words are the page's own: its files
//! are read as they lie in the program, so that there is one catalogue and not two.
//! What is data (`--json`, records, protocols) stays English.

mod catalogue;

use crate::failure::{Failure, Outcome};
use crate::server::page_file;
use catalogue::{Catalogue, filled};
use clap::ValueEnum;
use plyground_engine::game::Player;
use plyground_engine::message::{Message, Value};
use plyground_engine::session::Session;
use plyground_games::Entry;
use std::sync::OnceLock;

/// The languages of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    En,
    Ru,
    Fr,
    Pl,
}

impl Language {
    const ALL: [Language; 4] = [Language::En, Language::Ru, Language::Fr, Language::Pl];

    fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Ru => "ru",
            Language::Fr => "fr",
            Language::Pl => "pl",
        }
    }

    /// The one that a locale such as `pl_PL.UTF-8` names; English for all others.
    fn of_locale(locale: &str) -> Language {
        let tag = locale
            .split(['_', '.', '-', '@'])
            .next()
            .unwrap_or_default();
        let known = Language::ALL.into_iter();
        known
            .into_iter()
            .find(|language| tag.eq_ignore_ascii_case(language.code()))
            .unwrap_or(Language::En)
    }

    /// As programs of a terminal find it: the first of these that says anything.
    fn of_environment() -> Language {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
        let said = names
            .into_iter()
            .filter_map(|name| std::env::var(name).ok());
        let first = said.into_iter().find(|locale| !locale.is_empty());
        first.map_or(Language::En, |locale| Language::of_locale(&locale))
    }
}

/// A language with its words.
struct Tongue {
    language: Language,
    words: Catalogue,
}

static CHOSEN: OnceLock<Tongue> = OnceLock::new();

/// Chooses the language of this run: the one asked for, else the environment's.
pub(crate) fn choose(asked: Option<Language>) -> Outcome {
    let language = asked.unwrap_or_else(Language::of_environment);
    let tongue = Tongue::of(language).map_err(Failure::from)?;
    // Whoever comes second finds what the first has chosen.
    let _ = CHOSEN.set(tongue);
    Ok(())
}

fn chosen() -> &'static Tongue {
    CHOSEN.get_or_init(|| {
        Tongue::of(Language::En).unwrap_or(Tongue {
            language: Language::En,
            words: Catalogue::default(),
        })
    })
}

impl Tongue {
    fn of(language: Language) -> anyhow::Result<Tongue> {
        let code = language.code();
        let mut words = Catalogue::default();
        let mut files = vec![
            format!("i18n/{code}.js"),
            format!("i18n/terminal/{code}.js"),
        ];
        if language != Language::En {
            let others = ["refusals", "why"];
            files.extend(others.map(|folder| format!("i18n/{folder}/{code}.js")));
        }
        for file in files {
            words.read(&page_text(&file)?, &file)?;
        }
        Ok(Tongue { language, words })
    }

    /// A sentence by its key; the key itself where there is none.
    fn said(&self, key: &str, values: &[(&str, String, Option<i64>)]) -> String {
        match self.words.get(key) {
            Some(words) => filled(words, values, self.language.code()),
            None => key.to_owned(),
        }
    }

    /// A message in this language, or in English where it has no words for it.
    fn told(&self, message: &Message) -> String {
        let words = match self.language {
            Language::En => None,
            _ => self.words.get(message.code()),
        };
        let Some(words) = words else {
            return message.to_string();
        };
        let is_reason = message.code().starts_with("reason.");
        let values: Vec<_> = message
            .values()
            .iter()
            .map(|(name, value)| {
                (
                    *name,
                    self.in_words(name, value, is_reason),
                    number_in(value),
                )
            })
            .collect();
        filled(words, &values, self.language.code())
    }

    /// A value is a sentence itself, a player, or what it is.
    fn in_words(&self, name: &str, value: &Value, is_reason: bool) -> String {
        match value {
            Value::Message(message) => self.told(message),
            Value::Numbers(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
                numbers.join(" : ")
            }
            Value::Text(text) if name == "who" => self.player_named(text, is_reason),
            Value::Text(text) => text.clone(),
            Value::Number(number) => number.to_string(),
        }
    }

    /// A player by the name that the game gives it.
    fn player_named(&self, name: &str, after_of: bool) -> String {
        let owner = name.to_lowercase();
        let is_colour = ["white", "black"].contains(&owner.as_str());
        let key = match (is_colour, after_of) {
            (true, true) => format!("ownerOf.{owner}"),
            (true, false) => format!("owner.{owner}"),
            (false, _) => format!("player.{owner}"),
        };
        self.words.get(&key).unwrap_or(name).to_owned()
    }
}

fn number_in(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => Some(*number),
        _ => None,
    }
}

fn page_text(name: &str) -> anyhow::Result<String> {
    let bytes = page_file(name).ok_or_else(|| anyhow::anyhow!("the page has no {name}"))?;
    Ok(String::from_utf8(bytes.into_owned())?)
}

/// A sentence of the terminal by its key, with named values.
macro_rules! say {
    ($key:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::language::said($key, &[$((stringify!($name), plyground_engine::message::Value::from($value))),*])
    };
}
pub(crate) use say;

/// What [`say!`] calls.
pub(crate) fn said(key: &str, values: &[(&str, Value)]) -> String {
    let values: Vec<_> = values
        .iter()
        .map(|(name, value)| (*name, value.to_string(), number_in(value)))
        .collect();
    chosen().said(key, &values)
}

/// A message in the reader's language.
pub(crate) fn told(message: &Message) -> String {
    chosen().told(message)
}

/// What a player is called.
pub(crate) fn player(session: &dyn Session, player: Player) -> String {
    let name = session.player_name(player);
    match chosen().language {
        Language::En => name.to_owned(),
        _ => chosen().player_named(name, false),
    }
}

/// "White wins", without a reason; `None` where the language has a word only for colours.
pub(crate) fn wins(session: &dyn Session, player: Player) -> Option<String> {
    let owner = session.player_name(player).to_lowercase();
    let is_colour = ["white", "black"].contains(&owner.as_str());
    let is_translated = chosen().language != Language::En;
    let words = chosen().words.get(&format!("wins.{owner}"));
    words
        .filter(|_| is_colour && is_translated)
        .map(str::to_owned)
}

/// What a game is called.
pub(crate) fn game(entry: &Entry) -> String {
    match chosen().language {
        Language::En => entry.name.to_owned(),
        _ => {
            let own = chosen().words.get(&format!("game.{}", entry.id));
            own.unwrap_or(entry.name).to_owned()
        }
    }
}

/// What a setting of a game is about; the game's own words where there are no others.
pub(crate) fn setting(name: &str, about: &str) -> String {
    match chosen().language {
        Language::En => about.to_owned(),
        _ => {
            let own = chosen().words.get(&format!("setting.{name}"));
            own.unwrap_or(about).to_owned()
        }
    }
}

/// The rules of a game in Markdown, as the page tells them; `None` in English, which
/// has longer ones, and where the page has none.
pub(crate) fn rules(entry: &Entry) -> anyhow::Result<Option<String>> {
    let tongue = chosen();
    let code = tongue.language.code();
    if tongue.language == Language::En {
        return Ok(None);
    }
    let (mut words, mut plans) = (Catalogue::default(), Catalogue::default());
    let (file, plan) = (format!("i18n/rules/{code}.js"), "i18n/rules/draughts.js");
    words.read(&page_text(&file)?, &file)?;
    plans.read(&page_text(plan)?, plan)?;
    let text = match (words.get(entry.id), plans.get(entry.id)) {
        (Some(own), _) => own.to_owned(),
        (None, None) => return Ok(None),
        (None, Some(plan)) => {
            let sentences = words.iter().filter_map(|(key, sentence)| {
                let name = key.strip_prefix("draughts.")?;
                Some((name, sentence.to_owned(), None))
            });
            let whole = filled(plan, &sentences.collect::<Vec<_>>(), code);
            let of_game = |name: &str| {
                let number = plans.get(&format!("{}.{name}", entry.id));
                number.unwrap_or_default().to_owned()
            };
            let numbers = [
                ("size", of_game("size"), None),
                ("men", of_game("men"), None),
            ];
            filled(&whole, &numbers, code)
        }
    };
    Ok(Some(format!("# {}\n\n{text}\n", game(entry))))
}

/// Whether a word that was typed is the order of this key, in English or in the
/// reader's language.
pub(crate) fn is_order(word: &str, key: &str) -> bool {
    let own = chosen().words.get(&format!("order.{key}"));
    word == key || own.is_some_and(|own| own == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_names_a_language() {
        assert_eq!(Language::of_locale("pl_PL.UTF-8"), Language::Pl);
        assert_eq!(Language::of_locale("ru"), Language::Ru);
        assert_eq!(Language::of_locale("fr_CA@euro"), Language::Fr);
        assert_eq!(Language::of_locale("C"), Language::En);
        assert_eq!(Language::of_locale("plonk"), Language::En);
    }

    #[test]
    fn every_language_has_every_word_of_the_terminal() {
        let english = Tongue::of(Language::En).unwrap();
        let mut terminal = Catalogue::default();
        let file = "i18n/terminal/en.js";
        terminal.read(&page_text(file).unwrap(), file).unwrap();
        for language in Language::ALL {
            let tongue = Tongue::of(language).unwrap();
            for (key, _) in terminal.iter().chain(english.words.iter()) {
                assert!(tongue.words.get(key).is_some(), "{key} in {language:?}");
            }
        }
    }
}
