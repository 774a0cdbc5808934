//! `plyground` and `plyground serve`: the page.

use crate::arguments::ServeArguments;
use crate::failure::Outcome;
use crate::server::{self, Settings, browser};
use plyground_games::Games;
use tracing::level_filters::LevelFilter;

pub(crate) fn run(games: Games, arguments: &ServeArguments) -> Outcome {
    log(arguments);
    server::run(&Settings {
        games,
        host: arguments.listen,
        port: arguments.port,
        database: arguments.db.clone(),
        tables: arguments.tables.clone(),
        page_folder: arguments.page.clone(),
        memory: usize::try_from(arguments.memory).unwrap_or(usize::MAX),
        hosts: arguments.allow_host.clone(),
        token: arguments.token.clone(),
        queue: arguments.queue.clone(),
        opens_browser: arguments.open || (!arguments.no_open && browser::has_desktop()),
    })
}

/// One JSON object a line on standard error, or lines for people; `PLYGROUND_LOG`
/// says how much, as in `PLYGROUND_LOG=debug`.
fn log(arguments: &ServeArguments) {
    let level = std::env::var("PLYGROUND_LOG").ok();
    let level = level.and_then(|level| level.parse().ok());
    let log = tracing_subscriber::fmt()
        .with_max_level(level.unwrap_or(LevelFilter::WARN))
        .with_writer(std::io::stderr);
    let begun = match arguments.log_json {
        true => log.json().try_init(),
        false => log.with_ansi(false).try_init(),
    };
    if let Err(error) = begun {
        eprintln!("plyground: no log: {error}");
    }
}
