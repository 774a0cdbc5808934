//! Every answer that is no: a status, a code for programs, and one line for people
//! with the detail and the values of which it is made.

use crate::json;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use plyground_engine::message;
use plyground_engine::message::Message;
use plyground_engine::notation::ParseError;
use serde_json::{Map, Value, json};

#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    code: &'static str,
    message: Message,
    details: Map<String, Value>,
}

pub(crate) type Answer<T = Json<Value>> = Result<T, Refusal>;

impl Refusal {
    pub(crate) fn new(
        status: StatusCode,
        code: &'static str,
        message: impl Into<Message>,
    ) -> Refusal {
        Refusal {
            status,
            code,
            message: message.into(),
            details: Map::new(),
        }
    }

    /// Input that can be read and means nothing that the rules know.
    pub(crate) fn input(code: &'static str, message: impl Into<Message>) -> Refusal {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    pub(crate) fn not_found(message: impl Into<Message>) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, "not-found", message)
    }

    pub(crate) fn bad_request(message: impl Into<Message>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, "bad-request", message)
    }

    pub(crate) fn busy() -> Refusal {
        let message = message!(
            "server.busy",
            "too many searches wait already: try again in a few seconds"
        );
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    /// What is no fault of the reader's is told to the log, not to the reader.
    pub(crate) fn internal(error: impl std::fmt::Display) -> Refusal {
        tracing::error!(%error, "a request failed");
        let message = message!(
            "server.internal",
            "something went wrong in the server; its log says what"
        );
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// Where in the request the trouble lies, or what else a program may want to know.
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Refusal {
        self.details.insert(name.to_owned(), value.into());
        self
    }

    pub(crate) fn in_json(&self) -> Value {
        let mut error = Map::new();
        error.insert("code".to_owned(), self.code.into());
        let line = self.message.to_string();
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        error.insert("message".to_owned(), line.into());
        error.insert("detail".to_owned(), self.message.code().into());
        error.insert("values".to_owned(), json::values(&self.message));
        error.extend(self.details.clone());
        json!({ "error": error })
    }
}

impl Refusal {
    /// Somebody else has the database.
    pub(crate) fn locked() -> Refusal {
        let message = message!(
            "storage.locked",
            "another program holds the saved games: try again in a few seconds"
        );
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "storage", message)
    }
}

/// Trouble with the database that its reader can do something about is told to them.
impl From<rusqlite::Error> for Refusal {
    fn from(error: rusqlite::Error) -> Refusal {
        use rusqlite::ErrorCode;
        let (status, message) = match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                tracing::warn!(%error, "the database is locked");
                return Refusal::locked();
            }
            Some(ErrorCode::DiskFull) => (
                StatusCode::INSUFFICIENT_STORAGE,
                message!(
                    "storage.full",
                    "the server's disk is full: nothing was saved"
                ),
            ),
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => (
                StatusCode::INSUFFICIENT_STORAGE,
                message!(
                    "storage.readOnly",
                    "the saved games can be read only: nothing was saved"
                ),
            ),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => (
                StatusCode::INTERNAL_SERVER_ERROR,
                message!(
                    "storage.damaged",
                    "the file of the saved games is damaged; the server's log says where"
                ),
            ),
            Some(ErrorCode::SystemIoFailure) => (
                StatusCode::INSUFFICIENT_STORAGE,
                message!(
                    "storage.failing",
                    "the server's disk fails: nothing was saved"
                ),
            ),
            _ => return Refusal::internal(error),
        };
        tracing::error!(%error, "the database fails");
        Refusal::new(status, "storage", message)
    }
}

/// Names the field of the request that was refused.
pub(crate) fn of_field(code: &'static str, field: &'static str) -> impl Fn(ParseError) -> Refusal {
    move |error| Refusal::input(code, error).with("field", field)
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.in_json())).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            let soon = HeaderValue::from_static("5");
            response.headers_mut().insert(header::RETRY_AFTER, soon);
        }
        response
    }
}
