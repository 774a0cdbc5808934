//! What lies in the database: runs, their jobs and records, and the workers.

use super::address::Address;
use super::database::Database;
use crate::failure::{Failure, Outcome};
use anyhow::anyhow;

/// Raised when a program that knows only what was before would do harm.
const VERSION: i32 = 1;

/// A job is taken by whoever sets its worker, and gone when its records are there; both
/// in one statement. Numbers are those of the run's jobs.
const TABLES: &str = "
create schema plyground;
create table plyground.queue (version int not null);
create table plyground.run (
    id bigint generated always as identity primary key,
    name text not null unique,
    kind text not null,
    settings json not null,
    signature text not null,
    is_timed boolean not null,
    starts_programs boolean not null,
    state text not null default 'open' check (state in ('open', 'stopped', 'done')),
    handed_out bigint not null default 0,
    total bigint,
    made timestamptz not null default now()
);
create table plyground.job (
    run bigint not null references plyground.run on delete cascade,
    first bigint not null,
    count int not null,
    body json not null,
    sum text not null,
    tries int not null default 0,
    ready timestamptz not null default now(),
    worker text,
    failure text,
    primary key (run, first)
);
create index on plyground.job (worker);
create table plyground.record (
    run bigint not null references plyground.run on delete cascade,
    number bigint not null,
    body json not null,
    sum text not null,
    worker text not null,
    seconds double precision not null,
    at timestamptz not null default now(),
    primary key (run, number)
);
create index on plyground.record (run, at);
create table plyground.worker (
    id text primary key,
    name text not null,
    signatures text[] not null,
    slots int not null,
    since timestamptz not null default now(),
    beat timestamptz not null default now()
);
";

/// What a worker may do: take jobs and bring records, and nothing to a run.
const RIGHTS: &str = "
grant usage on schema plyground to WORKER;
grant select on plyground.queue, plyground.run to WORKER;
grant select, insert, update, delete on plyground.job to WORKER;
grant select, insert on plyground.record to WORKER;
grant select, insert, update, delete on plyground.worker to WORKER;
";

/// Makes what is missing. Says whether anything was.
pub(crate) fn init(database: &mut Database, worker_role: &str) -> Outcome<bool> {
    let is_new = match version(database)? {
        Some(VERSION) => false,
        Some(found) => return Err(other(database.address(), found)),
        None => true,
    };
    let role = format!("\"{worker_role}\"");
    let known = database.rows("select 1 from pg_roles where rolname = $1", &[&worker_role])?;
    let mut script = String::from("begin;");
    if known.is_empty() {
        script += &format!("create role {role} nologin;");
    }
    if is_new {
        script += TABLES;
        script += &format!("insert into plyground.queue values ({VERSION});");
    }
    script += &RIGHTS.replace("WORKER", &role);
    script += "commit;";
    if let Err(failure) = database.script(&script) {
        // It may be that the transaction is still open.
        let _ = database.script("rollback");
        return Err(failure);
    }
    Ok(is_new)
}

/// Refuses a database without a queue, and one of another version.
pub(super) fn check(database: &mut Database) -> Outcome {
    match version(database)? {
        Some(VERSION) => Ok(()),
        Some(found) => Err(other(database.address(), found)),
        None => Err(absent(database.address())),
    }
}

/// The version of the queue, if there is one.
fn version(database: &mut Database) -> Outcome<Option<i32>> {
    let there = database.rows(
        "select to_regnamespace('plyground') is not null, to_regclass('plyground.queue') is not null",
        &[],
    )?;
    let is_there = |index: usize| there.first().is_some_and(|row| row.get(index));
    match (is_there(0), is_there(1)) {
        (false, _) => Ok(None),
        (true, false) => Err(Failure::input(format!(
            "{}: there is a schema plyground that is no queue: expected another database",
            database.address().shown()
        ))),
        (true, true) => {
            let rows = database.rows("select version from plyground.queue", &[])?;
            let row = rows
                .first()
                .ok_or_else(|| anyhow!("the queue has no version"))?;
            Ok(Some(row.try_get(0).map_err(|error| anyhow!(error))?))
        }
    }
}

pub(super) fn absent(address: &Address) -> Failure {
    Failure::input(format!(
        "there is no queue at {}: 'plyground queue init ADDRESS' makes one",
        address.shown()
    ))
}

fn other(address: &Address, found: i32) -> Failure {
    Failure::input(format!(
        "the queue at {} was made by another plyground: expected version {VERSION}, found {found}",
        address.shown()
    ))
}
