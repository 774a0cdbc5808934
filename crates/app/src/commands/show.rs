//! `plyground show`: the board drawn, the side to move, the legal moves.

use crate::arguments::ShowArguments;
use crate::draw::{self, Look};
use crate::failure::Outcome;
use crate::json;
use crate::language::{self, say};
use crate::positions::open_at;
use plyground_engine::game;
use plyground_engine::session::{Ending, Session};
use plyground_games::Games;
use std::io::Write;

pub(crate) fn run(games: Games, arguments: &ShowArguments) -> Outcome {
    let opened = open_at(games, &arguments.rules, &arguments.position)?;
    let session = opened.session.as_ref();
    if arguments.json {
        return json::print(&json::shown(opened.id(), session));
    }
    if arguments.rules.wants_board()
        && let Some(board) = session.board_text()
    {
        writeln!(anstream::stdout(), "{board}")?;
        return Ok(());
    }
    let look = Look::of_terminal(arguments.ascii);
    let mut out = anstream::stdout().lock();
    write!(out, "{}", draw::board(&session.view(), look, false))?;
    writeln!(out, "{}", session.position())?;
    match session.ending() {
        Some(ending) => writeln!(out, "{}", in_words(session, &ending))?,
        None => {
            let moves = session.legal_moves();
            let who = language::player(session, session.to_move());
            writeln!(
                out,
                "{}",
                say!("term.moves", who = who, moves = moves.join(" "))
            )?;
        }
    }
    Ok(())
}

/// "White wins: the king has reached the valley".
pub(crate) fn in_words(session: &dyn Session, ending: &Ending) -> String {
    let name = |player| language::player(session, player);
    let reason = language::told(&ending.reason);
    match ending.outcome {
        game::Outcome::Win(winner) => match language::wins(session, winner) {
            Some(wins) => say!("term.result", who = wins, reason = reason),
            None => say!("term.wins", who = name(winner), reason = reason),
        },
        game::Outcome::Draw => say!("term.draw", reason = reason),
        game::Outcome::Places(places) => {
            let mut seats: Vec<usize> = (0..session.players()).collect();
            seats.sort_by_key(|&seat| places[seat]);
            let told: Vec<String> = seats
                .iter()
                .map(|&seat| format!("{}. {}", places[seat], name(game::Player::seat(seat))))
                .collect();
            say!("term.result", who = told.join(", "), reason = reason)
        }
    }
}
