//! From results to Elo.

use super::Finished;
use plyground_engine::game::WinDrawLoss;
use std::collections::HashMap;

/// The results of one engine, and of its pairs of games on the same opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
    /// How many pairs brought 0, ½, 1, 1½ and 2 points.
    pub(crate) pairs: [u32; 5],
}

/// One contestant's results so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunningTally {
    pub(crate) tally: Tally,
    /// What first games of pairs have brought whose second ones are still missing.
    halves: HashMap<(usize, Vec<usize>), usize>,
}

impl RunningTally {
    pub(crate) fn add(&mut self, game: &Finished, contestant: usize) {
        let tally = &mut self.tally;
        let points: usize = match game.result(contestant) {
            Some(WinDrawLoss::Win) => {
                tally.wins += 1;
                2
            }
            Some(WinDrawLoss::Draw) => {
                tally.draws += 1;
                1
            }
            Some(WinDrawLoss::Loss) => {
                tally.losses += 1;
                0
            }
            None => return,
        };
        let round = game.round();
        match self.halves.remove(&round) {
            Some(other) => tally.pairs[points + other] += 1,
            None => {
                self.halves.insert(round, points);
            }
        }
    }
}

impl Tally {
    /// One contestant's results. Two games are a pair if the same contestants
    /// have played the same opening in them.
    pub(crate) fn of(finished: &[Finished], contestant: usize) -> Tally {
        let mut running = RunningTally::default();
        for game in finished {
            running.add(game, contestant);
        }
        running.tally
    }

    /// Adds two games on the same opening, each worth 0, 1 or 2 half points.
    pub(crate) fn add_pair(&mut self, half_points: [usize; 2]) {
        for points in half_points {
            match points {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
        }
        self.pairs[(half_points[0] + half_points[1]).min(4)] += 1;
    }

    pub(crate) fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, from 0 to 1; a half before the first game.
    pub(crate) fn score(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games())
    }

    /// The difference in Elo that this score is expected from, if it is finite.
    pub(crate) fn elo(&self) -> Option<f64> {
        elo_of_score(self.score())
    }

    /// Half of the 95 % confidence interval round [`elo`](Tally::elo), from the
    /// spread of the pairs: two games on one opening are not independent.
    pub(crate) fn elo_error(&self) -> Option<f64> {
        const NORMAL_95: f64 = 1.959_963_985;
        let (count, mean, variance) = self.spread_of_pairs();
        if count == 0.0 {
            return None;
        }
        let spread = NORMAL_95 * (variance / count).sqrt();
        let (low, high) = (elo_of_score(mean - spread)?, elo_of_score(mean + spread)?);
        Some((high - low) / 2.0)
    }

    /// How many pairs there are, and the mean and variance of their scores.
    pub(super) fn spread_of_pairs(&self) -> (f64, f64, f64) {
        let count = f64::from(self.pairs.iter().sum::<u32>());
        if count == 0.0 {
            return (0.0, 0.5, 0.0);
        }
        let scored = || {
            let pairs = self.pairs.iter().enumerate();
            pairs.map(|(index, &pairs)| (index as f64 / 4.0, f64::from(pairs)))
        };
        let mean = scored().map(|(score, pairs)| score * pairs).sum::<f64>() / count;
        let squares = scored().map(|(score, pairs)| (score - mean).powi(2) * pairs);
        (count, mean, squares.sum::<f64>() / count)
    }

    /// How likely it is, from the pairs, that the engine is the stronger one.
    pub(crate) fn superiority(&self) -> Option<f64> {
        let (count, mean, variance) = self.spread_of_pairs();
        (variance > 0.0).then(|| normal_below((mean - 0.5) / (variance / count).sqrt()))
    }
}

/// The share of a normal distribution below `deviations` from its mean, to
/// seven digits (Abramowitz and Stegun 26.2.17).
fn normal_below(deviations: f64) -> f64 {
    const TERMS: [f64; 5] = [
        0.319_381_530,
        -0.356_563_782,
        1.781_477_937,
        -1.821_255_978,
        1.330_274_429,
    ];
    let distance = deviations.abs();
    let t = 1.0 / (1.0 + 0.231_641_9 * distance);
    let sum = TERMS.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    let above = (-distance * distance / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * sum;
    if deviations > 0.0 { 1.0 - above } else { above }
}

fn elo_of_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: Option<f64>, b: f64) -> bool {
        a.is_some_and(|a| (a - b).abs() < 5e-4)
    }

    #[test]
    fn elo_follows_the_logistic_curve() {
        let tally = Tally {
            wins: 10,
            draws: 0,
            losses: 1,
            pairs: [0; 5],
        };
        // A ten to one expectation is 400 Elo by definition.
        assert!(close(tally.elo(), 400.0));
        let even = Tally {
            draws: 4,
            ..Tally::default()
        };
        assert!(close(even.elo(), 0.0));
        let perfect = Tally {
            wins: 4,
            ..Tally::default()
        };
        assert_eq!(perfect.elo(), None);
    }

    #[test]
    fn the_error_comes_from_the_spread_of_pairs() {
        // 50 pairs lost and 50 won: mean 1/2, variance 1/4, so the interval of the
        // score is 1.96 * sqrt(1/400) = 0.098 either way.
        let tally = Tally {
            pairs: [50, 0, 0, 0, 50],
            ..Tally::default()
        };
        let spread: f64 = 0.097_998_199;
        let expected = -400.0 * (1.0 / (0.5 + spread) - 1.0f64).log10();
        assert!(close(tally.elo_error(), expected));
        let sure = Tally {
            pairs: [0, 0, 100, 0, 0],
            ..Tally::default()
        };
        assert!(close(sure.elo_error(), 0.0));
    }

    /// The normal distribution's own table: 0.9750 lies below 1.96, 0.8413 below 1.
    #[test]
    fn superiority_is_read_off_the_normal_curve() {
        assert!((normal_below(1.959_964) - 0.975).abs() < 1e-6);
        assert!((normal_below(-1.0) - 0.158_655_25).abs() < 1e-6);
        let tally = Tally {
            pairs: [10, 110, 235, 135, 10],
            ..Tally::default()
        };
        // The mean is 0.0125 above a half, 1.38943 deviations of sqrt(0.04046875 / 500).
        assert!(
            tally
                .superiority()
                .is_some_and(|share| (share - 0.917_648).abs() < 5e-5)
        );
    }
}
