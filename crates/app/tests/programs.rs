//! Other programs in matches, as real processes: those that play, and those that
//! end, hang, cheat or babble.

#![cfg(unix)]

mod common;

use common::plyground;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Begins a script that greets and gets ready; what it does when told to go is `act`.
/// The number in its name lets a test find the processes that are its own.
fn script(name: &str, act: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let text = format!(
        "#!/bin/sh\nwhile read -r word rest; do\n  case \"$word\" in\n    ugi) echo ugiok;;\n    \
         isready) echo readyok;;\n    go) {act};;\n    quit) exit 0;;\n  esac\ndone\n"
    );
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A match of a program against a random player, in JSON and as records.
fn played(program: &str, games: &str, more: &[&str]) -> (serde_json::Value, String) {
    let name = format!(
        "programs-{}.pgn",
        program.len() + program.bytes().map(usize::from).sum::<usize>()
    );
    let pgn = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let spec = format!("cmd:{program}");
    let mut arguments = vec!["match", "connect-four", &spec, "random", "--games", games];
    arguments.extend(["--json", "--pgn", pgn.to_str().unwrap()]);
    arguments.extend(more);
    let run = plyground(&arguments, b"");
    assert_eq!(run.status, 0, "{}", run.err);
    let text = std::fs::read_to_string(&pgn).unwrap();
    (serde_json::from_str(&run.out).unwrap(), text)
}

/// How many processes there are whose command has this text in it.
fn processes(text: &str) -> usize {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let commands = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    commands
        .filter(|command| String::from_utf8_lossy(command).contains(text))
        .count()
}

/// Nothing is left of these; what has been killed may take a moment to be gone.
fn assert_gone(texts: [&str; 2]) {
    let soon = Instant::now() + Duration::from_secs(5);
    while texts.map(processes) != [0, 0] && Instant::now() < soon {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(texts.map(processes), [0, 0]);
}

fn ours() -> String {
    format!("{} engine", env!("CARGO_BIN_EXE_plyground"))
}

#[test]
fn our_own_program_plays_as_our_own_engine_does() {
    let spec = "depth=3,exact=off,hash=1";
    let (found, _) = played(&format!("{},{spec}", ours()), "10", &[]);
    assert_eq!(found["games"], 10);
    assert_eq!(found["players"][0]["faults"], serde_json::json!({}));
    let ours = format!("search,{spec}");
    let run = plyground(
        &[
            "match",
            "connect-four",
            &ours,
            "random",
            "--games",
            "10",
            "--json",
        ],
        b"",
    );
    let own: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    for name in ["wins", "draws", "losses"] {
        assert_eq!(found["players"][0][name], own["players"][0][name]);
    }
}

/// On another random board each round, and with three at a board.
#[test]
fn a_program_is_told_the_rules_of_the_round() {
    let program = format!("cmd:{},depth=1", ours());
    let run = plyground(
        &[
            "match",
            "battle-sheep",
            &program,
            "random",
            "careful",
            "--option",
            "players=3",
            "--option",
            "pasture=random",
            "--games",
            "6",
            "--json",
        ],
        b"",
    );
    assert_eq!(run.status, 0, "{}", run.err);
    let found: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(found["games"], 6);
    assert_eq!(
        found["players"][0]["faults"],
        serde_json::json!({}),
        "{found}"
    );
}

#[test]
fn a_clock_is_told_and_kept() {
    let (found, _) = played(&ours(), "4", &["--clock", "2+0.02"]);
    assert_eq!(
        found["players"][0]["faults"],
        serde_json::json!({}),
        "{found}"
    );
    assert!(
        found["players"][0]["score"].as_f64().unwrap() > 0.5,
        "{found}"
    );
}

#[test]
fn a_program_that_ends_loses_the_game_and_is_started_again() {
    let (found, records) = played(&script("ends.sh", "exit 3"), "4", &[]);
    assert_eq!(found["players"][0]["losses"], 4);
    assert_eq!(
        found["players"][0]["faults"],
        serde_json::json!({"crash": 4})
    );
    assert_eq!(
        records.matches("[Reason \"crash of ").count(),
        4,
        "{records}"
    );
    assert!(records.contains("it has ended"), "{records}");
}

#[test]
fn a_program_that_does_not_move_loses_and_nothing_of_it_is_left() {
    let program = script("hangs.sh", "sleep 1234");
    let (found, records) = played(&format!("{program},time=20ms"), "2", &[]);
    assert_eq!(
        found["players"][0]["faults"],
        serde_json::json!({"hang": 2})
    );
    assert!(records.contains("no move within 1.0 s"), "{records}");
    assert_gone(["hangs.sh", "sleep\u{0}1234"]);
}

#[test]
fn a_program_without_a_time_is_waited_for_with_patience() {
    let program = script("patience.sh", "sleep 1235");
    let more = ["--patience", "200ms"];
    let (found, records) = played(&format!("{program},depth=1"), "2", &more);
    assert_eq!(
        found["players"][0]["faults"],
        serde_json::json!({"hang": 2})
    );
    assert!(records.contains("no move within 0.2 s"), "{records}");
}

#[test]
fn an_illegal_move_loses_and_is_named() {
    let (found, records) = played(&script("cheats.sh", "echo bestmove 9"), "2", &[]);
    let faults = &found["players"][0]["faults"];
    assert_eq!(*faults, serde_json::json!({"illegal move": 2}));
    assert!(records.contains("illegal move of x: '9'"), "{records}");
    let (found, _) = played(&script("silent.sh", "echo bestmove none"), "2", &[]);
    assert_eq!(found["players"][0]["losses"], 2);
}

#[test]
fn garbage_is_skipped_and_a_flood_of_it_is_a_hang() {
    let sane = "echo; printf '\\377\\376 bestmove\\n'; echo info score cp x; echo bestmove 4";
    let more = ["--opening-plies", "0", "--games", "2"];
    let (found, _) = played(&script("babbles.sh", sane), "2", &more[..2]);
    let faults = &found["players"][0]["faults"];
    // Its column is full after six stones: until then every move was read.
    assert!(
        faults.get("hang").is_none() && faults.get("crash").is_none(),
        "{found}"
    );
    let flood = "while :; do echo info string more and more and more; done";
    let program = format!("{},time=20ms", script("floods.sh", flood));
    let (found, _) = played(&program, "2", &[]);
    assert_eq!(
        found["players"][0]["faults"],
        serde_json::json!({"hang": 2})
    );
}

#[test]
fn a_late_move_costs_the_clock() {
    let program = script("late.sh", "sleep 1; echo bestmove 4");
    let (found, records) = played(&program, "2", &["--clock", "0.5"]);
    assert_eq!(
        found["players"][0]["faults"],
        serde_json::json!({"loss on time": 2})
    );
    assert!(records.contains("the flag fell"), "{records}");
}

#[test]
fn a_program_that_does_not_play_or_does_not_know_a_key_is_refused() {
    let seeded = format!("cmd:{},seed=7", ours());
    for (spec, expected) in [
        ("cmd:/bin/true", "expected 'ugiok'"),
        (seeded.as_str(), "no option Seed"),
        ("cmd:", "expected the name of a program"),
        ("cmd:x,depth=0", "depth must be"),
    ] {
        let run = plyground(&["match", "connect-four", spec, "random"], b"");
        assert_eq!(run.status, 2, "{spec}: {}", run.err);
        assert!(run.err.contains(expected), "{spec}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    }
}

#[test]
fn on_an_interrupt_the_programs_end_too() {
    let program = script("interrupted.sh", "sleep 1236");
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyground"))
        .args([
            "match",
            "connect-four",
            &format!("cmd:{program},depth=1"),
            "random",
        ])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let soon = Instant::now() + Duration::from_secs(20);
    while processes("sleep\u{0}1236") == 0 && Instant::now() < soon {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(processes("interrupted.sh") > 1);
    let id = child.id().to_string();
    let signalled = Command::new("sh")
        .args(["-c", &format!("kill -INT {id}")])
        .status();
    assert!(signalled.unwrap().success());
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(0));
    assert_gone(["interrupted.sh", "sleep\u{0}1236"]);
}

/// However their owner goes: what they have started goes too, though neither reads.
#[test]
fn programs_end_with_a_match_that_is_killed_by_any_signal() {
    for (signal, seconds) in [("TERM", "1241"), ("HUP", "1242"), ("KILL", "1243")] {
        let name = format!("deaf-{seconds}.sh");
        let program = script(&name, &format!("trap '' HUP TERM; sleep {seconds}"));
        let spec = format!("cmd:{program}");
        let mut owner = Command::new(env!("CARGO_BIN_EXE_plyground"))
            .args(["match", "connect-four", &spec, "random", "--games", "2"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let command = format!("sleep\u{0}{seconds}");
        let soon = Instant::now() + Duration::from_secs(20);
        while processes(&command) == 0 && Instant::now() < soon {
            std::thread::sleep(Duration::from_millis(10));
        }
        let id = owner.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(sent.unwrap().success());
        owner.wait().unwrap();
        assert_gone([&name, &command]);
    }
}
