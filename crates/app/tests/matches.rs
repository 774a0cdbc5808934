//! Matches: what was played before a kill is kept, once; who meets whom; and games
//! that end before their time.

mod common;

use common::plyground;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

fn arguments<'a>(path: &'a str, games: &'a str) -> Vec<&'a str> {
    let specs = ["search,depth=6,exact=off,hash=1", "random"];
    let mut arguments = vec!["match", "connect-four", specs[0], specs[1]];
    arguments.extend(["--games", games, "--save", path, "--json"]);
    arguments
}

/// The number of every game in a journal.
fn games_in(text: &str) -> Vec<u64> {
    let games = text.lines().skip(1).map(|line| {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        game["number"].as_u64().unwrap()
    });
    games.collect()
}

#[test]
fn a_match_that_was_killed_goes_on_and_every_game_is_there_once() {
    let path = file("killed.match");
    let name = path.to_str().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyground"))
        .args(arguments(name, "400"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let started = Instant::now();
    let lines = || std::fs::read_to_string(&path).map_or(0, |text| text.lines().count());
    while lines() < 5 && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // A kill may cut the last line short.
    let mut kept = std::fs::read_to_string(&path).unwrap();
    let before = games_in(&kept[..kept.rfind('\n').unwrap() + 1]);
    assert!(before.len() >= 4);
    kept.push_str("{\"number\":7,\"op");
    std::fs::write(&path, &kept).unwrap();

    let mut again = arguments(name, "400");
    again.push("--resume");
    let run = plyground(&again, b"");
    assert_eq!(run.status, 0, "{}", run.err);
    let games = games_in(&std::fs::read_to_string(&path).unwrap());
    assert!(games.iter().copied().eq(0..400));
    let told: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(told["games"], 400);
}

#[test]
fn a_shorter_match_leaves_the_journal_of_a_longer_one_alone() {
    let path = file("longer.match");
    let name = path.to_str().unwrap();
    assert_eq!(plyground(&arguments(name, "12"), b"").status, 0);
    let longer = std::fs::read_to_string(&path).unwrap();
    let mut shorter = arguments(name, "4");
    shorter.push("--resume");
    let run = plyground(&shorter, b"");
    let told: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.status, &told["games"]), (0, &4.into()));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), longer);
}

#[test]
fn a_journal_is_neither_overwritten_nor_mistaken_for_another() {
    let path = file("kept.match");
    let name = path.to_str().unwrap();
    assert_eq!(plyground(&arguments(name, "2"), b"").status, 0);
    let run = plyground(&arguments(name, "2"), b"");
    assert_eq!(run.status, 2);
    assert!(run.err.contains("--resume"), "{}", run.err);
    let other = [
        "match",
        "kings-valley",
        "random",
        "random",
        "--save",
        name,
        "--resume",
    ];
    let run = plyground(&other, b"");
    assert_eq!(run.status, 2);
    assert!(run.err.contains("another match"), "{}", run.err);
    std::fs::write(&path, "nonsense\n").unwrap();
    let mut again = arguments(name, "2");
    again.push("--resume");
    let run = plyground(&again, b"");
    assert_eq!(run.status, 2);
    assert!(run.err.contains("line 1"), "{}", run.err);
}

#[test]
fn a_test_of_two_guesses_ends_as_soon_as_one_is_clear() {
    let arguments = [
        "match",
        "connect-four",
        "search,depth=4,exact=off,hash=1",
        "random",
        "--games",
        "2000",
        "--sprt",
        "elo0=0,elo1=200",
        "--json",
    ];
    let run = plyground(&arguments, b"");
    assert_eq!(run.status, 0, "{}", run.err);
    let told: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(told["sprt"]["verdict"], "elo1 accepted");
    assert!(told["games"].as_u64().unwrap() < 2000);
}

/// The journal, the games and the report of a test with a depth limit, played so many
/// games at a time.
fn played_at_once(concurrency: &str) -> [String; 3] {
    let name = |ending: &str| format!("at-once-{concurrency}.{ending}");
    let (journal, games) = (file(&name("match")), file(&name("pdn")));
    let mut arguments = arguments(journal.to_str().unwrap(), "300");
    arguments[3] = "search,depth=5,exact=off,hash=1";
    arguments.extend(["--sprt", "elo0=0,elo1=12", "--concurrency", concurrency]);
    arguments.extend(["--pgn", games.to_str().unwrap()]);
    let run = plyground(&arguments, b"");
    assert_eq!(run.status, 0, "{}", run.err);
    let read = |path: &PathBuf| std::fs::read_to_string(path).unwrap();
    [read(&journal), read(&games), run.out]
}

