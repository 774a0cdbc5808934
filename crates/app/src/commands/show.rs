//! `plyground show`: the board drawn, the side to move, the legal moves.

use crate::arguments::ShowArguments;
use crate::draw::{self, Look};
use crate::failure::Outcome;
use crate::json;
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
            let name = session.player_name(session.to_move());
            writeln!(out, "{name} to move: {}", moves.join(" "))?;
        }
    }
    Ok(())
}

/// "White wins: the king has reached the valley".
pub(crate) fn in_words(session: &dyn Session, ending: &Ending) -> String {
    let name = |player| session.player_name(player);
    match ending.outcome {
        game::Outcome::Win(winner) => format!("{} wins: {}", name(winner), ending.reason),
        game::Outcome::Draw => format!("Draw: {}", ending.reason),
        game::Outcome::Places(places) => {
            let mut seats: Vec<usize> = (0..session.players()).collect();
            seats.sort_by_key(|&seat| places[seat]);
            let told: Vec<String> = seats
                .iter()
                .map(|&seat| format!("{}. {}", places[seat], name(game::Player::seat(seat))))
                .collect();
            format!("{}: {}", told.join(", "), ending.reason)
        }
    }
}
