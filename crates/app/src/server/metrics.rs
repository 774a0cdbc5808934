//! What the server counts, in the text form that Prometheus reads.

use super::App;
use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use plyground_api::thinking::Word;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

#[derive(Debug)]
pub(crate) struct Metrics {
    began: Instant,
    /// Answers by the first digit of their status.
    answers: [AtomicU64; 6],
    answer_micros: AtomicU64,
    searches: AtomicU64,
    nodes: AtomicU64,
    streams: AtomicI64,
    pub(crate) connections: AtomicI64,
}

impl Metrics {
    pub(crate) fn new() -> Metrics {
        Metrics {
            began: Instant::now(),
            answers: Default::default(),
            answer_micros: AtomicU64::new(0),
            searches: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            streams: AtomicI64::new(0),
            connections: AtomicI64::new(0),
        }
    }

    pub(crate) fn searched(&self, word: &Word) {
        self.searches.fetch_add(1, Relaxed);
        let nodes = word.analysis.as_ref().map_or(0, |analysis| analysis.nodes);
        self.nodes.fetch_add(nodes, Relaxed);
    }

    /// Counts a stream until the answer is dropped.
    pub(crate) fn stream(self: &Arc<Metrics>) -> OpenStream {
        self.streams.fetch_add(1, Relaxed);
        OpenStream(Arc::clone(self))
    }

    fn write(&self, app: &App) -> String {
        let mut text = String::new();
        let mut put = |name: &str, kind: &str, help: &str, values: &[(&str, f64)]| {
            let _ = writeln!(
                text,
                "# HELP plyground_{name} {help}\n# TYPE plyground_{name} {kind}"
            );
            for (labels, value) in values {
                let _ = writeln!(text, "plyground_{name}{labels} {value}");
            }
        };
        let classes = [2, 3, 4, 5].map(|class: usize| {
            (
                format!("{{status=\"{class}xx\"}}"),
                self.answers[class].load(Relaxed) as f64,
            )
        });
        let classes = classes
            .each_ref()
            .map(|(label, count)| (label.as_str(), *count));
        put(
            "answers_total",
            "counter",
            "Answers by class of status.",
            &classes,
        );
        let seconds = self.answer_micros.load(Relaxed) as f64 / 1e6;
        put(
            "answer_seconds_total",
            "counter",
            "Time from request to the head of the answer.",
            &[("", seconds)],
        );
        put(
            "searches_total",
            "counter",
            "Searches that came to their end.",
            &[("", self.searches.load(Relaxed) as f64)],
        );
        put(
            "nodes_total",
            "counter",
            "Positions entered by them.",
            &[("", self.nodes.load(Relaxed) as f64)],
        );
        put(
            "streams",
            "gauge",
            "Open streams of events.",
            &[("", self.streams.load(Relaxed) as f64)],
        );
        put(
            "connections",
            "gauge",
            "Open connections.",
            &[("", self.connections.load(Relaxed) as f64)],
        );
        let (running, waiting) = app.turns.load();
        put(
            "searches",
            "gauge",
            "Searches by what they do.",
            &[
                ("{state=\"thinking\"}", running as f64),
                ("{state=\"waiting\"}", waiting as f64),
            ],
        );
        let (bytes, line) = app.memory.load();
        put(
            "table_bytes",
            "gauge",
            "Memory of the searches' tables.",
            &[("", bytes as f64)],
        );
        put(
            "line",
            "gauge",
            "Readers who wait for memory.",
            &[("", line as f64)],
        );
        if let Some(bytes) = resident_bytes() {
            put(
                "resident_bytes",
                "gauge",
                "Memory of the whole program.",
                &[("", bytes as f64)],
            );
        }
        put(
            "up_seconds",
            "gauge",
            "Since the start.",
            &[("", self.began.elapsed().as_secs_f64())],
        );
        text
    }
}

#[derive(Debug)]
pub(crate) struct OpenStream(Arc<Metrics>);

impl Drop for OpenStream {
    fn drop(&mut self) {
        self.0.streams.fetch_sub(1, Relaxed);
    }
}

/// Linux tells; elsewhere the number is left out.
fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes << 10)
}

pub(crate) async fn metrics(State(app): State<App>) -> Response {
    let headers = [(
        header::CONTENT_TYPE,
        "text/plain; version=0.0.4; charset=utf-8",
    )];
    (headers, app.metrics.write(&app)).into_response()
}

/// Counts every answer, and writes it into the log.
pub(crate) async fn observe(State(app): State<App>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let response = next.run(request).await;
    let status = response.status();
    let micros = began.elapsed().as_micros() as u64;
    let class = usize::from(status.as_u16() / 100).min(5);
    app.metrics.answers[class].fetch_add(1, Relaxed);
    app.metrics.answer_micros.fetch_add(micros, Relaxed);
    if class == 5 {
        tracing::warn!(%method, path, status = status.as_u16(), micros, "answered");
    } else {
        tracing::debug!(%method, path, status = status.as_u16(), micros, "answered");
    }
    response
}
