//! The positions from the root of a search to where it stands, for draws by
//! repetition. A line that repeats a position of its own path is a draw to the
//! search; a position of the game before the root counts only when it has been
//! there twice, because then the rules themselves end the game.

use crate::algorithm::Task;
use crate::game::Game;
use crate::random::mix;

/// On which earlier ply a result depends through a repetition.
pub(crate) type Anchor = i16;
/// The result depends on no earlier ply.
pub(crate) const FREE: Anchor = Anchor::MAX;
/// The result depends on the game before the root.
const GAME: Anchor = -1;

#[derive(Debug, Default)]
pub(crate) struct Path {
    keys: Vec<u64>,
    seen_twice: Vec<u64>,
}

impl Path {
    /// The path that begins where the task stands. What lies before the last
    /// move that cannot be undone is forgotten: it will not come back.
    pub(crate) fn of<G: Game>(task: &Task<'_, G>) -> Path {
        let reversible = if G::CAN_REPEAT {
            task.game.reversible_plies(task.position) as usize
        } else {
            0
        };
        let past = task.history.len().saturating_sub(reversible);
        Path::new(&task.history[past..])
    }

    /// The same path with the root on it.
    pub(crate) fn below<G: Game>(task: &Task<'_, G>) -> Path {
        let mut path = Path::of(task);
        path.push(task.game.key(task.position));
        path
    }

    fn new(history: &[u64]) -> Path {
        let mut sorted = history.to_vec();
        sorted.sort_unstable();
        let mut seen_twice: Vec<u64> = sorted
            .windows(2)
            .filter(|pair| pair[0] == pair[1])
            .map(|pair| pair[0])
            .collect();
        seen_twice.dedup();
        Path {
            keys: Vec::with_capacity(256),
            seen_twice,
        }
    }

    /// Different where other positions would be drawn if they came once more: a
    /// win that leads through one of them is none, so what was learnt in one game
    /// must not be believed in the other. 0 where there are none.
    pub(crate) fn salt(&self) -> u64 {
        let seen_twice = self.seen_twice.iter();
        seen_twice.fold(0, |salt, &key| mix(salt ^ key))
    }

    #[inline]
    pub(crate) fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        self.keys.pop();
    }

    /// The ply of the equal position that makes this one a draw, if there is one.
    /// Only the last `reversible` plies can hold it.
    #[inline]
    pub(crate) fn repetition(&self, key: u64, reversible: u32) -> Option<Anchor> {
        if reversible == 0 {
            return None;
        }
        if !self.seen_twice.is_empty() && self.seen_twice.contains(&key) {
            return Some(GAME);
        }
        let reach = self.keys.len().min(reversible as usize);
        let oldest = self.keys.len() - reach;
        self.keys[oldest..]
            .iter()
            .rposition(|&earlier| earlier == key)
            .map(|index| (oldest + index) as Anchor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_on_the_path_repeats_and_one_beyond_reach_does_not() {
        let mut path = Path::new(&[]);
        for key in [1, 2, 3, 4] {
            path.push(key);
        }
        assert_eq!(path.repetition(1, 4), Some(0));
        assert_eq!(path.repetition(1, 3), None);
        assert_eq!(path.repetition(9, u32::MAX), None);
        assert_eq!(path.repetition(4, 0), None);
    }

    #[test]
    fn a_position_of_the_game_counts_from_its_third_time_on() {
        assert_eq!(Path::new(&[7, 8, 9]).repetition(8, 5), None);
        assert_eq!(Path::new(&[8, 7, 8]).repetition(8, 5), Some(GAME));
    }
}
