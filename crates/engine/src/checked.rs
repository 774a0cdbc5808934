//! Bytes that were written by another run, and are not believed unchecked: a kind
//! with its version, a name, numbers, and checksums. Every file of the program is
//! read through this, so that a foreign, cut, changed or newer one is refused in the
//! same words, and no reader can go beyond the end.

/// Why bytes are refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("not {kind} of plyground")]
    Foreign { kind: &'static str },
    #[error("made by a newer plyground: {kind} of version {found}, expected version {expected}")]
    Newer {
        kind: &'static str,
        found: u64,
        expected: u64,
    },
    #[error("{kind} of version {found}, expected version {expected}")]
    Older {
        kind: &'static str,
        found: u64,
        expected: u64,
    },
    #[error("truncated or damaged: it ends too early")]
    Cut,
    #[error("damaged: {0}")]
    Damaged(&'static str),
    #[error("{kind} of {found}, expected {expected}")]
    Other {
        kind: &'static str,
        found: String,
        expected: String,
    },
}

/// What sort of bytes they are: a word at their beginning, and a version.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// With its article: `a table`.
    pub name: &'static str,
    pub magic: &'static [u8],
    pub version: u32,
}

impl Kind {
    /// The word and the version, in four bytes.
    pub fn heading(&self) -> Vec<u8> {
        let mut bytes = self.magic.to_vec();
        bytes.extend(self.version.to_le_bytes());
        bytes
    }

    /// A reader of what follows the word and the version.
    pub fn reader<'b>(&self, bytes: &'b [u8]) -> Result<Reader<'b>, Refusal> {
        let rest = bytes.strip_prefix(self.magic);
        let mut reader = Reader::new(rest.ok_or(Refusal::Foreign { kind: self.name })?);
        self.check(reader.number(4)?)?;
        Ok(reader)
    }

    /// What follows a first line that holds the word and the version as text.
    pub fn text<'b>(&self, bytes: &'b [u8]) -> Result<&'b [u8], Refusal> {
        let foreign = Refusal::Foreign { kind: self.name };
        let rest = bytes.strip_prefix(self.magic).ok_or(foreign.clone())?;
        let end = rest.iter().take(12).position(|&byte| byte == b'\n');
        let (version, rest) = rest.split_at(end.ok_or(foreign.clone())?);
        let version = std::str::from_utf8(version).ok();
        let version = version.and_then(|version| version.strip_prefix(' '));
        self.check(version.and_then(|text| text.parse().ok()).ok_or(foreign)?)?;
        Ok(&rest[1..])
    }

    fn check(&self, found: u64) -> Result<(), Refusal> {
        let (kind, expected) = (self.name, u64::from(self.version));
        match found.cmp(&expected) {
            std::cmp::Ordering::Equal => Ok(()),
            std::cmp::Ordering::Greater => Err(Refusal::Newer {
                kind,
                found,
                expected,
            }),
            std::cmp::Ordering::Less => Err(Refusal::Older {
                kind,
                found,
                expected,
            }),
        }
    }

    /// Refuses what was made for something else.
    pub fn expect(&self, found: &str, expected: &str) -> Result<(), Refusal> {
        match found == expected {
            true => Ok(()),
            false => Err(Refusal::Other {
                kind: self.name,
                found: found.to_owned(),
                expected: expected.to_owned(),
            }),
        }
    }
}

/// Reads from the front, and never beyond the end.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'b> {
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    pub fn new(bytes: &'b [u8]) -> Reader<'b> {
        Reader { rest: bytes }
    }

    pub fn take(&mut self, length: usize) -> Result<&'b [u8], Refusal> {
        let (taken, rest) = self.rest.split_at_checked(length).ok_or(Refusal::Cut)?;
        self.rest = rest;
        Ok(taken)
    }

    /// A number of so many bytes, at most eight, the least first.
    pub fn number(&mut self, length: usize) -> Result<u64, Refusal> {
        Ok(number(self.take(length)?))
    }

    /// Text of so many bytes; what is not UTF-8 in it is replaced.
    pub fn text(&mut self, length: u64) -> Result<String, Refusal> {
        let length = usize::try_from(length).map_err(|_| Refusal::Cut)?;
        Ok(String::from_utf8_lossy(self.take(length)?).into_owned())
    }

    pub fn rest(&self) -> &'b [u8] {
        self.rest
    }
}

