//! The page with the engine inside, as a folder for any static host: the page's files
//! with addresses that hold in any folder, the engine as WebAssembly, what the page
//! shows before the engine is there, and what the games bring along, to be fetched when
//! it is wanted. A name with a hash in it stands for its content, so old and new never
//! mix in a cache.

mod compile;
mod folder;

pub(crate) use compile::{TARGET, compiled};
pub(crate) use folder::{check, write};

use crate::failure::Outcome;
use crate::server::page_files;

use plyground_api::choice::Nothing;
use plyground_api::clock::Moment;
use plyground_api::{Catalogue, library};
use plyground_games::Games;
use serde_json::{Map, Value as Json, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const INDEX: &str = "index.html";
/// At the top of the folder, so that it may answer for all of it.
const SERVICE_WORKER: &str = "sw.js";
const SERVICE_WORKER_SOURCE: &str = "js/alone/service-worker.js";
/// In the page's own words, which the terminal alone needs.
const FOR_THE_TERMINAL: &str = "i18n/terminal/";
const BROUGHT: &str = "brought/";
/// So much of a hash stands in a name.
const HASH_LETTERS: usize = 16;

pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// All files of the page of these games.
pub(crate) fn files(games: Games, engine: Vec<u8>, page: Option<&Path>) -> Outcome<Files> {
    let mut files: Files = page_files(page)?
        .into_iter()
        .filter(|(name, _)| !name.starts_with(FOR_THE_TERMINAL))
        .collect();
    let worker = files.remove(SERVICE_WORKER_SOURCE).unwrap_or_default();
    let catalogue = Catalogue::new(games, Arc::new(Nothing), || Moment(Duration::ZERO));
    let library = library::games(&catalogue).map_err(|refusal| anyhow::anyhow!("{refusal:?}"))?;
    let mut add = |name: &str, ending: &str, content: Vec<u8>| {
        let name = format!("{name}.{}{ending}", &hash(&content)[..HASH_LETTERS]);
        files.insert(name.clone(), content);
        name
    };
    let mut brought = Map::new();
    for entry in games.iter().filter(|entry| !entry.brought.is_empty()) {
        let own = entry.brought.iter();
        let own = own.map(|each| add(&format!("{BROUGHT}{}", each.name), "", each.written()));
        brought.insert(entry.id.to_owned(), own.collect::<Vec<_>>().into());
    }
    let alone = json!({
        "engine": add("engine", ".wasm", engine),
        "games": add("games", ".json", serde_json::to_vec(&library)?),
        "brought": brought,
    });
    let index = files.remove(INDEX).unwrap_or_default();
    let (index, icon) = index_alone(&String::from_utf8_lossy(&index), &alone);
    files.insert(INDEX.to_owned(), index.into_bytes());
    files.insert("icon.svg".to_owned(), icon.into_bytes());
    files.insert("manifest.webmanifest".to_owned(), manifest()?);
    let worker = service_worker(&files, &worker);
    files.insert(SERVICE_WORKER.to_owned(), worker);
    Ok(files)
}

fn hash(content: &[u8]) -> String {
    let hash = Sha256::digest(content);
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The page that knows that it is alone, with addresses from where it lies; and the
/// mark that stands in it as its icon.
fn index_alone(index: &str, alone: &Json) -> (String, String) {
    let head = format!(
        "<meta charset=\"utf-8\" />\n    \
         <link rel=\"manifest\" href=\"manifest.webmanifest\" />\n    \
         <script type=\"application/json\" id=\"alone\">{}</script>",
        alone.to_string().replace('<', "\\u003c")
    );
    let page = index
        .replace("\"/css/", "\"css/")
        .replace("\"/js/", "\"js/")
        .replace("<meta charset=\"utf-8\" />", &head);
    let icon = index.split("data:image/svg+xml,").nth(1);
    let icon = icon.and_then(|rest| rest.split('"').next());
    let icon = icon.unwrap_or_default();
    let plain = [("%3C", "<"), ("%3E", ">"), ("%23", "#")];
    let icon = plain.iter().fold(icon.to_owned(), |icon, (code, letter)| {
        icon.replace(code, letter)
    });
    (page, icon)
}

/// What makes the page installable.
fn manifest() -> Outcome<Vec<u8>> {
    let manifest = json!({
        "name": "plyground",
        "short_name": "plyground",
        "description": "Plays, analyses and solves abstract board games",
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#F3F4F0",
        "theme_color": "#FFFFFF",
        "icons": [{"src": "icon.svg", "type": "image/svg+xml", "sizes": "any"}],
    });
    Ok(serde_json::to_vec_pretty(&manifest)?)
}

/// What many visitors never open; it is kept once it was fetched.
const LATER: [&str; 6] = [
    BROUGHT,
    "css/lab.css",
    "i18n/lab/",
    "js/lab/",
    "js/screens/exercises.js",
    "js/screens/lab.js",
];

/// The page's service worker, which knows every file by its hash and keeps all of them
/// from the beginning, but for what comes later.
fn service_worker(files: &Files, source: &[u8]) -> Vec<u8> {
    let hashes: BTreeMap<&str, String> = files
        .iter()
        .map(|(name, content)| (name.as_str(), hash(content)))
        .collect();
    let known = json!({"files": hashes, "later": LATER});
    let mut worker = format!("self.known = {known}\n").into_bytes();
    worker.extend_from_slice(source);
    worker
}
