//! Every address that the page asks for, as the server has them.

use crate::host::{Deadline, LARGEST_TABLE, Reviewing, now, tell, thought};
use crate::kept::{Kept, readable};
use plyground_api::analysis::{AnalysisRequest, LONGEST_ANALYSIS, MoveRequest, Teller, moved};
use plyground_api::choice::Nothing;
use plyground_api::explorer::{explore, index_missing};
use plyground_api::json::Json;
use plyground_api::lab::LabRequest;
use plyground_api::lab::complexity::complexity;
use plyground_api::reply::ReplyRequest;
use plyground_api::saved::{self, with_desk};
use plyground_api::shelf::Shelf;
use plyground_api::{
    Answer, Catalogue, Refusal, bench, evaluated, import, library, record, refusal, review, state,
};
use plyground_engine::algorithm::{Share, Stop};
use plyground_games::{Entry, Games};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, json};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

#[derive(Debug, Deserialize)]
struct Request {
    method: String,
    path: String,
    #[serde(default)]
    query: BTreeMap<String, String>,
    #[serde(default)]
    body: Json,
    #[serde(default)]
    games: Vec<Json>,
    #[serde(default)]
    next: i64,
    /// Which part of the moves an analysis looks at, and of how many parts.
    share: Option<[usize; 2]>,
}

/// The answer to a request, both as JSON.
pub fn answer(games: &'static [Entry], request: &[u8]) -> String {
    let asked: Answer<Request> = refusal::parse(request);
    let told = asked.and_then(|mut asked| {
        let kept = Kept::new(readable(std::mem::take(&mut asked.games)), asked.next);
        with_catalogue(games, |catalogue| {
            let body = route(catalogue, &kept, asked)?;
            let (put, removed, next) = kept.changes();
            let status = if body.is_null() { 204 } else { 200 };
            Ok(json!({"status": status, "body": body, "put": put, "removed": removed, "next": next}))
        })
    });
    let told = told.unwrap_or_else(|refusal| {
        json!({"status": refusal.status, "body": refusal.in_json(), "cause": refusal.cause})
    });
    told.to_string()
}

fn with_catalogue<T>(
    games: &'static [Entry],
    work: impl FnOnce(&Catalogue) -> Answer<T>,
) -> Answer<T> {
    thread_local! {
        static CATALOGUE: OnceCell<Catalogue> = const { OnceCell::new() };
    }
    let games = Games::new(games).map_err(Refusal::internal)?;
    CATALOGUE.with(|kept| work(kept.get_or_init(|| Catalogue::new(games, Arc::new(Nothing), now))))
}

fn read<T: DeserializeOwned>(value: Json) -> Answer<T> {
    refusal::parse(value.to_string().as_bytes())
}

fn said(value: impl Serialize) -> Answer<Json> {
    serde_json::to_value(value).map_err(Refusal::internal)
}

fn route(catalogue: &Catalogue, kept: &Kept, asked: Request) -> Answer<Json> {
    let Request {
        method,
        path,
        query,
        body,
        share,
        ..
    } = asked;
    let parts: Vec<&str> = path.trim_matches('/').split('/').skip(1).collect();
    match (method.as_str(), parts.as_slice()) {
        ("GET", ["games"]) => said(library::games(catalogue)?),
        ("GET", ["games", id, "rules"]) => said(library::rules(catalogue, id)?),
        ("GET", ["games", id, "kit"]) => said(library::kit(catalogue, (*id).to_owned(), query)?),
        ("GET", ["bench"]) => bench_all(catalogue),
        ("POST", ["position"]) => said(library::arranged(catalogue, read(body)?)?),
        ("POST", ["state"]) => said(state::at(catalogue, &read(body)?)?),
        ("POST", ["evaluate"]) => said(evaluated::evaluate(catalogue, &read(body)?)?),
        ("POST", ["record", "write"]) => said(record::written(catalogue, read(body)?)?),
        ("POST", ["record", "read"]) => said(record::read(catalogue, &read(body)?)?),
        ("POST", ["move"]) => mv(catalogue, &read(body)?),
        ("POST", ["lab"]) => laboratory(catalogue, &read(body)?),
        ("POST", ["complexity"]) => said(complexity(catalogue, &read(body)?, &Stop::new())?),
        ("POST", ["analysis"]) => analysis(catalogue, &read(body)?, share),
        ("POST", ["review"]) => reviewed(catalogue, &read(body)?),
        ("POST", ["explorer"]) => {
            index_missing(catalogue, kept)?;
            said(explore(catalogue, kept, &read(body)?)?)
        }
        (_, ["saved", rest @ ..]) => of_saved(catalogue, kept, (&method, rest), query, body),
        _ => Err(Refusal::not_found(format!("there is nothing at {path}"))),
    }
}

