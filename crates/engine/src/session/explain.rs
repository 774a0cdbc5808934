//! What the evaluations say of a position, and why.

use super::GameSession;
use super::play::Play;
use crate::engines::Evaluation;
use crate::explain::{Change, Described, Explanation, WeighedMove, difference};
use crate::notation::{Notation, ParseError};
use crate::refused;

/// What the evaluations say of a position, and why: without any search.
pub trait Explain {
    /// The evaluations by name, the default first.
    fn evaluations(&self) -> Vec<Described>;

    /// What an evaluation says; `None` when the game is over.
    fn explain(&self, evaluation: &str) -> Result<Option<Explanation>, ParseError>;

    /// What every legal move brings by an evaluation, in their usual order.
    fn weigh_moves(&self, evaluation: &str) -> Result<Vec<WeighedMove>, ParseError>;

    /// What the last move has changed; `None` where there is none or it ended the game.
    fn last_change(&self, evaluation: &str) -> Result<Option<Change>, ParseError>;
}

impl<G: Notation> GameSession<G> {
    /// The evaluation of this name.
    pub(super) fn evaluation_named(&self, name: &str) -> Result<&Evaluation<G>, ParseError> {
        let found = self.evaluations.iter().find(|known| known.name == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = self.evaluations.iter().map(|known| known.name).collect();
            refused!(
                "eval.unknown",
                "unknown evaluation '{name}': expected one of {names}",
                name = name,
                names = names.join(", ")
            )
        })
    }
}

impl<G: Notation> Explain for GameSession<G> {
    fn evaluations(&self) -> Vec<Described> {
        self.evaluations.iter().map(Evaluation::described).collect()
    }

    fn explain(&self, evaluation: &str) -> Result<Option<Explanation>, ParseError> {
        let evaluation = self.evaluation_named(evaluation)?;
        if self.outcome().is_some() {
            return Ok(None);
        }
        let (game, position) = (&self.game, &self.position);
        Ok(Some(Explanation {
            evaluation: evaluation.described(),
            by_seat: evaluation.worth(game, position)[..self.players()].to_vec(),
            parts: evaluation.parts(game, position, self.to_move()),
        }))
    }

    fn weigh_moves(&self, evaluation: &str) -> Result<Vec<WeighedMove>, ParseError> {
        let evaluation = self.evaluation_named(evaluation)?;
        let mover = self.to_move();
        let weigh = |mv| {
            let after = self.game.after(&self.position, mv);
            let outcome = self.game.ended(&after, &mut Vec::new());
            let case = evaluation.case(&self.game, &self.position, mv);
            let points = match (&case, outcome) {
                (Some(case), _) => Some(case.points),
                (None, Some(_)) => None,
                (None, None) => Some(evaluation.worth(&self.game, &after)[mover.index()]),
            };
            WeighedMove {
                mv: self.write_move(&self.position, mv),
                points,
                result: outcome.map(|outcome| outcome.seen_by(mover)),
                case: case.map(|case| case.name),
            }
        };
        Ok(self.legal().into_iter().map(weigh).collect())
    }

    fn last_change(&self, evaluation: &str) -> Result<Option<Change>, ParseError> {
        let evaluation = self.evaluation_named(evaluation)?;
        let Some((before, mv)) = self.played.last() else {
            return Ok(None);
        };
        if self.outcome().is_some() {
            return Ok(None);
        }
        let mover = self.game.to_move(before);
        let [before_parts, after_parts] =
            [before, &self.position].map(|position| evaluation.parts(&self.game, position, mover));
        let [before_points, after_points] = [before, &self.position]
            .map(|position| evaluation.worth(&self.game, position)[mover.index()]);
        Ok(Some(Change {
            mv: self.write_move(before, *mv),
            before: before_points,
            after: after_points,
            parts: difference(&before_parts, &after_parts),
            case: evaluation.case(&self.game, before, *mv),
        }))
    }
}
