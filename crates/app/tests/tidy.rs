//! The repository keeps its own rules.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every source file below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "target" && name != "node_modules" {
                sources(&path, found);
            }
        } else if [".rs", ".js", ".mjs", ".css"]
            .iter()
            .any(|end| name.ends_with(end))
        {
            found.push(path);
        }
    }
}

#[test]
fn files_can_be_read_in_one_sitting() {
    let mut files = Vec::new();
    for folder in ["crates", "e2e", "peers"] {
        sources(&root().join(folder), &mut files);
    }
    assert!(files.len() > 40);
    for file in files {
        let lines = std::fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines <= 620, "{} has {lines} lines", file.display());
    }
}

#[test]
fn every_game_has_its_rules_and_its_perft_table() {
    for entry in plyground_games::REGISTRY {
        assert!(entry.rules.starts_with("# "), "{} has no rules", entry.id);
        let folder = root().join("crates/games/tests/perft");
        let has_table = std::fs::read_dir(folder).unwrap().any(|file| {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            text.contains(&format!("game: {}", entry.id))
        });
        assert!(has_table, "{} has no perft table", entry.id);
        let session = entry.open(&entry.options([]).unwrap());
        assert_eq!(session.heuristics(), entry.heuristics, "{}", entry.id);
    }
}
