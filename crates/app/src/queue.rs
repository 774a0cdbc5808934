//! More than one machine. Runs lie in a Postgres database with their jobs and records;
//! workers, wherever they are, take jobs from it and bring records back.
//!
//! Commands know nothing of it: they are given a [`Workforce`], and whether threads or
//! machines stand behind it is decided here. All of it but this file is compiled only
//! with the feature `queue`.

#[cfg(feature = "queue")]
pub(crate) mod address;
#[cfg(feature = "queue")]
pub(crate) mod database;
#[cfg(feature = "queue")]
pub(crate) mod overview;
#[cfg(feature = "queue")]
mod remote;
#[cfg(feature = "queue")]
pub(crate) mod schema;
#[cfg(feature = "queue")]
mod signature;
#[cfg(feature = "queue")]
pub(crate) mod trade;
#[cfg(feature = "queue")]
pub(crate) mod work;

use crate::arguments::QueueArguments;
use crate::failure::Outcome;
use crate::jobs::{Numbered, Order, Threads, Worker, Workforce};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Has jobs done where the arguments say: by these threads, or by the workers of a queue.
pub(crate) fn workforce<'a, Job, Record, Hire, Hired>(
    place: &'a QueueArguments,
    order: impl FnOnce() -> Outcome<Order>,
    threads: Threads<'a, Hire>,
) -> Outcome<Box<dyn Workforce<Job, Record> + 'a>>
where
    Job: Serialize + Numbered,
    Record: DeserializeOwned + 'a,
    Hire: Fn() -> Outcome<Hired> + Sync + 'a,
    Hired: Worker<Job, Record>,
{
    let (Some(address), Some(name)) = (&place.queue, &place.name) else {
        return Ok(Box::new(threads));
    };
    let order = order()?;
    if order.is_timed && !place.alike {
        return Err(crate::failure::Failure::input(
            "--queue: a time limit means something else on every machine: expected limits of \
             depth or nodes, or --alike where all machines are alike",
        ));
    }
    remote(address, name, order, threads.stop)
}

#[cfg(feature = "queue")]
fn remote<'a, Job, Record>(
    address: &str,
    name: &str,
    order: Order,
    stop: &'a plyground_engine::algorithm::Stop<'a>,
) -> Outcome<Box<dyn Workforce<Job, Record> + 'a>>
where
    Job: Serialize + Numbered,
    Record: DeserializeOwned + 'a,
{
    let database = database::Database::open(&address::Address::given(address)?)?;
    Ok(Box::new(remote::Remote::open(database, name, order, stop)?))
}

#[cfg(not(feature = "queue"))]
fn remote<'a, Job, Record>(
    _address: &str,
    _name: &str,
    _order: Order,
    _stop: &'a plyground_engine::algorithm::Stop<'a>,
) -> Outcome<Box<dyn Workforce<Job, Record> + 'a>> {
    Err(absent())
}

/// What a program says that was built without all this.
#[cfg(not(feature = "queue"))]
pub(crate) fn absent() -> crate::failure::Failure {
    crate::failure::Failure::input(
        "this plyground was built without queues: 'cargo install --path crates/app --features queue' \
         makes one that has them",
    )
}
