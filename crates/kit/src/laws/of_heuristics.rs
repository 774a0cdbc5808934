//! What searches rely on in an evaluation.

use super::{Fault, law};
use plyground_engine::game::{Game, Heuristics, Horizon, Player};
use plyground_engine::view::Depict;

/// What must be true of heuristics in every position that is not over.
pub(super) fn hold<G: Game, H: Heuristics<G>>(
    game: &G,
    heuristics: &H,
    position: &G::Position,
) -> Result<(), Fault> {
    let evaluate = |player| heuristics.evaluate(game, position, player);
    if game.players() == 2 {
        let (own, other) = (evaluate(Player::FIRST), evaluate(Player::SECOND));
        law!(
            own == -other,
            "is not antisymmetric: {own} for one player, {other} for the other"
        );
    }
    let each = heuristics.evaluate_each(game, position);
    for (seat, &points) in each.iter().enumerate().take(game.players()) {
        let alone = evaluate(Player::seat(seat));
        law!(
            points == alone,
            "says {points} of seat {seat} in evaluate_each and {alone} in evaluate"
        );
    }
    law!(
        H::FORETELLS || heuristics.foregone(game, position).is_none(),
        "foretells an end, but FORETELLS is false"
    );
    law!(
        H::HAS_TABLES || heuristics.tabled(game, position).is_none(),
        "has a table of endings, but HAS_TABLES is false"
    );
    law!(
        H::NOISY || heuristics.horizon(game, position) == Horizon::Evaluate,
        "has a horizon, but NOISY is false"
    );
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    if let Some(choice) = heuristics.first_choice(game, position) {
        law!(
            moves.contains(&choice),
            "has an illegal first_choice {choice:?}"
        );
    }
    if G::CAN_REPEAT || game.players() != 2 {
        return Ok(());
    }
    of_foreseen(game, heuristics, position, &moves)
}

/// What people are told to be counted is what is counted, for every player.
pub(super) fn of_parts<G: Depict, H: Heuristics<G>>(
    game: &G,
    heuristics: &H,
    position: &G::Position,
) -> Result<(), Fault> {
    for player in (0..game.players()).map(Player::seat) {
        let points = heuristics.evaluate(game, position, player);
        let parts = heuristics.parts(game, position, player);
        let sum: i32 = parts.iter().map(|part| part.points).sum();
        let seat = player.index();
        law!(
            sum == points,
            "has parts that sum to {sum} for seat {seat}, but evaluates to {points}"
        );
        let board = game.board(position);
        for part in parts {
            let (name, points) = (&part.name, part.points);
            let sum: i32 = part.cells.iter().map(|(_, points)| points).sum();
            law!(
                part.cells.is_empty() || sum == points,
                "has cells that sum to {sum} in its part '{name}' of {points}"
            );
            let is_there = |id: &String| board.cells.iter().any(|cell| cell.id == *id);
            let unknown = part.cells.iter().find(|(id, _)| !is_there(id));
            law!(
                unknown.is_none(),
                "has a cell in its part '{name}' that the board has not: {unknown:?}"
            );
        }
    }
    Ok(())
}

/// What is foreseen is what the best of all moves brings; of a move that ends the
/// game nothing is.
fn of_foreseen<G: Game, H: Heuristics<G>>(
    game: &G,
    heuristics: &H,
    position: &G::Position,
    moves: &[G::Move],
) -> Result<(), Fault> {
    let mover = game.to_move(position);
    let children = || moves.iter().map(|&mv| game.after(position, mv));
    let values = children().map(|child| heuristics.evaluate(game, &child, mover));
    let Some(best) = values.max() else {
        return Ok(());
    };
    let ends = || children().any(|child| game.outcome(&child).is_some());
    for enough in [i32::MAX, best, best.saturating_sub(1), 0] {
        let Some(points) = heuristics.foreseen(game, position, enough) else {
            continue;
        };
        let is_true = points == best || (points >= enough && points <= best);
        law!(
            is_true,
            "foresees {points}, but the best move brings {best}"
        );
        law!(!ends(), "foresees {points} where a move ends the game");
    }
    Ok(())
}
