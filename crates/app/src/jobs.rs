//! Work in pieces: a job in, a record out.
//!
//! A job is plain data, and so is its record. What a worker was hired for and the
//! job say all there is to know, so a job that is done twice has done no harm: the
//! first record counts. Games of a match and lines of a batch are jobs. Here
//! threads of this process do them; the workers of a queue (`queue.rs`) stand behind
//! the same trait.

use crate::failure::{Failure, Outcome};
use plyground_engine::algorithm::Stop;
use plyground_games::Games;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Does one job after another.
pub(crate) trait Worker<Job, Record> {
    /// The job's record, or `None` when stopped before it was done.
    fn work(&mut self, job: &Job, stop: &Stop<'_>) -> Outcome<Option<Record>>;
}

/// Has jobs done.
pub(crate) trait Workforce<Job, Record> {
    /// Hands out all jobs and delivers the records as they come: in any order, and
    /// perhaps one twice. Ends early, without a failure, when stopped.
    fn carry_out(
        &self,
        jobs: &mut (dyn Iterator<Item = Job> + Send),
        deliver: &mut (dyn FnMut(Record) -> Outcome + Send),
    ) -> Outcome;
}

/// A job has a number of its own in its run; jobs come in rising order.
#[cfg_attr(not(feature = "queue"), expect(dead_code))]
pub(crate) trait Numbered {
    fn number(&self) -> u64;
}

/// What there is to do for workers that are somewhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    Match,
    Analyse,
    Solve,
    /// Blocks of games for learning.
    Lessons,
    /// Pairs of games between two generations.
    Duel,
}

/// All that such workers must know beside the jobs, and what they must have.
#[cfg_attr(not(feature = "queue"), expect(dead_code))]
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub(crate) kind: Kind,
    pub(crate) games: Games,
    pub(crate) game: String,
    /// Where books and tables lie here.
    pub(crate) tables: Option<PathBuf>,
    /// In JSON: what makes two runs the same one.
    pub(crate) settings: String,
    /// Whether books and tables may answer.
    pub(crate) uses_tables: bool,
    /// Whether a limit is a time, which means something else on every machine.
    pub(crate) is_timed: bool,
    /// Whether programs of others are started.
    pub(crate) starts_programs: bool,
    /// So many consecutive numbers stay together.
    pub(crate) round: u64,
    /// How many jobs are handed to a worker at a time, at the most.
    pub(crate) at_a_time: usize,
    /// How many may be handed out whose records have not come; without a bound, the
    /// run goes on to its end when nobody looks on.
    pub(crate) ahead: Option<usize>,
}

impl Order {
    pub(crate) fn new(
        kind: Kind,
        games: Games,
        game: &str,
        settings: &impl Serialize,
    ) -> Outcome<Order> {
        Ok(Order {
            kind,
            games,
            game: game.to_owned(),
            tables: None,
            settings: serde_json::to_string(settings)?,
            uses_tables: false,
            is_timed: false,
            starts_programs: false,
            round: 1,
            at_a_time: 32,
            ahead: Some(4096),
        })
    }
}

/// Records in the order of their numbers, whichever come first.
#[derive(Debug)]
pub(crate) struct InOrder<Record> {
    next: u64,
    waiting: BTreeMap<u64, Record>,
}

impl<Record> InOrder<Record> {
    pub(crate) fn from(first: u64) -> InOrder<Record> {
        InOrder {
            next: first,
            waiting: BTreeMap::new(),
        }
    }

    pub(crate) fn add(&mut self, number: u64, record: Record) {
        if number >= self.next {
            self.waiting.entry(number).or_insert(record);
        }
    }

    /// The next one, if it is there.
    pub(crate) fn take(&mut self) -> Option<Record> {
        let record = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(record)
    }
}

/// So many workers of this process, each in a thread of its own.
pub(crate) struct Threads<'a, Hire> {
    pub(crate) count: usize,
    pub(crate) stop: &'a Stop<'a>,
    /// Makes a worker; each is made and dropped in its own thread.
    pub(crate) hire: Hire,
}

impl<Job, Record, Hire, Hired> Workforce<Job, Record> for Threads<'_, Hire>
where
    Hire: Fn() -> Outcome<Hired> + Sync,
    Hired: Worker<Job, Record>,
{
    fn carry_out(
        &self,
        jobs: &mut (dyn Iterator<Item = Job> + Send),
        deliver: &mut (dyn FnMut(Record) -> Outcome + Send),
    ) -> Outcome {
        let stop = Stop::under(self.stop);
        let (jobs, deliver) = (Mutex::new(jobs), Mutex::new(deliver));
        let toil = || -> Outcome {
            let mut worker = (self.hire)()?;
            while !stop.is_raised() {
                let Some(job) = locked(&jobs).next() else {
                    break;
                };
                if let Some(record) = worker.work(&job, &stop)? {
                    locked(&deliver)(record)?;
                }
            }
            Ok(())
        };
        let toil = || {
            let toiled = toil();
            if toiled.is_err() {
                stop.raise();
            }
            toiled
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.count.max(1)).map(|_| scope.spawn(toil)).collect();
            let crash = || Failure::Other(anyhow::anyhow!("a worker crashed"));
            let joined = threads.into_iter().map(|thread| thread.join());
            let ended: Vec<Outcome> = joined
                .map(|ended| ended.unwrap_or_else(|_| Err(crash())))
                .collect();
            ended.into_iter().collect()
        })
    }
}

/// What a mutex guards, also after a thread has crashed with it.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squares numbers; refuses 13.
    struct Squarer;

    impl Worker<u32, u32> for Squarer {
        fn work(&mut self, job: &u32, stop: &Stop<'_>) -> Outcome<Option<u32>> {
            match *job {
                13 => Err(Failure::input("13 brings bad luck")),
                _ if stop.is_raised() => Ok(None),
                number => Ok(Some(number * number)),
            }
        }
    }

    fn squares(jobs: impl Iterator<Item = u32> + Send, stop: &Stop<'_>) -> (Outcome, Vec<u32>) {
        let threads = Threads {
            count: 3,
            stop,
            hire: || Ok(Squarer),
        };
        let mut records = Vec::new();
        let done = threads.carry_out(&mut { jobs }, &mut |record| {
            records.push(record);
            Ok(())
        });
        records.sort_unstable();
        (done, records)
    }

    #[test]
    fn every_job_is_done_once() {
        let (done, records) = squares((0..100).filter(|&number| number != 13), &Stop::new());
        assert!(done.is_ok());
        let expected = (0..100).filter(|&number| number != 13);
        assert!(
            records
                .into_iter()
                .eq(expected.map(|number| number * number))
        );
    }

    #[test]
    fn a_failure_ends_the_work_and_is_told() {
        let (done, records) = squares(0.., &Stop::new());
        assert!(matches!(done, Err(Failure::Input(line)) if line.contains("bad luck")));
        assert!(records.contains(&0));
    }

    #[test]
    fn work_that_is_stopped_has_not_failed() {
        let stop = Stop::new();
        stop.raise();
        let (done, records) = squares(0.., &stop);
        assert!(done.is_ok() && records.is_empty());
    }
}
