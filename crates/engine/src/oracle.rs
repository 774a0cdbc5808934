//! Knowledge beyond search: a solver of one game, a book, a table of endings.

use crate::algorithm::{Line, Report, Stop};
use crate::game::Game;
use crate::message::Message;
use crate::score::Score;
use crate::solve::Solved;
use std::sync::atomic::{AtomicU64, Ordering};

/// Is told the bounds of the score whenever they narrow.
#[derive(Clone, Copy)]
pub struct BoundsObserver<'a>(pub &'a (dyn Fn(Score, Score) + Sync));

impl std::fmt::Debug for BoundsObserver<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("BoundsObserver")
    }
}

/// How much work an answer may cost.
#[derive(Clone, Copy, Debug)]
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
    pub observer: Option<BoundsObserver<'a>>,
}

/// Something that knows the exact worth of positions.
pub trait Oracle<G: Game>: Send + Sync {
    /// The score of a position that is not over, seen by the side to move, or
    /// `None` where it is not known or the effort came to its end.
    fn score(&self, game: &G, position: &G::Position, effort: &Effort<'_>) -> Option<Score>;

    /// The same, only where it is known without any search: a book or a table
    /// may answer.
    fn instant(&self, game: &G, position: &G::Position) -> Option<Score>;

    /// Whether it is worth asking about a position at all: a table of endings knows
    /// nothing of what has too many pieces.
    fn covers(&self, _game: &G, _position: &G::Position) -> bool {
        true
    }

    /// The same of the position after a move, to whoever is to move there. What is
    /// known of the way may end with the move, as with a capture.
    fn instant_after(&self, game: &G, position: &G::Position, mv: G::Move) -> Option<Score> {
        self.instant(game, &game.after(position, mv))
    }

    /// What a person should know of a position besides its score.
    fn remark(&self, _game: &G, _position: &G::Position) -> Option<Message> {
        None
    }

    /// Whether the score is at least `bound`: often cheaper than the score itself.
    fn is_at_least(
        &self,
        game: &G,
        position: &G::Position,
        bound: Score,
        effort: &Effort<'_>,
    ) -> Option<bool> {
        Some(self.score(game, position, effort)? >= bound)
    }
}

/// The exact value and every move that keeps it.
pub(crate) fn solve<G: Game>(
    oracle: &dyn Oracle<G>,
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
    effort: &Effort<'_>,
) -> Option<Solved<G::Move>> {
    let score = oracle.score(game, position, effort)?;
    let wanted = least_of_equal_worth(score, effort.weak);
    let quietly = Effort {
        observer: None,
        ..*effort
    };
    let mut best = Vec::new();
    for &mv in moves {
        if is_worth(oracle, game, position, mv, wanted, &quietly)? {
            best.push(mv);
        }
    }
    Some(Solved {
        value: score.value(true),
        best,
        nodes: effort.nodes.load(Ordering::Relaxed),
    })
}

/// Whether the worth of every move is known without any search.
pub(crate) fn knows_all<G: Game>(
    oracle: &dyn Oracle<G>,
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
) -> bool {
    let instant = |mv| oracle.instant_after(game, position, mv);
    moves
        .iter()
        .all(|&mv| of_move(game, position, mv, instant).is_some())
}

/// One of `moves` that keeps the exact score, with what follows: the first one, or
/// where nothing can be won, the one that is hardest to answer. Moves that do not
/// keep it are noted, whatever else comes out.
pub(crate) fn best_line<G: Game>(
    oracle: &dyn Oracle<G>,
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
    worse: &mut Vec<G::Move>,
    effort: &Effort<'_>,
) -> Option<Report<G::Move>> {
    let score = oracle.score(game, position, effort)?;
    let wanted = least_of_equal_worth(score, effort.weak);
    let mut rest = moves.iter().copied();
    while let Some(mv) = rest.next() {
        if is_worth(oracle, game, position, mv, wanted, effort)? {
            let best = match score.is_win() || effort.weak {
                true => mv,
                false => hardest(oracle, game, position, mv, rest, score, effort),
            };
            return Some(report(oracle, game, position, vec![(score, best)], effort));
        }
        worse.push(mv);
    }
    None
}

/// Of a move and those of the `rest` that are worth as much, the one after which
/// the other side errs most easily, as far as that is cheap to tell.
fn hardest<G: Game>(
    oracle: &dyn Oracle<G>,
    game: &G,
    position: &G::Position,
    first: G::Move,
    rest: impl Iterator<Item = G::Move>,
    score: Score,
    effort: &Effort<'_>,
) -> G::Move {
    const MOST_NODES: u64 = 100_000;
    let nodes = effort.nodes.load(Ordering::Relaxed);
    let effort = Effort {
        node_limit: effort.node_limit.min(nodes + MOST_NODES),
        observer: None,
        ..*effort
    };
    let share = |mv| share_of_right_replies(oracle, game, position, mv, score, &effort);
    let Some(mut smallest) = share(first) else {
        return first;
    };
    let mut best = first;
    for mv in rest {
        match is_worth(oracle, game, position, mv, score, &effort) {
            Some(true) => {}
            Some(false) => continue,
            None => break,
        }
        match share(mv) {
            Some(share) if share < smallest => (best, smallest) = (mv, share),
            Some(_) => {}
            None => break,
        }
    }
    best
}

/// The share of the replies to a move that keep what the other side has. Those that
/// lose it soon are left out: nobody who looks ahead makes them.
fn share_of_right_replies<G: Game>(
    oracle: &dyn Oracle<G>,
    game: &G,
    position: &G::Position,
    mv: G::Move,
    score: Score,
    effort: &Effort<'_>,
) -> Option<f64> {
    const SOON: u32 = 3;
    let child = game.after(position, mv);
    let mut replies = Vec::new();
    if game.outcome(&child).is_none() && game.to_move(&child) != game.to_move(position) {
        game.legal_moves(&child, &mut replies);
    }
    let effort = Effort {
        weak: true,
        ..*effort
    };
    let wanted = least_of_equal_worth(-score, true);
    let (mut right, mut wrong) = (0, 0);
    for &reply in &replies {
        if is_worth(oracle, game, &child, reply, wanted, &effort)? {
            right += 1;
            continue;
        }
        let answered = game.after(&child, reply);
        let loses_soon = oracle.is_at_least(game, &answered, Score::won_in(SOON), &effort)?;
        wrong += u32::from(!loses_soon);
    }
    Some(match right + wrong {
        0 => 1.0,
        all => f64::from(right) / f64::from(all),
    })
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
    let mut scored = Vec::with_capacity(moves.len());
    for &mv in moves {
        let score = of_move(game, position, mv, |mv| {
            let instant = oracle.instant_after(game, position, mv);
            let instant = instant.filter(|_| effort.book);
            instant.or_else(|| oracle.score(game, &game.after(position, mv), effort))
        })?;
        scored.push((score, mv));
    }
    scored.sort_by_key(|&(score, _)| -score);
    Some(report(oracle, game, position, scored, effort))
}

/// Scored moves, the best first, as a report; the best one with what follows.
fn report<G: Game>(
    oracle: &dyn Oracle<G>,
    game: &G,
    position: &G::Position,
    scored: Vec<(Score, G::Move)>,
    effort: &Effort<'_>,
) -> Report<G::Move> {
    let nodes = effort.nodes.load(Ordering::Relaxed);
    let mut lines: Vec<Line<G::Move>> = scored
        .into_iter()
        .map(|(score, mv)| Line {
            score,
            proven: true,
            distance_known: !effort.weak,
            pv: vec![mv],
        })
        .collect();
    if let Some(best) = lines.first_mut() {
        extend(oracle, game, position, best, effort);
    }
    Report {
        depth: 0,
        nodes,
        leaves: 0,
        proven: true,
        lines,
    }
}

/// The worth of a move to its mover, by what is `known` of the position after it.
fn of_move<G: Game>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
    known: impl Fn(G::Move) -> Option<Score>,
) -> Option<Score> {
    let mover = game.to_move(position);
    let child = game.after(position, mv);
    if let Some(outcome) = game.ended(&child, &mut Vec::new()) {
        return Some(Score::of_result(outcome.seen_by(mover), 1));
    }
    let score = known(mv)?.seen_from_earlier(1);
    Some(if game.to_move(&child) == mover {
        score
    } else {
        -score
    })
}

