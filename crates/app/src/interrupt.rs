//! Ctrl-C. While something is being computed it ends that computation, which
//! then says what it knows; otherwise, and the second time, it ends the program.

use plyground_engine::algorithm::Stop;
use std::sync::atomic::{AtomicBool, Ordering};

static STOP: Stop<'static> = Stop::new();
static IS_COMPUTING: AtomicBool = AtomicBool::new(false);

const INTERRUPTED: i32 = 130;

pub(crate) fn listen() {
    // A program without a handler dies of Ctrl-C as any other: nothing is lost by failing here.
    let _ = ctrlc::set_handler(|| {
        if !IS_COMPUTING.load(Ordering::SeqCst) || STOP.is_raised() {
            std::process::exit(INTERRUPTED);
        }
        STOP.raise();
    });
}

/// Runs a computation that Ctrl-C ends through the flag it is given.
pub(crate) fn guarded<T>(work: impl FnOnce(&Stop<'static>) -> T) -> T {
    IS_COMPUTING.store(true, Ordering::SeqCst);
    let result = work(&STOP);
    IS_COMPUTING.store(false, Ordering::SeqCst);
    result
}

pub(crate) fn was_raised() -> bool {
    STOP.is_raised()
}
