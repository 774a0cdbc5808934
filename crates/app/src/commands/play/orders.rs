//! What a player may type.

use crate::language::{self, say};
use std::path::PathBuf;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Order {
    Nothing,
    Help,
    Moves,
    Board,
    Undo,
    Redo,
    Hint,
    Flip,
    Save(PathBuf),
    Load(PathBuf),
    /// `save` or `load` without a file.
    FileWanted(&'static str),
    Resign,
    Draw,
    Quit,
    Play(String),
}

/// What may be typed, with what each order does.
pub(super) fn help() -> String {
    const ORDERS: [&str; 12] = [
        "moves", "board", "hint", "flip", "undo", "redo", "save", "load", "resign", "draw", "help",
        "quit",
    ];
    let entries = ORDERS.map(|order| {
        let word = say!(&format!("order.{order}"));
        let word = match order {
            "save" | "load" => format!("{word} {}", say!("order.file")),
            _ => word,
        };
        (word, say!(&format!("order.{order}.about")))
    });
    let length = |texts: Vec<&String>| texts.iter().map(|text| text.chars().count()).max();
    let widest = length(entries.iter().map(|(word, _)| word).collect()).unwrap_or(0);
    let about = length(entries.iter().step_by(2).map(|(_, about)| about).collect()).unwrap_or(0);
    let mut help = say!("order.intro");
    for pair in entries.chunks(2) {
        let cells = pair
            .iter()
            .map(|(word, text)| format!("{word:<widest$}  {text:<about$}"));
        let line = cells.collect::<Vec<_>>().join("  ");
        help.push_str(&format!("\n  {}", line.trim_end()));
    }
    help
}

impl Order {
    /// Blanks before a move are part of it: they count where it is a board.
    pub(super) fn of(text: &str) -> Order {
        let words = text.trim();
        let (word, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let rest = rest.trim();
        let typed = word.to_lowercase();
        let is = |key: &str| language::is_order(&typed, key);
        if typed.is_empty() {
            return Order::Nothing;
        }
        for (key, order) in [
            ("save", Order::Save as fn(PathBuf) -> Order),
            ("load", Order::Load),
        ] {
            if is(key) {
                return match rest {
                    "" => Order::FileWanted(key),
                    file => order(file.into()),
                };
            }
        }
        if !rest.is_empty() {
            return Order::Play(text.to_owned());
        }
        match typed.as_str() {
            "?" => Order::Help,
            "exit" | "q" => Order::Quit,
            _ if is("help") => Order::Help,
            _ if is("moves") => Order::Moves,
            _ if is("board") => Order::Board,
            _ if is("undo") => Order::Undo,
            _ if is("redo") => Order::Redo,
            _ if is("hint") => Order::Hint,
            _ if is("flip") => Order::Flip,
            _ if is("resign") => Order::Resign,
            _ if is("draw") => Order::Draw,
            _ if is("quit") => Order::Quit,
            _ => Order::Play(text.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_no_order_is_a_move() {
        assert_eq!(Order::of("UNDO"), Order::Undo);
        assert_eq!(
            Order::of("save my game.pdn"),
            Order::Save("my game.pdn".into())
        );
        assert_eq!(Order::of("save"), Order::FileWanted("save"));
        assert_eq!(Order::of("a1-a4"), Order::Play("a1-a4".to_owned()));
        assert_eq!(Order::of("undo it"), Order::Play("undo it".to_owned()));
        assert_eq!(Order::of(""), Order::Nothing);
    }
}
