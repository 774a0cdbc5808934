//! What the page asks of the server while a game is played and looked at.

#[path = "common/http.rs"]
#[allow(dead_code, reason = "the other server tests use the rest")]
mod http;

use http::{Server, events};
use serde_json::json;
use std::time::{Duration, Instant};

#[test]
fn one_request_thinks_plays_and_commits() {
    let server = Server::start();
    let notes = json!({"clocks": {"left": [60_000, 60_000], "increment": 1000}});
    let game = json!({"game": "connect-four", "moves": ["4"], "notes": notes});
    let saved = server.post("/api/saved", &game).json();
    let path = format!("/api/saved/{}", saved["id"]);
    let asked = json!({"ply": 1, "engine": {"level": 3, "time_ms": 200}, "cells": false});
    let reply = server.post(&format!("{path}/reply"), &asked).json();
    assert_eq!(reply["ply"], 2);
    assert_eq!(reply["state"]["moves"][1], reply["move"]);
    assert_eq!(reply["analysis"]["best"], reply["move"]);
    assert!(reply["state"]["view"].get("cells").is_none());
    assert!(reply["state"]["view"].get("pieces").is_some());
    let kept = server.get(&path).json();
    assert_eq!(kept["moves"], reply["state"]["moves"]);
    assert_eq!(kept["notes"]["clocks"]["left"][0], 60_000);
    assert!(kept["notes"]["clocks"]["left"][1].as_u64().unwrap() > 60_000);
    let again = server.post(&format!("{path}/reply"), &asked);
    assert_eq!((again.status, again.code()), (409, "conflict".to_owned()));
    let ended = json!({"ended": {"winner": null, "reason": "agreed"}}).to_string();
    assert_eq!(server.send("PATCH", &path, &ended).status, 200);
    let late = server.post(&format!("{path}/reply"), &json!({"ply": 2}));
    assert_eq!(late.code(), "illegal-move");
}

#[test]
fn an_engine_told_to_move_now_moves() {
    let server = Server::start();
    let saved = server.post("/api/saved", &json!({"game": "international-draughts"}));
    let path = format!("/api/saved/{}", saved.json()["id"]);
    let began = Instant::now();
    let asked = json!({"ply": 0, "engine": {"time_ms": 30_000}});
    let reply = std::thread::scope(|scope| {
        let reply = scope.spawn(|| server.post(&format!("{path}/reply"), &asked).json());
        std::thread::sleep(Duration::from_millis(700));
        let hurry = server.post(&format!("{path}/hurry"), &json!({}));
        assert_eq!(hurry.status, 204);
        reply.join().unwrap()
    });
    assert!(began.elapsed() < Duration::from_secs(10));
    assert_eq!(reply["ply"], 1, "{reply}");
}

#[test]
fn two_reviews_of_a_game_agree() {
    let server = Server::start();
    let state = server
        .post("/api/state", &json!({"game": "battle-sheep"}))
        .json();
    // Whatever the pasture is: the first legal moves, four of them.
    let mut played: Vec<String> = Vec::new();
    let mut legal = state["legal_moves"].clone();
    for index in [0, 3, 5, 7] {
        let all = legal.as_array().unwrap();
        played.push(all[index % all.len()].as_str().unwrap().to_owned());
        let asked = json!({"game": "battle-sheep", "moves": played});
        legal = server.post("/api/state", &asked).json()["legal_moves"].clone();
    }
    let review = || {
        let asked = json!({"game": "battle-sheep", "moves": played});
        let told = events(&server.post("/api/review", &asked).body);
        let judged = told.into_iter().filter(|(name, _)| name == "ply");
        judged
            .map(|(_, data)| {
                (
                    data["ply"].clone(),
                    data["mark"].clone(),
                    data["share"].clone(),
                    data["lost"].clone(),
                )
            })
            .collect::<Vec<_>>()
    };
    let first = review();
    assert_eq!(first.len(), 5);
    assert_eq!(first, review());
}

#[test]
fn a_file_of_games_becomes_saved_games_and_bad_ones_are_told_of() {
    let server = Server::start();
    let text = "[Event \"Club\"]\n[White \"Ann\"]\n[Black \"Bo\"]\n[Result \"1-0\"]\n\n\
                1. c3-d4 $1 {solid} d6-c5 2. b2-c3? 1-0\n\n[White \"Cy\"]\n\n1. c3-c4 *\n\n\
                [White \"Di\"]\n\n1. c3-b4 f6-g5 1/2-1/2\n";
    let asked = json!({"text": text, "game": "russian-draughts"});
    let done = server.post("/api/saved/import", &asked).json();
    assert_eq!(done["ids"].as_array().unwrap().len(), 2, "{done}");
    assert_eq!(done["refused"][0]["record"], 2);
    let first = server.get(&format!("/api/saved/{}", done["ids"][0])).json();
    assert_eq!(
        (&first["title"], &first["result"]),
        (&json!("Club"), &json!("1-0"))
    );
    assert_eq!(first["seats"][0]["name"], "Ann");
    assert_eq!(first["notes"]["tree"][0]["signs"], json!([1]));
    assert_eq!(first["notes"]["tree"][0]["comments"], json!(["solid"]));
    assert_eq!(first["notes"]["tree"][2]["signs"], json!([2]));
    assert_eq!(server.get("/api/saved?text=Ann").json()["total"], 1);
    assert_eq!(server.get("/api/saved?result=drawn").json()["total"], 1);
    assert_eq!(server.get("/api/saved?result=won").json()["total"], 1);
    let record = server.get(&format!("/api/saved/{}/record", done["ids"][0]));
    let record = String::from_utf8(record.body).unwrap();
    assert!(record.contains("$1 {solid}"), "{record}");
    let explored = server
        .post("/api/explorer", &json!({"game": "russian-draughts"}))
        .json();
    assert_eq!(explored["games"], 2);
    let of = |mv: &str| {
        explored["moves"]
            .as_array()
            .unwrap()
            .iter()
            .find(|each| each["move"] == mv)
            .unwrap()
            .clone()
    };
    // c3-d4 is 22-18 and c3-b4 is 22-17 by numbers.
    assert_eq!(
        (&of("22-18")["games"], &of("22-18")["first"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(of("22-17")["drawn"], 1);
    let state = server
        .post(
            "/api/state",
            &json!({"game": "russian-draughts", "moves": ["c3-b4"]}),
        )
        .json();
    let query = state["position"]
        .as_str()
        .unwrap()
        .replace(':', "%3A")
        .replace(',', "%2C");
    assert_eq!(
        server.get(&format!("/api/saved?position={query}")).json()["total"],
        1
    );
}

#[test]
fn the_explorer_tells_what_the_book_knows() {
    let server = Server::start();
    let told = server
        .post("/api/explorer", &json!({"game": "connect-four"}))
        .json();
    let middle = told["moves"]
        .as_array()
        .unwrap()
        .iter()
        .find(|each| each["move"] == "4")
        .unwrap();
    // Connect Four is won by the first player in the middle, with the 41st disc.
    assert_eq!(middle["known"], json!({"kind": "win", "plies": 41}));
}