#[test]
fn journal_games_and_verdict_do_not_depend_on_how_many_play_at_once() {
    let alone = played_at_once("1");
    let told: serde_json::Value = serde_json::from_str(&alone[2]).unwrap();
    assert_ne!(told["sprt"]["verdict"], "open");
    let count = told["games"].as_u64().unwrap();
    assert!((2..300).contains(&count));
    assert!(games_in(&alone[0]).into_iter().eq(0..count));
    for concurrency in ["2", "2"] {
        assert_eq!(played_at_once(concurrency), alone);
    }
}

fn told(arguments: &[&str]) -> serde_json::Value {
    let mut all = vec!["match"];
    all.extend(arguments);
    all.push("--json");
    let run = plyground(&all, b"");
    assert_eq!(run.status, 0, "{}", run.err);
    serde_json::from_str(&run.out).unwrap()
}

#[test]
fn in_a_round_robin_everybody_meets_everybody_and_the_points_add_up() {
    let specs = ["search,depth=3,exact=off,hash=1", "careful", "random"];
    let found = told(&[&["connect-four"][..], &specs, &["--games", "8"]].concat());
    assert_eq!(found["games"], 24);
    assert_eq!(found["elo"], serde_json::Value::Null);
    let players = found["players"].as_array().unwrap();
    let cell = |one: usize, other: usize| &players[one]["against"][other];
    for one in 0..3 {
        assert_eq!(cell(one, one)["games"], 0);
        for other in (0..3).filter(|&other| other != one) {
            assert_eq!(cell(one, other)["games"], 8);
            let both = [cell(one, other), cell(other, one)].map(|cell| cell["points"].as_f64());
            assert_eq!(both[0].unwrap() + both[1].unwrap(), 8.0);
        }
    }
}

#[test]
fn in_a_gauntlet_only_the_first_meets_the_others() {
    let arguments = ["connect-four", "careful", "random", "random,seed=3"];
    let found = told(
        &[
            &arguments[..],
            &["--games", "4", "--tournament", "gauntlet"],
        ]
        .concat(),
    );
    assert_eq!(found["games"], 8);
    assert_eq!(found["players"][1]["against"][2]["games"], 0);
    assert_eq!(found["players"][0]["against"][2]["games"], 4);
}

#[test]
fn games_of_three_are_told_in_places_that_add_up() {
    let arguments = ["battle-sheep", "search,depth=1", "careful", "random"];
    let found = told(&[&arguments[..], &["--option", "players=3", "--games", "6"]].concat());
    let players = found["players"].as_array().unwrap();
    let mean: f64 = players
        .iter()
        .map(|row| row["place"].as_f64().unwrap())
        .sum();
    assert!((mean - 6.0).abs() < 1e-9, "{found}");
    for row in players {
        let counts = row["places"].as_array().unwrap().iter();
        assert_eq!(counts.map(|count| count.as_u64().unwrap()).sum::<u64>(), 6);
        assert!(row["place_error"].is_number());
    }
}

/// Whoever begins in the middle wins, and both know it: the published value of the
/// empty board and of the first column (lost for the beginner) end the games.
#[test]
fn a_game_that_the_book_knows_ends_with_its_true_result() {
    let openings = file("known.openings");
    std::fs::write(
        &openings,
        "# the middle and the edge\nstartpos moves 4\n1\n",
    )
    .unwrap();
    let pgn = file("known.pgn");
    let found = told(&[
        "connect-four",
        "random",
        "random",
        "--known",
        "--games",
        "4",
        "--openings",
        openings.to_str().unwrap(),
        "--pgn",
        pgn.to_str().unwrap(),
    ]);
    assert_eq!(found["games"], 4);
    let text = std::fs::read_to_string(&pgn).unwrap();
    let results: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("[Result "))
        .collect();
    assert_eq!(results, ["\"1-0\"]", "\"1-0\"]", "\"0-1\"]", "\"0-1\"]"]);
    assert!(
        text.contains("[Reason \"known: lost in 40 plies for o\"]"),
        "{text}"
    );
}

#[test]
fn openings_of_a_file_are_played_in_turn_and_a_bad_one_is_refused() {
    let openings = file("turn.openings");
    let name = openings.to_str().unwrap();
    let pgn = file("turn.pgn");
    let records = "[Game \"connect-four\"]\n\n1. 1 2 2. 3 *\n\n[Game \"connect-four\"]\n\n1. 7 *\n";
    std::fs::write(&openings, records).unwrap();
    let arguments = ["connect-four", "random", "random", "--games", "6"];
    let more = ["--openings", name, "--pgn", pgn.to_str().unwrap()];
    told(&[&arguments[..], &more].concat());
    let text = std::fs::read_to_string(&pgn).unwrap();
    let begins: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("1. "))
        .collect();
    for (line, begin) in begins.iter().zip(
        ["1. 1 2 2. 3", "1. 7", "1. 1 2 2. 3"]
            .into_iter()
            .flat_map(|begin| [begin; 2]),
    ) {
        assert!(line.starts_with(begin), "{text}");
    }
    assert_eq!(begins.len(), 6);
    for (content, expected) in [
        ("4\n4448\n", "line 2: ply 4"),
        ("startpos moves 4 9\n", "line 1"),
        ("1212121\n", "line 1: expected a game that goes on"),
        ("\n# nothing\n", "expected an opening, found none"),
        (
            "[Game \"kings-valley\"]\n\n*\n",
            "game 1: expected connect-four",
        ),
    ] {
        std::fs::write(&openings, content).unwrap();
        let run = plyground(
            &[
                "match",
                "connect-four",
                "random",
                "random",
                "--openings",
                name,
            ],
            b"",
        );
        assert_eq!(run.status, 2, "{content}");
        assert!(run.err.contains(expected), "{content}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1);
    }
}

