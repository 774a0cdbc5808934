//! How punctual the engine is: many moves with 100 ms each, over the protocol,
//! in all games; how late the answers came. With `-- busy` two threads for each
//! processor burn all the time they get meanwhile. `-- moves=200` asks for fewer.
//! On a virtual machine the host may take the processor away in the middle of a
//! move; Linux counts that, and such moves are told apart.

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
    let answers = std::thread::scope(|scope| {
        if is_busy {
            for _ in 0..2 * processors {
                scope.spawn(|| {
                    while !done.load(Relaxed) {
                        std::hint::spin_loop();
                    }
                });
            }
        }
        let answers = measure(moves);
        done.store(true, Relaxed);
        answers
    });
    let others = if is_busy {
        "processors busy"
    } else {
        "nothing else asked of the machine"
    };
    println!("{} moves of 100 ms, {others}", answers.len());
    tell("all of them", answers.iter().map(|answer| answer.late));
    let undisturbed = answers.iter().filter(|answer| answer.stolen == 0);
    tell(
        "those in which no host took a processor away",
        undisturbed.map(|answer| answer.late),
    );
}

fn tell(which: &str, late: impl Iterator<Item = f64>) {
    let mut late: Vec<f64> = late.collect();
    if late.is_empty() {
        return;
    }
    late.sort_by(f64::total_cmp);
    let at = |share: f64| late[((late.len() - 1) as f64 * share) as usize];
    let within = late.iter().filter(|late| **late <= LATE).count();
    println!(
        "{which}, {}: late by {:.1} ms in the middle, {:.1} at 99.5 %, {:.1} at most; \
         {:.2} % within 20 ms",
        late.len(),
        at(0.5),
        at(0.995),
        at(1.0),
        100.0 * within as f64 / late.len() as f64
    );
}

struct Answer {
    /// By how many milliseconds it came after its time; negative where it was early.
    late: f64,
    /// For how many milliseconds meanwhile a host kept a processor to itself.
    stolen: u64,
}

/// The milliseconds that a host has kept from all processors so far; 0 where nobody counts.
fn stolen() -> u64 {
    const MILLISECONDS_PER_TICK: u64 = 10;
    let counts = std::fs::read_to_string("/proc/stat").unwrap_or_default();
    let ticks = counts.split_whitespace().nth(8);
    ticks.map_or(0, |ticks| ticks.parse().unwrap_or(0)) * MILLISECONDS_PER_TICK
}

fn measure(moves: usize) -> Vec<Answer> {
    let mut answers = Vec::new();
    let mut engine = Engine::start();
    engine.say("ugi");
    engine.answer("ugiok");
    engine.say("setoption name Exact value false");
    for game in GAMES.iter().cycle() {
        if answers.len() >= moves {
            break;
        }
        engine.say(&format!("setoption name Game value {game}"));
        engine.say("uginewgame");
        engine.say("isready");
        engine.answer("readyok");
        let before = answers.len();
        play(&mut engine, moves, &mut answers);
        for (ply, Answer { late, stolen }) in answers[before..].iter().enumerate() {
            if *late > LATE {
                let ply = ply + 1;
                println!("{game}, move {ply}: {late:.1} ms late, {stolen} ms taken by a host");
            }
        }
    }
    engine.say("quit");
    engine.child.wait().expect("the engine ends");
    answers
}

/// A game of the engine against itself.
fn play(engine: &mut Engine, moves: usize, answers: &mut Vec<Answer>) {
    let mut line = Vec::new();
    loop {
        let position = format!("position startpos moves {}", line.join(" "));
        engine.say(&position);
        if engine.ask("gameover") == ["true"] || answers.len() >= moves || line.len() > 200 {
            return;
        }
        let stolen_before = stolen();
        let started = Instant::now();
        engine.say("go movetime 100");
        let best = engine.answer("bestmove").remove(0);
        let taken = started.elapsed();
        answers.push(Answer {
            late: (taken.as_secs_f64() - TIME.as_secs_f64()) * 1e3,
            stolen: stolen() - stolen_before,
        });
        line.push(best);
    }
}
