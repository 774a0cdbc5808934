//! A process that does nothing but outlive this one: when its owner is gone, however
//! it went, it ends the programs that the owner had started, with all that they have
//! started. It hears of them by its input, and the end of its input is the end of
//! its owner.

use crate::jobs::locked;
use std::collections::BTreeSet;
use std::io::{BufRead, Write, stdin};
use std::process::{ChildStdin, Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// How this program asks itself to be a keeper; no command has such a name.
const WORD: &str = "--keep-programs";

static IS_POSSIBLE: AtomicBool = AtomicBool::new(false);
static KEEPER: Mutex<Option<ChildStdin>> = Mutex::new(None);

/// From the beginning of `main` on, this program can be started as a keeper.
pub(crate) fn is_asked_for() -> bool {
    IS_POSSIBLE.store(true, Ordering::Relaxed);
    std::env::args_os().nth(1).is_some_and(|word| word == WORD)
}

/// Keeps the programs that its input names until there is no more of it.
pub(crate) fn run() -> ExitCode {
    let mut groups = BTreeSet::new();
    for line in stdin().lock().lines() {
        let Ok(line) = line else { break };
        match line.split_once(' ') {
            Some(("started", id)) => groups.extend(id.parse::<u32>()),
            Some(("ended", id)) => groups.retain(|group| Ok(*group) != id.parse()),
            _ => {}
        }
    }
    groups.into_iter().for_each(kill_group);
    ExitCode::SUCCESS
}

/// A program has started, as the leader of its group.
pub(super) fn started(id: u32) {
    tell("started", id);
}

/// A program has ended, and its number may become another's.
pub(super) fn ended(id: u32) {
    tell("ended", id);
}

fn tell(word: &str, id: u32) {
    if !IS_POSSIBLE.load(Ordering::Relaxed) {
        return;
    }
    let mut keeper = locked(&KEEPER);
    if keeper.is_none() {
        *keeper = hired();
    }
    if let Some(input) = keeper.as_mut() {
        // One that was killed keeps nothing: the match goes on without it.
        let _ = writeln!(input, "{word} {id}");
    }
}

fn hired() -> Option<ChildStdin> {
    let mut command = Command::new(std::env::current_exe().ok()?);
    command
        .arg(WORD)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // What ends the owner's group from a terminal must not end the keeper.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn().ok()?.stdin.take()
}

/// Ends a program and all that it has started.
#[cfg(unix)]
pub(super) fn kill_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(id) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // One that has ended already cannot be killed: that is well.
        let _ = kill_process_group(id, Signal::KILL);
    }
}

#[cfg(not(unix))]
pub(super) fn kill_group(_id: u32) {}
