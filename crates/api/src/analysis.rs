//! What an engine is asked, and what it thinks as a page is told it.

use crate::choice::Opened;
use crate::clock::Watch;
use crate::json::{self, Analysed};
use crate::refusal::{Answer, Refusal, of_field};
use crate::state::{self, Described, PictureMove, State};
use crate::thinking::{Asked, Purpose, Word};
use plyground_engine::algorithm::{MAX_DEPTH, Share};
use plyground_engine::game::{Player, WinDrawLoss};
use plyground_engine::score::Value;
use plyground_engine::session::{Analysis, Session};
use plyground_engine::spec::Spec;
use plyground_engine::{level, message};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::time::Duration;

pub const LONGEST_ANALYSIS: Duration = Duration::from_secs(600);
pub const LONGEST_MOVE: Duration = Duration::from_secs(60);
const USUAL_MOVE: Duration = Duration::from_secs(1);
/// Events come no faster than this.
pub const BREATH: Duration = Duration::from_millis(100);

#[derive(Clone, Debug, Default, Deserialize)]
pub struct Bounds {
    pub time_ms: Option<u64>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Bounds {
    /// Nothing is said of how long or how deep.
    pub fn is_open(&self) -> bool {
        self.time_ms.is_none() && self.depth.is_none() && self.nodes.is_none()
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Clock {
    left_ms: u64,
    #[serde(default)]
    increment_ms: u64,
}

impl Clock {
    fn budget(self) -> Duration {
        let watch = Watch {
            left: Duration::from_millis(self.left_ms),
            increment: Duration::from_millis(self.increment_ms),
            moves_to_go: None,
        };
        watch.budget()
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
pub struct Engine {
    level: Option<u8>,
    /// What the player has left: no more than a share of it is taken.
    clock: Option<Clock>,
    spec: Option<String>,
    seed: Option<u64>,
    #[serde(flatten)]
    limits: Bounds,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Lines {
    Number(usize),
    Word(String),
}

#[derive(Clone, Debug, Deserialize)]
pub struct AnalysisRequest {
    #[serde(flatten)]
    pub state: State,
    lines: Option<Lines>,
    #[serde(default)]
    pub limits: Bounds,
    spec: Option<String>,
    eval: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct MoveRequest {
    #[serde(flatten)]
    pub state: State,
    #[serde(default)]
    pub engine: Engine,
}

/// The SPEC of a request, within our bounds.
pub(crate) fn spec(text: Option<&str>, eval: Option<&str>, limits: &Bounds) -> Answer<Spec> {
    let mut spec: Spec = match text {
        Some(text) => text.parse().map_err(of_field("bad-engine", "spec"))?,
        None => Spec::default(),
    };
    if let Some(eval) = eval {
        spec.eval = Some(eval.to_owned());
    }
    if limits
        .depth
        .is_some_and(|depth| depth == 0 || depth > MAX_DEPTH)
    {
        let message = message!("engine.depth", "depth must be from 1 to {n}", n = MAX_DEPTH);
        return Err(Refusal::input("bad-engine", message).with("field", "limits"));
    }
    spec.depth = limits.depth.or(spec.depth);
    spec.nodes = limits.nodes.map(|nodes| nodes.max(1)).or(spec.nodes);
    if let Some(time_ms) = limits.time_ms {
        spec.time = Some(Duration::from_millis(time_ms.max(1)));
    }
    spec.threads = Some(1);
    Ok(spec)
}

/// Refuses an engine that the game does not know before anything is begun.
fn check(session: &dyn Session, spec: &Spec) -> Answer<()> {
    let checked = session.check_engine(spec);
    checked.map_err(of_field("bad-engine", "eval"))
}

impl AnalysisRequest {
    pub fn asked(&self, session: &dyn Session, usual: Duration) -> Answer<Asked> {
        let spec = spec(self.spec.as_deref(), self.eval.as_deref(), &self.limits)?;
        check(session, &spec)?;
        let lines = match &self.lines {
            None => 1,
            Some(Lines::Number(count)) if *count > 0 => *count,
            Some(Lines::Word(word)) if word == "all" => usize::MAX,
            Some(_) => {
                let message = message!(
                    "engine.lines",
                    "lines must be a number from 1 on, or \"all\""
                );
                return Err(Refusal::bad_request(message).with("field", "lines"));
            }
        };
        Ok(Asked {
            purpose: Purpose::Analysis,
            time: spec.time.unwrap_or(usual).min(LONGEST_ANALYSIS),
            spec,
            lines,
            shuffle: None,
            share: Share::WHOLE,
        })
    }
}

/// An analysis in JSON, with the clicks of each line's first move.
pub struct Teller {
    game: &'static str,
    session: Box<dyn Session>,
    clicks: HashMap<String, PictureMove>,
}

impl std::fmt::Debug for Teller {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Teller of {} at {}", self.game, self.session.position())
    }
}

impl Teller {
    pub fn new(opened: &Opened) -> Teller {
        let session = opened.session.fork();
        let moves = state::picture(session.view(), false).moves;
        let clicks = moves.into_iter().map(|mv| (mv.text.clone(), mv)).collect();
        Teller {
            game: opened.id(),
            session,
            clicks,
        }
    }

    pub fn tell(&self, analysis: &Analysis, elapsed: Duration) -> Analysed {
        let mut told = json::analysis(self.game, self.session.as_ref(), analysis, elapsed);
        let unit = analysis.points_per_unit;
        told.share = Some(share(analysis.value, unit));
        if self.session.players() > 2 {
            told.shares = Some(self.shares(analysis));
        }
        for (line, known) in told.lines.iter_mut().zip(&analysis.lines) {
            line.share = Some(share(known.value, unit));
            if let Some(mv) = self.clicks.get(&known.mv) {
                line.path = Some(mv.path.clone());
                line.count = mv.count;
            }
        }
        told
    }
}

impl Teller {
    /// What share of the point each seat may expect where the best line ends. It is
    /// the share of two players carried on to more: by the powers of what each has.
    fn shares(&self, analysis: &Analysis) -> Vec<f64> {
        let mut ahead = self.session.fork();
        let line = analysis.lines.first().map_or(&[][..], |line| &line.pv);
        for mv in line {
            if ahead.play(mv).is_err() {
                break;
            }
        }
        if let Some(ending) = ahead.ending() {
            let seats = (0..ahead.players()).map(Player::seat);
            let results: Vec<WinDrawLoss> =
                seats.map(|seat| ending.outcome.seen_by(seat)).collect();
            let is_first = |result: &&WinDrawLoss| **result != WinDrawLoss::Loss;
            let first = results.iter().filter(is_first).count().max(1) as f64;
            let share = |result| f64::from(u8::from(is_first(&result))) / first;
            return results.iter().map(share).collect();
        }
        let unit = analysis.points_per_unit;
        let power = |points: i32| (f64::from(points) / f64::from(unit) / scale(unit)).exp();
        let powers: Vec<f64> = ahead.standing().into_iter().map(power).collect();
        let sum: f64 = powers.iter().sum();
        powers.into_iter().map(|power| power / sum).collect()
    }
}

/// The estimate, in units, at which the evaluation bar is three quarters of the way
/// to a win. Two men decide a game of draughts; where an evaluation has no units,
/// its points are small change.
pub fn scale(points_per_unit: i32) -> f64 {
    if points_per_unit > 1 { 2.0 } else { 20.0 }
}

/// What share of the point the side to move may expect.
pub fn share(value: Value, points_per_unit: i32) -> f64 {
    match value {
        Value::Win { .. } => 1.0,
        Value::Loss { .. } => 0.0,
        Value::Draw | Value::Unknown => 0.5,
        Value::Estimate(points) => {
            let units = f64::from(points) / f64::from(points_per_unit);
            0.5 + 0.5 * (units / scale(points_per_unit)).tanh()
        }
    }
}

/// One move of the engine, played.
#[derive(Debug, Serialize)]
pub struct Moved {
    #[serde(rename = "move")]
    mv: Option<String>,
    analysis: Analysed,
    state: Described,
}

impl Engine {
    /// What the engine is asked for in a game, by chance where `seed` decides.
    pub fn asked(&self, session: &dyn Session, seed: u64) -> Answer<Asked> {
        let mut spec = spec(self.spec.as_deref(), None, &self.limits)?;
        if let Some(number) = self.level {
            if !(1..=level::FULL).contains(&number) {
                let message = message!(
                    "engine.level",
                    "level must be from 1 to {n}",
                    n = level::FULL
                );
                return Err(Refusal::input("bad-engine", message).with("field", "level"));
            }
            spec.level = Some(number);
        }
        let seed = self.seed.unwrap_or(seed);
        spec.seed = spec.seed.or(Some(seed));
        check(session, &spec)?;
        Ok(Asked {
            purpose: Purpose::Move,
            time: self.clock.map_or(time_of_move(&spec), |clock| {
                time_of_move(&spec).min(clock.budget())
            }),
            spec,
            lines: 1,
            shuffle: Some(seed),
            share: Share::WHOLE,
        })
    }
}

/// What an engine has said of a game in the end, and the move it would play.
pub fn chosen(opened: &Opened, word: &Word) -> Answer<(Analysed, Option<String>)> {
    let analysis = word.analysis.as_ref();
    let analysis = analysis.ok_or_else(|| Refusal::internal("no answer"))?;
    let told = Teller::new(opened).tell(analysis, word.elapsed);
    let best = analysis.lines.first().map(|line| line.mv.clone());
    Ok((told, best))
}

/// The engine's move, played.
pub fn moved(mut opened: Opened, word: &Word, cells: Option<bool>) -> Answer<Moved> {
    let (analysis, best) = chosen(&opened, word)?;
    if let Some(mv) = &best {
        state::play(opened.session.as_mut(), mv)?;
    }
    Ok(Moved {
        mv: analysis.best.clone(),
        analysis,
        state: state::describe(&opened, cells),
    })
}

/// A depth or a number of nodes is a limit of its own.
fn time_of_move(spec: &Spec) -> Duration {
    let has_limit = spec.depth.is_some() || spec.nodes.is_some();
    let usual = if has_limit { LONGEST_MOVE } else { USUAL_MOVE };
    spec.time.unwrap_or(usual).min(LONGEST_MOVE)
}
