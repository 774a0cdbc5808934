//! One game between engines.

use crate::clock::{self, TimeControl, Watch};
use crate::positions::Opened;
use plyground_engine::algorithm::Stop;
use plyground_engine::game::{MAX_PLAYERS, Outcome};
use plyground_engine::notation::ParseError;
use plyground_engine::random::Random;
use plyground_engine::session::{Ending, EngineId, Question, Session};
use plyground_engine::spec::Spec;
use std::time::Instant;

/// Games that go on beyond this many plies are called drawn.
const LONGEST_GAME: usize = 1000;

/// Random moves from the start that do not end the game.
pub(crate) fn opening(
    session: &mut dyn Session,
    plies: u32,
    random: &mut Random,
) -> Result<Vec<String>, ParseError> {
    const TRIES: usize = 1000;
    for _ in 0..TRIES {
        session.restart();
        for _ in 0..plies {
            let moves = session.legal_moves();
            if moves.is_empty() {
                break;
            }
            session.play(&moves[random.below(moves.len())])?;
        }
        if session.ending().is_none() {
            return Ok(session.moves());
        }
    }
    Err(ParseError::new(format!(
        "no opening of {plies} plies was found that does not end the game"
    )))
}

/// Plays an opening and then lets the engines go on, one of `specs` in each
/// seat. `None` when stopped.
pub(crate) fn play(
    opened: &mut Opened,
    opening: &[String],
    specs: &[&Spec],
    control: Option<TimeControl>,
    stop: &Stop<'_>,
) -> Result<Option<Ending>, ParseError> {
    let mut watches = vec![control.map(Watch::new); specs.len()];
    let session = opened.session.as_mut();
    session.restart();
    let mut engines: Vec<EngineId> = Vec::new();
    for spec in specs {
        engines.push(session.add_engine(spec)?);
    }
    for mv in opening {
        session.play(mv)?;
    }
    loop {
        if let Some(ending) = session.ending() {
            return Ok(Some(ending));
        }
        if session.moves().len() >= LONGEST_GAME {
            return Ok(Some(Ending {
                outcome: Outcome::Draw,
                reason: format!("no end after {LONGEST_GAME} plies"),
            }));
        }
        let seat = session.to_move().index();
        let own_stop = Stop::under(stop);
        let question = Question {
            limits: specs[seat].limits(),
            lines: 1,
            shuffle: None,
            stop: &own_stop,
        };
        let watch = &mut watches[seat];
        let budget = watch.map(|watch| watch.budget());
        let limit = [specs[seat].time, budget].into_iter().flatten().min();
        let started = Instant::now();
        let analysis = clock::limited(limit, &own_stop, || {
            session.think(engines[seat], &question, &mut |_| {})
        });
        if stop.is_raised() {
            return Ok(None);
        }
        let has_time = watch
            .as_mut()
            .is_none_or(|watch| watch.spend(started.elapsed()));
        if !has_time {
            return Ok(Some(forfeit(session, "the flag fell")));
        }
        if let Some(line) = analysis.lines.first() {
            session.play(&line.mv)?;
        }
    }
}

/// The player to move loses, for a reason that does not show on the board.
fn forfeit(session: &dyn Session, reason: &str) -> Ending {
    let loser = session.to_move();
    let players = session.players();
    let outcome = if players == 2 {
        Outcome::Win(loser.opponent())
    } else {
        let mut places = [0; MAX_PLAYERS];
        places[..players].fill(1);
        places[loser.index()] = players as u8;
        Outcome::Places(places)
    };
    Ending {
        outcome,
        reason: reason.to_owned(),
    }
}
