//! `plyground complexity` against published figures.

mod common;

use common::plyground;
use serde_json::Value;

fn complexity(arguments: &[&str]) -> (Value, String) {
    let mut all = vec!["complexity"];
    all.extend(arguments);
    all.push("--json");
    let run = plyground(&all, b"");
    assert_eq!(run.status, 0, "{}", run.err);
    (serde_json::from_str(&run.out).unwrap(), run.out)
}

/// A published study of careful players: branching 13.9 to 14.4, length about 19,
/// the shortest game 4 plies; and 14 to the 19th.
#[test]
fn kings_valley_is_as_large_as_they_say() {
    let (found, text) = complexity(&["kings-valley", "--policy", "careful", "--games", "20000"]);
    let mean = |name: &str| found[name]["mean"].as_f64().unwrap();
    assert!((13.9..14.5).contains(&mean("branching")), "{text}");
    assert!((18.5..19.5).contains(&mean("length")), "{text}");
    assert_eq!(found["length"]["min"], 4);
    assert!(
        text.contains("\"from_means\":5976303958948914397184,"),
        "{text}"
    );
    assert_eq!(found["arrangements"], 20_593_188_000_u64);
    assert_eq!(found["valid"], 14_003_367_840_u64);
    assert_eq!(found["valid_share"], 0.68);
}

/// The number of placings that the solvers of checkers have published, in full.
#[test]
fn large_counts_are_written_with_all_their_digits() {
    let (_, text) = complexity(&["english-draughts", "--games", "10", "--plies", "1"]);
    assert!(text.contains("\"valid\":500995484682338672639,"), "{text}");
}

/// The numbers of positions by ply are those of the published enumeration.
#[test]
fn connect_four_has_as_many_positions_as_were_counted() {
    const COUNTED: [u64; 13] = [
        1, 7, 49, 238, 1120, 4263, 16422, 54859, 184_275, 558_186, 1_662_623, 4_568_683, 12_236_101,
    ];
    let is_deep = std::env::var_os("PLYGROUND_DEEP").is_some();
    let plies = if is_deep { 12 } else { 9 };
    let text = plies.to_string();
    let (found, _) = complexity(&["connect-four", "--games", "100", "--plies", &text]);
    let counted: Vec<Value> = COUNTED[..=plies]
        .iter()
        .map(|&count| count.into())
        .collect();
    assert_eq!(found["distinct_by_ply"], Value::from(counted));
}

#[test]
fn the_same_seed_tells_the_same_whatever_the_threads() {
    for policy in ["uniform", "careful"] {
        let arguments = ["russian-draughts", "--games", "200", "--policy", policy];
        let told = |more: &[&str]| complexity(&[&arguments[..], more].concat()).1;
        let one = told(&["--threads", "1"]);
        assert_eq!(one, told(&["--threads", "3"]));
        assert_ne!(one, told(&["--seed", "2"]));
    }
}

#[test]
fn every_game_can_be_measured() {
    for entry in plyground_games::REGISTRY {
        let (found, text) = complexity(&[entry.id, "--games", "50", "--plies", "1"]);
        assert_eq!(found["games"], 50, "{text}");
        let winners = found["winners"].as_object().unwrap();
        let ended: u64 = winners.values().map(|count| count.as_u64().unwrap()).sum();
        assert_eq!(ended, 50, "{text}");
        assert!(found["branching"]["mean"].as_f64().unwrap() > 1.0);
    }
}
