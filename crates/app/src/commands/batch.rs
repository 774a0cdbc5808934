//! `--batch`: one position per line from standard input, one JSON object per
//! line out, in the same order. A bad line gives an object that says so, and
//! the rest goes on.

use crate::failure::{Failure, Outcome};
use crate::interrupt;
use crate::json::{self, Json};
use plyground_engine::notation::ParseError;
use plyground_engine::session::Session;
use serde_json::json;
use std::io::BufRead;

/// Answers every line. The status is that of wrong input if any line was bad.
pub(crate) fn answer_lines(
    session: &mut dyn Session,
    mut answer: impl FnMut(&mut dyn Session) -> Outcome<Json>,
) -> Outcome {
    let mut input = std::io::stdin().lock();
    let mut bytes = Vec::new();
    let mut number = 0;
    let mut all_were_read = true;
    loop {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 || interrupt::was_raised() {
            break;
        }
        number += 1;
        let object = match position(session, &bytes) {
            Ok(()) => answer(session)?,
            Err(error) => {
                all_were_read = false;
                json!({"error": error.to_string(), "line": number})
            }
        };
        json::print(&object)?;
    }
    if all_were_read {
        Ok(())
    } else {
        Err(Failure::InputReported)
    }
}

fn position(session: &mut dyn Session, bytes: &[u8]) -> Result<(), ParseError> {
    let line = std::str::from_utf8(bytes)
        .map_err(|_| ParseError::new("expected a position, found bytes that are no UTF-8 text"))?;
    let line = line.trim_end_matches(['\n', '\r']);
    if line.trim().is_empty() {
        return Err(ParseError::new("expected a position, found an empty line"));
    }
    let text = session.position_in_line(line).to_owned();
    session.set_up(&text, None)
}
