//! Matches on disk: what was played before a kill is kept, once.

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

/// Opening and shift of every game in a journal.
fn games_in(text: &str) -> Vec<(u64, u64)> {
    let games = text.lines().skip(1).map(|line| {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        (
            game["opening"].as_u64().unwrap(),
            game["shift"].as_u64().unwrap(),
        )
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
    kept.push_str("{\"opening\":3,\"sh");
    std::fs::write(&path, &kept).unwrap();

    let mut again = arguments(name, "400");
    again.push("--resume");
    let run = plyground(&again, b"");
    assert_eq!(run.status, 0, "{}", run.err);
    let mut games = games_in(&std::fs::read_to_string(&path).unwrap());
    assert_eq!(games[..before.len()], before);
    games.sort_unstable();
    let expected: Vec<(u64, u64)> = (0..400).map(|number| (number / 2, number % 2)).collect();
    assert_eq!(games, expected);
    let told: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(told["games"], 400);
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
