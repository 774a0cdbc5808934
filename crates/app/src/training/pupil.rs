//! One game's training: generation by generation it plays, fits and tests.

use super::lessons::{self, GAMES_A_BLOCK, Lessons, Played};
use super::playing::{Block, BlockJob, Duellist, Hexadecimal, Pair, PairJob, Player, Playing};
use crate::arguments::QueueArguments;
use crate::failure::{Failure, Outcome};
use crate::jobs::{InOrder, Kind, Order, Threads};
use crate::matches::elo::Tally;
use crate::matches::sprt::{Sprt, Verdict};
use crate::queue;
use anyhow::Context;
use plyground_engine::algorithm::Stop;
use plyground_engine::checked::checksum;
use plyground_engine::learn::fit::{self, Samples};
use plyground_engine::learn::games::Conditions;
use plyground_engine::learn::trainer::Trainer;
use plyground_engine::learn::weights::Weights;
use plyground_games::Games;
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
    /// Where the games are played, and which games this program knows.
    pub(crate) place: &'a QueueArguments,
    pub(crate) games: Games,
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

    fn packed(&self) -> Option<Hexadecimal> {
        let weights = self.weights.as_ref();
        weights.map(|weights| Hexadecimal(weights.write()))
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
        let seed = self.conditions.seed ^ u64::from(generation) << 32;
        let playing = self.playing(seed, &[&player]);
        let points = playing.points(self.trainer)?;
        let threads = Threads {
            count: self.threads,
            stop,
            hire: || Ok(Player(playing.games(self.trainer, &points))),
        };
        let place = self.place_of(generation, "games");
        let order = || self.order(Kind::Lessons, &playing);
        let players = queue::workforce(&place, order, threads)?;
        players.carry_out(
            &mut missing.into_iter().map(BlockJob),
            &mut |Block { number, games }| {
                lessons.add(number, &games.0)?;
                played(lessons.blocks.len() as u64 * GAMES_A_BLOCK);
                Ok(())
            },
        )
    }

    fn playing(&self, seed: u64, players: &[&Generation]) -> Playing {
        Playing {
            game: self.id.to_owned(),
            seed,
            nodes: self.conditions.nodes,
            players: players.iter().map(|player| player.packed()).collect(),
        }
    }

    /// Every part of every generation is a run of its own.
    fn place_of(&self, generation: u32, part: &str) -> QueueArguments {
        let name = self.place.name.as_ref();
        QueueArguments {
            name: name.map(|name| format!("{name}.{generation}.{part}")),
            ..self.place.clone()
        }
    }

    fn order(&self, kind: Kind, playing: &Playing) -> Outcome<Order> {
        Ok(Order {
            at_a_time: 4,
            ahead: None,
            ..Order::new(kind, self.games, self.id, playing)?
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
        // Openings that no game for learning had.
        let playing = self.playing(!self.conditions.seed, &[&new, &old]);
        let points = playing.points(self.trainer)?;
        let ending = Stop::under(stop);
        let threads = Threads {
            count: self.threads,
            stop: &ending,
            hire: || Ok(Duellist(playing.games(self.trainer, &points))),
        };
        let place = self.place_of(generation, "test");
        let order = || self.order(Kind::Duel, &playing);
        let duellists = queue::workforce(&place, order, threads)?;
        let mut tally = Tally::default();
        let mut verdict = Verdict::Open;
        // In order, so that the verdict does not depend on who is faster.
        let mut pairs = InOrder::from(0);
        duellists.carry_out(&mut (0..most / 2).map(PairJob), &mut |pair: Pair| {
            pairs.add(pair.number, pair.half_points);
            while verdict == Verdict::Open
                && let Some(half_points) = pairs.take()
            {
                tally.add_pair(half_points);
                verdict = sprt.verdict(&tally);
                told(&tally, sprt.llr(&tally));
            }
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
