//! Draughts on the command line: the best-move calculator, the two notations,
//! and what is refused.

mod common;

use common::plyground;

const BOARD: &str = "  A B C D E F G H
1 _ b _ b _ b _ b
2 b _ b _ b _ b _
3 _ b _ b _ b _ b
4 0 _ 0 _ 0 _ 0 _
5 _ 0 _ 0 _ 0 _ 0
6 w _ w _ w _ w _
7 _ w _ w _ w _ w
8 w _ w _ w _ w _
";

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// The one line on standard error, with status 2.
fn refused(line: &str, input: &str) -> String {
    let run = plyground(&words(line), input.as_bytes());
    assert_eq!(run.status, 2, "{line}: {}{}", run.out, run.err);
    assert_eq!(run.err.lines().count(), 1, "{line}: {}", run.err);
    run.err
}

#[test]
fn the_calculator_reads_nine_lines_and_writes_nine_lines_and_the_move() {
    let folder = std::env::temp_dir().join(format!("plyground-draughts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (read, written) = (folder.join("in.txt"), folder.join("out.txt"));
    std::fs::write(&read, BOARD).unwrap();
    let line = format!(
        "analyse russian-draughts --file {} --to-move w --depth 8 --format board --output {} --lines all",
        read.display(),
        written.display()
    );
    let run = plyground(&words(&line), b"");
    let answer = std::fs::read_to_string(&written).unwrap_or_default();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(run.status, 0, "{}", run.err);
    let scored = run.out.lines().filter(|line| line.contains(". 2")).count();
    assert_eq!(scored, 7, "{}", run.out);
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!(lines.len(), 10, "{answer}");
    assert_eq!(lines[0], "  A B C D E F G H");
    assert_eq!(lines[..6].join("\n").matches('w').count(), 1, "{answer}");
    let squares = lines[9].strip_prefix("move: ").unwrap();
    let (from, to) = squares.split_once("->").unwrap();
    assert!(from.ends_with('6') && to.ends_with('5'), "{answer}");
}

#[test]
fn a_win_and_a_stuck_side_are_told_below_the_board() {
    let answer = |position: &str| {
        let line =
            format!("analyse english-draughts --depth 5 --format board --position {position}");
        let run = plyground(&words(&line), b"");
        assert_eq!(run.status, 0, "{}", run.err);
        run.out
    };
    let told = answer("W:W23:B18,10");
    assert!(
        told.ends_with("move: E6->C4->E2\nresult: White wins (Black has no move)\n")
            || told.ends_with("move: E6->E2\nresult: White wins (Black has no move)\n"),
        "{told}"
    );
    let told = answer("W:W23:B10,11,18,19");
    assert!(
        told.contains("move: E6->C4->E2\n") || told.contains("move: E6->G4->E2\n"),
        "{told}"
    );
    let told = answer("W:W21:B17,14");
    assert!(
        told.ends_with("move: none\nresult: Black wins (White has no move)\n"),
        "{told}"
    );
}

#[test]
fn both_notations_are_read_and_either_is_printed() {
    let run = plyground(
        &words("show russian-draughts --json --format algebraic --moves c3-d4"),
        b"",
    );
    assert!(run.out.contains("\"b6-a5\""), "{}", run.out);
    let run = plyground(&words("show russian-draughts --json --moves 22-18"), b"");
    assert!(run.out.contains("\"9-13\""), "{}", run.out);
    let run = plyground(&words("show russian-draughts --format board"), b"");
    assert_eq!(run.out, BOARD);
}

#[test]
fn bad_input_is_refused_with_the_place_and_the_reason() {
    let sheet = "show russian-draughts --file - --to-move w";
    for (from, to, part) in [
        ("A B", "A A", "line 1: expected the header"),
        ("\n2 b", "\n9 b", "line 3: expected the row number 2"),
        ("8 w _", "8 w", "line 9: expected 8 squares"),
        (
            "4 0",
            "4 q",
            "line 5: expected w, b, W, B or 0 on A4, found 'q'",
        ),
        (
            "4 0 _",
            "4 0 w",
            "line 5: expected _ on the light square B4",
        ),
        ("4 0", "4 w", "expected 1 to 12 pieces of White, found 13"),
    ] {
        let told = refused(sheet, &BOARD.replacen(from, to, 1));
        assert!(told.contains(part), "{told}");
    }
    let told = refused("show russian-draughts --file -", BOARD);
    assert!(told.contains("does not say who is to move"), "{told}");
    let told = refused("show kings-valley --format board", "");
    assert!(told.contains("has no such form"), "{told}");
    let told = refused("show russian-draughts --format roman", "");
    assert!(told.contains("expected algebraic, numeric"), "{told}");
    let told = refused(
        "analyse russian-draughts --output x --format algebraic --depth 1",
        "",
    );
    assert!(told.contains("--format board"), "{told}");
    assert!(!std::path::Path::new("x").exists());
}

#[test]
fn an_illegal_or_ambiguous_move_of_a_record_is_named_with_its_game() {
    let show = "show english-draughts --file -";
    let told = refused(show, "[GameType \"21\"]\n1. 11-15 23-19 2. 8-12 *");
    assert!(told.contains("game 1: move 2 (ply 3), 8-12"), "{told}");
    let told = refused(show, "[FEN \"W:W23:B10,11,18,19\"]\n1. 23x7 *");
    assert!(told.contains("fits several moves: expected 23x"), "{told}");
    let told = refused(show, "[GameType \"25,W,8,8,A0,0\"]\n1. c3-d4 *");
    assert!(
        told.contains("expected the game type 21,B,8,8,N1,0"),
        "{told}"
    );
}
