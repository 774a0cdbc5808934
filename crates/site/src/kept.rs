//! Saved games as a request brings them along, and which of them it has changed. The
//! browser's storage keeps them; it holds its transaction open meanwhile.

use plyground_api::json::Json;
use plyground_api::shelf::{Shelf, Stored, Wanted, position_key, unknown};
use plyground_api::{Answer, Refusal};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Game {
    pub id: i64,
    #[serde(flatten)]
    stored: WithoutId,
    moves: Vec<String>,
    /// The key of every position, as text: a number of JavaScript is too short.
    keys: Vec<String>,
}

/// The rest of [`Stored`], as JSON has it.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct WithoutId {
    stored: Stored,
}

#[derive(Debug, Default)]
pub struct Kept {
    games: RefCell<BTreeMap<i64, Game>>,
    next: RefCell<i64>,
    changed: RefCell<BTreeSet<i64>>,
}

impl Kept {
    pub fn new(games: Vec<Game>, next: i64) -> Kept {
        Kept {
            games: RefCell::new(games.into_iter().map(|game| (game.id, game)).collect()),
            next: RefCell::new(next.max(1)),
            changed: RefCell::default(),
        }
    }

    /// The games to be kept, those to be forgotten, and the next id.
    pub fn changes(self) -> (Vec<Game>, Vec<i64>, i64) {
        let mut games = self.games.into_inner();
        let (mut put, mut removed) = (Vec::new(), Vec::new());
        for id in self.changed.into_inner() {
            match games.remove(&id) {
                Some(game) => put.push(game),
                None => removed.push(id),
            }
        }
        (put, removed, self.next.into_inner())
    }

    fn with<T>(&self, id: i64, work: impl FnOnce(&mut Game) -> T) -> Answer<T> {
        let mut games = self.games.borrow_mut();
        let game = games.get_mut(&id).ok_or_else(|| unknown(id))?;
        self.changed.borrow_mut().insert(id);
        Ok(work(game))
    }
}

impl Shelf for Kept {
    fn add(&self, stored: &Stored, moves: &[String]) -> Answer<i64> {
        let id = *self.next.borrow();
        *self.next.borrow_mut() += 1;
        let stored = Stored {
            id,
            ..stored.clone()
        };
        let game = Game {
            id,
            stored: WithoutId { stored },
            moves: moves.to_vec(),
            keys: Vec::new(),
        };
        self.games.borrow_mut().insert(id, game);
        self.changed.borrow_mut().insert(id);
        Ok(id)
    }

    fn game(&self, id: i64) -> Answer<Stored> {
        let games = self.games.borrow();
        let game = games.get(&id).ok_or_else(|| unknown(id))?;
        Ok(game.stored.stored.clone())
    }

    fn moves(&self, id: i64) -> Answer<Vec<String>> {
        let games = self.games.borrow();
        Ok(games.get(&id).ok_or_else(|| unknown(id))?.moves.clone())
    }

    fn remove(&self, id: i64) -> Answer<()> {
        self.changed.borrow_mut().insert(id);
        let removed = self.games.borrow_mut().remove(&id);
        removed.map(drop).ok_or_else(|| unknown(id))
    }

    fn update(&self, stored: &Stored) -> Answer<()> {
        self.with(stored.id, |game| game.stored.stored = stored.clone())
    }

    fn add_moves(&self, id: i64, ply: usize, moves: &[String]) -> Answer<()> {
        let is_next = self.with(id, |game| {
            let is_next = game.moves.len() == ply;
            game.moves.extend_from_slice(moves);
            is_next
        })?;
        is_next
            .then_some(())
            .ok_or_else(|| Refusal::internal("a move in the wrong place"))
    }

    fn cut(&self, id: i64, plies: usize) -> Answer<()> {
        self.with(id, |game| {
            game.moves.truncate(plies);
            game.keys.truncate(plies + 1);
        })
    }

    fn add_position(&self, id: i64, ply: usize, key: i64) -> Answer<()> {
        self.with(id, |game| {
            game.keys.truncate(ply);
            game.keys.push(key.to_string());
        })
    }

    fn without_positions(&self, most: usize) -> Answer<Vec<i64>> {
        let games = self.games.borrow();
        let bare = games.values().filter(|game| game.keys.is_empty());
        Ok(bare.map(|game| game.id).take(most).collect())
    }

    fn played_from(
        &self,
        game: &str,
        options: &str,
        position: &str,
    ) -> Answer<Vec<(String, String)>> {
        let key = position_key(position).to_string();
        let games = self.games.borrow();
        let like = games.values().filter(|kept| {
            let stored = &kept.stored.stored;
            let written = stored.options.to_string();
            stored.game == game && written == options
        });
        let found = like.flat_map(|kept| {
            let here = kept
                .keys
                .iter()
                .zip(&kept.moves)
                .filter(|(each, _)| **each == key);
            here.map(|(_, mv)| (mv.clone(), kept.stored.stored.summary.result.clone()))
        });
        Ok(found.collect())
    }

    fn list(&self, wanted: &Wanted) -> Answer<(u64, Vec<Stored>)> {
        let text = wanted.text.to_lowercase();
        let key = wanted
            .position
            .as_deref()
            .map(|text| position_key(text).to_string());
        let fits = |game: &&Game| {
            let stored = &game.stored.stored;
            let has = |text: &str, part: &str| text.to_lowercase().contains(part);
            let results = wanted.results();
            (wanted.game.is_empty() || stored.game == wanted.game)
                && stored.changed >= wanted.from
                && (wanted.to.is_empty() || stored.changed <= format!("{}~", wanted.to))
                && (has(&stored.title, &text)
                    || has(&stored.seats.to_string(), &text)
                    || has(&stored.game, &text))
                && (wanted.unfinished.unwrap_or(0) == 0 || stored.summary.outcome.is_none())
                && (results.is_empty() || results.contains(&stored.summary.result.as_str()))
                && key.as_ref().is_none_or(|key| game.keys.contains(key))
        };
        let games = self.games.borrow();
        let mut found: Vec<&Stored> = games
            .values()
            .filter(fits)
            .map(|game| &game.stored.stored)
            .collect();
        found.sort_by(|one, other| (&other.changed, other.id).cmp(&(&one.changed, one.id)));
        let page = found
            .iter()
            .skip(wanted.offset as usize)
            .take(wanted.most() as usize);
        Ok((
            found.len() as u64,
            page.map(|&stored| stored.clone()).collect(),
        ))
    }
}

/// What a request brings along, as far as it can be read: what is damaged hides itself
/// alone.
pub fn readable(games: Vec<Json>) -> Vec<Game> {
    let read = |game| serde_json::from_value(game).ok();
    games.into_iter().filter_map(read).collect()
}
