//! Runs the real binary.

use std::io::Write;
use std::process::{Command, Stdio};

pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn plyground(arguments: &[&str], input: &[u8]) -> Run {
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_plyground"));
    let path = std::env::var("PATH").unwrap_or_default();
    let mut child = Command::new(binary)
        .args(arguments)
        // `cmd:plyground` is this binary too.
        .env(
            "PATH",
            format!("{}:{path}", binary.parent().unwrap().display()),
        )
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C")
        // Nobody's tables: what is computed beforehand must not answer for what is tested.
        .env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that ends before it has read everything closes the pipe: no failure of the test's.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    Run {
        status: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The words of a command line; quotes hold words together.
#[allow(dead_code)]
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words = vec![];
    let mut word: Option<String> = None;
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' | '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}
