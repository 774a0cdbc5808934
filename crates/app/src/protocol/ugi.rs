//! UGI: UCI for any game. The engine is the authority on the rules, so that a
//! program that runs matches needs none.

use super::host::{Bounds, Host, Speaker};
use super::{Dialect, Flow, say};
use crate::clock::Watch;
use crate::machine;
use plyground_engine::algorithm::{Limits, MAX_DEPTH};
use plyground_engine::game::{MAX_PLAYERS, Outcome};
use plyground_engine::level;
use plyground_engine::notation::ParseError;
use plyground_engine::score::Value;
use plyground_engine::session::{Analysis, Session};
use plyground_engine::spec::METHODS;
use std::time::Duration;

/// What a program that knows only centipawns is told of a proven win.
const WON: i64 = 100_000;
/// No estimate reads like a win.
const LARGEST_ESTIMATE: i64 = 90_000;
const MOST_LINES: usize = 256;
const COMMANDS: &[&str] = &[
    "ugi",
    "uci",
    "isready",
    "setoption",
    "uginewgame",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "query",
    "quit",
];

#[derive(Debug, Default)]
pub(super) struct Ugi {
    /// `uci` was said and not `ugi`: then that is confirmed.
    says_uci: bool,
    /// What `ponderhit` turns into a search.
    pondered: Option<Bounds>,
}

impl Dialect for Ugi {
    fn obey(&mut self, host: &mut Host, line: &str) -> Flow {
        // Unknown words before a command are skipped, as UCI wants it.
        let words: Vec<&str> = line
            .split_whitespace()
            .skip_while(|word| !COMMANDS.contains(word))
            .collect();
        let Some((&command, arguments)) = words.split_first() else {
            return Flow::GoOn;
        };
        let done = match command {
            "ugi" | "uci" => {
                self.says_uci = command == "uci";
                self.introduce(host);
                Ok(())
            }
            "isready" => {
                host.prepare();
                say("readyok");
                Ok(())
            }
            "setoption" => set_option(host, arguments),
            "uginewgame" | "ucinewgame" => {
                host.new_game();
                Ok(())
            }
            "position" => position(host, line),
            "go" => self.go(host, arguments),
            "ponderhit" => {
                self.ponderhit(host);
                Ok(())
            }
            "query" => query(host, arguments),
            "stop" => {
                host.settle();
                Ok(())
            }
            _ => return Flow::Quit,
        };
        if let Err(error) = done {
            say(&format!("info string {command}: {error}"));
        }
        Flow::GoOn
    }
}

impl Ugi {
    fn introduce(&self, host: &Host) {
        say(&format!("id name plyground {}", env!("CARGO_PKG_VERSION")));
        say("id author the plyground authors");
        for option in options(host) {
            say(&option);
        }
        say(if self.says_uci { "uciok" } else { "ugiok" });
    }

    fn go(&mut self, host: &mut Host, words: &[&str]) -> Result<(), ParseError> {
        let mut bounds = bounds(host, words);
        self.pondered = None;
        if words.contains(&"ponder") {
            self.pondered = Some(bounds);
            bounds = Bounds {
                is_infinite: true,
                ..Bounds::default()
            };
        }
        let voice = Voice {
            is_numbered: host.lines > 1,
        };
        host.go(bounds, Box::new(voice))
    }

    /// The move that was pondered on has come: from now on time counts. Depth and
    /// nodes were surely passed while pondering.
    fn ponderhit(&mut self, host: &mut Host) {
        if let Some(bounds) = self.pondered.take() {
            host.limit(bounds.time);
        }
    }
}

fn options(host: &Host) -> Vec<String> {
    let combo = |name: &str, default: &str, values: &mut dyn Iterator<Item = &str>| {
        let values: Vec<String> = values.map(|value| format!(" var {value}")).collect();
        format!(
            "option name {name} type combo default {default}{}",
            values.concat()
        )
    };
    let spin = |name: &str, default: usize, most: usize| {
        format!("option name {name} type spin default {default} min 1 max {most}")
    };
    vec![
        combo(
            "Game",
            host.choice.entry.id,
            &mut host.games.iter().map(|entry| entry.id),
        ),
        "option name Rules type string default <empty>".to_owned(),
        spin("Threads", 1, 256),
        spin("Hash", 64, machine::largest_table() >> 20),
        spin("MultiPV", 1, MOST_LINES),
        combo(
            "Eval",
            "default",
            &mut host.session.heuristics().into_iter(),
        ),
        combo(
            "Algorithm",
            "search",
            &mut METHODS.iter().map(|known| known.name),
        ),
        spin("Level", level::FULL.into(), level::FULL.into()),
        "option name Exact type check default true".to_owned(),
        "option name Ponder type check default false".to_owned(),
    ]
}

