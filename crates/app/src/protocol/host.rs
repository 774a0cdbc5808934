//! What both protocols share: a game, an engine with its settings, and a search
//! that runs while further commands are read.

use crate::ask::Ask;
use crate::clock::Watch;
use plyground_api::choice::{GameChoice, rules_in};

use plyground_engine::algorithm::{Limits, Stop};
use plyground_engine::notation::ParseError;
use plyground_engine::session::{Analysis, EngineId, Session};
use plyground_engine::spec::Spec;
use plyground_games::{Entry, Games};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What ends a search besides the word `stop`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bounds {
    pub(super) limits: Limits,
    pub(super) time: Option<Duration>,
    /// The answer is not wanted before it is asked for.
    pub(super) is_infinite: bool,
}

impl Bounds {
    /// A time for the move and a clock: whichever ends first.
    pub(super) fn new(limits: Limits, move_time: Option<Duration>, clock: Option<Watch>) -> Bounds {
        let share = clock.map(|clock| clock.budget());
        let time = [move_time, share].into_iter().flatten().min();
        Bounds {
            limits,
            time: time.map(|time| time.max(Duration::from_millis(1))),
            is_infinite: false,
        }
    }
}

/// Says what a search finds.
pub(super) trait Speaker: Send {
    fn tell(&mut self, analysis: &Analysis, elapsed: Duration);
    fn answer(&mut self, analysis: &Analysis);
}

/// Where the game stands, by its start and its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Place {
    start: Option<String>,
    moves: Vec<String>,
}

/// A session whose engine keeps what it learns from move to move.
struct Thinker {
    session: Box<dyn Session>,
    engine: EngineId,
    place: Place,
}

struct Search {
    stop: Arc<Stop<'static>>,
    is_infinite: Arc<AtomicBool>,
    thread: JoinHandle<Thinker>,
}

pub(crate) struct Host {
    pub(super) games: Games,
    pub(crate) choice: GameChoice,
    pub(super) session: Box<dyn Session>,
    pub(super) spec: Spec,
    pub(super) lines: usize,
    place: Place,
    thinker: Option<Thinker>,
    search: Option<Search>,
}

impl Host {
    pub(crate) fn new(games: Games, choice: GameChoice) -> Host {
        Host {
            games,
            session: choice.session(),
            choice,
            spec: Spec::default(),
            lines: 1,
            place: Place::default(),
            thinker: None,
            search: None,
        }
    }

    /// Another game, at its start and with its usual rules.
    pub(super) fn change_game(&mut self, entry: &'static Entry) -> Result<(), ParseError> {
        self.spec.eval = None;
        self.open(entry, "")
    }

    /// The same game by other rules, at its start.
    pub(super) fn change_rules(&mut self, rules: &str) -> Result<(), ParseError> {
        self.open(self.choice.entry, rules)
    }

    fn open(&mut self, entry: &'static Entry, rules: &str) -> Result<(), ParseError> {
        let choice = GameChoice::new(entry, rules_in(rules)?, self.choice.tables.clone())?;
        self.settle();
        self.session = choice.session();
        self.choice = choice;
        self.place = Place::default();
        self.thinker = None;
        Ok(())
    }

    /// Changes a setting of the engine, which begins anew with it.
    pub(super) fn set(&mut self, change: impl FnOnce(&mut Spec)) {
        self.settle();
        change(&mut self.spec);
        self.thinker = None;
    }

    pub(super) fn new_game(&mut self) {
        self.settle();
        self.thinker = None;
        self.session.restart();
        self.place = Place::default();
    }

    /// Sets up a position and plays moves; where one of them is refused, all
    /// stays as it was.
    pub(super) fn set_position<'a>(
        &mut self,
        start: Option<&str>,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), ParseError> {
        self.settle();
        let mut session = self.session.fork();
        match start {
            None => session.restart(),
            Some(text) => session.set_up(text, None)?,
        }
        let mut place = Place {
            start: start.map(|_| session.position()),
            moves: Vec::new(),
        };
        for mv in moves {
            session.play(mv)?;
            place
                .moves
                .extend(session.last_move().map(|(text, _)| text));
        }
        self.session = session;
        self.place = place;
        Ok(())
    }

    /// Begins to think about the present position.
    pub(super) fn go(
        &mut self,
        bounds: Bounds,
        mut speaker: Box<dyn Speaker>,
    ) -> Result<(), ParseError> {
        self.settle();
        let mut thinker = self.thinker_here()?;
        let stop = Arc::new(Stop::new());
        let own = Arc::clone(&stop);
        let is_infinite = Arc::new(AtomicBool::new(bounds.is_infinite));
        let must_wait = Arc::clone(&is_infinite);
        let lines = self.lines;
        let thread = std::thread::spawn(move || {
            let began = Instant::now();
            let ask = Ask {
                time: bounds.time,
                lines,
                ..Ask::within(bounds.limits)
            };
            let mut told = None;
            let session = thinker.session.as_mut();
            let (analysis, _) = ask.put(session, thinker.engine, &own, &mut |analysis| {
                told = Some(analysis.nodes);
                speaker.tell(analysis, began.elapsed());
            });
            while must_wait.load(Ordering::Relaxed) && !own.is_raised() {
                std::thread::sleep(Duration::from_millis(2));
            }
            if told != Some(analysis.nodes) {
                speaker.tell(&analysis, began.elapsed());
            }
            speaker.answer(&analysis);
            thinker
        });
        self.search = Some(Search {
            stop,
            is_infinite,
            thread,
        });
        Ok(())
    }

    /// The thinker at the present position, with all it knows if it comes from
    /// the same game.
    fn thinker_here(&mut self) -> Result<Thinker, ParseError> {
        let kept = self.thinker.take().filter(|thinker| {
            thinker.place.start == self.place.start
                && self.place.moves.starts_with(&thinker.place.moves)
        });
        let mut thinker = match kept {
            Some(thinker) => thinker,
            None => {
                let mut session = self.session.fork();
                match &self.place.start {
                    None => session.restart(),
                    Some(start) => session.set_up(start, None)?,
                }
                let engine = session.add_engine(&self.spec)?;
                let place = Place {
                    start: self.place.start.clone(),
                    moves: Vec::new(),
                };
                Thinker {
                    session,
                    engine,
                    place,
                }
            }
        };
        for mv in &self.place.moves[thinker.place.moves.len()..] {
            thinker.session.play(mv)?;
        }
        thinker.place = self.place.clone();
        Ok(thinker)
    }

    /// Makes the engine now, so that the first search need not.
    pub(super) fn prepare(&mut self) {
        if self.search.is_none() {
            self.thinker = self.thinker_here().ok();
        }
    }

    /// Gives a search without end an end: so much more time, or none.
    pub(super) fn limit(&mut self, time: Option<Duration>) {
        let Some(search) = &self.search else { return };
        // Once: each limit has a thread, and the first one holds.
        if !search.is_infinite.swap(false, Ordering::Relaxed) {
            return;
        }
        let stop = Arc::clone(&search.stop);
        std::thread::spawn(move || {
            std::thread::sleep(time.unwrap_or_default());
            stop.raise();
        });
    }

    /// Ends the search, if there is one, and waits until it has answered.
    pub(super) fn settle(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop.raise();
            self.thinker = search.thread.join().ok();
        }
    }
}
