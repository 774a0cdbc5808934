//! Many searches share few processors: each has the processor for a short while
//! and then waits until all others have had it.
//!
//! A search is not stopped and begun again for that. It runs in a thread of its
//! own and is kept waiting where it looks at its stop flag, so it loses nothing
//! of what it was doing. Moves in games go before analyses, for somebody waits for
//! them; of four turns one is the analyses'. Among these, who has said nothing yet
//! goes before the others: that is what bounds the time to the first answer. Yet of
//! three such turns one is the others', or readers who ask again and again would
//! silence them.

use super::memory::Purpose;
use crate::jobs::locked;
use plyground_engine::algorithm::Pace;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a search may think before others have their turn.
const TURN: Duration = Duration::from_millis(20);
/// The same for its first turn: most have something to say by then. Who has not gets
/// twice as long each time, up to eight times.
const FIRST_TURN: Duration = Duration::from_millis(8);
const MOST_DOUBLINGS: u32 = 3;
/// So many turns in a row may go to those who have said nothing while others wait.
const LONGEST_STREAK: usize = 2;
/// So many turns in a row may go to moves while analyses wait.
const LONGEST_RUN_OF_MOVES: usize = 3;

/// The processors, and who waits for them.
#[derive(Debug)]
pub(crate) struct Turns {
    places: usize,
    queues: Mutex<Queues>,
    began: Instant,
}

#[derive(Debug, Default)]
struct Queues {
    running: usize,
    moves: VecDeque<Arc<Seat>>,
    silent: VecDeque<Arc<Seat>>,
    others: VecDeque<Arc<Seat>>,
    /// How many turns the silent have had since the others' last one.
    streak: usize,
    /// How many turns moves have had since the last one of an analysis.
    run: usize,
}

impl Queues {
    /// Who is next, and for how long.
    fn next(&mut self) -> Option<(Arc<Seat>, Duration)> {
        let nobody_else = self.silent.is_empty() && self.others.is_empty();
        let may_move = self.run < LONGEST_RUN_OF_MOVES || nobody_else;
        if let (true, Some(seat)) = (may_move, self.moves.front().cloned()) {
            self.moves.pop_front();
            self.run += 1;
            return Some((seat, TURN));
        }
        self.run = 0;
        let may_be_silent = self.streak < LONGEST_STREAK || self.others.is_empty();
        if let (true, Some(seat)) = (may_be_silent, self.silent.front().cloned()) {
            self.silent.pop_front();
            self.streak += 1;
            let doublings = seat.turns.fetch_add(1, Ordering::Relaxed);
            let turn = FIRST_TURN * (1 << doublings.min(MOST_DOUBLINGS));
            return Some((seat, turn));
        }
        self.streak = 0;
        Some((self.others.pop_front()?, TURN))
    }
}

impl Queues {
    fn push(&mut self, seat: &Arc<Seat>) {
        let queue = match (seat.purpose, seat.has_spoken.load(Ordering::Relaxed)) {
            (Purpose::Move, _) => &mut self.moves,
            (Purpose::Analysis, true) => &mut self.others,
            (Purpose::Analysis, false) => &mut self.silent,
        };
        queue.push_back(Arc::clone(seat));
    }
}

/// What is known of one search; `state` is read and written under the queues' lock.
#[derive(Debug)]
struct Seat {
    purpose: Purpose,
    state: Mutex<State>,
    wake: Condvar,
    /// Until when the turn lasts, in nanoseconds since the turns began.
    turn_ends: AtomicU64,
    is_cancelled: AtomicBool,
    has_spoken: AtomicBool,
    /// How many turns it has had while it had said nothing.
    turns: AtomicU32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    New,
    Waiting,
    Running,
    Left,
}

impl Turns {
    pub(crate) fn new(places: usize) -> Arc<Turns> {
        Arc::new(Turns {
            places: places.max(1),
            queues: Mutex::default(),
            began: Instant::now(),
        })
    }

    /// A search that will ask for turns and may think for so long once it has begun.
    pub(crate) fn join(self: &Arc<Turns>, purpose: Purpose, time: Duration) -> Turn {
        Turn {
            turns: Arc::clone(self),
            seat: Arc::new(Seat {
                purpose,
                state: Mutex::new(State::New),
                wake: Condvar::new(),
                turn_ends: AtomicU64::new(0),
                is_cancelled: AtomicBool::new(false),
                has_spoken: AtomicBool::new(false),
                turns: AtomicU32::new(0),
            }),
            time,
            ends: Arc::new(Mutex::new(None)),
        }
    }

