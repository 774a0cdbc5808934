//! Every reader of bytes from outside against changed inputs, a second each; for
//! longer with PLYGROUND_FUZZ=SECONDS, with other chances by PLYGROUND_SEED. An input
//! that brings a reader down is kept beside the tests' files and named; once mended
//! it belongs into fuzz/corpus/TARGET, which is tried first.

use plyground::engine::random::Random;
use plyground::fuzzing::{TARGETS, Target};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const LONGEST_INPUT: usize = 1 << 20;
/// An input that takes so long is a hang; a busy machine is slower, but not so much.
const HANG: Duration = Duration::from_secs(60);

fn number(name: &str, usual: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.map_or(usual, |text| text.parse().unwrap())
}

fn corpus(target: &Target) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let files = std::fs::read_dir(folder.join(target.name)).into_iter();
    let files = files.flatten().flatten().map(|file| file.path());
    let mut paths: Vec<PathBuf> = files.collect();
    paths.sort();
    let kept = paths.iter().map(|path| std::fs::read(path).unwrap());
    kept.chain((target.seeds)()).collect()
}

/// Changes an input in one of the ways that inputs go wrong.
fn change(input: &mut Vec<u8>, all: &[Vec<u8>], random: &mut Random) {
    let place = random.below(input.len() + 1);
    let length = 1 + random.below(16);
    match random.below(9) {
        0 if place < input.len() => input[place] ^= 1 << random.below(8),
        1 if place < input.len() => input[place] = random.below(256) as u8,
        2 => drop(input.drain(place..input.len().min(place + length))),
        3 => input.truncate(place),
        4 => {
            let some = input[place..input.len().min(place + length)].to_vec();
            let times = 1 + random.below(20);
            let some = some.repeat(times);
            input.splice(place..place, some);
        }
        5 => {
            let other = &all[random.below(all.len())];
            let from = random.below(other.len() + 1);
            let some = other[from..other.len().min(from + 4 * length)].to_vec();
            let to = input.len().min(place + length * random.below(2));
            input.splice(place..to, some);
        }
        6 => {
            let words = [
                0,
                1,
                127,
                255,
                65_535,
                u64::from(u32::MAX),
                u64::MAX,
                1 << 63,
            ];
            let bytes = words[random.below(words.len())].to_le_bytes();
            let width = [1, 2, 4, 8][random.below(4)];
            let to = input.len().min(place + width);
            input.splice(place..to, bytes[..width].iter().copied());
        }
        7 => {
            let words = [
                "0",
                "-1",
                "99999999999999999999",
                "\"",
                "[",
                "{",
                "(",
                "é",
                "\0",
                "e9",
                "\n",
            ];
            let word = words[random.below(words.len())].bytes();
            input.splice(place..place, word);
        }
        _ => {
            let byte = random.below(256) as u8;
            input.insert(place, byte);
        }
    }
    input.truncate(LONGEST_INPUT);
}

fn attempt(target: &Target, input: &[u8]) -> Duration {
    let began = Instant::now();
    let run = target.run;
    let done = catch_unwind(|| run(input));
    let elapsed = began.elapsed();
    if done.is_err() || elapsed > HANG {
        let name = format!("fuzz-{}.input", target.name);
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&path, input).unwrap();
        let path = path.display();
        panic!("{}: brought down after {elapsed:?} by {path}", target.name);
    }
    elapsed
}

#[test]
fn no_input_brings_a_reader_down() {
    let seconds = number("PLYGROUND_FUZZ", 1);
    let seed = number("PLYGROUND_SEED", 1);
    let only = std::env::var("PLYGROUND_TARGET").ok();
    for target in TARGETS {
        if only.as_deref().is_some_and(|only| only != target.name) {
            continue;
        }
        let corpus = corpus(target);
        assert!(!corpus.is_empty());
        let mut random = Random::new(seed);
        let mut longest = Duration::ZERO;
        for input in &corpus {
            longest = longest.max(attempt(target, input));
        }
        let began = Instant::now();
        let mut executions = corpus.len();
        while began.elapsed() < Duration::from_secs(seconds) {
            let mut input = corpus[random.below(corpus.len())].clone();
            for _ in 0..1 + random.below(4) {
                change(&mut input, &corpus, &mut random);
            }
            longest = longest.max(attempt(target, &input));
            executions += 1;
        }
        println!(
            "{}: {executions} inputs in {:.0} s, the longest {longest:?}",
            target.name,
            began.elapsed().as_secs_f64()
        );
    }
}

/// So do the tests of server and protocols, which run the same build.
#[test]
fn these_tests_run_with_overflow_checks_and_debug_assertions() {
    const { assert!(cfg!(debug_assertions)) };
    let sum = catch_unwind(|| std::hint::black_box(u8::MAX) + std::hint::black_box(1));
    assert!(sum.is_err(), "an overflow went unnoticed");
}
