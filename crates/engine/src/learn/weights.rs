//! Learned weights in few bytes: what they were learnt from as text, then the
//! weights as small numbers with the runs of zeros left out, then a checksum.
//!
//! ```text
//! plyground weights 1⏎
//! game=english-draughts⏎ features=1⏎ count=50000⏎ scale=4⏎ … ⏎ (an empty line) ⏎
//! zeros, opening, ending, zeros, opening, ending, …        each 1 to 3 bytes
//! checksum                                                  8 bytes
//! ```

use crate::checked::{Kind, Refusal, seal, unsealed};
use crate::random::mix;
use std::fmt::Write;

const KIND: Kind = Kind {
    name: "weights",
    magic: b"plyground weights",
    version: 1,
};
/// Steps of a point that a weight can tell apart.
pub const SCALE: f32 = 4.0;

const NO_HEADING: Refusal = Refusal::Damaged("its heading makes no sense");
const NO_NUMBERS: Refusal = Refusal::Damaged("its numbers make no sense");

/// Weights, and where they come from.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    pub game: String,
    /// The version of the features.
    pub features: u32,
    /// What they were learnt from, and the command that makes them again, as
    /// `name=value` pairs.
    pub origin: Vec<(String, String)>,
    /// For each feature the weight of the opening and of the ending, in steps of
    /// 1/[`SCALE`] points.
    pub steps: Vec<[i16; 2]>,
}

impl Weights {
    /// Rounds weights given in points.
    pub fn new(
        game: &str,
        features: u32,
        origin: Vec<(String, String)>,
        points: &[[f32; 2]],
    ) -> Weights {
        let step = |points: f32| (points * SCALE).round().clamp(-32_000.0, 32_000.0) as i16;
        Weights {
            game: game.to_owned(),
            features,
            origin,
            steps: points.iter().map(|ends| ends.map(step)).collect(),
        }
    }

    /// The weights in points.
    pub fn points(&self) -> Vec<[f32; 2]> {
        let point = |step: i16| f32::from(step) / SCALE;
        self.steps.iter().map(|ends| ends.map(point)).collect()
    }

    pub fn write(&self) -> Vec<u8> {
        let mut text = format!(
            "plyground weights {}\ngame={}\nfeatures={}\ncount={}\n",
            KIND.version,
            self.game,
            self.features,
            self.steps.len()
        );
        for (name, value) in &self.origin {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name}={value}");
        }
        text.push('\n');
        let mut bytes = text.into_bytes();
        let mut zeros = 0;
        for &[opening, ending] in &self.steps {
            if [opening, ending] == [0, 0] {
                zeros += 1;
                continue;
            }
            write_number(zeros, &mut bytes);
            write_number(zigzag(opening), &mut bytes);
            write_number(zigzag(ending), &mut bytes);
            zeros = 0;
        }
        seal(&mut bytes, checksum);
        bytes
    }

    /// The same bytes with a sum that fits them, for fuzzing what lies behind it.
    pub fn resealed(bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes[..bytes.len().saturating_sub(8)].to_vec();
        seal(&mut bytes, checksum);
        bytes
    }

    /// Reads weights of a game whose features have this version and number.
    pub fn read(bytes: &[u8], game: &str, features: u32, count: usize) -> Result<Weights, Refusal> {
        KIND.text(bytes)?;
        let body = KIND.text(unsealed(bytes, checksum)?)?;
        let end = body.windows(2).position(|pair| pair == b"\n\n");
        let end = end.ok_or(NO_HEADING)?;
        let text = std::str::from_utf8(&body[..end]).map_err(|_| NO_HEADING)?;
        let mut pairs = text.lines().filter_map(|line| line.split_once('='));
        let expected = format!("game={game} features={features} count={count}");
        let found: Vec<String> = pairs
            .by_ref()
            .take(3)
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        KIND.expect(&found.join(" "), &expected)?;
        let origin = pairs
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let mut steps = vec![[0; 2]; count];
        let mut rest = &body[end + 2..];
        let mut place = 0;
        while !rest.is_empty() {
            place += read_number(&mut rest).ok_or(NO_NUMBERS)? as usize;
            let mut weight = || read_number(&mut rest).and_then(unzigzag);
            let ends = [weight(), weight()];
            let ([Some(opening), Some(ending)], Some(step)) = (ends, steps.get_mut(place)) else {
                return Err(NO_NUMBERS);
            };
            *step = [opening, ending];
            place += 1;
        }
        Ok(Weights {
            game: game.to_owned(),
            features,
            origin,
            steps,
        })
    }
}

/// Small numbers of either sign as small numbers.
fn zigzag(number: i16) -> u32 {
    let number = i32::from(number);
    ((number << 1) ^ (number >> 31)) as u32
}

fn unzigzag(number: u32) -> Option<i16> {
    let number = (number >> 1) as i32 ^ -((number & 1) as i32);
    i16::try_from(number).ok()
}

/// Seven bits a byte, the lowest first; the eighth says that more follow.
fn write_number(mut number: u32, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in [0, 7, 14, 21] {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// The sum of version 1, byte by byte. Games on disk name their players by weights
/// with this sum in them, so it stays.
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0, |sum, &byte| mix(sum ^ u64::from(byte)).wrapping_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Weights {
        let mut points = vec![[0.0; 2]; 300];
        points[0] = [100.0, -0.25];
        points[7] = [-8000.0, 7999.75];
        points[299] = [0.5, 0.0];
        let origin = vec![("games".to_owned(), "17".to_owned())];
        Weights::new("some-game", 3, origin, &points)
    }

    #[test]
    fn weights_that_are_written_are_read_again() {
        let weights = some();
        assert_eq!(weights.points()[7], [-8000.0, 7999.75]);
        let read = Weights::read(&weights.write(), "some-game", 3, 300);
        assert_eq!(read, Ok(weights));
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let bytes = some().write();
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 0x10;
            assert!(Weights::read(&changed, "some-game", 3, 300).is_err());
            assert!(Weights::read(&bytes[..place], "some-game", 3, 300).is_err());
        }
    }

    #[test]
    fn weights_of_a_newer_program_are_told_apart_from_damaged_ones() {
        let mut bytes = some().write();
        let place = KIND.magic.len() + 1;
        bytes[place] = b'2';
        let told = Weights::read(&bytes, "some-game", 3, 300).unwrap_err();
        assert!(matches!(told, Refusal::Newer { found: 2, .. }), "{told}");
    }

    #[test]
    fn weights_of_other_features_are_refused_by_name() {
        let bytes = some().write();
        let error = Weights::read(&bytes, "some-game", 4, 300).unwrap_err();
        assert_eq!(
            error.to_string(),
            "weights of game=some-game features=3 count=300, \
             expected game=some-game features=4 count=300"
        );
        assert!(Weights::read(&bytes, "other-game", 3, 300).is_err());
        assert!(Weights::read(&bytes, "some-game", 3, 301).is_err());
    }
}
