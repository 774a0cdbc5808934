//! The laboratory: what is drawn is what was searched, and known answers are found.

use plyground_api::choice::Nothing;
use plyground_api::clock::Moment;
use plyground_api::lab::{LabRequest, MOST_DRAWN};
use plyground_api::{Answer, Catalogue};
use plyground_engine::algorithm::Stop;
use plyground_engine::random::Random;
use plyground_games::{Games, REGISTRY};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

const TABLE: usize = 1 << 20;

fn asked(request: Json) -> Answer<Json> {
    let games = Games::new(REGISTRY).unwrap();
    let catalogue = Catalogue::new(games, Arc::new(Nothing), || Moment(Duration::ZERO));
    let request: LabRequest = serde_json::from_value(request).unwrap();
    let laboratory = request.prepared(&catalogue)?.run(TABLE, &Stop::new())?;
    Ok(serde_json::to_value(laboratory).unwrap())
}

fn watched(request: Json) -> Json {
    asked(request).unwrap_or_else(|refusal| panic!("{:?}", refusal.in_json()))
}

fn refused(request: Json) -> String {
    let refusal = asked(request).expect_err("this should be refused");
    refusal.in_json()["error"]["message"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// Everybody who has written minimax for this game knows the number.
#[test]
fn plain_minimax_sees_all_of_tic_tac_toe() {
    let request = json!({"game": "tic-tac-toe", "spec": "minimax", "limits": {"depth": 9}});
    let found = watched(request);
    assert_eq!(found["nodes"], 549_946);
    assert_eq!(found["score"]["kind"], "draw");
    assert_eq!(found["stopped"], Json::Null);
    // 9, 9 * 8, 9 * 8 * 7 … as long as nobody can have won.
    assert_eq!(
        found["by_ply"].as_array().unwrap()[..6],
        [1, 9, 72, 504, 3024, 15120]
    );
    let drawn = found["tree"].as_array().unwrap();
    assert!(drawn.len() <= MOST_DRAWN);
    assert_eq!(
        drawn.len(),
        1 + 9 + 72 + 504 + 3024 + 15120,
        "whole plies are drawn"
    );
    assert_eq!(drawn[0]["nodes"], 549_946, "what is folded is counted");
}

/// Every root's nodes together are all nodes, and every node's children and itself are its own.
fn check_sums(found: &Json, name: &str) {
    let tree = found["tree"].as_array().unwrap();
    let nodes = |id: &Json| {
        tree[id.as_u64().unwrap() as usize]["nodes"]
            .as_u64()
            .unwrap()
    };
    let layers = found["layers"].as_array().unwrap();
    let all: u64 = layers.iter().map(|layer| nodes(&layer["root"])).sum();
    assert_eq!(Some(all), found["nodes"].as_u64(), "{name}");
    if tree.len() as u64 == all {
        let mut sums = vec![1; tree.len()];
        for node in tree.iter().rev() {
            if let Some(parent) = node["parent"].as_u64() {
                sums[parent as usize] += node["nodes"].as_u64().unwrap();
            }
        }
        let told = tree.iter().map(|node| node["nodes"].as_u64().unwrap());
        assert!(told.eq(sums), "{name}");
    }
}

#[test]
fn the_nodes_drawn_are_those_of_the_report_in_every_game() {
    for game in [
        "tic-tac-toe",
        "connect-four",
        "russian-draughts",
        "battle-sheep",
        "kings-valley",
    ] {
        for spec in [
            "minimax",
            "alpha-beta,order=eval",
            "search",
            "search,selective=off",
            "mtdf",
            "maxn",
        ] {
            let request = json!({"game": game, "spec": spec, "limits": {"depth": 3}});
            let found = watched(request);
            check_sums(&found, &format!("{game} {spec}"));
            assert_eq!(found["depth"], 3, "{game} {spec}");
        }
        let request = json!({"game": game, "spec": "pns", "limits": {"nodes": 500}});
        check_sums(&watched(request), game);
    }
}

/// The tree of a textbook: the second branch is cut after its 2, because of the 3 above.
#[test]
fn a_drawn_tree_is_searched_by_the_real_search() {
    let found = watched(json!({"game": "", "tree": "((3, 5) (2, 9))"}));
    assert_eq!(found["score"], json!({"kind": "estimate", "value": 3}));
    assert_eq!(found["pv"], json!(["a", "a"]));
    assert_eq!((&found["nodes"], &found["leaves"]), (&json!(6), &json!(3)));
    assert_eq!(
        (&found["whole_tree"], &found["least_tree"]),
        (&json!(4.0), &json!(3.0))
    );
    let cut = &found["tree"][4];
    assert_eq!(cut["cut_by"], 5);
    assert_eq!((&cut["low"], &cut["low_by"]), (&json!(3), &json!(1)));
    assert_eq!(cut["left_out_moves"], json!(["b"]));
    assert_eq!((&cut["value"], &cut["bound"]), (&json!(2), &json!("most")));
}

/// D. E. Knuth and R. W. Moore, 1975; the best move stands first everywhere here.
#[test]
fn the_least_tree_is_reached_where_the_order_is_perfect() {
    let tree = "(((3 1)(4 2))((2 9)(1 9)))";
    let found = watched(json!({"game": "", "tree": tree, "spec": "alpha-beta,order=best"}));
    assert_eq!(found["leaves"].as_f64(), found["least_tree"].as_f64());
    let worst = watched(json!({"game": "", "tree": tree, "spec": "alpha-beta,order=worst"}));
    assert!(worst["leaves"].as_u64() > found["leaves"].as_u64());
}

#[test]
fn a_tree_that_grows_is_told_playout_by_playout() {
    let request = json!({"game": "connect-four", "spec": "mcts", "limits": {"nodes": 200}});
    let found = watched(request);
    let growth = &found["growth"];
    assert_eq!(growth["playouts"].as_array().unwrap().len(), 200);
    assert_eq!(growth["nodes"][0]["move"], Json::Null);
    assert_eq!(growth["nodes"][1]["move"], "1");
}

#[test]
fn three_players_have_a_value_each() {
    let request = json!({"game": "battle-sheep", "options": {"players": 3}, "limits": {"depth": 2},
        "spec": "maxn"});
    let found = watched(request);
    assert_eq!(found["tree"][1]["each"].as_array().unwrap().len(), 3);
}

/// Millions of nodes: they are counted as far as that is allowed, and it is said.
#[test]
fn a_search_too_large_is_ended_and_says_so() {
    let request = json!({"game": "connect-four", "spec": "minimax", "limits": {"depth": 60}});
    let found = watched(request);
    assert_eq!(found["stopped"], "nodes");
    assert_eq!(found["nodes"], 2_000_000);
    assert!(found["tree"].as_array().unwrap().len() <= MOST_DRAWN);
}

#[test]
fn a_stopped_search_tells_what_it_has() {
    let games = Games::new(REGISTRY).unwrap();
    let catalogue = Catalogue::new(games, Arc::new(Nothing), || Moment(Duration::ZERO));
    let request = json!({"game": "connect-four", "spec": "minimax", "limits": {"depth": 12}});
    let request: LabRequest = serde_json::from_value(request).unwrap();
    let stop = Stop::new();
    stop.raise();
    let found = request
        .prepared(&catalogue)
        .unwrap()
        .run(TABLE, &stop)
        .unwrap();
    let found = serde_json::to_value(found).unwrap();
    assert_eq!(found["stopped"], "time");
}

#[test]
fn what_cannot_be_looked_at_is_refused_in_one_line() {
    let four = |more: Json| {
        let mut request = json!({"game": "connect-four"});
        request
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        refused(request)
    };
    assert!(four(json!({"spec": "zeta"})).starts_with("unknown algorithm 'zeta'"));
    assert!(four(json!({"spec": "random"})).starts_with("random grows no tree"));
    assert!(four(json!({"eval": "nobody"})).starts_with("unknown evaluation 'nobody'"));
    assert!(four(json!({"limits": {"depth": 0}})).starts_with("depth must be from 1"));
    assert!(four(json!({"moves": ["1", "2", "1", "2", "1", "2", "1"]})).contains("is over"));
    for (tree, said) in [
        ("", "from character 1"),
        ("3", "from character 1"),
        ("(3 5", "from character 5"),
        ("((3 5)())", "from character 8"),
        ("(3 x)", "from character 4"),
        ("(3 5))", "from character 6"),
        ("(3 99999)", "from character 4"),
        ("((3 5) 2)", "found one on ply 1 at character 8"),
        (&"(".repeat(50), "at most 12 plies"),
    ] {
        let line = refused(json!({"game": "", "tree": tree}));
        assert!(line.contains(said), "{tree}: {line}");
    }
}

/// A tree by chance, as text and as plain values.
enum Drawn {
    Leaf(i64),
    Fork(Vec<Drawn>),
}

impl Drawn {
    fn by_chance(random: &mut Random, plies: u32) -> Drawn {
        if plies == 0 {
            return Drawn::Leaf(random.below(15) as i64 - 7);
        }
        let branches = 2 + random.below(3);
        let below = (0..branches).map(|_| Drawn::by_chance(random, plies - 1));
        Drawn::Fork(below.collect())
    }

    fn text(&self) -> String {
        match self {
            Drawn::Leaf(value) => value.to_string(),
            Drawn::Fork(below) => {
                let below: Vec<String> = below.iter().map(Drawn::text).collect();
                format!("({})", below.join(" "))
            }
        }
    }

    fn value(&self, is_max: bool) -> i64 {
        match self {
            Drawn::Leaf(value) => *value,
            Drawn::Fork(below) => {
                let values = below.iter().map(|branch| branch.value(!is_max));
                let best = if is_max { values.max() } else { values.min() };
                best.expect("a fork has branches")
            }
        }
    }
}

/// Every reason that is told of a cut is true: the child that it names brings at least
/// the bound, the bound is what the node that it names has answered, that node is a
/// child of one above, and no value of what was left out could change the root's.
#[test]
fn every_cut_tells_a_true_reason() {
    let mut random = Random::new(7);
    let (mut cuts, mut setters) = (0, 0);
    for _ in 0..60 {
        let drawn = Drawn::by_chance(&mut random, 4);
        for spec in [
            "alpha-beta",
            "alpha-beta,order=worst",
            "search,selective=off,deepening=off",
        ] {
            let found = watched(json!({"game": "", "tree": drawn.text(), "spec": spec}));
            assert_eq!(found["score"]["value"], drawn.value(true), "{spec}");
            let tree = found["tree"].as_array().unwrap();
            let number = |id: &Json| {
                tree[id.as_u64().unwrap() as usize]["value"]
                    .as_i64()
                    .unwrap()
            };
            for (id, node) in tree.iter().enumerate() {
                if node["left_out"].is_null() {
                    continue;
                }
                cuts += 1;
                let is_max = node["max"].as_bool().unwrap();
                let (edge, by) = match is_max {
                    true => (&node["high"], &node["high_by"]),
                    false => (&node["low"], &node["low_by"]),
                };
                let (edge, cutter) = (edge.as_i64().unwrap(), number(&node["cut_by"]));
                assert!(if is_max {
                    cutter >= edge
                } else {
                    cutter <= edge
                });
                assert_eq!(
                    tree[node["cut_by"].as_u64().unwrap() as usize]["parent"],
                    id
                );
                let children = tree.iter().filter(|child| child["parent"] == id);
                let asked: BTreeSet<&str> = children
                    .map(|child| child["move"].as_str().unwrap())
                    .collect();
                let left_out = node["left_out_moves"].as_array().unwrap();
                assert!(
                    left_out
                        .iter()
                        .all(|mv| !asked.contains(mv.as_str().unwrap()))
                );
                if let Some(by) = by.as_u64() {
                    setters += 1;
                    assert_eq!(tree[by as usize]["value"], edge, "the bound is its answer");
                    let mut above = node["parent"].as_u64();
                    let parent = tree[by as usize]["parent"].as_u64();
                    while above != parent {
                        above = tree[above.expect("a node above") as usize]["parent"].as_u64();
                    }
                }
            }
        }
    }
    assert!(cuts > 500 && setters > 300, "{cuts} {setters}");
}
