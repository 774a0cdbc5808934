//! The command line: one table from which parser, help and completions come.

mod queue;
mod study;
mod tables;
mod train;

#[cfg(feature = "queue")]
pub(crate) use queue::QueueCommand;
pub(crate) use queue::{QueueArguments, QueuesArguments, WorkerArguments};
pub(crate) use study::{EvaluateArguments, LabArguments};
pub(crate) use tables::{
    TablesBuildArguments, TablesCommand, TablesInfoArguments, TablesPackArguments,
    TablesVerifyArguments,
};
pub(crate) use train::{TrainArguments, TrainPart};

use crate::clock::TimeControl;
use crate::language::Language;
use crate::matches::adjudication::{DrawRule, ResignRule};
use crate::matches::schedule::Tournament;
use crate::matches::sprt::Sprt;
use clap::{Args, Parser, Subcommand, ValueEnum};
use plyground_engine::algorithm::{Limits, MAX_DEPTH};
use plyground_engine::spec;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Parser)]
#[command(
    name = "plyground",
    version,
    about = "Plays, analyses and solves abstract board games: one engine, any game",
    after_help = "Example: plyground play connect-four",
    max_term_width = 100,
    args_conflicts_with_subcommands = true
)]
pub(crate) struct Arguments {
    /// The language of what is said to people; the environment's unless told. JSON is English
    #[arg(long, global = true, value_name = "LANGUAGE", value_enum)]
    pub(crate) lang: Option<Language>,
    /// Without a command: the page.
    #[command(flatten)]
    pub(crate) serve: ServeArguments,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The page, on 127.0.0.1 unless told; also what happens without a command
    #[command(after_help = "Example: plyground serve --port 8080 --no-open")]
    Serve(ServeArguments),
    /// Every game with its id, players, options and heuristics
    #[command(after_help = "Example: plyground games --json")]
    Games(JsonArguments),
    /// The rules as we play them
    #[command(after_help = "Example: plyground rules kings-valley")]
    Rules(GameArguments),
    /// The board drawn, the side to move, the legal moves
    #[command(after_help = "Example: plyground show connect-four --position 44455")]
    Show(ShowArguments),
    /// Play in the terminal; without a --seat you begin and the engine answers
    #[command(after_help = "Example: plyground play kings-valley --seat search --seat human")]
    Play(PlayArguments),
    /// The best moves and what they are worth
    #[command(after_help = "Example: plyground analyse kings-valley --depth 6 --lines 3")]
    Analyse(AnalyseArguments),
    /// The exact value, its distance, and all best moves
    #[command(after_help = "Example: plyground solve connect-four --position 4444445226737")]
    Solve(SolveArguments),
    /// What the evaluations say of a position without any search, and why
    #[command(after_help = "Example: plyground evaluate kings-valley --eval classic --lines all")]
    Evaluate(EvaluateArguments),
    /// Count move sequences
    #[command(after_help = "Example: plyground perft connect-four --depth 8 --divide")]
    Perft(PerftArguments),
    /// The search and its ancestors side by side: what each idea is worth
    #[command(after_help = "Example: plyground lab connect-four --depth 8 --plot nodes.svg")]
    Lab(LabArguments),
    /// Let engines play each other, every opening with each of them in each seat
    #[command(
        after_help = "Example: plyground match connect-four search,depth=4 random --games 20"
    )]
    Match(MatchArguments),
    /// Random games: branching, length, who wins; and how large the game is
    #[command(
        after_help = "Example: plyground complexity kings-valley --policy careful --games 10000"
    )]
    Complexity(ComplexityArguments),
    /// Books, solved games and endgames: make them, check them, describe them
    #[command(
        subcommand,
        after_help = "Example: plyground tables build kings-valley"
    )]
    Tables(TablesCommand),
    /// Learn an evaluation: games against itself, a fit, a test; again and again
    #[command(
        after_help = "Example: plyground train english-draughts --games 20000 --generations 2"
    )]
    Train(TrainArguments),
    /// Runs on more than one machine: what is under way, and what to do with it
    #[command(after_help = "Example: plyground queue list --queue postgres://owner@db/ply")]
    Queue(QueuesArguments),
    /// Do the jobs of a queue, until it is told to stop
    #[command(after_help = "Example: plyground worker --queue postgres://worker@db/ply")]
    Worker(WorkerArguments),
    /// The engine for other programs: UGI or Hub on standard input and output
    #[command(after_help = "Example: plyground engine russian-draughts --protocol hub")]
    Engine(EngineArguments),
    /// The page with the engine inside, as a folder for any static host
    #[command(after_help = "Example: plyground site public")]
    Site(SiteArguments),
    /// The signature: nodes per game at fixed depth, one thread
    #[command(after_help = "Example: plyground bench")]
    Bench(JsonArguments),
    /// Completions for a shell, on standard output
    #[command(after_help = "Example: plyground completions bash > plyground.bash")]
    Completions { shell: clap_complete::Shell },
}

