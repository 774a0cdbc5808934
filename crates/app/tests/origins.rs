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

/// What was printed, through standard input.
fn piped(arguments: &[&str], input: &str) -> common::Run {
    plyground(arguments, input.as_bytes())
}

#[test]
fn every_draughts_game_has_a_board_of_lines_both_ways() {
    for game in [
        "english-draughts-12",
        "international-draughts",
        "canadian-draughts",
    ] {
        let board = printed(&["show", game, "--format", "board"]);
        let rows = if game == "international-draughts" {
            10
        } else {
            12
        };
        assert_eq!(board.lines().count(), rows + 1, "{board}");
        let read = ["show", game, "--file", "-", "--to-move", "w", "--json"];
        let start = printed(&["show", game, "--json"]);
        assert_eq!(piped(&read, &board).out, start);
        let wrong = board.replacen("11 ", "13 ", 1).replacen("10 ", "13 ", 1);
        let refused = piped(&read, &wrong);
        assert_eq!(refused.status, 2);
        assert!(
            refused.err.contains("expected the row number 10 first"),
            "{}",
            refused.err
        );
    }
}

#[test]
fn the_answer_sheet_is_read_back_with_the_side_that_is_to_answer() {
    let calculate = [
        "analyse",
        "russian-draughts",
        "--depth",
        "2",
        "--format",
        "board",
    ];
    let sheet = printed(&calculate);
    assert!(sheet.contains("\nmove: "), "{sheet}");
    let shown = piped(
        &["show", "russian-draughts", "--file", "-", "--json"],
        &sheet,
    );
    assert!(
        shown.out.contains(r#""to_move":"b""#),
        "{}{}",
        shown.out,
        shown.err
    );
    let answer = piped(&[&calculate[..], &["--file", "-"]].concat(), &sheet);
    assert_eq!(answer.status, 0, "{}", answer.err);
    assert_eq!(answer.out.lines().count(), 10, "{}", answer.out);
    // As the older program wrote it.
    let older = sheet.replace("move: ", "White`s move:");
    let shown = piped(
        &["show", "russian-draughts", "--file", "-", "--json"],
        &older,
    );
    assert!(
        shown.out.contains(r#""to_move":"b""#),
        "{}{}",
        shown.out,
        shown.err
    );
    for (cut, place) in [
        (
            sheet.lines().take(6).collect::<Vec<_>>().join("\n"),
            "line 7: ",
        ),
        (
            format!("{}move: C6-", sheet.split("move").next().unwrap()),
            "line 10: ",
        ),
    ] {
        let refused = piped(&["show", "russian-draughts", "--file", "-"], &cut);
        assert_eq!(refused.status, 2, "{cut}");
        assert!(refused.err.contains(place), "{}", refused.err);
        assert_eq!(refused.err.lines().count(), 1);
    }
}

#[test]
fn moves_by_the_squares_of_a_board_are_read_where_the_format_says_so() {
    let moves = "C6->B5 f3->e4";
    let lines = [
        "show",
        "russian-draughts",
        "--format",
        "board",
        "--moves",
        moves,
    ];
    let told: Json = serde_json::from_str(&printed(&[&lines[..], &["--json"]].concat())).unwrap();
    let plain = printed(&[
        "show",
        "russian-draughts",
        "--moves",
        "c3-b4 f6-e5",
        "--json",
    ]);
    let plain: Json = serde_json::from_str(&plain).unwrap();
    assert_eq!(told["position"], plain["position"]);
    let play = [
        "play",
        "russian-draughts",
        "--format",
        "board",
        "--seat",
        "human",
    ];
    let run = piped(
        &[&play[..], &["--seat", "human"]].concat(),
        "C6->B5\nB9->A1\nquit\n",
    );
    assert!(run.out.contains("\n5 _ w _ 0"), "{}", run.out);
    assert!(
        run.out.contains("expected dark squares from A1 to H8"),
        "{}",
        run.out
    );
}

#[test]
fn a_pasture_can_be_pasted_as_it_is_drawn() {
    let start = ["battle-sheep", "--moves", "c6 d2"];
    let drawn = printed(&[&["show"], &start[..], &["--ascii"]].concat());
    let board: Vec<&str> = drawn.lines().take(6).collect();
    let told: Json =
        serde_json::from_str(&printed(&[&["show"], &start[..], &["--json"]].concat())).unwrap();
    let shown = piped(
        &["show", "battle-sheep", "--file", "-", "--json"],
        &board.join("\n"),
    );
    let read: Json = serde_json::from_str(&shown.out).unwrap_or_else(|_| panic!("{}", shown.err));
    assert_eq!(read["position"], told["position"]);
    // And as a move: the board after it.
    let after = [
        "show",
        "battle-sheep",
        "--moves",
        "c6 d2 c6-c1:1",
        "--ascii",
    ];
    let after: Vec<String> = printed(&after).lines().take(6).map(str::to_owned).collect();
    let seats = ["--seat", "human", "--seat", "human", "--ascii"];
    let play = [&["play"], &start[..], &seats[..]].concat();
    let run = piped(&play, &format!("{}\nquit\n", after.join("\n")));
    assert!(run.out.contains("Plus> "), "{}", run.out);
}
