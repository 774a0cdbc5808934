//! Refusals as HTTP has them: a status and a body; what is no fault of the reader's is
//! told to the log.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use plyground_api::Refusal;
use plyground_engine::message;

/// A refusal on its way out.
#[derive(Debug)]
pub(crate) struct Refused(pub(crate) Refusal);

/// What most addresses answer.
pub(crate) type Told<T> = Result<Json<T>, Refused>;

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused(refusal)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let Refused(refusal) = self;
        let status = StatusCode::from_u16(refusal.status);
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(logged(&refusal))).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            let soon = HeaderValue::from_static("5");
            response.headers_mut().insert(header::RETRY_AFTER, soon);
        }
        response
    }
}

/// What the reader is told, when the log has been told the rest.
pub(crate) fn logged(refusal: &Refusal) -> serde_json::Value {
    if let Some(error) = &refusal.cause {
        tracing::error!(%error, "a request failed");
    }
    refusal.in_json()
}

pub(crate) fn refused(
    status: StatusCode,
    code: &'static str,
    message: impl Into<message::Message>,
) -> Refusal {
    Refusal::new(status.as_u16(), code, message)
}

pub(crate) fn busy() -> Refusal {
    let message = message!(
        "server.busy",
        "too many searches wait already: try again in a few seconds"
    );
    refused(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
}

/// Somebody else has the database.
pub(crate) fn locked() -> Refusal {
    let message = message!(
        "storage.locked",
        "another program holds the saved games: try again in a few seconds"
    );
    refused(StatusCode::SERVICE_UNAVAILABLE, "storage", message)
}

/// Trouble with the database that its reader can do something about is told to them.
pub(crate) fn of_database(error: rusqlite::Error) -> Refusal {
    use rusqlite::ErrorCode;
    let (status, message) = match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            tracing::warn!(%error, "the database is locked");
            return locked();
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
    refused(status, "storage", message)
}
