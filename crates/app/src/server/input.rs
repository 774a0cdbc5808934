//! What a request brings: a body of JSON, not too large and not too slow, and the
//! words of its address. What does not fit is refused in our own words.

use super::refusal::{Refused, refused};
use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use plyground_api::refusal::parse;
use plyground_api::{Answer, LARGEST_REQUEST, Refusal};
use plyground_engine::message;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::time::Duration;

const SLOWEST_BODY: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub(crate) struct Input<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for Input<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, _: &S) -> Result<Input<T>, Refused> {
        let content_type = request.headers().get(header::CONTENT_TYPE);
        let content_type = content_type
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        let essence = content_type.split(';').next().unwrap_or_default().trim();
        if !essence.eq_ignore_ascii_case("application/json") {
            let message = message!(
                "server.type",
                "expected Content-Type application/json, found '{text}'",
                text = essence
            );
            let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
            return Err(refused(status, "bad-type", message).into());
        }
        let length = request.headers().get(header::CONTENT_LENGTH);
        let length = length.and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
        if length.is_some_and(|length| length > LARGEST_REQUEST as u64) {
            return Err(too_large().into());
        }
        let bytes = read(request.into_body()).await?;
        Ok(Input(parse(&bytes)?))
    }
}

/// What stands in the address itself.
#[derive(Debug)]
pub(crate) struct InPath<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for InPath<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, shared: &S) -> Result<InPath<T>, Refused> {
        let found = Path::from_request_parts(parts, shared).await;
        let Path(value) = found.map_err(|error| Refusal::not_found(error.body_text()))?;
        Ok(InPath(value))
    }
}

/// What stands behind the question mark.
#[derive(Debug)]
pub(crate) struct InQuery<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for InQuery<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, shared: &S) -> Result<InQuery<T>, Refused> {
        let found = Query::from_request_parts(parts, shared).await;
        let Query(value) = found.map_err(|error| Refusal::bad_request(error.body_text()))?;
        Ok(InQuery(value))
    }
}

/// A request as one word of the address.
#[derive(Debug, Deserialize)]
pub(crate) struct AsQuery {
    q: String,
}

impl AsQuery {
    pub(crate) fn text(&self) -> &[u8] {
        self.q.as_bytes()
    }
}

async fn read(body: Body) -> Answer<Vec<u8>> {
    let bytes = tokio::time::timeout(SLOWEST_BODY, to_bytes(body, LARGEST_REQUEST)).await;
    let Ok(bytes) = bytes else {
        let seconds = SLOWEST_BODY.as_secs();
        return Err(refused(
            StatusCode::REQUEST_TIMEOUT,
            "timeout",
            message!(
                "server.slow",
                "the request took more than {n} s to arrive",
                n = seconds
            ),
        ));
    };
    let bytes = bytes.map_err(|error| match error.to_string().contains("length limit") {
        true => too_large(),
        false => Refusal::bad_request(message!(
            "server.chunks",
            "the request did not arrive whole and well formed"
        )),
    })?;
    Ok(bytes.to_vec())
}

fn too_large() -> Refusal {
    refused(
        StatusCode::PAYLOAD_TOO_LARGE,
        "too-large",
        message!(
            "server.large",
            "expected at most {n} bytes",
            n = LARGEST_REQUEST
        ),
    )
}
