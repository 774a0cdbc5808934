//! How an engine is named on the command line and elsewhere:
//! `ALGORITHM[,key=value…]`, such as `alpha-beta,depth=7,eval=classic`.

use crate::algorithm::{Limits, MAX_DEPTH};
use crate::alpha_beta::Order;
use crate::notation::ParseError;
use crate::refused;
use crate::search::{Parallel, Without};
use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

/// What a SPEC may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Search,
    AlphaBeta,
    Minimax,
    Mtdf,
    Maxn,
    Mcts,
    MonteCarlo,
    ProofNumbers,
    Careful,
    Random,
}

impl Method {
    pub fn name(self) -> &'static str {
        self.known().name
    }

    /// Whether it looks at a tree that can be shown.
    pub fn has_tree(self) -> bool {
        !matches!(self, Method::MonteCarlo | Method::Careful | Method::Random)
    }

    fn known(self) -> &'static KnownMethod {
        let mut methods = METHODS.iter();
        methods
            .find(|known| known.method == self)
            .expect("the table has every method")
    }
}

/// A method as people write it, and the keys that are of use to it.
#[derive(Debug)]
pub struct KnownMethod {
    pub method: Method,
    pub name: &'static str,
    pub about: &'static str,
    /// With blanks between them.
    keys: &'static str,
}

/// Every method there is.
pub const METHODS: &[KnownMethod] = &[
    KnownMethod {
        method: Method::Search,
        name: "search",
        about: "principal variation search with a table: the default; \
                parallel=lazy|abdada, and to take things away: table=off, order=none, reductions=off, \
                deepening=off, scout=off",
        keys: "depth nodes time threads hash eval level seed selective exact quiescence parallel table order reductions deepening scout",
    },
    KnownMethod {
        method: Method::AlphaBeta,
        name: "alpha-beta",
        about: "textbook alpha-beta to a fixed depth; order=none|eval|best|worst; \
                with threads=N young brothers wait at the root",
        keys: "depth nodes time threads eval level seed quiescence order",
    },
    KnownMethod {
        method: Method::Minimax,
        name: "minimax",
        about: "plain minimax to a fixed depth",
        keys: "depth nodes time eval level seed quiescence",
    },
    KnownMethod {
        method: Method::Mtdf,
        name: "mtdf",
        about: "the same tree, its score found by null windows alone",
        keys: "depth nodes time threads hash eval level seed selective quiescence parallel",
    },
    KnownMethod {
        method: Method::Maxn,
        name: "maxn",
        about: "max^n: every player looks after itself; for three and four",
        keys: "depth nodes time eval level seed",
    },
    KnownMethod {
        method: Method::Mcts,
        name: "mcts",
        about: "Monte Carlo tree search; nodes are playouts",
        keys: "nodes time hash level seed",
    },
    KnownMethod {
        method: Method::MonteCarlo,
        name: "monte-carlo",
        about: "the same number of random games for every move",
        keys: "nodes time level seed",
    },
    KnownMethod {
        method: Method::ProofNumbers,
        name: "pns",
        about: "proof-number search: proves a win or a loss",
        keys: "nodes time hash level seed",
    },
    KnownMethod {
        method: Method::Careful,
        name: "careful",
        about: "a random move, but a winning one if there is one, and none that loses at once",
        keys: "level seed",
    },
    KnownMethod {
        method: Method::Random,
        name: "random",
        about: "any legal move",
        keys: "seed",
    },
];

/// The keys that another program may be given.
const PROGRAM_KEYS: &str =
    "depth nodes time threads hash eval level seed selective exact quiescence";

fn has(keys: &str, key: &str) -> bool {
    keys.split(' ').any(|known| known == key)
}

/// Whether another program may be given this key.
pub fn is_program_key(key: &str) -> bool {
    has(PROGRAM_KEYS, key)
}

/// An engine with its settings; what is not said is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    pub algorithm: Method,
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
    /// The order of moves: of alpha-beta that of the rules unless told, of search its own.
    pub order: Option<Order>,
    /// search: what is taken away for the laboratory.
    pub without: Without,
    /// search: what several threads do.
    pub parallel: Option<Parallel>,
}

impl Default for Spec {
    fn default() -> Spec {
        Spec::of(Method::Search)
    }
}

impl Spec {
    fn of(algorithm: Method) -> Spec {
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
        has(self.algorithm.known().keys, "depth")
    }

    /// The answer to who wants to see a tree where none grows.
    pub fn no_tree(&self) -> ParseError {
        let watchable = METHODS.iter().filter(|known| known.method.has_tree());
        let names: Vec<&str> = watchable.map(|known| known.name).collect();
        refused!(
            "spec.tree",
            "{name} grows no tree to look at: expected one of {names}",
            name = self.algorithm.name(),
            names = names.join(", ")
        )
    }

    /// Whether nothing ends a search but its proof.
    pub fn is_unlimited(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.time.is_none()
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
        self.algorithm == Method::Search && self.exact != Some(false)
    }

    /// What another program is told: `,key=value` again and again.
    pub fn of_program(keys: &str) -> Result<Spec, ParseError> {
        let mut spec = Spec::default();
        let parts = keys.split(',').skip(1).map(str::trim);
        spec.set_all(parts, "a program", PROGRAM_KEYS)?;
        Ok(spec)
    }