fn of_saved(
    catalogue: &Catalogue,
    kept: &Kept,
    (method, rest): (&str, &[&str]),
    query: BTreeMap<String, String>,
    body: Json,
) -> Answer<Json> {
    let id = rest.first().and_then(|id| id.parse().ok()).unwrap_or(-1);
    match (method, rest) {
        ("GET", []) => said(saved::list(catalogue, kept, &read(typed(query))?)?),
        ("POST", []) => said(saved::added(catalogue, kept, read(body)?)?.told(catalogue)),
        ("POST", ["import"]) => {
            said(import::ready(catalogue, &read(body)?)?.kept(catalogue, kept)?)
        }
        ("GET", [_]) => said(saved::one(catalogue, kept, id, &read(typed(query))?)?),
        ("PATCH", [_]) => said(saved::change(catalogue, kept, id, read(body)?)?),
        ("DELETE", [_]) => said(kept.remove(id)?),
        ("POST", [_, "moves"]) => said(saved::play(catalogue, kept, id, read(body)?)?),
        ("PUT", [_, "moves"]) => said(saved::replace(catalogue, kept, id, read(body)?)?),
        ("DELETE", [_, "moves"]) => said(saved::cut(catalogue, kept, id, read(typed(query))?)?),
        ("GET", [_, "record"]) => Ok(saved::export(catalogue, kept, id)?.1.into()),
        ("POST", [_, "reply"]) => {
            let request: ReplyRequest = read(body.clone())?;
            let desk = request.desk(catalogue, kept, id)?;
            let mut asked = request.move_request(&desk);
            asked["engine"] = body["engine"].clone();
            Ok(asked)
        }
        ("POST", [_, "replied"]) => {
            let Replied { wanted, mv, ms } = read(body)?;
            let elapsed = Duration::from_millis(ms);
            said(with_desk(catalogue, kept, id, None, |desk| {
                wanted.played(kept, desk, mv, elapsed)
            })?)
        }
        _ => Err(Refusal::not_found("there is nothing of that name")),
    }
}

/// A reply that another worker has thought of.
#[derive(Debug, Deserialize)]
struct Replied {
    wanted: ReplyRequest,
    #[serde(rename = "move")]
    mv: String,
    ms: u64,
}

/// The words of an address, numbers and truth values as what they are.
fn typed(query: BTreeMap<String, String>) -> Json {
    let value = |name: &str, text: String| match text.as_str() {
        "true" | "false" => Json::from(text == "true"),
        _ if ["from", "limit", "offset", "unfinished"].contains(&name) => {
            text.parse::<u64>().map_or(Json::from(text), Json::from)
        }
        _ => Json::from(text),
    };
    let pairs = query.into_iter().map(|(name, text)| {
        let value = value(&name, text);
        (name, value)
    });
    pairs.collect::<Map<_, _>>().into()
}

fn bench_all(catalogue: &Catalogue) -> Answer<Json> {
    let mut games = Map::new();
    let mut total = 0;
    for entry in catalogue.games.iter() {
        let nodes = bench::nodes(entry).map_err(Refusal::internal)?;
        games.insert(entry.id.to_owned(), nodes.into());
        total += nodes;
    }
    Ok(json!({"games": games, "total": total}))
}

fn mv(catalogue: &Catalogue, request: &MoveRequest) -> Answer<Json> {
    let opened = request.state.opened(catalogue)?;
    let seed = catalogue.now().seed();
    let asked = request.engine.asked(opened.session.as_ref(), seed)?;
    let teller = Teller::new(&opened);
    let word = thought(opened.session.fork().as_mut(), &asked, &mut |word| {
        if let Some(analysis) = &word.analysis {
            tell("word", &json!(teller.tell(analysis, word.elapsed)));
        }
    })?;
    said(moved(opened, &word, request.state.cells)?)
}

fn analysis(
    catalogue: &Catalogue,
    request: &AnalysisRequest,
    share: Option<[usize; 2]>,
) -> Answer<Json> {
    let mut opened = request.state.opened(catalogue)?;
    let mut asked = request.asked(opened.session.as_ref(), LONGEST_ANALYSIS)?;
    if let Some([part, of]) = share {
        asked.share = Share { part, of };
    }
    let teller = Teller::new(&opened);
    thought(opened.session.as_mut(), &asked, &mut |word| {
        if let Some(analysis) = &word.analysis {
            let name = if word.is_last { "done" } else { "analysis" };
            tell(name, &json!(teller.tell(analysis, word.elapsed)));
        }
    })?;
    Ok(Json::Null)
}

fn laboratory(catalogue: &Catalogue, request: &LabRequest) -> Answer<Json> {
    let experiment = request.prepared(catalogue)?;
    let deadline = Deadline::after(experiment.asked().time);
    said(experiment.run(LARGEST_TABLE, &Stop::paced(&deadline))?)
}

fn reviewed(catalogue: &Catalogue, request: &AnalysisRequest) -> Answer<Json> {
    let opened = request.state.opened(catalogue)?;
    review::check(request, opened.session.as_ref())?;
    let reviewing = Reviewing(catalogue);
    let review = pin!(review::review(&reviewing, opened, request));
    // It waits for nothing: who answers it has thought before it returns.
    match review.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done.map(|()| Json::Null),
        Poll::Pending => Err(Refusal::internal("a review that waits")),
    }
}
