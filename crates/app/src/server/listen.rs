//! From the command line to the socket and back: where the server listens, how
//! many it talks to, and how it ends.

use super::door::Door;
use super::patience::Patient;
use super::{App, Settings, Shutdown, routes};
use crate::failure::{Failure, Outcome};
use crate::interrupt;
use anyhow::Context;
use axum::Router;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::service::TowerToHyperService;
use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

const USUAL_PORT: u16 = 4747;
/// So many ports are tried when the usual one is taken.
const PORTS_TRIED: u16 = 100;
const MOST_CONNECTIONS: usize = 8192;
/// A client has so long to say what it wants.
const SLOWEST_HEAD: Duration = Duration::from_secs(10);
/// A client that takes nothing of its answer for so long is gone.
const SLOWEST_READER: Duration = Duration::from_secs(15);
/// Requests under way have so long to end when the server does.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// The addresses that show a queue, where one is named.
fn queue(settings: &Settings) -> Outcome<Router<App>> {
    match settings.queue.as_deref() {
        None => Ok(Router::new()),
        #[cfg(feature = "queue")]
        Some(address) => super::queue::routes(address),
        #[cfg(not(feature = "queue"))]
        Some(_) => Err(crate::queue::absent()),
    }
}

/// Serves until Ctrl-C or SIGTERM.
pub(crate) fn run(settings: &Settings) -> Outcome {
    raise_file_limit();
    let queue = queue(settings)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(16)
        .build()
        .context("cannot start the server")?;
    let served = interrupt::guarded(|_| {
        runtime.block_on(async {
            let (end, is_over) = watch::channel(false);
            let app = App::new(settings, Shutdown(is_over))?;
            let listener = bind(settings).await?;
            announce(settings, &app.door, &listener)?;
            tokio::spawn(async move {
                told_to_end().await;
                tracing::info!("ending");
                end.send_replace(true);
            });
            serve(app, listener, queue).await;
            Ok(())
        })
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

async fn bind(settings: &Settings) -> Outcome<TcpListener> {
    let first = settings.port.unwrap_or(USUAL_PORT);
    let last = match settings.port {
        Some(port) => port,
        None => USUAL_PORT + PORTS_TRIED,
    };
    let mut refused = None;
    for port in first..=last {
        match TcpListener::bind(SocketAddr::new(settings.host, port)).await {
            Ok(listener) => return Ok(listener),
            Err(error) => refused = Some(error),
        }
    }
    let reason = refused.map_or(String::new(), |error| format!(": {error}"));
    let host = settings.host;
    Err(Failure::input(format!(
        "cannot listen on {host}, port {first}{reason}"
    )))
}

/// Says where the server is, and opens the page there.
fn announce(settings: &Settings, door: &Door, listener: &TcpListener) -> Outcome {
    let address = listener.local_addr()?;
    let host = match settings.host.is_unspecified() {
        true => "localhost".to_owned(),
        false if settings.host.is_ipv6() => format!("[{}]", settings.host),
        false => settings.host.to_string(),
    };
    let page = door.entrance(&format!("http://{host}:{}/", address.port()));
    if !settings.host.is_loopback() {
        eprintln!(
            "plyground: warning: listening on {}: everybody who can reach this machine can \
             analyse; saved games want the token in the address below, and names other than \
             localhost want --allow-host",
            settings.host
        );
    }
    if settings.database.as_deref() == Some(Path::new(":memory:")) {
        eprintln!("plyground: games are kept in memory only: they end with the server");
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "plyground is at {page} (Ctrl-C ends it)")?;
    out.flush()?;
    tracing::info!(%address, "listening");
    if settings.opens_browser {
        super::browser::open(&page);
    }
    Ok(())
}

async fn told_to_end() {
    let interrupted = async {
        while !interrupt::was_raised() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                () = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    interrupted.await;
}

async fn serve(app: App, listener: TcpListener, queue: Router<App>) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let router = routes::router(app.clone(), queue);
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            break;
        };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = app.shutdown.clone().begun() => break,
        };
        match accepted {
            Ok((stream, _)) => {
                let (app, router) = (app.clone(), router.clone());
                tokio::spawn(async move {
                    app.metrics.connections.fetch_add(1, Relaxed);
                    talk(stream, router, &app).await;
                    app.metrics.connections.fetch_sub(1, Relaxed);
                    drop(place);
                });
            }
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop(listener);
    let all = u32::try_from(MOST_CONNECTIONS).unwrap_or(u32::MAX);
    let _ = tokio::time::timeout(LAST_WORDS, places.acquire_many(all)).await;
}

/// One connection, from its first request to its last.
async fn talk(stream: TcpStream, router: Router, app: &App) {
    let _ = stream.set_nodelay(true);
    // Without a guess at the protocol first: it would wait for the first bytes for ever.
    let mut builder = auto::Builder::new(hyper_util::rt::TokioExecutor::new()).http1_only();
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(SLOWEST_HEAD)
        .max_buf_size(64 << 10);
    let service = TowerToHyperService::new(router);
    let stream = TokioIo::new(Patient::new(stream, SLOWEST_READER));
    let connection = builder.serve_connection(stream, service);
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = app.shutdown.clone().begun() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke");
    }
}

/// A thousand readers need a thousand descriptors.
#[cfg(unix)]
fn raise_file_limit() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current < limit.maximum || limit.maximum.is_none() {
        limit.current = limit.maximum;
        // Without it there are fewer places, no more.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}

#[cfg(not(unix))]
fn raise_file_limit() {}
