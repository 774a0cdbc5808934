//! The page without a server as a folder of files: what is in it, and what is refused.
//! Whether it plays is tested in a browser, by `e2e/alone.test.mjs`.

mod common;

use common::plyground;
use serde_json::Value as Json;
use std::fs;
use std::path::{Path, PathBuf};

/// The smallest module there is.
const MODULE: &[u8] = b"\0asm\x01\0\0\0";

/// A folder of a test's own.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn module(folder: &Path) -> String {
    let path = folder.join("engine.wasm");
    fs::write(&path, MODULE).unwrap();
    path.display().to_string()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found
}

#[test]
fn a_site_is_complete_compressed_and_lies_in_any_folder() {
    let home = scratch("site-whole");
    let site = home.join("site");
    let site_text = site.display().to_string();
    let engine = module(&home);
    let written = plyground(&["site", &site_text, "--engine", &engine], b"");
    assert_eq!(written.status, 0, "{}", written.err);
    assert_eq!(written.out, "", "words for people go elsewhere");
    let index = fs::read_to_string(site.join("index.html")).unwrap();
    assert!(!index.contains("=\"/"), "an address from the root: {index}");
    let alone = index.split("id=\"alone\">").nth(1).unwrap();
    let alone: Json = serde_json::from_str(alone.split("</script>").next().unwrap()).unwrap();
    let named = |name: &Json| fs::read(site.join(name.as_str().unwrap())).unwrap();
    assert_eq!(named(&alone["engine"]), MODULE);
    let games: Json = serde_json::from_slice(&named(&alone["games"])).unwrap();
    assert_eq!(games["games"].as_array().unwrap().len(), 10);
    for entry in plyground_games::REGISTRY {
        let own = alone["brought"][entry.id].as_array();
        let own = own.cloned().unwrap_or_default();
        assert_eq!(own.len(), entry.brought.len(), "{}", entry.id);
        for (name, brought) in own.iter().zip(entry.brought) {
            assert_eq!(named(name), brought.written());
        }
    }
    let worker = fs::read_to_string(site.join("sw.js")).unwrap();
    let known = worker.lines().next().unwrap();
    let known = known.strip_prefix("self.known = ").unwrap();
    let known: Json = serde_json::from_str(known).unwrap();
    let is_packed = |path: &Path| path.extension().is_some_and(|it| it == "br" || it == "gz");
    for path in files(&site).iter().filter(|path| !is_packed(path)) {
        let name = path.strip_prefix(&site).unwrap().display().to_string();
        assert!(
            name == "sw.js" || known["files"][&name].is_string(),
            "{name}"
        );
        for ending in ["br", "gz"] {
            assert!(site.join(format!("{name}.{ending}")).is_file(), "{name}");
        }
    }
    assert!(!site.join("i18n/terminal").exists());

    let again = plyground(&["site", &site_text, "--engine", &engine], b"");
    assert_eq!(again.status, 0, "an older site is replaced: {}", again.err);
    assert_eq!(
        fs::read_dir(&home).unwrap().count(),
        2,
        "nothing is left beside it"
    );
}

#[test]
fn a_folder_with_something_else_in_it_stays_as_it_is() {
    let home = scratch("site-other");
    let engine = module(&home);
    let folder = home.display().to_string();
    let refused = plyground(&["site", &folder, "--engine", &engine], b"");
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("found other files"), "{}", refused.err);
    assert_eq!(fs::read(&engine).unwrap(), MODULE);
}

#[test]
fn what_is_no_module_is_refused_before_anything_is_written() {
    let home = scratch("site-module");
    let site = home.join("site").display().to_string();
    let text = home.join("text").display().to_string();
    fs::write(&text, "some text").unwrap();
    for (engine, why) in [(&text, "found something else"), (&site, "No such file")] {
        let refused = plyground(&["site", &site, "--engine", engine], b"");
        assert_eq!(refused.status, 2);
        assert!(refused.err.contains(why), "{}", refused.err);
        assert_eq!(refused.err.trim().lines().count(), 1);
        assert!(!Path::new(&site).exists());
    }
}
