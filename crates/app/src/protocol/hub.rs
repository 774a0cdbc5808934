//! Hub, version 2: what draughts interfaces speak.
//!
//! Its positions name every square, and its captures name every man taken and
//! nothing between, so both are translated here. Which of our cells a number
//! means is asked of the game itself, by setting a king on it.

use super::host::{Bounds, Host, Speaker};
use super::{Dialect, Flow, say};
use crate::clock::Watch;
use crate::machine;
use plyground_engine::algorithm::{Limits, MAX_DEPTH};
use plyground_engine::notation::ParseError;
use plyground_engine::score::Value;
use plyground_engine::session::{Analysis, Session};
use plyground_engine::view::ClickPath;
use plyground_games::{Entry, Hub as Spoken};
use std::time::Duration;

/// The score of a win on the spot, in men.
const WON: f64 = 100.0;

/// The games that Hub can speak of.
fn is_draughts(entry: &Entry) -> bool {
    entry.hub != Spoken::Unspoken
}

pub(super) struct Hub {
    level: Level,
    squares: Option<(&'static str, Squares)>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Level {
    limits: Limits,
    move_time: Option<Duration>,
    clock: Option<Watch>,
    is_infinite: bool,
}

impl Level {
    fn bounds(&self) -> Bounds {
        Bounds::new(self.limits, self.move_time, self.clock)
    }
}

impl Hub {
    pub(super) fn new() -> Hub {
        Hub {
            level: Level::default(),
            squares: None,
        }
    }

    fn squares(&mut self, host: &Host) -> Squares {
        let id = host.choice.entry.id;
        let known = self.squares.take().filter(|(game, _)| *game == id);
        let (_, squares) = known.unwrap_or_else(|| (id, Squares::of(host.session.as_ref())));
        self.squares = Some((id, squares.clone()));
        squares
    }

    fn go(&mut self, host: &mut Host, how: &str) -> Result<(), ParseError> {
        let mut bounds = self.level.bounds();
        if self.level.is_infinite || how == "analyze" || how == "ponder" {
            bounds = Bounds {
                is_infinite: true,
                ..Bounds::default()
            };
        }
        let voice = Voice {
            session: host.session.fork(),
            squares: self.squares(host),
        };
        host.go(bounds, Box::new(voice))
    }

