//! Searches that are looked at: they take memory and turns as analyses do.

use super::App;
use super::input::Input;
use super::refusal::Told;
use super::turns::Turn;
use axum::extract::State as Shared;
use plyground_api::lab::complexity::{self, Complexity};
use plyground_api::lab::{LabRequest, Laboratory};
use plyground_api::state::State;
use plyground_api::thinking::Purpose;
use plyground_api::{Answer, Refusal};
use plyground_engine::algorithm::Stop;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;

const LONGEST_SAMPLE: Duration = Duration::from_secs(5);

pub(crate) async fn lab(
    Shared(app): Shared<App>,
    Input(request): Input<LabRequest>,
) -> Told<Laboratory> {
    let catalogue = Arc::clone(&app.catalogue);
    let prepared = app.blocking(move || request.prepared(&catalogue)).await?;
    let asked = prepared.asked();
    let share = app.in_line(asked.purpose)?.taken().await;
    let run = move |stop: &Stop<'_>| prepared.run(share.bytes, stop);
    in_turns(&app, asked.time, run).await
}

pub(crate) async fn complexity(
    Shared(app): Shared<App>,
    Input(state): Input<State>,
) -> Told<Complexity> {
    let catalogue = Arc::clone(&app.catalogue);
    let run = move |stop: &Stop<'_>| complexity::complexity(&catalogue, &state, stop);
    in_turns(&app, LONGEST_SAMPLE, run).await
}

/// Work in a thread of its own, which has the processor by turns and for so long.
async fn in_turns<T: Send + 'static>(
    app: &App,
    time: Duration,
    work: impl FnOnce(&Stop<'_>) -> Answer<T> + Send + 'static,
) -> Told<T> {
    let wanted = Wanted(app.turns.join(Purpose::Analysis, time));
    let turn = wanted.0.clone();
    let (tell, told) = oneshot::channel();
    let thread = std::thread::Builder::new().name("laboratory".to_owned());
    let begun = thread.spawn(move || {
        if turn.begin() {
            // Who has gone away hears nothing.
            let _ = tell.send(work(&Stop::paced(&turn)));
        }
        turn.leave();
    });
    begun.map_err(Refusal::internal)?;
    let done = told.await.map_err(Refusal::internal)?;
    Ok(axum::Json(done?))
}

/// Ends the work when whoever has asked is gone.
struct Wanted(Turn);

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
