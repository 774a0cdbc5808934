//! From results to Elo.

/// The results of one engine, and of its pairs of games on the same opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
    /// How many pairs brought 0, ½, 1, 1½ and 2 points.
    pub(crate) pairs: [u32; 5],
}

impl Tally {
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
        let pairs: u32 = self.pairs.iter().sum();
        if pairs == 0 {
            return None;
        }
        let count = f64::from(pairs);
        let points = |index: usize| index as f64 / 4.0;
        let mean: f64 = (0..5)
            .map(|index| points(index) * f64::from(self.pairs[index]))
            .sum::<f64>()
            / count;
        let variance: f64 = (0..5)
            .map(|index| (points(index) - mean).powi(2) * f64::from(self.pairs[index]))
            .sum::<f64>()
            / count;
        let spread = NORMAL_95 * (variance / count).sqrt();
        let (low, high) = (elo_of_score(mean - spread)?, elo_of_score(mean + spread)?);
        Some((high - low) / 2.0)
    }
}

fn elo_of_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
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
}