/// A number from its bytes, at most eight, the least first.
pub fn number(bytes: &[u8]) -> u64 {
    let digits = bytes.iter().rev();
    digits.fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// How bytes are summed up.
pub type Sum = fn(&[u8]) -> u64;

/// Puts the sum of all behind it.
pub fn seal(bytes: &mut Vec<u8>, sum: Sum) {
    bytes.extend(sum(bytes).to_le_bytes());
}

/// What was sealed, if it is unchanged.
pub fn unsealed(bytes: &[u8], sum: Sum) -> Result<&[u8], Refusal> {
    let (sealed, found) = bytes.split_last_chunk().ok_or(Refusal::Cut)?;
    match sum(sealed) == u64::from_le_bytes(*found) {
        true => Ok(sealed),
        false => Err(Refusal::Damaged("it does not match its checksum")),
    }
}

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// A checksum against accidents, not against malice: four lanes of words, mixed by
/// multiplication, so that it keeps up with the disk.
pub fn checksum(bytes: &[u8]) -> u64 {
    let mut lanes = [1, 2, 3, 4u64];
    let chunks = bytes.chunks_exact(32);
    let rest = chunks.remainder();
    for chunk in chunks {
        absorb(&mut lanes, chunk);
    }
    let mut last = [0; 32];
    last[..rest.len()].copy_from_slice(rest);
    absorb(&mut lanes, &last);
    lanes
        .iter()
        .fold(bytes.len() as u64, |sum, &lane| step(sum, lane))
}

fn absorb(lanes: &mut [u64; 4], chunk: &[u8]) {
    for (lane, word) in lanes.iter_mut().zip(chunk.chunks_exact(8)) {
        *lane = step(*lane, number(word));
    }
}

fn step(state: u64, word: u64) -> u64 {
    let mixed = (state ^ word).wrapping_mul(FACTOR);
    mixed ^ mixed >> 29
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: Kind = Kind {
        name: "a trifle",
        magic: b"TRIFLE",
        version: 3,
    };

    #[test]
    fn one_changed_bit_changes_the_sum() {
        let mut bytes: Vec<u8> = (0..100).collect();
        let sum = checksum(&bytes);
        for bit in 0..8 * bytes.len() {
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(checksum(&bytes), sum);
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
    }

    #[test]
    fn a_missing_zero_at_the_end_changes_the_sum() {
        assert_ne!(checksum(&[0; 64]), checksum(&[0; 63]));
    }

    #[test]
    fn what_is_cut_or_changed_is_no_longer_sealed() {
        let mut bytes = KIND.heading();
        bytes.extend(b"some words");
        let inner = bytes.clone();
        seal(&mut bytes, checksum);
        assert_eq!(unsealed(&bytes, checksum), Ok(&inner[..]));
        for place in 0..bytes.len() {
            assert!(unsealed(&bytes[..place], checksum).is_err());
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            assert!(unsealed(&changed, checksum).is_err());
        }
    }

    #[test]
    fn foreign_newer_and_older_bytes_are_told_apart() {
        let mut bytes = KIND.heading();
        assert!(KIND.reader(&bytes).is_ok_and(|it| it.rest().is_empty()));
        assert_eq!(KIND.reader(&bytes[..8]).unwrap_err(), Refusal::Cut);
        bytes[6] = 4;
        let newer = KIND.reader(&bytes).unwrap_err().to_string();
        assert!(newer.starts_with("made by a newer plyground"), "{newer}");
        bytes[6] = 2;
        let older = KIND.reader(&bytes).unwrap_err().to_string();
        assert_eq!(older, "a trifle of version 2, expected version 3");
        let foreign = KIND.reader(b"TRUFFLES").unwrap_err().to_string();
        assert_eq!(foreign, "not a trifle of plyground");
    }

    #[test]
    fn a_version_may_stand_as_text() {
        assert_eq!(KIND.text(b"TRIFLE 3\nrest"), Ok(&b"rest"[..]));
        let newer = KIND.text(b"TRIFLE 12\nrest").unwrap_err();
        assert!(matches!(newer, Refusal::Newer { found: 12, .. }));
        for foreign in [&b"TRIFLE"[..], b"TRIFLE x\n", b"TRIFLE 3", b"TRIFLE3\n"] {
            let refusal = KIND.text(foreign).unwrap_err();
            assert!(matches!(refusal, Refusal::Foreign { .. }));
        }
    }

    #[test]
    fn a_length_beyond_the_end_is_refused() {
        let mut reader = Reader::new(b"abcdef");
        assert_eq!(reader.number(2), Ok(0x6261));
        assert_eq!(reader.text(u64::MAX), Err(Refusal::Cut));
        assert_eq!(reader.take(5), Err(Refusal::Cut));
        assert_eq!(reader.take(4), Ok(&b"cdef"[..]));
    }
}
