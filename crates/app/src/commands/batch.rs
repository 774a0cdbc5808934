//! `--batch`: one position per line from standard input, one JSON object per
//! line out, in the same order. A bad line gives an object that says so, and
//! the rest goes on.

use crate::failure::{Failure, Outcome};
use crate::interrupt;
use crate::jobs::{InOrder, Numbered, Threads, Worker, Workforce};
use crate::json::{self, Json};
use plyground_engine::algorithm::Stop;
use plyground_engine::message::Message;
use plyground_engine::notation::ParseError;
use plyground_engine::refused;
use plyground_engine::session::Session;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::io::BufRead;

/// A job: one line of the batch.
#[derive(Serialize, Deserialize)]
pub(crate) struct Line {
    number: usize,
    /// `None` where it is no UTF-8.
    text: Option<String>,
}

impl Numbered for Line {
    fn number(&self) -> u64 {
        self.number as u64
    }
}

/// Its record.
#[derive(Serialize, Deserialize)]
pub(crate) struct Answer {
    number: usize,
    object: Json,
    was_read: bool,
}

/// Answers lines in a session of its own.
pub(crate) struct Clerk<'a> {
    pub(crate) session: Box<dyn Session>,
    pub(crate) respond: Box<Respond<'a>>,
}

/// What is said of the position at hand.
type Respond<'a> = dyn FnMut(&mut dyn Session, &Stop<'_>) -> Outcome<Json> + 'a;

impl Worker<Line, Answer> for Clerk<'_> {
    fn work(&mut self, line: &Line, stop: &Stop<'_>) -> Outcome<Option<Answer>> {
        let number = line.number;
        let session = self.session.as_mut();
        let (object, was_read) = match set_up(session, line.text.as_deref()) {
            Ok(()) => (interrupt::guarded(|_| (self.respond)(session, stop))?, true),
            Err(error) => (refusal(error.message(), number), false),
        };
        Ok(Some(Answer {
            number,
            object,
            was_read,
        }))
    }
}

/// One clerk of this process. A search has all the threads it was given, and a line
/// is answered before the next one need be there.
pub(crate) fn alone<Hire>(hire: Hire) -> Threads<'static, Hire> {
    Threads {
        count: 1,
        stop: interrupt::flag(),
        hire,
    }
}

/// Answers every line. The status is that of wrong input if any line was bad.
pub(crate) fn answer_lines(clerks: &dyn Workforce<Line, Answer>) -> Outcome {
    let mut failure = None;
    let mut lines = (1..).map_while(|number| {
        read_line(number).unwrap_or_else(|error| {
            failure = Some(error);
            None
        })
    });
    let mut answers = InOrder::from(1);
    let mut all_were_read = true;
    clerks.carry_out(&mut lines, &mut |answer: Answer| {
        all_were_read &= answer.was_read;
        answers.add(answer.number as u64, answer.object);
        while let Some(object) = answers.take() {
            json::print(&object)?;
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
    let text = String::from_utf8(bytes).ok();
    Ok(goes_on.then_some(Line { number, text }))
}

fn refusal(message: &Message, line: usize) -> Json {
    json!({
        "error": message.to_string(),
        "code": message.code(),
        "values": json::values(message),
        "line": line,
    })
}

fn set_up(session: &mut dyn Session, line: Option<&str>) -> Result<(), ParseError> {
    let line = line.ok_or_else(|| {
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
