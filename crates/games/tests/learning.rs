//! What a game for learning teaches where a table of endings knows how it ends.

use plyground_engine::game::{Game, WinDrawLoss};
use plyground_engine::learn::fit::Samples;
use plyground_engine::learn::games::{GameRecord, Ply};
use plyground_engine::notation::Notation;
use plyground_engine::random::Random;
use plyground_games::REGISTRY;
use plyground_games::draughts::{Draughts, English};

/// A random game from four kings against two on, up to the ply before so few pieces are left.
fn down_to(pieces: usize, random: &mut Random) -> Option<GameRecord> {
    let start = "B:WK29,K30,K31,K32:BK1,K2";
    let (game, mut position) = Draughts::<English>::default()
        .read_position(start, None)
        .unwrap();
    let (mut plies, mut moves) = (Vec::new(), Vec::new());
    loop {
        moves.clear();
        game.legal_moves(&position, &mut moves);
        if moves.is_empty() || game.outcome(&position).is_some() {
            return None;
        }
        let index = random.below(moves.len());
        let left = game.write_position(&position).matches('K').count();
        if left <= pieces {
            return Some(GameRecord {
                start: start.to_owned(),
                result: WinDrawLoss::Draw,
                plies,
            });
        }
        plies.push(Ply {
            mv: index as u16,
            score: 0,
        });
        position = game.after(&position, moves[index]);
    }
}

/// What is missed by weights that count kings, if the game is said to have ended so.
fn losses(record: &GameRecord) -> [f64; 3] {
    let entry = REGISTRY.iter().find(|entry| entry.id == "english-draughts");
    let trainer = entry.unwrap().trainer().unwrap();
    let weights = vec![[1.0; 2]; trainer.count()];
    [WinDrawLoss::Win, WinDrawLoss::Draw, WinDrawLoss::Loss].map(|result| {
        let mut samples = Samples::default();
        let record = GameRecord {
            result,
            ..record.clone()
        };
        assert!(trainer.read(1, &record, &mut samples));
        samples.loss(&weights, false)
    })
}

#[test]
fn the_table_says_how_a_game_ended_whatever_was_made_of_it() {
    let mut random = Random::new(4);
    let mut told = 0;
    while told < 10 {
        // Five pieces no table in the program knows, two all of them do.
        if let Some(record) = down_to(5, &mut random) {
            let [won, drawn, lost] = losses(&record);
            assert!(won != drawn && drawn != lost);
        }
        if let Some(record) = down_to(2, &mut random) {
            let [won, drawn, lost] = losses(&record);
            assert!(won == drawn && drawn == lost);
            told += 1;
        }
    }
}