    fn position(
        &mut self,
        host: &mut Host,
        arguments: &[(String, String)],
    ) -> Result<(), ParseError> {
        let squares = self.squares(host);
        let start = value(arguments, "pos").map(|text| fen(text, squares.names.len()));
        let start = start.transpose()?;
        let mut session = host.session.fork();
        match &start {
            None => session.restart(),
            Some(text) => session.set_up(text, None)?,
        }
        let mut moves = Vec::new();
        for text in value(arguments, "moves")
            .unwrap_or_default()
            .split_whitespace()
        {
            let mv = squares.read(session.as_ref(), text)?;
            session.play(&mv)?;
            moves.push(mv);
        }
        host.set_position(start.as_deref(), moves.iter().map(String::as_str))
    }
}

impl Dialect for Hub {
    fn obey(&mut self, host: &mut Host, line: &str) -> Flow {
        let Some((command, arguments)) = parse(line) else {
            return Flow::GoOn;
        };
        let bare = arguments.first().map_or("", |(name, _)| name.as_str());
        let done = match command.as_str() {
            "hub" => {
                introduce(host);
                Ok(())
            }
            "init" => {
                host.prepare();
                say("ready");
                Ok(())
            }
            "set-param" => set_param(host, &arguments),
            "pos" => self.position(host, &arguments),
            "level" => level(&arguments).map(|level| self.level = level),
            "go" => self.go(host, bare),
            "ponder-hit" => {
                host.limit(self.level.bounds().time);
                Ok(())
            }
            "stop" => {
                host.settle();
                Ok(())
            }
            "ping" => {
                say("pong");
                Ok(())
            }
            "new-game" => {
                host.new_game();
                Ok(())
            }
            "quit" => return Flow::Quit,
            _ => Ok(()),
        };
        if let Err(error) = done {
            let message = format!("{command}: {error}").replace('"', "'");
            say(&format!("error message=\"{message}\""));
        }
        Flow::GoOn
    }
}

fn introduce(host: &Host) {
    let version = env!("CARGO_PKG_VERSION");
    say(&format!(
        "id name=plyground version={version} author=\"the plyground authors\" country=\"\""
    ));
    let games: Vec<&str> = host
        .games
        .iter()
        .filter(|entry| is_draughts(entry))
        .map(|entry| entry.id)
        .collect();
    say(&format!(
        "param name=game value={} type=enum values=\"{}\"",
        host.choice.entry.id,
        games.join(" ")
    ));
    let largest = machine::largest_table() >> 20;
    say("param name=threads value=1 type=int min=1 max=256");
    say(&format!(
        "param name=hash value=64 type=int min=1 max={largest}"
    ));
    say("param name=ponder value=false type=bool");
    say("wait");
}

fn set_param(host: &mut Host, arguments: &[(String, String)]) -> Result<(), ParseError> {
    let given = value(arguments, "value").unwrap_or_default();
    let number = |most: usize| {
        let number = given
            .parse()
            .ok()
            .filter(|number| (1..=most).contains(number));
        number.ok_or_else(|| {
            ParseError::new(format!(
                "expected a number from 1 to {most}, found '{given}'"
            ))
        })
    };
    match value(arguments, "name").unwrap_or_default() {
        "game" => {
            let entry = host.games.find(given)?;
            if !is_draughts(entry) {
                return Err(ParseError::new(format!("{given} is no game of draughts")));
            }
            host.change_game(entry)?;
        }
        "threads" => {
            let threads = number(256)?;
            host.set(|spec| spec.threads = Some(threads));
        }
        "hash" => {
            let bytes = number(machine::largest_table() >> 20)? << 20;
            host.set(|spec| spec.hash_bytes = Some(bytes));
        }
        _ => {}
    }
    Ok(())
}

fn level(arguments: &[(String, String)]) -> Result<Level, ParseError> {
    let number = |name: &str| -> Result<Option<f64>, ParseError> {
        let Some(text) = value(arguments, name) else {
            return Ok(None);
        };
        let number = text
            .parse()
            .ok()
            .filter(|number| (0.0..1e9).contains(number));
        let number = number
            .ok_or_else(|| ParseError::new(format!("{name} must be a number, found '{text}'")))?;
        Ok(Some(number))
    };
    let seconds = |name: &str| -> Result<Option<Duration>, ParseError> {
        Ok(number(name)?.map(Duration::from_secs_f64))
    };
    let clock = seconds("time")?.map(|left| -> Result<_, ParseError> {
        Ok(Watch {
            left,
            increment: seconds("inc")?.unwrap_or_default(),
            moves_to_go: number("moves")?.map(|moves| moves as u32),
        })
    });
    Ok(Level {
        limits: Limits {
            depth: number("depth")?.map(|depth| (depth as u32).clamp(1, MAX_DEPTH)),
            nodes: number("nodes")?.map(|nodes| (nodes as u64).max(1)),
        },
        move_time: seconds("move-time")?,
        clock: clock.transpose()?,
        is_infinite: arguments.iter().any(|(name, _)| name == "infinite"),
    })
}

fn value<'a>(arguments: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = arguments.iter().find(|(known, _)| known == name);
    found.map(|(_, value)| value.as_str())
}

/// `command name=value name="a value" name …`; a value that is not given is empty.
fn parse(line: &str) -> Option<(String, Vec<(String, String)>)> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut is_quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            letter if letter.is_whitespace() && !is_quoted => words.extend(word.take()),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    let mut words = words.into_iter();
    let command = words.next()?;
    let arguments = words.map(|word| match word.split_once('=') {
        Some((name, value)) => (name.to_owned(), value.to_owned()),
        None => (word, String::new()),
    });
    Some((command, arguments.collect()))
}

/// A position of Hub as a FEN: the side to move, then every square in order.
fn fen(text: &str, squares: usize) -> Result<String, ParseError> {
    let mut letters = text.chars();
    let side = letters.next().filter(|side| "WB".contains(*side));
    let side = side.ok_or_else(|| ParseError::new("a position begins with W or B"))?;
    let count = letters.clone().count();
    if count != squares {
        return Err(ParseError::new(format!(
            "expected {squares} squares, found {count}"
        )));
    }
    let (mut white, mut black) = (Vec::new(), Vec::new());
    for (number, letter) in (1..).zip(letters) {
        match letter {
            'w' => white.push(format!("{number}")),
            'W' => white.push(format!("K{number}")),
            'b' => black.push(format!("{number}")),
            'B' => black.push(format!("K{number}")),
            'e' => {}
            other => {
                return Err(ParseError::new(format!(
                    "expected one of w b W B e on square {number}, found '{other}'"
                )));
            }
        }
    }
    Ok(format!("{side}:W{}:B{}", white.join(","), black.join(",")))
}

/// The cell that each number means.
#[derive(Clone, Debug)]
struct Squares {
    names: Vec<String>,
}

