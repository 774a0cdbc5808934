//! What an engine plays that may ask for exact answers, against what the solver
//! says of every move.

mod common;

use common::plyground;
use serde_json::Value;

/// Won, drawn and lost positions of Connect Four, with one best move or several.
const POSITIONS: [&str; 9] = [
    "4444445226737",
    "22133223334444445532",
    "33744334442342222366",
    "72643444247233325552",
    "341433443463663",
    "3414334434636636",
    "7264344424723332",
    "23163416124767223154467471272416755633",
    "65214673556155731566316327373221417",
];

fn told(command: &str, more: &[&str]) -> Vec<Value> {
    let input = POSITIONS.join("\n") + "\n";
    let mut arguments = vec![command, "connect-four", "--batch"];
    arguments.extend(more);
    let run = plyground(&arguments, input.as_bytes());
    assert_eq!(run.status, 0, "{}", run.err);
    let lines = run.out.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn the_move_that_is_played_is_one_of_the_best_and_its_score_is_exact() {
    let solved = told("solve", &["--no-book"]);
    let analysed = told("analyse", &["--time", "60s", "--threads", "1"]);
    for ((solved, analysed), position) in solved.iter().zip(&analysed).zip(POSITIONS) {
        assert_eq!(solved["score"], analysed["score"], "{position}");
        let best = solved["best"].as_array().unwrap();
        assert!(best.contains(&analysed["best"]), "{position}: {analysed}");
    }
    let kinds = solved.iter().map(|solved| solved["score"]["kind"].as_str());
    let mut kinds: Vec<&str> = kinds.flatten().collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds, ["draw", "loss", "win"]);
}
