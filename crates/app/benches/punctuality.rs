//! How punctual the engine is: many moves with 100 ms each, over the protocol,
//! in all games; how late the answers came. With `-- busy` two threads for each
//! processor burn all the time they get meanwhile. `-- moves=200` asks for fewer.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

const TIME: Duration = Duration::from_millis(100);
/// More milliseconds are too many.
const LATE: f64 = 20.0;
const GAMES: [&str; 5] = [
    "connect-four",
    "russian-draughts",
    "english-draughts-12",
    "battle-sheep",
    "kings-valley",
];

struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plyground"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Engine {
            child,
            input,
            output,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine listens");
    }

    /// The words of the next answer that begins so.
    fn answer(&mut self, first: &str) -> Vec<String> {
        loop {
            let mut line = String::new();
            let length = self.output.read_line(&mut line).expect("text");
            assert!(length > 0, "the engine ended");
            let mut words = line.split_whitespace().map(str::to_owned);
            if words.next().as_deref() == Some(first) {
                return words.collect();
            }
        }
    }

    fn ask(&mut self, question: &str) -> Vec<String> {
        self.say(&format!("query {question}"));
        self.answer("response")
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let is_busy = arguments.iter().any(|argument| argument == "busy");
    let moves = arguments
        .iter()
        .find_map(|argument| argument.strip_prefix("moves=")?.parse().ok())
        .unwrap_or(2000);
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let done = AtomicBool::new(false);
    let mut late = std::thread::scope(|scope| {
        if is_busy {
            for _ in 0..2 * processors {
                scope.spawn(|| {
                    while !done.load(Relaxed) {
                        std::hint::spin_loop();
                    }
                });
            }
        }
        let late = measure(moves);
        done.store(true, Relaxed);
        late
    });
    late.sort_by(f64::total_cmp);
    let at = |share: f64| late[((late.len() - 1) as f64 * share) as usize];
    let within = late.iter().filter(|late| **late <= LATE).count();
    println!(
        "{} moves of 100 ms, {}: late by {:.1} ms in the middle, {:.1} at 99.5 %, {:.1} at most; \
         {:.2} % within 20 ms",
        late.len(),
        if is_busy {
            "processors busy"
        } else {
            "nothing else asked of the machine"
        },
        at(0.5),
        at(0.995),
        at(1.0),
        100.0 * within as f64 / late.len() as f64
    );
}

/// By how many milliseconds each answer came after its time; early ones are negative.
fn measure(moves: usize) -> Vec<f64> {
    let mut late = Vec::new();
    let mut engine = Engine::start();
    engine.say("ugi");
    engine.answer("ugiok");
    engine.say("setoption name Exact value false");
    for game in GAMES.iter().cycle() {
        if late.len() >= moves {
            break;
        }
        engine.say(&format!("setoption name Game value {game}"));
        engine.say("uginewgame");
        engine.say("isready");
        engine.answer("readyok");
        let before = late.len();
        play(&mut engine, moves, &mut late);
        for (ply, late) in late[before..].iter().enumerate() {
            if *late > LATE {
                println!("{game}, move {}: {late:.1} ms late", ply + 1);
            }
        }
    }
    engine.say("quit");
    engine.child.wait().expect("the engine ends");
    late
}

/// A game of the engine against itself.
fn play(engine: &mut Engine, moves: usize, late: &mut Vec<f64>) {
    let mut line = Vec::new();
    loop {
        let position = format!("position startpos moves {}", line.join(" "));
        engine.say(&position);
        if engine.ask("gameover") == ["true"] || late.len() >= moves || line.len() > 200 {
            return;
        }
        let started = Instant::now();
        engine.say("go movetime 100");
        let best = engine.answer("bestmove").remove(0);
        let taken = started.elapsed();
        late.push((taken.as_secs_f64() - TIME.as_secs_f64()) * 1e3);
        line.push(best);
    }
}