/// The side that is a whole king down says so, and so does the other one.
#[test]
fn games_that_both_sides_agree_about_are_called_off() {
    let openings = file("agreed.openings");
    let position = "W:WK1,K2,K3,32:BK28";
    std::fs::write(&openings, position).unwrap();
    let pgn = file("agreed.pgn");
    let play = |rule: [&str; 2]| {
        let spec = "alpha-beta,depth=1,eval=squares";
        let arguments = ["english-draughts", spec, spec, "--games", "2", "--openings"];
        let files = [openings.to_str().unwrap(), "--pgn", pgn.to_str().unwrap()];
        told(&[&arguments[..], &files, &rule].concat());
        std::fs::read_to_string(&pgn).unwrap()
    };
    let text = play(["--resign", "moves=2,score=1"]);
    assert_eq!(text.matches("[Reason \"resigned\"]").count(), 2, "{text}");
    let text = play(["--draw", "moves=1,score=1000"]);
    assert_eq!(
        text.matches("[Reason \"called drawn\"]").count(),
        2,
        "{text}"
    );
}

#[test]
fn what_does_not_go_together_is_refused() {
    let three = ["--option", "players=3"];
    let cases: [(&[&str], &[&str], &str); 6] = [
        (
            &["connect-four", "random", "random", "random"],
            &["--sprt", "elo0=0,elo1=5"],
            "--sprt",
        ),
        (
            &["battle-sheep", "random", "random"],
            &three,
            "at least 3 SPECs",
        ),
        (
            &["connect-four", "random", "random"],
            &["--draw", "moves=1"],
            "expected moves=N",
        ),
        (
            &["connect-four", "random", "random"],
            &["--resign", "moves=x,score=1"],
            "moves must be",
        ),
        (
            &["connect-four", "random", "random"],
            &["--tournament", "cup"],
            "round-robin",
        ),
        (
            &["connect-four", "random", "cmd:/no/such/program"],
            &[],
            "cannot start '/no/such/program'",
        ),
    ];
    for (arguments, more, expected) in cases {
        let run = plyground(&[&["match"], arguments, more].concat(), b"");
        assert_eq!(run.status, 2, "{arguments:?} {}", run.err);
        assert!(run.err.contains(expected), "{arguments:?}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    }
    let specs = ["random"; 3];
    let draw = ["--draw", "moves=1,score=1"];
    let run = plyground(
        &[&["match", "battle-sheep"], &specs[..], &three, &draw].concat(),
        b"",
    );
    assert!(
        run.err.contains("--draw: expected a game for two"),
        "{}",
        run.err
    );
}

#[test]
fn random_openings_are_distinct_and_nobody_wins_them_at_once() {
    let path = file("openings.pgn");
    let name = path.to_str().unwrap();
    let mut openings: Vec<String> = Vec::new();
    for (plies, games) in [(2, 40), (4, 300)] {
        let arguments = ["match", "connect-four", "random", "random", "--pgn", name];
        let more = [
            format!("--games={games}"),
            format!("--opening-plies={plies}"),
        ];
        let more = more.each_ref().map(String::as_str);
        let run = plyground(&[&arguments[..], &more].concat(), b"");
        assert_eq!(run.status, 0, "{}", run.err);
        let records = std::fs::read_to_string(&path).unwrap();
        let moves = records.lines().filter(|line| line.starts_with("1. "));
        // Every opening is played twice, one game after the other.
        let begun = moves.step_by(2).map(|line| {
            let is_move = |word: &&str| word.len() == 1;
            line.split(' ').filter(is_move).take(plies).collect()
        });
        openings.extend(begun);
    }
    assert_eq!(openings.len(), 170);
    let mut distinct = openings.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), 170);
    let solved = plyground(
        &["solve", "connect-four", "--batch", "--json"],
        openings.join("\n").as_bytes(),
    );
    for line in solved.out.lines() {
        let told: serde_json::Value = serde_json::from_str(line).unwrap();
        let plies = told["score"]["plies"].as_u64();
        assert!(plies.is_none_or(|plies| plies > 4), "{line}");
    }
}
