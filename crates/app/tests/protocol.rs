//! The engine's protocols: transcripts of both, and whatever else may come in.

mod common;

use plyground_engine::random::Random;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plyground"))
            .arg("engine")
            .args(arguments)
            .env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (heard, lines) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if heard.send(line).is_err() {
                    return;
                }
            }
        });
        Engine {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).and_then(|()| input.flush()).unwrap();
    }

    fn line(&self, patience: Duration) -> Option<String> {
        self.lines.recv_timeout(patience).ok()
    }

    /// Skips lines up to this one.
    fn wait_for(&self, wanted: &str, patience: Duration) {
        let began = Instant::now();
        while began.elapsed() < patience {
            if self.line(patience).as_deref() == Some(wanted) {
                return;
            }
        }
        panic!("no {wanted} within {patience:?}");
    }

    /// The end of input ends the program.
    fn end(mut self) {
        self.input = None;
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(10) {
            while self.lines.try_recv().is_ok() {}
            if let Some(status) = self.child.try_wait().unwrap() {
                assert_eq!(status.code(), Some(0));
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("it did not end with its input");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn fits(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('…');
    let first = parts.next().unwrap();
    let Some(mut rest) = line.strip_prefix(first) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, between)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in between {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Sends what follows `>` and expects the other lines; one that begins with `…`
/// stands for any lines up to one that fits.
fn replay(transcript: &str, arguments: &[&str]) {
    let mut engine = Engine::start(arguments);
    for expected in transcript.lines().filter(|line| !line.starts_with('#')) {
        if let Some(command) = expected.strip_prefix("> ") {
            engine.send(format!("{command}\n").as_bytes());
            continue;
        }
        loop {
            let line = engine.line(Duration::from_secs(20));
            let line = line.unwrap_or_else(|| panic!("expected {expected}, found nothing"));
            if fits(expected, &line) {
                break;
            }
            assert!(
                expected.starts_with('…'),
                "expected {expected}, found {line}"
            );
        }
    }
    assert_eq!(
        engine.line(Duration::from_secs(10)),
        None,
        "nothing more is said"
    );
    engine.end();
}

#[test]
fn ugi_is_spoken_as_written_down() {
    replay(include_str!("transcripts/ugi.txt"), &[]);
}

#[test]
fn hub_is_spoken_as_written_down() {
    replay(include_str!("transcripts/hub.txt"), &["--protocol", "hub"]);
}

#[test]
fn every_position_that_is_told_is_understood() {
    let mut engine = Engine::start(&[]);
    for entry in plyground_games::REGISTRY {
        engine.send(format!("setoption name Game value {}\nquery fen\n", entry.id).as_bytes());
        let told = engine.line(Duration::from_secs(10)).unwrap();
        let fen = told.strip_prefix("response ").unwrap();
        engine.send(format!("position fen {fen}\nquery fen\n").as_bytes());
        let again = engine.line(Duration::from_secs(10)).unwrap();
        assert_eq!(again, told, "{}", entry.id);
    }
    engine.end();
}

#[test]
fn a_search_without_end_goes_on_until_stop_and_then_answers_at_once() {
    let mut engine = Engine::start(&["international-draughts"]);
    engine.send(b"isready\n");
    engine.wait_for("readyok", Duration::from_secs(10));
    for _ in 0..5 {
        engine.send(b"position startpos\ngo infinite\n");
        std::thread::sleep(Duration::from_millis(200));
        engine.send(b"isready\n");
        engine.wait_for("readyok", Duration::from_secs(5));
        while engine.lines.try_recv().is_ok() {}
        let began = Instant::now();
        engine.send(b"stop\n");
        while !engine
            .line(Duration::from_secs(5))
            .unwrap()
            .starts_with("bestmove")
        {}
        // 50 ms on a quiet machine; tests run beside each other.
        assert!(
            began.elapsed() < Duration::from_millis(500),
            "{:?}",
            began.elapsed()
        );
    }
    engine.send(b"go infinite\n");
    engine.end();
}

#[test]
fn pondering_becomes_thinking_when_the_move_comes() {
    let mut engine = Engine::start(&["russian-draughts"]);
    engine.send(b"position startpos moves c3-d4 b6-a5\ngo ponder p1time 3000 p2time 3000\n");
    let began = Instant::now();
    while let Some(line) = engine.line(Duration::from_millis(300)) {
        assert!(!line.starts_with("bestmove"), "{line}");
        if began.elapsed() > Duration::from_millis(300) {
            break;
        }
    }
    engine.send(b"ponderhit\n");
    while !engine
        .line(Duration::from_secs(2))
        .unwrap()
        .starts_with("bestmove")
    {}
    engine.end();
}

#[test]
fn our_own_engine_keeps_the_laws_that_others_are_held_to() {
    let program = format!("'{}' engine kings-valley", env!("CARGO_BIN_EXE_plyground"));
    let run = common::plyground(&["engine", "--check", &program, "--json"], b"");
    let found: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let broken: Vec<&serde_json::Value> = found["laws"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|law| law["kept"] == false)
        // How fast it stops hangs on what else the machine does.
        .filter(|law| !law["law"].as_str().unwrap().contains("50 ms"))
        .collect();
    assert!(broken.is_empty(), "{broken:?}");
}

#[test]
fn a_program_that_keeps_no_law_is_told_so() {
    let run = common::plyground(&["engine", "--check", "sh -c 'read line; echo hello'"], b"");
    assert_eq!(run.status, 1, "{}", run.out);
    assert!(
        run.out
            .contains("WRONG it answers ugi with its name and ugiok: expected 'ugiok'")
    );
    let run = common::plyground(&["engine", "--check", "/no/such/program"], b"");
    assert_eq!(run.status, 2);
    assert!(
        run.err.contains("cannot start '/no/such/program'"),
        "{}",
        run.err
    );
}

fn torture_time() -> Duration {
    let is_deep = std::env::var_os("PLYGROUND_DEEP").is_some();
    Duration::from_secs(if is_deep { 150 } else { 3 })
}

fn pick<'a>(random: &mut Random, words: &[&'a str]) -> &'a str {
    words[random.below(words.len())]
}

fn ugi_command(random: &mut Random) -> String {
    let game = pick(
        random,
        &plyground_games::REGISTRY
            .iter()
            .map(|entry| entry.id)
            .collect::<Vec<_>>(),
    );
    let number = random.below(40);
    match random.below(14) {
        0 => format!("setoption name Game value {game}"),
        1 => format!("setoption name Hash value {}", 1 + number % 8),
        2 => format!("setoption name MultiPV value {number}"),
        3 => {
            let known = [
                "search",
                "alpha-beta",
                "minimax",
                "mtdf",
                "careful",
                "random",
                "monte-carlo",
            ];
            format!("setoption name Algorithm value {}", pick(random, &known))
        }
        4 => format!(
            "setoption name {} value {number}",
            pick(random, &["Level", "Threads", "Exact", "Eval"])
        ),
        5 => "uginewgame".to_owned(),
        6 | 7 => {
            let moves = [
                "1", "4", "7", "a1-a4", "b5-b2", "c3-d4", "22-18", "9-13", "b6-a5", "11-16",
            ];
            let line: Vec<&str> = (0..number % 5).map(|_| pick(random, &moves)).collect();
            format!("position startpos moves {}", line.join(" "))
        }
        8 => "position fen 7/7/7/7/7/7 x moves 4".to_owned(),
        9 => format!(
            "go {} {number}",
            pick(
                random,
                &["movetime", "depth", "nodes", "p1time", "infinite"]
            )
        ),
        10 => pick(
            random,
            &["go infinite", "go ponder movetime 20", "go", "go depth -1"],
        )
        .to_owned(),
        11 => pick(random, &["stop", "ponderhit", "ugi", "uci"]).to_owned(),
        12 => {
            let known = [
                "gameover",
                "p1turn",
                "result",
                "turn",
                "players",
                "legalmoves",
                "fen",
                "reason",
            ];
            format!("query {}", pick(random, &known))
        }
        _ => noise(random),
    }
}

fn hub_command(random: &mut Random) -> String {
    let number = random.below(40);
    match random.below(11) {
        0 => format!("set-param name=hash value={}", 1 + number % 8),
        1 => {
            let known = [
                "russian-draughts",
                "canadian-draughts",
                "english-draughts",
                "kings-valley",
            ];
            format!("set-param name=game value={}", pick(random, &known))
        }
        2 => "hub".to_owned(),
        3 => pick(random, &["init", "new-game", "stop", "ponder-hit"]).to_owned(),
        4 => {
            let length = [32, 50, 72][number % 3];
            let squares: String = (0..length)
                .map(|_| pick(random, &["e", "e", "e", "w", "b", "W", "B"]))
                .collect();
            format!("pos pos={}{squares}", pick(random, &["W", "B"]))
        }
        5 => "pos moves=\"32-28 19-23 28x19x23\"".to_owned(),
        6 => format!("level depth={number}"),
        7 => format!("level move-time=0.0{number}"),
        8 => format!("level time={number} inc=0.01 moves={number}"),
        9 => format!("go {}", pick(random, &["think", "ponder", "analyze"])),
        _ => noise(random),
    }
}

fn noise(random: &mut Random) -> String {
    let length = random.below(60);
    let letter = |random: &mut Random| char::from_u32(random.below(0x300) as u32).unwrap_or('?');
    (0..length)
        .map(|_| letter(random))
        .filter(|letter| *letter != '\n')
        .collect()
}

fn torture(arguments: &[&str], ping: &str, pong: &str, command: fn(&mut Random) -> String) {
    let mut random = Random::new(20_260);
    let mut engine = Engine::start(arguments);
    let began = Instant::now();
    while began.elapsed() < torture_time() {
        for _ in 0..1 + random.below(40) {
            if random.below(10) == 0 {
                let bytes: Vec<u8> = (0..random.below(300))
                    .map(|_| random.below(256) as u8)
                    .collect();
                // The word that ends it is not meant to come by chance.
                if !String::from_utf8_lossy(&bytes).contains("quit") {
                    engine.send(&bytes);
                    engine.send(b"\n");
                }
            } else {
                engine.send((command(&mut random) + "\n").as_bytes());
            }
        }
        engine.send(format!("{ping}\n").as_bytes());
        engine.wait_for(pong, Duration::from_secs(20));
    }
    engine.end();
}

#[test]
fn nothing_on_its_input_brings_ugi_down() {
    torture(&[], "isready", "readyok", ugi_command);
}

#[test]
fn nothing_on_its_input_brings_hub_down() {
    torture(&["--protocol", "hub"], "ping", "pong", hub_command);
}
