//! The board as it is drawn and edited.

use super::GameSession;
use crate::game::Player;
use crate::notation::Notation;
use crate::view::{Depict, Piece, View};

/// The board as it is drawn and edited.
pub trait Picture {
    fn view(&self) -> View;

    /// The pieces that an editor may set; none where positions are edited as text alone.
    fn kit(&self) -> Vec<Piece>;

    /// The text of a position with these pieces of the kit on it.
    fn arranged(&self, pieces: &[Piece], to_move: Player) -> Option<String>;
}

impl<G: Notation + Depict> Picture for GameSession<G> {
    fn view(&self) -> View {
        let mut view = self.game.board(&self.position);
        if let Some((position, mv)) = self.played.last() {
            view.last = self.game.click_path(position, *mv).path;
        }
        let legal = self.legal();
        view.moves = self.game.click_paths(&self.position, &legal);
        let texts = self.write_moves(&legal);
        for (path, text) in view.moves.iter_mut().zip(texts) {
            path.text = text;
        }
        view
    }

    fn kit(&self) -> Vec<Piece> {
        self.game.kit()
    }

    fn arranged(&self, pieces: &[Piece], to_move: Player) -> Option<String> {
        self.game.arranged(pieces, to_move)
    }
}
