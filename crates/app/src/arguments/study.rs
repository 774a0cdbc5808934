//! What is asked of evaluations and of algorithms rather than of positions.

use super::{PositionArguments, RulesArguments, lines};
use clap::Args;
use plyground_engine::algorithm::MAX_DEPTH;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct EvaluateArguments {
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
    #[command(flatten)]
    pub(crate) position: PositionArguments,
    /// The evaluation, by name, or all
    #[arg(long, value_name = "E|all", default_value = "all")]
    pub(crate) eval: String,
    /// Also what each move changes: that many of the best, or all
    #[arg(long, value_name = "K|all", value_parser = lines)]
    pub(crate) lines: Option<usize>,
    /// Print JSON only
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct LabArguments {
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
    #[command(flatten)]
    pub(crate) position: PositionArguments,
    /// A set of positions from a file, all measured together: one a line with "moves ..." behind it, or records; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "file", "moves", "to_move", "tree"])]
    pub(crate) positions: Option<PathBuf>,
    /// How deep to go
    #[arg(long, value_name = "N", default_value = "7", value_parser = clap::value_parser!(u32).range(1..=MAX_DEPTH as i64))]
    pub(crate) depth: u32,
    /// Go no deeper with an algorithm that needs so many nodes for a position
    #[arg(long, value_name = "N", default_value = "20000000", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// An engine to try, by its SPEC; again for more; a ladder of them unless told
    #[arg(long = "spec", value_name = "SPEC")]
    pub(crate) specs: Vec<String>,
    /// The evaluation, by name
    #[arg(long, value_name = "E")]
    pub(crate) eval: Option<String>,
    /// Draw nodes against depth into this file, as SVG
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,
    /// Draw the first plies of the tree that alpha-beta or the SPEC looks at, and nothing else
    #[arg(long, value_name = "PLIES", conflicts_with_all = ["plot", "json"], value_parser = clap::value_parser!(u32).range(1..=6))]
    pub(crate) tree: Option<u32>,
    /// Print JSON only
    #[arg(long)]
    pub(crate) json: bool,
}
