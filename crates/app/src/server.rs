//! The page and its API over HTTP. The server keeps no game in memory: the page
//! says each time which game it speaks of, and saved games lie in a database.

mod analysis;
pub(crate) mod browser;
mod catalogue;
mod explorer;
mod games;
mod import;
mod input;
mod listen;
mod memory;
mod metrics;
mod page;
mod patience;
mod record;
mod refusal;
mod reply;
mod review;
mod routes;
mod saved;
mod state;
mod store;
mod thinking;
mod turns;

pub(crate) use listen::run;
pub(crate) use page::page_file;

use crate::failure::Outcome;
use analysis::LONGEST_LINE;
use catalogue::Catalogue;
use memory::{InLine, Memory};
use metrics::Metrics;
use plyground_games::Games;
use refusal::{Answer, Refusal};
use reply::Hurried;
use state::State;
use std::path::PathBuf;
use std::sync::Arc;
use store::Store;
use tokio::sync::watch;
use turns::Turns;

/// How the server is to run.
#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) games: Games,
    pub(crate) host: std::net::IpAddr,
    /// Without one: 4747, or the next free one.
    pub(crate) port: Option<u16>,
    pub(crate) database: Option<PathBuf>,
    pub(crate) tables: Option<PathBuf>,
    pub(crate) page_folder: Option<PathBuf>,
    /// The memory of all searches together.
    pub(crate) memory: usize,
    pub(crate) opens_browser: bool,
}

/// What all requests share.
#[derive(Clone, Debug)]
pub(crate) struct App {
    catalogue: Arc<Catalogue>,
    turns: Arc<Turns>,
    memory: Arc<Memory>,
    metrics: Arc<Metrics>,
    store: Arc<Store>,
    hurried: Arc<Hurried>,
    page_folder: Option<Arc<PathBuf>>,
    is_loopback: bool,
    shutdown: Shutdown,
}

impl App {
    fn new(settings: &Settings, shutdown: Shutdown) -> Outcome<App> {
        let cores = crate::machine::cores();
        Ok(App {
            catalogue: Arc::new(Catalogue::new(settings.games, settings.tables.clone())),
            turns: Turns::new(cores),
            memory: Memory::new(settings.memory),
            metrics: Arc::new(Metrics::new()),
            store: Arc::new(Store::open(settings.database.as_deref())?),
            hurried: Arc::default(),
            page_folder: settings.page_folder.clone().map(Arc::new),
            is_loopback: settings.host.is_loopback(),
            shutdown,
        })
    }

    /// Work that takes too long for the threads that talk to the network.
    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Answer<T> + Send + 'static,
    ) -> Answer<T> {
        let done = tokio::task::spawn_blocking(work).await;
        done.unwrap_or_else(|error| Err(Refusal::internal(error)))
    }

    async fn open(&self, state: State) -> Answer<crate::choice::Opened> {
        let catalogue = Arc::clone(&self.catalogue);
        self.blocking(move || state.opened(&catalogue)).await
    }

    fn in_line(&self) -> Answer<InLine> {
        self.memory.queue(LONGEST_LINE).map_err(|_| Refusal::busy())
    }
}

/// Becomes true once the server is told to end.
#[derive(Clone, Debug)]
pub(crate) struct Shutdown(watch::Receiver<bool>);

impl Shutdown {
    async fn begun(mut self) {
        // An error means that whoever could have said it is gone.
        let _ = self.0.wait_for(|&is_over| is_over).await;
    }
}
