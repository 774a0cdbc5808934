//! Work in pieces: a job in, a record out.
//!
//! A job is plain data, and so is its record. What a worker was hired for and the
//! job say all there is to know, so a job that is done twice has done no harm: the
//! first record counts. Games of a match and lines of a batch are jobs. Here
//! threads of this process do them; other machines could stand behind the same
//! trait.

use crate::failure::{Failure, Outcome};
use plyground_engine::algorithm::Stop;
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
