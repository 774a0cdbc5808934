//! What every depth-limited search must agree on: who is whom, how a line of
//! play ends, and where a search comes to rest. Because minimax and all its
//! descendants ask the same judge, they can be compared to the last ply.

use crate::game::{Game, Heuristics, Horizon, Outcome, Player};
use crate::score::Score;

#[derive(Debug)]
pub(crate) struct Judge<'a, G, H> {
    pub(crate) game: &'a G,
    pub(crate) heuristics: &'a H,
    /// Whose move it is at the root. Everybody else is the other camp: with two
    /// players that is the opponent, with more it is the paranoid view.
    root_player: Player,
    quiescence: bool,
}

impl<'a, G: Game, H: Heuristics<G>> Judge<'a, G, H> {
    pub(crate) fn new(
        game: &'a G,
        heuristics: &'a H,
        root: &G::Position,
        quiescence: bool,
    ) -> Judge<'a, G, H> {
        Judge {
            game,
            heuristics,
            root_player: game.to_move(root),
            quiescence,
        }
    }

    #[inline]
    pub(crate) fn has_quiescence(&self) -> bool {
        self.quiescence
    }

    /// Whether the side to move belongs to the root's camp.
    #[inline]
    pub(crate) fn is_root_camp(&self, position: &G::Position) -> bool {
        self.game.to_move(position) == self.root_player
    }

    /// A game that is over, or as good as over, seen by the camp to move.
    #[inline]
    pub(crate) fn ended(&self, position: &G::Position, ply: u32) -> Option<Score> {
        let outcome = self.game.outcome(position);
        let outcome = outcome.or_else(|| self.heuristics.foregone(self.game, position))?;
        Some(self.of_outcome(outcome, position, ply))
    }

    /// A game that is over because the player to move has no move.
    #[inline]
    pub(crate) fn stuck(&self, position: &G::Position, ply: u32) -> Score {
        self.of_outcome(self.game.outcome_when_stuck(position), position, ply)
    }

    fn of_outcome(&self, outcome: Outcome, position: &G::Position, ply: u32) -> Score {
        let score = Score::of_result(outcome.seen_by(self.root_player), ply);
        if self.is_root_camp(position) {
            score
        } else {
            -score
        }
    }

    /// The evaluation, seen by the camp to move.
    #[inline]
    pub(crate) fn estimate(&self, position: &G::Position) -> Score {
        let evaluate =
            |player| Score::estimate(self.heuristics.evaluate(self.game, position, player));
        if self.game.players() == 2 {
            evaluate(self.game.to_move(position))
        } else if self.is_root_camp(position) {
            evaluate(self.root_player)
        } else {
            -evaluate(self.root_player)
        }
    }

    /// The estimate after the best move, seen by the camp to move, where the
    /// heuristics can tell it without making a move; a bound where that is `enough`.
    #[inline]
    pub(crate) fn foreseen(&self, position: &G::Position, enough: Score) -> Option<Score> {
        if G::CAN_REPEAT || self.game.players() != 2 {
            return None;
        }
        let enough = enough.points().unwrap_or(i32::MAX);
        let points = self.heuristics.foreseen(self.game, position, enough)?;
        Some(Score::estimate(points))
    }

    /// The depth that is left to the children of a node with this depth, or
    /// `None` where the search rests and asks for the estimate. Below the
    /// horizon, depth 0 may still look one full ply ahead, depth -1 may not.
    #[inline]
    pub(crate) fn child_depth(&self, position: &G::Position, depth: i32) -> Option<i32> {
        if depth > 0 {
            return Some(depth - 1);
        }
        if !self.quiescence {
            return None;
        }
        match self.heuristics.horizon(self.game, position) {
            Horizon::Extend => Some(depth),
            Horizon::LookAhead if depth == 0 => Some(-1),
            Horizon::LookAhead | Horizon::Evaluate => None,
        }
    }
}
