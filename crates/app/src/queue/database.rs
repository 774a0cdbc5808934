//! One connection, which comes back by itself: a database that is started anew, and a
//! cable that is pulled and put back, cost time and nothing else.

use super::address::Address;
use super::schema;
use crate::failure::{Failure, Outcome};
use anyhow::anyhow;
use plyground_engine::algorithm::Stop;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use std::error::Error as _;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row};
use tokio_postgres_rustls::MakeRustlsConnect;

/// Longer than any statement of ours takes on a database that is well.
const PATIENCE: Duration = Duration::from_secs(60);
const FIRST_PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

pub(crate) type Value<'a> = &'a (dyn ToSql + Sync);

pub(crate) struct Database {
    address: Address,
    runtime: Runtime,
    tls: MakeRustlsConnect,
    client: Option<Client>,
}

/// What a statement came to.
enum Fault {
    /// The connection is gone, or never was.
    Lost(String),
    /// The database has said no.
    Refused(tokio_postgres::Error),
}

impl Database {
    /// Connects, and makes sure that there is a queue of this program's version.
    pub(crate) fn open(address: &Address) -> Outcome<Database> {
        let mut database = Database::connect(address)?;
        schema::check(&mut database)?;
        Ok(database)
    }

    /// Connects, whatever is there.
    pub(crate) fn connect(address: &Address) -> Outcome<Database> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let mut database = Database {
            address: address.clone(),
            runtime,
            tls: connector()?,
            client: None,
        };
        match database.connected() {
            Ok(_) => Ok(database),
            Err(Fault::Lost(reason)) => Err(Failure::input(format!(
                "cannot reach the queue at {}: {reason}",
                address.shown()
            ))),
            Err(Fault::Refused(error)) => Err(refusal(address, &error)),
        }
    }

    fn connected(&mut self) -> Result<&Client, Fault> {
        if self.client.as_ref().is_none_or(Client::is_closed) {
            let connecting = self.address.config.connect(self.tls.clone());
            let (client, connection) = self
                .runtime
                .block_on(async { tokio::time::timeout(PATIENCE, connecting).await })
                .map_err(|_| Fault::Lost("no answer".to_owned()))?
                .map_err(fault)?;
            // Its end shows in the client.
            self.runtime.spawn(async { connection.await.ok() });
            self.client = Some(client);
        }
        match &self.client {
            Some(client) => Ok(client),
            None => Err(Fault::Lost("no connection".to_owned())),
        }
    }

    fn try_rows(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>, Fault> {
        self.connected()?;
        let Some(client) = &self.client else {
            return Err(Fault::Lost("no connection".to_owned()));
        };
        let asked = self
            .runtime
            .block_on(async { tokio::time::timeout(PATIENCE, client.query(sql, values)).await });
        match asked {
            Ok(Ok(rows)) => Ok(rows),
            Ok(Err(error)) => {
                let fault = fault(error);
                if matches!(fault, Fault::Lost(_)) {
                    self.client = None;
                }
                Err(fault)
            }
            Err(_) => {
                self.client = None;
                Err(Fault::Lost("no answer".to_owned()))
            }
        }
    }

    /// The rows that a statement brings. While the database is away it is asked again
    /// and again, so a statement must do no harm when it is done twice; `None` when
    /// stopped before it came back.
    pub(crate) fn patient(
        &mut self,
        stop: &Stop<'_>,
        sql: &str,
        values: &[Value<'_>],
    ) -> Outcome<Option<Vec<Row>>> {
        let mut pause = FIRST_PAUSE;
        loop {
            match self.try_rows(sql, values) {
                Ok(rows) => {
                    if pause > FIRST_PAUSE {
                        eprintln!("plyground: the queue at {} is back", self.address.shown());
                    }
                    return Ok(Some(rows));
                }
                // The run was removed meanwhile: nothing is left to do for it.
                Err(Fault::Refused(error))
                    if error.code() == Some(&SqlState::FOREIGN_KEY_VIOLATION) =>
                {
                    return Ok(Some(Vec::new()));
                }
                // Two were in each other's way, and this one was sent back.
                Err(Fault::Refused(error))
                    if error
                        .code()
                        .is_some_and(|code| code.code().starts_with("40")) =>
                {
                    if !sleep(FIRST_PAUSE, stop) {
                        return Ok(None);
                    }
                }
                Err(Fault::Refused(error)) => return Err(refusal(&self.address, &error)),
                Err(Fault::Lost(reason)) => {
                    if pause == FIRST_PAUSE {
                        eprintln!(
                            "plyground: the queue at {} is away ({reason}); waiting for it",
                            self.address.shown()
                        );
                    }
                    if !sleep(pause, stop) {
                        return Ok(None);
                    }
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
    }

    /// The rows that a statement brings, at once or not at all.
    pub(crate) fn rows(&mut self, sql: &str, values: &[Value<'_>]) -> Outcome<Vec<Row>> {
        self.try_rows(sql, values).map_err(|fault| match fault {
            Fault::Lost(reason) => Failure::input(format!(
                "the queue at {} is away: {reason}",
                self.address.shown()
            )),
            Fault::Refused(error) => refusal(&self.address, &error),
        })
    }

    /// Several statements as one.
    pub(crate) fn script(&mut self, sql: &str) -> Outcome {
        let address = self.address.clone();
        let refused = |error: &tokio_postgres::Error| refusal(&address, error);
        let Some(client) = &self.client else {
            return Err(anyhow!("no connection").into());
        };
        let done = self.runtime.block_on(client.batch_execute(sql));
        done.map_err(|error| refused(&error))
    }

    pub(crate) fn address(&self) -> &Address {
        &self.address
    }
}

/// Sleeps; `false` as soon as it is stopped.
pub(crate) fn sleep(time: Duration, stop: &Stop<'_>) -> bool {
    const STEP: Duration = Duration::from_millis(50);
    let mut left = time;
    while left > Duration::ZERO && !stop.is_raised() {
        let step = left.min(STEP);
        std::thread::sleep(step);
        left -= step;
    }
    !stop.is_raised()
}

fn fault(error: tokio_postgres::Error) -> Fault {
    // What an administrator ends comes back; what is not let in does not.
    let is_no = |code: &SqlState| {
        let class = &code.code()[..2];
        class != "57" && class != "08" && class != "53"
    };
    match error.code() {
        Some(code) if is_no(code) => Fault::Refused(error),
        _ => Fault::Lost(reason(&error)),
    }
}

/// An error with what lies beneath it, which alone tells anything.
fn reason(error: &tokio_postgres::Error) -> String {
    if let Some(error) = error.as_db_error() {
        return error.message().to_owned();
    }
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        let told = error.to_string();
        if !text.contains(&told) {
            text = format!("{text}: {told}");
        }
        source = error.source();
    }
    if text.contains("certificate") {
        text +=
            " (PGSSLROOTCERT names a file of certificates to trust; ?sslmode=disable goes without)";
    }
    text
}

/// The database's no, as a line for people.
fn refusal(address: &Address, error: &tokio_postgres::Error) -> Failure {
    let place = address.shown();
    let reason = reason(error);
    match error.code() {
        Some(code) if *code == SqlState::INSUFFICIENT_PRIVILEGE => Failure::input(format!(
            "{place}: {} has not the rights for this: {reason}",
            address.config.get_user().unwrap_or("this user")
        )),
        Some(code) if code.code().starts_with("28") || code.code() == "3D000" => {
            Failure::input(format!("cannot enter the queue at {place}: {reason}"))
        }
        Some(code) if *code == SqlState::UNDEFINED_TABLE || code.code() == "3F000" => {
            schema::absent(address)
        }
        _ => Failure::Other(anyhow!("{place}: {reason}")),
    }
}

/// Trusts what the system trusts, and what `PGSSLROOTCERT` names.
fn connector() -> Outcome<MakeRustlsConnect> {
    let mut roots = RootCertStore::empty();
    if let Some(path) = std::env::var_os("PGSSLROOTCERT") {
        let cannot = |error: &dyn std::fmt::Display| {
            let path = path.to_string_lossy();
            Failure::input(format!("PGSSLROOTCERT: cannot read {path}: {error}"))
        };
        let certificates = CertificateDer::pem_file_iter(&path).map_err(|error| cannot(&error))?;
        for certificate in certificates {
            let certificate = certificate.map_err(|error| cannot(&error))?;
            roots.add(certificate).map_err(|error| cannot(&error))?;
        }
    } else {
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| anyhow!(error))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}
