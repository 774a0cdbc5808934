//! Who takes part in a match, as its SPEC says: one of our engines, or another
//! program, `cmd:PROGRAM[,key=value…]`.

use crate::failure::{Failure, Outcome};
use crate::machine;
use plyground_engine::notation::ParseError;
use plyground_engine::spec::{Method, Spec, is_program_key};
use std::str::FromStr;
use std::time::Duration;

/// How long an engine without a limit of its own thinks about a move.
const DEFAULT_TIME: Duration = Duration::from_millis(100);
const PROGRAM: &str = "cmd:";

#[derive(Clone, Debug)]
pub(crate) struct Contestant {
    /// The SPEC as it was given.
    pub(crate) name: String,
    /// The engine; of a program, only the keys count.
    pub(crate) spec: Spec,
    /// The program with its arguments, where it is one.
    pub(crate) command: Option<String>,
}

impl FromStr for Contestant {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Contestant, ParseError> {
        let (spec, command) = match text.strip_prefix(PROGRAM) {
            None => (machine::spec(text)?, None),
            Some(rest) => {
                let (command, keys) = split_keys(rest);
                (Spec::of_program(keys)?, Some(command.to_owned()))
            }
        };
        Ok(Contestant {
            name: text.to_owned(),
            spec,
            command,
        })
    }
}

/// Splits the keys off the end of a program's command, which may have commas itself.
fn split_keys(text: &str) -> (&str, &str) {
    let mut end = text.len();
    while let Some(comma) = text[..end].rfind(',') {
        let key = text[comma + 1..end].split_once('=').map(|(key, _)| key);
        if !key.is_some_and(|key| is_program_key(key.trim())) {
            break;
        }
        end = comma;
    }
    text.split_at(end)
}

impl Contestant {
    /// A contestant who must come to an end with every move.
    pub(crate) fn limited(text: &str, has_clock: bool) -> Outcome<Contestant> {
        let mut contestant: Contestant = text
            .parse()
            .map_err(|error: ParseError| Failure::input(format!("SPEC '{text}': {error}")))?;
        let spec = &mut contestant.spec;
        if spec.is_unlimited() && !has_clock {
            spec.time = Some(DEFAULT_TIME);
        }
        Ok(contestant)
    }

    /// Whether it matters how long it may think.
    pub(crate) fn is_timed(&self) -> bool {
        let thinks = !matches!(self.spec.algorithm, Method::Careful | Method::Random);
        self.spec.time.is_some() && thinks
    }

    /// What the keys say beside limits, as a program's options.
    pub(crate) fn options(&self) -> Vec<(&'static str, String)> {
        let spec = &self.spec;
        let text = |number: usize| number.to_string();
        let switch = |is_on: bool| is_on.to_string();
        let options = [
            ("Threads", spec.threads.map(text)),
            ("Hash", spec.hash_bytes.map(|bytes| text(bytes >> 20))),
            ("Eval", spec.eval.clone()),
            ("Level", spec.level.map(|level| level.to_string())),
            ("Seed", spec.seed.map(|seed| seed.to_string())),
            ("Selective", spec.selective.map(switch)),
            ("Exact", spec.exact.map(switch)),
            ("Quiescence", spec.quiescence.map(switch)),
        ];
        let given = options.into_iter();
        given
            .filter_map(|(name, value)| Some((name, value?)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_of_a_program_stand_behind_its_command() {
        let text = "cmd:./engine --set a=1,b=2 'x, y',depth=4,hash=16";
        let contestant: Contestant = text.parse().unwrap();
        assert_eq!(
            contestant.command.as_deref(),
            Some("./engine --set a=1,b=2 'x, y'")
        );
        assert_eq!(contestant.spec.depth, Some(4));
        assert_eq!(contestant.options(), [("Hash", "16".to_owned())]);
        assert!("cmd:./engine,depth=0".parse::<Contestant>().is_err());
    }

    #[test]
    fn whoever_has_no_limit_gets_one() {
        let time = |text: &str, has_clock| {
            let contestant = Contestant::limited(text, has_clock);
            contestant.map(|contestant| contestant.spec.time).unwrap()
        };
        assert_eq!(time("cmd:x", false), Some(DEFAULT_TIME));
        assert_eq!(time("search", false), Some(DEFAULT_TIME));
        assert_eq!(time("cmd:x,nodes=5", false), None);
        assert_eq!(time("search", true), None);
    }
}
