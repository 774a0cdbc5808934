//! What rules, words and pictures must hold.

use super::{Fault, law};
use plyground_engine::game::{Game, Outcome, Player};
use plyground_engine::notation::Notation;
use plyground_engine::perft::perft;
use plyground_engine::random::Random;
use plyground_engine::view::{Depict, Piece};
use std::collections::{HashMap, HashSet};

/// What was seen under each key of the table: who moves, how many moves there are,
/// and the end.
pub(super) type Memory = HashMap<u64, (Player, usize, Option<Outcome>)>;

/// Players can be told apart.
pub(super) fn of_names<G: Notation>(game: &G) -> Result<(), Fault> {
    let seats: Vec<Player> = (0..game.players()).map(Player::seat).collect();
    let signs: HashSet<char> = seats.iter().map(|&seat| game.sign(seat)).collect();
    law!(signs.len() == seats.len(), "two players have the same sign");
    let has_name = |&seat: &Player| !game.player_name(seat).trim().is_empty();
    law!(seats.iter().all(has_name), "a player has no name");
    Ok(())
}

/// What must be true of every position.
pub(super) fn hold<G: Notation + Depict>(
    game: &G,
    position: &G::Position,
    memory: &mut Memory,
) -> Result<(), Fault> {
    comes_back(game, position)?;
    law!(
        game.to_move(position).index() < game.players(),
        "the player to move has no seat"
    );
    let mut moves = Vec::new();
    let outcome = game.ended(position, &mut Vec::new());
    if game.outcome(position).is_none() {
        game.legal_moves(position, &mut moves);
        of_moves(game, position, &moves)?;
    } else {
        law!(
            perft(game, position, 1) == 0,
            "a finished game has moves to count"
        );
    }
    let seen = (game.to_move(position), moves.len(), outcome);
    let known = *memory.entry(game.table_key(position)).or_insert(seen);
    law!(
        known == seen,
        "two positions that differ have the same table_key"
    );
    if let Some(outcome) = outcome {
        let reason = game.reason(position, outcome).to_string();
        law!(!reason.trim().is_empty(), "the game is over for no reason");
    }
    of_view(game, position, &moves)?;
    of_editor(game, position)
}

/// A position that is written and read is the same position, with the same keys.
fn comes_back<G: Notation>(game: &G, position: &G::Position) -> Result<(), Fault> {
    let text = game.write_position(position);
    let read = game.read_position(&text, None);
    let (_, read) = read.map_err(|error| format!("the text does not come back: {error}"))?;
    law!(
        &read == position,
        "the text does not come back: {}",
        game.write_position(&read)
    );
    law!(
        game.key(&read) == game.key(position),
        "the key made on the way is not the key from scratch"
    );
    law!(
        game.table_key(&read) == game.table_key(position),
        "the table_key made on the way is not the table_key from scratch"
    );
    Ok(())
}

fn of_moves<G: Notation>(game: &G, position: &G::Position, moves: &[G::Move]) -> Result<(), Fault> {
    let mut scratch = Vec::new();
    game.legal_moves(position, &mut scratch);
    law!(moves == scratch, "the order of moves is not fixed");
    scratch.clear();
    let count = game.legal_move_count(position, &mut scratch);
    law!(
        count == moves.len(),
        "legal_move_count says {count}, there are {}",
        moves.len()
    );
    let distinct: HashSet<&G::Move> = moves.iter().collect();
    law!(distinct.len() == moves.len(), "a move is listed twice");
    let chosen = game.random_move(position, &mut Random::new(count as u64), &mut scratch);
    law!(
        chosen.map_or(moves.is_empty(), |mv| moves.contains(&mv)),
        "random_move {chosen:?} is not legal"
    );
    law!(
        scratch.is_empty(),
        "the scratch is not left as it was found"
    );
    let mut texts = HashSet::new();
    for &mv in moves {
        let text = game.write_move(position, mv);
        let read = game.read_move(position, &text);
        law!(
            read == Ok(mv),
            "the move '{text}' does not come back: {read:?}"
        );
        law!(!texts.contains(&text), "two moves are written '{text}'");
        let child = game.after(position, mv);
        law!(
            game.key(&child) != game.key(position),
            "the move '{text}' leaves the key as it was"
        );
        comes_back(game, &child).map_err(|fault| format!("after '{text}' {fault}"))?;
        texts.insert(text);
    }
    let together = game.write_moves(None, position, moves);
    let alone = moves.iter().map(|&mv| game.write_move(position, mv));
    law!(
        alone.eq(together),
        "moves have other names when they are written together"
    );
    Ok(())
}

