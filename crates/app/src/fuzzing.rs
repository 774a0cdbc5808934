//! Every reader of bytes from outside, for fuzzing: a name, a few inputs to begin
//! with, and the reader. The tests run each for a while over mutated inputs; the
//! targets in `fuzz` hand theirs to the same functions for hours.

mod files;
mod texts;

/// A reader; whatever it is given, it neither panics nor hangs.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub name: &'static str,
    pub seeds: fn() -> Vec<Vec<u8>>,
    pub run: fn(&[u8]),
}

pub const TARGETS: &[Target] = &[
    target("positions", texts::position_seeds, texts::positions),
    target("moves", texts::move_seeds, texts::moves),
    target("records", texts::record_seeds, texts::records),
    target("settings", texts::setting_seeds, texts::settings),
    target("bodies", texts::body_seeds, crate::server::fuzzed::bodies),
    target("rows", texts::row_seeds, crate::server::fuzzed::rows),
    target("jobs", texts::job_seeds, texts::jobs),
    target("ugi", texts::ugi_seeds, texts::ugi),
    target("hub", texts::hub_seeds, texts::hub),
    target("table", files::table_seeds, files::table),
    target("packed", files::packed_seeds, files::packed),
    target("book", files::book_seeds, files::book),
    target("build-journal", files::build_seeds, files::build_journal),
    target("match-journal", files::match_seeds, files::match_journal),
    target("lessons", files::lesson_seeds, files::lessons),
    target("weights", files::weight_seeds, files::weights),
    target("brought", files::brought_seeds, files::brought),
];

const fn target(name: &'static str, seeds: fn() -> Vec<Vec<u8>>, run: fn(&[u8])) -> Target {
    Target { name, seeds, run }
}

/// Hands an input to a target by its name.
pub fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    (target.expect("a target of this name").run)(bytes);
}
