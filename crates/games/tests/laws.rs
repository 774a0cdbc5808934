//! Laws, stated once and held by every game, along random games that are
//! spelled by bytes, so that a failure shrinks to a short game.

use plyground_engine::game::Game;
use plyground_engine::notation::Notation;
use plyground_engine::perft::perft;
use plyground_engine::view::{Depict, Piece};
use plyground_games::battle_sheep::rules::Ending;
use plyground_games::battle_sheep::{BattleSheep, tiles};
use plyground_games::connect_four::ConnectFour;
use plyground_games::draughts::{
    Brazilian, Canadian, Draughts, English, English12, International, Russian,
};
use plyground_games::kings_valley::KingsValley;
use plyground_games::kings_valley::rules::{Blocked, FirstMove, Setup};
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, TestRunner};
use std::collections::HashSet;

fn is_over<G: Game>(game: &G, position: &G::Position) -> bool {
    game.outcome(position).is_some() || game.legal_move_count(position, &mut Vec::new()) == 0
}

/// The pieces of every position, put on the board one by one, are that position again.
fn editors_can_set_up<G: Notation + Depict>(game: &G, position: &G::Position) {
    let pieces = game.board(position).pieces;
    let Some(text) = game.arranged(&pieces, game.to_move(position)) else {
        return;
    };
    let (_, read) = game.read_position(&text, None).expect(&text);
    assert_eq!(game.board(&read).pieces, pieces, "{text}");
    assert_eq!(game.to_move(&read), game.to_move(position), "{text}");
    let kit = game.kit();
    for piece in pieces {
        let is_like = |other: &Piece| {
            (other.owner, other.kind, other.letter) == (piece.owner, piece.kind, piece.letter)
        };
        assert!(kit.iter().any(is_like), "the kit lacks {piece:?}");
    }
}

/// What must be true of every position.
fn hold_at<G: Notation + Depict>(game: &G, position: &G::Position) {
    let text = game.write_position(position);
    let (_, read) = game.read_position(&text, None).expect(&text);
    assert_eq!(&read, position, "{text} reads back");
    assert_eq!(
        game.key(&read),
        game.key(position),
        "equal positions have equal keys"
    );
    assert!(game.to_move(position).index() < game.players());
    editors_can_set_up(game, position);
    if game.outcome(position).is_some() {
        assert_eq!(
            perft(game, position, 1),
            0,
            "a finished game has no moves to count"
        );
        return;
    }
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let mut again = Vec::new();
    game.legal_moves(position, &mut again);
    assert_eq!(moves, again, "the order of moves is fixed");
    assert_eq!(
        moves.len(),
        game.legal_move_count(position, &mut Vec::new())
    );
    assert_eq!(
        moves.len(),
        moves.iter().collect::<HashSet<_>>().len(),
        "moves are distinct"
    );
    let mut texts = HashSet::new();
    for &mv in &moves {
        let written = game.write_move(position, mv);
        assert_eq!(
            game.read_move(position, &written),
            Ok(mv),
            "{text}: {written}"
        );
        assert!(
            texts.insert(written),
            "{text}: two moves are written the same"
        );
        let child = game.after(position, mv);
        assert_ne!(
            game.key(&child),
            game.key(position),
            "a move changes the position"
        );
        let (_, read) = game
            .read_position(&game.write_position(&child), None)
            .unwrap();
        assert_eq!(
            game.key(&read),
            game.key(&child),
            "the key made on the way is the key from scratch"
        );
    }
    holds_of_view(game, position, &moves);
}

/// Pieces stand on cells, and every click of a move hits one.
fn holds_of_view<G: Notation + Depict>(game: &G, position: &G::Position, moves: &[G::Move]) {
    let view = game.board(position);
    let cells: HashSet<&str> = view.cells.iter().map(|cell| cell.id.as_str()).collect();
    assert_eq!(
        cells.len(),
        view.cells.len(),
        "cells have names of their own"
    );
    assert!(
        view.pieces
            .iter()
            .all(|piece| cells.contains(piece.cell.as_str()))
    );
    assert!(
        view.pieces
            .iter()
            .all(|piece| view.words.iter().any(|(kind, _)| *kind == piece.kind))
    );
    for &mv in moves {
        let path = game.click_path(position, mv);
        assert!(!path.path.is_empty());
        assert!(
            path.path
                .iter()
                .chain(&path.takes)
                .all(|id| cells.contains(id.as_str()))
        );
    }
}

/// Plays the games that bytes spell and asks for the laws at every position.
fn hold<G: Notation + Depict>(game: G) {
    let mut runner = TestRunner::new(Config {
        cases: 48,
        failure_persistence: None,
        ..Config::default()
    });
    let bytes = vec(any::<u8>(), 0..120);
    let outcome = runner.run(&bytes, |bytes| {
        let mut position = game.start();
        hold_at(&game, &position);
        for byte in bytes {
            if is_over(&game, &position) {
                break;
            }
            let mut moves = Vec::new();
            game.legal_moves(&position, &mut moves);
            position = game.after(&position, moves[byte as usize % moves.len()]);
            hold_at(&game, &position);
        }
        Ok(())
    });
    outcome.unwrap();
}

