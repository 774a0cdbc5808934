//! Compliance: tries another program's UGI and says what it does wrong. The
//! other program is the authority on its game; only its manners are judged.

use super::client::Client;
use anyhow::{Context, bail, ensure};
use std::time::{Duration, Instant};

/// A program may take its time to start.
const START: Duration = Duration::from_secs(10);
const SOON: Duration = Duration::from_secs(2);
/// `stop` is to be answered within this.
const AT_ONCE: Duration = Duration::from_millis(50);
const LONGEST_GAME: usize = 1000;

/// What was tried, and what was wrong with it.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) law: &'static str,
    pub(crate) fault: Option<String>,
}

type Law = (&'static str, fn(&mut Trial) -> anyhow::Result<()>);

/// The laws in the order in which they are tried.
const LAWS: &[Law] = &[
    ("it answers ugi with its name and ugiok", introduces_itself),
    ("its options are well formed", options_are_well_formed),
    ("it answers isready with readyok", is_ready),
    (
        "it answers what it is asked about the start",
        answers_queries,
    ),
    (
        "it keeps to movetime and answers with bestmove",
        keeps_to_movetime,
    ),
    ("it keeps to depth and nodes", keeps_to_limits),
    ("its info lines are well formed", infos_are_well_formed),
    (
        "it goes on until stop when told go infinite",
        thinks_until_stopped,
    ),
    (
        "it answers isready while it thinks",
        is_ready_while_thinking,
    ),
    ("it answers stop within 50 ms", stops_at_once),
    ("it skips what it does not know", skips_unknown_words),
    (
        "it survives positions and moves that make no sense",
        survives_nonsense,
    ),
    ("it plays a game against itself to the end", plays_a_game),
    ("it ends when told quit", quits),
    ("it ends when its input ends", ends_with_its_input),
];

struct Trial<'a> {
    command: &'a str,
    client: Client,
    greeting: Vec<String>,
    infos: Vec<String>,
}

/// Tries every law; each begins with a program that answers, a new one if need be.
pub(crate) fn check(
    command: &str,
    mut heard: impl FnMut(&Finding),
) -> anyhow::Result<Vec<Finding>> {
    let mut trial = Trial {
        command,
        client: Client::start(command)?,
        greeting: Vec::new(),
        infos: Vec::new(),
    };
    let mut findings = Vec::new();
    for &(law, attempt) in LAWS {
        let fault = attempt(&mut trial).err().map(|error| format!("{error:#}"));
        let is_broken = fault.is_some();
        let finding = Finding { law, fault };
        heard(&finding);
        findings.push(finding);
        if is_broken {
            trial.restart()?;
        }
    }
    Ok(findings)
}

impl Trial<'_> {
    fn restart(&mut self) -> anyhow::Result<()> {
        self.client = Client::start(self.command)?;
        self.greeting.clear();
        // Whether it greets was judged already.
        let _ = introduces_itself(self);
        Ok(())
    }

    fn sync(&mut self) -> anyhow::Result<()> {
        self.client.send("isready")?;
        self.client.answer("readyok", START).map(|_| ())
    }

    fn stop(&mut self) -> anyhow::Result<()> {
        self.client.send("stop")?;
        self.client.answer("bestmove", SOON).map(|_| ())
    }

    fn query(&mut self, question: &str) -> anyhow::Result<String> {
        self.client.send(&format!("query {question}"))?;
        let line = self.client.answer("response", SOON);
        let line = line.with_context(|| format!("after 'query {question}'"))?;
        Ok(line["response".len()..].trim().to_owned())
    }

    /// Sends `go` and returns the best move, keeping the info lines.
    fn best_move(&mut self, go: &str, patience: Duration) -> anyhow::Result<String> {
        self.client.send(go)?;
        let is_last = |line: &str| line.starts_with("bestmove");
        let lines = self.client.lines_until(patience, is_last);
        let lines = lines.with_context(|| format!("expected 'bestmove' after '{go}'"))?;
        let words = lines.last().map_or("", |line| line.as_str());
        let best = words.split_whitespace().nth(1).map(str::to_owned);
        self.infos
            .extend(lines.into_iter().filter(|line| line.starts_with("info ")));
        best.with_context(|| format!("expected a move behind 'bestmove' after '{go}'"))
    }
}

fn introduces_itself(trial: &mut Trial) -> anyhow::Result<()> {
    trial.client.send("ugi")?;
    let lines = trial.client.lines_until(START, |line| line == "ugiok");
    trial.greeting = lines.context("expected 'ugiok'")?;
    let has_name = trial
        .greeting
        .iter()
        .any(|line| line.starts_with("id name "));
    ensure!(has_name, "expected 'id name …' before 'ugiok'");
    Ok(())
}

fn options_are_well_formed(trial: &mut Trial) -> anyhow::Result<()> {
    for line in trial
        .greeting
        .iter()
        .filter(|line| line.starts_with("option"))
    {
        let words: Vec<&str> = line.split_whitespace().collect();
        let behind = |word: &str| {
            let at = words.iter().position(|&other| other == word)?;
            words.get(at + 1).copied()
        };
        let kind = behind("type").with_context(|| format!("no type in '{line}'"))?;
        ensure!(behind("name").is_some(), "no name in '{line}'");
        match kind {
            "spin" => {
                let number = |word: &str| behind(word).and_then(|text| text.parse::<i64>().ok());
                let (Some(min), Some(max)) = (number("min"), number("max")) else {
                    bail!("a spin needs min and max: '{line}'");
                };
                let default = number("default").with_context(|| format!("no default: '{line}'"))?;
                ensure!(
                    (min..=max).contains(&default),
                    "the default is out of range: '{line}'"
                );
            }
            "combo" => ensure!(words.contains(&"var"), "a combo needs a var: '{line}'"),
            "check" => ensure!(
                ["true", "false"].contains(&behind("default").unwrap_or_default()),
                "a check is true or false: '{line}'"
            ),
            "string" | "button" => {}
            other => bail!("unknown type '{other}' in '{line}'"),
        }
    }
    Ok(())
}

