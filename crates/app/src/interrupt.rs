//! Ctrl-C. While something is being computed it ends that computation, which
//! then says what it knows; otherwise, and the second time, it ends the program.

use plyground_engine::algorithm::Stop;
use std::sync::atomic::{AtomicUsize, Ordering};

static STOP: Stop<'static> = Stop::new();
/// How many computations are under way.
static COMPUTING: AtomicUsize = AtomicUsize::new(0);

const INTERRUPTED: i32 = 130;

pub(crate) fn listen() {
    // A program without a handler dies of Ctrl-C as any other: nothing is lost by failing here.
    let _ = ctrlc::set_handler(|| {
        if COMPUTING.load(Ordering::SeqCst) == 0 || STOP.is_raised() {
            std::process::exit(INTERRUPTED);
        }
        STOP.raise();
    });
}

/// A program that others start is ended by others too: the same as Ctrl-C.
#[cfg(feature = "queue")]
pub(crate) fn listen_for_terminations() {
    #[cfg(unix)]
    std::thread::spawn(|| {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        // Whoever cannot hear of it dies of it as any other program.
        let Ok(runtime) = runtime else { return };
        runtime.block_on(async {
            let kind = tokio::signal::unix::SignalKind::terminate();
            if let Ok(mut signal) = tokio::signal::unix::signal(kind) {
                signal.recv().await;
                STOP.raise();
            }
        });
    });
}

/// Runs a computation that Ctrl-C ends through the flag it is given.
pub(crate) fn guarded<T>(work: impl FnOnce(&Stop<'static>) -> T) -> T {
    COMPUTING.fetch_add(1, Ordering::SeqCst);
    let result = work(&STOP);
    COMPUTING.fetch_sub(1, Ordering::SeqCst);
    result
}

/// The flag that Ctrl-C raises while something is being computed.
pub(crate) fn flag() -> &'static Stop<'static> {
    &STOP
}

pub(crate) fn was_raised() -> bool {
    STOP.is_raised()
}
