//! Every address of the server, and what is true of all its answers.

use super::metrics::{metrics, observe};
use super::refusal::{Refused, refused};
use super::{App, analysis, door, lab, page, questions, reply, saved};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use plyground_api::Refusal;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

const HEADERS: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    (
        "permissions-policy",
        "camera=(), microphone=(), geolocation=()",
    ),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// All addresses, those of `more` among them.
pub(crate) fn router(app: App, more: Router<App>) -> Router {
    Router::new()
        .merge(more)
        .route("/healthz", get(healthz))
        .route("/metrics", get(metrics))
        .route("/api/games", get(questions::games))
        .route("/api/games/{id}/rules", get(questions::rules))
        .route("/api/games/{id}/kit", get(questions::kit))
        .route("/api/position", post(questions::arranged))
        .route("/api/openapi.json", get(openapi))
        .route("/api/state", post(questions::at))
        .route("/api/move", post(analysis::mv))
        .route(
            "/api/analysis",
            get(analysis::live_by_query).post(analysis::live),
        )
        .route(
            "/api/review",
            get(analysis::review_by_query).post(analysis::review),
        )
        .route("/api/lab", post(lab::lab))
        .route("/api/complexity", post(lab::complexity))
        .route("/api/record/write", post(questions::write))
        .route("/api/record/read", post(questions::read))
        .route("/api/explorer", post(saved::explore))
        .route("/api/evaluate", post(questions::evaluate))
        .route("/api/saved/import", post(saved::import))
        .route("/api/saved", get(saved::list).post(saved::create))
        .route(
            "/api/saved/{id}",
            get(saved::one).patch(saved::change).delete(saved::remove),
        )
        .route(
            "/api/saved/{id}/moves",
            delete(saved::cut).post(saved::play).put(saved::replace),
        )
        .route("/api/saved/{id}/reply", post(reply::reply))
        .route("/api/saved/{id}/hurry", post(reply::hurry))
        .route("/api/saved/{id}/record", get(saved::export))
        .method_not_allowed_fallback(bad_method)
        .fallback(page::page)
        .layer(from_fn_with_state(app.clone(), guard))
        .layer(CatchPanicLayer::custom(|_| {
            Refused(Refusal::internal("a request panicked")).into_response()
        }))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(app.clone(), observe))
        .with_state(app)
}

#[derive(serde::Serialize)]
struct Health {
    status: &'static str,
}

async fn healthz() -> axum::Json<Health> {
    axum::Json(Health { status: "ok" })
}

async fn openapi() -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json")];
    (headers, include_str!("openapi.json")).into_response()
}

async fn bad_method(request: Request) -> Refused {
    let message = format!("{} does not fit {}", request.method(), request.uri().path());
    refused(StatusCode::METHOD_NOT_ALLOWED, "bad-method", message).into()
}

/// Refuses what another site makes a browser send, and sets the headers of all answers.
async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut response = match door::answered(&app, &request) {
        Some(answer) => answer,
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}
