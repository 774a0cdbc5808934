//! The sequential probability ratio test: a match goes on only until it is
//! clear which of two guesses about the difference in Elo fits better.

use super::elo::Tally;
use std::str::FromStr;

/// Two guesses, and how often each may be wrongly refused.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sprt {
    pub(crate) elo0: f64,
    pub(crate) elo1: f64,
    alpha: f64,
    beta: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The first engine is rather `elo1` better.
    Accepted,
    /// The first engine is rather `elo0` better.
    Rejected,
    Open,
}

impl Verdict {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Verdict::Accepted => "elo1 accepted",
            Verdict::Rejected => "elo0 accepted",
            Verdict::Open => "open",
        }
    }
}

impl Sprt {
    /// Below the first bound `elo0` is accepted, above the second `elo1`.
    pub(crate) fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The logarithm of the likelihood ratio of the guesses, by the normal
    /// approximation on the scores of pairs. 0 until there is any spread.
    pub(crate) fn llr(&self, tally: &Tally) -> f64 {
        let (count, mean, variance) = tally.spread_of_pairs();
        if count == 0.0 || variance == 0.0 {
            return 0.0;
        }
        let expected = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let (score0, score1) = (expected(self.elo0), expected(self.elo1));
        count * (score1 - score0) * (2.0 * mean - score0 - score1) / (2.0 * variance)
    }

    pub(crate) fn verdict(&self, tally: &Tally) -> Verdict {
        let (low, high) = self.bounds();
        match self.llr(tally) {
            llr if llr >= high => Verdict::Accepted,
            llr if llr <= low => Verdict::Rejected,
            _ => Verdict::Open,
        }
    }
}

impl FromStr for Sprt {
    type Err = String;

    /// `elo0=0,elo1=10`, and perhaps `alpha=0.05,beta=0.05`.
    fn from_str(text: &str) -> Result<Sprt, String> {
        let (mut elo0, mut elo1, mut alpha, mut beta) = (None, None, 0.05, 0.05);
        for part in text.split(',') {
            let (key, value) = part
                .split_once('=')
                .ok_or_else(|| format!("expected key=value, found '{part}'"))?;
            let number: f64 = value
                .trim()
                .parse()
                .ok()
                .filter(|number: &f64| number.is_finite())
                .ok_or_else(|| format!("{key} must be a number, found '{value}'"))?;
            match key.trim() {
                "elo0" => elo0 = Some(number),
                "elo1" => elo1 = Some(number),
                "alpha" if number > 0.0 && number < 0.5 => alpha = number,
                "beta" if number > 0.0 && number < 0.5 => beta = number,
                "alpha" | "beta" => {
                    return Err(format!("{key} must lie between 0 and 0.5, found '{value}'"));
                }
                _ => {
                    return Err(format!(
                        "unknown key '{key}': expected elo0, elo1, alpha or beta"
                    ));
                }
            }
        }
        match (elo0, elo1) {
            (Some(elo0), Some(elo1)) if elo0 < elo1 => Ok(Sprt {
                elo0,
                elo1,
                alpha,
                beta,
            }),
            (Some(_), Some(_)) => Err("elo0 must be less than elo1".to_owned()),
            _ => Err("expected elo0=NUMBER,elo1=NUMBER".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked out by hand from the published formula: 500 pairs with a mean of
    /// 0.5125 and a variance of 0.04046875, guesses of 0 and 5 Elo, whose expected
    /// scores are 0.5 and 0.50719508…
    #[test]
    fn the_ratio_of_known_pairs_is_the_published_one() {
        let tally = Tally {
            pairs: [10, 110, 235, 135, 10],
            ..Tally::default()
        };
        let (count, mean, variance) = tally.spread_of_pairs();
        assert_eq!(count, 500.0);
        assert!((mean - 0.5125).abs() < 1e-12);
        assert!((variance - 0.040_468_75).abs() < 1e-12);
        let sprt: Sprt = "elo0=0,elo1=5".parse().unwrap();
        // 500 * 0.00719508… * (1.025 - 1.00719508…) / (2 * 0.04046875)
        assert!(
            (sprt.llr(&tally) - 0.7914).abs() < 5e-5,
            "{}",
            sprt.llr(&tally)
        );
        assert_eq!(sprt.verdict(&tally), Verdict::Open);
    }

    #[test]
    fn the_usual_bounds_are_2_94() {
        let sprt: Sprt = "elo0=0,elo1=5".parse().unwrap();
        let (low, high) = sprt.bounds();
        assert!((high - 19f64.ln()).abs() < 1e-12 && (low + 19f64.ln()).abs() < 1e-12);
        assert!((high - 2.9444).abs() < 5e-5);
    }

    #[test]
    fn bad_bounds_are_refused() {
        for text in [
            "",
            "elo0=0",
            "elo0=5,elo1=5",
            "elo0=a,elo1=1",
            "elo0=0,elo1=5,alpha=1",
            "x=1",
        ] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
