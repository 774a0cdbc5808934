//! Bad input: one clear line that says what was expected and where, status 2,
//! and a batch that goes on.

mod common;

use common::plyground;
use std::process::{Command, Stdio};

/// The one line on standard error, checked to be one and to come with status 2.
fn refused(arguments: &[&str], input: &[u8]) -> String {
    let run = plyground(arguments, input);
    assert_eq!(run.status, 2, "{arguments:?}: {}{}", run.out, run.err);
    assert_eq!(run.err.lines().count(), 1, "{arguments:?}: {}", run.err);
    assert!(run.out.is_empty(), "{arguments:?} printed {}", run.out);
    run.err
}

#[test]
fn positions_that_the_rules_cannot_speak_of_are_refused() {
    let cases = [
        (
            "connect-four",
            "7/7/7/7/3x3/7 o",
            "column 4: a stone hangs in the air",
        ),
        (
            "connect-four",
            "7/7/7/7/7/xxx4 o",
            "expected 1 stones of x, found 3",
        ),
        (
            "connect-four",
            "7/7/7/7/ooooo2/xxxxxx1 o",
            "both x and o have four",
        ),
        (
            "connect-four",
            "7/7/7/7/7/8 x",
            "row 6 ('8'): expected 7 squares",
        ),
        ("connect-four", "7/7/7/7/7 x", "expected 6 rows"),
        ("connect-four", "7/7/7/7/7/3z3 x", "found 'z'"),
        ("connect-four", "7/7/7/7/7/7 y", "expected the side to move"),
        (
            "connect-four",
            "4448",
            "ply 4: expected a column from 1 to 7, found '8'",
        ),
        ("connect-four", "0", "ply 1: expected a column"),
        ("connect-four", "4444444", "ply 7: column 4 is full"),
        (
            "connect-four",
            "12121213",
            "ply 8: the game was over after ply 7",
        ),
        ("connect-four", "", "expected a position, found nothing"),
        (
            "kings-valley",
            "bbBbb/5/2w2/5/1wWww w",
            "a soldier of White stands on the centre",
        ),
        (
            "kings-valley",
            "bb1bb/5/5/5/wwWww w",
            "expected one king of Black (B), found 0",
        ),
        (
            "kings-valley",
            "bbBbb/5/5/5/w1Www w",
            "expected four soldiers of White (w), found 3",
        ),
        (
            "kings-valley",
            "bbBbb/5/2W2/5/ww1ww w",
            "has won, so it cannot be White's turn",
        ),
        (
            "kings-valley",
            "bbBbb/5/5/5/wwWww",
            "expected the side to move",
        ),
        ("kings-valley", "bbBbb/5/5/5/wwWww b 1", "found '1'"),
    ];
    for (game, position, words) in cases {
        let line = refused(&["show", game, "--position", position], b"");
        assert!(line.contains(words), "{position}: {line}");
        assert!(line.contains("--position"), "{position}: {line}");
    }
}

#[test]
fn moves_that_are_not_legal_are_refused_with_their_ply() {
    let line = refused(&["show", "connect-four", "--moves", "4 4 9"], b"");
    assert!(
        line.contains("--moves, ply 3: a move is a column"),
        "{line}"
    );
    let line = refused(&["show", "kings-valley", "--moves", "c1-c4"], b"");
    assert!(line.contains("'c1-c4' is not a legal move here"), "{line}");
    let over = [
        "show",
        "connect-four",
        "--position",
        "1212121",
        "--moves",
        "3",
    ];
    assert!(refused(&over, b"").contains("the game is over (four in a row)"));
}

