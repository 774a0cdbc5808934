//! One game between contestants.

use super::adjudication::{Adjudicator, DrawRule, ResignRule};
use super::{Fault, FaultKind};
use crate::ask::Ask;
use crate::clock::{TimeControl, Watch};
use plyground_engine::algorithm::Stop;
use plyground_engine::game::{MAX_PLAYERS, Outcome, Player};
use plyground_engine::message::Message;
use plyground_engine::score::Value;
use plyground_engine::session::{Ending, EngineId, Session};
use plyground_engine::spec::{Method, Spec};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// Games that go on beyond this many plies are called drawn.
const LONGEST_GAME: usize = 1000;
/// Algorithms that move without an opinion.
const WITHOUT_OPINION: [Method; 2] = [Method::Random, Method::Careful];

/// Under which conditions a game is played, beside its rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Conditions {
    pub(crate) clock: Option<TimeControl>,
    pub(crate) draw: Option<DrawRule>,
    pub(crate) resign: Option<ResignRule>,
    /// A position that a book or table holds ends the game with its true result.
    pub(crate) ends_when_known: bool,
    /// How long a program may think whose limit is not a time.
    pub(crate) patience: Duration,
}

/// What a contestant is asked.
pub(super) struct Turn<'a> {
    pub(super) session: &'a mut dyn Session,
    pub(super) watches: &'a [Option<Watch>],
    pub(super) stop: &'a Stop<'a>,
}

impl Turn<'_> {
    /// The clock of the player to move.
    pub(super) fn watch(&self) -> Option<&Watch> {
        self.watches[self.session.to_move().index()].as_ref()
    }
}

/// A move, and what its maker thinks of the position: units, or infinity for a
/// win or a loss; `None` without an opinion.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) mv: String,
    pub(super) value: Option<f64>,
}

/// Sits at the board and chooses moves.
pub(super) trait Chooser {
    /// The move to make, or `None` when stopped.
    fn choose(&mut self, turn: &mut Turn<'_>) -> Result<Option<Choice>, Fault>;
}

/// One of our engines, which the session holds.
pub(super) struct Engine {
    pub(super) id: EngineId,
    pub(super) spec: Spec,
}

impl Chooser for Engine {
    fn choose(&mut self, turn: &mut Turn<'_>) -> Result<Option<Choice>, Fault> {
        let stop = Stop::under(turn.stop);
        let ask = Ask::of(&self.spec).by_the_clock(turn.watch());
        let (analysis, _) = ask.put(turn.session, self.id, &stop, &mut |_| {});
        let value = match analysis.value {
            _ if WITHOUT_OPINION.contains(&self.spec.algorithm) => None,
            Value::Win { .. } => Some(f64::INFINITY),
            Value::Loss { .. } => Some(f64::NEG_INFINITY),
            Value::Draw => Some(0.0),
            Value::Estimate(points) => {
                Some(f64::from(points) / f64::from(analysis.points_per_unit))
            }
            Value::Unknown => None,
        };
        let line = analysis.lines.into_iter().next();
        Ok(line.map(|line| Choice { mv: line.mv, value }))
    }
}

/// How a game came to its end.
#[derive(Clone, Debug)]
pub(super) struct End {
    pub(super) ending: Ending,
    /// Whose fault it was, where the board did not decide.
    pub(super) fault: Option<(Player, Fault)>,
}

impl End {
    fn by(outcome: Outcome, reason: impl Into<Message>) -> End {
        End {
            ending: Ending {
                outcome,
                reason: reason.into(),
            },
            fault: None,
        }
    }
}

/// Lets the choosers play on, one in each seat. `None` when stopped.
pub(super) fn play(
    session: &mut dyn Session,
    choosers: &mut [&mut dyn Chooser],
    conditions: &Conditions,
    stop: &Stop<'_>,
) -> Option<End> {
    let mut watches = vec![conditions.clock.map(TimeControl::watch); choosers.len()];
    let mut adjudicator = Adjudicator::new(conditions.draw, conditions.resign);
    loop {
        if let Some(end) = end(session, conditions) {
            return Some(end);
        }
        let player = session.to_move();
        let seat = player.index();
        let started = Instant::now();
        let choice = choosers[seat].choose(&mut Turn {
            session: &mut *session,
            watches: &watches,
            stop,
        });
        let used = started.elapsed();
        if stop.is_raised() {
            return None;
        }
        let has_time = watches[seat].as_mut().is_none_or(|watch| watch.spend(used));
        let made = match choice {
            Ok(_) if !has_time => Err(out_of_time()),
            Ok(Some(choice)) => made(session, choice),
            Ok(None) => Err(illegal("no move".to_owned())),
            Err(fault) => Err(fault),
        };
        match made {
            Err(fault) => return Some(forfeit(session, player, fault)),
            Ok(value) => {
                let plies = session.plies();
                if let Some((outcome, reason)) = adjudicator.judge(player, value, plies) {
                    // The board knows better.
                    let end = end(session, conditions);
                    return end.or_else(|| Some(End::by(outcome, reason)));
                }
            }
        }
    }
}

/// Whether the game is over, by its rules, by what is known, or by its length.
fn end(session: &dyn Session, conditions: &Conditions) -> Option<End> {
    if let Some(Ending { outcome, reason }) = session.ending() {
        return Some(End::by(outcome, reason));
    }
    if conditions.ends_when_known
        && let Some(known) = session.known()
    {
        let outcome = match known {
            Value::Win { .. } => Some(Outcome::Win(session.to_move())),
            Value::Loss { .. } => Some(Outcome::Win(session.to_move().opponent())),
            Value::Draw => Some(Outcome::Draw),
            Value::Estimate(_) | Value::Unknown => None,
        };
        if let Some(outcome) = outcome {
            let name = session.player_name(session.to_move());
            let value = crate::words::value(known, 1);
            return Some(End::by(outcome, format!("known: {value} for {name}")));
        }
    }
    let is_too_long = session.plies() >= LONGEST_GAME;
    is_too_long.then(|| {
        let reason = format!("no end after {LONGEST_GAME} plies");
        End::by(Outcome::Draw, reason)
    })
}

/// Makes a move, and hands on what its maker thinks.
fn made(session: &mut dyn Session, choice: Choice) -> Result<Option<f64>, Fault> {
    match session.play(&choice.mv) {
        Ok(()) => Ok(choice.value),
        Err(error) => Err(illegal(format!("'{}': {error}", choice.mv))),
    }
}

fn illegal(detail: String) -> Fault {
    Fault {
        kind: FaultKind::IllegalMove,
        detail,
    }
}

fn out_of_time() -> Fault {
    Fault {
        kind: FaultKind::Time,
        detail: "the flag fell".to_owned(),
    }
}

/// A player loses for a reason that does not show on the board.
pub(super) fn forfeit(session: &dyn Session, loser: Player, fault: Fault) -> End {
    let players = session.players();
    let outcome = if players == 2 {
        Outcome::Win(loser.opponent())
    } else {
        let mut places = [0; MAX_PLAYERS];
        places[..players].fill(1);
        places[loser.index()] = players as u8;
        Outcome::Places(places)
    };
    let (kind, name) = (fault.kind.word(1), session.player_name(loser));
    let reason = format!("{kind} of {name}: {}", fault.detail);
    End {
        fault: Some((loser, fault)),
        ..End::by(outcome, reason)
    }
}
