//! `plyground worker`: does the jobs of a queue.

use crate::arguments::WorkerArguments;
use crate::failure::Outcome;
use plyground_games::Games;

#[cfg(not(feature = "queue"))]
pub(crate) fn run(_games: Games, _arguments: &WorkerArguments) -> Outcome {
    Err(crate::queue::absent())
}

#[cfg(feature = "queue")]
pub(crate) fn run(games: Games, arguments: &WorkerArguments) -> Outcome {
    use crate::queue::address::Address;
    use crate::queue::database::Database;
    use crate::queue::trade::Workshop;
    use crate::queue::work::{Terms, work};
    use crate::{interrupt, machine};

    let address = Address::given_or_usual(arguments.which.queue.as_deref())?;
    let database = Database::open(&address)?;
    let terms = Terms {
        slots: machine::threads(arguments.jobs),
        until_idle: arguments.until_idle,
        is_noisy: arguments.noisy,
        bring_after: arguments.bring_after,
        dead_after: arguments.dead_after,
    };
    let workshop = Workshop {
        games,
        tables: arguments.tables.clone(),
        allows_programs: arguments.allow_programs,
    };
    eprintln!(
        "plyground: at work for {}, {} jobs at once; Ctrl-C ends it and gives them back",
        address.shown(),
        terms.slots
    );
    interrupt::listen_for_terminations();
    let done = interrupt::guarded(|stop| work(database, workshop, &terms, stop))?;
    eprintln!("plyground: {done} jobs done");
    Ok(())
}
