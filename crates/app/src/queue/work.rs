//! A worker: takes jobs, does them, brings their records.
//!
//! It says every few seconds that it lives. Whoever has not been heard of for long is
//! taken to be dead by all the others, and its jobs are done again; if it was only
//! asleep, its records come second and count for nothing.

use super::database::{Database, sleep};
use super::remote::TRIES;
use super::signature;
use super::trade::{Progress, Workshop, sum_of_jobs};
use crate::failure::{Failure, Outcome};
use crate::jobs::locked;
use plyground_engine::algorithm::Stop;
use plyground_engine::random::mix;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

/// How often an idle worker asks for jobs.
const IDLE: Duration = Duration::from_millis(500);
/// A job that has failed waits so long before it is tried again.
const REST: f64 = 2.0;

pub(crate) struct Terms {
    pub(crate) slots: usize,
    pub(crate) until_idle: bool,
    pub(crate) is_noisy: bool,
    /// After so long it brings what it has and leaves the rest to whoever is free: no
    /// more is lost with it, and nobody waits for a slow one at the end.
    pub(crate) bring_after: Duration,
    pub(crate) dead_after: Duration,
}

struct Worker<'a> {
    id: String,
    name: String,
    signatures: Vec<String>,
    terms: &'a Terms,
    workshop: Workshop,
    database: Mutex<Database>,
    stop: &'a Stop<'a>,
    /// One slot at a time asks for jobs where there are none.
    asking: Mutex<()>,
    /// Runs at work here, and whether they were ended meanwhile.
    ended: Mutex<HashMap<i64, Arc<AtomicBool>>>,
    busy: AtomicUsize,
    done: AtomicU64,
}

/// A job as it was taken.
struct Taken {
    run: i64,
    first: i64,
    tries: i32,
    kind: String,
    settings: String,
    body: String,
    sum: String,
}

/// Works until it is stopped. Says how many jobs it has done.
pub(crate) fn work(
    database: Database,
    workshop: Workshop,
    terms: &Terms,
    stop: &Stop<'_>,
) -> Outcome<u64> {
    let ending = Stop::under(stop);
    let signatures = signature::all(workshop.games, workshop.tables.as_deref())?;
    let name = format!("{} {}", host(), std::process::id());
    let moment = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let luck = mix(moment.unwrap_or_default().as_nanos() as u64 ^ u64::from(std::process::id()));
    let worker = Worker {
        id: format!("{name} {luck:016x}"),
        name,
        signatures,
        terms,
        workshop,
        database: Mutex::new(database),
        stop: &ending,
        asking: Mutex::new(()),
        ended: Mutex::new(HashMap::new()),
        busy: AtomicUsize::new(0),
        done: AtomicU64::new(0),
    };
    worker.beat()?;
    let worked: Vec<Outcome> = std::thread::scope(|scope| {
        let slots = (0..terms.slots.max(1)).map(|_| {
            scope.spawn(|| {
                let toiled = worker.toil();
                if toiled.is_err() {
                    ending.raise();
                }
                toiled
            })
        });
        let slots: Vec<_> = slots.collect();
        let watched = worker.watch();
        ending.raise();
        let crashed = || Err(Failure::Other(anyhow::anyhow!("a worker crashed")));
        let mut ended: Vec<Outcome> = slots
            .into_iter()
            .map(|slot| slot.join().unwrap_or_else(|_| crashed()))
            .collect();
        ended.push(watched);
        ended
    });
    worker.leave();
    worked.into_iter().collect::<Outcome>()?;
    Ok(worker.done.into_inner())
}

fn in_words(failure: &Failure) -> String {
    match failure {
        Failure::Input(line) => line.clone(),
        Failure::InputReported => "its input was wrong".to_owned(),
        Failure::Other(error) => format!("{error:#}"),
    }
}

fn host() -> String {
    let told = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let told = told.or_else(|| std::env::var("HOSTNAME").ok());
    told.map_or("somewhere".to_owned(), |name| name.trim().to_owned())
}

