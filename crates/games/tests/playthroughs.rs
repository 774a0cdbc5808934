//! Playthroughs: one recorded random game of every game, every observable of
//! every state, so that no change of behaviour goes unseen. After a change that
//! is meant, `UPDATE_EXPECT=1 cargo test` writes them anew.

use plyground_engine::random::Random;
use plyground_engine::session::Session;
use plyground_games::{Entry, REGISTRY};
use std::fmt::Write;

fn playthrough(session: &mut dyn Session, plies: usize) -> String {
    let mut random = Random::new(2024);
    let mut text = String::new();
    for ply in 0..=plies {
        let view = session.view();
        let pieces: Vec<String> = view
            .pieces
            .iter()
            .map(|piece| {
                let count = piece.count.map_or(String::new(), |count| count.to_string());
                format!("{}{}{count}", piece.letter, piece.cell)
            })
            .collect();
        let _ = writeln!(text, "ply {ply}: {}", session.position());
        let _ = writeln!(text, "  to move: {}", session.sign(session.to_move()));
        let _ = writeln!(text, "  pieces: {}", pieces.join(" "));
        let _ = writeln!(text, "  last: {}", view.last.join(" "));
        if let Some(ending) = session.ending() {
            let _ = writeln!(text, "  ended: {:?}, {}", ending.outcome, ending.reason);
            break;
        }
        let moves = session.legal_moves();
        let _ = writeln!(text, "  moves: {}", moves.join(" "));
        let paths: Vec<String> = view.moves.iter().map(|path| path.path.join(">")).collect();
        let _ = writeln!(text, "  clicks: {}", paths.join(" "));
        let chosen = &moves[random.below(moves.len())];
        let _ = writeln!(text, "  plays: {chosen}");
        session.play(chosen).unwrap();
    }
    text
}

fn check(entry: &Entry, options: &[(&str, &str)], name: &str) {
    let options = entry.options(options.iter().copied()).unwrap();
    let mut session = entry.open(&options);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs");
    let recorded = expect_test::expect_file![format!("{folder}/{name}.txt")];
    recorded.assert_eq(&playthrough(session.as_mut(), 60));
}

#[test]
fn every_game_plays_as_recorded() {
    for entry in REGISTRY {
        check(entry, &[], entry.id);
        let (fewest, most) = entry.players;
        for players in fewest + 1..=most {
            let name = format!("{}-{players}", entry.id);
            check(entry, &[("players", &players.to_string())], &name);
        }
    }
}
