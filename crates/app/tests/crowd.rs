//! Two hundred readers with live analyses at once: each hears its first analysis
//! soon, each goes on hearing, and memory stays as it is. Some seconds in an
//! ordinary run; ten minutes with PLYGROUND_DEEP=1, which is also the measure of
//! how soon: an ordinary run may share its machine with anything.

#[allow(dead_code)]
#[path = "common/http.rs"]
mod http;

use http::Server;
use serde_json::json;
use std::io::{ErrorKind, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};

const READERS: usize = 200;
const GAMES: [&str; 4] = [
    "connect-four",
    "russian-draughts",
    "kings-valley",
    "canadian-draughts",
];

struct Reader {
    stream: TcpStream,
    began: Instant,
    heard: Vec<u8>,
    first: Option<Duration>,
    analyses: usize,
}

impl Reader {
    fn new(server: &Server, index: usize) -> Reader {
        let stream = ask(server, index);
        stream.set_nonblocking(true).unwrap();
        Reader {
            stream,
            began: Instant::now(),
            heard: Vec::new(),
            first: None,
            analyses: 0,
        }
    }

    /// Takes what has come; `false` at the end of the stream.
    fn listen(&mut self) -> bool {
        let mut bytes = [0; 16384];
        let mut goes_on = true;
        loop {
            match self.stream.read(&mut bytes) {
                Ok(0) => {
                    goes_on = false;
                    break;
                }
                Ok(count) => self.heard.extend_from_slice(&bytes[..count]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) => panic!("a reader was cut off: {error}"),
            }
        }
        while let Some(end) = end_of_event(&self.heard) {
            let event: Vec<u8> = self.heard.drain(..end).collect();
            let event = String::from_utf8_lossy(&event);
            assert!(!event.contains("event: error"), "{event}");
            if event.contains("event: analysis") || event.contains("event: done") {
                self.first.get_or_insert(self.began.elapsed());
                self.analyses += 1;
            }
        }
        goes_on
    }
}

fn end_of_event(heard: &[u8]) -> Option<usize> {
    let at = heard.windows(2).position(|window| window == b"\n\n")?;
    Some(at + 2)
}

/// A game each, and another position for each reader of a game.
fn ask(server: &Server, index: usize) -> TcpStream {
    let game = GAMES[index % GAMES.len()];
    let state = server.post("/api/state", &json!({"game": game})).json();
    let legal = state["legal_moves"].as_array().unwrap();
    let mv = &legal[index / GAMES.len() % legal.len()];
    let asked = json!({"game": game, "moves": [mv], "lines": 3, "limits": {"time_ms": 600000}});
    server.ask("POST", "/api/analysis", &asked.to_string())
}

#[test]
fn two_hundred_readers_are_served_at_once() {
    let is_deep = std::env::var_os("PLYGROUND_DEEP").is_some();
    let seconds = |ordinary, deep| Duration::from_secs(if is_deep { deep } else { ordinary });
    let duration = seconds(8, 600);
    let longest_wait = seconds(60, 5);
    let server = Server::start();
    let mut readers: Vec<Reader> = (0..READERS)
        .map(|index| Reader::new(&server, index))
        .collect();
    let began = Instant::now();
    let mut memory = Vec::new();
    let mut again = 0;
    let mut longest = Duration::ZERO;
    let mut was_served = [false; READERS];
    while began.elapsed() < duration || was_served.contains(&false) {
        std::thread::sleep(Duration::from_millis(20));
        for (index, reader) in readers.iter_mut().enumerate() {
            let goes_on = reader.listen();
            was_served[index] |= reader.first.is_some();
            if !goes_on {
                assert!(
                    reader.first.is_some(),
                    "a stream ended before its first word"
                );
                again += 1;
                *reader = Reader::new(&server, index);
            }
            let waited = reader.first.unwrap_or(reader.began.elapsed());
            assert!(waited < longest_wait, "reader {index} waited {waited:?}");
            longest = longest.max(waited);
        }
        let second = began.elapsed().as_secs() as usize;
        if memory.len() < second {
            memory.push(server.metric("plyground_resident_bytes"));
        }
    }
    let analyses: usize = readers.iter().map(|reader| reader.analyses).sum();
    println!(
        "the last first word after {longest:?}; {analyses} analyses, {again} streams ended and \
         begun again; memory in MB, ten times over: {}",
        (1..=10)
            .map(|tenth| format!(
                "{:.0}",
                memory[(memory.len() * tenth / 10).max(1) - 1] / 1e6
            ))
            .collect::<Vec<_>>()
            .join(" ")
    );
    if is_deep {
        assert!(memory[memory.len() - 1] < 1.15 * memory[memory.len() / 5]);
    }
}
