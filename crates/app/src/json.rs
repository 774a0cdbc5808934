//! JSON on standard output.

pub(crate) use plyground_api::json::*;

use crate::failure;
use serde::Serialize;
use std::io::Write;

/// One object on a line of its own.
pub(crate) fn print(value: &impl Serialize) -> failure::Outcome {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer(&mut out, value)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(())
}
