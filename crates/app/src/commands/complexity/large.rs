//! Whole numbers of any size, written in full.

use crate::words;
use plyground_games::natural::Natural;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::fmt;

/// The decimal digits of a whole number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Large(String);

impl From<&Natural> for Large {
    fn from(number: &Natural) -> Large {
        Large(number.to_string())
    }
}

impl Large {
    /// `5,976,303`.
    pub(super) fn grouped(&self) -> String {
        words::grouped_digits(&self.0)
    }

    /// `5.976 x 10^21`; small numbers as they are.
    pub(super) fn in_powers(&self) -> String {
        match self.0.len() {
            0..=6 => self.grouped(),
            length => {
                // Four digits say enough; the fifth rounds the fourth.
                let first: u32 = self.0[..5].parse().unwrap_or(0);
                let rounded = (first + 5) / 10;
                let (digits, exponent) = match rounded {
                    10_000 => (1000, length),
                    _ => (rounded, length - 1),
                };
                format!("{}.{:03} x 10^{exponent}", digits / 1000, digits % 1000)
            }
        }
    }
}

impl fmt::Display for Large {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Large {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw = RawValue::from_string(self.0.clone());
        raw.map_err(serde::ser::Error::custom)?
            .serialize(serializer)
    }
}

/// `base` times itself, `exponent` times.
pub(super) fn power(base: u32, exponent: u32) -> Large {
    // Nine decimal digits a word, the lowest first.
    const WORD: u64 = 1_000_000_000;
    let mut words: Vec<u64> = vec![1];
    for _ in 0..exponent {
        let mut carry = 0;
        for word in &mut words {
            let product = *word * u64::from(base) + carry;
            *word = product % WORD;
            carry = product / WORD;
        }
        while carry > 0 {
            words.push(carry % WORD);
            carry /= WORD;
        }
    }
    let mut text = words.last().copied().unwrap_or(0).to_string();
    for word in words.iter().rev().skip(1) {
        text.push_str(&format!("{word:09}"));
    }
    Large(text)
}

/// The whole number with this decimal logarithm, as far as a logarithm can tell:
/// behind its first digits it is filled with zeros.
pub(super) fn rounded(logarithm: f64) -> Large {
    const DIGITS: f64 = 12.0;
    if logarithm < DIGITS {
        return Large(format!("{:.0}", 10_f64.powf(logarithm)));
    }
    let zeros = (logarithm - DIGITS).floor();
    let digits = 10_f64.powf(logarithm - zeros);
    Large(format!("{digits:.0}{}", "0".repeat(zeros as usize)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_written_with_all_their_digits() {
        assert_eq!(power(14, 19).to_string(), "5976303958948914397184");
        assert_eq!(power(2, 100).to_string(), "1267650600228229401496703205376");
        assert_eq!(power(10, 27).to_string(), format!("1{}", "0".repeat(27)));
        assert_eq!(power(7, 0).to_string(), "1");
        assert_eq!(power(14, 19).in_powers(), "5.976 x 10^21");
        assert_eq!(power(14, 19).grouped(), "5,976,303,958,948,914,397,184");
        assert_eq!(Large("99999".repeat(3)).in_powers(), "1.000 x 10^15");
        assert_eq!(power(10, 3).in_powers(), "1,000");
        assert_eq!(power(0, 3).to_string(), "0");
    }

    #[test]
    fn a_logarithm_gives_the_first_digits() {
        assert_eq!(rounded(3.0).to_string(), "1000");
        let large = rounded(30.5).to_string();
        assert_eq!(large.len(), 31);
        assert!(large.starts_with("3162277660"));
    }

    #[test]
    fn json_holds_the_number_and_not_a_text() {
        assert_eq!(
            serde_json::to_string(&power(14, 19)).unwrap(),
            "5976303958948914397184"
        );
    }
}