impl Worker<'_> {
    fn toil(&self) -> Outcome {
        while let Some(taken) = self.next()? {
            self.busy.fetch_add(1, Ordering::SeqCst);
            let done = self.carry_out(&taken);
            self.busy.fetch_sub(1, Ordering::SeqCst);
            done?;
        }
        Ok(())
    }

    /// The next job, whenever there is one; `None` when stopped.
    fn next(&self) -> Outcome<Option<Taken>> {
        let _turn = locked(&self.asking);
        loop {
            if self.stop.is_raised() {
                return Ok(None);
            }
            if let Some(taken) = self.take()? {
                return Ok(Some(taken));
            }
            sleep(IDLE, self.stop);
        }
    }

    fn take(&self) -> Outcome<Option<Taken>> {
        let rows = locked(&self.database).patient(
            self.stop,
            "with next as ( \
                select job.run, job.first, run.kind, run.settings \
                from plyground.job join plyground.run on run.id = job.run \
                where run.state = 'open' and job.worker is null and job.tries < $5 \
                    and job.ready <= now() and run.signature = any($2) \
                    and not (run.is_timed and $3) and (not run.starts_programs or $4) \
                    and exists (select 1 from plyground.worker where id = $1) \
                order by job.run, job.first limit 1 for update of job skip locked) \
             update plyground.job set worker = $1, tries = job.tries + 1 from next \
             where job.run = next.run and job.first = next.first \
             returning job.run, job.first, job.tries, next.kind, next.settings::text, job.body::text, job.sum",
            &[
                &self.id,
                &self.signatures,
                &self.terms.is_noisy,
                &self.workshop.allows_programs,
                &TRIES,
            ],
        )?;
        let rows = rows.unwrap_or_default();
        Ok(rows.first().map(|row| Taken {
            run: row.get(0),
            first: row.get(1),
            tries: row.get(2),
            kind: row.get(3),
            settings: row.get(4),
            body: row.get(5),
            sum: row.get(6),
        }))
    }

    fn carry_out(&self, taken: &Taken) -> Outcome {
        let ended = Arc::clone(locked(&self.ended).entry(taken.run).or_default());
        let pace = Ended(ended, self.stop);
        let stop = Stop::paced(&pace);
        let progress = match sum_of_jobs(&taken.settings, &taken.body) == taken.sum {
            false => Err(Failure::input(
                "its body was changed: it does not match its checksum",
            )),
            true => catch_unwind(AssertUnwindSafe(|| {
                let Taken {
                    kind,
                    settings,
                    body,
                    ..
                } = taken;
                self.workshop
                    .progress(kind, settings, body, self.terms.bring_after, &stop)
            }))
            .unwrap_or_else(|_| Err(Failure::Other(anyhow::anyhow!("it made its worker crash")))),
        };
        match progress {
            Ok(Progress { records, rest }) if !records.is_empty() => {
                let records = serde_json::to_string(&records)?;
                let first = rest.as_ref().map(|rest| rest.first);
                let count = rest.as_ref().map(|rest| rest.count);
                let jobs = rest.as_ref().map(|rest| rest.jobs.as_str());
                let sum = rest.as_ref().map(|rest| rest.sum.as_str());
                self.done.fetch_add(1, Ordering::Relaxed);
                self.put(
                    "with done as (delete from plyground.job where run = $1 and first = $2), \
                     rest as (insert into plyground.job (run, first, count, body, sum) \
                        select $1, $5::bigint, $6::int, $7::text::json, $8::text from plyground.run \
                        where id = $1 and state <> 'done' and $5 is not null on conflict do nothing) \
                     insert into plyground.record (run, number, body, sum, worker, seconds) \
                     select $1, told.number, told.body, told.sum, $4, told.seconds \
                     from json_to_recordset($3::text::json) \
                        as told(number bigint, body json, sum text, seconds double precision) \
                     where exists (select 1 from plyground.run where id = $1) \
                     on conflict do nothing",
                    &[
                        &taken.run,
                        &taken.first,
                        &records,
                        &self.name,
                        &first,
                        &count,
                        &jobs,
                        &sum,
                    ],
                )
            }
            Ok(_) => self.put(
                "update plyground.job set worker = null, tries = tries - 1 \
                 where run = $1 and first = $2 and worker = $3",
                &[&taken.run, &taken.first, &self.id],
            ),
            Err(failure) => {
                let told = in_words(&failure);
                eprintln!(
                    "plyground: job {} of run {}: {told}",
                    taken.first, taken.run
                );
                let rest = REST * f64::from(taken.tries);
                self.put(
                    "update plyground.job set worker = null, failure = $4, \
                        ready = now() + $5 * interval '1 second' \
                     where run = $1 and first = $2 and worker = $3",
                    &[&taken.run, &taken.first, &self.id, &told, &rest],
                )
            }
        }
    }

    fn put(&self, sql: &str, values: &[super::database::Value<'_>]) -> Outcome {
        locked(&self.database)
            .patient(self.stop, sql, values)
            .map(drop)
    }

    /// Says that it lives, takes the jobs of the dead, and notices runs that have ended.
    fn watch(&self) -> Outcome {
        let between = (self.terms.dead_after / 10).min(Duration::from_secs(5));
        let (mut told, mut beaten) = (Vec::<String>::new(), Instant::now());
        while sleep(between.min(Duration::from_secs(1)), self.stop) {
            self.notice_ends()?;
            let is_idle = self.terms.until_idle && self.is_idle()?;
            if is_idle || beaten.elapsed() >= between {
                beaten = Instant::now();
                self.beat()?;
                self.bury()?;
                let strangers = self.strangers()?;
                for (_, line) in strangers.iter().filter(|(own, _)| !told.contains(own)) {
                    eprintln!("plyground: {line}");
                }
                told = strangers.into_iter().map(|(own, _)| own).collect();
            }
            if is_idle {
                return match told.is_empty() {
                    true => Ok(()),
                    false => Err(Failure::InputReported),
                };
            }
        }
        Ok(())
    }

    fn beat(&self) -> Outcome {
        self.put(
            "insert into plyground.worker (id, name, signatures, slots) values ($1, $2, $3, $4) \
             on conflict (id) do update set beat = now()",
            &[
                &self.id,
                &self.name,
                &self.signatures,
                &(self.terms.slots as i32),
            ],
        )
    }

    /// Gives the jobs of workers that are dead to the others; that a job was tried counts.
    fn bury(&self) -> Outcome {
        let seconds = self.terms.dead_after.as_secs_f64();
        self.put(
            "with dead as (delete from plyground.worker \
                where beat < now() - $1 * interval '1 second' returning id) \
             update plyground.job set worker = null, failure = 'its worker was lost: ' || worker \
             where worker in (select id from dead) \
                or worker is not null and not exists (select 1 from plyground.worker where id = worker)",
            &[&seconds],
        )
    }

    fn notice_ends(&self) -> Outcome {
        let runs: Vec<i64> = locked(&self.ended).keys().copied().collect();
        if runs.is_empty() || self.busy.load(Ordering::SeqCst) == 0 {
            return Ok(());
        }
        let rows = locked(&self.database).patient(
            self.stop,
            "select id from plyground.run where id = any($1) and state = 'open'",
            &[&runs],
        )?;
        let Some(rows) = rows else { return Ok(()) };
        let open: Vec<i64> = rows.iter().map(|row| row.get(0)).collect();
        locked(&self.ended).retain(|run, ended| {
            ended.store(!open.contains(run), Ordering::SeqCst);
            open.contains(run)
        });
        Ok(())
    }

    /// Signatures whose jobs wait for workers that this one is not like, each with a line
    /// for people.
    fn strangers(&self) -> Outcome<Vec<(String, String)>> {
        let rows = locked(&self.database).patient(
            self.stop,
            "select run.signature, count(*) from plyground.job join plyground.run on run.id = job.run \
             where run.state = 'open' and job.worker is null and job.tries < $2 \
                and not run.signature = any($1) group by 1 order by 1",
            &[&self.signatures, &TRIES],
        )?;
        let line = |row: &tokio_postgres::Row| {
            let (signature, count): (String, i64) = (row.get(0), row.get(1));
            let game = signature.split(' ').next().unwrap_or_default();
            let with_tables = signature.contains(" tables ");
            let own = self.signatures.iter().find(|own| {
                own.split(' ').next() == Some(game) && own.contains(" tables ") == with_tables
            });
            let own = own.map_or("no such game", String::as_str);
            let line =
                format!("{count} jobs wait for a worker with '{signature}', this one has '{own}'");
            (signature, line)
        };
        Ok(rows.unwrap_or_default().iter().map(line).collect())
    }

    /// Whether nothing is left that it could do, now or when another worker dies.
    fn is_idle(&self) -> Outcome<bool> {
        if self.busy.load(Ordering::SeqCst) > 0 {
            return Ok(false);
        }
        let rows = locked(&self.database).patient(
            self.stop,
            "select 1 from plyground.job join plyground.run on run.id = job.run \
             where run.state = 'open' and (job.worker is not null or job.tries < $4) \
                and run.signature = any($1) \
                and not (run.is_timed and $2) and (not run.starts_programs or $3) limit 1",
            &[
                &self.signatures,
                &self.terms.is_noisy,
                &self.workshop.allows_programs,
                &TRIES,
            ],
        )?;
        Ok(rows.is_some_and(|rows| rows.is_empty()))
    }

    /// Goes without a trace; whoever cannot is taken to be dead after a while.
    fn leave(&self) {
        let mut database = locked(&self.database);
        let _ = database.rows("delete from plyground.worker where id = $1", &[&self.id]);
    }
}

/// Ends a job when its run has ended or its worker is stopped.
struct Ended<'a>(Arc<AtomicBool>, &'a Stop<'a>);

impl std::fmt::Debug for Ended<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Ended({:?})", self.0)
    }
}

impl plyground_engine::algorithm::Pace for Ended<'_> {
    fn goes_on(&self) -> bool {
        !self.0.load(Ordering::Relaxed) && !self.1.is_raised()
    }
}