#[derive(Debug, Args)]
pub(crate) struct SiteArguments {
    /// A folder that is new, empty, or an older site
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The engine, compiled before; without it Cargo compiles the package
    #[arg(long, value_name = "FILE", conflicts_with = "package")]
    pub(crate) engine: Option<PathBuf>,
    /// A package of the sources here whose library says `plyground::site!`
    #[arg(long, value_name = "NAME", default_value = "plyground-site")]
    pub(crate) package: String,
    /// Take the page's files from this folder, to work on them
    #[arg(long, value_name = "DIR")]
    pub(crate) page: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    /// Listen on this port; 4747 or the next free one unless told, 0 for any
    #[arg(long, value_name = "P")]
    pub(crate) port: Option<u16>,
    /// Listen on this address; others than the loopback's let other machines in
    #[arg(
        long,
        value_name = "ADDRESS",
        default_value = "127.0.0.1",
        visible_alias = "host"
    )]
    pub(crate) listen: std::net::IpAddr,
    /// Answer to this name too; localhost and addresses need no leave
    #[arg(long, value_name = "NAME", value_parser = host)]
    pub(crate) allow_host: Vec<String>,
    /// What opens saved games; made up where others than the loopback are let in
    #[arg(long, value_name = "TEXT", value_parser = token)]
    pub(crate) token: Option<String>,
    /// Where saved games are kept; in the user's data directory unless told
    #[arg(long, value_name = "FILE")]
    pub(crate) db: Option<PathBuf>,
    /// Open the page in the browser, even where no desktop is seen
    #[arg(long, overrides_with = "no_open")]
    pub(crate) open: bool,
    /// Do not open the page in the browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// The memory of all searches together: 512M, 2G
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = size)]
    pub(crate) memory: u64,
    /// Where books and solved games lie; the user's data directory unless told
    #[arg(long, value_name = "DIR", value_parser = directory)]
    pub(crate) tables: Option<PathBuf>,
    /// Show at /queue what this queue has under way, postgres://USER@HOST/DATABASE
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) queue: Option<String>,
    /// Serve the page's files from this folder, to work on them
    #[arg(long, value_name = "DIR")]
    pub(crate) page: Option<PathBuf>,
    /// Write the log as JSON; how much of it says PLYGROUND_LOG (warn, info, debug)
    #[arg(long)]
    pub(crate) log_json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct JsonArguments {
    /// Print JSON only
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct GameArguments {
    /// The game's id, as `plyground games` lists it
    pub(crate) game: String,
}

/// Which game, by which rules.
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub(crate) struct RulesArguments {
    /// The game's id, as `plyground games` lists it
    pub(crate) game: String,
    /// A rule of the game that can vary, NAME=VALUE
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub(crate) options: Vec<String>,
    /// Where books and solved games lie; the user's data directory unless told
    #[arg(long, value_name = "DIR", value_parser = directory)]
    #[serde(skip)]
    pub(crate) tables: Option<PathBuf>,
    /// How moves are written (algebraic), or board for the position in lines
    #[arg(long, value_name = "NAME")]
    pub(crate) format: Option<String>,
}

/// The format that speaks of positions and not of moves.
pub(crate) const BOARD_FORMAT: &str = "board";

impl RulesArguments {
    pub(crate) fn wants_board(&self) -> bool {
        self.format.as_deref() == Some(BOARD_FORMAT)
    }
}

/// POSITION: where to begin.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct PositionArguments {
    /// A position in the game's own text
    #[arg(
        long,
        value_name = "TEXT",
        conflicts_with = "file",
        allow_hyphen_values = true
    )]
    pub(crate) position: Option<String>,
    /// A file with a position or a game record; - for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Moves to play from there, blanks between them
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,
    /// The side to move, where the text does not say it
    #[arg(long, value_name = "SIGN", allow_hyphen_values = true)]
    pub(crate) to_move: Option<String>,
}

/// LIMITS: the first one reached ends the search.
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub(crate) struct LimitArguments {
    /// Search to this depth
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MAX_DEPTH as i64))]
    pub(crate) depth: Option<u32>,
    /// Search for this long: 500ms, 2s, 1m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Enter so many positions at the most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
}

impl LimitArguments {
    pub(crate) fn counted(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
        }
    }
}

/// A level by its number or its name.
fn level(text: &str) -> Result<u8, String> {
    let known = plyground_engine::level::NAMES;
    let found = (1..)
        .zip(known)
        .find(|(number, name)| text.eq_ignore_ascii_case(name) || text == u8::to_string(number));
    found.map(|(number, _)| number).ok_or_else(|| {
        let names = known.join(", ");
        format!(
            "expected a level from 1 to {} or one of {names}",
            known.len()
        )
    })
}

