//! The positions from the root of a search to where it stands, for draws by
//! repetition. A line that repeats a position of its own path is a draw to the
//! search; a position of the game before the root counts only when it has been
//! there twice, because then the rules themselves end the game.

/// On which earlier ply a result depends through a repetition.
pub(crate) type Anchor = i16;
/// The result depends on no earlier ply.
pub(crate) const FREE: Anchor = Anchor::MAX;
/// The result depends on the game before the root.
const GAME: Anchor = -1;

#[derive(Debug)]
pub(crate) struct Path {
    keys: Vec<u64>,
    seen_twice: Vec<u64>,
}

impl Path {
    pub(crate) fn new(history: &[u64]) -> Path {
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
