//! The table at which a game is played: the board, the seats, and what was
//! taken back.

use super::orders::{Order, help};
use crate::ask::Ask;
use crate::clock::{TimeControl, Watch};
use crate::commands::analyse::effort;
use crate::commands::show::in_words;
use crate::draw::Sight;
use crate::failure::{Failure, Outcome};
use crate::language::{self, say};
use crate::positions::read_text;
use crate::{clock, interrupt, words};
use plyground_api::choice::Opened;
use plyground_api::records;
use plyground_engine::algorithm::Stop;
use plyground_engine::game;
use plyground_engine::message;
use plyground_engine::random::Random;
use plyground_engine::score::Value;
use plyground_engine::session::{Analysis, Ending, EngineId};
use plyground_engine::spec::{Method, Spec};
use plyground_games::record::Record;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// Before so many plies an engine agrees to no draw that is an opinion.
const EARLY_PLIES: usize = 20;

#[derive(Clone, Debug)]
pub(super) enum Seat {
    Human,
    Engine(Spec),
}

pub(super) struct Table {
    opened: Opened,
    seats: Vec<Seat>,
    /// The engine of each seat, and last the one that gives hints.
    engines: Vec<Option<EngineId>>,
    hints: Spec,
    taken_back: Vec<String>,
    /// An end that does not show on the board: resignation, or a draw agreed.
    agreed: Option<Ending>,
    /// What each seat has left, where there is a clock. People are told, engines obey.
    watches: Option<Vec<Watch>>,
    random: Random,
    look: Sight,
    flipped: bool,
    /// The board is shown in lines, as it can be read back.
    pub(super) shows_lines: bool,
}

impl Table {
    pub(super) fn new(
        opened: Opened,
        seats: Vec<Seat>,
        control: Option<TimeControl>,
        seed: u64,
        look: Sight,
    ) -> Outcome<Table> {
        let hints = seats
            .iter()
            .find_map(|seat| match seat {
                Seat::Engine(spec) if spec.algorithm == Method::Search => Some(spec.clone()),
                _ => None,
            })
            .unwrap_or(Spec {
                time: Some(super::DEFAULT_TIME),
                ..Spec::default()
            });
        let watches = control.map(|control| vec![control.watch(); seats.len()]);
        let mut table = Table {
            opened,
            seats,
            watches,
            engines: Vec::new(),
            hints,
            taken_back: Vec::new(),
            agreed: None,
            random: Random::new(seed),
            look,
            flipped: false,
            shows_lines: false,
        };
        table.seat_engines()?;
        Ok(table)
    }

    fn seat_engines(&mut self) -> Outcome {
        self.engines.clear();
        for seat in &self.seats {
            self.engines.push(match seat {
                Seat::Human => None,
                Seat::Engine(spec) => Some(self.opened.session.add_engine(spec)?),
            });
        }
        self.engines
            .push(Some(self.opened.session.add_engine(&self.hints)?));
        Ok(())
    }

    fn seat_to_move(&self) -> usize {
        self.opened.session.to_move().index()
    }