fn duration(text: &str) -> Result<Duration, String> {
    spec::duration(text).map_err(|error| error.to_string())
}

#[derive(Debug, Args)]
pub(crate) struct ShowArguments {
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
    #[command(flatten)]
    pub(crate) position: PositionArguments,
    /// Print JSON only
    #[arg(long)]
    pub(crate) json: bool,
    /// No colour and no special characters
    #[arg(long)]
    pub(crate) ascii: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PlayArguments {
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
    #[command(flatten)]
    pub(crate) position: PositionArguments,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// Who sits where, in turn order: human or an engine's SPEC
    #[arg(long = "seat", value_name = "human|SPEC")]
    pub(crate) seats: Vec<String>,
    /// How strong the engine plays, from 1 to 8 or by name: beginner, novice, casual,
    /// steady, skilled, strong, expert, full
    #[arg(long, value_name = "1..8", value_parser = level)]
    pub(crate) level: Option<u8>,
    /// A clock for every engine: seconds for the game, and seconds more a move
    #[arg(long, value_name = "60+1")]
    pub(crate) clock: Option<TimeControl>,
    /// Repeats a game: the engine's choice among moves of equal worth
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// No colour and no special characters
    #[arg(long)]
    pub(crate) ascii: bool,
}

#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub(crate) struct AnalyseArguments {
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) position: PositionArguments,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// Search until Ctrl-C
    #[arg(long, conflicts_with_all = ["depth", "time", "nodes"])]
    pub(crate) infinite: bool,
    /// How many of the best moves to show: a number, or all
    #[arg(long, value_name = "K|all", default_value = "1", value_parser = lines)]
    pub(crate) lines: usize,
    /// The engine, by its SPEC
    #[arg(long, value_name = "SPEC")]
    pub(crate) algorithm: Option<String>,
    /// The evaluation, by name
    #[arg(long, value_name = "E")]
    pub(crate) eval: Option<String>,
    /// How many threads to use; as many as there are cores unless told
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: Option<u32>,
    /// Write the board after the best move into this file (with --format board)
    #[arg(long, value_name = "FILE", requires = "format")]
    #[serde(skip)]
    pub(crate) output: Option<PathBuf>,
    /// One position per line from standard input, one JSON object per line out
    #[arg(long, conflicts_with_all = ["position", "file", "moves", "infinite", "output"])]
    #[serde(skip)]
    pub(crate) batch: bool,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) place: QueueArguments,
    /// Print JSON only
    #[arg(long)]
    #[serde(skip)]
    pub(crate) json: bool,
}

fn lines(text: &str) -> Result<usize, String> {
    match text.parse() {
        _ if text == "all" => Ok(usize::MAX),
        Ok(count) if count > 0 => Ok(count),
        _ => Err("expected a number from 1 on, or all".to_owned()),
    }
}

#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub(crate) struct SolveArguments {
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) position: PositionArguments,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// Only who wins, not how fast
    #[arg(long)]
    pub(crate) weak: bool,
    /// Compute everything, without books and tables
    #[arg(long)]
    pub(crate) no_book: bool,
    /// How many threads to use
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: Option<u32>,
    /// One position per line from standard input, one JSON object per line out
    #[arg(long, conflicts_with_all = ["position", "file", "moves"])]
    #[serde(skip)]
    pub(crate) batch: bool,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) place: QueueArguments,
    /// Print JSON only
    #[arg(long)]
    #[serde(skip)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PerftArguments {
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
    #[command(flatten)]
    pub(crate) position: PositionArguments,
    /// The length of the sequences
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MAX_DEPTH as i64))]
    pub(crate) depth: u32,
    /// Also count behind each first move
    #[arg(long)]
    pub(crate) divide: bool,
    /// One position per line from standard input, one JSON object per line out
    #[arg(long, conflicts_with_all = ["position", "file", "moves"])]
    pub(crate) batch: bool,
    /// Print JSON only
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct MatchArguments {
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
    /// The engines, by their SPECs, or cmd:PROGRAM for one that speaks UGI;
    /// without a limit of its own each has 100ms a move
    #[arg(value_name = "SPEC", num_args = 2..=64, required = true)]
    pub(crate) specs: Vec<String>,
    /// How many games those play who meet; each opening is played with all in every seat
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: u32,
    /// Who meets whom, where there are more SPECs than seats
    #[arg(long, value_name = "NAME", default_value = "round-robin")]
    pub(crate) tournament: Tournament,
    /// How many random moves each opening has
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=200))]
    pub(crate) opening_plies: u32,
    /// Openings from a file, in turn: a position a line with "moves ..." behind it, or records
    #[arg(long, value_name = "FILE", conflicts_with = "opening_plies")]
    pub(crate) openings: Option<PathBuf>,
    /// Repeats a match: the same openings
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Write the games into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
    /// A clock for every engine: seconds for the game, and seconds more a move
    #[arg(long, value_name = "60+1")]
    pub(crate) clock: Option<TimeControl>,
    /// Call a game drawn when both sides tell no more than UNITS for so many moves each
    #[arg(long, value_name = "moves=N,score=UNITS,from=PLY")]
    pub(crate) draw: Option<DrawRule>,
    /// Call a game lost when both sides say so by UNITS or more for so many moves each
    #[arg(long, value_name = "moves=N,score=UNITS")]
    pub(crate) resign: Option<ResignRule>,
    /// End a game with its true result as soon as a book or table holds the position
    #[arg(long)]
    pub(crate) known: bool,
    /// How long to wait for a program whose limit is not a time
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    pub(crate) patience: Duration,
    /// Stop as soon as one of two guesses about the first engine's Elo is clearly the better
    #[arg(long, value_name = "elo0=A,elo1=B")]
    pub(crate) sprt: Option<Sprt>,
    /// Write every finished game into this file at once, to go on after a kill
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Go on with the match in the file of --save
    #[arg(long, requires = "save")]
    pub(crate) resume: bool,
    #[command(flatten)]
    pub(crate) place: QueueArguments,
    /// With --queue: let the workers start the programs of cmd:PROGRAM, where they allow it too
    #[arg(long, requires = "queue")]
    pub(crate) allow_programs: bool,
    /// How many games to play at once: as many as there are cores at the most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) concurrency: Option<u32>,
    /// Print JSON only
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PolicyName {
    /// Every legal move is as likely
    Uniform,
    /// Takes a win when there is one and does not lose at once
    Careful,
}

