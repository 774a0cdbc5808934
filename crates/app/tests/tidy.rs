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
fn every_game_has_its_rules() {
    for entry in plyground_games::REGISTRY {
        assert!(entry.rules.starts_with("# "), "{} has no rules", entry.id);
    }
}

/// The map's part on a crate, as words.
fn words_of_map(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let map = text.split("```text\n").nth(1).unwrap();
    let map = map.split("```").next().unwrap();
    let heading = format!("crates/{name} ");
    let mut lines = map.lines().skip_while(|line| !line.starts_with(&heading));
    let first = lines
        .next()
        .unwrap_or_else(|| panic!("the map has no crates/{name}"));
    let rest = lines.take_while(|line| line.starts_with(' '));
    let words = std::iter::once(first)
        .chain(rest)
        .flat_map(str::split_whitespace);
    words
        .map(|word| word.trim_matches([',', ';', ':', '(', ')']).to_owned())
        .collect()
}

/// Every module of a crate is on the map, and everything on the map is there.
#[test]
fn the_map_is_the_tree() {
    let crates = std::fs::read_dir(root().join("crates")).unwrap();
    for entry in crates {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let map = words_of_map(&name);
        let is_file = |word: &&String| word.ends_with(".rs") || word.ends_with('/');
        for word in map.iter().filter(is_file) {
            let is_there = folder.join("src").join(word).exists() || folder.join(word).exists();
            assert!(is_there, "the map has {name}/{word}, the tree has not");
        }
        for module in std::fs::read_dir(folder.join("src")).unwrap() {
            let path = module.unwrap().path();
            let file = path.file_name().unwrap().to_string_lossy().into_owned();
            if file == "lib.rs" || file == "main.rs" {
                continue;
            }
            let stem = path.file_stem().unwrap().to_string_lossy();
            let is_on_map = [format!("{stem}.rs"), format!("{stem}/")]
                .iter()
                .any(|word| map.contains(word));
            assert!(
                is_on_map,
                "crates/{name}/src/{file} is not on the map of ARCHITECTURE.md"
            );
        }
    }
}
