//! `plyground complexity`: what random games tell of a game, and how large it is.

mod large;
mod plot;

use crate::arguments::{ComplexityArguments, PolicyName};
use crate::failure::Outcome;
use crate::jobs::locked;
use crate::positions::open;
use crate::{interrupt, json, machine, output, words};
use large::{Large, power, rounded};
use plyground_api::choice::Opened;
use plyground_engine::algorithm::Stop;
use plyground_engine::game::Player;
use plyground_engine::parts::in_parts;
use plyground_engine::random::Random;
use plyground_engine::session::Session;
use plyground_engine::statistics::{Policy, Spread, Tally};
use plyground_games::Games;
use plyground_games::state_space::StateSpace;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::sync::Mutex;

/// The games are played in so many parts; errors are told from how these differ.
const PARTS: u64 = 100;
/// About what a position costs while different ones are counted.
const BYTES_PER_POSITION: usize = 160;
/// So many arrangements are tried unless told.
const USUAL_STATES: u64 = 100_000;
/// Nineteen times out of twenty the truth is this many standard errors away at most.
const CONFIDENCE: f64 = 1.96;

/// A mean with its error, and the extremes.
#[derive(Clone, Copy, Debug, Serialize)]
struct Measured {
    mean: f64,
    error: f64,
    min: u64,
    max: u64,
}

#[derive(Debug, Serialize)]
struct GameTree {
    from_means: Large,
    by_ply: Large,
}

/// Everything that the command tells.
#[derive(Debug, Serialize)]
struct Findings {
    game: &'static str,
    games: u64,
    policy: &'static str,
    seed: u64,
    branching: Measured,
    length: Measured,
    winners: Map<String, Value>,
    by_player: Map<String, Value>,
    repeated_share: f64,
    game_tree: GameTree,
    arrangements: Option<Large>,
    valid: Option<Large>,
    valid_share: Option<f64>,
    valid_share_error: Option<f64>,
    /// Of arrangements by chance, where all are counted and somebody asks nevertheless.
    #[serde(skip_serializing_if = "Option::is_none")]
    sampled_share: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sampled_share_error: Option<f64>,
    distinct_by_ply: Vec<u64>,
}

pub(crate) fn run(games: Games, arguments: &ComplexityArguments) -> Outcome {
    let opened = open(games, &arguments.rules)?;
    output::check(arguments.plot.as_deref())?;
    let threads = machine::threads(arguments.threads);
    let findings = interrupt::guarded(|stop| -> Outcome<Findings> {
        let parts = play_games(opened.session.as_ref(), arguments, threads, stop);
        let mut whole = Tally::default();
        parts.iter().for_each(|part| whole.join(part));
        if let Some(path) = &arguments.plot {
            let drawn = plot::svg(opened.choice.entry.name, arguments.policy, &whole)?;
            output::write(path, &drawn)?;
        }
        Ok(findings(&opened, arguments, &parts, &whole, stop))
    })?;
    if arguments.json {
        return json::print(&findings);
    }
    print_for_people(&opened, &findings)
}

fn policy_of(name: PolicyName) -> (Policy, &'static str) {
    match name {
        PolicyName::Uniform => (Policy::Uniform, "uniform"),
        PolicyName::Careful => (Policy::Careful, "careful"),
    }
}

/// The tallies of the parts, in order; the same whatever the number of threads.
fn play_games(
    session: &dyn Session,
    arguments: &ComplexityArguments,
    threads: usize,
    stop: &Stop<'_>,
) -> Vec<Tally> {
    let games = arguments.games;
    let count = PARTS.min(games);
    let part = |index: u64| games * index / count..games * (index + 1) / count;
    let (policy, _) = policy_of(arguments.policy);
    let sessions: Vec<_> = (0..threads).map(|_| session.fork()).collect();
    let sessions = Mutex::new(sessions);
    let start = || (locked(&sessions).pop(), Vec::new());
    let done = in_parts(threads, count, stop, start, |(session, done), index| {
        if let Some(session) = session {
            let tally = session.sample(policy, arguments.seed, part(index), stop);
            done.push((index, tally));
        }
    });
    let mut done: Vec<(u64, Tally)> = done.into_iter().flat_map(|(_, done)| done).collect();
    done.sort_by_key(|&(index, _)| index);
    done.into_iter().map(|(_, tally)| tally).collect()
}

/// A mean over all parts, and the error that follows from how the parts differ.
fn measured(whole: Spread, parts: impl Iterator<Item = Spread>) -> Measured {
    let means: Vec<f64> = parts
        .filter(|part| part.count > 0)
        .map(|part| part.mean())
        .collect();
    let count = means.len() as f64;
    let middle = means.iter().sum::<f64>() / count.max(1.0);
    let squares: f64 = means.iter().map(|mean| (mean - middle).powi(2)).sum();
    let error = match means.len() {
        0 | 1 => 0.0,
        _ => CONFIDENCE * (squares / (count - 1.0) / count).sqrt(),
    };
    Measured {
        mean: whole.mean(),
        error,
        min: if whole.count == 0 { 0 } else { whole.min },
        max: whole.max,
    }
}

