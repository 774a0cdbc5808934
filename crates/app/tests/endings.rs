//! Endings on disk: built, killed and built on, checked, packed, asked; and what is
//! refused.

#[allow(dead_code)]
mod common;

use common::plyground;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const GAME: &str = "english-draughts";

fn directory(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

fn tables(command: &str, directory: &Path, more: &[&str]) -> common::Run {
    let directory = directory.to_str().unwrap();
    let arguments = ["tables", command, GAME, "--tables", directory];
    plyground(&[&arguments, more].concat(), b"")
}

fn refused(command: &str, directory: &Path, more: &[&str]) -> String {
    let run = tables(command, directory, more);
    assert_eq!(run.status, 2, "{}", run.err);
    assert_eq!(run.err.trim().lines().count(), 1, "{}", run.err);
    run.err
}

/// Every file of the slices with its content, by name.
fn content(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let files = std::fs::read_dir(directory.join(GAME)).unwrap();
    let mut content: Vec<(String, Vec<u8>)> = files
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "table"))
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read(&path).unwrap())
        })
        .collect();
    content.sort();
    content
}

#[test]
fn endings_are_built_checked_packed_and_asked() {
    let directory = directory("endings");
    let run = tables("build", &directory, &["--pieces", "3"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.contains("199,520 states"), "{}", run.out);
    let run = tables("verify", &directory, &[]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(
        run.out.contains("199,520 of 199,520 states checked"),
        "{}",
        run.out
    );
    assert!(run.out.contains(": 0 wrong"), "{}", run.out);
    let run = tables("verify", &directory, &["--sample", "500", "--json"]);
    assert!(run.out.contains(r#""wrong":0"#), "{}", run.out);
    let run = tables("pack", &directory, &[]);
    assert!(
        run.out.contains("at most 3 pieces"),
        "{}{}",
        run.out,
        run.err
    );
    let run = tables("info", &directory, &[]);
    assert!(
        run.out.contains("3 pieces: 196,032 states, complete"),
        "{}",
        run.out
    );
    assert!(run.out.contains("packed: "), "{}", run.out);
    let tables = directory.to_str().unwrap();
    let position = ["--position", "W:WK18,K19:BK32", "--tables", tables];
    let run = plyground(&[&["solve", GAME][..], &position].concat(), b"");
    assert!(
        run.out.contains("table: won, conversion in 17 plies"),
        "{}",
        run.out
    );
}

/// Killed at some moment, a build goes on to the same bytes.
#[test]
fn a_killed_build_goes_on_to_the_same_tables() {
    let whole = directory("endings-whole");
    assert_eq!(tables("build", &whole, &["--pieces", "3"]).status, 0);
    let killed = directory("endings-killed");
    for wait in [5, 20, 60] {
        let mut build = Command::new(env!("CARGO_BIN_EXE_plyground"))
            .args(["tables", "build", GAME, "--pieces", "3", "--tables"])
            .arg(&killed)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        let _ = build.kill();
        build.wait().unwrap();
    }
    assert_eq!(tables("build", &killed, &["--pieces", "3"]).status, 0);
    assert!(content(&whole) == content(&killed));
}

#[test]
fn what_makes_no_sense_is_refused_in_one_line() {
    let directory = directory("endings-refused");
    let told = refused("build", &directory, &["--pieces", "4", "--memory", "100M"]);
    assert!(told.contains("--memory: expected at least"), "{told}");
    let told = refused("build", &directory, &["--pieces", "8"]);
    assert!(told.contains("8"), "{told}");
    let told = refused("verify", &directory, &[]);
    assert!(
        told.contains("plyground tables build english-draughts --pieces 2"),
        "{told}"
    );
    let run = plyground(&["tables", "build", "kings-valley", "--pieces", "3"], b"");
    assert_eq!(run.status, 2);
    assert!(
        run.err.contains("there are no endings of kings-valley"),
        "{}",
        run.err
    );
    assert_eq!(tables("build", &directory, &["--pieces", "2"]).status, 0);
    // A table of another ruleset, and one that is cut.
    let slice = directory.join(GAME).join("k-k.table");
    let whole = std::fs::read(&slice).unwrap();
    let others = directory.join("russian-draughts");
    std::fs::create_dir_all(&others).unwrap();
    std::fs::write(others.join("k-k.table"), &whole).unwrap();
    let tables_path = directory.to_str().unwrap();
    let arguments = ["tables", "build", "russian-draughts", "--pieces", "2"];
    let run = plyground(&[&arguments[..], &["--tables", tables_path]].concat(), b"");
    assert_ne!(run.status, 0);
    assert!(
        run.err.contains("english-draughts endings=k-k"),
        "{}",
        run.err
    );
    std::fs::write(&slice, &whole[..whole.len() - 1]).unwrap();
    let run = tables("build", &directory, &["--pieces", "2"]);
    assert_ne!(run.status, 0);
    assert!(run.err.contains("--force builds it anew"), "{}", run.err);
    let run = tables("build", &directory, &["--pieces", "2", "--force"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(std::fs::read(&slice).unwrap() == whole);
}
