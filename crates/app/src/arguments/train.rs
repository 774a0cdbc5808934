//! The arguments of `plyground train`.

use super::QueueArguments;
use crate::matches::sprt::Sprt;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct TrainArguments {
    /// The game's id, as `plyground games` lists it
    pub(crate) game: String,
    /// How many games a generation plays
    #[arg(long, value_name = "N", default_value_t = 40_000, value_parser = clap::value_parser!(u64).range(32..=100_000_000))]
    pub(crate) games: u64,
    /// How many nodes each move is searched
    #[arg(long, value_name = "N", default_value_t = 1_500, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) nodes: u64,
    /// How many generations there shall be; with --only, which one is meant
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub(crate) generations: u32,
    /// Do one part alone
    #[arg(long, value_name = "PART")]
    pub(crate) only: Option<TrainPart>,
    /// How often the fit goes through all positions
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub(crate) epochs: u32,
    /// When a generation is taken to be better than the last
    #[arg(long, value_name = "elo0=..,elo1=..", default_value = "elo0=0,elo1=20")]
    pub(crate) sprt: Sprt,
    /// How many games a test has at most
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    pub(crate) test_games: u64,
    /// How many threads to use; as many as there are cores unless told
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: Option<u32>,
    #[command(flatten)]
    pub(crate) place: QueueArguments,
    /// Repeats the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Where games and weights are kept; in the user's data directory unless told
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
}

/// A part of a generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TrainPart {
    Games,
    Fit,
    Test,
}
