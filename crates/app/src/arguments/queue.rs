//! The arguments of `plyground queue`, of `plyground worker`, and of the commands whose
//! jobs other machines can do.

use super::{directory, duration};
use clap::{Args, Subcommand};
use std::path::PathBuf;
use std::time::Duration;

/// Where jobs are done, if not here.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct QueueArguments {
    /// Let the workers of this queue do it: postgres://USER@HOST/DATABASE
    #[arg(long, value_name = "ADDRESS", requires = "name")]
    pub(crate) queue: Option<String>,
    /// The run's name in the queue; the same command with the same name takes it up again
    #[arg(long, value_name = "NAME", requires = "queue", value_parser = name)]
    pub(crate) name: Option<String>,
    /// All workers run on machines that are alike, so that time limits mean the same to them
    #[arg(long, requires = "queue")]
    pub(crate) alike: bool,
}

#[derive(Debug, Args)]
pub(crate) struct QueuesArguments {
    #[command(subcommand)]
    pub(crate) command: Option<QueueCommand>,
    #[command(flatten)]
    pub(crate) which: QueueAddress,
    /// Print JSON only
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct QueueAddress {
    /// The queue, postgres://USER@HOST/DATABASE; what PLYGROUND_QUEUE says unless told
    #[arg(long, global = true, value_name = "ADDRESS")]
    pub(crate) queue: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum QueueCommand {
    /// Make a queue in an empty database, or bring an older one up to date
    #[command(after_help = "Example: plyground queue init postgres://owner@db/ply")]
    Init {
        #[arg(value_name = "ADDRESS")]
        address: Option<String>,
        /// The role that workers have; made where it is missing
        #[arg(long, value_name = "ROLE", default_value = "plyground_worker", value_parser = name)]
        worker_role: String,
    },
    /// All runs and workers; what happens without a command too
    #[command(after_help = "Example: plyground queue list --json")]
    List,
    /// One run
    #[command(after_help = "Example: plyground queue show lmr-3")]
    Show { name: String },
    /// Let a run rest: nobody begins any more of its jobs, and its records stay
    #[command(after_help = "Example: plyground queue stop lmr-3")]
    Stop { name: String },
    /// Let a run go on that rests, and try again what was given up
    #[command(after_help = "Example: plyground queue retry lmr-3")]
    Retry { name: String },
    /// Remove a run with its jobs and records
    #[command(after_help = "Example: plyground queue forget lmr-3")]
    Forget { name: String },
}

#[derive(Debug, Args)]
pub(crate) struct WorkerArguments {
    #[command(flatten)]
    pub(crate) which: QueueAddress,
    /// How many jobs to do at once; as many as there are cores unless told
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) jobs: Option<u32>,
    /// End when there is nothing left to do for a worker like this one
    #[arg(long)]
    pub(crate) until_idle: bool,
    /// Others use this machine too: take no jobs with time limits
    #[arg(long)]
    pub(crate) noisy: bool,
    /// Take jobs that start programs: whoever may add jobs chooses what runs here
    #[arg(long)]
    pub(crate) allow_programs: bool,
    /// Where books and solved games lie; the user's data directory unless told
    #[arg(long, value_name = "DIR", value_parser = directory)]
    pub(crate) tables: Option<PathBuf>,
    /// Bring what is done after so long, and leave the rest of a job to whoever is free
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = duration)]
    pub(crate) bring_after: Duration,
    /// Take over the jobs of workers that have not been heard of for so long
    #[arg(long, value_name = "TIME", default_value = "50s", value_parser = duration)]
    pub(crate) dead_after: Duration,
}

/// What may name a run or a role.
fn name(text: &str) -> Result<String, String> {
    let is_fit = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
    match (1..=60).contains(&text.chars().count()) && text.chars().all(is_fit) {
        true => Ok(text.to_owned()),
        false => Err("expected up to 60 letters, digits, -, _ or .".to_owned()),
    }
}