#[test]
fn arguments_out_of_range_are_refused() {
    for depth in ["0", "1000000000", "-1", "x"] {
        refused(&["analyse", "connect-four", "--depth", depth], b"");
        refused(&["perft", "connect-four", "--depth", depth], b"");
    }
    for arguments in [
        &["analyse", "connect-four", "--time", "5"][..],
        &["analyse", "connect-four", "--nodes", "0"],
        &["analyse", "connect-four", "--lines", "0"],
        &["analyse", "connect-four", "--algorithm", "genius"],
        &["analyse", "connect-four", "--algorithm", "search,speed=9"],
        &[
            "analyse",
            "connect-four",
            "--algorithm",
            "search,hash=1048576",
        ],
        &["lab", "connect-four", "--spec", "pns,hash=1048576"],
        &["match", "connect-four", "mcts,hash=1048576", "random"],
        &[
            "play",
            "connect-four",
            "--seat",
            "human",
            "--seat",
            "search,hash=1048576",
        ],
        &[
            "analyse",
            "connect-four",
            "--algorithm",
            "search,depth=3,depth=4",
        ],
        &["tables"],
        &["analyse", "connect-four", "--eval", "wrong"],
        &["analyse", "no-such-game"],
        &["show", "kings-valley", "--option", "first-move=queen"],
        &["show", "kings-valley", "--option", "colour=red"],
        &["show", "connect-four", "--option", "x=1"],
        &["show", "connect-four", "--option", "x"],
        &["show", "connect-four", "--to-move", "w"],
        &["play", "connect-four", "--seat", "human"],
        &["match", "connect-four", "search"],
        &["no-such-command"],
        &["perft", "connect-four"],
    ] {
        refused(arguments, b"");
    }
}

#[test]
fn files_that_cannot_be_read_are_refused() {
    let line = refused(&["show", "connect-four", "--file", "no/such/file"], b"");
    assert!(line.contains("cannot read no/such/file"), "{line}");
    let line = refused(&["show", "connect-four", "--file", "-"], b"\xff\xfe\x00");
    assert!(line.contains("expected text"), "{line}");
    let line = refused(&["show", "connect-four", "--file", "-"], b"\n");
    assert!(line.contains("expected a position"), "{line}");
    let wrong = b"[Game \"connect-four\"]\n\n1. 4 4 2. 8 *\n";
    let line = refused(&["show", "connect-four", "--file", "-"], wrong);
    assert!(line.contains("game 1: move 2 (ply 3), 8"), "{line}");
    let other = b"[Game \"kings-valley\"]\n\n*\n";
    assert!(
        refused(&["show", "connect-four", "--file", "-"], other)
            .contains("a record of kings-valley")
    );
}

#[test]
fn files_that_cannot_be_written_are_refused_before_the_work() {
    let hour = "search,time=1h";
    for arguments in [
        &["lab", "connect-four", "--depth", "99", "--plot", "/"][..],
        &[
            "complexity",
            "connect-four",
            "--games",
            "9999999999",
            "--plot",
            "/",
        ],
        &["match", "connect-four", hour, hour, "--pgn", "/"],
        &[
            "analyse",
            "russian-draughts",
            "--format",
            "board",
            "--time",
            "1h",
            "--output",
            "/",
        ],
    ] {
        let line = refused(arguments, b"");
        assert!(line.contains("cannot write /: "), "{line}");
    }
    for arguments in [
        &["tables", "build", "kings-valley"][..],
        &["solve", "kings-valley"],
        &["analyse", "connect-four"],
        &["match", "connect-four", "random", "random"],
    ] {
        let line = refused(&[arguments, &["--tables", "/dev/null"]].concat(), b"");
        assert!(
            line.contains("expected a directory, found a file"),
            "{line}"
        );
    }
    let line = refused(
        &["tables", "build", "kings-valley", "--tables", "/dev/null/x"],
        b"",
    );
    assert!(line.contains("cannot make /dev/null/x"), "{line}");
}

/// Whoever pipes into `head` has seen enough, and nothing is wrong.
#[test]
fn a_reader_who_goes_away_is_no_failure() {
    for arguments in [
        &["games"][..],
        &["rules", "kings-valley"],
        &["show", "connect-four"],
        &["completions", "bash"],
        &["tables", "info", "kings-valley", "--tables", "/no/such"],
        &["tables", "info", "kings-valley", "--tables", "/no/such"],
        &["tables", "info", "connect-four"],
        &["analyse", "connect-four", "--depth", "2"],
        &["match", "connect-four", "random", "random", "--games", "2"],
        &[
            "complexity",
            "connect-four",
            "--games",
            "10",
            "--states",
            "10",
        ],
    ] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_plyground"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(program.stdout.take());
        let run = program.wait_with_output().unwrap();
        assert!(run.status.success(), "{arguments:?}: {run:?}");
        assert_eq!(String::from_utf8_lossy(&run.stderr), "", "{arguments:?}");
    }
}

#[test]
fn a_text_may_begin_with_a_mark_and_no_refusal_moves_the_cursor() {
    let shown = plyground(&["show", "connect-four", "--file", "-"], b"\xef\xbb\xbf44");
    assert_eq!(shown.status, 0, "{}", shown.err);
    let line = refused(&["show", "connect-four", "--file", "-"], b"4\x1b[2J");
    assert!(line.contains("found '\\u{1b}'"), "{line}");
}

