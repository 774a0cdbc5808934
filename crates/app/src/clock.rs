//! Time: the engine never reads the clock, so that is done here.

use plyground_engine::algorithm::Stop;
use std::sync::mpsc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Runs `work` and raises the flag once the time is up.
pub(crate) fn limited<T>(limit: Option<Duration>, stop: &Stop<'_>, work: impl FnOnce() -> T) -> T {
    let Some(limit) = limit else { return work() };
    std::thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        scope.spawn(move || {
            if is_done.recv_timeout(limit) == Err(mpsc::RecvTimeoutError::Timeout) {
                stop.raise();
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// Today's date as records write it: `2031.05.28`, in universal time.
pub(crate) fn today() -> String {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    let (year, month, day) = civil_date(seconds / 86_400);
    format!("{year:04}.{month:02}.{day:02}")
}

/// The moment as programs write it: `2031-05-28T12:00:00.000Z`, in universal time.
pub(crate) fn now() -> String {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let seconds = since.as_secs();
    let (year, month, day) = civil_date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    let millis = since.subsec_millis();
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

/// A seed that differs from run to run.
pub(crate) fn seed() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(1, |since| since.as_nanos() as u64)
}

/// Year, month and day of a number of days since the first of January 1970.
fn civil_date(days: u64) -> (u64, u64, u64) {
    let mut year = 1970;
    let mut left = days;
    loop {
        let length = 365 + u64::from(is_leap(year));
        if left < length {
            break;
        }
        left -= length;
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while left >= lengths[month] {
        left -= lengths[month];
        month += 1;
    }
    (year, month as u64 + 1, left + 1)
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(civil_date(0), (1970, 1, 1));
        assert_eq!(civil_date(59), (1970, 3, 1));
        assert_eq!(civil_date(11_016), (2000, 2, 29));
        assert_eq!(civil_date(20_454), (2026, 1, 1));
    }

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
}
