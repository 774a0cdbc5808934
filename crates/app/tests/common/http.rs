//! A server of its own for each test, and a client that is as plain as can be.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

pub(crate) type Json = serde_json::Value;

pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    pub(crate) database: PathBuf,
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Json {
        let text = String::from_utf8_lossy(&self.body);
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {text}"))
    }

    pub(crate) fn code(&self) -> String {
        self.json()["error"]["code"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }
}

/// A database that no other test has.
pub(crate) fn new_database() -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("server-{}-{number}.sqlite", std::process::id());
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

impl Server {
    pub(crate) fn start() -> Server {
        Server::start_on(new_database(), &["--port", "0"])
    }

    pub(crate) fn start_on(database: PathBuf, arguments: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plyground"))
            .arg("serve")
            .args(arguments)
            .arg("--no-open")
            .arg("--db")
            .arg(&database)
            .env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let out = child.stdout.take().unwrap();
        BufReader::new(out).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).expect(&line);
        let address = address.split('/').next().unwrap().to_owned();
        Server {
            child,
            address,
            database,
        }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends it without a word, as a crash does.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub(crate) fn status_at_end(&mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        stream
    }

    /// Sends a request and returns the connection with the answer still in it.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> TcpStream {
        let mut stream = self.connect();
        let request = self.request(method, path, body.len()) + body;
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }

    pub(crate) fn request(&self, method: &str, path: &str, length: usize) -> String {
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n",
            self.address
        )
    }

    pub(crate) fn send(&self, method: &str, path: &str, body: &str) -> Answer {
        read_answer(self.ask(method, path, body))
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send("GET", path, "")
    }

    pub(crate) fn post(&self, path: &str, body: &Json) -> Answer {
        self.send("POST", path, &body.to_string())
    }

    /// One of the numbers at /metrics.
    pub(crate) fn metric(&self, name: &str) -> f64 {
        let text = String::from_utf8(self.get("/metrics").body).unwrap();
        let line = text.lines().find(|line| line.starts_with(name));
        let number = line.and_then(|line| line.rsplit(' ').next()).unwrap();
        number.parse().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        for end in ["", "-wal", "-shm"] {
            let file = format!("{}{end}", self.database.display());
            let _ = std::fs::remove_file(file);
        }
    }
}

/// Reads to the end of the connection, which is asked to close.
pub(crate) fn read_answer(mut stream: TcpStream) -> Answer {
    let mut bytes = Vec::new();
    // A connection that is cut after the answer has still given the answer.
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes
        .windows(4)
        .position(|window| window == b"\r\n\r\n")
        .unwrap_or(bytes.len());
    let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
    let body = bytes.get(end + 4..).unwrap_or_default().to_vec();
    let body = match head.contains("transfer-encoding: chunked") {
        true => unchunked(&body),
        false => body,
    };
    Answer {
        status: status.unwrap_or(0),
        head,
        body,
    }
}

fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|window| window == b"\r\n") {
        let size = std::str::from_utf8(&rest[..end]).unwrap_or("0");
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 || rest.len() < end + 2 + size {
            break;
        }
        body.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = rest.get(end + 4 + size..).unwrap_or_default();
    }
    body
}

/// The events of a stream: their names and data.
pub(crate) fn events(body: &[u8]) -> Vec<(String, Json)> {
    let text = String::from_utf8_lossy(body);
    let blocks = text
        .split("\n\n")
        .filter(|block| block.starts_with("event:"));
    blocks
        .map(|block| {
            let mut lines = block.lines();
            let name = lines.next().unwrap()["event:".len()..].trim().to_owned();
            let data = lines.next().unwrap().strip_prefix("data:").unwrap();
            (name, serde_json::from_str(data).unwrap())
        })
        .collect()
}
