//! Max^n: every player chooses what is best for themselves, and nobody is
//! anybody's enemy. A position is worth one score to each seat. With two players
//! that is minimax; with more it is the hopeful counterpart of the paranoid view.
//!
//! There is no window to prune by, as one player's gain is not another's loss:
//! only a move that wins at once makes the rest superfluous. Of moves that are
//! equal to their mover the first generated counts.

use crate::algorithm::{Algorithm, Meter, Observer, Report, Task};
use crate::deepening::{Driver, Found, Plan, Rooted, Window, deepen};
use crate::game::{Game, Heuristics, MAX_PLAYERS, Outcome, Player};
use crate::path::Path;
use crate::score::Score;

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
        let mut tree = Tree {
            game: task.game,
            heuristics: &self.heuristics,
            path: Path::of(task),
            meter: Meter::new(task.limits, task.stop),
            root: task.position,
        };
        deepen(&mut tree, task, PLAN, observer)
    }
}

/// What a position is worth to each seat, and the line that leads there.
struct Worth<M> {
    scores: [Score; MAX_PLAYERS],
    complete: bool,
    pv: Vec<M>,
}

impl<M> Worth<M> {
    fn leaf(scores: [Score; MAX_PLAYERS], complete: bool) -> Worth<M> {
        Worth {
            scores,
            complete,
            pv: Vec::new(),
        }
    }
}

struct Tree<'a, G: Game, H> {
    game: &'a G,
    heuristics: &'a H,
    path: Path,
    meter: Meter<'a>,
    root: &'a G::Position,
}

impl<G: Game, H: Heuristics<G>> Tree<'_, G, H> {
    fn value(&mut self, position: &G::Position, depth: u32, ply: u32) -> Worth<G::Move> {
        let drawn = [Score::DRAW; MAX_PLAYERS];
        if !self.meter.enter() {
            return Worth::leaf(drawn, false);
        }
        let game = self.game;
        let outcome = game.outcome(position);
        if let Some(outcome) = outcome.or_else(|| self.heuristics.foregone(game, position)) {
            return Worth::leaf(seen_by_each(outcome, ply), true);
        }
        let key = game.key(position);
        let reversible = game.reversible_plies(position);
        if self.path.repetition(key, reversible).is_some() {
            return Worth::leaf(drawn, true);
        }
        if depth == 0 {
            self.meter.leaves += 1;
            let points = self.heuristics.evaluate_each(game, position);
            return Worth::leaf(points.map(Score::estimate), false);
        }
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        let mover = game.to_move(position).index();
        let mut best: Option<Worth<G::Move>> = None;
        let mut complete = true;
        self.path.push(key);
        for mv in moves {
            let child = game.after(position, mv);
            let mut worth = self.value(&child, depth - 1, ply + 1);
            worth.pv.insert(0, mv);
            complete &= worth.complete;
            if best
                .as_ref()
                .is_none_or(|best| worth.scores[mover] > best.scores[mover])
            {
                best = Some(worth);
            }
            let wins_at_once = |best: &Worth<_>| best.scores[mover] == Score::won_in(ply + 1);
            if self.meter.is_stopped() || best.as_ref().is_some_and(wins_at_once) {
                break;
            }
        }
        self.path.pop();
        match best {
            Some(best) => Worth { complete, ..best },
            None => Worth::leaf(seen_by_each(game.outcome_when_stuck(position), ply), true),
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

fn seen_by_each(outcome: Outcome, ply: u32) -> [Score; MAX_PLAYERS] {
    std::array::from_fn(|seat| Score::of_result(outcome.seen_by(Player::seat(seat)), ply))
}

impl<G: Game, H: Heuristics<G>> Rooted<G> for Tree<'_, G, H> {
    fn enter_root(&mut self) {
        self.path.push(self.game.key(self.root));
    }

    fn count_root(&mut self) {
        self.meter.enter();
    }

    /// Among three and more, who wins hangs on what the others want; where that
    /// is only an opinion, the win or loss is one too.
    fn of_move(
        &mut self,
        mv: G::Move,
        depth: u32,
        _window: Window,
        _is_expected: bool,
    ) -> Found<G::Move> {
        let child = self.game.after(self.root, mv);
        let worth = self.value(&child, depth - 1, 1);
        let mut pv = vec![mv];
        pv.extend(worth.pv);
        let score = worth.scores[self.game.to_move(self.root).index()];
        let is_opinion = self.game.players() > 2 && !worth.complete;
        Found {
            score: if is_opinion { as_opinion(score) } else { score },
            complete: worth.complete,
            pv,
        }
    }

    fn estimate_root(&self) -> Score {
        let player = self.game.to_move(self.root);
        Score::estimate(self.heuristics.evaluate(self.game, self.root, player))
    }

    fn meter(&self) -> &Meter<'_> {
        &self.meter
    }
}
