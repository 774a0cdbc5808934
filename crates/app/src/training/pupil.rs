//! One game's training: generation by generation it plays, fits and tests.

use super::lessons::{self, GAMES_A_BLOCK, Lessons, Played};
use crate::failure::{Failure, Outcome};
use crate::jobs::{Threads, Worker, Workforce};
use crate::matches::elo::Tally;
use crate::matches::sprt::{Sprt, Verdict};
use anyhow::Context;
use plyground_engine::algorithm::Stop;
use plyground_engine::checked::checksum;
use plyground_engine::game::WinDrawLoss;
use plyground_engine::learn::fit::{self, Samples};
use plyground_engine::learn::games::Conditions;
use plyground_engine::learn::trainer::{Games, Trainer};
use plyground_engine::learn::weights::Weights;
use std::fs;
use std::path::{Path, PathBuf};

/// Positions stay below this, so that a fit needs no more than 4 GiB.
const MOST_BYTES: usize = 3 << 30;

/// What training needs to know, and where it is kept.
pub(crate) struct Pupil<'a> {
    pub(crate) id: &'static str,
    pub(crate) trainer: &'a dyn Trainer,
    pub(crate) directory: PathBuf,
    pub(crate) conditions: Conditions,
    pub(crate) threads: usize,
    /// How it is asked for, written into the weights.
    pub(crate) command: String,
}

/// The weights of a generation, or what was made by hand before the first.
#[derive(Debug)]
pub(crate) struct Generation {
    pub(crate) number: u32,
    pub(crate) weights: Option<Weights>,
}

impl Generation {
    fn name(&self) -> String {
        match &self.weights {
            None => "by hand".to_owned(),
            Some(weights) => {
                let sum = checksum(&weights.write());
                format!("generation {} {sum:016x}", self.number)
            }
        }
    }

    fn points(&self) -> Option<Vec<[f32; 2]>> {
        self.weights.as_ref().map(Weights::points)
    }
}

/// What a fit says of itself.
#[derive(Debug)]
pub(crate) struct Fitted {
    pub(crate) positions: usize,
    pub(crate) games: u64,
    pub(crate) held_out: f64,
    pub(crate) by_hand: f64,
}

