//! The game itself: where it stands, and how it goes on.

use super::{Ending, GameSession};
use crate::game::{Outcome, Player};
use crate::notation::{Notation, ParseError};
use crate::{message, refused};

/// The game itself: where it stands, and how it goes on.
pub trait Play {
    fn players(&self) -> usize;
    fn to_move(&self) -> Player;
    fn ending(&self) -> Option<Ending>;

    /// Starts over from the game's own start.
    fn restart(&mut self);

    /// Starts over from a position in text.
    fn set_up(&mut self, text: &str, to_move: Option<Player>) -> Result<(), ParseError>;
    fn play(&mut self, text: &str) -> Result<(), ParseError>;

    /// Undoes the last move and returns its text.
    fn take_back(&mut self) -> Option<String>;

    /// How many moves were played since the start or the set-up.
    fn plies(&self) -> usize;
}

impl<G: Notation> GameSession<G> {
    fn is_third_repetition(&self) -> bool {
        if self.game.reversible_plies(&self.position) == 0 {
            return false;
        }
        let key = self.game.key(&self.position);
        let before = self.history();
        before.iter().filter(|&&earlier| earlier == key).count() >= 2
    }
}

impl<G: Notation> Play for GameSession<G> {
    fn players(&self) -> usize {
        self.game.players()
    }

    fn to_move(&self) -> Player {
        self.game.to_move(&self.position)
    }

    fn ending(&self) -> Option<Ending> {
        if let Some(outcome) = self.outcome() {
            return Some(Ending {
                outcome,
                reason: self.game.reason(&self.position, outcome),
            });
        }
        self.is_third_repetition().then(|| Ending {
            outcome: Outcome::Draw,
            reason: message!("reason.repetition", "third repetition"),
        })
    }

    fn restart(&mut self) {
        self.game = self.given.clone();
        self.position = self.game.start();
        self.played.clear();
        for engine in &mut self.engines {
            engine.algorithm.forget();
        }
    }

    fn set_up(&mut self, text: &str, to_move: Option<Player>) -> Result<(), ParseError> {
        let (game, position) = self.given.read_position(text, to_move)?;
        let told = game.to_move(&position);
        if to_move.is_some_and(|asked| asked != told) {
            let who = game.player_name(told);
            return Err(refused!(
                "side.told",
                "the text says {who} is to move",
                who = who
            ));
        }
        self.restart();
        self.game = game;
        self.position = position;
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), ParseError> {
        if let Some(ending) = self.ending() {
            return Err(refused!(
                "move.over",
                "'{mv}' cannot be played: the game is over ({end})",
                mv = text.trim(),
                end = ending.reason
            ));
        }
        let mv = match self.reads_boards {
            true => self.game.read_move_on_board(&self.position, text)?,
            false => self.game.read_move(&self.position, text)?,
        };
        let next = self.game.after(&self.position, mv);
        self.played
            .push((std::mem::replace(&mut self.position, next), mv));
        Ok(())
    }

    fn take_back(&mut self) -> Option<String> {
        let (position, mv) = self.played.pop()?;
        self.position = position;
        Some(self.write_move(&self.position, mv))
    }

    fn plies(&self) -> usize {
        self.played.len()
    }
}
