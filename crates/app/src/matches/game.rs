//! One game between engines.

use crate::clock;
use crate::positions::Opened;
use plyground_engine::algorithm::Stop;
use plyground_engine::game::Outcome;
use plyground_engine::notation::ParseError;
use plyground_engine::random::Random;
use plyground_engine::session::{Ending, EngineId, Question, Session};
use plyground_engine::spec::Spec;

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
    stop: &Stop<'_>,
) -> Result<Option<Ending>, ParseError> {
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
        let analysis = clock::limited(specs[seat].time, &own_stop, || {
            session.think(engines[seat], &question, &mut |_| {})
        });
        if stop.is_raised() {
            return Ok(None);
        }
        if let Some(line) = analysis.lines.first() {
            session.play(&line.mv)?;
        }
    }
}
