//! What others have written and this program contains: under licences that we may
//! ship, from the registry alone, and named with its notices in THIRD-PARTY.md.
//! `UPDATE_EXPECT=1` writes that file anew. A tool would do the same; building one
//! takes longer than all these tests.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

const ALLOWED: &[&str] = &[
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
    "0BSD",
    // One small crate, unchanged, behind the user's directories.
    "MPL-2.0",
];
const BANNED: &[&str] = &["openssl", "openssl-sys", "native-tls", "failure", "instant"];

struct Package {
    name: String,
    version: String,
    licence: String,
    folder: PathBuf,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn metadata() -> Json {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version",
            "1",
            "--locked",
            "--all-features",
        ])
        .args(["--filter-platform", "x86_64-unknown-linux-gnu"])
        .current_dir(root())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn text(json: &Json) -> String {
    json.as_str().unwrap_or_default().to_owned()
}

/// The packages of others in the program.
fn packages() -> Vec<Package> {
    let metadata = metadata();
    let list = |json: &Json| json.as_array().unwrap().clone();
    let nodes: BTreeMap<String, Json> = list(&metadata["resolve"]["nodes"])
        .into_iter()
        .map(|node| (text(&node["id"]), node))
        .collect();
    let all: BTreeMap<String, Json> = list(&metadata["packages"])
        .into_iter()
        .map(|package| (text(&package["id"]), package))
        .collect();
    let own = all
        .iter()
        .find(|(_, package)| package["name"] == "plyground");
    let mut open = vec![own.unwrap().0.clone()];
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !seen.insert(id.clone()) {
            continue;
        }
        for dependency in list(&nodes[&id]["deps"]) {
            let kinds = list(&dependency["dep_kinds"]);
            if kinds.iter().any(|kind| kind["kind"].is_null()) {
                open.push(text(&dependency["pkg"]));
            }
        }
    }
    let mut packages = Vec::new();
    for id in seen {
        let package = &all[&id];
        let source = text(&package["source"]);
        if source.is_empty() {
            continue;
        }
        assert!(
            source.starts_with("registry+"),
            "{id} is not of the registry"
        );
        packages.push(Package {
            name: text(&package["name"]),
            version: text(&package["version"]),
            licence: text(&package["license"]).replace('/', " OR "),
            folder: PathBuf::from(text(&package["manifest_path"]))
                .parent()
                .unwrap()
                .to_owned(),
        });
    }
    packages.sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
    packages
}

fn is_allowed(licence: &str) -> bool {
    let plain = licence.replace(['(', ')'], "");
    let mut ways = plain.split(" OR ");
    ways.any(|way| {
        way.split(" AND ")
            .all(|part| ALLOWED.contains(&part.trim()))
    })
}

#[test]
fn all_that_is_shipped_may_be() {
    let packages = packages();
    assert!(packages.len() > 50);
    for package in &packages {
        let Package { name, licence, .. } = package;
        assert!(is_allowed(licence), "{name} is under '{licence}'");
        assert!(!BANNED.contains(&name.as_str()), "{name} is not wanted");
    }
}

/// A package's licence without its copyright lines, and these.
fn notice(package: &Package) -> (String, Vec<String>) {
    let files = std::fs::read_dir(&package.folder).unwrap().flatten();
    let mut files: Vec<(bool, PathBuf)> = files
        .map(|file| {
            (
                file.file_name().to_string_lossy().to_uppercase(),
                file.path(),
            )
        })
        .filter(|(name, path)| {
            let begins = ["LICENSE", "LICENCE", "COPYING", "UNLICENSE"];
            path.is_file() && begins.iter().any(|begin| name.starts_with(begin))
        })
        .map(|(name, path)| (!name.contains("MIT"), path))
        .collect();
    files.sort();
    let read = |path: &PathBuf| std::fs::read_to_string(path).unwrap_or_default();
    let text = files.first().map_or(String::new(), |(_, path)| read(path));
    let is_claim = |line: &&str| {
        let line = line.trim_start().to_lowercase();
        line.starts_with("copyright (c)")
            || line.starts_with("copyright 2")
            || line.starts_with("copyright ©")
    };
    let claims = text
        .lines()
        .filter(is_claim)
        .map(|line| line.trim().to_owned());
    let claims: Vec<String> = claims.collect();
    let rest: Vec<&str> = text.lines().filter(|line| !is_claim(line)).collect();
    let words: Vec<&str> = rest
        .iter()
        .flat_map(|line| line.split_whitespace())
        .collect();
    (words.join(" "), claims)
}

fn notices(packages: &[Package]) -> String {
    let mut told = String::from(
        "# Third parties\n\nplyground contains the following packages. Each stands under the \
         licence beside it, whose text follows below by its number.\n\n",
    );
    let mut texts: Vec<String> = Vec::new();
    for package in packages {
        let (text, claims) = notice(package);
        let number = texts.iter().position(|known| *known == text);
        let number = number.unwrap_or_else(|| {
            texts.push(text);
            texts.len() - 1
        });
        let Package {
            name,
            version,
            licence,
            ..
        } = package;
        let claims = claims.join("; ");
        let claims = if claims.is_empty() {
            claims
        } else {
            format!(": {claims}")
        };
        told += &format!(
            "- {name} {version}, {licence}, text {}{claims}\n",
            number + 1
        );
    }
    for (number, text) in texts.iter().enumerate() {
        let shown = if text.is_empty() {
            "The package has no text; its licence's name says which."
        } else {
            text
        };
        told += &format!("\n## Text {}\n\n{shown}\n", number + 1);
    }
    told
}

#[test]
fn whoever_ships_the_program_ships_its_notices() {
    let path = root().join("THIRD-PARTY.md");
    let packages = packages();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, notices(&packages)).unwrap();
    }
    let told = std::fs::read_to_string(&path).unwrap();
    let listed: Vec<&str> = told.lines().filter(|line| line.starts_with("- ")).collect();
    let expected = packages.iter().map(|package| {
        format!(
            "- {} {}, {}, text ",
            package.name, package.version, package.licence
        )
    });
    let expected: Vec<String> = expected.collect();
    assert_eq!(
        listed.len(),
        expected.len(),
        "UPDATE_EXPECT=1 writes it anew"
    );
    for (listed, expected) in listed.iter().zip(&expected) {
        assert!(
            listed.starts_with(expected),
            "{listed}: UPDATE_EXPECT=1 writes it anew"
        );
    }
}
