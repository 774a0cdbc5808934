//! A search that is looked at while it thinks.

use super::GameSession;
use crate::algorithm::{Share, Stop, Task};
use crate::notation::{Notation, ParseError};
use crate::spec::Spec;
use crate::witness::record::Room;
use crate::witness::told::{self, Watched};

/// A search that is looked at while it thinks.
pub trait Watch {
    /// What the engine of a SPEC does here within the SPEC's limits, written down as far
    /// as there is room, in a game that is not over. Books and tables have no say.
    fn watch(&self, spec: &Spec, room: Room, stop: &Stop<'_>) -> Result<Watched, ParseError>;
}

impl<G: Notation> Watch for GameSession<G> {
    fn watch(&self, spec: &Spec, room: Room, stop: &Stop<'_>) -> Result<Watched, ParseError> {
        let evaluation = self.evaluation(spec)?;
        let history = self.history();
        let task = Task {
            game: &self.game,
            position: &self.position,
            history: &history,
            limits: spec.limits(),
            lines: 1,
            shuffle: None,
            share: Share::WHOLE,
            stop,
        };
        let (report, record) = evaluation.watch(spec, &task, room)?;
        let write = |position: &G::Position, moves: &[G::Move]| {
            self.game.write_moves(self.move_format, position, moves)
        };
        Ok(told::tell(
            &self.game,
            &self.position,
            (&report, record),
            evaluation.points_per_unit,
            &write,
        ))
    }
}
