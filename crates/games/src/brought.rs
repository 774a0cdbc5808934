//! What a game brings along beside its rules: a book, endings, learnt weights.
//!
//! They lie inside the program (feature `inside`, on unless told). Without it whoever
//! runs the program hands them in by name before the game is opened, as a page does
//! that fetches them when they are wanted. What was asked for before comes too late and
//! is refused, so that nothing changes its mind in the middle.

use plyground_engine::checked::{Kind, Refusal, checksum, seal, unsealed};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

const KIND: Kind = Kind {
    name: "a file of a game",
    magic: b"PLYBROUGHT",
    version: 1,
};

/// Something of a game's, under a name that no other has.
#[derive(Clone, Copy, Debug)]
pub struct Brought {
    pub name: &'static str,
    inside: Option<&'static [u8]>,
}

/// By name, what was handed in; nothing where it was asked for before.
static HANDED: Mutex<BTreeMap<&str, &[u8]>> = Mutex::new(BTreeMap::new());

impl Brought {
    /// What lies inside the program, or nowhere yet.
    pub const fn new(name: &'static str, inside: Option<&'static [u8]>) -> Brought {
        Brought { name, inside }
    }

    /// Nothing at all where it has not been handed in.
    pub fn bytes(&self) -> &'static [u8] {
        self.inside.unwrap_or_else(|| {
            let mut handed = HANDED.lock().unwrap_or_else(PoisonError::into_inner);
            handed.entry(self.name).or_default()
        })
    }

    /// As a file: with its name and a checksum.
    pub fn written(&self) -> Vec<u8> {
        let mut file = KIND.heading();
        file.push(self.name.len() as u8);
        file.extend(self.name.as_bytes());
        file.extend(self.bytes());
        seal(&mut file, checksum);
        file
    }

    /// Takes what [`Brought::written`] gave another program.
    pub fn hand_in(&self, file: &[u8]) -> Result<(), Refusal> {
        KIND.reader(file)?;
        let mut reader = KIND.reader(unsealed(file, checksum)?)?;
        let length = reader.number(1)?;
        KIND.expect(&reader.text(length)?, self.name)?;
        let mut handed = HANDED.lock().unwrap_or_else(PoisonError::into_inner);
        if handed.contains_key(self.name) || self.inside.is_some() {
            return Err(Refusal::Damaged("it comes too late"));
        }
        handed.insert(self.name, Box::leak(reader.rest().into()));
        Ok(())
    }
}

/// A [`Brought`] from the file of a path, where the program has it inside.
macro_rules! brought {
    ($name:literal, $path:literal) => {{
        #[cfg(feature = "inside")]
        let inside: Option<&'static [u8]> = Some(include_bytes!($path));
        #[cfg(not(feature = "inside"))]
        let inside: Option<&'static [u8]> = None;
        $crate::brought::Brought::new($name, inside)
    }};
}
pub(crate) use brought;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_handed_in_is_what_another_program_wrote() {
        let there = Brought::new("letters", Some(b"abc"));
        let here = Brought::new("letters", None);
        assert_eq!(here.hand_in(&there.written()), Ok(()));
        assert_eq!(here.bytes(), b"abc");
    }

    #[test]
    fn what_was_asked_for_is_not_changed_afterwards() {
        let there = Brought::new("late", Some(b"abc"));
        let here = Brought::new("late", None);
        assert_eq!(here.bytes(), b"");
        assert!(here.hand_in(&there.written()).is_err());
        assert!(there.hand_in(&there.written()).is_err());
        assert_eq!((here.bytes(), there.bytes()), (&b""[..], &b"abc"[..]));
    }

    #[test]
    fn foreign_cut_and_changed_files_are_refused() {
        let file = Brought::new("mine", Some(b"some bytes")).written();
        let here = Brought::new("mine", None);
        let other = Brought::new("another", None);
        assert!(matches!(other.hand_in(&file), Err(Refusal::Other { .. })));
        let foreign = here.hand_in(b"<!doctype html><title>404</title>");
        assert!(matches!(foreign, Err(Refusal::Foreign { .. })));
        for place in 0..file.len() {
            assert!(here.hand_in(&file[..place]).is_err());
            let mut changed = file.clone();
            changed[place] ^= 1;
            assert!(here.hand_in(&changed).is_err());
        }
        assert_eq!(here.hand_in(&file), Ok(()));
    }
}
