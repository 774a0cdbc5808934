//! Numbers and scores in words for people.

use crate::language::say;
use plyground_engine::score::Value;

/// `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    grouped_digits(&number.to_string())
}

/// The same of a number of any size.
pub(crate) fn grouped_digits(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `-8,000`, `+250,000`, `0`.
pub(crate) fn signed(number: i32) -> String {
    let digits = grouped(u64::from(number.unsigned_abs()));
    match number {
        0 => digits,
        1.. => format!("+{digits}"),
        _ => format!("-{digits}"),
    }
}

/// A score as the side to move sees it: proof in words, opinion as a signed number.
pub(crate) fn value(value: Value, points_per_unit: i32) -> String {
    match value {
        Value::Win { plies: None } => say!("term.won"),
        Value::Win { plies: Some(n) } => say!("term.wonIn", n = n),
        Value::Loss { plies: None } => say!("term.lost"),
        Value::Loss { plies: Some(n) } => say!("term.lostIn", n = n),
        Value::Draw => say!("term.drawn"),
        Value::Unknown => say!("term.unknown"),
        Value::Estimate(points) if points % points_per_unit == 0 => {
            format!("{:+}", points / points_per_unit)
        }
        Value::Estimate(points) => {
            format!("{:+.2}", f64::from(points) / f64::from(points_per_unit))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(268_031_646), "268,031,646");
    }

    #[test]
    fn proof_and_opinion_read_differently() {
        assert_eq!(value(Value::Win { plies: Some(5) }, 1), "won in 5 plies");
        assert_eq!(value(Value::Loss { plies: None }, 1), "lost");
        assert_eq!(value(Value::Estimate(3), 2), "+1.50");
        assert_eq!(value(Value::Estimate(-4), 2), "-2");
    }
}
