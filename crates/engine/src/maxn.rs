//! Max^n: every player chooses what is best for themselves, and nobody is
//! anybody's enemy. A position is worth one score to each seat. With two players
//! that is minimax; with more it is the hopeful counterpart of the paranoid view.
//!
//! There is no window to prune by, as one player's gain is not another's loss:
//! only a move that wins at once makes the rest superfluous. Of moves that are
//! equal to their mover the first generated counts.

use crate::algorithm::{Algorithm, Observer, Progress, Report, Task};
use crate::deepening::{Driver, Found, Plan, Root, Rooted, deepen};
use crate::descent::Descent;
use crate::game::{Game, Heuristics, MAX_PLAYERS, Outcome, Player};
use crate::score::Score;
use crate::window::Window;
use crate::worth::Worth;

#[derive(Clone, Debug)]
pub struct Maxn<H> {
    pub heuristics: H,
}

const PLAN: Plan = Plan {
    stepwise: true,
    selective: false,
    driver: Driver::WholeWindow,
    width: 0,
};

impl<G: Game, H: Heuristics<G>> Algorithm<G> for Maxn<H> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        observer: &mut Observer<'_, G::Move>,
    ) -> Report<G::Move> {
        let mut tree = Tree(Descent::new(task, &self.heuristics, false));
        let root = Root::new(task, &self.heuristics);
        deepen(&mut tree, root, PLAN, observer)
    }
}

/// What a position is worth to each seat.
#[derive(Clone, Copy)]
struct ScoreVector {
    scores: [Score; MAX_PLAYERS],
    complete: bool,
}

impl ScoreVector {
    fn proven(scores: [Score; MAX_PLAYERS]) -> ScoreVector {
        ScoreVector {
            scores,
            complete: true,
        }
    }

    fn estimate(scores: [Score; MAX_PLAYERS]) -> ScoreVector {
        ScoreVector {
            scores,
            complete: false,
        }
    }
}

struct Tree<'a, G: Game, H>(Descent<'a, G, H>);

impl<G: Game, H: Heuristics<G>> Tree<'_, G, H> {
    fn value(&mut self, position: &G::Position, depth: u32, ply: usize) -> ScoreVector {
        let descent = &mut self.0;
        let drawn = [Score::DRAW; MAX_PLAYERS];
        descent.variations.clear(ply);
        if !descent.meter.enter() {
            return ScoreVector::estimate(drawn);
        }
        let (game, heuristics) = (descent.judge.game, descent.judge.heuristics);
        let outcome = game.outcome(position);
        if let Some(outcome) = outcome.or_else(|| heuristics.foregone(game, position)) {
            return ScoreVector::proven(seen_by_each(outcome, ply));
        }
        let key = game.key(position);
        let reversible = descent.judge.reversible(position);
        if descent.path.repetition(key, reversible).is_some() {
            return ScoreVector::proven(drawn);
        }
        if depth == 0 {
            descent.meter.leaves += 1;
            let points = heuristics.evaluate_each(game, position);
            return ScoreVector::estimate(points.map(Score::estimate));
        }
        let base = descent.moves.len();
        game.legal_moves(position, &mut descent.moves);
        let mover = game.to_move(position).index();
        let mut best: Option<ScoreVector> = None;
        let mut complete = true;
        descent.path.push(key);
        for index in base..self.0.moves.len() {
            let mv = self.0.moves[index];
            let child = game.after(position, mv);
            let worth = self.value(&child, depth - 1, ply + 1);
            complete &= worth.complete;
            if best.is_none_or(|best| worth.scores[mover] > best.scores[mover]) {
                best = Some(worth);
                self.0.variations.extend(ply, mv);
            }
            let soonest = Score::won_in(ply as u32 + 1);
            let wins_at_once = best.is_some_and(|best| best.scores[mover] == soonest);
            if wins_at_once || self.0.meter.is_stopped() {
                break;
            }
        }
        self.0.path.pop();
        self.0.moves.truncate(base);
        match best {
            Some(best) => ScoreVector { complete, ..best },
            None => ScoreVector::proven(seen_by_each(game.outcome_when_stuck(position), ply)),
        }
    }
}

/// An expected win is worth a million points, less its distance.
fn as_opinion(score: Score) -> Score {
    const EXPECTED: i32 = 1_000_000;
    match score.plies_to_end() {
        None => score,
        Some(plies) if score.is_win() => Score::estimate(EXPECTED - plies as i32),
        Some(plies) => Score::estimate(plies as i32 - EXPECTED),
    }
}

fn seen_by_each(outcome: Outcome, ply: usize) -> [Score; MAX_PLAYERS] {
    std::array::from_fn(|seat| Score::of_result(outcome.seen_by(Player::seat(seat)), ply as u32))
}

impl<G: Game, H: Heuristics<G>> Rooted<G::Move> for Tree<'_, G, H> {
    /// Among three and more, who wins hangs on what the others want; where that
    /// is only an opinion, the win or loss is one too.
    fn of_move(
        &mut self,
        mv: G::Move,
        depth: u32,
        _window: Window,
        _is_expected: bool,
    ) -> Found<G::Move> {
        let game = self.0.judge.game;
        let child = game.after(self.0.root, mv);
        let vector = self.value(&child, depth - 1, 1);
        let score = vector.scores[game.to_move(self.0.root).index()];
        let worth = match vector.complete {
            true => Worth::proven(score),
            false if game.players() > 2 => Worth::estimate(as_opinion(score)),
            false => Worth::estimate(score),
        };
        self.0.variations.found(mv, worth)
    }

    fn enter_root(&mut self) {
        self.0.meter.enter();
    }

    fn progress(&self) -> Progress {
        self.0.meter.progress()
    }
}