#[test]
fn a_batch_answers_every_line_and_says_which_were_bad() {
    let lines = b"44455\n\n4448 3\n7/7/7/7/7/7 x\n\xff\n1212121\n";
    for command in [
        &["perft", "connect-four", "--depth", "2", "--batch"][..],
        &["analyse", "connect-four", "--depth", "2", "--batch"],
    ] {
        let run = plyground(command, lines);
        assert_eq!(run.status, 2, "{}", run.err);
        assert!(run.err.is_empty(), "{}", run.err);
        let objects: Vec<serde_json::Value> = run
            .out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(objects.len(), 6);
        for (index, bad) in [
            (0, false),
            (1, true),
            (2, true),
            (3, false),
            (4, true),
            (5, false),
        ] {
            assert_eq!(
                objects[index].get("error").is_some(),
                bad,
                "{}",
                objects[index]
            );
        }
        let bad = serde_json::json!({
            "error": "ply 4: expected a column from 1 to 7, found '8'",
            "code": "four.ply",
            "values": {"n": 4, "letter": "8"},
            "line": 3,
        });
        assert_eq!(objects[2], bad);
    }
    assert_eq!(
        plyground(
            &["perft", "connect-four", "--depth", "2", "--batch"],
            b"44\n"
        )
        .status,
        0
    );
}

#[test]
fn a_finished_game_is_a_position_like_any_other() {
    let shown = plyground(
        &["show", "connect-four", "--position", "1212121", "--json"],
        b"",
    );
    let object: serde_json::Value = serde_json::from_str(&shown.out).unwrap();
    assert_eq!(
        object["outcome"],
        serde_json::json!({"winner": "x", "reason": "four in a row"})
    );
    assert_eq!(object["legal_moves"], serde_json::json!([]));
    let analysed = plyground(
        &["analyse", "connect-four", "--position", "1212121", "--json"],
        b"",
    );
    let object: serde_json::Value = serde_json::from_str(&analysed.out).unwrap();
    assert_eq!(object["best"], serde_json::Value::Null);
    assert_eq!(
        object["score"],
        serde_json::json!({"kind": "loss", "plies": 0})
    );
    assert_eq!(object["pv"], serde_json::json!([]));
    let solved = plyground(
        &["solve", "connect-four", "--position", "1212121", "--json"],
        b"",
    );
    let object: serde_json::Value = serde_json::from_str(&solved.out).unwrap();
    assert_eq!(object["best"], serde_json::json!([]));
    assert_eq!([shown.status, analysed.status, solved.status], [0, 0, 0]);
}

#[test]
fn nothing_a_player_types_ends_the_game_by_accident() {
    let folder = std::env::temp_dir().join(format!("plyground-play-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.pdn");
    let file = file.to_str().unwrap();
    let typed = format!(
        "9\nnonsense\n\n\u{1F600}\nundo\nredo\nmoves\nflip\nflip\nhelp\nboard\nsave\nsave /no/such/folder/x\n\
         4\nundo\nredo\nhint\nsave {file}\nsave {file}\nload /no/such\nload {file}\nresign\n4\nundo\ndraw\nquit\n"
    );
    let spec = "search,depth=3,exact=off";
    let run = plyground(
        &[
            "play",
            "connect-four",
            "--seat",
            "human",
            "--seat",
            spec,
            "--seed",
            "1",
            "--ascii",
        ],
        typed.as_bytes(),
    );
    assert_eq!(run.status, 0, "{}", run.err);
    for words in [
        "a move is a column from 1 to 7, found '9'",
        "There is nothing to take back.",
        "There is nothing to play again.",
        "Which file? Type: save FILE",
        "Not saved in /no/such/folder/x",
        "o plays ",
        "Saved in ",
        "Not saved in ",
        "Not loaded: cannot read /no/such",
        "o wins: x resigned",
        "The game is over.",
    ] {
        assert!(
            run.out.contains(words),
            "'{words}' is missing in\n{}",
            run.out
        );
    }
    let shown = plyground(&["show", "connect-four", "--file", file, "--json"], b"");
    assert_eq!(shown.status, 0, "{}", shown.err);
    std::fs::remove_dir_all(&folder).unwrap();
}
