//! What the places in games of three and four tell of a contestant.

use super::Finished;
use std::collections::HashMap;

const NORMAL_95: f64 = 1.959_963_985;

/// A mean and half of its 95 % confidence interval, where there is enough to tell it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mean {
    pub(crate) mean: f64,
    pub(crate) error: Option<f64>,
}

/// How often a contestant had each place, and its mean place. Those who share
/// places have their mean: two who share the first one have 1.5 each.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Places {
    pub(crate) counts: Vec<u32>,
    pub(crate) place: Mean,
}

impl Places {
    /// The games of a round are not independent: its mean counts as one result.
    pub(crate) fn of(finished: &[Finished], contestant: usize, players: usize) -> Places {
        let mut counts = vec![0; players];
        let mut rounds: HashMap<_, Vec<f64>> = HashMap::new();
        for game in finished {
            let Some(place) = game.place(contestant) else {
                continue;
            };
            let at = usize::from(place.max(1)) - 1;
            counts[at.min(players - 1)] += 1;
            let sharing = game.places.iter().filter(|&&other| other == place).count();
            let middle = f64::from(place) + (sharing as f64 - 1.0) / 2.0;
            rounds.entry(game.round()).or_default().push(middle);
        }
        let mean = |places: &Vec<f64>| places.iter().sum::<f64>() / places.len() as f64;
        let means: Vec<f64> = rounds.values().map(mean).collect();
        Places {
            counts,
            place: Mean::of(&means),
        }
    }
}

impl Mean {
    fn of(values: &[f64]) -> Mean {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count.max(1.0);
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let has_spread = values.len() > 1;
        Mean {
            mean,
            error: has_spread.then(|| NORMAL_95 * (squares / (count - 1.0) / count).sqrt()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(opening: usize, places: [u8; 3]) -> Finished {
        Finished {
            number: opening,
            opening,
            seats: vec![0, 1, 2],
            places: places.to_vec(),
            forfeit: None,
            record: String::new(),
        }
    }

    #[test]
    fn shared_places_are_halved() {
        let finished = [game(0, [1, 1, 3])];
        let of = |contestant| Places::of(&finished, contestant, 3);
        assert_eq!(of(0).place.mean, 1.5);
        assert_eq!(of(2).place.mean, 3.0);
        assert_eq!(of(1).counts, [1, 0, 0]);
        assert_eq!(of(0).place.error, None);
    }

    /// Places 1, 2, 3, 2 have the mean 2 and the sample variance 2/3, so that the
    /// standard error is sqrt(2/3/4) = 0.408248.
    #[test]
    fn the_interval_is_that_of_the_mean() {
        let finished = [
            game(0, [1, 2, 3]),
            game(1, [2, 1, 3]),
            game(2, [3, 2, 1]),
            game(3, [2, 1, 3]),
        ];
        let Places { counts, place } = Places::of(&finished, 0, 3);
        assert_eq!(counts, [1, 2, 1]);
        assert_eq!(place.mean, 2.0);
        assert!((place.error.unwrap() - 1.959_964 * 0.408_248).abs() < 1e-5);
    }

    #[test]
    fn a_round_counts_as_one_result() {
        let finished = [game(0, [1, 2, 3]), game(0, [3, 2, 1])];
        assert_eq!(Places::of(&finished, 0, 3).place.error, None);
    }
}
