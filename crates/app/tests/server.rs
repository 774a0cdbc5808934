//! The server, over a real socket: what it answers, what it refuses, and what it
//! survives.

#[path = "common/http.rs"]
mod http;

use http::{Server, events, new_database, read_answer};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

#[test]
fn every_game_is_listed_with_a_board_to_draw() {
    let server = Server::start();
    let answer = server.get("/api/games");
    assert_eq!(answer.status, 200);
    let listed = answer.json();
    let ids: Vec<&str> = listed["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["id"].as_str().unwrap())
        .collect();
    let known: Vec<&str> = plyground_games::REGISTRY
        .iter()
        .map(|entry| entry.id)
        .collect();
    assert_eq!(ids, known);
    for game in listed["games"].as_array().unwrap() {
        assert!(!game["view"]["cells"].as_array().unwrap().is_empty());
        let id = game["id"].as_str().unwrap();
        let rules = server.get(&format!("/api/games/{id}/rules")).json();
        assert!(rules["markdown"].as_str().unwrap().starts_with("# "));
        let state = server.post("/api/state", &json!({"game": id})).json();
        assert_eq!(state["position"], game["position"]);
        assert_eq!(state["view"], game["view"]);
    }
    assert_eq!(listed["levels"].as_array().unwrap().len(), 8);
}

/// A fool's game: x plays column 1, o column 2, until x has four.
#[test]
fn a_game_is_played_to_its_end_and_no_further() {
    let server = Server::start();
    let moves = ["1", "2", "1", "2", "1", "2", "1"];
    let state = server.post(
        "/api/state",
        &json!({"game": "connect-four", "moves": moves}),
    );
    let state = state.json();
    assert_eq!(state["outcome"]["winner"], "x");
    assert_eq!(state["outcome"]["reason"], "four in a row");
    assert_eq!(state["result"], "1-0");
    assert_eq!(state["legal_moves"], json!([]));
    let asked = json!({"game": "connect-four", "moves": moves, "engine": {"level": 1}});
    let answer = server.post("/api/move", &asked).json();
    assert!(answer["move"].is_null());
    let mut further = moves.to_vec();
    further.push("3");
    let refused = server.post(
        "/api/state",
        &json!({"game": "connect-four", "moves": further}),
    );
    assert_eq!(
        (refused.status, refused.code()),
        (422, "illegal-move".to_owned())
    );
    assert_eq!(refused.json()["error"]["ply"], 8);
}

#[test]
fn bad_input_is_refused_with_one_line_that_says_why() {
    let server = Server::start();
    let cases = [
        ("/api/state", "{", 400, "bad-json"),
        ("/api/state", "[1, 2]", 400, "bad-json"),
        ("/api/state", r#"{"game": 7}"#, 400, "bad-json"),
        ("/api/state", r#"{"moves": []}"#, 400, "bad-json"),
        ("/api/state", r#"{"game": "chess"}"#, 404, "unknown-game"),
        (
            "/api/state",
            r#"{"game": "connect-four", "moves": ["9"]}"#,
            422,
            "illegal-move",
        ),
        (
            "/api/state",
            r#"{"game": "connect-four", "position": "7/7 x"}"#,
            422,
            "bad-position",
        ),
        (
            "/api/state",
            r#"{"game": "connect-four", "options": {"x": "y"}}"#,
            422,
            "bad-option",
        ),
        (
            "/api/state",
            r#"{"game": "connect-four", "format": "x"}"#,
            422,
            "bad-request",
        ),
        (
            "/api/state",
            r#"{"game": "kings-valley", "position": "x", "to_move": "q"}"#,
            422,
            "bad-position",
        ),
        (
            "/api/move",
            r#"{"game": "connect-four", "engine": {"level": 9}}"#,
            422,
            "bad-engine",
        ),
        (
            "/api/move",
            r#"{"game": "connect-four", "engine": {"spec": "stockfish"}}"#,
            422,
            "bad-engine",
        ),
        (
            "/api/analysis",
            r#"{"game": "connect-four", "eval": "x"}"#,
            422,
            "bad-engine",
        ),
        (
            "/api/analysis",
            r#"{"game": "connect-four", "lines": 0}"#,
            400,
            "bad-request",
        ),
        (
            "/api/analysis",
            r#"{"game": "connect-four", "limits": {"depth": 0}}"#,
            422,
            "bad-engine",
        ),
        ("/api/review", r#"{"game": "go"}"#, 404, "unknown-game"),
        (
            "/api/record/read",
            r#"{"text": "1. 4 {open"}"#,
            422,
            "bad-record",
        ),
        (
            "/api/record/read",
            r#"{"text": "1. 4 *"}"#,
            422,
            "bad-record",
        ),
        (
            "/api/record/write",
            r#"{"game": "connect-four", "tree": [{"move": "8"}]}"#,
            422,
            "illegal-move",
        ),
        (
            "/api/position",
            r#"{"game": "connect-four", "pieces": [{"cell": "a1", "owner": 0, "kind": "king"}]}"#,
            422,
            "bad-position",
        ),
        (
            "/api/position",
            r#"{"game": "connect-four", "pieces": [{"cell": "a3", "owner": 0, "kind": "disc-x"}]}"#,
            422,
            "bad-position",
        ),
        (
            "/api/saved/99/moves",
            r#"{"ply": 0, "move": "4"}"#,
            404,
            "not-found",
        ),
        ("/api/nothing", "{}", 404, "not-found"),
    ];
    for (path, body, status, code) in cases {
        let answer = server.send("POST", path, body);
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (status, code),
            "{path} {body}: {}",
            String::from_utf8_lossy(&answer.body)
        );
        let message = answer.json()["error"]["message"]
            .as_str()
            .unwrap()
            .to_owned();
        assert!(
            !message.is_empty() && !message.contains('\n'),
            "{path} {body}"
        );
    }
    assert_eq!(server.send("DELETE", "/api/games", "").code(), "bad-method");
    assert_eq!(
        server.send("POST", "/index.html", "{}").code(),
        "bad-method"
    );
    assert_eq!(server.get("/api/saved/x").code(), "not-found");
    assert_eq!(server.get("/api/saved?limit=x").code(), "bad-request");
    assert_eq!(server.get("/api/analysis").code(), "bad-request");
    assert_eq!(server.get("/api/analysis?q=%7B").code(), "bad-json");
    assert_eq!(server.get("/no/such.file").status, 404);
    assert_eq!(server.get("/../Cargo.toml").status, 404);
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn another_site_cannot_use_the_server() {
    let server = Server::start();
    let ask = |head: &str| {
        let mut stream = server.connect();
        stream.write_all(head.as_bytes()).unwrap();
        read_answer(stream)
    };
    let own = format!("Host: {}\r\nConnection: close\r\n", server.address);
    let foreign = ask("GET /api/games HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert_eq!(
        (foreign.status, foreign.code()),
        (421, "wrong-host".to_owned())
    );
    let across = ask(&format!(
        "GET /api/games HTTP/1.1\r\n{own}Sec-Fetch-Site: cross-site\r\n\r\n"
    ));
    assert_eq!(
        (across.status, across.code()),
        (403, "cross-site".to_owned())
    );
    let form = ask(&format!(
        "POST /api/state HTTP/1.1\r\n{own}Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{{}}"
    ));
    assert_eq!((form.status, form.code()), (415, "bad-type".to_owned()));
    let page = ask(&format!("GET / HTTP/1.1\r\n{own}\r\n"));
    assert!(
        page.head
            .contains("content-security-policy: default-src 'none'; script-src 'self'")
    );
    assert!(page.head.contains("x-content-type-options: nosniff"));
}

#[test]
fn the_page_is_sent_small_and_only_when_it_has_changed() {
    let server = Server::start();
    let page = server.get("/");
    assert!(page.head.contains("text/html"), "{}", page.head);
    assert_eq!(server.get("/play/connect-four").body, page.body);
    let tag = page.head.split("etag: ").nth(1).unwrap();
    let tag = tag.lines().next().unwrap().replace("w/", "W/");
    let mut stream = server.connect();
    let again = format!(
        "GET / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nIf-None-Match: {tag}\r\n\r\n",
        server.address
    );
    stream.write_all(again.as_bytes()).unwrap();
    assert_eq!(read_answer(stream).status, 304);
    let mut stream = server.connect();
    let zipped = format!(
        "GET /api/games HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nAccept-Encoding: gzip\r\n\r\n",
        server.address
    );
    stream.write_all(zipped.as_bytes()).unwrap();
    let zipped = read_answer(stream);
    assert!(zipped.head.contains("content-encoding: gzip"));
    assert!(zipped.body.len() * 4 < server.get("/api/games").body.len());
}

#[test]
fn a_body_of_ten_megabytes_is_refused_announced_or_not() {
    let server = Server::start();
    let mut stream = server.connect();
    let head = server.request("POST", "/api/state", 10 << 20);
    stream.write_all(head.as_bytes()).unwrap();
    let answer = read_answer(stream);
    assert_eq!(
        (answer.status, answer.code()),
        (413, "too-large".to_owned())
    );
    let mut stream = server.connect();
    let head = format!(
        "POST /api/state HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n",
        server.address
    );
    stream.write_all(head.as_bytes()).unwrap();
    let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
    let written = (0..160).try_for_each(|_| stream.write_all(chunk.as_bytes()));
    let answer = read_answer(stream);
    // The server may have cut the connection while we were still sending.
    assert!(answer.status == 413 || written.is_err());
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn a_slow_client_is_left_and_keeps_nobody_waiting() {
    let server = Server::start();
    let began = Instant::now();
    let mut half_head = server.connect();
    half_head
        .write_all(b"GET /api/games HTTP/1.1\r\nHo")
        .unwrap();
    let mut half_body = server.connect();
    let head = server.request("POST", "/api/state", 100);
    half_body.write_all(head.as_bytes()).unwrap();
    half_body.write_all(b"{\"game\": ").unwrap();
    for _ in 0..20 {
        assert_eq!(server.get("/healthz").status, 200);
    }
    assert!(began.elapsed() < Duration::from_secs(5));
    let answer = read_answer(half_body);
    assert_eq!((answer.status, answer.code()), (408, "timeout".to_owned()));
    let mut rest = Vec::new();
    let _ = half_head.read_to_end(&mut rest);
    assert!(began.elapsed() < Duration::from_secs(30));
}

#[test]
fn an_analysis_tells_more_and_more_and_then_ends() {
    let server = Server::start();
    let asked = json!({
        "game": "kings-valley", "lines": "all", "limits": {"time_ms": 500, "depth": 5}, "format": null,
    });
    let told = events(&server.post("/api/analysis", &asked).body);
    let (name, last) = told.last().unwrap();
    assert_eq!(name, "done");
    assert_eq!(last["depth"], 5);
    let state = server
        .post("/api/state", &json!({"game": "kings-valley"}))
        .json();
    let lines = last["lines"].as_array().unwrap();
    assert_eq!(lines.len(), state["legal_moves"].as_array().unwrap().len());
    assert!(lines.iter().all(|line| line["path"].is_array()));
    let depths: Vec<u64> = told
        .iter()
        .map(|(_, data)| data["depth"].as_u64().unwrap())
        .collect();
    assert!(depths.is_sorted());
    let by_query = "/api/analysis?q=%7B%22game%22%3A%22kings-valley%22%2C%22limits%22%3A%7B%22depth%22%3A3%7D%7D";
    let told = events(&server.get(by_query).body);
    assert_eq!(told.last().unwrap().1["depth"], 3);
}

#[test]
fn a_review_finds_the_blunder() {
    let server = Server::start();
    // x builds three in a row with both ends open, and o looks away.
    let moves = ["4", "4", "3", "3", "5", "1", "2"];
    let asked =
        json!({"game": "connect-four", "moves": moves, "limits": {"depth": 6, "time_ms": 5000}});
    let told = events(&server.post("/api/review", &asked).body);
    assert_eq!(told.last().unwrap().0, "done");
    let plies: Vec<u64> = told
        .iter()
        .filter_map(|(_, data)| data["ply"].as_u64())
        .collect();
    assert_eq!(plies, [7, 6, 5, 4, 3, 2, 1, 0]);
    let before = |ply: u64| told.iter().find(|(_, data)| data["ply"] == ply).unwrap();
    // 3... 3 instead of a stone beside the two lets the first player win.
    assert_eq!(before(3).1["played"], "3");
    assert_eq!(before(3).1["mark"], "blunder");
    assert!(before(6).1["mark"].is_null());
}

#[test]
fn a_search_ends_when_its_reader_goes() {
    let server = Server::start();
    let asked = json!({"game": "international-draughts", "limits": {"time_ms": 600000}});
    let mut stream = server.ask("POST", "/api/analysis", &asked.to_string());
    let mut first = [0; 512];
    assert!(stream.read(&mut first).unwrap() > 0);
    wait_until(|| server.metric("plyground_searches{state=\"thinking\"}") == 1.0);
    drop(stream);
    wait_until(|| server.metric("plyground_searches{state=\"thinking\"}") == 0.0);
    wait_until(|| server.metric("plyground_table_bytes") == 0.0);
}

fn wait_until(is_true: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_true() {
        assert!(began.elapsed() < Duration::from_secs(20), "waited too long");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_thousand_readers_each_hear_something_and_leave_nothing_behind() {
    let server = Server::start();
    let games = ["russian-draughts", "kings-valley", "english-draughts-12"];
    let mut streams: Vec<TcpStream> = (0..1000)
        .map(|index| {
            let asked = json!({"game": games[index % 3], "limits": {"time_ms": 600000}});
            server.ask("POST", "/api/analysis", &asked.to_string())
        })
        .collect();
    for stream in &mut streams {
        let mut heard = Vec::new();
        while !heard.windows(6).any(|window| window == b"event:") {
            let mut bytes = [0; 4096];
            let count = stream.read(&mut bytes).unwrap();
            assert!(count > 0, "{}", String::from_utf8_lossy(&heard));
            heard.extend_from_slice(&bytes[..count]);
        }
        assert!(heard.starts_with(b"HTTP/1.1 200"));
    }
    assert_eq!(server.get("/healthz").status, 200);
    let quick = json!({"game": "connect-four", "moves": ["4"]});
    assert_eq!(server.post("/api/state", &quick).status, 200);
    drop(streams);
    wait_until(|| server.metric("plyground_streams") == 0.0);
    wait_until(|| server.metric("plyground_table_bytes") == 0.0);
}

#[test]
fn what_was_answered_as_played_is_there_after_a_crash() {
    let mut server = Server::start();
    let seats =
        json!([{"kind": "human", "name": "You"}, {"kind": "engine", "name": "Engine", "level": 2}]);
    let saved = server.post(
        "/api/saved",
        &json!({"game": "kings-valley", "seats": seats}),
    );
    assert_eq!(saved.status, 201);
    let path = format!("/api/saved/{}", saved.json()["id"]);
    let mut played = Vec::new();
    for ply in 0..6 {
        let state = server.post(
            "/api/state",
            &json!({"game": "kings-valley", "moves": played}),
        );
        let mv = state.json()["legal_moves"][0].clone();
        let answer = server.post(&format!("{path}/moves"), &json!({"ply": ply, "move": mv}));
        assert_eq!(answer.status, 200);
        played.push(mv);
    }
    server.kill();
    let again = Server::start_on(server.database.clone(), &["--port", "0"]);
    let saved = again.get(&path).json();
    assert_eq!(saved["moves"], json!(played));
    assert_eq!(saved["seats"], seats);
    let listed = again
        .get("/api/saved?game=kings-valley&unfinished=1")
        .json();
    assert_eq!(listed["total"], 1);
    assert_eq!(again.get("/api/saved?game=connect-four").json()["total"], 0);
    assert_eq!(again.get("/api/saved?to=2000-01-01").json()["total"], 0);
}

#[test]
fn a_saved_game_can_be_undone_ended_exported_and_forgotten() {
    let server = Server::start();
    let saved = server.post(
        "/api/saved",
        &json!({"game": "connect-four", "moves": ["4", "4"]}),
    );
    let path = format!("/api/saved/{}", saved.json()["id"]);
    let moves = format!("{path}/moves");
    let play = |ply: u32, mv: &str| server.post(&moves, &json!({"ply": ply, "move": mv}));
    assert_eq!(play(2, "3").json()["ply"], 3);
    assert_eq!(
        play(2, "3").json()["ply"],
        3,
        "a request sent twice is one move"
    );
    let conflict = play(2, "5");
    assert_eq!(
        (conflict.status, conflict.code()),
        (409, "conflict".to_owned())
    );
    assert_eq!(conflict.json()["error"]["moves"], json!(["4", "4", "3"]));
    assert_eq!(play(3, "9").code(), "illegal-move");
    let cut = server.send("DELETE", &format!("{moves}?from=1"), "");
    assert_eq!(cut.json()["state"]["moves"], json!(["4"]));
    let put = server.send("PUT", &moves, r#"{"moves": ["4", "5", "4"]}"#);
    assert_eq!(put.json()["ply"], 3);
    let ended = json!({"ended": {"winner": "o", "reason": "resigned"}, "notes": {"a": [1]}});
    let ended = server.send("PATCH", &path, &ended.to_string()).json();
    assert_eq!(ended["result"], "0-1");
    assert_eq!(ended["notes"], json!({"a": [1]}));
    assert_eq!(play(3, "1").code(), "illegal-move");
    let record = server.get(&format!("{path}/record"));
    let text = String::from_utf8(record.body).unwrap();
    assert!(
        text.contains("[Reason \"resigned\"]") && text.ends_with("1. 4 5 2. 4 0-1\n"),
        "{text}"
    );
    let read = server
        .post("/api/record/read", &json!({"text": text}))
        .json();
    assert_eq!(read["games"][0]["moves"], json!(["4", "5", "4"]));
    assert_eq!(server.send("DELETE", &path, "").status, 204);
    assert_eq!(server.get(&path).code(), "not-found");
}

#[test]
fn pieces_put_on_the_board_become_a_position() {
    let server = Server::start();
    let kit = server.get("/api/games/russian-draughts/kit").json();
    assert_eq!(kit["editable"], true);
    assert_eq!(kit["pieces"].as_array().unwrap().len(), 4);
    let asked = json!({
        "game": "russian-draughts", "to_move": "b",
        "pieces": [{"cell": "a1", "owner": 0, "kind": "crowned"}, {"cell": "b6", "owner": 1, "kind": "man"}],
    });
    let state = server.post("/api/position", &asked).json();
    // a1 is square 29 and b6 square 9 of the board's numbering.
    assert_eq!(state["position"], "B:WK29:B9");
    assert_eq!(state["start"], state["position"]);
}

#[test]
fn the_description_knows_every_address_there_is() {
    let server = Server::start();
    let described = server.get("/api/openapi.json").json();
    for (path, methods) in described["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let path = path.replace("{id}", "connect-four");
            let answer = server.send(&method.to_uppercase(), &path, "");
            let text = String::from_utf8_lossy(&answer.body);
            assert!(answer.status != 405, "{method} {path}: {text}");
            assert!(
                !text.contains("there is nothing at"),
                "{method} {path}: {text}"
            );
        }
    }
    let routes = include_str!("../src/server/routes.rs");
    for route in routes
        .split("\"/")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap())
    {
        let is_described = described["paths"].get(format!("/{route}")).is_some();
        assert!(is_described || route == "api/", "/{route} is not described");
    }
}

#[cfg(unix)]
#[test]
fn told_to_end_it_ends_with_its_streams() {
    let mut server = Server::start();
    let asked = json!({"game": "canadian-draughts", "limits": {"time_ms": 600000}});
    let stream = server.ask("POST", "/api/analysis", &asked.to_string());
    wait_until(|| server.metric("plyground_streams") == 1.0);
    let id = server.id().to_string();
    let told = std::process::Command::new("kill")
        .args(["-TERM", &id])
        .status();
    assert!(told.unwrap().success());
    let began = Instant::now();
    assert_eq!(server.status_at_end(), Some(0));
    assert!(began.elapsed() < Duration::from_secs(10));
    assert_eq!(read_answer(stream).status, 200);
}

#[test]
fn the_next_free_port_is_taken_where_the_usual_one_is_not_free() {
    let first = Server::start_on(new_database(), &[]);
    let second = Server::start_on(new_database(), &[]);
    let port = |server: &Server| -> u16 {
        let (_, port) = server.address.rsplit_once(':').unwrap();
        port.parse().unwrap()
    };
    assert!(port(&first) >= 4747);
    assert!(port(&second) > port(&first));
}
