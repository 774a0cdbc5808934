//! Time: the engine never reads the clock, so that is done here.

pub(crate) use plyground_api::clock::{Moment, Watch};
use plyground_engine::algorithm::Stop;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::sync::mpsc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Runs `work` and raises the flag once the time is up, or as much sooner as the
/// work has lately taken to come back.
pub(crate) fn limited<T>(limit: Option<Duration>, stop: &Stop<'_>, work: impl FnOnce() -> T) -> T {
    let Some(limit) = limit else { return work() };
    let deadline = Instant::now() + limit - LATENESS.allowance(limit);
    std::thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        let timer = scope.spawn(move || {
            // On a busy machine a thread may begin late: only the deadline counts.
            let left = deadline.saturating_duration_since(Instant::now());
            let is_up = is_done.recv_timeout(left) == Err(mpsc::RecvTimeoutError::Timeout);
            if is_up {
                stop.raise();
            }
            is_up
        });
        let result = work();
        let late = Instant::now().saturating_duration_since(deadline);
        drop(done);
        if timer.join().unwrap_or(false) {
            LATENESS.learn(late);
        }
        result
    })
}

static LATENESS: Lateness = Lateness::new();

/// How long work takes to come back once it is told to, which on a busy machine
/// is a matter of waiting for a processor. Kept as round trips are in networks: a
/// running mean and the mean distance from it, in microseconds.
#[derive(Debug)]
struct Lateness {
    mean: AtomicI64,
    spread: AtomicI64,
}

impl Lateness {
    /// Later than this is an accident, from which nothing is learnt but this much.
    const MOST: Duration = Duration::from_millis(20);

    const fn new() -> Lateness {
        Lateness {
            mean: AtomicI64::new(0),
            spread: AtomicI64::new(0),
        }
    }

    /// How much sooner to say stop: most answers then come in time, and few much too early.
    fn allowance(&self, limit: Duration) -> Duration {
        let late = self.mean.load(Relaxed) + self.spread.load(Relaxed);
        Duration::from_micros(late.max(0) as u64).min(limit / 6)
    }

    fn learn(&self, late: Duration) {
        let late = late.min(Lateness::MOST).as_micros() as i64;
        let mean = self.mean.load(Relaxed);
        let spread = self.spread.load(Relaxed);
        let away = late - mean;
        self.mean.store(mean + away / 8, Relaxed);
        self.spread
            .store(spread + (away.abs() - spread) / 8, Relaxed);
    }
}

/// Time for a whole game: so much at the start, and some more for every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TimeControl {
    pub(crate) start: Duration,
    pub(crate) increment: Duration,
}

impl TimeControl {
    /// What each player has at the start.
    pub(crate) fn watch(self) -> Watch {
        Watch {
            left: self.start,
            increment: self.increment,
            moves_to_go: None,
        }
    }
}

impl FromStr for TimeControl {
    type Err = String;

    /// `60+1`: sixty seconds and one more a move; `60` alone: nothing more.
    fn from_str(text: &str) -> Result<TimeControl, String> {
        const DAY: f64 = 86_400.0;
        let seconds = |text: &str| {
            let seconds = text.trim().parse::<f64>().ok();
            seconds.filter(|seconds| (0.0..=DAY).contains(seconds))
        };
        let (start, increment) = text.split_once('+').unwrap_or((text, "0"));
        match (seconds(start), seconds(increment)) {
            (Some(start), Some(increment)) if start >= 0.1 => Ok(TimeControl {
                start: Duration::from_secs_f64(start),
                increment: Duration::from_secs_f64(increment),
            }),
            _ => Err(format!(
                "a clock is written SECONDS+INCREMENT, such as 60+1, from 0.1 s to a day; found '{text}'"
            )),
        }
    }
}

/// This moment.
pub(crate) fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    Moment(since.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_is_raised_when_the_time_is_up_and_not_before() {
        let stop = Stop::new();
        limited(Some(Duration::from_secs(3600)), &stop, || ());
        assert!(!stop.is_raised());
        limited(Some(Duration::from_millis(1)), &stop, || {
            while !stop.is_raised() {
                std::thread::yield_now();
            }
        });
        assert!(stop.is_raised());
    }

    #[test]
    fn who_comes_late_is_called_sooner_but_not_for_an_accident() {
        let limit = Duration::from_millis(100);
        let lateness = Lateness::new();
        assert_eq!(lateness.allowance(limit), Duration::ZERO);
        for _ in 0..100 {
            lateness.learn(Duration::from_millis(8));
        }
        let about = |allowance: Duration| allowance.as_millis();
        assert_eq!(about(lateness.allowance(limit)), 8);
        lateness.learn(Duration::from_secs(5));
        assert!((8..12).contains(&about(lateness.allowance(limit))));
        for _ in 0..100 {
            lateness.learn(Duration::from_secs(1));
        }
        let most = lateness.allowance(limit);
        assert!(most <= limit / 6, "never a sixth too early: {most:?}");
        for _ in 0..100 {
            lateness.learn(Duration::ZERO);
        }
        assert_eq!(about(lateness.allowance(limit)), 0);
    }

    #[test]
    fn a_clock_is_never_used_up_by_one_move() {
        let control: TimeControl = "1+0.5".parse().unwrap();
        let mut watch = control.watch();
        for _ in 0..500 {
            assert!(watch.spend(watch.budget()));
        }
        assert!(!watch.spend(Duration::from_secs(10)));
        let last_of_many = Watch {
            left: Duration::from_secs(10),
            moves_to_go: Some(1),
            ..watch
        };
        let budget = last_of_many.budget();
        assert!(budget > Duration::from_secs(9) && budget < Duration::from_secs(10));
        for text in ["", "+1", "0+1", "a", "60+", "60-1", "1e9", "nan"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
