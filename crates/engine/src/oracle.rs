//! Knowledge beyond search: a solver of one game, a book, a table of endings.

use crate::algorithm::{Line, Report, Stop};
use crate::game::Game;
use crate::score::Score;
use std::sync::atomic::{AtomicU64, Ordering};

/// How much work an answer may cost.
#[derive(Debug)]
pub struct Effort<'a> {
    pub stop: &'a Stop<'a>,
    pub threads: usize,
    /// Only who wins is asked, not how fast.
    pub weak: bool,
    /// Answers computed beforehand may be used.
    pub book: bool,
    /// Where the nodes are counted that the answer costs.
    pub nodes: &'a AtomicU64,
    /// Give up when the count reaches this.
    pub node_limit: u64,
}

/// Something that knows the exact worth of positions.
pub trait Oracle<G: Game>: Send + Sync {
    /// The score of a position that is not over, seen by the side to move, or
    /// `None` where it is not known or the effort came to its end.
    fn score(&self, game: &G, position: &G::Position, effort: &Effort<'_>) -> Option<Score>;

    /// The same, only where it is known without any search.
    fn instant(&self, game: &G, position: &G::Position) -> Option<Score>;
}

/// Every legal move with its exact score, the best first; `None` if one of
/// them is not known.
pub(crate) fn all_lines<G: Game>(
    oracle: &dyn Oracle<G>,
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
    effort: &Effort<'_>,
) -> Option<Report<G::Move>> {
    let mut lines = Vec::with_capacity(moves.len());
    for &mv in moves {
        let score = of_move(game, position, mv, |child| {
            oracle.score(game, child, effort)
        })?;
        lines.push(Line {
            score,
            proven: true,
            distance_known: !effort.weak,
            pv: vec![mv],
        });
    }
    lines.sort_by_key(|line| -line.score);
    if let Some(best) = lines.first_mut() {
        extend_instantly(oracle, game, position, &mut best.pv);
    }
    Some(Report {
        depth: 0,
        nodes: effort.nodes.load(Ordering::Relaxed),
        leaves: 0,
        proven: true,
        lines,
    })
}

/// The worth of a move to its mover, by what `known` says of the position after it.
fn of_move<G: Game>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
    known: impl Fn(&G::Position) -> Option<Score>,
) -> Option<Score> {
    let mover = game.to_move(position);
    let child = game.after(position, mv);
    let outcome = game.outcome(&child).or_else(|| {
        let is_stuck = game.legal_move_count(&child, &mut Vec::new()) == 0;
        is_stuck.then(|| game.outcome_when_stuck(&child))
    });
    if let Some(outcome) = outcome {
        return Some(Score::of_result(outcome.seen_by(mover), 1));
    }
    let score = known(&child)?.seen_from_earlier(1);
    Some(if game.to_move(&child) == mover {
        score
    } else {
        -score
    })
}

/// Follows the best replies as long as they are known without search.
fn extend_instantly<G: Game>(
    oracle: &dyn Oracle<G>,
    game: &G,
    position: &G::Position,
    line: &mut Vec<G::Move>,
) {
    const LONGEST_LINE: usize = 200;
    let mut position = line
        .iter()
        .fold(position.clone(), |position, &mv| game.after(&position, mv));
    let mut moves = Vec::new();
    while line.len() < LONGEST_LINE && game.outcome(&position).is_none() {
        moves.clear();
        game.legal_moves(&position, &mut moves);
        let scored: Option<Vec<(Score, G::Move)>> = moves
            .iter()
            .map(|&mv| {
                let score = of_move(game, &position, mv, |child| oracle.instant(game, child))?;
                Some((score, mv))
            })
            .collect();
        let best = scored.and_then(|scored| scored.into_iter().rev().max_by_key(|pair| pair.0));
        let Some((score, mv)) = best else { return };
        line.push(mv);
        if !score.is_decisive() {
            return;
        }
        position = game.after(&position, mv);
    }
}
