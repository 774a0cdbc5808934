//! The engine as a program for other programs: commands in on standard input,
//! answers out on standard output, one a line. Docs/protocol.md describes it.
//!
//! Input is read while the engine thinks, and whatever comes in, the engine goes
//! on: what is not understood is skipped.

pub(crate) mod check;
pub(crate) mod client;
mod host;
mod hub;
mod input;
pub(crate) mod keeper;
mod ugi;

use crate::failure::Outcome;
use host::Host;
use input::Lines;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether to go on reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    GoOn,
    Quit,
}

/// A way to talk: takes one line at a time.
trait Dialect {
    fn obey(&mut self, host: &mut Host, line: &str) -> Flow;
}

/// UGI until the end of input, for any game.
pub(crate) fn speak_ugi(host: Host) -> Outcome {
    converse(&mut ugi::Ugi::default(), host)
}

/// Hub 2 until the end of input, for the games of draughts.
pub(crate) fn speak_hub(host: Host) -> Outcome {
    converse(&mut hub::Hub::new(), host)
}

pub(crate) use host::Host as Engine;

fn converse(dialect: &mut dyn Dialect, mut host: Host) -> Outcome {
    for line in Lines::new(std::io::stdin().lock()) {
        if dialect.obey(&mut host, &line) == Flow::Quit {
            break;
        }
    }
    host.settle();
    Ok(())
}

/// What both say to any lines, which nobody hears. Large tables are not asked for.
pub(crate) fn fuzz(bytes: &[u8], host: Host, is_hub: bool) {
    IS_SILENT.store(true, Ordering::Relaxed);
    let mut host = host;
    let mut dialect: Box<dyn Dialect> = match is_hub {
        true => Box::new(hub::Hub::new()),
        false => Box::new(ugi::Ugi::default()),
    };
    for line in Lines::new(bytes).take(40) {
        let takes_memory = line.to_ascii_lowercase().contains("hash");
        if !takes_memory && dialect.obey(&mut host, &line) == Flow::Quit {
            break;
        }
    }
    host.settle();
}

static IS_SILENT: AtomicBool = AtomicBool::new(false);

/// One line out, at once. Whoever does not listen any more has closed our input too.
fn say(line: &str) {
    if IS_SILENT.load(Ordering::Relaxed) {
        return;
    }
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
