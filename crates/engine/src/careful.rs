//! A random move, but a winning one when there is one, and never one by which
//! the mover is lost at once. It does not look at the reply: the opponent that
//! students of a game measure themselves by.

use crate::algorithm::{Algorithm, Line, Observer, Report, Task};
use crate::game::{Game, Heuristics, WinDrawLoss};
use crate::random::Random;
use crate::score::Score;

#[derive(Clone, Debug)]
pub struct Careful<H> {
    heuristics: H,
    random: Random,
}

impl<H> Careful<H> {
    pub fn new(heuristics: H, seed: u64) -> Careful<H> {
        Careful {
            heuristics,
            random: Random::new(seed),
        }
    }
}

/// Whether whoever has just moved is lost unless the other side changes something.
pub(crate) type SelfDefeating<'a, P> = dyn Fn(&P) -> bool + 'a;

/// What a move brings about, as far as a careful player looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Prospect {
    /// The mover has lost by it, or has lost if the other side did nothing.
    Lost,
    Open,
    Won,
}

fn prospect<G: Game>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
    is_self_defeating: &SelfDefeating<'_, G::Position>,
    scratch: &mut Vec<G::Move>,
) -> Prospect {
    let mover = game.to_move(position);
    let next = game.after(position, mv);
    match game
        .ended(&next, scratch)
        .map(|outcome| outcome.seen_by(mover))
    {
        Some(WinDrawLoss::Win) => Prospect::Won,
        Some(WinDrawLoss::Loss) => Prospect::Lost,
        Some(WinDrawLoss::Draw) => Prospect::Open,
        None if is_self_defeating(&next) => Prospect::Lost,
        None => Prospect::Open,
    }
}

/// The moves a careful player chooses among: all that are as good as the best.
/// `moves` comes empty.
pub(crate) fn careful_moves<G: Game>(
    game: &G,
    position: &G::Position,
    is_self_defeating: &SelfDefeating<'_, G::Position>,
    moves: &mut Vec<G::Move>,
) {
    game.legal_moves(position, moves);
    let count = moves.len();
    let mut best = Prospect::Lost;
    let mut kept = 0;
    for index in 0..count {
        let mv = moves[index];
        let prospect = prospect(game, position, mv, is_self_defeating, moves);
        if prospect > best {
            best = prospect;
            kept = 0;
        }
        if prospect == best {
            moves[kept] = mv;
            kept += 1;
        }
    }
    moves.truncate(kept);
}

impl<G: Game, H: Heuristics<G>> Algorithm<G> for Careful<H> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        _observer: &mut Observer<'_, G::Move>,
    ) -> Report<G::Move> {
        let mut moves = Vec::new();
        let (game, position) = (task.game, task.position);
        let is_self_defeating = |next: &_| self.heuristics.is_self_defeating(game, next);
        careful_moves(game, position, &is_self_defeating, &mut moves);
        let chosen = moves[self.random.below(moves.len())];
        let prospect = prospect(game, position, chosen, &is_self_defeating, &mut Vec::new());
        let is_win = prospect == Prospect::Won;
        Report {
            depth: 1,
            nodes: 1 + moves.len() as u64,
            leaves: 0,
            proven: is_win,
            lines: vec![Line {
                score: if is_win {
                    Score::won_in(1)
                } else {
                    Score::DRAW
                },
                proven: is_win,
                distance_known: is_win,
                pv: vec![chosen],
            }],
        }
    }
}
