//! `plyground evaluate`: the worked examples of the programs from which the classic
//! evaluations come, parts that sum to the whole, and what is refused.

mod common;

use common::plyground;

type Json = serde_json::Value;

fn evaluated(arguments: &[&str]) -> Json {
    let arguments = [&["evaluate"], arguments, &["--json"]].concat();
    let run = plyground(&arguments, b"");
    assert_eq!(run.status, 0, "{arguments:?}: {}", run.err);
    serde_json::from_str(&run.out).unwrap()
}

fn refused(arguments: &[&str]) -> String {
    let run = plyground(&[&["evaluate"], arguments].concat(), b"");
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}");
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    run.err
}

fn numbers(range: std::ops::RangeInclusive<u32>) -> String {
    let numbers: Vec<String> = range.map(|number| number.to_string()).collect();
    numbers.join(",")
}

/// The report of the program on 12x12 counts Black's pieces less White's.
#[test]
fn the_worked_examples_of_the_12x12_program_are_0_and_2000_and_8000() {
    let of_black = |position: &str| {
        let game = "english-draughts-12";
        let told = match position {
            "" => evaluated(&[game, "--eval", "classic"]),
            _ => evaluated(&[game, "--eval", "classic", "--position", position]),
        };
        told["evaluations"][0]["by_player"]["b"].as_i64().unwrap()
    };
    assert_eq!(of_black(""), 0);
    let (seventeen, fifteen) = (numbers(43..=59), numbers(1..=15));
    assert_eq!(of_black(&format!("W:W{seventeen}:B{fifteen}")), -2000);
    let (fourteen, ten) = (numbers(43..=56), numbers(7..=16));
    assert_eq!(of_black(&format!("W:W{fourteen},K3:B{ten}")), -8000);
}

/// 4 on the rim, then 3, 2 and 1; a king twice. By column and row, with nothing of the program.
#[test]
fn the_rings_of_the_russian_calculator_are_counted() {
    let told = evaluated(&[
        "russian-draughts",
        "--position",
        "W:Wa1,c3,Kd4:Bh8,Ke7,g5",
        "--eval",
        "classic",
    ]);
    let worth = |file: i32, rank: i32| {
        let to_edge = [file, rank].map(|along| (along - 1).min(8 - along));
        4 - to_edge[0].min(to_edge[1])
    };
    let white = worth(1, 1) + worth(3, 3) + 2 * worth(4, 4);
    let black = worth(8, 8) + 2 * worth(5, 7) + worth(7, 5);
    let evaluation = &told["evaluations"][0];
    assert_eq!(evaluation["points"], white - black);
    assert_eq!(evaluation["parts"][1]["cells"]["d4"], 2 * worth(4, 4));
    assert_eq!(evaluation["parts"][1]["cells"]["e7"], -2 * worth(5, 7));
}

/// The table of the Connect Four chapter, as it is printed there.
#[test]
fn the_squares_of_connect_four_count_what_the_chapter_says() {
    let table = [
        [3, 4, 5, 7, 5, 4, 3],
        [4, 6, 8, 10, 8, 6, 4],
        [5, 8, 11, 13, 11, 8, 5],
        [5, 8, 11, 13, 11, 8, 5],
        [4, 6, 8, 10, 8, 6, 4],
        [3, 4, 5, 7, 5, 4, 3],
    ];
    for column in 1..=7 {
        let mut moves = Vec::new();
        for row in &table {
            moves.push(column.to_string());
            let line = moves.join(" ");
            let told = evaluated(&["connect-four", "--moves", &line, "--eval", "classic"]);
            let last = &told["evaluations"][0]["last_move"];
            assert_eq!(last["change"], row[column - 1], "{line}");
        }
    }
}

