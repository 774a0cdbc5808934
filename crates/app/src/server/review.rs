//! A whole game looked at, from its end to its beginning, so that what is known
//! of later positions helps with the earlier ones; and each move judged.

use super::App;
use super::analysis::{AnalysisRequest, AsQuery, Events, Teller, answer, share, stream};
use super::input::{InQuery, Input, parse};
use super::refusal::Answer;
use crate::positions::Opened;
use axum::extract::State as Shared;
use axum::response::Response;
use serde_json::json;
use std::time::Duration;

/// How long each position is looked at.
const USUAL: Duration = Duration::from_millis(300);
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
    request.asked(opened.session.as_ref(), USUAL)?;
    Ok(stream(app, |app, events| async move {
        if let Err(refusal) = tell(&app, opened, &request, &events).await {
            events.send("error", &refusal.in_json()).await;
        }
    }))
}

async fn tell(
    app: &App,
    mut opened: Opened,
    request: &AnalysisRequest,
    events: &Events,
) -> Answer<()> {
    let plies = opened.session.moves().len();
    let mut played: Option<String> = None;
    // What the position after the move played is worth to the first seat.
    let mut after: Option<f64> = None;
    for ply in (0..=plies).rev() {
        let mut asked = request.asked(opened.session.as_ref(), USUAL)?;
        asked.time = asked.time.min(LONGEST);
        let teller = Teller::new(&opened);
        let is_first = opened.session.to_move().index() == 0;
        let word = answer(app, opened.session.fork(), asked).await?;
        let Some(analysis) = word.analysis else {
            continue;
        };
        let own = share(analysis.value, analysis.points_per_unit);
        let of_first = if is_first { own } else { 1.0 - own };
        let is_best =
            played.is_some() && played.as_ref() == analysis.lines.first().map(|line| &line.mv);
        let lost = after.map_or(0.0, |after| {
            if is_first {
                of_first - after
            } else {
                after - of_first
            }
        });
        let event = json!({
            "ply": ply,
            "analysis": teller.tell(&analysis, word.elapsed),
            "played": played,
            "mark": if is_best { None } else { mark(lost) },
            "share": of_first,
            "progress": [plies - ply + 1, plies + 1],
        });
        if !events.send("ply", &event).await {
            return Ok(());
        }
        after = Some(of_first);
        played = opened.session.take_back();
    }
    events.send("done", &json!({})).await;
    Ok(())
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
