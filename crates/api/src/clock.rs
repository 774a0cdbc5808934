//! Moments and what is left of a player's time. Nothing here asks what time it is.

use std::time::Duration;

/// So long after the beginning of 1970, in universal time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment(pub Duration);

impl Moment {
    /// The day as records write it: `2031.05.28`.
    pub fn day(self) -> String {
        let (year, month, day) = civil_date(self.0.as_secs() / 86_400);
        format!("{year:04}.{month:02}.{day:02}")
    }

    /// The moment as programs write it: `2031-05-28T12:00:00.000Z`.
    pub fn stamp(self) -> String {
        let seconds = self.0.as_secs();
        let (year, month, day) = civil_date(seconds / 86_400);
        let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
        let millis = self.0.subsec_millis();
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
    }

    /// A seed that differs from moment to moment.
    pub fn seed(self) -> u64 {
        self.0.as_nanos() as u64
    }
}

/// What one player has left.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    pub left: Duration,
    pub increment: Duration,
    /// After so many moves there is more time.
    pub moves_to_go: Option<u32>,
}

impl Watch {
    /// How long to think, whoever asks: as if so many moves were still to come, and
    /// never so long that what the clock itself takes could cost the game.
    pub fn budget(&self) -> Duration {
        const MOVES_TO_COME: u32 = 30;
        const RESERVE: Duration = Duration::from_millis(50);
        let moves = self.moves_to_go.unwrap_or(MOVES_TO_COME).max(1);
        let usable = self.left.saturating_sub(RESERVE);
        let share = usable / moves + self.increment * 4 / 5;
        // Half of what is left at the most, unless all of it is for this move.
        let most = usable / moves.min(2);
        share.min(most).max(Duration::from_millis(1))
    }

    /// Takes the time of a move off, or says that the flag has fallen.
    pub fn spend(&mut self, used: Duration) -> bool {
        match self.left.checked_sub(used) {
            Some(left) => {
                self.left = left + self.increment;
                true
            }
            None => {
                self.left = Duration::ZERO;
                false
            }
        }
    }
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
}