#[test]
fn every_case_of_kings_valley_has_its_name_and_its_cost() {
    let costs = [
        ("wins", 1_000_000),
        ("loses", -1_000_000),
        ("lets the other king reach the centre", -900_000),
        ("opens the own king's way to the centre", 900_000),
        ("closes the other king's way", 250_000),
        ("frees the own king", 250_000),
        ("crowds the own king", -500_000),
        ("crowds the other king", 500_000),
        ("none of the eight cases", 0),
    ];
    let positions = [
        "bbBbb/5/5/5/wwWww w",
        "bbB1b/4w/5/b4/wwWw1 w",
        "bbB1b/5/5/b4/wwWww b",
        // The white king is walled in by b5-b2.
        "bb2b/5/5/2Bw1/wbWww b",
        "bb2b/B2w1/5/3w1/1bWww b",
        // The black king would slide from a1 to c3, unless d4-b2 stops it.
        "bb2b/3w1/5/3w1/BbWww w",
        "bb2w/wb3/W4/w4/Bb1w1 b",
    ];
    let mut seen = Vec::new();
    for position in positions {
        let arguments = ["kings-valley", "--position", position, "--eval", "classic"];
        let told = evaluated(&[&arguments[..], &["--lines", "all"]].concat());
        let moves = told["moves"].as_array().unwrap();
        for mv in moves {
            let case = mv["case"].as_str().unwrap();
            let cost = costs.iter().find(|(name, _)| *name == case);
            assert_eq!(mv["points"], cost.expect(case).1, "{position}: {mv}");
            assert!(mv["change"].as_i64() <= Some(0), "{position}: {mv}");
            seen.push((mv["move"].as_str().unwrap().to_owned(), case.to_owned()));
        }
        let best = moves.iter().map(|mv| mv["points"].as_i64().unwrap()).max();
        assert_eq!(
            told["evaluations"][0]["points"].as_i64(),
            best,
            "{position}"
        );
    }
    let holds = |mv: &str, case: &str| seen.contains(&(mv.to_owned(), case.to_owned()));
    assert!(holds("b5-b2", "wins") && holds("d4-b2", "closes the other king's way"));
    for (name, _) in costs {
        assert!(seen.iter().any(|(_, case)| case == name), "no move {name}");
    }
}

/// By the report's formula: free sides of free sheep, less half the difference.
#[test]
fn sheep_are_counted_by_free_sides_and_evenness() {
    let told = evaluated(&["battle-sheep", "--moves", "a1 f3", "--eval", "classic"]);
    let parts = told["evaluations"][0]["parts"].as_array().unwrap();
    let [sides, evenness] = &parts[..] else {
        panic!("{told}");
    };
    let counts = sides["counts"].as_array().unwrap();
    let difference = counts[0].as_i64().unwrap() - counts[1].as_i64().unwrap();
    assert_eq!(sides["value"].as_i64(), Some(difference));
    assert_eq!(evenness["counts"], serde_json::json!([0, 0]));
}

#[test]
fn a_stuck_herd_has_lost_for_certain() {
    // One empty hex beside the larger stack alone; the other side stands on one hex.
    let told = evaluated(&[
        "battle-sheep",
        "--position",
        "+1  -2   0",
        "--eval",
        "classic",
    ]);
    let evaluation = &told["evaluations"][0];
    assert_eq!(evaluation["value"], 1_000_000, "{told}");
    assert_eq!(evaluation["parts"][0]["code"], "part.sheep.certain");
}

#[test]
fn all_evaluations_are_told_unless_one_is_named() {
    let told = evaluated(&["russian-draughts", "--lines", "all"]);
    let evaluations = told["evaluations"].as_array().unwrap();
    let names: Vec<&str> = evaluations
        .iter()
        .map(|evaluation| evaluation["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["default", "squares", "classic", "material"]);
    for evaluation in evaluations {
        let parts = evaluation["parts"].as_array().unwrap();
        let sum: i64 = parts
            .iter()
            .map(|part| part["points"].as_i64().unwrap())
            .sum();
        assert_eq!(evaluation["points"].as_i64(), Some(sum));
        assert_eq!(evaluation["moves"].as_array().unwrap().len(), 7);
    }
    assert_eq!(told["moves"], evaluations[0]["moves"]);
}

#[test]
fn a_finished_game_has_an_outcome_and_no_evaluation() {
    let told = evaluated(&["connect-four", "--position", "1212121"]);
    assert_eq!(told["outcome"]["winner"], "x");
    assert_eq!(told["evaluations"], serde_json::json!([]));
    let ends = evaluated(&["connect-four", "--position", "121212", "--lines", "1"]);
    let win = serde_json::json!({"move": "1", "points": null, "change": null, "result": "win"});
    assert_eq!(ends["moves"][0], win);
}

#[test]
fn what_is_not_there_is_refused() {
    let told = refused(&["connect-four", "--eval", "rings"]);
    assert!(told.contains("default, classic"), "{told}");
    let told = refused(&["connect-four", "--lines", "none"]);
    assert!(told.contains("or all"), "{told}");
}
