//! What is under way: runs and workers, for people and for programs.

use super::database::Database;
use super::remote::TRIES;
use crate::failure::{Failure, Outcome};
use crate::json::Json;
use crate::words;
use serde_json::json;
use std::fmt::Write;

/// Rates are those of the last minute.
const WINDOW: f64 = 60.0;
/// Some of what was given up is told word for word.
const MOST_FAILURES: i64 = 5;

pub(crate) struct Overview {
    pub(crate) runs: Vec<RunFacts>,
    workers: Vec<WorkerFacts>,
}

pub(crate) struct RunFacts {
    id: i64,
    pub(crate) name: String,
    kind: String,
    state: String,
    signature: String,
    total: Option<i64>,
    records: i64,
    /// Records a second.
    rate: f64,
    /// Jobs, each of some numbers.
    waiting: i64,
    at_work: i64,
    given_up: i64,
    failures: Vec<(i64, String)>,
    /// How many workers there are that could do it.
    able: i64,
    age: f64,
}

struct WorkerFacts {
    name: String,
    slots: i32,
    jobs: i64,
    /// In the last minute, for runs that go on.
    records: i64,
    silent: f64,
}

impl Overview {
    pub(crate) fn of(database: &mut Database, only: Option<&str>) -> Outcome<Overview> {
        let rows = database.rows(
            "select run.id, run.name, run.kind, run.state, run.signature, run.total, \
                case when state = 'done' then coalesce(run.total, 0) \
                    else (select count(*) from plyground.record where record.run = run.id) end, \
                (select count(*) from plyground.record where record.run = run.id \
                    and at > now() - $2 * interval '1 second'), \
                jobs.waiting, jobs.at_work, jobs.given_up, \
                (select count(*) from plyground.worker where run.signature = any(signatures)), \
                extract(epoch from now() - run.made)::double precision \
             from plyground.run, lateral ( \
                select count(*) filter (where worker is null and tries < $3) as waiting, \
                    count(*) filter (where worker is not null) as at_work, \
                    count(*) filter (where worker is null and tries >= $3) as given_up \
                from plyground.job where job.run = run.id) as jobs \
             where $1::text is null or run.name = $1 order by run.id",
            &[&only, &WINDOW, &TRIES],
        )?;
        let mut runs = Vec::new();
        for row in &rows {
            let (recent, age): (i64, f64) = (row.get(7), row.get(12));
            let mut facts = RunFacts {
                id: row.get(0),
                name: row.get(1),
                kind: row.get(2),
                state: row.get(3),
                signature: row.get(4),
                total: row.get(5),
                records: row.get(6),
                rate: recent as f64 / age.clamp(1.0, WINDOW),
                waiting: row.get(8),
                at_work: row.get(9),
                given_up: row.get(10),
                failures: Vec::new(),
                able: row.get(11),
                age,
            };
            if facts.given_up > 0 {
                facts.failures = failures(database, facts.id)?;
            }
            runs.push(facts);
        }
        if let (Some(name), true) = (only, runs.is_empty()) {
            return Err(unknown(name));
        }
        let rows = database.rows(
            "select name, slots, (select count(*) from plyground.job where job.worker = worker.id), \
                (select count(*) from plyground.run join plyground.record on record.run = run.id \
                    where run.state = 'open' and record.worker = worker.name \
                    and record.at > now() - $1 * interval '1 second'), \
                extract(epoch from now() - beat)::double precision \
             from plyground.worker order by since",
            &[&WINDOW],
        )?;
        let workers = rows.iter().map(|row| WorkerFacts {
            name: row.get(0),
            slots: row.get(1),
            jobs: row.get(2),
            records: row.get(3),
            silent: row.get(4),
        });
        Ok(Overview {
            runs,
            workers: workers.collect(),
        })
    }

    pub(crate) fn in_json(&self) -> Json {
        let runs = self.runs.iter().map(|run| {
            let failures = run.failures.iter();
            let failures = failures.map(|(first, told)| json!({"first": first, "failure": told}));
            json!({
                "name": run.name,
                "kind": run.kind,
                "state": run.state,
                "signature": run.signature,
                "records": run.records,
                "total": run.total,
                "per_second": run.rate,
                "seconds_to_go": run.to_go(),
                "jobs": {"waiting": run.waiting, "at_work": run.at_work, "given_up": run.given_up},
                "able_workers": run.able,
                "failures": failures.collect::<Vec<_>>(),
                "age": run.age,
            })
        });
        let workers = self.workers.iter().map(|worker| {
            json!({
                "name": worker.name,
                "jobs_at_once": worker.slots,
                "jobs": worker.jobs,
                "records_a_minute": worker.records,
                "silent": worker.silent,
            })
        });
        json!({"runs": runs.collect::<Vec<_>>(), "workers": workers.collect::<Vec<_>>()})
    }