    fn set_all<'a>(
        &mut self,
        parts: impl Iterator<Item = &'a str>,
        whose: &str,
        keys: &str,
    ) -> Result<(), ParseError> {
        let mut given = Vec::new();
        for part in parts {
            let Some((key, value)) = part.split_once('=') else {
                return Err(refused!(
                    "spec.pair",
                    "expected key=value, found '{text}'",
                    text = part
                ));
            };
            let (key, value) = (key.trim(), value.trim());
            // To say what holds anyway does no harm.
            let holds_anyway = matches!(
                (key, value),
                ("threads", "1") | ("exact" | "selective" | "quiescence", "off")
            );
            if !has(keys, key) && !holds_anyway {
                let is_known = METHODS.iter().any(|known| has(known.keys, key));
                let fault = if is_known {
                    "is of no use to"
                } else {
                    "is unknown to"
                };
                return Err(refused!(
                    "spec.key",
                    "key '{key}' {fault} {name}: expected one of {names}",
                    key = key,
                    fault = fault,
                    name = whose,
                    names = keys.replace(' ', ", ")
                ));
            }
            self.set(key, value)?;
            if given.contains(&key) {
                return Err(refused!(
                    "spec.twice",
                    "key '{key}' is given twice",
                    key = key
                ));
            }
            given.push(key);
        }
        Ok(())
    }

    /// Sets a key that is among those of some method.
    fn set(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
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
            "order" => {
                let orders = [
                    Order::Generated,
                    Order::Evaluated,
                    Order::Best,
                    Order::Worst,
                ];
                let known = match self.algorithm {
                    Method::AlphaBeta => ["none", "eval", "best", "worst"].as_slice(),
                    _ => &["none", "eval"],
                };
                self.order = Some(orders[one_of(key, value, known)?]);
                self.without.order = self.order == Some(Order::Generated);
            }
            "table" => self.without.table = !switch(key, value)?,
            "deepening" => self.without.deepening = !switch(key, value)?,
            "scout" => self.without.scout = !switch(key, value)?,
            "reductions" => self.without.reductions = !switch(key, value)?,
            _ => {
                // `brothers` is what ABDADA was called here before.
                let modes = [Parallel::Lazy, Parallel::Abdada, Parallel::Abdada];
                let mode = one_of(key, value, &["lazy", "abdada", "brothers"])?;
                self.parallel = Some(modes[mode]);
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
        let Some(known) = METHODS.iter().find(|known| known.name == name) else {
            let known: Vec<&str> = METHODS.iter().map(|known| known.name).collect();
            return Err(refused!(
                "spec.algorithm",
                "unknown algorithm '{name}': expected one of {names}",
                name = name,
                names = known.join(", ")
            ));
        };
        let mut spec = Spec::of(known.method);
        spec.set_all(parts, known.name, known.keys)?;
        Ok(spec)
    }
}

fn number<T>(key: &str, text: &str, least: T, most: T) -> Result<T, ParseError>
where
    T: FromStr + PartialOrd + Display + Copy,
{
    match text.parse::<T>() {
        Ok(value) if value >= least && value <= most => Ok(value),
        _ => Err(refused!(
            "spec.number",
            "{key} must be a whole number from {n} to {n2}, found '{text}'",
            key = key,
            n = least.to_string(),
            n2 = most.to_string(),
            text = text
        )),
    }
}

fn one_of(key: &str, text: &str, choices: &[&str]) -> Result<usize, ParseError> {
    choices
        .iter()
        .position(|&choice| choice == text)
        .ok_or_else(|| {
            refused!(
                "spec.choice",
                "{key} must be one of {names}, found '{text}'",
                key = key,
                names = choices.join(", "),
                text = text
            )
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
        Err(refused!(
            "spec.time",
            "a time is written 500ms, 2s or 1m, at most 24h; found '{text}'",
            text = text
        ))
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
        assert_eq!(spec.algorithm, Method::AlphaBeta);
        assert_eq!(spec.depth, Some(7));
        assert_eq!(spec.eval.as_deref(), Some("classic"));
        assert_eq!(spec.order, Some(Order::Evaluated));
    }

    #[test]
    fn what_is_unknown_is_refused_with_the_known_ones() {
        let refused = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert!(refused("beta").contains("expected one of search, alpha-beta"));
        assert!(refused("minimax,speed=9").contains("key 'speed' is unknown to minimax"));
        assert!(refused("search,depth=0").contains("from 1 to 200"));
        assert!(refused("search,depth").contains("expected key=value"));
        assert!(refused("search,depth=3,depth=4").contains("key 'depth' is given twice"));
        assert!(refused("search,selective=maybe").contains("one of off, on"));
    }

    #[test]
    fn a_key_that_is_of_no_use_is_refused_unless_it_says_what_holds_anyway() {
        for spec in [
            "minimax,threads=2",
            "alpha-beta,hash=16",
            "mcts,depth=3",
            "random,time=1s",
            "minimax,order=eval",
            "mtdf,exact=on",
        ] {
            let error = spec.parse::<Spec>().unwrap_err().to_string();
            assert!(error.contains("is of no use to"), "{error}");
        }
        for spec in [
            "random,threads=1,exact=off",
            "minimax,selective=off",
            "alpha-beta,threads=8",
        ] {
            assert!(spec.parse::<Spec>().is_ok(), "{spec}");
        }
    }

    #[test]
    fn every_key_of_every_method_can_be_set() {
        for known in METHODS {
            assert_eq!(known.method.name(), known.name);
            for key in known.keys.split(' ') {
                let values = ["1", "1s", "on", "none", "lazy"];
                let text = |value: &&str| format!("{},{key}={value}", known.name);
                let mut specs = values.iter().map(text);
                assert!(specs.any(|spec| spec.parse::<Spec>().is_ok()), "{key}");
            }
        }
    }

    #[test]
    fn what_abdada_was_called_before_is_still_read() {
        let parallel = |text: &str| text.parse::<Spec>().unwrap().parallel;
        assert_eq!(parallel("search,parallel=brothers"), Some(Parallel::Abdada));
        assert_eq!(parallel("search,parallel=abdada"), Some(Parallel::Abdada));
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