fn findings(
    opened: &Opened,
    arguments: &ComplexityArguments,
    parts: &[Tally],
    whole: &Tally,
    stop: &Stop<'_>,
) -> Findings {
    let session = opened.session.as_ref();
    let branching = measured(whole.branching(), parts.iter().map(Tally::branching));
    let length = measured(whole.length, parts.iter().map(|part| part.length));
    let mut winners = Map::new();
    let mut by_player = Map::new();
    for seat in 0..session.players() {
        let sign = session.sign(Player::seat(seat)).to_string();
        let choices = measured(
            whole.choices[seat],
            parts.iter().map(|part| part.choices[seat]),
        );
        winners.insert(sign.clone(), whole.wins[seat].into());
        by_player.insert(sign, json!(choices));
    }
    winners.insert("draw".to_owned(), whole.draws.into());
    let positions = whole.branching().count + whole.games();
    let plies = length.mean.round() as usize;
    let logarithm: f64 = whole
        .by_ply
        .iter()
        .take(plies)
        .map(|&(times, moves)| (moves as f64 / times.max(1) as f64).log10())
        .sum();
    let space = opened.choice.entry.state_space.as_ref();
    let count = space.map(|space| (space.count)());
    let arrangements = count.as_ref().map(|count| &count.arrangements);
    let valid = count.as_ref().and_then(|count| count.valid.as_ref());
    let tried = |states| space.map(|space| share_of_valid(session, space, arguments.seed, states));
    let share = match (arrangements, valid) {
        (Some(all), Some(valid)) => Some((valid.rounded() / all.rounded(), 0.0)),
        _ => tried(arguments.states.unwrap_or(USUAL_STATES)),
    };
    let sampled = match (valid, arguments.states) {
        (Some(_), Some(states)) => tried(states),
        _ => None,
    };
    let most = machine::largest_table() / BYTES_PER_POSITION;
    Findings {
        game: opened.id(),
        games: whole.games(),
        policy: policy_of(arguments.policy).1,
        seed: arguments.seed,
        winners,
        by_player,
        repeated_share: whole.repeated as f64 / positions.max(1) as f64,
        game_tree: GameTree {
            from_means: power(branching.mean.round() as u32, plies as u32),
            by_ply: rounded(logarithm),
        },
        branching,
        length,
        arrangements: arrangements.map(Large::from),
        valid: valid.map(Large::from),
        valid_share: share.map(|(share, _)| share),
        valid_share_error: share.map(|(_, error)| error),
        sampled_share: sampled.map(|(share, _)| share),
        sampled_share_error: sampled.map(|(_, error)| error),
        distinct_by_ply: session.distinct_by_ply(arguments.plies as usize, most, stop),
    }
}

/// The share of arrangements that the game's reader takes, and its error.
fn share_of_valid(session: &dyn Session, space: &StateSpace, seed: u64, states: u64) -> (f64, f64) {
    let mut session = session.fork();
    let mut random = Random::new(seed);
    let valid = (0..states)
        .filter(|_| session.set_up(&(space.random)(&mut random), None).is_ok())
        .count();
    let count = states as f64;
    let share = valid as f64 / count;
    (share, CONFIDENCE * (share * (1.0 - share) / count).sqrt())
}

fn print_for_people(opened: &Opened, findings: &Findings) -> Outcome {
    let mut out = anstream::stdout().lock();
    let told = |measured: &Measured| {
        format!(
            "{:.2} ± {:.2}, from {} to {}",
            measured.mean, measured.error, measured.min, measured.max
        )
    };
    let games = words::grouped(findings.games);
    writeln!(
        out,
        "{games} {} games of {}",
        findings.policy, opened.choice.entry.name
    )?;
    writeln!(out, "moves to choose from  {}", told(&findings.branching))?;
    for (sign, choices) in &findings.by_player {
        let [mean, error] = ["mean", "error"].map(|name| choices[name].as_f64().unwrap_or(0.0));
        writeln!(out, "  of {sign:<17}  {mean:.2} ± {error:.2}")?;
    }
    writeln!(out, "plies in a game       {}", told(&findings.length))?;
    for (sign, count) in &findings.winners {
        let share = count.as_f64().unwrap_or(0.0) / findings.games.max(1) as f64;
        let name = if sign == "draw" {
            "drawn"
        } else {
            sign.as_str()
        };
        writeln!(out, "{name:<21} {:.1} %", 100.0 * share)?;
    }
    writeln!(
        out,
        "positions met before  {:.2} %",
        100.0 * findings.repeated_share
    )?;
    let tree = &findings.game_tree;
    writeln!(
        out,
        "game tree, from means {}^{} = {} ({})",
        findings.branching.mean.round(),
        findings.length.mean.round(),
        tree.from_means.in_powers(),
        tree.from_means.grouped()
    )?;
    writeln!(out, "game tree, by ply     {}", tree.by_ply.in_powers())?;
    if let Some(published) = opened.choice.entry.published {
        writeln!(out, "published figures     {published}")?;
    }
    if let (Some(space), Some(count)) = (&opened.choice.entry.state_space, &findings.arrangements) {
        let count = count.grouped();
        writeln!(out, "arrangements          {count}: {}", space.about)?;
        let share = findings.valid_share.unwrap_or(0.0);
        let error = findings.valid_share_error.unwrap_or(0.0);
        match &findings.valid {
            Some(valid) => {
                writeln!(out, "of these positions    {}, {share:.4}", valid.grouped())?;
            }
            None => writeln!(out, "of these positions    {share:.5} ± {error:.5}")?,
        }
        if let (Some(share), Some(error)) = (findings.sampled_share, findings.sampled_share_error) {
            writeln!(out, "of those by chance    {share:.5} ± {error:.5}")?;
        }
    }
    let counts = findings
        .distinct_by_ply
        .iter()
        .map(|&count| words::grouped(count));
    let counts = counts.collect::<Vec<_>>().join(" ");
    writeln!(out, "positions by ply      {counts}")?;
    Ok(())
}
