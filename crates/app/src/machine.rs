//! What there is to take: memory and cores.

use plyground_engine::notation::ParseError;
use plyground_engine::spec::Spec;
use std::path::Path;

/// Where the system does not say.
const USUAL: usize = 1 << 30;

/// The largest table that a program may ask for: half of what is free now.
pub(crate) fn largest_table() -> usize {
    let free = available().unwrap_or(USUAL);
    (free / 2).max(64 << 20)
}

/// An engine by its SPEC, whose table must find room here.
pub(crate) fn spec(text: &str) -> Result<Spec, ParseError> {
    let spec: Spec = text.parse()?;
    let largest = largest_table();
    match spec.hash_bytes {
        Some(bytes) if bytes > largest => Err(ParseError::new(format!(
            "hash must be at most {}, half of this machine's free memory in MiB, found '{}'",
            largest >> 20,
            bytes >> 20
        ))),
        _ => Ok(spec),
    }
}

/// As many threads as were asked for, or as there are cores.
pub(crate) fn threads(given: Option<u32>) -> usize {
    given.map_or_else(cores, |threads| threads as usize)
}

pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The bytes that are free where a path lies or will lie; `None` where nobody says.
pub(crate) fn free_disk(path: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let there = path.ancestors().find(|path| path.exists())?;
        let facts = rustix::fs::statvfs(there).ok()?;
        Some(facts.f_bavail.saturating_mul(facts.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}

/// Linux tells.
pub(crate) fn available() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find(|line| line.starts_with("MemAvailable:"))?;
    let kibibytes: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes << 10)
}
