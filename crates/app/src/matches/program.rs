//! Another program at the board, over UGI. It is trusted in nothing: it may end,
//! hang, or say what it likes, and loses the game for it.

use super::contestant::Contestant;
use super::game::{Choice, Chooser, Turn};
use super::{Fault, FaultKind};
use crate::protocol::client::Client;
use anyhow::{Context, bail, ensure};
use plyground_engine::algorithm::Stop;
use std::time::{Duration, Instant};

/// A program may take its time to start, and to get ready for a game.
const START: Duration = Duration::from_secs(10);
/// A move so long past its time does not come any more.
const GRACE: Duration = Duration::from_secs(1);
/// How often the stop flag is looked at while a program thinks.
const GLANCE: Duration = Duration::from_millis(20);
/// What is worth as much as a win, in hundredths.
const SURELY_WON: f64 = 90_000.0;

#[derive(Debug)]
pub(super) struct Program {
    client: Client,
    contestant: Contestant,
    /// The names of its options, in lower case.
    options: Vec<String>,
    /// What `Rules` was last set to.
    rules: String,
    /// Where the game begins, as `position` names it.
    start: String,
    /// How long it may think where its limit is not a time.
    patience: Duration,
}

/// Which game a program is to play, and from where.
#[derive(Clone, Copy, Debug)]
pub(super) struct Game<'a> {
    pub(super) id: &'a str,
    /// The rules that are not the usual ones, with blanks between them.
    pub(super) rules: &'a str,
    /// The text of the position in which it begins, and whether that is not the
    /// game's own start.
    pub(super) start: &'a str,
    pub(super) is_set_up: bool,
}

impl Program {
    /// Starts a contestant's program and makes its settings.
    pub(super) fn start(
        contestant: &Contestant,
        patience: Duration,
        stop: &Stop<'_>,
    ) -> anyhow::Result<Program> {
        let command = contestant.command.as_deref().unwrap_or_default();
        let mut client = Client::start(command)?;
        let lines = answer(&mut client, "ugi", "ugiok", stop)?;
        let mut program = Program {
            client,
            contestant: contestant.clone(),
            options: lines.iter().filter_map(|line| option_name(line)).collect(),
            rules: String::new(),
            start: String::new(),
            patience,
        };
        for (name, value) in contestant.options() {
            if !program.has_option(name) {
                bail!("the program has no option {name}");
            }
            program.set_option(name, &value)?;
        }
        Ok(program)
    }

    fn has_option(&self, name: &str) -> bool {
        self.options.contains(&name.to_ascii_lowercase())
    }

    fn set_option(&mut self, name: &str, value: &str) -> anyhow::Result<()> {
        self.client
            .send(&format!("setoption name {name} value {value}"))
    }

    /// Gets ready for a game.
    pub(super) fn begin(&mut self, game: &Game<'_>, stop: &Stop<'_>) -> anyhow::Result<()> {
        if self.has_option("Game") {
            self.set_option("Game", game.id)?;
            self.rules.clear();
        }
        let knows_rules = self.has_option("Rules");
        if knows_rules && self.rules != game.rules {
            self.set_option("Rules", game.rules)?;
            self.rules = game.rules.to_owned();
        }
        let needs_text = game.is_set_up || (!knows_rules && !game.rules.is_empty());
        self.start = match needs_text {
            true => format!("position fen {}", game.start),
            false => "position startpos".to_owned(),
        };
        self.client.send("uginewgame")?;
        self.client.skip_lines();
        answer(&mut self.client, "isready", "readyok", stop).map(|_| ())
    }

    fn ask(&mut self, turn: &Turn<'_>) -> anyhow::Result<()> {
        let mut position = self.start.clone();
        let moves = turn.session.moves();
        if !moves.is_empty() {
            position += &format!(" moves {}", moves.join(" "));
        }
        self.client.send(&position)?;
        self.client.skip_lines();
        self.client.send(&self.go(turn))
    }

