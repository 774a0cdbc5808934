//! What an engine thinks: live, as server-sent events, or as one move.

use super::App;
use super::input::{InQuery, Input, parse};
use super::memory::{InLine, Purpose};
use super::refusal::{Answer, Refusal, of_field};
use super::state::{self, Described, PictureMove, State};
use super::thinking::{Asked, Thinking, Word};
use crate::choice::Opened;
use crate::clock::Watch;
use crate::json::{self, Analysed};
use axum::body::Body;
use axum::extract::State as Shared;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use plyground_engine::algorithm::MAX_DEPTH;
use plyground_engine::game::{Player, WinDrawLoss};
use plyground_engine::score::Value;
use plyground_engine::session::{Analysis, Session};
use plyground_engine::spec::Spec;
use plyground_engine::{level, message};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::{Notify, mpsc};
use tokio_stream::wrappers::ReceiverStream;

pub(crate) const LONGEST_ANALYSIS: Duration = Duration::from_secs(600);
pub(crate) const LONGEST_MOVE: Duration = Duration::from_secs(60);
const USUAL_MOVE: Duration = Duration::from_secs(1);
/// More readers than this may not wait for memory.
pub(crate) const LONGEST_LINE: usize = 4096;
/// Events come no faster than this.
const BREATH: Duration = Duration::from_millis(100);
const KEEP_ALIVE: Duration = Duration::from_secs(10);
/// A reader who takes nothing for so long is gone.
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Bounds {
    pub(crate) time_ms: Option<u64>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Bounds {
    /// Nothing is said of how long or how deep.
    pub(crate) fn is_open(&self) -> bool {
        self.time_ms.is_none() && self.depth.is_none() && self.nodes.is_none()
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Clock {
    left_ms: u64,
    #[serde(default)]
    increment_ms: u64,
}

impl Clock {
    fn budget(self) -> Duration {
        let watch = Watch {
            left: Duration::from_millis(self.left_ms),
            increment: Duration::from_millis(self.increment_ms),
            moves_to_go: None,
        };
        watch.budget()
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Engine {
    level: Option<u8>,
    /// What the player has left: no more than a share of it is taken.
    clock: Option<Clock>,
    spec: Option<String>,
    seed: Option<u64>,
    #[serde(flatten)]
    limits: Bounds,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Lines {
    Number(usize),
    Word(String),
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct AnalysisRequest {
    #[serde(flatten)]
    pub(crate) state: State,
    lines: Option<Lines>,
    #[serde(default)]
    pub(crate) limits: Bounds,
    spec: Option<String>,
    eval: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct MoveRequest {
    #[serde(flatten)]
    state: State,
    #[serde(default)]
    engine: Engine,
}

#[derive(Debug, Deserialize)]
pub(crate) struct AsQuery {
    q: String,
}

impl AsQuery {
    pub(crate) fn text(&self) -> &[u8] {
        self.q.as_bytes()
    }
}

/// The SPEC of a request, within the server's bounds.
fn spec(text: Option<&str>, eval: Option<&str>, limits: &Bounds) -> Answer<Spec> {
    let mut spec: Spec = match text {
        Some(text) => text.parse().map_err(of_field("bad-engine", "spec"))?,
        None => Spec::default(),
    };
    if let Some(eval) = eval {
        spec.eval = Some(eval.to_owned());
    }
    if limits
        .depth
        .is_some_and(|depth| depth == 0 || depth > MAX_DEPTH)
    {
        let message = message!("engine.depth", "depth must be from 1 to {n}", n = MAX_DEPTH);
        return Err(Refusal::input("bad-engine", message).with("field", "limits"));
    }
    spec.depth = limits.depth.or(spec.depth);
    spec.nodes = limits.nodes.map(|nodes| nodes.max(1)).or(spec.nodes);
    if let Some(time_ms) = limits.time_ms {
        spec.time = Some(Duration::from_millis(time_ms.max(1)));
    }
    spec.threads = Some(1);
    Ok(spec)
}

/// Refuses an engine that the game does not know before anything is begun.
fn check(session: &dyn Session, spec: &Spec) -> Answer<()> {
    let checked = session.check_engine(spec);
    checked.map_err(of_field("bad-engine", "eval"))
}

impl AnalysisRequest {
    pub(crate) fn asked(&self, session: &dyn Session, usual: Duration) -> Answer<Asked> {
        let spec = spec(self.spec.as_deref(), self.eval.as_deref(), &self.limits)?;
        check(session, &spec)?;
        let lines = match &self.lines {
            None => 1,
            Some(Lines::Number(count)) if *count > 0 => *count,
            Some(Lines::Word(word)) if word == "all" => usize::MAX,
            Some(_) => {
                let message = message!(
                    "engine.lines",
                    "lines must be a number from 1 on, or \"all\""
                );
                return Err(Refusal::bad_request(message).with("field", "lines"));
            }
        };
        Ok(Asked {
            purpose: Purpose::Analysis,
            time: spec.time.unwrap_or(usual).min(LONGEST_ANALYSIS),
            spec,
            lines,
            shuffle: None,
        })
    }
}

/// An analysis in JSON, with the clicks of each line's first move.
pub(crate) struct Teller {
    game: &'static str,
    session: Box<dyn Session>,
    clicks: HashMap<String, PictureMove>,
}

impl Teller {
    pub(crate) fn new(opened: &Opened) -> Teller {
        let session = opened.session.fork();
        let moves = state::picture(session.view(), false).moves;
        let clicks = moves.into_iter().map(|mv| (mv.text.clone(), mv)).collect();
        Teller {
            game: opened.id(),
            session,
            clicks,
        }
    }

    pub(crate) fn tell(&self, analysis: &Analysis, elapsed: Duration) -> Analysed {
        let mut told = json::analysis(self.game, self.session.as_ref(), analysis, elapsed);
        let unit = analysis.points_per_unit;
        told.share = Some(share(analysis.value, unit));
        if self.session.players() > 2 {
            told.shares = Some(self.shares(analysis));
        }
        for (line, known) in told.lines.iter_mut().zip(&analysis.lines) {
            line.share = Some(share(known.value, unit));
            if let Some(mv) = self.clicks.get(&known.mv) {
                line.path = Some(mv.path.clone());
                line.count = mv.count;
            }
        }
        told
    }
}

impl Teller {
    /// What share of the point each seat may expect where the best line ends. It is
    /// the share of two players carried on to more: by the powers of what each has.
    fn shares(&self, analysis: &Analysis) -> Vec<f64> {
        let mut ahead = self.session.fork();
        let line = analysis.lines.first().map_or(&[][..], |line| &line.pv);
        for mv in line {
            if ahead.play(mv).is_err() {
                break;
            }
        }
        if let Some(ending) = ahead.ending() {
            let seats = (0..ahead.players()).map(Player::seat);
            let results: Vec<WinDrawLoss> =
                seats.map(|seat| ending.outcome.seen_by(seat)).collect();
            let is_first = |result: &&WinDrawLoss| **result != WinDrawLoss::Loss;
            let first = results.iter().filter(is_first).count().max(1) as f64;
            let share = |result| f64::from(u8::from(is_first(&result))) / first;
            return results.iter().map(share).collect();
        }
        let unit = analysis.points_per_unit;
        let power = |points: i32| (f64::from(points) / f64::from(unit) / scale(unit)).exp();
        let powers: Vec<f64> = ahead.standing().into_iter().map(power).collect();
        let sum: f64 = powers.iter().sum();
        powers.into_iter().map(|power| power / sum).collect()
    }
}

/// The estimate, in units, at which the evaluation bar is three quarters of the way
/// to a win. Two men decide a game of draughts; where an evaluation has no units,
/// its points are small change.
pub(crate) fn scale(points_per_unit: i32) -> f64 {
    if points_per_unit > 1 { 2.0 } else { 20.0 }
}

/// What share of the point the side to move may expect.
pub(crate) fn share(value: Value, points_per_unit: i32) -> f64 {
    match value {
        Value::Win { .. } => 1.0,
        Value::Loss { .. } => 0.0,
        Value::Draw | Value::Unknown => 0.5,
        Value::Estimate(points) => {
            let units = f64::from(points) / f64::from(points_per_unit);
            0.5 + 0.5 * (units / scale(points_per_unit)).tanh()
        }
    }
}

/// One move of the engine, played.
#[derive(Debug, Serialize)]
pub(crate) struct Moved {
    #[serde(rename = "move")]
    mv: Option<String>,
    analysis: Analysed,
    state: Described,
}

pub(crate) async fn mv(
    Shared(app): Shared<App>,
    Input(request): Input<MoveRequest>,
) -> Answer<axum::Json<Moved>> {
    let opened = app.open(request.state.clone()).await?;
    let (mut opened, told, best) = choose(&app, opened, &request.engine, None).await?;
    let state = app
        .blocking(move || {
            if let Some(mv) = &best {
                state::play(opened.session.as_mut(), mv)?;
            }
            Ok(state::describe(&opened, request.state.cells))
        })
        .await?;
    Ok(axum::Json(Moved {
        mv: told.best.clone(),
        analysis: told,
        state,
    }))
}

/// What an engine thinks of a game, and the move it would play; `hurry` makes it
/// answer with what it has.
pub(crate) async fn choose(
    app: &App,
    opened: Opened,
    engine: &Engine,
    hurry: Option<&Notify>,
) -> Answer<(Opened, Analysed, Option<String>)> {
    let mut spec = spec(engine.spec.as_deref(), None, &engine.limits)?;
    if let Some(number) = engine.level {
        if !(1..=level::FULL).contains(&number) {
            let message = message!(
                "engine.level",
                "level must be from 1 to {n}",
                n = level::FULL
            );
            return Err(Refusal::input("bad-engine", message).with("field", "level"));
        }
        spec.level = Some(number);
    }
    let seed = engine.seed.unwrap_or_else(crate::clock::seed);
    spec.seed = spec.seed.or(Some(seed));
    check(opened.session.as_ref(), &spec)?;
    let asked = Asked {
        purpose: Purpose::Move,
        time: engine.clock.map_or(time_of_move(&spec), |clock| {
            time_of_move(&spec).min(clock.budget())
        }),
        spec,
        lines: 1,
        shuffle: Some(seed),
    };
    let word = answer(app, opened.session.fork(), asked, hurry).await?;
    let analysis = word
        .analysis
        .ok_or_else(|| Refusal::internal("no answer"))?;
    let told = Teller::new(&opened).tell(&analysis, word.elapsed);
    let best = analysis.lines.first().map(|line| line.mv.clone());
    Ok((opened, told, best))
}

/// A depth or a number of nodes is a limit of its own.
fn time_of_move(spec: &Spec) -> Duration {
    let has_limit = spec.depth.is_some() || spec.nodes.is_some();
    let usual = if has_limit { LONGEST_MOVE } else { USUAL_MOVE };
    spec.time.unwrap_or(usual).min(LONGEST_MOVE)
}

/// A search from its place in the line to its last word.
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
) -> Answer<Response> {
    live(shared, Input(parse(query.text())?)).await
}

pub(crate) async fn live(
    Shared(app): Shared<App>,
    Input(request): Input<AnalysisRequest>,
) -> Answer<Response> {
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
            events.send("error", &refusal.in_json()).await;
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

/// The sending end of a stream of events.
#[derive(Clone, Debug)]
pub(crate) struct Events(mpsc::Sender<Result<String, Infallible>>);

impl Events {
    /// `false` once the reader is gone.
    pub(crate) async fn send(&self, name: &str, data: &impl Serialize) -> bool {
        let Ok(data) = serde_json::to_string(data) else {
            return false;
        };
        self.push(format!("event: {name}\ndata: {data}\n\n")).await
    }

    async fn push(&self, text: String) -> bool {
        self.0.send_timeout(Ok(text), PATIENCE).await.is_ok()
    }

    pub(crate) async fn closed(&self) {
        self.0.closed().await;
    }
}

/// Answers with whatever `tell` sends; when the reader goes, `tell` is dropped.
pub(crate) fn stream<F>(app: App, tell: impl FnOnce(App, Events) -> F) -> Response
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
