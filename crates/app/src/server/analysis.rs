//! What an engine thinks: live, as server-sent events, or as one move; and whole games
//! looked at.

use super::App;
use super::input::{AsQuery, InQuery, Input};
use super::memory::InLine;
use super::refusal::{Refused, Told, logged};
use super::thinking::Thinking;
use axum::body::Body;
use axum::extract::State as Shared;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use plyground_api::analysis::{
    AnalysisRequest, BREATH, LONGEST_ANALYSIS, MoveRequest, Moved, Teller, moved,
};
use plyground_api::choice::Opened;
use plyground_api::json::Json;
use plyground_api::refusal::parse;
use plyground_api::review::{self, Reviewer};
use plyground_api::thinking::{Asked, Word};
use plyground_api::{Answer, Catalogue, Refusal};
use plyground_engine::session::Session;
use serde::Serialize;
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::{Notify, mpsc};
use tokio_stream::wrappers::ReceiverStream;

/// More readers than this may not wait for memory.
pub(crate) const LONGEST_LINE: usize = 4096;
const KEEP_ALIVE: Duration = Duration::from_secs(10);
/// A reader who takes nothing for so long is gone.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) async fn mv(
    Shared(app): Shared<App>,
    Input(request): Input<MoveRequest>,
) -> Told<Moved> {
    let opened = app.open(request.state.clone()).await?;
    let seed = app.catalogue.now().seed();
    let asked = request.engine.asked(opened.session.as_ref(), seed)?;
    let word = answer(&app, opened.session.fork(), asked, None).await?;
    app.told(move |_| moved(opened, &word, request.state.cells))
        .await
}

/// A search from its place in the line to its last word; `hurry` makes it answer with
/// what it has.
pub(crate) async fn answer(
    app: &App,
    session: Box<dyn Session>,
    asked: Asked,
    hurry: Option<&Notify>,
) -> Answer<Word> {
    let in_line = app.in_line(asked.purpose)?;
    let share = in_line.taken().await;
    let thinking = Thinking::start(session, asked, &app.turns, share)?;
    let word = thinking.last_word(hurry).await;
    let word = word.ok_or_else(|| Refusal::internal("a search ended without an answer"))?;
    app.metrics.searched(&word);
    Ok(word)
}

pub(crate) async fn live_by_query(
    shared: Shared<App>,
    InQuery(query): InQuery<AsQuery>,
) -> Result<Response, Refused> {
    live(shared, Input(parse(query.text())?)).await
}

pub(crate) async fn live(
    Shared(app): Shared<App>,
    Input(request): Input<AnalysisRequest>,
) -> Result<Response, Refused> {
    let opened = app.open(request.state.clone()).await?;
    let asked = request.asked(opened.session.as_ref(), LONGEST_ANALYSIS)?;
    let in_line = app.in_line(asked.purpose)?;
    Ok(stream(app, |app, events| async move {
        tell_live(&app, opened, asked, in_line, &events).await;
    }))
}

async fn tell_live(app: &App, opened: Opened, asked: Asked, in_line: InLine, events: &Events) {
    let mut told = None;
    let share = loop {
        let change = in_line.changed();
        if let Some(share) = in_line.take() {
            break share;
        }
        let before = in_line.before();
        if told != Some(before) && !events.send("waiting", &Waiting { before }).await {
            return;
        }
        told = Some(before);
        tokio::select! {
            () = change => {}
            () = events.closed() => return,
        }
    };
    drop(in_line);
    let teller = Teller::new(&opened);
    let mut thinking = match Thinking::start(opened.session, asked, &app.turns, share) {
        Ok(thinking) => thinking,
        Err(refusal) => {
            events.send("error", &logged(&refusal)).await;
            return;
        }
    };
    loop {
        tokio::select! {
            changed = thinking.words.changed() => if changed.is_err() { return },
            () = events.closed() => return,
        }
        let word = thinking.words.borrow_and_update().clone();
        let Some(analysis) = &word.analysis else {
            continue;
        };
        let name = if word.is_last { "done" } else { "analysis" };
        let is_read = events
            .send(name, &teller.tell(analysis, word.elapsed))
            .await;
        if word.is_last {
            app.metrics.searched(&word);
        }
        if word.is_last || !is_read {
            return;
        }
        tokio::time::sleep(BREATH).await;
    }
}

/// How many are served before this one.
#[derive(Debug, Serialize)]
struct Waiting {
    before: usize,
}

pub(crate) async fn review_by_query(
    shared: Shared<App>,
    InQuery(query): InQuery<AsQuery>,
) -> Result<Response, Refused> {
    review(shared, Input(parse(query.text())?)).await
}

pub(crate) async fn review(
    Shared(app): Shared<App>,
    Input(request): Input<AnalysisRequest>,
) -> Result<Response, Refused> {
    let opened = app.open(request.state.clone()).await?;
    review::check(&request, opened.session.as_ref())?;
    Ok(stream(app, |app, events| async move {
        let desk = ReviewDesk { app, events };
        if let Err(refusal) = review::review(&desk, opened, &request).await {
            desk.events.send("error", &logged(&refusal)).await;
        }
    }))
}

struct ReviewDesk {
    app: App,
    events: Events,
}

impl Reviewer for ReviewDesk {
    fn catalogue(&self) -> &Catalogue {
        &self.app.catalogue
    }

    async fn answer(&self, session: Box<dyn Session>, asked: Asked) -> Answer<Word> {
        answer(&self.app, session, asked, None).await
    }

    async fn tell(&self, event: &'static str, data: Json) -> bool {
        self.events.send(event, &data).await
    }
}

/// The sending end of a stream of events.
#[derive(Clone, Debug)]
pub(crate) struct Events(mpsc::Sender<Result<String, Infallible>>);

impl Events {
    /// `false` once the reader is gone.
    async fn send(&self, name: &str, data: &impl Serialize) -> bool {
        let Ok(data) = serde_json::to_string(data) else {
            return false;
        };
        self.push(format!("event: {name}\ndata: {data}\n\n")).await
    }

    async fn push(&self, text: String) -> bool {
        self.0.send_timeout(Ok(text), PATIENCE).await.is_ok()
    }

    async fn closed(&self) {
        self.0.closed().await;
    }
}

/// Answers with whatever `tell` sends; when the reader goes, `tell` is dropped.
fn stream<F>(app: App, tell: impl FnOnce(App, Events) -> F) -> Response
where
    F: Future<Output = ()> + Send + 'static,
{
    let (sender, receiver) = mpsc::channel(4);
    let events = Events(sender);
    let told = tell(app.clone(), events.clone());
    tokio::spawn(async move {
        let _counted = app.metrics.stream();
        tokio::select! {
            () = told => {}
            () = keep_alive(&events) => {}
            () = app.shutdown.clone().begun() => {}
        }
    });
    let body = Body::from_stream(ReceiverStream::new(receiver));
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, body).into_response()
}

/// Says nothing now and then, and ends when that is not heard.
async fn keep_alive(events: &Events) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(KEEP_ALIVE) => {}
            () = events.closed() => return,
        }
        if !events.push(":\n\n".to_owned()).await {
            return;
        }
    }
}
