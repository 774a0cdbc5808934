//! What a player may type.

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

pub(super) const HELP: &str = "\
Type a move as the board names it, or one of these:
  moves        the legal moves        board        the board again
  hint         what the engine thinks flip         turn the board
  undo, redo   back to your last turn, and forth again
  save FILE    keep the game          load FILE    take up another
  resign       give the game up       draw         offer a draw
  help         this                   quit         leave
";

impl Order {
    /// Blanks before a move are part of it: they count where it is a board.
    pub(super) fn of(text: &str) -> Order {
        let words = text.trim();
        let (word, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let rest = rest.trim();
        match (word.to_lowercase().as_str(), rest) {
            ("", _) => Order::Nothing,
            ("help" | "?", "") => Order::Help,
            ("moves", "") => Order::Moves,
            ("board", "") => Order::Board,
            ("undo", "") => Order::Undo,
            ("redo", "") => Order::Redo,
            ("hint", "") => Order::Hint,
            ("flip", "") => Order::Flip,
            ("save", "") => Order::FileWanted("save"),
            ("load", "") => Order::FileWanted("load"),
            ("save", file) => Order::Save(file.into()),
            ("load", file) => Order::Load(file.into()),
            ("resign", "") => Order::Resign,
            ("draw", "") => Order::Draw,
            ("quit" | "exit" | "q", "") => Order::Quit,
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
