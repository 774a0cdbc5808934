//! Every answer that is no: a status as HTTP has it, a code for programs, and one line
//! for people with the detail and the values of which it is made.

use crate::json;
use plyground_engine::message;
use plyground_engine::message::Message;
use plyground_engine::notation::ParseError;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

#[derive(Debug)]
pub struct Refusal {
    pub status: u16,
    code: &'static str,
    message: Message,
    details: Map<String, Value>,
    /// What is no fault of the reader's, for a log.
    pub cause: Option<Box<str>>,
}

pub type Answer<T> = Result<T, Refusal>;

impl Refusal {
    pub fn new(status: u16, code: &'static str, message: impl Into<Message>) -> Refusal {
        Refusal {
            status,
            code,
            message: message.into(),
            details: Map::new(),
            cause: None,
        }
    }

    /// Input that can be read and means nothing that the rules know.
    pub fn input(code: &'static str, message: impl Into<Message>) -> Refusal {
        Refusal::new(422, code, message)
    }

    pub fn not_found(message: impl Into<Message>) -> Refusal {
        Refusal::new(404, "not-found", message)
    }

    pub fn bad_request(message: impl Into<Message>) -> Refusal {
        Refusal::new(400, "bad-request", message)
    }

    /// What is no fault of the reader's is told to the log, not to the reader.
    pub fn internal(error: impl std::fmt::Display) -> Refusal {
        let message = message!(
            "server.internal",
            "something went wrong in the server; its log says what"
        );
        Refusal {
            cause: Some(error.to_string().into()),
            ..Refusal::new(500, "internal", message)
        }
    }

    /// Where in the request the trouble lies, or what else a program may want to know.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Refusal {
        self.details.insert(name.to_owned(), value.into());
        self
    }

    pub fn in_json(&self) -> Value {
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

/// Names the field of the request that was refused.
pub fn of_field(code: &'static str, field: &'static str) -> impl Fn(ParseError) -> Refusal {
    move |error| Refusal::input(code, error).with("field", field)
}

/// A request of the kind that is expected here.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Answer<T> {
    serde_json::from_slice(bytes).map_err(|error| {
        let message = message!(
            "server.json",
            "the request is not the JSON expected here: {text}",
            text = error.to_string()
        );
        Refusal::new(400, "bad-json", message)
    })
}
