//! `plyground train`: the same seed teaches the same, also after an interruption.

mod common;

use common::{Run, plyground};
use std::fs;
use std::path::{Path, PathBuf};

fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&directory);
    directory
}

fn train(directory: &Path, more: &[&str]) -> Run {
    let directory = directory.to_str().unwrap();
    let mut arguments = vec!["train", "english-draughts", "--dir", directory];
    arguments.extend(["--games", "96", "--nodes", "40", "--generations", "1"]);
    arguments.extend(["--threads", "1", "--test-games", "8", "--epochs", "2"]);
    arguments.extend(more);
    plyground(&arguments, b"")
}

/// What a training leaves behind, by the names of the files.
fn files(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(directory.join("english-draughts")).unwrap();
    let mut files: Vec<(String, Vec<u8>)> = entries
        .map(|entry| entry.unwrap())
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read(entry.path()).unwrap())
        })
        .filter(|(name, _)| name != "lock")
        .collect();
    files.sort();
    files
}

#[test]
fn the_same_seed_teaches_the_same_also_after_a_kill() {
    let (first, second) = (directory("training-1"), directory("training-2"));
    let run = train(&first, &[]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.contains("positions of 96 games"), "{}", run.out);
    let expected = files(&first);
    let names: Vec<&str> = expected.iter().map(|(name, _)| name.as_str()).collect();
    assert!(names.contains(&"generation-1.games"));
    assert!(names.contains(&"generation-1.weights") || names.contains(&"generation-1.rejected"));

    // What a kill leaves of the games: a file that ends in the middle of a block.
    let run = train(&second, &["--only", "games"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let games = second.join("english-draughts/generation-1.games");
    let bytes = fs::read(&games).unwrap();
    fs::write(&games, &bytes[..bytes.len() * 2 / 3]).unwrap();
    for part in ["games", "fit", "test"] {
        let run = train(&second, &["--only", part]);
        assert_eq!(run.status, 0, "{part}: {}", run.err);
    }
    assert!(files(&second) == expected);
}

#[test]
fn what_cannot_be_taught_is_refused_in_one_line() {
    let directory = directory("training-3");
    assert_eq!(train(&directory, &["--only", "games"]).status, 0);
    let refusals: [(&[&str], &str); 3] = [
        (&["--seed", "2"], "'seed=2', found 'seed=1'"),
        (&["--nodes", "50"], "'nodes=50', found 'nodes=40'"),
        (&["--only", "test"], "cannot read"),
    ];
    for (more, expected) in refusals {
        let told: Vec<&str> = match more {
            ["--nodes", _] => {
                let directory = directory.to_str().unwrap();
                vec![
                    "train",
                    "english-draughts",
                    "--dir",
                    directory,
                    "--nodes",
                    "50",
                ]
            }
            _ => Vec::new(),
        };
        let run = match told.is_empty() {
            true => train(&directory, more),
            false => plyground(&told, b""),
        };
        assert_ne!(run.status, 0, "{more:?}");
        assert!(run.err.contains(expected), "{more:?}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    }
    let run = plyground(&["train", "kings-valley"], b"");
    assert_eq!(run.status, 2);
    assert!(
        run.err.contains("expected one of russian-draughts"),
        "{}",
        run.err
    );
}

#[test]
fn a_damaged_or_foreign_file_is_refused() {
    let directory = directory("training-4");
    for part in ["games", "fit"] {
        assert_eq!(train(&directory, &["--only", part]).status, 0);
    }
    let weights = directory.join("english-draughts/generation-1.untested");
    let mut bytes = fs::read(&weights).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&weights, &bytes).unwrap();
    let run = train(&directory, &["--only", "test"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("damaged"), "{}", run.err);

    let foreign = directory.join("russian-draughts");
    fs::rename(directory.join("english-draughts"), &foreign).unwrap();
    let told = directory.to_str().unwrap();
    let run = plyground(
        &["train", "russian-draughts", "--dir", told, "--only", "fit"],
        b"",
    );
    assert_eq!(run.status, 2);
    assert!(
        run.err.contains("found 'game=english-draughts'"),
        "{}",
        run.err
    );
}
