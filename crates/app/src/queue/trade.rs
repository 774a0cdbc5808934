//! What workers are able to do: from the jobs of a queue to their records. The same
//! workers do it that the threads of a command hire.

use crate::arguments::{AnalyseArguments, SolveArguments};
use crate::commands::{analyse, solve};
use crate::failure::{Failure, Outcome};
use crate::jobs::{Kind, Numbered, Worker};
use crate::matches::contestant::Contestant;
use crate::matches::referee::{self, Referee};
use crate::training::playing::{Duellist, Player, Playing};
use plyground_engine::algorithm::Stop;
use plyground_engine::checked::checksum;
use plyground_games::Games;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What a worker has.
#[derive(Debug)]
pub(crate) struct Workshop {
    pub(crate) games: Games,
    pub(crate) tables: Option<PathBuf>,
    pub(crate) allows_programs: bool,
}

/// A record as it is sent.
#[derive(Debug, Serialize)]
pub(super) struct Done {
    number: u64,
    body: Box<RawValue>,
    /// Of the job that it answers.
    sum: String,
    seconds: f64,
}

/// What came of some jobs: the records of the first ones, and those that are left.
#[derive(Debug)]
pub(super) struct Progress {
    pub(super) records: Vec<Done>,
    pub(super) rest: Option<Rest>,
}

/// Jobs that another worker may do.
#[derive(Debug)]
pub(super) struct Rest {
    pub(super) first: i64,
    pub(super) count: i32,
    pub(super) jobs: String,
    pub(super) sum: String,
}

/// Jobs and the run's settings belong together; whoever changes one of them is found out.
pub(super) fn sum_of_jobs(settings: &str, jobs: &str) -> String {
    let [settings, jobs] = [settings, jobs].map(|text| checksum(text.as_bytes()));
    format!("{:016x}", checksum(format!("{settings} {jobs}").as_bytes()))
}

pub(super) fn sum_of_job(job: &str) -> String {
    format!("{:016x}", checksum(job.as_bytes()))
}

impl Workshop {
    /// Does jobs one after another, until all are done or so long has passed.
    pub(super) fn progress(
        &self,
        kind: &str,
        settings: &str,
        jobs: &str,
        longest: Duration,
        stop: &Stop<'_>,
    ) -> Outcome<Progress> {
        let given = Given {
            settings,
            jobs: read(jobs)?,
            deadline: Instant::now() + longest,
        };
        let kind: Kind = serde_json::from_value(kind.into())
            .map_err(|_| Failure::input(format!("a run of a kind that is unknown here: {kind}")))?;
        let tables = || self.tables.clone();
        match kind {
            Kind::Match => {
                let mut referee = Referee::new(self.games, tables());
                given.done(stop, &mut |job: &referee::Job, stop: &Stop<'_>| {
                    self.check(job)?;
                    referee.work(job, stop)
                })
            }
            Kind::Analyse => {
                let mut arguments: AnalyseArguments = read(settings)?;
                arguments.rules.tables = tables();
                let mut clerk = analyse::clerk(self.games, &arguments)?;
                given.done(stop, &mut |line, stop: &Stop<'_>| clerk.work(line, stop))
            }
            Kind::Solve => {
                let mut arguments: SolveArguments = read(settings)?;
                arguments.rules.tables = tables();
                let mut clerk = solve::clerk(self.games, &arguments)?;
                given.done(stop, &mut |line, stop: &Stop<'_>| clerk.work(line, stop))
            }
            Kind::Lessons | Kind::Duel => {
                let playing: Playing = read(settings)?;
                let trainer = playing.trainer(self.games)?;
                let points = playing.points(trainer.as_ref())?;
                let games = || playing.games(trainer.as_ref(), &points);
                match kind {
                    Kind::Lessons => {
                        let mut player = Player(games());
                        given.done(stop, &mut |job, stop: &Stop<'_>| player.work(job, stop))
                    }
                    _ => {
                        let mut duellist = Duellist(games());
                        given.done(stop, &mut |job, stop: &Stop<'_>| duellist.work(job, stop))
                    }
                }
            }
        }
    }

    /// A program is started here only where that is allowed, whatever the run says.
    fn check(&self, job: &referee::Job) -> Outcome {
        for spec in &job.specs {
            let contestant = Contestant::limited(spec, true)?;
            if contestant.command.is_some() && !self.allows_programs {
                return Err(Failure::input(format!(
                    "{spec}: this worker starts no programs (--allow-programs)"
                )));
            }
        }
        Ok(())
    }
}

fn read<T: DeserializeOwned>(text: &str) -> Outcome<T> {
    serde_json::from_str(text)
        .map_err(|error| Failure::input(format!("a job that cannot be read: {error}")))
}

struct Given<'a> {
    settings: &'a str,
    jobs: Vec<Box<RawValue>>,
    deadline: Instant,
}

impl Given<'_> {
    fn done<Job, Record>(
        &self,
        stop: &Stop<'_>,
        work: &mut dyn FnMut(&Job, &Stop<'_>) -> Outcome<Option<Record>>,
    ) -> Outcome<Progress>
    where
        Job: DeserializeOwned + Numbered,
        Record: Serialize,
    {
        let mut records = Vec::with_capacity(self.jobs.len());
        for (index, text) in self.jobs.iter().enumerate() {
            let job: Job = read(text.get())?;
            let started = Instant::now();
            let is_late = !records.is_empty() && started >= self.deadline;
            let record = match is_late {
                true => None,
                // What was stopped in the midst of it is no answer.
                false => work(&job, stop)?.filter(|_| !stop.is_raised()),
            };
            let Some(record) = record else {
                let rest = Some(self.rest(job.number(), index));
                return Ok(Progress { records, rest });
            };
            records.push(Done {
                number: job.number(),
                body: serde_json::value::to_raw_value(&record)?,
                sum: sum_of_job(text.get()),
                seconds: started.elapsed().as_secs_f64(),
            });
        }
        Ok(Progress {
            records,
            rest: None,
        })
    }

    /// The jobs from an index on.
    fn rest(&self, first: u64, index: usize) -> Rest {
        let left = &self.jobs[index..];
        let texts: Vec<&str> = left.iter().map(|text| text.get()).collect();
        let jobs = format!("[{}]", texts.join(","));
        Rest {
            first: first as i64,
            count: left.len() as i32,
            sum: sum_of_jobs(self.settings, &jobs),
            jobs,
        }
    }
}