    fn go(&self, turn: &Turn<'_>) -> String {
        let spec = &self.contestant.spec;
        let mut go = "go".to_owned();
        let mut limit = |name: &str, number: Option<u128>| {
            if let Some(number) = number {
                go += &format!(" {name} {number}");
            }
        };
        limit("depth", spec.depth.map(u128::from));
        limit("nodes", spec.nodes.map(u128::from));
        limit("movetime", spec.time.map(|time| time.as_millis().max(1)));
        for (seat, watch) in turn.watches.iter().enumerate() {
            let seat = seat + 1;
            let clock = watch.as_ref();
            let millis = |time: Duration| time.as_millis();
            limit(
                &format!("p{seat}time"),
                clock.map(|clock| millis(clock.left)),
            );
            limit(
                &format!("p{seat}inc"),
                clock.map(|clock| millis(clock.increment)),
            );
        }
        go
    }

    /// How long its move is waited for.
    fn deadline(&self, turn: &Turn<'_>) -> Duration {
        let left = turn.watch().map(|watch| watch.left);
        let time = [self.contestant.spec.time, left].into_iter().flatten();
        time.min().map_or(self.patience, |time| time + GRACE)
    }
}

impl Chooser for Program {
    fn choose(&mut self, turn: &mut Turn<'_>) -> Result<Option<Choice>, Fault> {
        let began = Instant::now();
        let deadline = self.deadline(turn);
        self.ask(turn).map_err(|error| crash(&error))?;
        let mut value = None;
        while !turn.stop.is_raised() {
            if began.elapsed() > deadline {
                return Err(Fault {
                    kind: FaultKind::Hang,
                    detail: format!("no move within {:.1} s", deadline.as_secs_f64()),
                });
            }
            let line = self.client.next_line(GLANCE);
            let Some(line) = line.map_err(|error| crash(&error))? else {
                continue;
            };
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["bestmove", mv, ..] => {
                    let mv = (*mv).to_owned();
                    return Ok(Some(Choice { mv, value }));
                }
                ["info", told @ ..] => value = score(told).or(value),
                _ => {}
            }
        }
        Ok(None)
    }
}

/// Says a word and hears all lines up to the one that is the answer.
fn answer(
    client: &mut Client,
    word: &str,
    last: &str,
    stop: &Stop<'_>,
) -> anyhow::Result<Vec<String>> {
    client.send(word)?;
    let began = Instant::now();
    let mut lines = Vec::new();
    while began.elapsed() < START && !stop.is_raised() {
        let line = client.next_line(GLANCE);
        let line = line.with_context(|| format!("expected '{last}' after '{word}'"))?;
        match line {
            Some(line) if line == last => return Ok(lines),
            Some(line) => lines.push(line),
            None => {}
        }
    }
    ensure!(!stop.is_raised(), "stopped before it had answered '{word}'");
    let patience = START.as_secs();
    bail!("expected '{last}' within {patience} s after '{word}'")
}

pub(super) fn crash(error: &anyhow::Error) -> Fault {
    Fault {
        kind: FaultKind::Crash,
        detail: format!("{error:#}"),
    }
}

/// The name in `option name N type …`.
fn option_name(line: &str) -> Option<String> {
    let rest = line.strip_prefix("option name ")?;
    let name = rest.split(" type ").next().unwrap_or(rest);
    Some(name.trim().to_ascii_lowercase())
}

/// The score of an info line, in units.
fn score(words: &[&str]) -> Option<f64> {
    let at = words.iter().position(|&word| word == "score")?;
    let number: f64 = words.get(at + 2)?.parse().ok()?;
    match *words.get(at + 1)? {
        "cp" if number.abs() >= SURELY_WON => Some(f64::INFINITY.copysign(number)),
        "cp" => Some(number / 100.0),
        "mate" => Some(f64::INFINITY.copysign(number)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_read_in_units() {
        let read = |line: &str| score(&line.split_whitespace().collect::<Vec<_>>());
        assert_eq!(read("depth 3 score cp -150 nodes 7"), Some(-1.5));
        assert_eq!(read("score cp 99991 win 9"), Some(f64::INFINITY));
        assert_eq!(read("score mate -3"), Some(f64::NEG_INFINITY));
        assert_eq!(read("depth 3 nodes 7"), None);
        assert_eq!(read("score cp"), None);
    }

    #[test]
    fn an_option_may_have_a_name_of_several_words() {
        let name = option_name("option name Clear Hash type button");
        assert_eq!(name.as_deref(), Some("clear hash"));
        assert_eq!(option_name("id name x"), None);
    }
}