impl Squares {
    fn of(session: &dyn Session) -> Squares {
        let mut board = session.fork();
        let count = session.view().cells.len() / 2;
        let names = (1..=count).map(|number| {
            let is_set = board.set_up(&format!("W:WK{number}:B"), None).is_ok();
            let pieces = board.view().pieces;
            let cell = pieces.first().filter(|_| is_set);
            cell.map_or(String::new(), |piece| piece.cell.clone())
        });
        Squares {
            names: names.collect(),
        }
    }

    fn number(&self, cell: &str) -> usize {
        let index = self.names.iter().position(|name| name == cell);
        index.map_or(0, |index| index + 1)
    }

    /// From, to, and whatever is taken, in rising order.
    fn ends_and_taken(&self, mv: &ClickPath) -> Option<(usize, usize, Vec<usize>)> {
        let from = self.number(mv.path.first()?);
        let to = self.number(mv.path.last()?);
        let mut taken: Vec<usize> = mv.takes.iter().map(|cell| self.number(cell)).collect();
        taken.sort_unstable();
        Some((from, to, taken))
    }

    fn write(&self, mv: &ClickPath) -> String {
        let Some((from, to, taken)) = self.ends_and_taken(mv) else {
            return String::new();
        };
        if taken.is_empty() {
            return format!("{from}-{to}");
        }
        let taken: Vec<String> = taken.iter().map(|square| format!("x{square}")).collect();
        format!("{from}x{to}{}", taken.concat())
    }

    /// The legal move of this session that Hub writes so, in our own text.
    fn read(&self, session: &dyn Session, text: &str) -> Result<String, ParseError> {
        let refuse = || ParseError::new(format!("'{text}' is not a legal move here"));
        let numbers = text.split(['-', 'x']).map(str::parse);
        let numbers: Vec<usize> = numbers.collect::<Result<_, _>>().map_err(|_| refuse())?;
        let [from, to, taken @ ..] = numbers.as_slice() else {
            return Err(refuse());
        };
        let mut taken = taken.to_vec();
        taken.sort_unstable();
        let wanted = Some((*from, *to, taken));
        let moves = session.view().moves;
        let found = moves.iter().find(|mv| self.ends_and_taken(mv) == wanted);
        found.map(|mv| mv.text.clone()).ok_or_else(refuse)
    }

    /// A line of moves from the session's position.
    fn write_line(&self, session: &dyn Session, line: &[String]) -> Vec<String> {
        let mut session = session.fork();
        let mut written = Vec::new();
        for text in line {
            let view = session.view();
            let Some(mv) = view.moves.iter().find(|mv| mv.text == *text) else {
                break;
            };
            written.push(self.write(mv));
            if session.play(text).is_err() {
                break;
            }
        }
        written
    }
}

struct Voice {
    session: Box<dyn Session>,
    squares: Squares,
}

impl Speaker for Voice {
    fn tell(&mut self, analysis: &Analysis, elapsed: Duration) {
        let Some(line) = analysis.lines.first() else {
            return;
        };
        let seconds = elapsed.as_secs_f64();
        say(&format!(
            "info depth={depth} mean-depth={depth}.0 score={:.2} nodes={} time={seconds:.2} nps={:.1} pv=\"{}\"",
            men(line.value, analysis.points_per_unit),
            analysis.nodes,
            analysis.nodes as f64 / seconds.max(1e-6) / 1e6,
            self.squares
                .write_line(self.session.as_ref(), &line.pv)
                .join(" "),
            depth = analysis.depth,
        ));
    }

    fn answer(&mut self, analysis: &Analysis) {
        let line = analysis.lines.first();
        let pv = line.map_or(Vec::new(), |line| {
            let moves = &line.pv[..line.pv.len().min(2)];
            self.squares.write_line(self.session.as_ref(), moves)
        });
        say(&match pv.as_slice() {
            [] => "done".to_owned(),
            [mv] => format!("done move={mv}"),
            [mv, reply, ..] => format!("done move={mv} ponder={reply}"),
        });
    }
}

/// A score in men; a win is 100 less a hundredth for each ply to it.
fn men(value: Value, points_per_unit: i32) -> f64 {
    let won = |plies: Option<u32>| WON - f64::from(plies.unwrap_or(0)) / 100.0;
    match value {
        Value::Win { plies } => won(plies),
        Value::Loss { plies } => -won(plies),
        Value::Draw | Value::Unknown => 0.0,
        Value::Estimate(points) => {
            let men = f64::from(points) / f64::from(points_per_unit);
            men.clamp(-50.0, 50.0)
        }
    }
}