/// `setoption name N [value V]`; names are read in any case.
fn set_option(host: &mut Host, words: &[&str]) -> Result<(), ParseError> {
    let value_at = words.iter().position(|&word| word == "value");
    let (name, value) = words.split_at(value_at.unwrap_or(words.len()));
    let name = name.iter().filter(|&&word| word != "name").copied();
    let name = name.collect::<Vec<_>>().join(" ").to_ascii_lowercase();
    let value = value.iter().skip(1).copied().collect::<Vec<_>>().join(" ");
    let number = |most: usize| {
        let number = value
            .parse()
            .ok()
            .filter(|number| (1..=most).contains(number));
        number.ok_or_else(|| {
            ParseError::new(format!(
                "{name} must be a number from 1 to {most}, found '{value}'"
            ))
        })
    };
    match name.as_str() {
        "game" => return host.change_game(host.games.find(&value)?),
        "rules" if value == "<empty>" => return host.change_rules(""),
        "rules" => return host.change_rules(&value),
        "threads" => {
            let threads = number(256)?;
            host.set(|spec| spec.threads = Some(threads));
        }
        "hash" => {
            let bytes = number(machine::largest_table() >> 20)? << 20;
            host.set(|spec| spec.hash_bytes = Some(bytes));
        }
        "multipv" => {
            host.settle();
            host.lines = number(MOST_LINES)?;
        }
        "level" => {
            let level = number(level::FULL.into())? as u8;
            host.set(|spec| spec.level = Some(level));
        }
        "eval" => {
            let known = host.session.heuristics();
            if !known.contains(&value.as_str()) {
                let known = known.join(", ");
                return Err(ParseError::new(format!(
                    "eval must be one of {known}, found '{value}'"
                )));
            }
            host.set(|spec| spec.eval = Some(value.clone()));
        }
        "algorithm" => {
            let known = METHODS.iter().find(|known| known.name == value);
            let Some(known) = known else {
                let names: Vec<&str> = METHODS.iter().map(|known| known.name).collect();
                let names = names.join(", ");
                return Err(ParseError::new(format!(
                    "algorithm must be one of {names}, found '{value}'"
                )));
            };
            host.set(|spec| spec.algorithm = known.method);
        }
        "exact" => {
            let exact = value == "true";
            host.set(|spec| spec.exact = Some(exact));
        }
        // Some other program's option.
        _ => {}
    }
    Ok(())
}

/// `position startpos|fen F [moves …]`. The blanks within F are kept: where a
/// text is a picture of the board, they mean something.
fn position(host: &mut Host, line: &str) -> Result<(), ParseError> {
    let (_, rest) = line.split_once("position").unwrap_or_default();
    let rest = rest.trim_start();
    let (rest, moves) = match rest.split_once(" moves") {
        Some((rest, moves)) => (rest, moves),
        None => (rest, ""),
    };
    let moves = moves.split_whitespace();
    match rest.split_once(' ').unwrap_or((rest, "")) {
        ("startpos", _) => host.set_position(None, moves),
        ("fen", text) => host.set_position(Some(text), moves),
        (other, _) => Err(ParseError::new(format!(
            "expected startpos or fen, found '{other}'"
        ))),
    }
}

fn bounds(host: &Host, words: &[&str]) -> Bounds {
    let number = |names: &[&str]| -> Option<u64> {
        let at = words.iter().position(|word| names.contains(word))?;
        // A clock may be overdrawn.
        let number: i64 = words.get(at + 1)?.parse().ok()?;
        Some(number.max(0).unsigned_abs())
    };
    let millis = |names: &[&str]| number(names).map(Duration::from_millis);
    const TIMES: [[&str; 2]; MAX_PLAYERS] = [
        ["p1time", "wtime"],
        ["p2time", "btime"],
        ["p3time", ""],
        ["p4time", ""],
    ];
    const INCREMENTS: [[&str; 2]; MAX_PLAYERS] = [
        ["p1inc", "winc"],
        ["p2inc", "binc"],
        ["p3inc", ""],
        ["p4inc", ""],
    ];
    let seat = host.session.to_move().index();
    let clock = millis(&TIMES[seat]).map(|left| Watch {
        left,
        increment: millis(&INCREMENTS[seat]).unwrap_or_default(),
        moves_to_go: number(&["movestogo"]).map(|count| count.clamp(1, 1000) as u32),
    });
    let limits = Limits {
        depth: number(&["depth"]).map(|depth| depth.clamp(1, MAX_DEPTH.into()) as u32),
        nodes: number(&["nodes"]).map(|nodes| nodes.max(1)),
    };
    Bounds {
        is_infinite: words.contains(&"infinite"),
        ..Bounds::new(limits, millis(&["movetime"]), clock)
    }
}