impl Pupil<'_> {
    fn path(&self, generation: u32, ending: &str) -> PathBuf {
        self.directory
            .join(format!("generation-{generation}.{ending}"))
    }

    /// The last generation before this one that was kept.
    pub(crate) fn before(&self, generation: u32) -> Outcome<Generation> {
        for number in (1..generation).rev() {
            let path = self.path(number, "weights");
            if path.exists() {
                return self.generation(number, &path);
            }
        }
        Ok(Generation {
            number: 0,
            weights: None,
        })
    }

    fn generation(&self, number: u32, path: &Path) -> Outcome<Generation> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let (version, count) = (self.trainer.version(), self.trainer.count());
        let weights = Weights::read(&bytes, self.id, version, count)
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
        Ok(Generation {
            number,
            weights: Some(weights),
        })
    }

    /// Plays the games of a generation that are not there yet. `played` hears how
    /// many there are after each block.
    pub(crate) fn play(
        &self,
        generation: u32,
        games: u64,
        stop: &Stop<'_>,
        played: &mut (dyn FnMut(u64) + Send),
    ) -> Outcome {
        let player = self.before(generation)?;
        let mut lessons = Lessons::open(
            &self.path(generation, "games"),
            &Played {
                game: self.id.to_owned(),
                generation,
                seed: self.conditions.seed,
                nodes: self.conditions.nodes,
                player: player.name(),
            },
        )?;
        let blocks = games.div_ceil(GAMES_A_BLOCK) as u32;
        let missing: Vec<u32> = (0..blocks)
            .filter(|block| !lessons.blocks.contains(block))
            .collect();
        played(lessons.blocks.len() as u64 * GAMES_A_BLOCK);
        let points = player.points();
        let conditions = Conditions {
            seed: self.conditions.seed ^ u64::from(generation) << 32,
            ..self.conditions
        };
        let threads = Threads {
            count: self.threads,
            stop,
            hire: || {
                let games = self.trainer.games(&[points.as_deref()], conditions);
                Ok(Player { games })
            },
        };
        threads.carry_out(&mut missing.into_iter(), &mut |(number, bytes): (
            u32,
            Vec<u8>,
        )| {
            lessons.add(number, &bytes)?;
            played(lessons.blocks.len() as u64 * GAMES_A_BLOCK);
            Ok(())
        })
    }

    /// Fits weights to the games of all generations up to this one, the newest
    /// first as far as memory goes.
    pub(crate) fn fit(
        &self,
        generation: u32,
        settings: fit::Settings,
        observer: &mut dyn FnMut(usize, f64),
    ) -> Outcome<(Weights, Fitted)> {
        let mut samples = Samples::default();
        let mut games = 0;
        for number in (1..=generation).rev() {
            let path = self.path(number, "games");
            if !path.exists() {
                continue;
            }
            lessons::read(&path, self.id, |number, record| {
                games += 1;
                if !self.trainer.read(number as u32, &record, &mut samples) {
                    return Err(Failure::input(format!(
                        "{}: game {number} is none by these rules",
                        path.display()
                    )));
                }
                Ok(samples.bytes() < MOST_BYTES)
            })?;
        }
        if samples.is_empty() {
            return Err(Failure::input(format!(
                "expected games in {}, found none: --only games plays some",
                self.directory.display()
            )));
        }
        let fitted = fit::fit(&samples, self.trainer.count(), settings, observer);
        let held_out = samples.loss(&fitted, true);
        let by_hand = samples.reference_loss(samples.slope());
        let points = samples.points_per_weight(&fitted);
        let points: Vec<[f32; 2]> = fitted
            .iter()
            .map(|ends| ends.map(|weight| weight * points))
            .collect();
        let told = [
            ("games", games.to_string()),
            ("positions", samples.len().to_string()),
            ("nodes", self.conditions.nodes.to_string()),
            ("generation", generation.to_string()),
            ("seed", self.conditions.seed.to_string()),
            ("held_out_loss", format!("{held_out:.5}")),
            ("loss_by_hand", format!("{by_hand:.5}")),
            ("made_by", self.command.clone()),
        ];
        let origin = told.map(|(name, value)| (name.to_owned(), value)).to_vec();
        let weights = Weights::new(self.id, self.trainer.version(), origin, &points);
        Ok((
            weights,
            Fitted {
                positions: samples.len(),
                games,
                held_out,
                by_hand,
            },
        ))
    }

    /// Whether a generation was tested before.
    pub(crate) fn is_settled(&self, generation: u32) -> bool {
        let mut endings = ["weights", "rejected"].into_iter();
        endings.any(|ending| self.path(generation, ending).exists())
    }

    /// Where the weights of a generation lie until they have been tested.
    pub(crate) fn candidate(&self, generation: u32) -> PathBuf {
        self.path(generation, "untested")
    }

    /// Lets a new generation play the last one until it is clear which is better.
    pub(crate) fn test(
        &self,
        generation: u32,
        sprt: Sprt,
        most: u64,
        stop: &Stop<'_>,
        told: &mut (dyn FnMut(&Tally, f64) + Send),
    ) -> Outcome<(Tally, Verdict)> {
        let old = self.before(generation)?;
        let new = self.generation(generation, &self.candidate(generation))?;
        let (new, old) = (new.points(), old.points());
        let conditions = Conditions {
            // Openings that no game for learning had.
            seed: !self.conditions.seed,
            ..self.conditions
        };
        let ending = Stop::under(stop);
        let threads = Threads {
            count: self.threads,
            stop: &ending,
            hire: || {
                let players = [new.as_deref(), old.as_deref()];
                Ok(Duellist {
                    games: self.trainer.games(&players, conditions),
                })
            },
        };
        let mut tally = Tally::default();
        let mut verdict = Verdict::Open;
        threads.carry_out(&mut (0..most / 2), &mut |points: [usize; 2]| {
            tally.add_pair(points);
            verdict = sprt.verdict(&tally);
            told(&tally, sprt.llr(&tally));
            if verdict != Verdict::Open {
                ending.raise();
            }
            Ok(())
        })?;
        Ok((tally, verdict))
    }

    /// Adopts a tested generation, or puts it aside.
    pub(crate) fn settle(&self, generation: u32, is_better: bool) -> Outcome<PathBuf> {
        let ending = if is_better { "weights" } else { "rejected" };
        let path = self.path(generation, ending);
        let candidate = self.candidate(generation);
        fs::rename(&candidate, &path)
            .with_context(|| format!("cannot rename {}", candidate.display()))?;
        Ok(path)
    }
}

/// Plays blocks of games.
struct Player<'a> {
    games: Box<dyn Games + 'a>,
}

impl Worker<u32, (u32, Vec<u8>)> for Player<'_> {
    fn work(&mut self, block: &u32, stop: &Stop<'_>) -> Outcome<Option<(u32, Vec<u8>)>> {
        let mut bytes = Vec::new();
        let first = u64::from(*block) * GAMES_A_BLOCK;
        for number in first..first + GAMES_A_BLOCK {
            let Some(record) = self.games.game(number, stop) else {
                return Ok(None);
            };
            record.write(&mut bytes);
        }
        Ok(Some((*block, bytes)))
    }
}

/// Plays pairs of games; says what the first player got of each, in half points.
struct Duellist<'a> {
    games: Box<dyn Games + 'a>,
}

impl Worker<u64, [usize; 2]> for Duellist<'_> {
    fn work(&mut self, pair: &u64, stop: &Stop<'_>) -> Outcome<Option<[usize; 2]>> {
        let mut half_points = [0; 2];
        for (swapped, half_points) in half_points.iter_mut().enumerate() {
            let Some(record) = self.games.game(2 * pair + swapped as u64, stop) else {
                return Ok(None);
            };
            let result = match swapped {
                0 => record.result,
                _ => record.result.turned(),
            };
            *half_points = match result {
                WinDrawLoss::Loss => 0,
                WinDrawLoss::Draw => 1,
                WinDrawLoss::Win => 2,
            };
        }
        Ok(Some(half_points))
    }
}
