//! `plyground site`: the page with the engine inside, for any static host.

use crate::arguments::SiteArguments;
use crate::failure::{Failure, Outcome};
use crate::site;
use plyground_games::Games;

/// How every WebAssembly module begins.
const MAGIC: &[u8] = b"\0asm";

pub(crate) fn run(games: Games, arguments: &SiteArguments) -> Outcome {
    let folder = std::path::absolute(&arguments.folder)?;
    site::check(&folder)?;
    let path = match &arguments.engine {
        Some(engine) => engine.clone(),
        None => site::compiled(&arguments.package)?,
    };
    let cannot = |why: String| Failure::input(format!("cannot take {}: {why}", path.display()));
    let engine = std::fs::read(&path).map_err(|error| cannot(error.to_string()))?;
    if !engine.starts_with(MAGIC) {
        return Err(cannot(format!(
            "expected a WebAssembly module for {}, found something else",
            site::TARGET
        )));
    }
    let files = site::files(games, engine, arguments.page.as_deref())?;
    site::write(&folder, &files)?;
    let bytes: usize = files.values().map(Vec::len).sum();
    anstream::eprintln!(
        "{} files, {:.1} MB, in {}: any static host serves them, such as \
         `python3 -m http.server --directory {}`",
        files.len(),
        bytes as f64 / 1e6,
        folder.display(),
        folder.display()
    );
    Ok(())
}