/// Pieces stand on cells, and every click of a move hits one.
fn of_view<G: Depict + Notation>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
) -> Result<(), Fault> {
    let view = game.board(position);
    let cells: HashSet<&str> = view.cells.iter().map(|cell| cell.id.as_str()).collect();
    law!(
        cells.len() == view.cells.len(),
        "two cells have the same id"
    );
    for piece in &view.pieces {
        law!(
            cells.contains(piece.cell.as_str()),
            "a piece stands on '{}', which is no cell",
            piece.cell
        );
        let is_named = view.words.iter().any(|(kind, _)| *kind == piece.kind);
        law!(is_named, "the view has no word for a '{}'", piece.kind);
        law!(
            piece.owner < view.owners.len(),
            "the owner of a '{}' has no name",
            piece.kind
        );
    }
    let together = game.click_paths(position, moves);
    for (place, &mv) in moves.iter().enumerate() {
        let path = game.click_path(position, mv);
        law!(
            together.get(place) == Some(&path),
            "moves have other paths when they are asked for together"
        );
        let text = game.write_move(position, mv);
        law!(!path.path.is_empty(), "the move '{text}' needs no click");
        let mut clicked = path.path.iter().chain(&path.takes);
        if let Some(id) = clicked.find(|id| !cells.contains(id.as_str())) {
            return Err(format!(
                "the path of '{text}' names '{id}', which is no cell"
            ));
        }
    }
    Ok(())
}

/// The pieces of a position, put on the board one by one, are that position again.
fn of_editor<G: Notation + Depict>(game: &G, position: &G::Position) -> Result<(), Fault> {
    let pieces = game.board(position).pieces;
    let Some(text) = game.arranged(&pieces, game.to_move(position)) else {
        return Ok(());
    };
    let read = game.read_position(&text, None);
    let (_, read) = read.map_err(|error| format!("arranged pieces are refused: {error}"))?;
    law!(
        game.board(&read).pieces == pieces && game.to_move(&read) == game.to_move(position),
        "arranged pieces are another position: {text}"
    );
    let kit = game.kit();
    for piece in pieces {
        let is_like = |other: &Piece| {
            (other.owner, other.kind, other.letter) == (piece.owner, piece.kind, piece.letter)
        };
        law!(kit.iter().any(is_like), "the kit lacks a '{}'", piece.kind);
    }
    Ok(())
}

/// An equal key on the path lies within `reversible_plies`; `keys` are those of
/// the positions before.
pub(super) fn repetition<G: Game>(
    game: &G,
    position: &G::Position,
    keys: &[u64],
) -> Result<(), Fault> {
    let key = game.key(position);
    let Some(earlier) = keys.iter().position(|&earlier| earlier == key) else {
        return Ok(());
    };
    let plies = keys.len() - earlier;
    law!(
        G::CAN_REPEAT,
        "the position was there {plies} plies ago, but CAN_REPEAT is false"
    );
    let reversible = game.reversible_plies(position);
    law!(
        plies <= reversible as usize,
        "the position was there {plies} plies ago, but reversible_plies says {reversible}"
    );
    Ok(())
}

/// Random games seldom come back to where they were: looks for a way there.
pub(super) fn ways_back<G: Game>(
    game: &G,
    position: &G::Position,
    random: &mut Random,
) -> Result<(), Fault> {
    let mut keys = vec![game.key(position)];
    let mut moves = Vec::new();
    let mut away = position.clone();
    for _ in 0..2 {
        if game.ended(&away, &mut moves).is_some() {
            return Ok(());
        }
        game.legal_moves(&away, &mut moves);
        away = game.after(&away, moves[random.below(moves.len())]);
        keys.push(game.key(&away));
        moves.clear();
    }
    for _ in 0..2 {
        if game.ended(&away, &mut moves).is_some() {
            return Ok(());
        }
        // Back towards the beginning, if one move or two lead there.
        game.legal_moves(&away, &mut moves);
        let leads_back = |&mv: &G::Move| {
            let child = game.after(&away, mv);
            let mut replies = Vec::new();
            if game.outcome(&child).is_none() && keys.len() == 3 {
                game.legal_moves(&child, &mut replies);
            }
            let returns = |position: &G::Position| game.key(position) == keys[0];
            let answers = replies.iter().map(|&reply| game.after(&child, reply));
            returns(&child) || answers.into_iter().any(|answer| returns(&answer))
        };
        let Some(mv) = moves.iter().copied().find(leads_back) else {
            return Ok(());
        };
        away = game.after(&away, mv);
        repetition(game, &away, &keys)?;
        keys.push(game.key(&away));
        moves.clear();
    }
    Ok(())
}
