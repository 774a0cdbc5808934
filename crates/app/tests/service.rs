//! The server as those who run it see it: what it warns of, how its log reads, and
//! that neither a client nor an algorithm takes more than its share.

#[allow(dead_code)]
#[path = "common/http.rs"]
mod http;

use http::{Json, Server, events, new_database, read_answer};
use serde_json::json;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Starts a server, asks it for something that there is not, ends it, and returns
/// what it wrote on standard error.
fn errors_of(arguments: &[&str], log: &str) -> String {
    let database = new_database();
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyground"))
        .args(["serve", "--no-open", "--port", "0", "--db"])
        .arg(&database)
        .args(arguments)
        .env("PLYGROUND_LOG", log)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut line).unwrap();
    let port = line.split(':').nth(2).unwrap().split('/').next().unwrap();
    let mut stream = std::net::TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
    stream
        .write_all(b"GET /api/nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .unwrap();
    assert_eq!(read_answer(stream).status, 404);
    child.kill().unwrap();
    let mut errors = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut errors)
        .unwrap();
    child.wait().unwrap();
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", database.display()));
    }
    errors
}

#[test]
fn who_listens_to_everybody_is_warned_and_who_does_not_is_not() {
    let errors = errors_of(&["--listen", "0.0.0.0"], "warn");
    assert!(
        errors.starts_with("plyground: warning: listening on 0.0.0.0: everybody"),
        "{errors}"
    );
    assert_eq!(errors_of(&["--listen", "127.0.0.1"], "warn"), "");
}

#[test]
fn the_log_is_one_json_object_a_line_when_asked_for() {
    let errors = errors_of(&["--log-json"], "debug");
    let lines: Vec<Json> = errors
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}")))
        .collect();
    let answered = lines
        .iter()
        .find(|line| line["fields"]["message"] == "answered")
        .expect(&errors);
    assert_eq!(answered["level"], "DEBUG");
    assert_eq!(answered["fields"]["path"], "/api/nothing");
    assert_eq!(answered["fields"]["status"], 404);
    assert!(answered["timestamp"].as_str().unwrap().ends_with('Z'));
    assert!(answered["fields"]["micros"].as_u64().is_some());
}

#[test]
fn the_log_is_a_line_for_people_otherwise() {
    let errors = errors_of(&[], "debug");
    let line = errors.lines().find(|line| line.contains("answered"));
    let line = line.expect(&errors);
    assert!(line.contains("DEBUG") && line.contains("path=\"/api/nothing\" status=404"));
    assert!(!errors.contains('\u{1b}'), "no colours in a log");
}

/// Asks for more than all the buffers between the two hold, and takes none of it.
#[test]
fn a_client_that_never_reads_is_left() {
    let server = Server::start();
    let mut deaf = server.connect();
    deaf.set_nonblocking(true).unwrap();
    let request = format!(
        "GET /api/games HTTP/1.1\r\nHost: {}\r\n\r\n",
        server.address
    );
    let began = Instant::now();
    let mut filled = None;
    while began.elapsed() < Duration::from_secs(60) {
        match deaf.write_all(request.as_bytes()) {
            Ok(()) => {}
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                filled.get_or_insert_with(Instant::now);
                std::thread::sleep(Duration::from_millis(50));
            }
            Err(_) => break,
        }
    }
    let filled = filled.expect("the client was never kept waiting");
    let waited = filled.elapsed();
    assert!(waited > Duration::from_secs(5), "left after {waited:?}");
    assert!(waited < Duration::from_secs(40), "left after {waited:?}");
    assert_eq!(server.get("/healthz").status, 200);
}

/// Each of these keeps what it has seen; none may keep more than its share of memory.
#[test]
fn algorithms_that_keep_a_tree_stay_within_their_share() {
    let server = Server::start_on(new_database(), &["--port", "0", "--memory", "4M"]);
    for spec in ["mcts", "pns", "maxn", "search"] {
        let before = server.metric("plyground_resident_bytes");
        let asked = json!({"game": "canadian-draughts", "spec": spec, "limits": {"time_ms": 3000}});
        let stream = server.ask("POST", "/api/analysis", &asked.to_string());
        let mut most = before;
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(3) {
            std::thread::sleep(Duration::from_millis(100));
            most = server.metric("plyground_resident_bytes").max(most);
        }
        let told = events(&read_answer(stream).body);
        let (name, last) = told.last().expect(spec);
        assert_eq!(name, "done", "{spec}: {last}");
        assert!(last["nodes"].as_u64().unwrap() > 0);
        let taken = (most - before) / 1e6;
        assert!(taken < 12.0, "{spec} took {taken} MB");
    }
}