    /// How many searches think now, and how many wait for a turn.
    pub(crate) fn load(&self) -> (usize, usize) {
        let queues = locked(&self.queues);
        let waiting = queues.moves.len() + queues.silent.len() + queues.others.len();
        (queues.running, waiting)
    }

    fn now(&self) -> u64 {
        self.began.elapsed().as_nanos() as u64
    }

    fn grant(&self, queues: &mut Queues) {
        while queues.running < self.places {
            let Some((seat, turn)) = queues.next() else {
                return;
            };
            let ends = self.now() + turn.as_nanos() as u64;
            seat.turn_ends.store(ends, Ordering::Relaxed);
            *locked(&seat.state) = State::Running;
            seat.wake.notify_all();
            queues.running += 1;
        }
    }

    /// Called by a search whose turn is over, or that never had one.
    fn ask(&self, seat: &Arc<Seat>) {
        let mut queues = locked(&self.queues);
        let state = *locked(&seat.state);
        match state {
            State::New => {
                *locked(&seat.state) = State::Waiting;
                queues.push(seat);
            }
            State::Running if seat.turn_ends.load(Ordering::Relaxed) <= self.now() => {
                *locked(&seat.state) = State::Waiting;
                queues.push(seat);
                queues.running -= 1;
            }
            State::Running | State::Waiting | State::Left => {}
        }
        self.grant(&mut queues);
    }

    fn leave(&self, seat: &Arc<Seat>) {
        let mut queues = locked(&self.queues);
        let state = std::mem::replace(&mut *locked(&seat.state), State::Left);
        match state {
            State::Running => queues.running -= 1,
            State::Waiting => {
                queues.moves.retain(|other| !Arc::ptr_eq(other, seat));
                queues.silent.retain(|other| !Arc::ptr_eq(other, seat));
                queues.others.retain(|other| !Arc::ptr_eq(other, seat));
            }
            State::New | State::Left => {}
        }
        seat.wake.notify_all();
        self.grant(&mut queues);
    }
}

/// One search's place in the order. Clones speak for the same search.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    turns: Arc<Turns>,
    seat: Arc<Seat>,
    time: Duration,
    /// Set when the first turn begins.
    ends: Arc<Mutex<Option<Instant>>>,
}

impl Turn {
    /// Waits for the first turn; `false` if the search is not wanted any more.
    pub(crate) fn begin(&self) -> bool {
        let may_begin = self.wait();
        *locked(&self.ends) = Some(Instant::now() + self.time);
        may_begin
    }

    /// The search has said something: from now on it can wait.
    pub(crate) fn spoke(&self) {
        self.seat.has_spoken.store(true, Ordering::Relaxed);
    }

    /// Ends the search wherever it is.
    pub(crate) fn cancel(&self) {
        self.seat.is_cancelled.store(true, Ordering::Relaxed);
        self.turns.leave(&self.seat);
    }

    /// Gives the place back, with or without an answer.
    pub(crate) fn leave(&self) {
        self.turns.leave(&self.seat);
    }

    fn is_cancelled(&self) -> bool {
        self.seat.is_cancelled.load(Ordering::Relaxed)
    }

    fn time_left(&self) -> Option<Duration> {
        let ends = *locked(&self.ends);
        ends.map(|ends| ends.saturating_duration_since(Instant::now()))
    }

