//! Flat Monte Carlo: every root move gets the same number of random games, and
//! the one that does best in them is played. No tree.

use crate::algorithm::{Algorithm, Line, Meter, Observer, Report, Task};
use crate::game::{Game, WinDrawLoss};
use crate::playout::play_out;
use crate::random::Random;
use crate::score::Score;

#[derive(Clone, Debug)]
pub struct MonteCarlo {
    random: Random,
}

impl MonteCarlo {
    pub fn new(seed: u64) -> MonteCarlo {
        MonteCarlo {
            random: Random::new(seed),
        }
    }
}

/// A search without any limit ends after so many games a move.
const MOST_ROUNDS: u64 = 100_000;

impl<G: Game> Algorithm<G> for MonteCarlo {
    /// A node is a random game here.
    fn think(
        &mut self,
        task: &Task<'_, G>,
        _observer: &mut Observer<'_, G::Move>,
    ) -> Report<G::Move> {
        let (game, mover) = (task.game, task.game.to_move(task.position));
        let moves = task.root_moves();
        let mut meter = Meter::new(task.limits, task.stop);
        let mut points = vec![0u64; moves.len()];
        let mut rounds = vec![0u64; moves.len()];
        let mut scratch = Vec::new();
        'playing: for _ in 0..MOST_ROUNDS {
            for (index, &mv) in moves.iter().enumerate() {
                if !meter.enter() {
                    break 'playing;
                }
                let next = game.after(task.position, mv);
                let (outcome, _) = play_out(game, &next, &mut self.random, &mut scratch);
                rounds[index] += 1;
                points[index] += match outcome.seen_by(mover) {
                    WinDrawLoss::Win => 2,
                    WinDrawLoss::Draw => 1,
                    WinDrawLoss::Loss => 0,
                };
            }
        }
        let mut lines: Vec<Line<G::Move>> = moves
            .iter()
            .enumerate()
            .map(|(index, &mv)| {
                let games = rounds[index].max(1) as f64;
                let share = points[index] as f64 / 2.0 / games;
                Line {
                    score: Score::estimate(((share - 0.5) * 200.0).round() as i32),
                    proven: false,
                    distance_known: false,
                    pv: vec![mv],
                }
            })
            .collect();
        lines.sort_by_key(|line| -line.score);
        Report {
            depth: 0,
            nodes: meter.nodes,
            leaves: 0,
            proven: false,
            lines,
        }
    }
}