fn is_ready(trial: &mut Trial) -> anyhow::Result<()> {
    trial.sync()
}

fn answers_queries(trial: &mut Trial) -> anyhow::Result<()> {
    trial.client.send("uginewgame")?;
    trial.client.send("position startpos")?;
    for (question, expected) in [
        ("gameover", "false"),
        ("p1turn", "true"),
        ("result", "none"),
    ] {
        let found = trial.query(question)?;
        ensure!(
            found == expected,
            "'query {question}': expected '{expected}', found '{found}'"
        );
    }
    Ok(())
}

fn keeps_to_movetime(trial: &mut Trial) -> anyhow::Result<()> {
    trial.client.send("position startpos")?;
    trial.sync()?;
    let began = Instant::now();
    trial.best_move("go movetime 200", START)?;
    let taken = began.elapsed().as_millis();
    ensure!(taken < 700, "'go movetime 200' took {taken} ms");
    Ok(())
}

fn keeps_to_limits(trial: &mut Trial) -> anyhow::Result<()> {
    trial.best_move("go depth 2", START)?;
    trial.best_move("go nodes 1000", START)?;
    trial.best_move("go p1time 2000 p2time 2000 p1inc 10 p2inc 10", SOON)?;
    Ok(())
}

fn infos_are_well_formed(trial: &mut Trial) -> anyhow::Result<()> {
    for line in &trial.infos {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.get(1) == Some(&"string") {
            continue;
        }
        let pv = words
            .iter()
            .position(|&word| word == "pv")
            .unwrap_or(words.len());
        for name in ["depth", "nodes", "time", "nps", "multipv", "cp", "mate"] {
            if let Some(at) = words[..pv].iter().position(|&word| word == name) {
                let is_number = words
                    .get(at + 1)
                    .is_some_and(|text| text.parse::<i64>().is_ok());
                ensure!(is_number, "expected a whole number behind {name}: '{line}'");
            }
        }
    }
    Ok(())
}

fn thinks_until_stopped(trial: &mut Trial) -> anyhow::Result<()> {
    trial.client.send("position startpos")?;
    trial.client.send("go infinite")?;
    let ends = Instant::now() + Duration::from_millis(1500);
    while let Some(left) = ends.checked_duration_since(Instant::now()) {
        let line = trial.client.next_line(left)?.unwrap_or_default();
        ensure!(
            !line.starts_with("bestmove"),
            "it answered before it was told stop"
        );
    }
    trial.stop()
}

fn is_ready_while_thinking(trial: &mut Trial) -> anyhow::Result<()> {
    trial.client.send("go infinite")?;
    trial.client.send("isready")?;
    trial.client.answer("readyok", SOON)?;
    trial.stop()
}

fn stops_at_once(trial: &mut Trial) -> anyhow::Result<()> {
    trial.client.send("position startpos")?;
    trial.client.send("go infinite")?;
    std::thread::sleep(Duration::from_millis(300));
    let began = Instant::now();
    trial.stop()?;
    let taken = began.elapsed();
    ensure!(taken <= AT_ONCE, "it took {} ms", taken.as_millis());
    Ok(())
}

fn skips_unknown_words(trial: &mut Trial) -> anyhow::Result<()> {
    for line in [
        "",
        "xyzzy",
        "go-somewhere 12",
        "setoption name Xyzzy value 3",
        "\u{1}\u{2}é",
    ] {
        trial.client.send(line)?;
    }
    trial.sync()
}

fn survives_nonsense(trial: &mut Trial) -> anyhow::Result<()> {
    for line in [
        "position",
        "position fen",
        "position fen no such position",
        "position startpos moves no-such-move",
        "query",
        "query nothing",
    ] {
        trial.client.send(line)?;
    }
    trial.sync()?;
    trial.client.send("position startpos")?;
    trial.best_move("go depth 1", START).map(|_| ())
}

fn plays_a_game(trial: &mut Trial) -> anyhow::Result<()> {
    trial.client.send("uginewgame")?;
    trial.sync()?;
    let mut moves: Vec<String> = Vec::new();
    let position = |moves: &[String]| match moves {
        [] => "position startpos".to_owned(),
        _ => format!("position startpos moves {}", moves.join(" ")),
    };
    while moves.len() < LONGEST_GAME {
        trial.client.send(&position(&moves))?;
        if trial.query("gameover")? == "true" {
            let result = trial.query("result")?;
            let known = ["p1win", "p2win", "p3win", "p4win", "draw"];
            ensure!(
                known.contains(&result.as_str()),
                "the game is over and its result is '{result}'"
            );
            return Ok(());
        }
        let best = trial.best_move("go depth 1", START)?;
        moves.push(best);
    }
    bail!("after {LONGEST_GAME} moves the game was not over")
}

fn quits(trial: &mut Trial) -> anyhow::Result<()> {
    trial.client.send("quit")?;
    let is_over = trial.client.ends_within(SOON);
    trial.restart()?;
    ensure!(is_over, "it was still there after {} s", SOON.as_secs());
    Ok(())
}

fn ends_with_its_input(trial: &mut Trial) -> anyhow::Result<()> {
    trial.client.send("position startpos")?;
    trial.client.send("go infinite")?;
    trial.client.close_input();
    let is_over = trial.client.ends_within(SOON);
    ensure!(is_over, "it was still there after {} s", SOON.as_secs());
    Ok(())
}
