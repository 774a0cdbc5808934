//! What the programs from which this one began do, and what their authors met here.

mod common;

use common::plyground;

type Json = serde_json::Value;

fn printed(arguments: &[&str]) -> String {
    let run = plyground(arguments, b"");
    assert_eq!(run.status, 0, "{arguments:?}: {}", run.err);
    run.out
}

fn analysed(game: &str, spec: &str, more: &[&str]) -> Json {
    let arguments = [&["analyse", game, "--algorithm", spec, "--json"], more].concat();
    serde_json::from_str(&printed(&arguments)).unwrap()
}

/// The tree is that of minimax, and told in the same units.
#[test]
fn the_tree_is_told_in_the_units_of_its_evaluation() {
    for game in ["russian-draughts", "english-draughts", "battle-sheep"] {
        let start: &[&str] = match game {
            "battle-sheep" => &["--moves", "a1 f3"],
            _ => &[],
        };
        let tree = [&["lab", game, "--tree", "1", "--eval", "classic"], start].concat();
        let drawn = printed(&tree);
        let root = drawn.split_whitespace().next().unwrap();
        let told = analysed(game, "minimax,depth=2,eval=classic", start);
        let value = told["score"]["value"].as_f64().unwrap();
        assert_eq!(root.parse::<f64>().unwrap(), value, "{game}: {drawn}");
    }
}

#[test]
fn a_position_may_begin_with_a_stack_of_minus() {
    let told = printed(&[
        "show",
        "battle-sheep",
        "--position",
        "-5   0   0  +5",
        "--json",
    ]);
    assert!(told.contains(r#""to_move":"-""#), "{told}");
}

#[test]
fn the_hexes_of_the_winner_come_first() {
    let told = printed(&["show", "battle-sheep", "--position", "-1  -1  +1  +1  +1"]);
    assert!(told.contains("Plus wins: 3 to 2 hexes"), "{told}");
}

#[test]
fn nobody_is_told_of_a_table_that_nobody_asks() {
    let seats = ["--seat", "minimax,depth=1", "--seat", "random,seed=3"];
    let run = plyground(&[&["play", "kings-valley"], &seats[..]].concat(), b"");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
}

#[test]
fn what_would_not_be_told_is_refused() {
    let arguments = [
        "analyse",
        "russian-draughts",
        "--depth",
        "1",
        "--format",
        "board",
    ];
    let run = plyground(&[&arguments[..], &["--lines", "2"]].concat(), b"");
    assert_eq!(run.status, 2, "{}", run.out);
    assert!(run.err.contains("--output"), "{}", run.err);
}

/// The last ply is foreseen with and without a quiescence search that has nothing to do.
#[test]
fn a_game_without_noise_has_the_quick_last_ply() {
    for game in ["battle-sheep", "connect-four"] {
        let usual = analysed(game, "search,depth=4,eval=classic,threads=1", &[]);
        let plain = analysed(
            game,
            "search,depth=4,eval=classic,threads=1,quiescence=off",
            &[],
        );
        assert_eq!(usual["nodes"], plain["nodes"], "{game}");
    }
}

#[test]
fn a_depth_can_be_searched_at_once() {
    let spec = "search,depth=6,selective=off,threads=1,exact=off,eval=classic";
    let stepwise = analysed("connect-four", spec, &[]);
    let at_once = analysed("connect-four", &format!("{spec},deepening=off"), &[]);
    assert_eq!(stepwise["score"], at_once["score"]);
    assert_eq!(at_once["depth"], 6);
    assert_ne!(stepwise["nodes"], at_once["nodes"]);
}

/// Sorting costs no evaluation of a leaf, and the score is that of minimax.
#[test]
fn the_last_level_is_not_sorted() {
    let minimax = analysed("connect-four", "minimax,depth=2,eval=classic", &[]);
    let sorted = analysed(
        "connect-four",
        "alpha-beta,depth=1,order=eval,eval=classic",
        &[],
    );
    let plain = analysed("connect-four", "alpha-beta,depth=1,eval=classic", &[]);
    assert_eq!(sorted["lines"], plain["lines"]);
    let sorted = analysed(
        "connect-four",
        "alpha-beta,depth=2,order=eval,eval=classic",
        &[],
    );
    assert_eq!(sorted["score"], minimax["score"]);
}

#[test]
fn repetition_is_a_draw_unless_the_rules_say_otherwise() {
    let back_and_forth = |game: &str, option: &[&str]| {
        let (start, moves) = match game {
            "kings-valley" => (
                "bbBbb/5/5/5/wwWww w",
                "a1-a4 e5-e2 a4-a1 e2-e5 a1-a4 e5-e2 a4-a1 e2-e5 a1-a4",
            ),
            _ => ("W:WK1:BK72", "1-7 72-66 7-1 66-72 1-7 72-66 7-1 66-72"),
        };
        let arguments = [
            "show",
            game,
            "--position",
            start,
            "--moves",
            moves,
            "--json",
        ];
        let told: Json =
            serde_json::from_str(&printed(&[&arguments[..], option].concat())).unwrap();
        told["outcome"].clone()
    };
    for game in ["kings-valley", "english-draughts-12"] {
        assert_eq!(
            back_and_forth(game, &[])["reason"],
            "third repetition",
            "{game}"
        );
        let free = back_and_forth(game, &["--option", "repetition=none"]);
        assert_eq!(free, Json::Null, "{game}");
    }
}

#[test]
fn arrangements_by_chance_are_tried_where_somebody_asks() {
    let arguments = [
        "complexity",
        "kings-valley",
        "--games",
        "10",
        "--plies",
        "0",
    ];
    let told = printed(&[&arguments[..], &["--states", "10000"]].concat());
    let share = told
        .lines()
        .find_map(|line| line.strip_prefix("of those by chance    "));
    let share: f64 = share.unwrap()[..7].parse().unwrap();
    assert!((share - 0.68).abs() < 0.03, "{told}");
}