fn query(host: &Host, words: &[&str]) -> Result<(), ParseError> {
    let session = host.session.as_ref();
    let ending = session.ending();
    let answer = match words.first().copied().unwrap_or_default() {
        "gameover" => ending.is_some().to_string(),
        "p1turn" => (session.to_move().index() == 0).to_string(),
        "result" => result(session).to_owned(),
        "turn" => format!("p{}", session.to_move().index() + 1),
        "players" => session.players().to_string(),
        "legalmoves" => session.legal_moves().join(" "),
        "fen" => session.position(),
        "reason" => ending.map_or("none".to_owned(), |ending| ending.reason.to_string()),
        "rules" => host.choice.rules().join(" "),
        other => return Err(ParseError::new(format!("unknown question '{other}'"))),
    };
    say(format!("response {answer}").trim_end());
    Ok(())
}

fn result(session: &dyn Session) -> &'static str {
    const WINS: [&str; MAX_PLAYERS] = ["p1win", "p2win", "p3win", "p4win"];
    match session.ending().map(|ending| ending.outcome) {
        None => "none",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::Win(winner)) => WINS[winner.index()],
        Some(Outcome::Places(places)) => {
            let firsts = places.iter().filter(|&&place| place == 1).count();
            let first = places.iter().position(|&place| place == 1);
            match first {
                Some(seat) if firsts == 1 => WINS[seat],
                _ => "draw",
            }
        }
    }
}

/// Tells what a search finds in the words of UCI.
struct Voice {
    is_numbered: bool,
}

impl Speaker for Voice {
    fn tell(&mut self, analysis: &Analysis, elapsed: Duration) {
        let nodes = analysis.nodes;
        let millis = elapsed.as_millis();
        let speed = (nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64;
        for (index, line) in analysis.lines.iter().enumerate() {
            let number = match self.is_numbered {
                true => format!(" multipv {}", index + 1),
                false => String::new(),
            };
            say(&format!(
                "info depth {}{number} score {} nodes {nodes} time {millis} nps {speed} pv {}",
                analysis.depth,
                score(line.value, analysis.points_per_unit),
                line.pv.join(" ")
            ));
        }
    }

    fn answer(&mut self, analysis: &Analysis) {
        let pv = analysis.lines.first().map_or(&[][..], |line| &line.pv);
        say(&match pv {
            [] => "bestmove none".to_owned(),
            [mv] => format!("bestmove {mv}"),
            [mv, reply, ..] => format!("bestmove {mv} ponder {reply}"),
        });
    }
}

/// Hundredths of a unit, and behind them the truth where it is known.
fn score(value: Value, points_per_unit: i32) -> String {
    let proven = |sign: i64, word: &str, plies: Option<u32>| {
        let cp = sign * (WON - i64::from(plies.unwrap_or(0)));
        let plies = plies.map_or(String::new(), |plies| format!(" {plies}"));
        format!("cp {cp} {word}{plies}")
    };
    match value {
        Value::Win { plies } => proven(1, "win", plies),
        Value::Loss { plies } => proven(-1, "loss", plies),
        Value::Draw => "cp 0 draw".to_owned(),
        Value::Unknown => "cp 0".to_owned(),
        Value::Estimate(points) => {
            let cp = i64::from(points) * 100 / i64::from(points_per_unit);
            format!("cp {}", cp.clamp(-LARGEST_ESTIMATE, LARGEST_ESTIMATE))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proof_stands_behind_a_number_that_everybody_understands() {
        assert_eq!(score(Value::Win { plies: Some(9) }, 100), "cp 99991 win 9");
        assert_eq!(score(Value::Loss { plies: None }, 100), "cp -100000 loss");
        assert_eq!(score(Value::Estimate(-150), 100), "cp -150");
        assert_eq!(score(Value::Estimate(3), 1), "cp 300");
    }
}
