//! `--batch`: one position per line from standard input, one JSON object per
//! line out, in the same order. A bad line gives an object that says so, and
//! the rest goes on.

use crate::failure::{Failure, Outcome};
use crate::interrupt;
use crate::jobs::{Threads, Worker, Workforce};
use crate::json::{self, Json};
use plyground_engine::algorithm::Stop;
use plyground_engine::message::Message;
use plyground_engine::notation::ParseError;
use plyground_engine::refused;
use plyground_engine::session::Session;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::BufRead;

/// A job: one line of the batch.
struct Line {
    number: usize,
    bytes: Vec<u8>,
}

/// Its record.
struct Answer {
    number: usize,
    object: Json,
    was_read: bool,
}

/// Answers lines in a session of its own.
pub(crate) struct Clerk<Respond> {
    pub(crate) session: Box<dyn Session>,
    pub(crate) respond: Respond,
}

impl<Respond> Worker<Line, Answer> for Clerk<Respond>
where
    Respond: FnMut(&mut dyn Session) -> Outcome<Json>,
{
    fn work(&mut self, line: &Line, _stop: &Stop<'_>) -> Outcome<Option<Answer>> {
        let number = line.number;
        let session = self.session.as_mut();
        let (object, was_read) = match set_up(session, &line.bytes) {
            Ok(()) => ((self.respond)(session)?, true),
            Err(error) => (refusal(error.message(), number), false),
        };
        Ok(Some(Answer {
            number,
            object,
            was_read,
        }))
    }
}

/// Answers every line. The status is that of wrong input if any line was bad.
pub(crate) fn answer_lines<Respond>(hire: impl Fn() -> Outcome<Clerk<Respond>> + Sync) -> Outcome
where
    Respond: FnMut(&mut dyn Session) -> Outcome<Json>,
{
    // One at a time: a search has all the threads it was given, and a line is
    // answered before the next one need be there.
    let clerks = Threads {
        count: 1,
        stop: &Stop::new(),
        hire,
    };
    let mut failure = None;
    let mut lines = (1..).map_while(|number| {
        read_line(number).unwrap_or_else(|error| {
            failure = Some(error);
            None
        })
    });
    let mut waiting = BTreeMap::new();
    let (mut next, mut all_were_read) = (1, true);
    clerks.carry_out(&mut lines, &mut |answer: Answer| {
        all_were_read &= answer.was_read;
        waiting.insert(answer.number, answer.object);
        while let Some(object) = waiting.remove(&next) {
            json::print(&object)?;
            next += 1;
        }
        Ok(())
    })?;
    match failure {
        Some(error) => Err(error.into()),
        None if all_were_read => Ok(()),
        None => Err(Failure::InputReported),
    }
}

/// The next line of standard input, or `None` at its end or when interrupted.
fn read_line(number: usize) -> std::io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let count = std::io::stdin().lock().read_until(b'\n', &mut bytes)?;
    let goes_on = count > 0 && !interrupt::was_raised();
    Ok(goes_on.then_some(Line { number, bytes }))
}

fn refusal(message: &Message, line: usize) -> Json {
    json!({
        "error": message.to_string(),
        "code": message.code(),
        "values": json::values(message),
        "line": line,
    })
}

fn set_up(session: &mut dyn Session, bytes: &[u8]) -> Result<(), ParseError> {
    let line = std::str::from_utf8(bytes).map_err(|_| {
        refused!(
            "line.bytes",
            "expected a position, found bytes that are no UTF-8 text"
        )
    })?;
    let line = line.trim_end_matches(['\n', '\r']);
    if line.trim().is_empty() {
        return Err(refused!(
            "line.empty",
            "expected a position, found an empty line"
        ));
    }
    let text = session.position_in_line(line).to_owned();
    session.set_up(&text, None)
}
