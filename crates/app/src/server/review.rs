//! A whole game looked at, from its end to its beginning, so that what is known
//! of later positions helps with the earlier ones; and each move judged.

use super::App;
use super::analysis::{AnalysisRequest, AsQuery, Events, Teller, answer, share, stream};
use super::input::{InQuery, Input, parse};
use super::refusal::{Answer, Refusal};
use crate::choice::Opened;
use crate::json::Analysed;
use axum::extract::State as Shared;
use axum::response::Response;
use plyground_engine::score::Value;
use plyground_engine::session::Analysis;
use serde::Serialize;
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

pub(crate) async fn by_query(
    shared: Shared<App>,
    InQuery(query): InQuery<AsQuery>,
) -> Answer<Response> {
    review(shared, Input(parse(query.text())?)).await
}

pub(crate) async fn review(
    Shared(app): Shared<App>,
    Input(request): Input<AnalysisRequest>,
) -> Answer<Response> {
    let opened = app.open(request.state.clone()).await?;
    request.asked(opened.session.as_ref(), LONGEST)?;
    Ok(stream(app, |app, events| async move {
        if let Err(refusal) = tell(&app, opened, &request, &events).await {
            events.send("error", &refusal.in_json()).await;
        }
    }))
}

/// Whether the game's own start is known without a search: then there is a solver.
fn is_solved(app: &App, opened: &Opened) -> bool {
    let start = app.catalogue.open(opened.choice.clone()).session;
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
async fn look(app: &App, opened: Opened, request: &AnalysisRequest, times: u64) -> Answer<Look> {
    let mut asked = request.asked(opened.session.as_ref(), LONGEST)?;
    asked.time = asked.time.min(LONGEST);
    match (request.limits.is_open(), is_solved(app, &opened)) {
        (true, true) => asked.time = USUAL,
        (true, false) => asked.spec.nodes = Some(USUAL_NODES * times),
        (false, _) => {}
    }
    let ply = opened.session.plies();
    let seat = opened.session.to_move().index();
    let word = answer(app, opened.session.fork(), asked, None).await?;
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

async fn tell(
    app: &App,
    mut opened: Opened,
    request: &AnalysisRequest,
    events: &Events,
) -> Answer<()> {
    let plies = opened.session.plies();
    // The move played from the position looked at, and what came of it.
    let mut next: Option<(String, Opened, Look)> = None;
    for ply in (0..=plies).rev() {
        let seat = opened.session.to_move().index();
        let mut seen = look(app, forked(&opened), request, 1).await?;
        let mut lost = 0.0;
        let mut played = None;
        if let Some((mv, after, then)) = next {
            if seen.best.as_ref() != Some(&mv) {
                lost = seen.shares[seat] - then.shares[seat];
            }
            if lost >= MARKS[1].0 && request.limits.is_open() {
                let again = look(app, forked(&opened), request, SECOND_LOOK).await?;
                let then = look(app, after, request, SECOND_LOOK).await?;
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
        if !events.send("ply", &event).await {
            return Ok(());
        }
        let after = forked(&opened);
        let Some(mv) = opened.session.take_back() else {
            break;
        };
        next = Some((mv, after, seen));
    }
    events.send("done", &Done {}).await;
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

#[derive(Debug, Serialize)]
struct Done {}

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
