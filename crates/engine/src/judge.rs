//! What every depth-limited search must agree on: who is whom, how a line of
//! play ends, and where a search comes to rest. Because minimax and all its
//! descendants ask the same judge, they can be compared to the last ply.

use crate::game::{Game, Heuristics, Horizon, Outcome, Player};
use crate::path::Path;
use crate::score::Score;
use crate::window::Perspective;
use crate::worth::Worth;

#[derive(Debug)]
pub(crate) struct Judge<'a, G, H> {
    pub(crate) game: &'a G,
    pub(crate) heuristics: &'a H,
    /// Whose move it is at the root. Everybody else is the other camp: with two
    /// players that is the opponent, with more it is the paranoid view.
    root_player: Player,
    quiescence: bool,
    /// Every position that is not over might be anything: solving asks for proofs,
    /// and for nothing that hangs on the evaluation.
    pub(crate) is_silent: bool,
    /// Tables of endings may answer.
    pub(crate) asks_tables: bool,
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
            quiescence: quiescence && H::NOISY,
            is_silent: false,
            asks_tables: false,
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

    /// How the camp to move after a move sees what the camp before it asks.
    #[inline]
    pub(crate) fn perspective(&self, parent: &G::Position, child: &G::Position) -> Perspective {
        Perspective {
            is_turned: self.is_root_camp(parent) != self.is_root_camp(child),
        }
    }

    /// How many plies back an equal position could lie.
    #[inline]
    pub(crate) fn reversible(&self, position: &G::Position) -> u32 {
        if G::CAN_REPEAT {
            self.game.reversible_plies(position)
        } else {
            0
        }
    }

    /// A game that is over, as good as over, or drawn by repetition, seen by the
    /// camp to move.
    #[inline(always)]
    pub(crate) fn ended(&self, position: &G::Position, path: &Path, ply: u32) -> Option<Worth> {
        let outcome = self.game.outcome(position);
        let outcome = outcome.or_else(|| self.heuristics.foregone(self.game, position));
        if let Some(outcome) = outcome {
            return Some(Worth::proven(self.of_outcome(outcome, position, ply)));
        }
        if H::HAS_TABLES
            && self.asks_tables
            && let Some(outcome) = self.heuristics.tabled(self.game, position)
        {
            let result = outcome.seen_by(self.game.to_move(position));
            return Some(Worth::proven(Score::of_far_result(result, ply)));
        }
        let reversible = self.reversible(position);
        if reversible == 0 {
            return None;
        }
        let anchor = path.repetition(self.game.key(position), reversible)?;
        Some(Worth::repetition(anchor))
    }

    /// A game that is over because the player to move has no move.
    #[inline]
    pub(crate) fn stuck(&self, position: &G::Position, ply: u32) -> Score {
        self.of_outcome(self.game.outcome_when_stuck(position), position, ply)
    }

    fn of_outcome(&self, outcome: Outcome, position: &G::Position, ply: u32) -> Score {
        let score = Score::of_result(outcome.seen_by(self.root_player), ply);
        self.seen_by_mover(score, position)
    }

    /// A score of the root's camp, seen by the camp to move.
    #[inline]
    fn seen_by_mover(&self, score: Score, position: &G::Position) -> Score {
        let is_turned = !self.is_root_camp(position);
        Perspective { is_turned }.score(score)
    }

    /// The evaluation, seen by the camp to move.
    #[inline]
    pub(crate) fn estimate(&self, position: &G::Position) -> Score {
        if self.is_silent {
            return Score::DRAW;
        }
        let evaluate =
            |player| Score::estimate(self.heuristics.evaluate(self.game, position, player));
        if self.game.players() == 2 {
            evaluate(self.game.to_move(position))
        } else {
            self.seen_by_mover(evaluate(self.root_player), position)
        }
    }

    /// The estimate after the best move, seen by the camp to move, where the
    /// heuristics can tell it without making a move; a bound where that is `enough`.
    #[inline]
    pub(crate) fn foreseen(&self, position: &G::Position, enough: Score) -> Option<Score> {
        if G::CAN_REPEAT || self.game.players() != 2 || self.is_silent {
            return None;
        }
        let enough = enough.points().unwrap_or(i32::MAX);
        let points = self.heuristics.foreseen(self.game, position, enough)?;
        Some(Score::estimate(points))
    }

    /// A move to try before the others are ranked. It is the one after which the
    /// evaluation is best, so that it is no better than any where that is silent.
    #[inline]
    pub(crate) fn first_choice(&self, position: &G::Position) -> Option<G::Move> {
        match self.is_silent {
            true => None,
            false => self.heuristics.first_choice(self.game, position),
        }
    }

    #[inline]
    pub(crate) fn horizon(&self, position: &G::Position) -> Horizon {
        self.heuristics.horizon(self.game, position)
    }

    #[inline]
    pub(crate) fn is_noisy(&self, position: &G::Position, mv: G::Move) -> bool {
        self.heuristics.is_noisy(self.game, position, mv)
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
        match self.horizon(position) {
            Horizon::Extend => Some(depth),
            Horizon::LookAhead if depth == 0 => Some(-1),
            Horizon::LookAhead | Horizon::Evaluate => None,
        }
    }
}
