//! The arguments of `plyground tables`.

use super::{RulesArguments, size};
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub(crate) enum TablesCommand {
    /// Compute the value of every position; goes on where an earlier build was stopped
    #[command(after_help = "Example: plyground tables build kings-valley --threads 2")]
    Build(TablesBuildArguments),
    /// Check every value against its successors, and sum up
    #[command(after_help = "Example: plyground tables verify kings-valley --sample 1000000")]
    Verify(TablesVerifyArguments),
    /// Make the small form of a complete table, which answers just as exactly
    #[command(after_help = "Example: plyground tables pack kings-valley")]
    Pack(TablesPackArguments),
    /// What is there, and where
    #[command(after_help = "Example: plyground tables info kings-valley")]
    Info(TablesInfoArguments),
}

#[derive(Debug, Args)]
pub(crate) struct TablesBuildArguments {
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
    /// Endings: with at most so many pieces
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=7))]
    pub(crate) pieces: Option<u32>,
    /// How many threads to use; as many as there are cores unless told
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: Option<u32>,
    /// Use no more memory than this: 4G, 3500M
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<u64>,
    /// Build anew even if a complete table is there
    #[arg(long)]
    pub(crate) force: bool,
    /// A book: list the positions after up to so many moves
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=12))]
    pub(crate) plies: u32,
}

#[derive(Debug, Args)]
pub(crate) struct TablesVerifyArguments {
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
    /// Endings: with at most so many pieces
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=7))]
    pub(crate) pieces: Option<u32>,
    /// How many threads to use; as many as there are cores unless told
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: Option<u32>,
    /// Check only so many states, chosen at random
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) sample: Option<u64>,
    /// Repeats a sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Draw how many states there are at each distance into this file
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,
    /// Print JSON only
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct TablesPackArguments {
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
    /// Endings: with at most so many pieces
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=7))]
    pub(crate) pieces: Option<u32>,
    /// How many threads to use; as many as there are cores unless told
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: Option<u32>,
    /// Time so many look-ups of random states when it is done
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub(crate) lookups: u64,
}

#[derive(Debug, Args)]
pub(crate) struct TablesInfoArguments {
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
    /// Endings: with at most so many pieces
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=7))]
    pub(crate) pieces: Option<u32>,
    /// Print JSON only
    #[arg(long)]
    pub(crate) json: bool,
}
