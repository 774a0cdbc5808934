//! Ratings of many from games of two: the differences in Elo under which the
//! results are most likely (Bradley and Terry's model, a draw being half a win).

use super::Finished;
use plyground_engine::game::WinDrawLoss;
use std::collections::HashMap;

const NORMAL_95: f64 = 1.959_963_985;
const MOST_STEPS: usize = 200;

/// A rating, 0 being the mean of all, and half of its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rating {
    pub(crate) elo: f64,
    pub(crate) error: f64,
}

/// One game between two of those who are rated, and what the first one scored.
#[derive(Clone, Copy, Debug)]
struct Encounter {
    round: usize,
    first: usize,
    second: usize,
    score: f64,
}

/// The rating of each contestant; `None` for whoever cannot be compared with the
/// most, having won or lost everything against them.
pub(crate) fn ratings(finished: &[Finished], contestants: usize) -> Vec<Option<Rating>> {
    let encounters = encounters(finished);
    let core = core(&encounters, contestants);
    let place: HashMap<usize, usize> = core
        .iter()
        .enumerate()
        .map(|(at, &one)| (one, at))
        .collect();
    let inner: Vec<Encounter> = encounters
        .iter()
        .filter_map(|encounter| {
            Some(Encounter {
                first: *place.get(&encounter.first)?,
                second: *place.get(&encounter.second)?,
                ..*encounter
            })
        })
        .collect();
    let rated = rated(&inner, core.len());
    let rating = |one| {
        place
            .get(&one)
            .and_then(|&at| rated.as_ref()?.get(at).copied())
    };
    (0..contestants).map(rating).collect()
}

fn encounters(finished: &[Finished]) -> Vec<Encounter> {
    let mut rounds = HashMap::new();
    let games = finished.iter();
    games
        .filter_map(|game| {
            let &[first, second] = game.seats.as_slice() else {
                return None;
            };
            let count = rounds.len();
            Some(Encounter {
                round: *rounds.entry(game.round()).or_insert(count),
                first,
                second,
                score: match game.result(first)? {
                    WinDrawLoss::Win => 1.0,
                    WinDrawLoss::Draw => 0.5,
                    WinDrawLoss::Loss => 0.0,
                },
            })
        })
        .collect()
}

/// The largest set of contestants of whom each has taken points, if by way of
/// others, from each: only among them are differences finite.
fn core(encounters: &[Encounter], contestants: usize) -> Vec<usize> {
    let mut reaches = vec![vec![false; contestants]; contestants];
    for (one, row) in reaches.iter_mut().enumerate() {
        row[one] = true;
    }
    for encounter in encounters {
        let (first, second) = (encounter.first, encounter.second);
        reaches[first][second] |= encounter.score > 0.0;
        reaches[second][first] |= encounter.score < 1.0;
    }
    for by in 0..contestants {
        let onward = reaches[by].clone();
        for row in reaches.iter_mut().filter(|row| row[by]) {
            row.iter_mut().zip(&onward).for_each(|(to, &on)| *to |= on);
        }
    }
    let class = |one: usize| -> Vec<usize> {
        let all = 0..contestants;
        all.filter(|&other| reaches[one][other] && reaches[other][one])
            .collect()
    };
    let classes = (0..contestants).map(class);
    // Of several that are as large, the one of the first contestant.
    let largest = classes.rev().max_by_key(Vec::len);
    largest.filter(|class| class.len() > 1).unwrap_or_default()
}

/// Newton's method on the likelihood. The matrix has the mean's direction added,
/// in which the likelihood says nothing.
fn rated(encounters: &[Encounter], count: usize) -> Option<Vec<Rating>> {
    const CLOSE: f64 = 1e-12;
    let mut strengths = vec![0.0; count];
    for _ in 0..MOST_STEPS {
        let (slope, curve) = likelihood(encounters, &strengths);
        let step = times(&inverse(curve)?, &slope);
        let longest = step.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
        // Far from the summit a full step may overshoot it.
        let share = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        let parts = strengths.iter_mut().zip(&step);
        parts.for_each(|(strength, part)| *strength += share * part);
        if longest < CLOSE {
            break;
        }
    }
    let errors = errors(encounters, &strengths)?;
    let elo = 400.0 / std::f64::consts::LN_10;
    let both = strengths.iter().zip(errors);
    Some(
        both.map(|(strength, error)| Rating {
            elo: elo * strength,
            error: elo * NORMAL_95 * error,
        })
        .collect(),
    )
}

fn expected(strengths: &[f64], encounter: &Encounter) -> f64 {
    let lead = strengths[encounter.first] - strengths[encounter.second];
    1.0 / (1.0 + (-lead).exp())
}

