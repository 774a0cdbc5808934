//! What a queue has under way, read only, for those who watch it in a browser: `/queue`
//! for people, `/api/queue` for programs. In English, as the terminal's.
//!
//! A thread of its own looks at the database, once a second while somebody asks and not
//! at all otherwise.

use super::App;
use super::refusal::{Refused, refused};
use crate::failure::{Failure, Outcome};
use crate::json::Json;
use crate::queue::address::Address;
use crate::queue::database::Database;
use crate::queue::overview::Overview;
use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

const FRESH: Duration = Duration::from_secs(1);
const STYLE: &str = ":root{color-scheme:light dark}\n\
    body{font-family:system-ui,sans-serif;margin:1rem}\n\
    table{border-collapse:collapse;display:block;overflow-x:auto;margin-block:1rem}\n\
    th,td{text-align:left;padding:.25rem .75rem;border-bottom:1px solid #8886;\
    font-variant-numeric:tabular-nums;white-space:nowrap}\n\
    p{overflow-wrap:anywhere}\n";

/// What was seen, or why nothing was.
type Seen = Result<Arc<Picture>, String>;

struct Picture {
    html: String,
    json: Json,
}

type Asking = Arc<Mutex<Sender<oneshot::Sender<Seen>>>>;

/// The addresses that show a queue. It must be there when the server is started.
pub(super) fn routes(address: &str) -> Outcome<Router<App>> {
    let address = Address::given(address)?;
    let mut database = Database::open(&address)?;
    let (asking, asked) = channel();
    std::thread::spawn(move || look(&mut database, &asked));
    let asking: Asking = Arc::new(Mutex::new(asking));
    let (for_people, for_programs) = (Arc::clone(&asking), asking);
    let style = || async { ([(header::CONTENT_TYPE, "text/css")], STYLE) };
    Ok(Router::new()
        .route(
            "/queue",
            get(move || async move {
                told(&for_people, |seen| Html(seen.html.clone()).into_response()).await
            }),
        )
        .route(
            "/api/queue",
            get(move || async move {
                told(&for_programs, |seen| axum::Json(&seen.json).into_response()).await
            }),
        )
        .route("/queue.css", get(style)))
}

async fn told(asking: &Asking, answer: impl FnOnce(&Picture) -> Response) -> Response {
    let (sender, seen) = oneshot::channel();
    let asked = asking
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .send(sender);
    let seen = match asked {
        Ok(()) => seen
            .await
            .unwrap_or_else(|_| Err("nobody looks".to_owned())),
        Err(_) => Err("nobody looks".to_owned()),
    };
    match seen {
        Ok(picture) => answer(&picture),
        Err(reason) => Refused(refused(
            StatusCode::SERVICE_UNAVAILABLE,
            "queue-away",
            reason,
        ))
        .into_response(),
    }
}

fn look(database: &mut Database, asked: &Receiver<oneshot::Sender<Seen>>) {
    let mut last: Option<(Instant, Seen)> = None;
    for answer in asked {
        let seen = match &last {
            Some((at, seen)) if at.elapsed() < FRESH => seen.clone(),
            _ => picture(database)
                .map(Arc::new)
                .map_err(|failure| match failure {
                    Failure::Input(line) => line,
                    _ => "the queue does not answer".to_owned(),
                }),
        };
        last = Some(match last {
            Some((at, _)) if at.elapsed() < FRESH => (at, seen.clone()),
            _ => (Instant::now(), seen.clone()),
        });
        // Whoever asked may have gone.
        let _ = answer.send(seen);
    }
}

fn picture(database: &mut Database) -> Outcome<Picture> {
    let overview = Overview::of(database, None)?;
    let [runs, workers] = overview.tables();
    let notes: String = overview
        .notes()
        .map(|note| format!("<p>{}</p>", escaped(&note)))
        .collect();
    Ok(Picture {
        html: format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\">\
             <meta http-equiv=\"refresh\" content=\"2\"><title>plyground: queue</title>\
             <link rel=\"stylesheet\" href=\"/queue.css\"></head><body><h1>Queue</h1>\
             {}{notes}{}</body></html>",
            table(&runs),
            table(&workers)
        ),
        json: overview.in_json(),
    })
}

fn table(rows: &[Vec<String>]) -> String {
    let row = |(index, cells): (usize, &Vec<String>)| {
        let tag = if index == 0 { "th" } else { "td" };
        let cells = cells.iter();
        let cells = cells.map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell)));
        format!("<tr>{}</tr>", cells.collect::<String>())
    };
    let rows = rows.iter().enumerate().map(row);
    format!("<table>{}</table>", rows.collect::<String>())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
