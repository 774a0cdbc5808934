//! The engine as WebAssembly. Cargo compiles it, so this works where the sources are.

use crate::failure::{Failure, Outcome};
use serde_json::Value as Json;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, Stdio};

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
/// Of one worker, so that a phone has some left: the engine's own pages, a search's
/// table, a solver's, and endings that were unpacked.
const LARGEST_MEMORY: usize = 256 << 20;

/// A module is fetched over a line, so all but search and rules is made small. These are
/// made quick without being made larger for it: 3 instead of 2 adds 2 % and gains nothing.
fn profile(package: &str) -> Vec<String> {
    let quick = ["plyground-engine", "plyground-games", package];
    let small = ["release", "release.package.plyground-api"];
    let small = small.map(|place| format!("profile.{place}.opt-level=\"s\""));
    let quick = quick.map(|name| format!("profile.release.package.{name}.opt-level=2"));
    small.into_iter().chain(quick).collect()
}

/// Compiles a package of the workspace here and gives the place of the module.
pub(crate) fn compiled(package: &str) -> Outcome<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let flags = format!("-C link-arg=--max-memory={LARGEST_MEMORY} -C strip=symbols");
    let output = Command::new(&cargo)
        .args(["rustc", "--release", "--lib", "--crate-type", "cdylib"])
        .args(["--package", package, "--target", TARGET])
        .args(["--message-format", "json-render-diagnostics"])
        .args(profile(package).iter().flat_map(|set| ["--config", set]))
        .env("RUSTFLAGS", flags)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| {
            let cargo = cargo.to_string_lossy().into_owned();
            refused(package, &format!("{cargo} does not start: {error}"))
        })?;
    if !output.status.success() {
        return Err(refused(package, "cargo says above why"));
    }
    let lines = output.stdout.split(|&byte| byte == b'\n');
    let mut names = lines.filter_map(|line| {
        let line: Json = serde_json::from_slice(line).ok()?;
        let names = line["filenames"].as_array()?.clone();
        let paths = names
            .iter()
            .filter_map(|name| name.as_str().map(PathBuf::from));
        paths
            .into_iter()
            .find(|path| path.extension() == Some(OsStr::new("wasm")))
    });
    names
        .next_back()
        .ok_or_else(|| refused(package, "cargo has made no module of it"))
}

fn refused(package: &str, why: &str) -> Failure {
    Failure::input(format!(
        "cannot compile package {package} for {TARGET} here: {why}; \
         expected plyground's sources in this folder, or --engine FILE.wasm"
    ))
}