/// The slope of the likelihood's logarithm, and its curvature turned positive.
fn likelihood(encounters: &[Encounter], strengths: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = strengths.len();
    let mut slope = vec![0.0; count];
    let mut curve = vec![vec![1.0 / count as f64; count]; count];
    for encounter in encounters {
        let (first, second) = (encounter.first, encounter.second);
        let share = expected(strengths, encounter);
        slope[first] += encounter.score - share;
        slope[second] -= encounter.score - share;
        let weight = share * (1.0 - share);
        curve[first][first] += weight;
        curve[second][second] += weight;
        curve[first][second] -= weight;
        curve[second][first] -= weight;
    }
    (slope, curve)
}

/// Standard errors from how the rounds differ: the games of a round share their
/// opening and are not independent.
fn errors(encounters: &[Encounter], strengths: &[f64]) -> Option<Vec<f64>> {
    let count = strengths.len();
    let (_, curve) = likelihood(encounters, strengths);
    let inverse = inverse(curve)?;
    let mut slopes: HashMap<usize, Vec<f64>> = HashMap::new();
    for encounter in encounters {
        let surplus = encounter.score - expected(strengths, encounter);
        let slope = slopes.entry(encounter.round);
        let slope = slope.or_insert_with(|| vec![0.0; count]);
        slope[encounter.first] += surplus;
        slope[encounter.second] -= surplus;
    }
    let mut variances = vec![0.0; count];
    for slope in slopes.values() {
        let influence = times(&inverse, slope);
        let parts = variances.iter_mut().zip(influence);
        parts.for_each(|(variance, part)| *variance += part * part);
    }
    Some(variances.into_iter().map(f64::sqrt).collect())
}

fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    let product = |row: &Vec<f64>| row.iter().zip(vector).map(|(a, b)| a * b).sum();
    matrix.iter().map(product).collect()
}

/// By Gauss and Jordan; the matrices here need no pivots but must not be singular.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let count = matrix.len();
    for (at, row) in matrix.iter_mut().enumerate() {
        row.extend((0..count).map(|column| f64::from(u8::from(column == at))));
    }
    for at in 0..count {
        let pivot = matrix[at][at];
        if pivot.abs() < 1e-12 {
            return None;
        }
        matrix[at].iter_mut().for_each(|part| *part /= pivot);
        let chosen = matrix[at].clone();
        for (other, row) in matrix.iter_mut().enumerate() {
            let factor = row[at];
            if other != at && factor != 0.0 {
                row.iter_mut()
                    .zip(&chosen)
                    .for_each(|(part, chosen)| *part -= factor * chosen);
            }
        }
    }
    matrix.iter_mut().for_each(|row| drop(row.drain(..count)));
    Some(matrix)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many wins and losses of `first` against `second`, every game a round of its own.
    fn games(finished: &mut Vec<Finished>, pair: [usize; 2], wins: usize, losses: usize) {
        for game in 0..wins + losses {
            let number = finished.len();
            let places = if game < wins { vec![1, 2] } else { vec![2, 1] };
            finished.push(Finished {
                number,
                opening: number,
                seats: pair.to_vec(),
                places,
                forfeit: None,
                record: String::new(),
            });
        }
    }

    /// Ten to one is 400 Elo by definition, and a hundred to one is 800: results
    /// that fit the model exactly give back the ratings they were made from.
    #[test]
    fn results_that_fit_the_model_give_its_ratings() {
        let mut finished = Vec::new();
        games(&mut finished, [0, 1], 10, 1);
        games(&mut finished, [2, 1], 1, 10);
        games(&mut finished, [0, 2], 100, 1);
        let elo = ratings(&finished, 3)
            .into_iter()
            .map(|one| one.unwrap().elo);
        for (found, wanted) in elo.zip([400.0, 0.0, -400.0]) {
            assert!((found - wanted).abs() < 1e-6, "{found} {wanted}");
        }
    }

    /// Of two, each lies half their difference from the mean, and so does its
    /// error: for 60 of 100 independent games the difference is 400 log10(1.5) =
    /// 70.4365, and its standard error 400 / ln 10 / sqrt(100 * 0.6 * 0.4) = 35.4591.
    #[test]
    fn two_are_rated_as_in_a_match() {
        let mut finished = Vec::new();
        games(&mut finished, [0, 1], 60, 40);
        let rated = ratings(&finished, 2);
        let [first, second] = [rated[0].unwrap(), rated[1].unwrap()];
        assert!((first.elo - second.elo - 70.4365).abs() < 5e-4);
        assert!((first.error - 35.4591 / 2.0 * 1.959_964).abs() < 5e-3);
    }

    #[test]
    fn whoever_wins_or_loses_everything_is_beyond_measure() {
        let mut finished = Vec::new();
        games(&mut finished, [0, 1], 5, 5);
        games(&mut finished, [0, 2], 8, 0);
        games(&mut finished, [1, 2], 8, 0);
        games(&mut finished, [3, 0], 8, 0);
        let rated = ratings(&finished, 4);
        assert!(rated[0].is_some_and(|rating| rating.elo.abs() < 1e-9));
        assert!(rated[1].is_some() && rated[2].is_none() && rated[3].is_none());
        assert_eq!(ratings(&[], 2), [None, None]);
    }
}
