//! `plyground queue`: what is under way on other machines, and what to do with it.

use crate::arguments::QueuesArguments;
use crate::failure::Outcome;

#[cfg(not(feature = "queue"))]
pub(crate) fn run(_arguments: &QueuesArguments) -> Outcome {
    Err(crate::queue::absent())
}

#[cfg(feature = "queue")]
pub(crate) use with_queue::run;

#[cfg(feature = "queue")]
mod with_queue {
    use super::{Outcome, QueuesArguments};
    use crate::arguments::QueueCommand;
    use crate::queue::address::Address;
    use crate::queue::database::{Database, sleep};
    use crate::queue::overview::{self, Overview};
    use crate::queue::schema;
    use crate::{interrupt, json};
    use serde_json::json;
    use std::io::{IsTerminal, Write, stdout};
    use std::time::Duration;

    const BETWEEN_PICTURES: Duration = Duration::from_secs(1);

    pub(crate) fn run(arguments: &QueuesArguments) -> Outcome {
        let given = arguments.which.queue.as_deref();
        if let Some(QueueCommand::Init {
            address,
            worker_role,
        }) = &arguments.command
        {
            return init(arguments, address.as_deref().or(given), worker_role);
        }
        let mut database = Database::open(&Address::given_or_usual(given)?)?;
        match &arguments.command {
            None if stdout().is_terminal() && !arguments.json => watch(&mut database),
            None | Some(QueueCommand::List) => show(&mut database, None, arguments.json),
            Some(QueueCommand::Show { name }) => show(&mut database, Some(name), arguments.json),
            Some(QueueCommand::Stop { name }) => {
                let jobs = overview::change(&mut database, name, overview::STOP)?;
                say(arguments, name, "stopped", &format!("{jobs} jobs rest"))
            }
            Some(QueueCommand::Retry { name }) => {
                let jobs = overview::change(&mut database, name, overview::RETRY)?;
                say(arguments, name, "open", &format!("{jobs} jobs wait"))
            }
            Some(QueueCommand::Forget { name }) => {
                let records = overview::change(&mut database, name, overview::FORGET)?;
                say(
                    arguments,
                    name,
                    "forgotten",
                    &format!("{records} records removed"),
                )
            }
            Some(QueueCommand::Init { .. }) => Ok(()),
        }
    }

    fn init(arguments: &QueuesArguments, address: Option<&str>, worker_role: &str) -> Outcome {
        let address = Address::given_or_usual(address)?;
        let is_new = schema::init(&mut Database::connect(&address)?, worker_role)?;
        if arguments.json {
            return json::print(&json!({"queue": address.shown(), "made": is_new}));
        }
        let made = if is_new { "made" } else { "there already" };
        writeln!(
            stdout(),
            "{}: {made}; users in the role {worker_role} may work for it",
            address.shown()
        )?;
        Ok(())
    }

    fn say(arguments: &QueuesArguments, name: &str, state: &str, told: &str) -> Outcome {
        match arguments.json {
            true => json::print(&json!({"run": name, "state": state})),
            false => Ok(writeln!(stdout(), "run {name}: {state}, {told}")?),
        }
    }

    fn show(database: &mut Database, only: Option<&str>, as_json: bool) -> Outcome {
        let overview = Overview::of(database, only)?;
        match as_json {
            true => json::print(&overview.in_json()),
            false => Ok(write!(stdout(), "{}", overview.in_words())?),
        }
    }

    /// Draws it again and again until Ctrl-C.
    fn watch(database: &mut Database) -> Outcome {
        interrupt::guarded(|stop| {
            let mut lines = 0;
            loop {
                let picture = Overview::of(database, None)?.in_words();
                let mut out = stdout().lock();
                if lines > 0 {
                    // Up to where the last one began, and away with it.
                    write!(out, "\x1b[{lines}A\x1b[J")?;
                }
                write!(out, "{picture}")?;
                out.flush()?;
                lines = picture.lines().count();
                if !sleep(BETWEEN_PICTURES, stop) {
                    return Ok(());
                }
            }
        })
    }
}
