//! How an engine is named on the command line and elsewhere:
//! `ALGORITHM[,key=value…]`, such as `alpha-beta,depth=7,eval=classic`.

use crate::algorithm::{Limits, MAX_DEPTH};
use crate::notation::ParseError;
use crate::search::{Parallel, Without};
use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

/// An algorithm that a SPEC may name, and the keys that only it knows.
#[derive(Debug)]
pub struct AlgorithmName {
    pub name: &'static str,
    pub about: &'static str,
    pub own_keys: &'static [&'static str],
    /// Whether it looks so many plies ahead, and not as long as it is let.
    has_depth: bool,
}

/// Every algorithm there is.
pub const ALGORITHMS: &[AlgorithmName] = &[
    AlgorithmName {
        name: "search",
        about: "principal variation search with a table: the default; \
                parallel=lazy|brothers, and to take things away: table=off, order=none, reductions=off",
        own_keys: &["parallel", "table", "order", "reductions"],
        has_depth: true,
    },
    AlgorithmName {
        name: "alpha-beta",
        about: "textbook alpha-beta to a fixed depth; order=none|eval",
        own_keys: &["order"],
        has_depth: true,
    },
    AlgorithmName {
        name: "minimax",
        about: "plain minimax to a fixed depth",
        own_keys: &[],
        has_depth: true,
    },
    AlgorithmName {
        name: "mtdf",
        about: "the same tree, its score found by null windows alone",
        own_keys: &["parallel"],
        has_depth: true,
    },
    AlgorithmName {
        name: "maxn",
        about: "max^n: every player looks after itself; for three and four",
        own_keys: &[],
        has_depth: true,
    },
    AlgorithmName {
        name: "mcts",
        about: "Monte Carlo tree search; nodes are playouts",
        own_keys: &[],
        has_depth: false,
    },
    AlgorithmName {
        name: "monte-carlo",
        about: "the same number of random games for every move",
        own_keys: &[],
        has_depth: false,
    },
    AlgorithmName {
        name: "pns",
        about: "proof-number search: proves a win or a loss",
        own_keys: &[],
        has_depth: false,
    },
    AlgorithmName {
        name: "careful",
        about: "a random move, but a winning one if there is one, and none that loses at once",
        own_keys: &[],
        has_depth: false,
    },
    AlgorithmName {
        name: "random",
        about: "any legal move",
        own_keys: &[],
        has_depth: false,
    },
];

/// The keys that every SPEC knows.
pub const COMMON_KEYS: &[&str] = &[
    "depth",
    "nodes",
    "time",
    "threads",
    "hash",
    "eval",
    "level",
    "seed",
    "selective",
    "exact",
    "quiescence",
];

/// An engine with its settings; what is not said is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    pub algorithm: &'static str,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
    pub threads: Option<usize>,
    /// The size of the table.
    pub hash_bytes: Option<usize>,
    pub eval: Option<String>,
    pub level: Option<u8>,
    pub seed: Option<u64>,
    pub selective: Option<bool>,
    pub exact: Option<bool>,
    pub quiescence: Option<bool>,
    /// alpha-beta: sort by the evaluation (off unless told); search: sort at all (on unless told).
    pub order: Option<bool>,
    /// search: what is taken away for the laboratory.
    pub without: Without,
    /// search: what several threads do.
    pub parallel: Option<Parallel>,
}

impl Default for Spec {
    fn default() -> Spec {
        Spec::of("search")
    }
}

impl Spec {
    fn of(algorithm: &'static str) -> Spec {
        Spec {
            algorithm,
            depth: None,
            nodes: None,
            time: None,
            threads: None,
            hash_bytes: None,
            eval: None,
            level: None,
            seed: None,
            selective: None,
            exact: None,
            quiescence: None,
            order: None,
            without: Without::default(),
            parallel: None,
        }
    }