    /// Runs and workers as rows of words, the headings first.
    pub(crate) fn tables(&self) -> [Vec<Vec<String>>; 2] {
        let headings = |words: &str| words.split(", ").map(str::to_owned).collect();
        let mut runs: Vec<Vec<String>> = vec![headings(
            "run, kind, state, records, a second, to go, jobs waiting, at work, given up",
        )];
        runs.extend(self.runs.iter().map(RunFacts::in_words));
        let mut workers = vec![headings(
            "worker, at once, at work, records a minute, last heard of",
        )];
        workers.extend(self.workers.iter().map(|worker| {
            vec![
                worker.name.clone(),
                worker.slots.to_string(),
                worker.jobs.to_string(),
                words::grouped(worker.records as u64),
                format!("{} ago", in_short(worker.silent)),
            ]
        }));
        [runs, workers]
    }

    /// What somebody should see to.
    pub(crate) fn notes(&self) -> impl Iterator<Item = String> {
        self.runs.iter().flat_map(RunFacts::notes)
    }

    /// For a terminal.
    pub(crate) fn in_words(&self) -> String {
        let [runs, workers] = self.tables();
        let mut text = match runs.len() {
            1 => "no runs\n".to_owned(),
            _ => aligned(&runs),
        };
        for note in self.notes() {
            let _ = writeln!(text, "{note}");
        }
        text += "\n";
        text += &match workers.len() {
            1 => "no workers\n".to_owned(),
            _ => aligned(&workers),
        };
        text
    }
}

/// Columns as wide as their widest cell; numbers, behind the first three of a run and
/// the first of a worker, stand to the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let words = if columns > 5 { 3 } else { 1 };
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| match column < words {
            true => format!("{cell:<width$}"),
            false => format!("{cell:>width$}"),
        });
        let _ = writeln!(text, "{}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    text
}

impl RunFacts {
    /// Seconds, where that can be told.
    fn to_go(&self) -> Option<f64> {
        let left = self.total? - self.records;
        (self.state == "open" && self.rate > 0.0 && left > 0).then(|| left as f64 / self.rate)
    }

    fn in_words(&self) -> Vec<String> {
        let count = |number: i64| words::grouped(number as u64);
        let total = self.total.map(|total| format!("/{}", count(total)));
        vec![
            self.name.clone(),
            self.kind.clone(),
            self.state.clone(),
            count(self.records) + &total.unwrap_or_default(),
            format!("{:.2}", self.rate),
            self.to_go().map_or("-".to_owned(), in_short),
            count(self.waiting),
            count(self.at_work),
            count(self.given_up),
        ]
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.state == "open" && self.waiting > 0 && self.able == 0 {
            notes.push(format!(
                "{}: {} jobs wait for a worker with '{}': there is none",
                self.name,
                words::grouped(self.waiting as u64),
                self.signature
            ));
        }
        let failures = self.failures.iter();
        notes.extend(
            failures.map(|(first, failure)| {
                format!("{}: job {first} was given up: {failure}", self.name)
            }),
        );
        notes
    }
}

fn failures(database: &mut Database, run: i64) -> Outcome<Vec<(i64, String)>> {
    let rows = database.rows(
        "select first, coalesce(failure, '') from plyground.job \
         where run = $1 and worker is null and tries >= $2 order by first limit $3",
        &[&run, &TRIES, &MOST_FAILURES],
    )?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

fn unknown(name: &str) -> Failure {
    Failure::input(format!("there is no run '{name}' in this queue"))
}

/// "3 s", "4 min", "5.0 h".
fn in_short(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.0} s"),
        120.0..7200.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

/// What can be done to a run. Says how many jobs it concerned.
pub(crate) fn change(database: &mut Database, name: &str, statement: &str) -> Outcome<i64> {
    let rows = database.rows(statement, &[&name])?;
    let row = rows.first().ok_or_else(|| unknown(name))?;
    Ok(row.get(0))
}

pub(crate) const STOP: &str = "with it as ( \
        update plyground.run set state = 'stopped' where name = $1 and state <> 'done' returning id) \
    select (select count(*) from plyground.job where run = it.id and worker is null) \
    from plyground.run as it where name = $1";
pub(crate) const RETRY: &str = "with it as ( \
        update plyground.run set state = 'open' where name = $1 and state = 'stopped'), \
    tried as (update plyground.job set tries = 0, failure = null, ready = now() \
        where worker is null and run = (select id from plyground.run where name = $1) returning 1) \
    select (select count(*) from tried) from plyground.run where name = $1";
pub(crate) const FORGET: &str = "delete from plyground.run where name = $1 \
     returning (select count(*) from plyground.record where record.run = run.id)";
