//! Who plays the games of a training, as plain data, so that any worker anywhere can
//! play them.

use super::lessons::GAMES_A_BLOCK;
use crate::failure::{Failure, Outcome};
use crate::jobs::{Numbered, Worker};
use plyground_engine::algorithm::Stop;
use plyground_engine::game::WinDrawLoss;
use plyground_engine::learn::games::Conditions;
use plyground_engine::learn::trainer::{Games, Trainer};
use plyground_engine::learn::weights::Weights;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Playing {
    pub(crate) game: String,
    pub(crate) seed: u64,
    pub(crate) nodes: u64,
    /// The weights of each player, as their file holds them; `None` for what was made
    /// by hand.
    pub(crate) players: Vec<Option<Hexadecimal>>,
}

/// What each player plays with.
pub(crate) type Points = Vec<Option<Vec<[f32; 2]>>>;

impl Playing {
    #[cfg(feature = "queue")]
    pub(crate) fn trainer(&self, games: plyground_games::Games) -> Outcome<Box<dyn Trainer>> {
        let trainer = games.find(&self.game)?.trainer();
        trainer.ok_or_else(|| Failure::input(format!("nothing is learnt in {}", self.game)))
    }

    pub(crate) fn points(&self, trainer: &dyn Trainer) -> Outcome<Points> {
        let (version, count) = (trainer.version(), trainer.count());
        let points = |player: &Option<Hexadecimal>| match player {
            None => Ok(None),
            Some(Hexadecimal(bytes)) => Weights::read(bytes, &self.game, version, count)
                .map(|weights| Some(weights.points()))
                .map_err(|error| Failure::input(format!("the weights of a player: {error}"))),
        };
        self.players.iter().map(points).collect()
    }

    pub(crate) fn games<'a>(
        &self,
        trainer: &'a dyn Trainer,
        points: &Points,
    ) -> Box<dyn Games + 'a> {
        let players: Vec<_> = points.iter().map(Option::as_deref).collect();
        let conditions = Conditions {
            seed: self.seed,
            nodes: self.nodes,
        };
        trainer.games(&players, conditions)
    }
}

/// Bytes in JSON, as a text of hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Hexadecimal(pub(crate) Vec<u8>);

impl From<Hexadecimal> for String {
    fn from(Hexadecimal(bytes): Hexadecimal) -> String {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        digits
            .map(|digit| char::from(DIGITS[usize::from(digit)]))
            .collect()
    }
}

impl TryFrom<String> for Hexadecimal {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Hexadecimal, &'static str> {
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        let byte = |&[high, low]: &[u8; 2]| Some((digit(high)? << 4 | digit(low)?) as u8);
        let bytes: Option<Vec<u8>> = pairs.iter().map(byte).collect();
        let bytes = bytes.filter(|_| rest.is_empty());
        bytes
            .map(Hexadecimal)
            .ok_or("expected pairs of hexadecimal digits")
    }
}

/// A block of games, and what came of it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct BlockJob(pub(crate) u32);

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Block {
    pub(crate) number: u32,
    pub(crate) games: Hexadecimal,
}

impl Numbered for BlockJob {
    fn number(&self) -> u64 {
        u64::from(self.0)
    }
}

/// Plays blocks of games.
pub(crate) struct Player<'a>(pub(crate) Box<dyn Games + 'a>);

impl Worker<BlockJob, Block> for Player<'_> {
    fn work(&mut self, job: &BlockJob, stop: &Stop<'_>) -> Outcome<Option<Block>> {
        let mut bytes = Vec::new();
        let first = u64::from(job.0) * GAMES_A_BLOCK;
        for number in first..first + GAMES_A_BLOCK {
            let Some(record) = self.0.game(number, stop) else {
                return Ok(None);
            };
            record.write(&mut bytes);
        }
        Ok(Some(Block {
            number: job.0,
            games: Hexadecimal(bytes),
        }))
    }
}

/// A pair of games on the same opening, and what the first player got of each, in half
/// points.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct PairJob(pub(crate) u64);

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Pair {
    pub(crate) number: u64,
    pub(crate) half_points: [usize; 2],
}

impl Numbered for PairJob {
    fn number(&self) -> u64 {
        self.0
    }
}

/// Plays pairs of games.
pub(crate) struct Duellist<'a>(pub(crate) Box<dyn Games + 'a>);

impl Worker<PairJob, Pair> for Duellist<'_> {
    fn work(&mut self, job: &PairJob, stop: &Stop<'_>) -> Outcome<Option<Pair>> {
        let mut half_points = [0; 2];
        for (swapped, half_points) in half_points.iter_mut().enumerate() {
            let Some(record) = self.0.game(2 * job.0 + swapped as u64, stop) else {
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
        Ok(Some(Pair {
            number: job.0,
            half_points,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_go_through_json_and_come_back() {
        let bytes = Hexadecimal((0..=255).collect());
        let text = serde_json::to_string(&bytes).unwrap();
        assert!(text.starts_with("\"000102") && text.ends_with("feff\""));
        assert_eq!(serde_json::from_str::<Hexadecimal>(&text).unwrap(), bytes);
        for wrong in ["\"0\"", "\"0g\"", "\"+1\"", "\"é0\""] {
            assert!(
                serde_json::from_str::<Hexadecimal>(wrong).is_err(),
                "{wrong}"
            );
        }
    }
}
