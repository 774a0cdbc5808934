//! The server against those who want too much, come from elsewhere, or hold what
//! others need; and files that have no end.

#[allow(dead_code)]
#[path = "common/http.rs"]
mod http;

mod common;

use http::{Answer, Json, Server, new_database, read_answer};
use serde_json::json;
use std::io::Write;
use std::time::{Duration, Instant};

fn detail(answer: &Answer) -> String {
    let detail = &answer.json()["error"]["detail"];
    detail.as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_request_full_of_games_takes_no_memory() {
    let server = Server::start();
    let before = server.metric("plyground_resident_bytes");
    for text in ["* ".repeat(500_000), "a ".repeat(500_000)] {
        let asked = json!({"text": text, "game": "connect-four"});
        let answer = server.post("/api/record/read", &asked);
        assert_eq!(answer.status, 422);
        assert!(["record.many", "record.long"].contains(&detail(&answer).as_str()));
    }
    let grown = server.metric("plyground_resident_bytes") - before;
    assert!(grown < 100e6, "{grown} bytes for a megabyte");
}

/// As the report had it: 27 seconds of CPU for 80 characters. Its time is not
/// asserted, but it is asked 200 times: at the old price nobody would wait for that.
#[test]
fn captures_by_the_hundred_are_named_at_once() {
    let server = Server::start();
    let position =
        "W:WK27:B8,9,10,11,12,20,21,22,23,24,32,33,34,35,36,44,45,46,47,48,56,57,58,59,60";
    let asked = json!({"game": "english-draughts-12", "position": position});
    for _ in 0..200 {
        let state = server.post("/api/state", &asked).json();
        assert_eq!(state["legal_moves"].as_array().unwrap().len(), 455);
    }
}

#[test]
fn moves_are_played_however_many_analyse() {
    let server = Server::start_on(new_database(), &["--port", "0", "--memory", "8M"]);
    let asked = json!({"game": "russian-draughts", "limits": {"time_ms": 600_000}});
    let readers: Vec<_> = (0..60)
        .map(|_| server.ask("POST", "/api/analysis", &asked.to_string()))
        .collect();
    let soon = Instant::now() + Duration::from_secs(60);
    while server.metric("plyground_line") < 40.0 && Instant::now() < soon {
        std::thread::sleep(Duration::from_millis(20));
    }
    for _ in 0..3 {
        let asked = json!({"game": "connect-four", "engine": {"level": 1}});
        assert_eq!(server.post("/api/move", &asked).status, 200);
    }
    drop(readers);
}

/// A request with more headers of its own.
fn sent(server: &Server, method: &str, path: &str, headers: &str) -> Answer {
    let port = server.address.rsplit(':').next().unwrap();
    let mut stream = std::net::TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
    let request = format!("{method} {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    read_answer(stream)
}

#[test]
fn beyond_the_loopback_names_want_leave_and_saved_games_a_token() {
    let arguments = ["--port", "0", "--listen", "0.0.0.0"];
    let more = ["--allow-host", "games.example", "--token", "open-sesame"];
    let server = Server::start_on(new_database(), &[arguments, more].concat());
    let status = |path: &str, headers: &str| sent(&server, "GET", path, headers).status;
    for (host, expected) in [
        ("evil.example:4747", 421),
        ("evil.example", 421),
        ("games.example:4747", 200),
        ("192.168.7.7", 200),
        ("localhost", 200),
    ] {
        assert_eq!(
            status("/api/games", &format!("Host: {host}\r\n")),
            expected,
            "{host}"
        );
    }
    let host = "Host: 10.1.2.3:4747\r\n";
    for path in [
        "/api/saved",
        "/api/saved/1",
        "/api/saved/1/record",
        "/metrics",
    ] {
        let closed = sent(&server, "GET", path, host);
        assert_eq!(closed.status, 401, "{path}");
        assert_eq!(detail(&closed), "server.token");
    }
    assert_eq!(sent(&server, "DELETE", "/api/saved/1", host).status, 401);
    for (line, expected) in [
        ("Authorization: Bearer open-sesame\r\n", 200),
        ("Authorization: Bearer open-sesam\r\n", 401),
        ("Cookie: a=b; plyground-token=open-sesame\r\n", 200),
        ("Cookie: plyground-token=\r\n", 401),
    ] {
        assert_eq!(
            status("/api/saved", &format!("{host}{line}")),
            expected,
            "{line}"
        );
    }
    let welcome = sent(&server, "GET", "/?token=open-sesame", host);
    assert_eq!(welcome.status, 303);
    assert!(
        welcome
            .head
            .contains("set-cookie: plyground-token=open-sesame; path=/; httponly; samesite=strict")
    );
    assert_eq!(status("/?token=wrong-guess", host), 200);
    assert!(
        !sent(&server, "GET", "/?token=wrong-guess", host)
            .head
            .contains("set-cookie")
    );
}

#[test]
fn another_origin_is_refused_where_a_browser_says_nothing_else() {
    let server = Server::start();
    let host = format!("Host: {}\r\n", server.address);
    for (origin, expected) in [
        (format!("http://{}", server.address), 200),
        ("http://evil.example".to_owned(), 403),
        ("null".to_owned(), 403),
    ] {
        let headers = format!("{host}Origin: {origin}\r\n");
        let answer = sent(&server, "GET", "/api/games", &headers);
        assert_eq!(answer.status, expected, "{origin}");
    }
}

#[test]
fn shapes_that_a_page_cannot_show_are_refused() {
    let server = Server::start();
    let new = |more: Json| {
        let mut asked = json!({"game": "connect-four"});
        asked
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        server.post("/api/saved", &asked)
    };
    for (more, told) in [
        (json!({"seats": "x"}), "seats.shape"),
        (json!({"seats": [1, 2]}), "seats.shape"),
        (json!({"seats": [{}, {}, {}, {}, {}]}), "seats.shape"),
        (
            json!({"seats": [{"name": "x".repeat(10_000)}]}),
            "seats.shape",
        ),
        (json!({"notes": [1]}), "notes.shape"),
        (json!({"title": "x".repeat(1001)}), "title.long"),
    ] {
        let refused = new(more);
        assert_eq!((refused.status, detail(&refused).as_str()), (422, told));
    }
    assert_eq!(
        new(json!({"seats": [{"kind": "human"}], "notes": {}})).status,
        201
    );
    assert_eq!(server.get("/api/saved").json()["total"], 1);
}

#[test]
fn a_body_in_bad_chunks_is_told_apart_from_a_large_one() {
    let server = Server::start();
    let head = format!(
        "POST /api/state HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: \
         application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        server.address
    );
    let mut stream = server.connect();
    stream.write_all(head.as_bytes()).unwrap();
    let answer = read_answer(stream);
    assert_eq!(
        (answer.status, detail(&answer).as_str()),
        (400, "server.chunks")
    );
}

/// Another program has the write lock; twenty want to save meanwhile.
#[test]
fn rules_are_told_while_the_database_is_held() {
    let server = Server::start();
    let other = rusqlite::Connection::open(&server.database).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let new = json!({"game": "connect-four"}).to_string();
    let waiting: Vec<_> = (0..20)
        .map(|_| server.ask("POST", "/api/saved", &new))
        .collect();
    std::thread::sleep(Duration::from_millis(200));
    let rules = server.post("/api/state", &json!({"game": "connect-four"}));
    assert_eq!(rules.status, 200);
    // None of them has been answered: the rules did not wait for any.
    for stream in &waiting {
        stream.set_nonblocking(true).unwrap();
        let came = stream.peek(&mut [0; 1]);
        assert!(came.is_err(), "an answer came before the rules");
    }
    other.execute_batch("ROLLBACK").unwrap();
    for stream in waiting {
        stream.set_nonblocking(false).unwrap();
        assert_eq!(read_answer(stream).status, 201);
    }
}

#[cfg(unix)]
#[test]
fn a_file_without_an_end_is_refused() {
    let arguments = ["show", "connect-four", "--file", "/dev/zero"];
    let run = common::plyground(&arguments, b"");
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("at most 64 MiB"), "{}", run.err);
}

/// Hub's `ponder-hit` gives a search an end once; each had a thread of its own.
#[cfg(target_os = "linux")]
#[test]
fn ponder_hits_start_no_threads() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyground"))
        .args(["engine", "international-draughts", "--protocol", "hub"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let input = child.stdin.as_mut().unwrap();
    let hits = "ponder-hit\n".repeat(2000);
    let lines = format!("hub\ninit\nlevel move-time=99999\ngo ponder\n{hits}");
    input.write_all(lines.as_bytes()).unwrap();
    input.flush().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let threads = status
        .lines()
        .find_map(|line| line.strip_prefix("Threads:"));
    let threads: usize = threads.unwrap().trim().parse().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(threads < 50, "{threads} threads");
}