    /// Asks for a turn and waits until it comes, the time is up or the search is cancelled.
    fn wait(&self) -> bool {
        self.turns.ask(&self.seat);
        let mut state = locked(&self.seat.state);
        while *state == State::Waiting && !self.is_cancelled() {
            let patience = self.time_left().unwrap_or(Duration::from_secs(1));
            if self.time_left() == Some(Duration::ZERO) {
                return false;
            }
            let waited = self.seat.wake.wait_timeout(state, patience);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        !self.is_cancelled()
    }
}

impl Pace for Turn {
    fn goes_on(&self) -> bool {
        if self.is_cancelled() || self.time_left() == Some(Duration::ZERO) {
            return false;
        }
        if self.turns.now() < self.seat.turn_ends.load(Ordering::Relaxed) {
            return *locked(&self.seat.state) == State::Running || self.wait();
        }
        self.wait()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::thread;

    const LONG: Duration = Duration::from_secs(3600);

    #[test]
    fn no_more_searches_think_at_once_than_there_are_places() {
        let turns = Turns::new(2);
        let (thinking, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let turn = turns.join(Purpose::Analysis, LONG);
                    assert!(turn.begin());
                    most.fetch_max(
                        thinking.fetch_add(1, Ordering::SeqCst) + 1,
                        Ordering::SeqCst,
                    );
                    thread::sleep(Duration::from_millis(5));
                    thinking.fetch_sub(1, Ordering::SeqCst);
                    turn.leave();
                });
            }
        });
        assert_eq!(most.into_inner(), 2);
        assert_eq!(turns.load(), (0, 0));
    }

    #[test]
    fn everybody_has_turns_though_nobody_ends() {
        let turns = Turns::new(1);
        let counts: Vec<AtomicUsize> = (0..5).map(|_| AtomicUsize::new(0)).collect();
        let all: Vec<Turn> = counts
            .iter()
            .map(|_| turns.join(Purpose::Analysis, LONG))
            .collect();
        thread::scope(|scope| {
            for (turn, count) in all.iter().zip(&counts) {
                scope.spawn(move || {
                    turn.begin();
                    while turn.goes_on() {
                        count.fetch_add(1, Ordering::Relaxed);
                    }
                    turn.leave();
                });
            }
            while counts
                .iter()
                .any(|count| count.load(Ordering::Relaxed) == 0)
            {
                thread::sleep(Duration::from_millis(1));
            }
            all.iter().for_each(Turn::cancel);
        });
        assert_eq!(turns.load(), (0, 0));
    }

    /// Two who never end, one of whom has spoken, beside a crowd that comes, has one
    /// turn and comes again.
    #[test]
    fn those_who_come_again_and_again_silence_nobody() {
        let turns = Turns::new(1);
        let (silent, spoken) = (
            turns.join(Purpose::Analysis, LONG),
            turns.join(Purpose::Analysis, LONG),
        );
        spoken.spoke();
        let counts = [AtomicUsize::new(0), AtomicUsize::new(0)];
        let is_over = AtomicBool::new(false);
        let (turns, is_over) = (&turns, &is_over);
        thread::scope(|scope| {
            for (turn, count) in [&silent, &spoken].into_iter().zip(&counts) {
                scope.spawn(move || {
                    turn.begin();
                    let mut before = turn.seat.turn_ends.load(Ordering::Relaxed);
                    while turn.goes_on() {
                        let ends = turn.seat.turn_ends.load(Ordering::Relaxed);
                        count.fetch_add(usize::from(ends != before), Ordering::Relaxed);
                        before = ends;
                    }
                    turn.leave();
                });
            }
            for _ in 0..6 {
                scope.spawn(|| {
                    while !is_over.load(Ordering::Relaxed) {
                        let visitor = turns.join(Purpose::Analysis, LONG);
                        visitor.begin();
                        thread::sleep(Duration::from_millis(1));
                        visitor.leave();
                    }
                });
            }
            let began = Instant::now();
            let both_had = || {
                counts
                    .iter()
                    .all(|count| count.load(Ordering::Relaxed) >= 3)
            };
            while !both_had() && began.elapsed() < Duration::from_secs(20) {
                thread::sleep(Duration::from_millis(1));
            }
            let had = both_had();
            is_over.store(true, Ordering::Relaxed);
            [&silent, &spoken].into_iter().for_each(Turn::cancel);
            assert!(had, "turns had: {counts:?}");
        });
    }

    #[test]
    fn time_counts_from_the_first_turn_and_runs_on_while_others_think() {
        let turns = Turns::new(1);
        let blocking = turns.join(Purpose::Analysis, LONG);
        assert!(blocking.begin());
        let turn = turns.join(Purpose::Analysis, Duration::from_millis(30));
        let waiting = thread::spawn({
            let turn = turn.clone();
            move || turn.begin()
        });
        thread::sleep(Duration::from_millis(60));
        blocking.leave();
        assert!(
            waiting.join().unwrap(),
            "it had no turn yet, so it has all its time"
        );
        assert!(turn.goes_on());
        thread::sleep(Duration::from_millis(60));
        assert!(!turn.goes_on());
        turn.leave();
    }
}