#[test]
fn connect_four_holds_the_laws() {
    hold(ConnectFour::default());
}

#[test]
fn kings_valley_holds_the_laws_under_every_option() {
    for first_move in [FirstMove::Soldier, FirstMove::Both, FirstMove::Any] {
        for blocked in [Blocked::OwnTurn, Blocked::AtOnce] {
            for setup in [Setup::Standard, Setup::Retrieve] {
                hold(KingsValley {
                    first_move,
                    blocked,
                    setup,
                });
            }
        }
    }
}

#[test]
fn every_kind_of_draughts_holds_the_laws() {
    hold(Draughts::<Russian>::default());
    hold(Draughts::<English>::default());
    hold(Draughts::<English12>::default());
    hold(Draughts::<International>::default());
    hold(Draughts::<Brazilian>::default());
    hold(Draughts::<Canadian>::default());
}

#[test]
fn battle_sheep_holds_the_laws_for_two_three_and_four() {
    let guide = BattleSheep::guide();
    hold(BattleSheep {
        ending: Ending::Splits,
        ..guide.clone()
    });
    hold(guide.clone());
    for players in 2..=4 {
        hold(BattleSheep {
            pasture: tiles::random(players, 5).into(),
            players,
            sheep: 13,
            ..guide.clone()
        });
    }
}

/// Rubbish is refused, never a panic: half of it is a real position with a slip.
#[test]
fn no_text_brings_a_reader_down() {
    let mut runner = TestRunner::new(Config {
        cases: 400,
        failure_persistence: None,
        ..Config::default()
    });
    let text = "[ -~é\n/]{0,60}";
    let slips = (any::<proptest::sample::Index>(), any::<char>());
    let outcome = runner.run(&(text, slips), |(text, (place, letter))| {
        for entry in plyground_games::REGISTRY {
            let mut session = entry.open(&entry.options([]).unwrap());
            let _ = session.set_up(&text, None);
            let _ = session.play(&text);
            let mut slipped: Vec<char> = session.position().chars().collect();
            let at = place.index(slipped.len());
            slipped[at] = letter;
            let slipped: String = slipped.into_iter().collect();
            if session.set_up(&slipped, None).is_ok() {
                let _ = (session.legal_moves(), session.ending(), session.view());
            }
        }
        let _ = plyground_games::record::Record::read_all(&text);
        let _ = text.parse::<plyground_engine::spec::Spec>();
        Ok(())
    });
    outcome.unwrap();
}

/// The symmetries of a game's board: the image of a position, and of a move.
fn images_have_the_same_moves<G: Notation>(
    game: &G,
    position: &G::Position,
    image: &G::Position,
    move_image: impl Fn(G::Move) -> G::Move,
) {
    assert_eq!(game.outcome(position), game.outcome(image));
    if game.outcome(position).is_some() {
        return;
    }
    let (mut moves, mut images) = (Vec::new(), Vec::new());
    game.legal_moves(position, &mut moves);
    game.legal_moves(image, &mut images);
    let moves: HashSet<G::Move> = moves.into_iter().map(move_image).collect();
    assert_eq!(moves, images.into_iter().collect());
}

fn along_random_games<G: Game>(game: &G, games: u64, mut check: impl FnMut(&G::Position)) {
    let mut random = plyground_engine::random::Random::new(7);
    for _ in 0..games {
        let mut position = game.start();
        for _ in 0..60 {
            check(&position);
            if is_over(game, &position) {
                break;
            }
            let mut moves = Vec::new();
            game.legal_moves(&position, &mut moves);
            position = game.after(&position, moves[random.below(moves.len())]);
        }
    }
}

#[test]
fn mirrored_connect_four_positions_have_mirrored_moves() {
    let game = ConnectFour::default();
    along_random_games(&game, 200, |position| {
        images_have_the_same_moves(&game, position, &position.mirrored(), |column| 6 - column);
    });
}

#[test]
fn symmetric_valleys_have_symmetric_moves() {
    use plyground_games::kings_valley::board::{image, image_of_set};
    use plyground_games::kings_valley::rules::{Move, Position};
    let game = KingsValley {
        first_move: FirstMove::Any,
        ..KingsValley::default()
    };
    along_random_games(&game, 100, |position| {
        for symmetry in 0..8 {
            let turned = Position {
                soldiers: position.soldiers.map(|set| image_of_set(symmetry, set)),
                kings: position.kings.map(|square| image(symmetry, square)),
                ..*position
            };
            images_have_the_same_moves(&game, position, &turned, |mv: Move| Move {
                from: image(symmetry, mv.from),
                to: image(symmetry, mv.to),
            });
        }
    });
}
