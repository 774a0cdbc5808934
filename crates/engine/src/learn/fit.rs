//! Logistic regression: weights for which the sum of a position's features says
//! best how its game ended. Games that were held out tell whether what was learnt
//! holds for others too.

use super::Feature;
use crate::random::Random;

/// Every so many games one is held out.
const HELD_OUT: u32 = 20;

/// Positions with their features, phases and results.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    numbers: Vec<u32>,
    counts: Vec<i8>,
    positions: Vec<Sample>,
}

#[derive(Clone, Copy, Debug)]
struct Sample {
    /// Where its features end; they begin where those of the one before do.
    end: usize,
    phase: f32,
    /// The share of the first player: 0, 1/2 or 1.
    result: f32,
    /// What the evaluation says that sets the scale, in points.
    reference: f32,
    game: u32,
}

impl Samples {
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// What they take in memory.
    pub fn bytes(&self) -> usize {
        5 * self.numbers.len() + size_of::<Sample>() * self.positions.len()
    }

    pub fn push(
        &mut self,
        game: u32,
        result: f32,
        phase: f32,
        reference: f32,
        features: &[Feature],
    ) {
        for feature in features {
            self.numbers.push(feature.number);
            self.counts.push(feature.count);
        }
        self.positions.push(Sample {
            end: self.numbers.len(),
            phase,
            result,
            reference,
            game,
        });
    }

    fn features(&self, index: usize) -> impl Iterator<Item = (usize, f32)> {
        let begin = match index {
            0 => 0,
            _ => self.positions[index - 1].end,
        };
        let range = begin..self.positions[index].end;
        let numbers = self.numbers[range.clone()].iter();
        let counts = self.counts[range].iter();
        numbers
            .zip(counts)
            .map(|(&number, &count)| (number as usize, f32::from(count)))
    }

    fn indices(&self, held_out: bool) -> impl Iterator<Item = usize> {
        let is_held_out = |sample: &Sample| sample.game.is_multiple_of(HELD_OUT);
        let positions = self.positions.iter().enumerate();
        positions
            .filter(move |(_, sample)| is_held_out(sample) == held_out)
            .map(|(index, _)| index)
    }

    fn value(&self, index: usize, weights: &[[f32; 2]]) -> f32 {
        let phase = self.positions[index].phase;
        let of_feature = |(number, count): (usize, f32)| {
            let [opening, ending] = weights[number];
            count * (opening * phase + ending * (1.0 - phase))
        };
        self.features(index).map(of_feature).sum()
    }

    /// The mean cross-entropy of the games held out, or of the others.
    pub fn loss(&self, weights: &[[f32; 2]], held_out: bool) -> f64 {
        self.mean_loss(held_out, |index| self.value(index, weights))
    }

    /// What the evaluation that sets the scale would reach with this slope.
    pub fn reference_loss(&self, slope: f32) -> f64 {
        self.mean_loss(true, |index| slope * self.positions[index].reference)
    }

    fn mean_loss(&self, held_out: bool, value: impl Fn(usize) -> f32) -> f64 {
        let (mut sum, mut count) = (0.0, 0);
        for index in self.indices(held_out) {
            let result = f64::from(self.positions[index].result);
            sum += cross_entropy(f64::from(value(index)), result);
            count += 1;
        }
        sum / f64::from(count.max(1))
    }

    /// How many points of the evaluation that sets the scale a unit of these weights
    /// is: told in points, what was learnt spreads as widely as that evaluation does.
    /// (How well it foretells results is no measure: that changes with the players.)
    pub fn points_per_weight(&self, weights: &[[f32; 2]]) -> f32 {
        let (mut reference, mut value) = (0.0, 1e-9);
        for (index, sample) in self.positions.iter().enumerate() {
            reference += f64::from(sample.reference).powi(2);
            value += f64::from(self.value(index, weights)).powi(2);
        }
        (reference / value).sqrt() as f32
    }

    /// By how much a point of the evaluation that sets the scale changes the odds.
    pub fn slope(&self) -> f32 {
        const STEPS: usize = 30;
        let mut slope: f64 = 0.001;
        for _ in 0..STEPS {
            let (mut gradient, mut curvature) = (0.0, 1e-9);
            for sample in &self.positions {
                let (x, y) = (f64::from(sample.reference), f64::from(sample.result));
                let expected = sigmoid(slope * x);
                gradient += (expected - y) * x;
                curvature += expected * (1.0 - expected) * x * x;
            }
            // A step at most doubles it: the odds are flat far from where they turn.
            slope -= (gradient / curvature).clamp(-slope.abs(), slope.abs());
        }
        (slope as f32).max(1e-6)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    pub epochs: usize,
    pub step: f32,
    /// How strongly weights are drawn to 0, as if so many positions had been seen
    /// that say nothing: one that is rare has to earn what it says.
    pub doubt: f32,
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            epochs: 6,
            step: 0.05,
            doubt: 20.0,
            seed: 1,
        }
    }
}

