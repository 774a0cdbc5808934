//! A whole game looked at, from its end to its beginning, so that what is known
//! of later positions helps with the earlier ones; and each move judged.

use crate::Catalogue;
use crate::analysis::{AnalysisRequest, Teller, share};
use crate::choice::Opened;
use crate::json::{Analysed, Json};
use crate::refusal::{Answer, Refusal};
use crate::thinking::{Asked, Word};
use plyground_engine::score::Value;
use plyground_engine::session::{Analysis, Session};
use serde::Serialize;
use serde_json::json;
use std::time::Duration;

/// How much each position is looked at: a number of nodes, so that two reviews agree.
const USUAL_NODES: u64 = 300_000;
/// A move that is to be called a mistake is looked at again with so many times as much.
const SECOND_LOOK: u64 = 8;
/// Where a solver may answer, a number of nodes would silence it: it has time instead,
/// and its answers agree because they are true.
const USUAL: Duration = Duration::from_millis(500);
/// However slow the machine is.
const LONGEST: Duration = Duration::from_secs(10);

/// A move that gives away so much of the point is called so.
const MARKS: [(f64, &str); 3] = [(0.3, "blunder"), (0.15, "mistake"), (0.07, "inaccuracy")];

/// Who thinks about positions, and who hears what has come of it: in a server turns of
/// threads and a socket, in a browser a worker and its messages.
pub trait Reviewer: Sync {
    fn catalogue(&self) -> &Catalogue;

    /// The last word on a question.
    fn answer(
        &self,
        session: Box<dyn Session>,
        asked: Asked,
    ) -> impl Future<Output = Answer<Word>> + Send;

    /// `false` once nobody listens.
    fn tell(&self, event: &'static str, data: Json) -> impl Future<Output = bool> + Send;
}

/// Refuses what cannot be looked at before anything is begun.
pub fn check(request: &AnalysisRequest, session: &dyn Session) -> Answer<()> {
    request.asked(session, LONGEST).map(drop)
}

/// Whether the game's own start is known without a search: then there is a solver.
fn is_solved(catalogue: &Catalogue, opened: &Opened) -> bool {
    let start = catalogue.open(opened.choice.clone()).session;
    start.known().is_some()
}

/// What a position is worth to each seat, and what was said of it.
struct Look {
    shares: Vec<f64>,
    told: Analysed,
    best: Option<String>,
}

/// Looks at a position. An evaluation may lean to the side that has just moved, so the
/// depths believed all end on the same side's move, whatever ply they began on.
async fn look(
    reviewer: &impl Reviewer,
    opened: Opened,
    request: &AnalysisRequest,
    times: u64,
) -> Answer<Look> {
    let mut asked = request.asked(opened.session.as_ref(), LONGEST)?;
    asked.time = asked.time.min(LONGEST);
    let is_solved = is_solved(reviewer.catalogue(), &opened);
    match (request.limits.is_open(), is_solved) {
        (true, true) => asked.time = USUAL,
        (true, false) => asked.spec.nodes = Some(USUAL_NODES * times),
        (false, _) => {}
    }
    let ply = opened.session.plies();
    let seat = opened.session.to_move().index();
    let word = reviewer.answer(opened.session.fork(), asked).await?;
    let is_even = |analysis: &Analysis| (ply + analysis.depth as usize).is_multiple_of(2);
    let is_proven = |analysis: &Analysis| !matches!(analysis.value, Value::Estimate(_));
    let analysis = match (word.analysis, word.before) {
        (Some(last), Some(before)) if !is_proven(&last) && !is_even(&last) && is_even(&before) => {
            before
        }
        (Some(last), _) => last,
        (None, _) => return Err(Refusal::internal("a review without an answer")),
    };
    let told = Teller::new(&opened).tell(&analysis, word.elapsed);
    let own = share(analysis.value, analysis.points_per_unit);
    let shares = match &told.shares {
        Some(shares) if !is_proven(&analysis) => shares.clone(),
        _ => {
            let players = opened.session.players();
            let others = (players - 1) as f64;
            let of = |other| {
                if other == seat {
                    own
                } else {
                    (1.0 - own) / others
                }
            };
            (0..players).map(of).collect()
        }
    };
    Ok(Look {
        shares,
        told,
        best: analysis.lines.first().map(|line| line.mv.clone()),
    })
}

fn forked(opened: &Opened) -> Opened {
    Opened {
        choice: opened.choice.clone(),
        session: opened.session.fork(),
        set_up: opened.set_up.clone(),
    }
}

/// Tells what each position is worth and how good each move was, the last one first.
pub async fn review(
    reviewer: &impl Reviewer,
    mut opened: Opened,
    request: &AnalysisRequest,
) -> Answer<()> {
    let plies = opened.session.plies();
    // The move played from the position looked at, and what came of it.
    let mut next: Option<(String, Opened, Look)> = None;
    for ply in (0..=plies).rev() {
        let seat = opened.session.to_move().index();
        let mut seen = look(reviewer, forked(&opened), request, 1).await?;
        let mut lost = 0.0;
        let mut played = None;
        if let Some((mv, after, then)) = next {
            if seen.best.as_ref() != Some(&mv) {
                lost = seen.shares[seat] - then.shares[seat];
            }
            if lost >= MARKS[1].0 && request.limits.is_open() {
                let again = look(reviewer, forked(&opened), request, SECOND_LOOK).await?;
                let then = look(reviewer, after, request, SECOND_LOOK).await?;
                let is_best = again.best.as_ref() == Some(&mv);
                lost = if is_best {
                    0.0
                } else {
                    again.shares[seat] - then.shares[seat]
                };
                seen = again;
            }
            played = Some(mv);
        }
        let event = Judged {
            ply,
            analysis: &seen.told,
            played,
            mark: mark(lost),
            lost: lost.max(0.0),
            share: seen.shares[0],
            progress: [plies - ply + 1, plies + 1],
        };
        if !reviewer.tell("ply", json!(event)).await {
            return Ok(());
        }
        let after = forked(&opened);
        let Some(mv) = opened.session.take_back() else {
            break;
        };
        next = Some((mv, after, seen));
    }
    reviewer.tell("done", json!({})).await;
    Ok(())
}

/// A position of a game, and what was given away by the move played from it.
#[derive(Debug, Serialize)]
struct Judged<'a> {
    ply: usize,
    analysis: &'a Analysed,
    played: Option<String>,
    mark: Option<&'static str>,
    lost: f64,
    share: f64,
    progress: [usize; 2],
}

fn mark(lost: f64) -> Option<&'static str> {
    let found = MARKS.iter().find(|(least, _)| lost >= *least);
    found.map(|&(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_is_given_away_the_harder_the_word() {
        assert_eq!(mark(-0.2), None);
        assert_eq!(mark(0.05), None);
        assert_eq!(mark(0.1), Some("inaccuracy"));
        assert_eq!(mark(0.2), Some("mistake"));
        assert_eq!(mark(0.5), Some("blunder"));
    }
}
