//! A run as the command sees it that asked for it: hands out jobs, and delivers their
//! records in the order of their numbers.

use super::database::{Database, Value, sleep};
use super::signature;
use super::trade::{sum_of_job, sum_of_jobs};
use crate::failure::{Failure, Outcome};
use crate::interrupt;
use crate::jobs::{Numbered, Order, Workforce};
use plyground_engine::algorithm::Stop;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

/// How many records are fetched at a time.
const AT_A_TIME: i64 = 500;
/// Where many jobs are left, a worker is handed this share of them at a time.
const SHARE: usize = 64;
/// How long jobs wait for others to be handed out with.
const GATHERING: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_millis(500);
/// How often it is asked whether anything was given up.
const BETWEEN_LOOKS: Duration = Duration::from_secs(2);
/// So often a job is tried.
pub(super) const TRIES: i32 = 3;

pub(super) struct Remote<'a> {
    database: RefCell<Database>,
    stop: &'a Stop<'a>,
    run: Run,
    order: Order,
}

/// A run in the database.
struct Run {
    id: i64,
    name: String,
    /// Jobs with lower numbers have been handed out before.
    handed_out: u64,
}

/// A job on its way: its number and its text.
type Ready = (u64, String);

impl<'a> Remote<'a> {
    /// Begins a run, or takes one up that is there.
    pub(super) fn open(
        mut database: Database,
        name: &str,
        order: Order,
        stop: &'a Stop<'a>,
    ) -> Outcome<Remote<'a>> {
        let kind = serde_json::to_value(order.kind)?;
        let kind = kind.as_str().unwrap_or_default().to_owned();
        let entry = order.games.find(&order.game)?;
        let tables = order.tables.as_deref();
        let signature = signature::of(order.games, entry, tables, order.uses_tables)?;
        database.rows(
            "insert into plyground.run (name, kind, settings, signature, is_timed, starts_programs) \
             values ($1, $2, $3::text::json, $4, $5, $6) on conflict do nothing",
            &[
                &name,
                &kind,
                &order.settings,
                &signature,
                &order.is_timed,
                &order.starts_programs,
            ],
        )?;
        let rows = database.rows(
            "select id, kind, settings::text, signature, state, handed_out \
             from plyground.run where name = $1",
            &[&name],
        )?;
        let refused = |what: &str| Failure::input(format!("run {name}: {what}"));
        let row = rows
            .first()
            .ok_or_else(|| refused("it was removed just now"))?;
        let (found_kind, found): (String, String) = (row.get(1), row.get(2));
        if found_kind != kind || found != order.settings {
            return Err(refused(&format!(
                "it is there already with other settings: expected {} of {found_kind}, found {} of {kind}; \
                 another --name begins another run",
                shortened(&found),
                shortened(&order.settings)
            )));
        }
        let (found, state): (String, String) = (row.get(3), row.get(4));
        if found != signature {
            return Err(refused(&format!(
                "it was begun by another program or with other tables: expected {found}, found {signature}"
            )));
        }
        if state == "stopped" {
            return Err(refused(&format!(
                "it was stopped: 'plyground queue retry {name}' lets it go on"
            )));
        }
        let handed_out: i64 = row.get(5);
        Ok(Remote {
            run: Run {
                id: row.get(0),
                name: name.to_owned(),
                handed_out: handed_out as u64,
            },
            database: RefCell::new(database),
            stop,
            order,
        })
    }
}

/// So much of some settings as fits into a line.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(300) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

impl<Job, Record> Workforce<Job, Record> for Remote<'_>
where
    Job: Serialize + Numbered,
    Record: DeserializeOwned,
{
    fn carry_out(
        &self,
        jobs: &mut (dyn Iterator<Item = Job> + Send),
        deliver: &mut (dyn FnMut(Record) -> Outcome + Send),
    ) -> Outcome {
        let (_, left) = jobs.size_hint();
        std::thread::scope(|scope| {
            let (sender, ready) = sync_channel::<Outcome<Ready>>(256);
            // Jobs may come as slowly as somebody types them.
            scope.spawn(move || {
                for job in jobs {
                    let text = serde_json::to_string(&job).map_err(Failure::from);
                    if sender.send(text.map(|text| (job.number(), text))).is_err() {
                        break;
                    }
                }
            });
            let mut desk = Desk {
                database: &mut self.database.borrow_mut(),
                stop: self.stop,
                run: &self.run,
                order: &self.order,
                ready: Some(ready),
                gathered: Vec::new(),
                since: Instant::now(),
                left,
                taken: 0,
                awaited: VecDeque::new(),
                looked: Instant::now(),
            };
            desk.work(deliver)
        })
    }
}

