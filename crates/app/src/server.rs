//! The page and its API over HTTP. The server keeps no game in memory: the page
//! says each time which game it speaks of, and saved games lie in a database.

mod analysis;
pub(crate) mod browser;
mod door;
pub(crate) mod fuzzed;
mod input;
mod lab;
mod listen;
mod memory;
mod metrics;
mod page;
mod patience;
mod questions;
#[cfg(feature = "queue")]
mod queue;
mod refusal;
mod reply;
mod routes;
mod saved;
mod store;
mod thinking;
mod turns;

pub(crate) use listen::run;
pub(crate) use page::{page_file, page_files};

use crate::clock;
use crate::failure::Outcome;
use crate::tables::Disk;
use analysis::LONGEST_LINE;
use door::Door;
use memory::{InLine, Memory, Purpose};
use metrics::Metrics;
use plyground_api::choice::Opened;
use plyground_api::shelf::Shelf;
use plyground_api::state::State;
use plyground_api::{Answer, Catalogue, Refusal};
use plyground_games::Games;
use refusal::Told;
use reply::Hurried;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use store::Store;
use tokio::sync::{Semaphore, watch};
use turns::Turns;

/// The database does one thing at a time; one more may get ready meanwhile.
const STORING_AT_ONCE: usize = 2;
/// So long one waits for those before.
const LONGEST_STORING: Duration = Duration::from_secs(10);

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
    /// Names by which the page may be asked for, beside addresses and localhost.
    pub(crate) hosts: Vec<String>,
    /// What opens saved games; made up where the server listens to other machines.
    pub(crate) token: Option<String>,
    /// Whose runs are shown.
    pub(crate) queue: Option<String>,
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
    shutdown: Shutdown,
    door: Arc<Door>,
    storing: Arc<Semaphore>,
}

impl App {
    fn new(settings: &Settings, shutdown: Shutdown) -> Outcome<App> {
        let cores = crate::machine::cores();
        Ok(App {
            catalogue: Arc::new(Catalogue::new(
                settings.games,
                Disk::at(settings.tables.clone()),
                clock::now,
            )),
            turns: Turns::new(cores),
            memory: Memory::new(settings.memory),
            metrics: Arc::new(Metrics::new()),
            store: Arc::new(Store::open(settings.database.as_deref())?),
            hurried: Arc::default(),
            page_folder: settings.page_folder.clone().map(Arc::new),
            shutdown,
            door: Arc::new(Door::new(settings)),
            storing: Arc::new(Semaphore::new(STORING_AT_ONCE)),
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

    async fn told<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Catalogue) -> Answer<T> + Send + 'static,
    ) -> Told<T> {
        let catalogue = Arc::clone(&self.catalogue);
        Ok(axum::Json(self.blocking(move || work(&catalogue)).await?))
    }

    async fn open(&self, state: State) -> Answer<Opened> {
        let catalogue = Arc::clone(&self.catalogue);
        self.blocking(move || state.opened(&catalogue)).await
    }

    /// Work with the database. It has few of the threads, so that nobody who asks for
    /// rules waits behind a disk or another program's lock.
    async fn storing<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Answer<T> + Send + 'static,
    ) -> Answer<T> {
        let place = tokio::time::timeout(LONGEST_STORING, self.storing.acquire()).await;
        let Ok(Ok(place)) = place else {
            return Err(refusal::locked());
        };
        let own = self.clone();
        let done = self.blocking(move || work(&own)).await;
        drop(place);
        done
    }

    /// Something done to saved games, all of it or nothing.
    async fn changing<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Catalogue, &dyn Shelf) -> Answer<T> + Send + 'static,
    ) -> Told<T> {
        let done = self.storing(move |own| own.store.change(|shelf| work(&own.catalogue, shelf)));
        Ok(axum::Json(done.await?))
    }

    async fn reading<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Catalogue, &dyn Shelf) -> Answer<T> + Send + 'static,
    ) -> Told<T> {
        let done = self.storing(move |own| own.store.read(|shelf| work(&own.catalogue, shelf)));
        Ok(axum::Json(done.await?))
    }

    fn in_line(&self, purpose: Purpose) -> Answer<InLine> {
        let place = self.memory.queue(purpose, LONGEST_LINE);
        place.map_err(|_| refusal::busy())
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