#[test]
fn each_of_three_players_has_a_share_and_all_shares_make_one() {
    let server = Server::start();
    let asked = json!({"game": "battle-sheep", "options": {"players": 3}, "limits": {"depth": 2}});
    let told = events(&server.post("/api/analysis", &asked).body);
    let (_, last) = told.last().unwrap();
    let shares: Vec<f64> = last["shares"]
        .as_array()
        .unwrap()
        .iter()
        .map(|share| share.as_f64().unwrap())
        .collect();
    assert_eq!(shares.len(), 3);
    assert!(
        (shares.iter().sum::<f64>() - 1.0).abs() < 1e-9,
        "{shares:?}"
    );
    assert!(shares.iter().all(|&share| share > 0.0), "{shares:?}");
    let two = json!({"game": "battle-sheep", "limits": {"depth": 2}});
    let told = events(&server.post("/api/analysis", &two).body);
    assert!(told.last().unwrap().1.get("shares").is_none());
}

#[test]
fn moves_are_taken_back_in_the_letters_they_were_asked_in() {
    let server = Server::start();
    let new = json!({"game": "russian-draughts", "moves": ["c3-d4", "d6-c5"]});
    let id = server.post("/api/saved", &new).json()["id"].clone();
    let cut = format!("/api/saved/{id}/moves?from=1&format=algebraic");
    let state = &server.send("DELETE", &cut, "").json()["state"];
    assert_eq!(state["moves"], json!(["c3-d4"]));
}

#[test]
fn notes_are_added_and_variations_are_exported_while_they_fit() {
    let server = Server::start();
    let new = json!({"game": "connect-four", "moves": ["4", "4"], "notes": {"clocks": 1}});
    let path = format!(
        "/api/saved/{}",
        server.post("/api/saved", &new).json()["id"]
    );
    let tree = json!({"notes": {"tree": [
        {"move": "4", "variations": [[{"move": "1"}, {"move": "2"}]]},
    ]}});
    let noted = server.send("PATCH", &path, &tree.to_string()).json();
    assert_eq!(noted["notes"]["clocks"], 1, "other notes stay");
    let record = || String::from_utf8(server.get(&format!("{path}/record")).body).unwrap();
    let text = record();
    assert!(text.ends_with("1. 4 (1. 1 2) 1... 4 *\n"), "{text}");
    server.send("PUT", &format!("{path}/moves"), r#"{"moves": ["7"]}"#);
    assert!(record().ends_with("1. 7 *\n"), "{}", record());
    let forgotten = r#"{"notes": {"tree": null}}"#;
    let noted = server.send("PATCH", &path, forgotten).json();
    assert_eq!(noted["notes"], json!({"clocks": 1}));
}

/// A guess at the protocol would wait for the first bytes without a clock.
#[test]
fn a_client_that_says_nothing_is_left() {
    let server = Server::start();
    let began = Instant::now();
    for start in ["", "P", "PRI * HTTP/2"] {
        let mut silent = server.connect();
        silent.write_all(start.as_bytes()).unwrap();
        let mut rest = Vec::new();
        let ended = silent.read_to_end(&mut rest);
        assert!(ended.is_ok(), "'{start}' was waited for");
    }
    assert!(began.elapsed() < Duration::from_secs(50));
}

#[test]
fn numbers_beyond_a_game_change_nothing_in_it() {
    let server = Server::start();
    let new = json!({"game": "connect-four", "moves": ["4", "4", "3"]});
    let id = server.post("/api/saved", &new).json()["id"].clone();
    let path = format!("/api/saved/{id}");
    for from in [3, 4, i64::MAX as u64, 1 << 63, u64::MAX] {
        let cut = server.send("DELETE", &format!("{path}/moves?from={from}"), "");
        assert_eq!(cut.json()["ply"], 3, "from {from}");
        let kept = server.get(&path).json();
        assert_eq!(kept["moves"], json!(["4", "4", "3"]), "from {from}");
    }
    let beyond = json!({"ply": u64::MAX, "move": "3"});
    let refused = server.post(&format!("{path}/moves"), &beyond);
    assert_eq!(
        (refused.status, refused.code()),
        (409, "conflict".to_owned())
    );
}