#[derive(Debug, Args)]
pub(crate) struct ComplexityArguments {
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
    /// How many random games to play
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub(crate) games: u64,
    /// How many arrangements of the pieces to try; 100000 unless told, where they are not counted
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub(crate) states: Option<u64>,
    /// Count the different positions up to this ply, as far as memory allows
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=200))]
    pub(crate) plies: u32,
    /// Who plays the random games
    #[arg(long, value_name = "NAME", default_value = "uniform")]
    pub(crate) policy: PolicyName,
    /// Repeats the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many threads to use; as many as there are cores unless told
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: Option<u32>,
    /// Draw the branching by ply into this file
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,
    /// Print JSON only
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Protocol {
    /// UCI for any game
    Ugi,
    /// Hub 2, for draughts
    Hub,
}

#[derive(Debug, Args)]
pub(crate) struct EngineArguments {
    /// The game's id; connect-four unless told, international-draughts for Hub
    pub(crate) game: Option<String>,
    /// What to speak
    #[arg(long, value_name = "NAME", default_value = "ugi")]
    pub(crate) protocol: Protocol,
    /// A rule of the game that can vary, NAME=VALUE
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub(crate) options: Vec<String>,
    /// Where books and solved games lie; the user's data directory unless told
    #[arg(long, value_name = "DIR", value_parser = directory)]
    pub(crate) tables: Option<PathBuf>,
    /// Try another program's UGI, given with its arguments, and say what it does wrong
    #[arg(long, value_name = "PROGRAM", conflicts_with_all = ["game", "protocol", "options"])]
    pub(crate) check: Option<String>,
    /// With --check: print JSON only
    #[arg(long, requires = "check")]
    pub(crate) json: bool,
}

/// A directory that is there, or one that may come to be.
fn directory(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.exists() && !path.is_dir() {
        true => Err("expected a directory, found a file".to_owned()),
        false => Ok(path),
    }
}

/// The name of a machine, without a port.
fn host(text: &str) -> Result<String, String> {
    let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    match !text.is_empty() && text.bytes().all(is_fit) {
        true => Ok(text.to_owned()),
        false => Err("expected the name of a machine, such as games.example".to_owned()),
    }
}

/// What may stand in an address and in a cookie, and is not guessed at once.
fn token(text: &str) -> Result<String, String> {
    let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    match text.len() >= 8 && text.bytes().all(is_fit) {
        true => Ok(text.to_owned()),
        false => Err("expected 8 letters, digits, - or _, or more".to_owned()),
    }
}

/// Bytes, by a number with K, M or G.
fn size(text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.to_ascii_uppercase().chars().last() {
        Some('K') => (&text[..text.len() - 1], 10),
        Some('M') => (&text[..text.len() - 1], 20),
        Some('G') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let number: Option<u64> = digits.parse().ok();
    number
        .and_then(|number| number.checked_mul(1 << shift))
        .filter(|&bytes| bytes > 0)
        .ok_or_else(|| "expected a size such as 4G or 3500M".to_owned())
}
