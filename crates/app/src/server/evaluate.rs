//! What evaluations say of a position without any search, and why.

use super::App;
use super::input::Input;
use super::refusal::{Answer, of_field};
use super::state::State;
use crate::evaluated::{self, Evaluated};
use axum::extract::State as Shared;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    #[serde(flatten)]
    state: State,
    /// One evaluation by name, or all.
    eval: Option<String>,
}

pub(crate) async fn evaluate(
    Shared(app): Shared<App>,
    Input(asked): Input<Asked>,
) -> Answer<axum::Json<Evaluated>> {
    let own = app.clone();
    let told = app
        .blocking(move || {
            let opened = asked.state.opened(&own.catalogue)?;
            let session = opened.session.as_ref();
            let wanted = evaluated::wanted(session, asked.eval.as_deref().unwrap_or("all"));
            let opinions = evaluated::opinions(session, &wanted, None)
                .map_err(of_field("bad-engine", "eval"))?;
            Ok(evaluated::in_json(opened.id(), session, &opinions))
        })
        .await?;
    Ok(axum::Json(told))
}
