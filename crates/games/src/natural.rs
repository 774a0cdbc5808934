//! Whole numbers of any size, as far as counting needs them.

use std::fmt;

/// Nine decimal digits a word, the lowest first; no word of zeros at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Natural(Vec<u32>);

const WORD: u32 = 1_000_000_000;

impl From<u128> for Natural {
    fn from(mut number: u128) -> Natural {
        let mut words = Vec::new();
        while number > 0 {
            words.push((number % u128::from(WORD)) as u32);
            number /= u128::from(WORD);
        }
        Natural(words)
    }
}

impl Natural {
    /// Adds a number, or nothing.
    pub(crate) fn add(&mut self, other: Option<&Natural>) {
        let Some(Natural(other)) = other else { return };
        let length = self.0.len().max(other.len());
        self.0.resize(length, 0);
        let mut carry = 0;
        for (index, word) in self.0.iter_mut().enumerate() {
            let sum = *word + other.get(index).unwrap_or(&0) + carry;
            *word = sum % WORD;
            carry = sum / WORD;
        }
        if carry > 0 {
            self.0.push(carry);
        }
    }

    /// The nearest number that can be reckoned with.
    pub fn rounded(&self) -> f64 {
        let words = self.0.iter().rev();
        words.fold(0.0, |sum, &word| sum * f64::from(WORD) + f64::from(word))
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = self.0.iter().rev();
        write!(f, "{}", words.next().unwrap_or(&0))?;
        words.try_for_each(|word| write!(f, "{word:09}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_agree_with_those_of_the_processor() {
        let mut sum = Natural::from(0);
        let mut expected = 0_u128;
        for shift in 0..120 {
            let number = 0x9e37_79b9_7f4a_7c15_u128 << (shift / 2);
            sum.add(Some(&Natural::from(number)));
            expected += number;
            assert_eq!(sum.to_string(), expected.to_string());
        }
        assert_eq!(sum, Natural::from(expected));
        assert!((sum.rounded() / expected as f64 - 1.0).abs() < 1e-12);
        assert_eq!(Natural::from(0).to_string(), "0");
    }
}