    /// Whether the algorithm looks so many plies ahead, and not as long as it is let.
    pub fn has_depth(&self) -> bool {
        let mut algorithms = ALGORITHMS.iter();
        algorithms.any(|known| known.name == self.algorithm && known.has_depth)
    }

    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
        }
    }

    /// Whether solvers, books and tables may answer instead of the algorithm; at
    /// the lower levels they do not all the same.
    pub fn allows_exact_answers(&self) -> bool {
        self.algorithm == "search" && self.exact != Some(false)
    }

    fn set(&mut self, own_keys: &[&str], key: &str, value: &str) -> Result<(), ParseError> {
        match key {
            "depth" => self.depth = Some(number(key, value, 1, MAX_DEPTH)?),
            "nodes" => self.nodes = Some(number(key, value, 1, u64::MAX)?),
            "time" => self.time = Some(duration(value)?),
            "threads" => self.threads = Some(number(key, value, 1, 256)?),
            "hash" => {
                let mebibytes: usize = number(key, value, 1, 1 << 20)?;
                self.hash_bytes = Some(mebibytes << 20);
            }
            "eval" => self.eval = Some(value.to_owned()),
            "level" => self.level = Some(number(key, value, 1, 8)?),
            "seed" => self.seed = Some(number(key, value, 0, u64::MAX)?),
            "selective" => self.selective = Some(switch(key, value)?),
            "exact" => self.exact = Some(switch(key, value)?),
            "quiescence" => self.quiescence = Some(switch(key, value)?),
            "order" if own_keys.contains(&key) => {
                self.order = Some(one_of(key, value, &["none", "eval"])? == 1);
                self.without.order = self.order == Some(false);
            }
            "table" if own_keys.contains(&key) => self.without.table = !switch(key, value)?,
            "reductions" if own_keys.contains(&key) => {
                self.without.reductions = !switch(key, value)?;
            }
            "parallel" if own_keys.contains(&key) => {
                let modes = [Parallel::Lazy, Parallel::Brothers];
                self.parallel = Some(modes[one_of(key, value, &["lazy", "brothers"])?]);
            }
            _ => {
                let known: Vec<&str> = COMMON_KEYS.iter().chain(own_keys).copied().collect();
                return Err(ParseError::new(format!(
                    "unknown key '{key}' for {}: expected one of {}",
                    self.algorithm,
                    known.join(", ")
                )));
            }
        }
        Ok(())
    }
}

impl FromStr for Spec {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Spec, ParseError> {
        let mut parts = text.split(',').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let Some(algorithm) = ALGORITHMS.iter().find(|known| known.name == name) else {
            let known: Vec<&str> = ALGORITHMS.iter().map(|known| known.name).collect();
            return Err(ParseError::new(format!(
                "unknown algorithm '{name}': expected one of {}",
                known.join(", ")
            )));
        };
        let mut spec = Spec::of(algorithm.name);
        let mut given = Vec::new();
        for part in parts {
            let Some((key, value)) = part.split_once('=') else {
                return Err(ParseError::new(format!(
                    "expected key=value in '{text}', found '{part}'"
                )));
            };
            let key = key.trim();
            spec.set(algorithm.own_keys, key, value.trim())?;
            if given.contains(&key) {
                return Err(ParseError::new(format!("key '{key}' is given twice")));
            }
            given.push(key);
        }
        Ok(spec)
    }
}

fn number<T>(key: &str, text: &str, least: T, most: T) -> Result<T, ParseError>
where
    T: FromStr + PartialOrd + Display + Copy,
{
    match text.parse::<T>() {
        Ok(value) if value >= least && value <= most => Ok(value),
        _ => Err(ParseError::new(format!(
            "{key} must be a whole number from {least} to {most}, found '{text}'"
        ))),
    }
}

fn one_of(key: &str, text: &str, choices: &[&str]) -> Result<usize, ParseError> {
    choices
        .iter()
        .position(|&choice| choice == text)
        .ok_or_else(|| {
            ParseError::new(format!(
                "{key} must be one of {}, found '{text}'",
                choices.join(", ")
            ))
        })
}

fn switch(key: &str, text: &str) -> Result<bool, ParseError> {
    Ok(one_of(key, text, &["off", "on"])? == 1)
}

/// `500ms`, `2s`, `1.5s`, `1m`: at least a millisecond, at most a day.
pub fn duration(text: &str) -> Result<Duration, ParseError> {
    let split = text
        .find(|c: char| c.is_ascii_alphabetic())
        .unwrap_or(text.len());
    let (amount, unit) = text.split_at(split);
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => f64::NAN,
    } * amount.trim().parse::<f64>().unwrap_or(f64::NAN);
    if (0.001..=86_400.0).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(ParseError::new(format!(
            "a time is written 500ms, 2s or 1m, at most 24h; found '{text}'"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_is_an_algorithm_and_its_keys() {
        let spec: Spec = "alpha-beta,depth=7,eval=classic,order=eval"
            .parse()
            .unwrap();
        assert_eq!(spec.algorithm, "alpha-beta");
        assert_eq!(spec.depth, Some(7));
        assert_eq!(spec.eval.as_deref(), Some("classic"));
        assert_eq!(spec.order, Some(true));
    }

    #[test]
    fn what_is_unknown_is_refused_with_the_known_ones() {
        let refused = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert!(refused("beta").contains("expected one of search, alpha-beta"));
        assert!(refused("minimax,order=eval").contains("unknown key 'order'"));
        assert!(refused("search,depth=0").contains("from 1 to 200"));
        assert!(refused("search,depth").contains("expected key=value"));
        assert!(refused("search,depth=3,depth=4").contains("key 'depth' is given twice"));
        assert!(refused("search,selective=maybe").contains("one of off, on"));
    }

    #[test]
    fn times_have_units() {
        assert_eq!(duration("500ms").unwrap(), Duration::from_millis(500));
        assert_eq!(duration("1.5s").unwrap(), Duration::from_millis(1500));
        assert_eq!(duration("1m").unwrap(), Duration::from_secs(60));
        for bad in ["", "5", "ms", "-1s", "0s", "2 days", "1e9s", "NaNs"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }
}