/// Fits weights to the samples that are not held out: stochastic descent with a
/// step of its own for every weight (AdaGrad), so that rare features learn as
/// fast as common ones. `observer` hears the held-out loss after each epoch.
pub fn fit(
    samples: &Samples,
    features: usize,
    settings: Settings,
    observer: &mut dyn FnMut(usize, f64),
) -> Vec<[f32; 2]> {
    let mut weights = vec![[0f32; 2]; features];
    let mut squares = vec![[1e-3f32; 2]; features];
    let mut order: Vec<usize> = samples.indices(false).collect();
    let mut seen = vec![0u32; features];
    for (number, _) in order.iter().flat_map(|&index| samples.features(index)) {
        seen[number] += 1;
    }
    let doubt_in = |number: usize| (settings.doubt / seen[number] as f32).min(1.0);
    let mut random = Random::new(settings.seed);
    for epoch in 1..=settings.epochs {
        random.shuffle(&mut order);
        // The last epochs go on with ever smaller steps and so come to rest.
        let step = settings.step / (1.0 + (epoch - 1) as f32 / 2.0);
        for &index in &order {
            let sample = samples.positions[index];
            let error = sigmoid(f64::from(samples.value(index, &weights))) as f32 - sample.result;
            let shares = [sample.phase, 1.0 - sample.phase];
            for (number, count) in samples.features(index) {
                let doubt = doubt_in(number);
                for (end, share) in shares.into_iter().enumerate() {
                    let weight = &mut weights[number][end];
                    let gradient = error * count * share + doubt * *weight;
                    let square = &mut squares[number][end];
                    *square += gradient * gradient;
                    *weight -= step * gradient / square.sqrt();
                }
            }
        }
        observer(epoch, samples.loss(&weights, true));
    }
    weights
}

fn sigmoid(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

/// Of a forecast whose odds are e^value, where the result was such a share.
fn cross_entropy(value: f64, result: f64) -> f64 {
    // log(1 + e^value) without overflow.
    let softplus = value.max(0.0) + (-value.abs()).exp().ln_1p();
    softplus - result * value
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions of three features whose true weights are known, results drawn by them.
    fn drawn(positions: u32) -> Samples {
        let truth = [[1.0, 0.5], [-0.5, 0.25], [0.0, -1.0f32]];
        let mut random = Random::new(7);
        let mut samples = Samples::default();
        for game in 0..positions {
            let phase = random.below(101) as f32 / 100.0;
            let features: Vec<Feature> = (0..3)
                .map(|number| Feature {
                    number,
                    count: random.below(5) as i8 - 2,
                })
                .collect();
            let value: f32 = features
                .iter()
                .map(|feature| {
                    let [opening, ending] = truth[feature.number as usize];
                    f32::from(feature.count) * (opening * phase + ending * (1.0 - phase))
                })
                .sum();
            let is_won =
                (random.below(1 << 20) as f64) < sigmoid(f64::from(value)) * f64::from(1 << 20);
            samples.push(game, f32::from(u8::from(is_won)), phase, value, &features);
        }
        samples
    }

    /// Plain descent along the gradient of all samples at once.
    fn plain_fit(samples: &Samples, features: usize) -> Vec<[f32; 2]> {
        let mut weights = vec![[0f32; 2]; features];
        let all: Vec<usize> = samples.indices(false).collect();
        for _ in 0..1500 {
            let mut gradient = vec![[0f64; 2]; features];
            for &index in &all {
                let sample = samples.positions[index];
                let error =
                    sigmoid(f64::from(samples.value(index, &weights))) - f64::from(sample.result);
                for (number, count) in samples.features(index) {
                    gradient[number][0] += error * f64::from(count * sample.phase);
                    gradient[number][1] += error * f64::from(count * (1.0 - sample.phase));
                }
            }
            for (weight, gradient) in weights.iter_mut().zip(&gradient) {
                for end in 0..2 {
                    weight[end] -= (2.0 * gradient[end] / all.len() as f64) as f32;
                }
            }
        }
        weights
    }

    #[test]
    fn the_fit_agrees_with_plain_descent_over_all_samples() {
        let samples = drawn(4000);
        let plain = plain_fit(&samples, 3);
        let settings = Settings {
            epochs: 40,
            doubt: 0.0,
            ..Settings::default()
        };
        let fitted = fit(&samples, 3, settings, &mut |_, _| {});
        let best = samples.loss(&plain, false);
        assert!(samples.loss(&fitted, false) - best < 1e-3);
        for (fitted, plain) in fitted.iter().flatten().zip(plain.iter().flatten()) {
            assert!((fitted - plain).abs() < 0.1, "{fitted} against {plain}");
        }
    }

    #[test]
    fn the_truth_explains_games_held_out_better_than_nothing_does() {
        let samples = drawn(4000);
        let mut losses = Vec::new();
        let settings = Settings::default();
        fit(&samples, 3, settings, &mut |_, loss| losses.push(loss));
        assert_eq!(losses.len(), settings.epochs);
        assert!(losses[settings.epochs - 1] < samples.loss(&[[0.0; 2]; 3], true) - 0.05);
    }

    #[test]
    fn the_slope_of_the_true_odds_is_1() {
        let slope = drawn(20_000).slope();
        assert!((slope - 1.0).abs() < 0.05, "{slope}");
    }
}