/// The lowest score that is worth as much: the same one, or any of the same
/// sign where only who wins is asked.
fn least_of_equal_worth(score: Score, weak: bool) -> Score {
    match score {
        score if !weak => score,
        score if score.is_win() => Score::DRAW.just_above(),
        score if score.is_loss() => Score::MIN,
        _ => Score::DRAW,
    }
}

/// Whether a move is worth at least `wanted` to its mover.
fn is_worth<G: Game>(
    oracle: &dyn Oracle<G>,
    game: &G,
    position: &G::Position,
    mv: G::Move,
    wanted: Score,
    effort: &Effort<'_>,
) -> Option<bool> {
    if wanted == Score::MIN {
        return Some(true);
    }
    let instant = |mv| match effort.book {
        true => oracle.instant_after(game, position, mv),
        false => None,
    };
    if let Some(score) = of_move(game, position, mv, instant) {
        return Some(score >= wanted);
    }
    let child = game.after(position, mv);
    if game.to_move(&child) == game.to_move(position) {
        oracle.is_at_least(game, &child, wanted.seen_from_later(1), effort)
    } else {
        let too_good = (-wanted).seen_from_later(1).just_above();
        let is_too_good = oracle.is_at_least(game, &child, too_good, effort)?;
        Some(!is_too_good)
    }
}

/// Follows the best replies to the end of the game, or until they cost too much.
fn extend<G: Game>(
    oracle: &dyn Oracle<G>,
    game: &G,
    position: &G::Position,
    line: &mut Line<G::Move>,
    effort: &Effort<'_>,
) {
    const LONGEST_LINE: usize = 200;
    const MOST_NODES: u64 = 50_000;
    if effort.weak {
        return;
    }
    let nodes = effort.nodes.load(Ordering::Relaxed);
    let effort = Effort {
        node_limit: effort.node_limit.min(nodes + MOST_NODES),
        observer: None,
        ..*effort
    };
    let mover = game.to_move(position);
    let mut position = game.after(position, line.pv[0]);
    let mut moves = Vec::new();
    while line.pv.len() < LONGEST_LINE && game.outcome(&position).is_none() {
        moves.clear();
        game.legal_moves(&position, &mut moves);
        let score = line.score.seen_from_later(line.pv.len() as u32);
        let wanted = if game.to_move(&position) == mover {
            score
        } else {
            -score
        };
        let best = moves.iter().find(|&&mv| {
            is_worth(oracle, game, &position, mv, wanted, &effort).unwrap_or_default()
        });
        let Some(&mv) = best else { return };
        line.pv.push(mv);
        position = game.after(&position, mv);
    }
}
