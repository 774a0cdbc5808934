//! King's Valley solved: the table built, checked, and asked for the truth.

use super::index::{Numbering, State};
use super::rules::{Blocked, KingsValley, Position};
use crate::solvable::Solvable;
use plyground_engine::algorithm::Stop;
use plyground_engine::game::{Game, Player};
use plyground_engine::notation::Notation;
use plyground_engine::oracle::{Effort, Oracle};
use plyground_engine::score::Score;
use plyground_engine::solve::packed::Glance;
use plyground_engine::solve::retrograde::{
    Cells, Fault, Indexed, LevelObserver, Solver, Stopped, verify, verify_states,
};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicU8;

/// The answers of a finished table.
pub struct Exact {
    blocked: Blocked,
    numbering: Numbering,
    cells: Arc<dyn Cells>,
}

impl Exact {
    pub fn new(game: &KingsValley, cells: Arc<dyn Cells>) -> Exact {
        Exact {
            blocked: game.blocked,
            numbering: Numbering::new(game.blocked),
            cells,
        }
    }

    fn known(&self, game: &KingsValley, position: &Position) -> Option<Score> {
        if let Some(outcome) = game.outcome(position) {
            return Some(Score::of_result(outcome.seen_by(position.to_move), 0));
        }
        if position.soldiers_only > 0 {
            return self.known_of_restricted(game, position);
        }
        let index = self.numbering.rank(&State::of(position));
        Some(self.cells.cell(index)?.score())
    }

    /// The table knows nothing of the rule of the first move: that is looked at here.
    fn known_of_restricted(&self, game: &KingsValley, position: &Position) -> Option<Score> {
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        let mut best = Score::of_result(
            game.outcome_when_stuck(position).seen_by(position.to_move),
            0,
        );
        for mv in moves {
            let child = self.known(game, &game.after(position, mv))?;
            best = best.max(-child.seen_from_earlier(1));
        }
        Some(best)
    }
}

impl Oracle<KingsValley> for Exact {
    fn score(&self, game: &KingsValley, position: &Position, effort: &Effort<'_>) -> Option<Score> {
        if effort.book {
            self.instant(game, position)
        } else {
            None
        }
    }

    fn instant(&self, game: &KingsValley, position: &Position) -> Option<Score> {
        if game.blocked == self.blocked {
            self.known(game, position)
        } else {
            None
        }
    }
}

/// All states under one reading of a blocked king.
pub(super) struct AllStates {
    game: KingsValley,
    numbering: Numbering,
}

impl AllStates {
    pub(super) fn new(game: KingsValley) -> AllStates {
        AllStates {
            game,
            numbering: Numbering::new(game.blocked),
        }
    }
}

impl Solvable for AllStates {
    fn rules(&self) -> String {
        match self.game.blocked {
            Blocked::OwnTurn => "blocked=own-turn".to_owned(),
            Blocked::AtOnce => "blocked=at-once".to_owned(),
        }
    }

    fn count(&self) -> u64 {
        self.numbering.count()
    }

    fn working_memory(&self) -> u64 {
        Solver::with_unmoves(&self.numbering, 1).working_memory()
    }

    fn solve(
        &self,
        table: &[AtomicU8],
        done: Option<u8>,
        threads: usize,
        stop: &Stop<'_>,
        observer: &mut dyn LevelObserver,
    ) -> Result<(), Stopped> {
        Solver::with_unmoves(&self.numbering, threads).solve(table, done, stop, observer)
    }

    fn verify(
        &self,
        table: &[u8],
        threads: usize,
        stop: &Stop<'_>,
        observer: &(dyn Fn(u64) + Sync),
    ) -> Result<(u64, Vec<Fault>), Stopped> {
        verify(&self.numbering, table, threads, stop, observer)
    }

    fn verify_states(&self, table: &[u8], states: &mut dyn Iterator<Item = u64>) -> Vec<Fault> {
        verify_states(&self.numbering, table, states)
    }

    fn position(&self, index: u64) -> String {
        let state = self.numbering.unrank(index);
        self.game.write_position(&Position {
            soldiers: [state.own, state.enemy],
            kings: [state.own_king, state.enemy_king],
            to_move: Player::FIRST,
            soldiers_only: 0,
        })
    }

    /// Each state stands for its images under the board's symmetries, with either
    /// side to move.
    fn weights(&self) -> Vec<(Range<u64>, u64)> {
        let of_class = super::index::STATES_OF_CLASS;
        (0..self.count() / of_class)
            .map(|class| {
                let first = class * of_class;
                (first..first + of_class, 2 * self.numbering.images(first))
            })
            .collect()
    }

    fn block(&self) -> u64 {
        super::index::BLOCK
    }

    fn glances(&self, block: u64, states: usize) -> Vec<Glance> {
        self.numbering.glances(block, states)
    }

    fn starts(&self) -> Vec<Vec<(&'static str, &'static str)>> {
        let blocked = match self.game.blocked {
            Blocked::OwnTurn => "own-turn",
            Blocked::AtOnce => "at-once",
        };
        let mut starts = Vec::new();
        for setup in ["standard", "retrieve"] {
            for first_move in ["soldier", "both", "any"] {
                starts.push(vec![
                    ("setup", setup),
                    ("first-move", first_move),
                    ("blocked", blocked),
                ]);
            }
        }
        starts
    }
}

impl std::fmt::Debug for Exact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Exact, {:?}", self.blocked)
    }
}
