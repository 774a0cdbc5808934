//! Where saved games are kept: what a database, or a browser's own storage, has to do.

use crate::json::Json;
use crate::refusal::{Answer, Refusal};
use plyground_engine::message;
use serde::{Deserialize, Serialize};

/// A game as it is kept. `summary` follows from the rest and makes lists fast.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Stored {
    pub id: i64,
    pub game: String,
    pub options: Json,
    pub start: Option<String>,
    pub seats: Json,
    pub title: String,
    pub notes: Json,
    /// How it ended, where the board does not say it.
    pub ended: Option<Json>,
    pub created: String,
    pub changed: String,
    pub summary: Summary,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Summary {
    pub plies: usize,
    pub position: String,
    pub to_move: String,
    pub outcome: Option<Json>,
    pub result: String,
}

/// Which games are looked for.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Wanted {
    #[serde(default)]
    pub game: String,
    #[serde(default)]
    pub from: String,
    #[serde(default)]
    pub to: String,
    #[serde(default)]
    pub text: String,
    /// `won` by the first player, `lost` by them, `drawn`.
    #[serde(default)]
    pub result: String,
    /// Only games that had this position.
    pub position: Option<String>,
    pub unfinished: Option<u8>,
    pub limit: Option<u32>,
    #[serde(default)]
    pub offset: u32,
}

impl Wanted {
    /// The results that are looked for; none where all are.
    pub fn results(&self) -> &'static [&'static str] {
        match self.result.as_str() {
            "won" => &["1-0", "2-0"],
            "lost" => &["0-1", "0-2"],
            "drawn" => &["1/2-1/2", "1-1"],
            "open" => &["*"],
            _ => &[],
        }
    }

    /// How many games are told at once.
    pub fn most(&self) -> u32 {
        self.limit.unwrap_or(50).min(500)
    }
}

/// Saved games within one transaction: all that is done to it is kept, or nothing.
pub trait Shelf {
    /// The id of a new game.
    fn add(&self, stored: &Stored, moves: &[String]) -> Answer<i64>;
    fn game(&self, id: i64) -> Answer<Stored>;
    fn moves(&self, id: i64) -> Answer<Vec<String>>;
    fn remove(&self, id: i64) -> Answer<()>;
    /// Writes everything but the moves.
    fn update(&self, stored: &Stored) -> Answer<()>;
    fn add_moves(&self, id: i64, ply: usize, moves: &[String]) -> Answer<()>;
    /// Keeps the first `plies` moves.
    fn cut(&self, id: i64, plies: usize) -> Answer<()>;
    fn add_position(&self, id: i64, ply: usize, key: i64) -> Answer<()>;
    /// Games of which no position is known yet.
    fn without_positions(&self, most: usize) -> Answer<Vec<i64>>;
    /// The move that followed a position, and the result, of each game that had it.
    fn played_from(
        &self,
        game: &str,
        options: &str,
        position: &str,
    ) -> Answer<Vec<(String, String)>>;
    /// The games wanted, the last changed first, and how many there are in all.
    fn list(&self, wanted: &Wanted) -> Answer<(u64, Vec<Stored>)>;

    /// The positions of a whole game, the first one first.
    fn put_positions(&self, id: i64, keys: &[i64]) -> Answer<()> {
        for (ply, &key) in keys.iter().enumerate() {
            self.add_position(id, ply, key)?;
        }
        Ok(())
    }
}

pub fn unknown(id: i64) -> Refusal {
    Refusal::not_found(message!(
        "saved.none",
        "there is no saved game {id}",
        id = id
    ))
}

/// Positions are looked for by a number (FNV-1a of the text), which takes little room
/// and is the same in every version.
pub fn position_key(position: &str) -> i64 {
    let hash = position
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    hash.cast_signed()
}
