//! The terminal in four languages: what is said is kept in files, and nothing of it
//! is English but moves and names.

mod common;

use common::plyground;
use expect_test::expect_file;
use std::collections::BTreeSet;

const LANGUAGES: [&str; 4] = ["en", "ru", "fr", "pl"];

/// Orders, refusals and ends of three games, typed by two people.
const SESSIONS: &[(&[&str], &str)] = &[
    (
        &[
            "play",
            "kings-valley",
            "--ascii",
            "--seat",
            "human",
            "--seat",
            "human",
        ],
        "help\nmoves\na1-a5\nundo\nredo\nsave\na1-a4\nresign\nresign\nb5-b2\nquit\n",
    ),
    (
        &[
            "play",
            "connect-four",
            "--ascii",
            "--seat",
            "human",
            "--seat",
            "human",
        ],
        "1\n2\n1\n2\n9\n1\n2\n1\n3\nquit\n",
    ),
    (
        &[
            "play",
            "russian-draughts",
            "--ascii",
            "--position",
            "W:Wc3:Bd4,h8",
            "--seat",
            "human",
            "--seat",
            "human",
        ],
        "c3-b4\ndraw\n",
    ),
    (&["show", "kings-valley", "--ascii"], ""),
    (
        &[
            "evaluate",
            "kings-valley",
            "--moves",
            "a1-d4",
            "--lines",
            "3",
        ],
        "",
    ),
    (&["games"], ""),
];

const REFUSALS: &[&[&str]] = &[
    &["show", "connect-four", "--moves", "4 8"],
    &["show", "connect-four", "--position", ""],
    &["show", "kings-valley", "--position", "5/5/5/5/5 w"],
    &["play", "connect-four", "--seat", "human"],
    &["evaluate", "connect-four", "--eval", "rings"],
    &["show", "chess"],
];

const GAMES: [&str; 10] = [
    "connect-four",
    "russian-draughts",
    "english-draughts",
    "english-draughts-12",
    "international-draughts",
    "brazilian-draughts",
    "canadian-draughts",
    "battle-sheep",
    "kings-valley",
    "tic-tac-toe",
];

fn in_language(arguments: &[&str], language: &str, input: &str) -> common::Run {
    plyground(
        &[arguments, &["--lang", language]].concat(),
        input.as_bytes(),
    )
}

/// Everything that is said in a language.
fn said(language: &str) -> String {
    let mut text = String::new();
    for (arguments, input) in SESSIONS {
        let run = in_language(arguments, language, input);
        assert_eq!(run.status, 0, "{arguments:?}: {}", run.err);
        text += &format!("$ {}\n{}{}\n", arguments.join(" "), run.out, run.err);
    }
    for arguments in REFUSALS {
        let run = in_language(arguments, language, "");
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}");
        text += &format!("$ {}\n{}\n", arguments.join(" "), run.err);
    }
    text
}

/// All rules in a language; the English ones are files already.
fn rules(language: &str) -> String {
    let told = GAMES.map(|game| in_language(&["rules", game], language, "").out);
    told.join("\n")
}

#[test]
fn the_terminal_says_what_it_has_said() {
    for language in LANGUAGES {
        expect_file![format!("languages/{language}.txt")].assert_eq(&said(language));
        if language != "en" {
            expect_file![format!("languages/rules-{language}.txt")].assert_eq(&rules(language));
        }
    }
}

/// The words of a text that could be English.
fn latin_words(text: &str) -> BTreeSet<String> {
    let spoken = text.lines().filter(|line| !line.starts_with("$ "));
    let words = spoken.flat_map(|line| line.split(|letter: char| !letter.is_alphabetic()));
    let words = words.filter(|word| word.len() > 2 && word.is_ascii());
    words.map(str::to_lowercase).collect()
}

/// Names that are the same everywhere: of games, options, settings and the program.
fn names() -> BTreeSet<String> {
    let games = plyground(&["games", "--json"], b"").out;
    let games: serde_json::Value = serde_json::from_str(&games).unwrap();
    let mut names = BTreeSet::from(["plyground".to_owned()]);
    for game in games.as_array().unwrap() {
        let mut game = game.clone();
        game.as_object_mut().unwrap().remove("heuristics_about");
        game.as_object_mut().unwrap().remove("name");
        names.extend(latin_words(&game.to_string()));
    }
    names.extend(
        [
            "eval", "lang", "moves", "seat", "position", "turn", "pass", "chess",
        ]
        .map(str::to_owned),
    );
    // Tables are made by a command, and the refusal of an evaluation repeats its name.
    names.extend(["tables", "build", "rings", "bbbbb", "wwwww"].map(str::to_owned));
    names
}

#[test]
fn no_english_is_left_in_the_other_languages() {
    let english: BTreeSet<String> = latin_words(&said("en"))
        .union(&latin_words(
            &plyground(&["rules", "battle-sheep"], b"").out,
        ))
        .cloned()
        .collect();
    let names = names();
    // Words that the languages share.
    let shared = |language| match language {
        "fr" => vec![
            "plus",
            "points",
            "minus",
            "possible",
            "rare",
            "direction",
            "six",
            "cases",
            "centre",
            "directions",
            "place",
            "placement",
            "point",
            "table",
        ],
        "pl" => vec!["minus", "plus", "most"],
        _ => vec![],
    };
    for language in ["ru", "fr", "pl"] {
        let own = latin_words(&(said(language) + &rules(language)));
        let shared = shared(language);
        let left: Vec<&String> = own
            .intersection(&english)
            .filter(|word| !names.contains(*word) && !shared.contains(&word.as_str()))
            .collect();
        assert_eq!(left, [""; 0], "English in {language}");
    }
}

#[test]
fn the_environment_chooses_where_nobody_asks() {
    let binary = env!("CARGO_BIN_EXE_plyground");
    let told = |all: &str, lang: &str, asked: &[&str]| {
        let arguments = [&["show", "kings-valley", "--ascii"], asked].concat();
        let mut command = std::process::Command::new(binary);
        command.args(arguments).env("LC_ALL", all).env("LANG", lang);
        let run = command.env_remove("LC_MESSAGES").output().unwrap();
        String::from_utf8(run.stdout).unwrap()
    };
    assert!(told("", "pl_PL.UTF-8", &[]).contains("Na posunięciu"));
    assert!(told("fr_FR", "pl_PL.UTF-8", &[]).contains("Au trait"));
    assert!(told("", "de_DE.UTF-8", &[]).contains("White to move"));
    assert!(told("", "pl_PL.UTF-8", &["--lang", "en"]).contains("White to move"));
}

#[test]
fn data_stays_english_and_orders_are_read_in_both_languages() {
    let json = in_language(
        &["show", "connect-four", "--position", "1212121", "--json"],
        "pl",
        "",
    );
    assert!(
        json.out.contains(r#""reason":"four in a row""#),
        "{}",
        json.out
    );
    let seats = [
        "play",
        "connect-four",
        "--ascii",
        "--seat",
        "human",
        "--seat",
        "human",
    ];
    for input in ["4\ncofnij\nkoniec\n", "4\nundo\nquit\n"] {
        let run = in_language(&seats, "pl", input);
        assert_eq!(run.out.matches("x> ").count(), 2, "{}", run.out);
    }
}

#[test]
fn an_unknown_language_is_refused_with_those_that_there_are() {
    let run = in_language(&["show", "connect-four"], "de", "");
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    assert!(
        run.err.contains("'de'") && run.err.contains("en, ru, fr, pl"),
        "{}",
        run.err
    );
}