/// Hands out and takes in.
struct Desk<'a> {
    database: &'a mut Database,
    stop: &'a Stop<'a>,
    run: &'a Run,
    order: &'a Order,
    /// Where jobs come from; `None` when there are no more.
    ready: Option<Receiver<Outcome<Ready>>>,
    /// Jobs that will be handed out together, and since when the first is there.
    gathered: Vec<Ready>,
    since: Instant,
    /// How many jobs there are to come, where that is known.
    left: Option<usize>,
    taken: usize,
    /// Numbers and checksums of the jobs whose records have not been delivered.
    awaited: VecDeque<(u64, String)>,
    looked: Instant,
}

impl Desk<'_> {
    fn work<Record: DeserializeOwned>(
        &mut self,
        deliver: &mut (dyn FnMut(Record) -> Outcome + Send),
    ) -> Outcome {
        let mut pause = Duration::ZERO;
        while !self.stop.is_raised() {
            let has_taken = self.gather(pause)?;
            let delivered = self.deliver(deliver)?;
            if self.ready.is_none() && self.gathered.is_empty() && self.awaited.is_empty() {
                break;
            }
            if has_taken || delivered {
                pause = Duration::ZERO;
                continue;
            }
            self.look_for_failures()?;
            pause = (pause + Duration::from_millis(20)).min(LONGEST_PAUSE);
            if self.ready.is_none() || self.is_far_ahead() {
                sleep(pause, self.stop);
            }
        }
        if interrupt::was_raised() {
            eprintln!(
                "plyground: run {} goes on without us; the same command takes it up again",
                self.run.name
            );
            return Ok(());
        }
        // Over, or as good as over: nobody need do what is left.
        self.put(
            "with ended as (update plyground.run set state = 'done', \
                total = (select count(*) from plyground.record where run = $1) where id = $1) \
             delete from plyground.job where run = $1",
            &[],
        )
    }

    fn is_far_ahead(&self) -> bool {
        let under_way = self.awaited.len() + self.gathered.len();
        self.order.ahead.is_some_and(|ahead| under_way >= ahead)
    }

    /// Takes the jobs that have come, and hands out what is enough for a worker.
    fn gather(&mut self, pause: Duration) -> Outcome<bool> {
        let mut has_taken = false;
        while let Some(ready) = &self.ready
            && !self.is_far_ahead()
        {
            let received = match ready.try_recv() {
                Err(TryRecvError::Empty) if !has_taken => ready.recv_timeout(pause.min(GATHERING)),
                Err(TryRecvError::Empty) => Err(RecvTimeoutError::Timeout),
                Err(TryRecvError::Disconnected) => Err(RecvTimeoutError::Disconnected),
                Ok(job) => Ok(job),
            };
            match received {
                Ok(job) => {
                    has_taken = true;
                    self.add(job?)?;
                }
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => self.ready = None,
            }
        }
        let is_late =
            self.ready.is_none() || self.is_far_ahead() || self.since.elapsed() > GATHERING;
        // Of a run that was thought out whole, only whole rounds go.
        if !self.gathered.is_empty()
            && is_late
            && (self.ready.is_none() || self.order.ahead.is_some())
        {
            self.hand_out()?;
        }
        Ok(has_taken)
    }

    fn add(&mut self, (number, text): Ready) -> Outcome {
        self.left = self.left.map(|left| left.saturating_sub(1));
        self.taken += 1;
        self.awaited.push_back((number, sum_of_job(&text)));
        if number < self.run.handed_out {
            return Ok(());
        }
        let round = |number: u64| number / self.order.round;
        let most = self.order.at_a_time;
        let enough = self.left.map_or(most, |left| (left / SHARE).clamp(1, most));
        let is_new_round = self
            .gathered
            .last()
            .is_some_and(|last| round(last.0) != round(number));
        if is_new_round && self.gathered.len() >= enough * self.order.round as usize {
            self.hand_out()?;
        }
        if self.gathered.is_empty() {
            self.since = Instant::now();
        }
        self.gathered.push((number, text));
        Ok(())
    }

    fn hand_out(&mut self) -> Outcome {
        let gathered = std::mem::take(&mut self.gathered);
        let (Some(first), Some(last)) = (gathered.first(), gathered.last()) else {
            return Ok(());
        };
        let (first, next) = (first.0 as i64, last.0 as i64 + 1);
        let count = gathered.len() as i32;
        let texts: Vec<&str> = gathered.iter().map(|(_, text)| text.as_str()).collect();
        let body = format!("[{}]", texts.join(","));
        let sum = sum_of_jobs(&self.order.settings, &body);
        let left = if self.ready.is_none() {
            Some(0)
        } else {
            self.left
        };
        let total = left.map(|left| (self.taken + left) as i64);
        self.put(
            "with told as (update plyground.run set state = 'open', \
                handed_out = greatest(handed_out, $6), total = coalesce($7, total) where id = $1) \
             insert into plyground.job (run, first, count, body, sum) \
             values ($1, $2, $3, $4::text::json, $5) on conflict do nothing",
            &[&first, &count, &body, &sum, &next, &total],
        )
    }

    /// A statement about this run, which is `$1`.
    fn put(&mut self, sql: &str, values: &[Value<'_>]) -> Outcome {
        let mut all: Vec<Value<'_>> = vec![&self.run.id];
        all.extend(values);
        self.database.patient(self.stop, sql, &all).map(drop)
    }

    /// Delivers the records that have come, up to the first that is missing.
    fn deliver<Record: DeserializeOwned>(
        &mut self,
        deliver: &mut (dyn FnMut(Record) -> Outcome + Send),
    ) -> Outcome<bool> {
        let Some((first, _)) = self.awaited.front() else {
            return Ok(false);
        };
        let rows = self.database.patient(
            self.stop,
            "select number, body::text, sum from plyground.record \
             where run = $1 and number >= $2 order by number limit $3",
            &[&self.run.id, &(*first as i64), &AT_A_TIME],
        )?;
        let mut delivered = false;
        for row in rows.unwrap_or_default() {
            let number: i64 = row.get(0);
            let Some((awaited, sum)) = self.awaited.front() else {
                break;
            };
            if number as u64 != *awaited || self.stop.is_raised() {
                break;
            }
            let (body, found): (&str, &str) = (row.get(1), row.get(2));
            let refused = |what: &str| {
                Failure::input(format!("run {}: record {number} {what}", self.run.name))
            };
            if found != sum {
                return Err(refused(
                    "answers something else than is asked now; another --name begins another run",
                ));
            }
            let record = serde_json::from_str(body)
                .map_err(|error| refused(&format!("cannot be read: {error}")))?;
            deliver(record)?;
            self.awaited.pop_front();
            delivered = true;
        }
        Ok(delivered)
    }

    /// A job that was given up is waited for in vain.
    fn look_for_failures(&mut self) -> Outcome {
        if self.looked.elapsed() < BETWEEN_LOOKS {
            return Ok(());
        }
        self.looked = Instant::now();
        let rows = self.database.patient(
            self.stop,
            "select first, count, failure from plyground.job \
             where run = $1 and worker is null and tries >= $2 order by first limit 1",
            &[&self.run.id, &TRIES],
        )?;
        let rows = rows.unwrap_or_default();
        let Some(row) = rows.first() else {
            return self.look_at_state();
        };
        let (first, count): (i64, i32) = (row.get(0), row.get(1));
        let failure: Option<String> = row.get(2);
        Err(Failure::input(format!(
            "run {}: jobs {first} to {} were given up after {TRIES} tries: {}; \
             'plyground queue retry {}' tries them again",
            self.run.name,
            first + i64::from(count) - 1,
            failure.unwrap_or_default(),
            self.run.name
        )))
    }

    /// A run that somebody has stopped or removed brings nothing more.
    fn look_at_state(&mut self) -> Outcome {
        let rows = self.database.patient(
            self.stop,
            "select state from plyground.run where id = $1",
            &[&self.run.id],
        )?;
        let Some(rows) = rows else { return Ok(()) };
        let name = &self.run.name;
        match rows.first().map(|row| row.get::<_, &str>(0)) {
            Some("stopped") => Err(Failure::input(format!(
                "run {name} was stopped: 'plyground queue retry {name}' lets it go on"
            ))),
            Some(_) => Ok(()),
            None => Err(Failure::input(format!("run {name} was removed"))),
        }
    }
}