    pub(super) fn has_humans(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat, Seat::Human))
    }

    pub(super) fn engine_to_move(&self) -> bool {
        matches!(self.seats[self.seat_to_move()], Seat::Engine(_))
    }

    fn ending(&self) -> Option<Ending> {
        self.agreed.clone().or_else(|| self.opened.session.ending())
    }

    pub(super) fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    /// The board, and the end of the game if it has come.
    pub(super) fn show(&self) -> Outcome {
        let mut out = anstream::stdout().lock();
        let lines = self.opened.session.board_text();
        match lines.filter(|_| self.shows_lines) {
            Some(lines) => writeln!(out, "{lines}")?,
            None => {
                let view = self.opened.session.view();
                write!(out, "{}", self.look.board(view, self.flipped))?;
            }
        }
        if let Some(ending) = self.ending() {
            writeln!(out, "{}", in_words(self.opened.session.as_ref(), &ending))?;
        }
        Ok(())
    }

    pub(super) fn prompt(&self) -> Outcome {
        let mut out = anstream::stdout().lock();
        if self.is_over() {
            let [undo, save, quit] = ["undo", "save", "quit"].map(word_of);
            write!(
                out,
                "{}> ",
                say!("term.over", undo = undo, save = save, quit = quit)
            )?;
        } else {
            let session = self.opened.session.as_ref();
            write!(out, "{}> ", language::player(session, session.to_move()))?;
        }
        out.flush()?;
        Ok(())
    }

    fn say(&self, line: impl std::fmt::Display) -> Outcome {
        writeln!(anstream::stdout(), "{line}")?;
        Ok(())
    }

    fn think(&mut self, seat: usize, spec: &Spec) -> Option<(Analysis, Duration)> {
        let engine = self.engines[seat]?;
        let watch = self.watches.as_ref().and_then(|all| all.get(seat));
        let ask = Ask {
            shuffle: Some(self.random.next()),
            ..Ask::of(spec).by_the_clock(watch)
        };
        let session = self.opened.session.as_mut();
        let (analysis, elapsed) = interrupt::guarded(|interrupted| {
            ask.put(session, engine, &Stop::under(interrupted), &mut |_| {})
        });
        if let Some(watch) = self.watches.as_mut().and_then(|all| all.get_mut(seat)) {
            watch.spend(elapsed);
        }
        Some((analysis, elapsed))
    }

    /// The engine's move, and what it thinks on one line.
    pub(super) fn let_engine_move(&mut self) -> Outcome {
        let seat = self.seat_to_move();
        let Seat::Engine(spec) = self.seats[seat].clone() else {
            return Ok(());
        };
        let Some((analysis, elapsed)) = self.think(seat, &spec) else {
            return Ok(());
        };
        if interrupt::was_raised() {
            return Ok(());
        }
        let Some(line) = analysis.lines.first() else {
            return Ok(());
        };
        let session = self.opened.session.as_mut();
        let who = language::player(session, session.to_move());
        let value = words::value(analysis.value, analysis.points_per_unit);
        let thought = if self.seats.iter().any(|seat| matches!(seat, Seat::Human)) {
            let seconds = format!("{:.1}", elapsed.as_secs_f64());
            let mv = line.mv.as_str();
            say!(
                "term.plays",
                who = who,
                mv = mv,
                value = value,
                seconds = seconds
            )
        } else {
            say!(
                "term.playsAll",
                who = who,
                mv = line.mv.as_str(),
                value = value,
                effort = effort(&analysis, elapsed),
                leaves = words::grouped(analysis.leaves)
            )
        };
        session.play(&line.mv)?;
        self.taken_back.clear();
        self.say(thought)?;
        self.show()
    }

    pub(super) fn obey(&mut self, order: Order) -> Outcome {
        match order {
            Order::Nothing | Order::Quit => Ok(()),
            Order::Help => self.say(help()),
            Order::Moves => self.say(self.opened.session.legal_moves().join(" ")),
            Order::Board => self.show(),
            Order::Flip => {
                self.flipped = !self.flipped;
                self.show()
            }
            Order::Undo => self.undo(),
            Order::Redo => self.redo(),
            Order::Hint => self.hint(),
            Order::Save(path) => self.save(&path),
            Order::Load(path) => self.load(&path),
            Order::FileWanted(word) => self.say(say!("term.file", word = word_of(word))),
            Order::Resign => self.resign(),
            Order::Draw => self.offer_draw(),
            Order::Play(text) => self.play(&text),
        }
    }

    fn play(&mut self, text: &str) -> Outcome {
        if self.agreed.is_some() {
            let [undo, quit] = ["undo", "quit"].map(word_of);
            return self.say(say!("term.overUndo", undo = undo, quit = quit));
        }
        match self.opened.session.play(text) {
            Ok(()) => {
                self.taken_back.clear();
                self.show()
            }
            Err(error) => {
                let error = language::told(error.message());
                let [moves, help] = ["moves", "help"].map(word_of);
                self.say(say!(
                    "term.refused",
                    error = error,
                    moves = moves,
                    help = help
                ))
            }
        }
    }

    pub(super) fn is_unfinished_move(&self, text: &str) -> bool {
        self.opened.session.is_unfinished_move(text)
    }

    /// Back to the last point where a human was to move.
    fn undo(&mut self) -> Outcome {
        if self.agreed.take().is_some() {
            return self.show();
        }
        let mut undone = false;
        while let Some(mv) = self.opened.session.take_back() {
            self.taken_back.push(mv);
            undone = true;
            if !self.engine_to_move() {
                break;
            }
        }
        if undone {
            if self.engine_to_move() {
                // Nothing but the engine's own opening was left: it stays on the board.
                return self.redo_one().and_then(|()| self.show());
            }
            self.show()
        } else {
            self.say(say!("term.nothingBack"))
        }
    }

    fn redo_one(&mut self) -> Outcome {
        if let Some(mv) = self.taken_back.pop() {
            self.opened.session.play(&mv)?;
        }
        Ok(())
    }

    fn redo(&mut self) -> Outcome {
        if self.taken_back.is_empty() {
            return self.say(say!("term.nothingAgain"));
        }
        self.redo_one()?;
        while self.engine_to_move() && !self.taken_back.is_empty() {
            self.redo_one()?;
        }
        self.show()
    }

    fn hint(&mut self) -> Outcome {
        if self.is_over() {
            return self.say(say!("term.isOver"));
        }
        let spec = self.hints.clone();
        let Some((analysis, elapsed)) = self.think(self.seats.len(), &spec) else {
            return Ok(());
        };
        match analysis.lines.first() {
            None => Ok(()),
            Some(line) => self.say(format!(
                "{}: {} ({})",
                line.pv.join(" "),
                words::value(analysis.value, analysis.points_per_unit),
                effort(&analysis, elapsed)
            )),
        }
    }

    fn resign(&mut self) -> Outcome {
        let session = self.opened.session.as_ref();
        if self.is_over() {
            return self.say(say!("term.isOverAlready"));
        }
        if session.players() != 2 {
            return self.say(say!("term.manyResign"));
        }
        let loser = session.to_move();
        self.agreed = Some(Ending {
            outcome: game::Outcome::Win(loser.opponent()),
            reason: message!(
                "reason.resignedBy",
                "{who} resigned",
                who = session.player_name(loser)
            ),
        });
        self.show()
    }

    /// An engine accepts when it stands even or worse; among humans a draw is a matter of talk.
    fn offer_draw(&mut self) -> Outcome {
        if self.is_over() {
            return self.say(say!("term.isOverAlready"));
        }
        let engines_play = self
            .seats
            .iter()
            .any(|seat| matches!(seat, Seat::Engine(_)));
        if engines_play {
            let spec = self.hints.clone();
            let Some((analysis, _)) = self.think(self.seats.len(), &spec) else {
                return Ok(());
            };
            match analysis.value {
                Value::Loss { .. } => return self.say(say!("term.declinesWins")),
                Value::Estimate(_) if self.opened.session.moves().len() < EARLY_PLIES => {
                    return self.say(say!("term.declinesEarly"));
                }
                Value::Estimate(points) if points < 0 => {
                    return self.say(say!("term.declinesBetter"));
                }
                _ => {}
            }
        }
        self.agreed = Some(Ending {
            outcome: game::Outcome::Draw,
            reason: message!("reason.agreed", "by agreement"),
        });
        self.show()
    }

    fn seat_names(&self) -> Vec<String> {
        let name = |seat: &Seat| match seat {
            Seat::Human => "human".to_owned(),
            Seat::Engine(spec) => spec.algorithm.name().to_owned(),
        };
        self.seats.iter().map(name).collect()
    }

    /// Never over a file that is there already: nothing is lost by a slip.
    fn save(&self, path: &Path) -> Outcome {
        let (names, day) = (self.seat_names(), clock::now().day());
        let record = records::record(&self.opened, &names, self.ending().as_ref(), day);
        let created = std::fs::File::create_new(path)
            .and_then(|mut file| file.write_all(record.write().as_bytes()));
        let file = path.display().to_string();
        match created {
            Ok(()) => self.say(say!("term.saved", file = file)),
            Err(error) => self.say(say!(
                "term.notSaved",
                file = file,
                error = error.to_string()
            )),
        }
    }

    fn load(&mut self, path: &Path) -> Outcome {
        match self.loaded(path) {
            Ok(opened) => {
                self.opened = opened;
                self.agreed = None;
                self.taken_back.clear();
                self.seat_engines()?;
                self.show()
            }
            Err(Failure::Input(message)) => self.say(say!("term.notLoaded", error = message)),
            Err(failure) => Err(failure),
        }
    }

    fn loaded(&self, path: &Path) -> Outcome<Opened> {
        let text = read_text(path)?;
        let record = Record::read_first(&text, usize::MAX)?.ok_or_else(|| {
            let file = path.display().to_string();
            Failure::input(say!("term.noGame", file = file))
        })?;
        let opened = records::replay(&record, 1, &self.opened.choice)?;
        if opened.session.players() != self.seats.len() {
            let players = opened.session.players();
            return Err(Failure::input(say!("term.otherPlayers", n = players)));
        }
        Ok(opened)
    }
}

/// The word that stands for an order.
fn word_of(key: &str) -> String {
    say!(&format!("order.{key}"))
}
