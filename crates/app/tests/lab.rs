//! `plyground lab`: what is counted is what there is to count.

mod common;

use common::plyground;
use serde_json::{Value, json};

fn lab(arguments: &[&str], input: &str) -> Value {
    let mut all = vec!["lab", "connect-four", "--json"];
    all.extend(arguments);
    let run = plyground(&all, input.as_bytes());
    assert_eq!(run.status, 0, "{}", run.err);
    serde_json::from_str(&run.out).unwrap()
}

/// Nobody can fill a column or win in so few moves: every node has seven children.
#[test]
fn a_set_of_positions_is_measured_together() {
    let set = "startpos\nstartpos moves 4\n# a word\n44\n";
    let found = lab(
        &[
            "--positions",
            "-",
            "--depth",
            "3",
            "--spec",
            "minimax",
            "--spec",
            "search,selective=off",
        ],
        set,
    );
    assert_eq!(found["positions"], 3);
    let of_minimax = &found["algorithms"][0]["runs"][2];
    assert_eq!(of_minimax["nodes"], 3 * (1 + 7 + 49 + 343));
    assert_eq!(of_minimax["leaves"], 3 * 343);
    assert_eq!(found["whole_tree"].as_f64().unwrap().round(), 3.0 * 343.0);
    assert_eq!(
        found["least_tree"].as_f64().unwrap().round(),
        3.0 * (49.0 + 7.0 - 1.0)
    );
    let values = |index: usize| found["algorithms"][index]["runs"][2]["values"].clone();
    assert_eq!(values(0).as_array().unwrap().len(), 3);
    assert_eq!(values(0), values(1));
}

#[test]
fn what_knows_no_depth_runs_once() {
    let specs = ["mcts,nodes=500", "pns,nodes=500", "random"];
    for spec in specs {
        let found = lab(&["--depth", "4", "--spec", spec], "");
        let runs = found["algorithms"][0]["runs"].as_array().unwrap();
        assert_eq!(runs.len(), 1, "{spec}");
        assert_eq!(runs[0]["depth"], json!(null), "{spec}");
    }
    let found = lab(&["--spec", specs[0]], "");
    let run = &found["algorithms"][0]["runs"][0];
    assert_eq!(run["nodes"], 500);
    assert!(run["memory"].as_u64().unwrap() > 0, "a tree takes room");
}

#[test]
fn the_plot_names_every_engine_and_both_bounds() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("lab.svg");
    let plot = path.to_str().unwrap();
    lab(
        &[
            "--depth",
            "3",
            "--plot",
            plot,
            "--spec",
            "alpha-beta",
            "--spec",
            "search",
        ],
        "",
    );
    let drawn = std::fs::read_to_string(&path).unwrap();
    for name in ["alpha-beta", "search", "b^d", "smallest tree"] {
        assert!(drawn.contains(name), "{name}");
    }
}

#[test]
fn a_bad_set_is_refused_with_its_line() {
    for (set, said) in [
        ("44\n48\n", "line 2: ply 2: expected a column"),
        ("", "expected an opening, found none"),
        ("1212121\n", "line 1: expected a game that goes on"),
    ] {
        let run = plyground(&["lab", "connect-four", "--positions", "-"], set.as_bytes());
        assert_eq!(run.status, 2, "{set}");
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        assert!(run.err.contains(said), "{}", run.err);
    }
}

/// Any search that has a depth is drawn, as it was.
#[test]
fn a_tree_is_drawn_of_the_engine_that_is_named() {
    let tree = ["lab", "tic-tac-toe", "--tree", "1", "--spec"];
    let drawn = |spec: &str| plyground(&[&tree[..], &[spec]].concat(), b"");
    let minimax = drawn("minimax");
    assert_eq!(minimax.status, 0, "{}", minimax.err);
    assert_eq!(
        minimax.out.lines().count(),
        10,
        "the root and its nine moves"
    );
    assert!(!minimax.out.contains("at most"), "minimax knows all values");
    let search = drawn("search,selective=off");
    let root = |text: &str| text.lines().next().unwrap().to_owned();
    assert_eq!(root(&search.out), root(&minimax.out));
    assert!(search.out.contains("at most"));
    for (spec, said) in [
        ("mcts", "have a depth"),
        ("random", "have a depth"),
        ("zeta", "zeta"),
    ] {
        let refused = drawn(spec);
        assert_eq!(refused.status, 2, "{spec}");
        assert!(refused.err.contains(said), "{spec}: {}", refused.err);
    }
}
