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
use crate::witness::{Asking, Rest, Unseen, Witness};
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
        self.think_before(task, observer, Unseen)
    }
}

impl<H> Maxn<H> {
    pub(crate) fn think_before<G: Game, W: Witness<G>>(
        &self,
        task: &Task<'_, G>,
        observer: &mut Observer<'_, G::Move>,
        witness: W,
    ) -> Report<G::Move>
    where
        H: Heuristics<G>,
    {
        let descent = Descent::new(task, &self.heuristics, false, witness);
        let root = Root::new(task, &self.heuristics);
        deepen(&mut Tree(descent), root, PLAN, observer)
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

struct Tree<'a, G: Game, H, W>(Descent<'a, G, H, W>);

impl<G: Game, H: Heuristics<G>, W: Witness<G>> Tree<'_, G, H, W> {
    fn value(&mut self, position: &G::Position, depth: u32, ply: usize) -> ScoreVector {
        let descent = &mut self.0;
        let drawn = [Score::DRAW; MAX_PLAYERS];
        descent.variations.clear(ply);
        if !descent.meter.enter() {
            return ScoreVector::estimate(drawn);
        }
        descent.witness.enters(position, depth as i32, Window::FULL);
        let (game, heuristics) = (descent.judge.game, descent.judge.heuristics);
        let outcome = game.outcome(position);
        if let Some(outcome) = outcome.or_else(|| heuristics.foregone(game, position)) {
            descent.witness.rests(Rest::Ended);
            return ScoreVector::proven(seen_by_each(outcome, ply));
        }
        let key = game.key(position);
        let reversible = descent.judge.reversible(position);
        if descent.path.repetition(key, reversible).is_some() {
            descent.witness.rests(Rest::Ended);
            return ScoreVector::proven(drawn);
        }
        if depth == 0 {
            descent.meter.leaves += 1;
            descent.witness.rests(Rest::Leaf);
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
            let worth = self.after(position, mv, depth - 1, ply);
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
            None => {
                self.0.witness.rests(Rest::Stuck);
                ScoreVector::proven(seen_by_each(game.outcome_when_stuck(position), ply))
            }
        }
    }

    fn after(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        depth: u32,
        ply: usize,
    ) -> ScoreVector {
        let child = self.0.judge.game.after(position, mv);
        self.0.witness.asks(mv, Asking::Openly);
        let worth = self.value(&child, depth, ply + 1);
        self.0.witness.answers_each(worth.scores, worth.complete);
        worth
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

impl<G: Game, H: Heuristics<G>, W: Witness<G>> Rooted<G::Move> for Tree<'_, G, H, W> {
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
        let vector = self.after(self.0.root, mv, depth - 1, 0);
        let score = vector.scores[game.to_move(self.0.root).index()];
        let worth = match vector.complete {
            true => Worth::proven(score),
            false if game.players() > 2 => Worth::estimate(as_opinion(score)),
            false => Worth::estimate(score),
        };
        self.0.variations.found(mv, worth)
    }

    fn enter_root(&mut self, depth: u32, window: Window) {
        self.0.enter_root(depth, window);
    }

    fn progress(&self) -> Progress {
        self.0.meter.progress()
    }
}
