//! Tables that are not there, or cannot be believed: everything works without them,
//! and says so. And builds that were killed.

#[allow(dead_code)]
mod common;

use common::plyground;
use plyground_games::connect_four::book::Book;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn directory(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

/// White's king slides from a3 along the row, stopped by nothing, to e3: no win; but
/// Black's soldier on d3 makes it stop in the valley.
const NEAR: &str = "bb2b/4B/W2b1/5/wwww1 w";

#[test]
fn without_a_table_solve_searches_and_says_once_how_to_make_one() {
    let tables = directory("no-tables");
    let tables = tables.to_str().unwrap();
    let line = format!("{NEAR}\n{NEAR}\n");
    let run = plyground(
        &["solve", "kings-valley", "--batch", "--tables", tables],
        line.as_bytes(),
    );
    assert_eq!(run.status, 0, "{}", run.err);
    let answers: Vec<&str> = run.out.lines().collect();
    assert_eq!(answers.len(), 2);
    for answer in answers {
        assert!(
            answer.contains(r#""score":{"kind":"win","plies":1}"#),
            "{answer}"
        );
        assert!(answer.contains(r#""best":["a3-c3"]"#), "{answer}");
    }
    assert_eq!(
        run.err
            .matches("plyground tables build kings-valley")
            .count(),
        1
    );
}

#[test]
fn a_file_that_is_no_table_is_named_and_left_alone() {
    let tables = directory("alien-tables");
    let path = tables.join("kings-valley-blocked-own-turn.table");
    std::fs::write(&path, "not what it says").unwrap();
    let tables = tables.to_str().unwrap();
    let run = plyground(
        &[
            "solve",
            "kings-valley",
            "--position",
            NEAR,
            "--tables",
            tables,
        ],
        b"",
    );
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.contains("won in 1 ply"), "{}", run.out);
    assert!(run.err.contains("not a table of plyground"), "{}", run.err);
    for order in ["verify", "info", "build"] {
        let run = plyground(&["tables", order, "kings-valley", "--tables", tables], b"");
        assert_eq!(run.status, 1, "{order}: {}", run.err);
        assert!(
            run.err.contains("not a table of plyground"),
            "{order}: {}",
            run.err
        );
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "not what it says");
}

#[test]
fn tables_are_asked_for_only_where_there_can_be_one() {
    let tables = directory("asked-tables");
    let tables = tables.to_str().unwrap();
    let run = plyground(
        &["tables", "build", "battle-sheep", "--tables", tables],
        b"",
    );
    assert_eq!(run.status, 2);
    assert!(
        run.err.contains("no tables for battle-sheep"),
        "{}",
        run.err
    );
    let run = plyground(
        &["tables", "verify", "kings-valley", "--tables", tables],
        b"",
    );
    assert_eq!(run.status, 2);
    assert!(
        run.err.contains("plyground tables build kings-valley"),
        "{}",
        run.err
    );
    let memory = [
        "tables",
        "build",
        "kings-valley",
        "--memory",
        "1G",
        "--tables",
        tables,
    ];
    let run = plyground(&memory, b"");
    assert_eq!(run.status, 2);
    assert!(
        run.err.contains("--memory: expected at least"),
        "{}",
        run.err
    );
    let run = plyground(
        &[
            "tables",
            "info",
            "kings-valley",
            "--json",
            "--tables",
            tables,
        ],
        b"",
    );
    assert_eq!(run.status, 0);
    assert!(
        run.out.contains(r#""states":1678792500,"table":"none""#),
        "{}",
        run.out
    );
}

/// The program's own book without its early plies, which a build then has to find.
fn write_a_late_book(path: &Path) {
    let entries = Book::embedded().entries().collect::<Vec<_>>();
    let late = entries.into_iter().filter(|entry| entry.stones() > 6);
    std::fs::write(path, framed(Book::of_entries(late).words())).unwrap();
}

/// A book as it stands on disk.
fn framed(words: &[u64]) -> Vec<u8> {
    let id = "connect-four";
    let mut bytes = b"PLYBOOKS".to_vec();
    bytes.extend(1_u32.to_le_bytes());
    bytes.extend((id.len() as u32).to_le_bytes());
    bytes.extend((words.len() as u64).to_le_bytes());
    bytes.extend(id.as_bytes());
    bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    bytes.extend(plyground::engine::checked::checksum(&bytes).to_le_bytes());
    bytes
}

#[test]
fn a_book_that_was_changed_is_named_and_left_alone() {
    let tables = directory("changed-book");
    let path = tables.join("connect-four.book");
    let tables = tables.to_str().unwrap();
    let mut words = Book::embedded().words().to_vec();
    let whole = framed(&words);
    let mut flipped = whole.clone();
    flipped[1000] ^= 4;
    // Right by its checksum, and no book all the same: a win by more stones than there are.
    words[0] = words[0] & !0xff | 100;
    let impossible = framed(&words);
    let cut = whole[..whole.len() - 8].to_vec();
    let solve = ["solve", "connect-four", "--json", "--position", "44"];
    let known = plyground(&solve, b"");
    let score = |out: &str| out.split("\"nodes\"").next().map(str::to_owned);
    for (bytes, fault) in [
        (flipped, "does not match its checksum"),
        (impossible, "its words are no book"),
        (cut, "does not match its checksum"),
        (Vec::new(), "not a book of plyground"),
        (Book::embedded().write(), "not a book of plyground"),
    ] {
        std::fs::write(&path, &bytes).unwrap();
        let run = plyground(&[&solve[..], &["--tables", tables]].concat(), b"");
        assert_eq!(run.status, 0, "{}", run.err);
        assert!(run.err.contains(fault), "{fault}: {}", run.err);
        assert_eq!(score(&run.out), score(&known.out));
        let run = plyground(
            &["tables", "verify", "connect-four", "--tables", tables],
            b"",
        );
        assert_eq!(run.status, 1, "{}", run.err);
        assert!(run.err.contains(fault), "{fault}: {}", run.err);
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    }
}

fn build_a_book(tables: &Path) -> [&str; 7] {
    let tables = tables.to_str().unwrap();
    [
        "tables",
        "build",
        "connect-four",
        "--plies=6",
        "--threads=1",
        "--tables",
        tables,
    ]
}

#[test]
fn a_book_whose_building_was_killed_is_the_same_as_one_built_at_a_stretch() {
    let (whole, killed) = (directory("whole-book"), directory("killed-book"));
    let [whole_book, killed_book] =
        [&whole, &killed].map(|tables| tables.join("connect-four.book"));
    write_a_late_book(&whole_book);
    write_a_late_book(&killed_book);
    let late = std::fs::read(&killed_book).unwrap();
    let run = plyground(&build_a_book(&whole), b"");
    assert_eq!(run.status, 0, "{}", run.err);

    let journal = killed.join("connect-four.building");
    let written = || std::fs::metadata(&journal).map_or(0, |file| file.len());
    for _ in 0..3 {
        let before = written();
        let mut child = Command::new(env!("CARGO_BIN_EXE_plyground"))
            .args(build_a_book(&killed))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let started = Instant::now();
        while written() < before + 160 && started.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(written() >= before + 160, "the build was to be under way");
        assert_eq!(std::fs::read(&killed_book).unwrap(), late);
        // A kill may cut the last word short.
        let mut kept = std::fs::read(&journal).unwrap();
        kept.truncate(kept.len() / 16 * 16);
        kept.extend([1, 2, 3]);
        std::fs::write(&journal, &kept).unwrap();
    }

    let run = plyground(&build_a_book(&killed), b"");
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(!journal.exists());
    let [whole, killed] = [whole_book, killed_book].map(|path| std::fs::read(path).unwrap());
    assert!(whole == killed);
    assert!(whole == framed(Book::embedded().words()));
}
