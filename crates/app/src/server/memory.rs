//! The memory of all searches together is bounded: each takes its table from one
//! pool, and who finds it empty waits in line.
//!
//! A few searches get large tables, many get small ones: half of the pool is kept
//! for the small ones, so that a crowd is served and one analyst is served well.
//! An eighth is kept for moves, which last seconds and have a line of their own:
//! analyses last minutes, and however many there are, games go on.

use crate::jobs::locked;
pub(crate) use plyground_api::thinking::Purpose;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::sync::Notify;

pub(crate) const SMALL_TABLE: usize = 1 << 20;
pub(crate) const LARGE_TABLE: usize = 32 << 20;

#[derive(Debug)]
pub(crate) struct Memory {
    total: usize,
    books: Mutex<Books>,
    freed: Notify,
}

#[derive(Debug, Default)]
struct Books {
    used: usize,
    next: u64,
    moves: VecDeque<u64>,
    analyses: VecDeque<u64>,
}

impl Books {
    fn line(&mut self, purpose: Purpose) -> &mut VecDeque<u64> {
        match purpose {
            Purpose::Move => &mut self.moves,
            Purpose::Analysis => &mut self.analyses,
        }
    }
}

/// The line is full: come back later.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Crowded;

impl Memory {
    pub(crate) fn new(total: usize) -> Arc<Memory> {
        Arc::new(Memory {
            total: total.max(SMALL_TABLE),
            books: Mutex::default(),
            freed: Notify::new(),
        })
    }

    /// Takes a place in the line, unless so many wait already.
    pub(crate) fn queue(
        self: &Arc<Memory>,
        purpose: Purpose,
        longest: usize,
    ) -> Result<InLine, Crowded> {
        let mut books = self.books();
        if books.line(purpose).len() >= longest {
            return Err(Crowded);
        }
        let number = books.next;
        books.next += 1;
        books.line(purpose).push_back(number);
        Ok(InLine {
            memory: Arc::clone(self),
            purpose,
            number,
        })
    }

    /// What searches of this kind may have together with all others.
    fn bound(&self, purpose: Purpose) -> usize {
        match purpose {
            Purpose::Move => self.total,
            Purpose::Analysis => (self.total - self.total / 8).max(SMALL_TABLE),
        }
    }

    /// Bytes in use, and how many wait.
    pub(crate) fn load(&self) -> (usize, usize) {
        let books = self.books();
        (books.used, books.moves.len() + books.analyses.len())
    }

    fn books(&self) -> MutexGuard<'_, Books> {
        locked(&self.books)
    }
}

/// A place in the line; dropping it gives it up.
#[derive(Debug)]
pub(crate) struct InLine {
    memory: Arc<Memory>,
    purpose: Purpose,
    number: u64,
}

impl InLine {
    /// How many are before this one.
    pub(crate) fn before(&self) -> usize {
        let mut books = self.memory.books();
        books
            .line(self.purpose)
            .iter()
            .take_while(|&&other| other != self.number)
            .count()
    }

    /// A table's memory, if it is this one's turn and there is some.
    pub(crate) fn take(&self) -> Option<Share> {
        let mut books = self.memory.books();
        if books.line(self.purpose).front() != Some(&self.number) {
            return None;
        }
        let bytes = match books.used + LARGE_TABLE <= self.memory.total / 2 {
            true => LARGE_TABLE,
            false => SMALL_TABLE,
        };
        if books.used + bytes > self.memory.bound(self.purpose) {
            return None;
        }
        books.used += bytes;
        books.line(self.purpose).pop_front();
        drop(books);
        self.memory.freed.notify_waiters();
        Some(Share {
            memory: Arc::clone(&self.memory),
            bytes,
        })
    }

    /// Waits until the memory is there.
    pub(crate) async fn taken(self) -> Share {
        loop {
            let change = self.changed();
            if let Some(share) = self.take() {
                return share;
            }
            change.await;
        }
    }

    /// The next time that the line or the memory may have changed.
    pub(crate) fn changed(&self) -> impl Future<Output = ()> + use<> {
        let memory = Arc::clone(&self.memory);
        async move {
            let patience = std::time::Duration::from_millis(250);
            let _ = tokio::time::timeout(patience, memory.freed.notified()).await;
        }
    }
}

impl Drop for InLine {
    fn drop(&mut self) {
        self.memory
            .books()
            .line(self.purpose)
            .retain(|&other| other != self.number);
        self.memory.freed.notify_waiters();
    }
}

/// The memory of one search; dropping it gives it back.
#[derive(Debug)]
pub(crate) struct Share {
    memory: Arc<Memory>,
    pub(crate) bytes: usize,
}

impl Drop for Share {
    fn drop(&mut self) {
        self.memory.books().used -= self.bytes;
        self.memory.freed.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_have_large_tables_and_the_crowd_small_ones_within_the_bound() {
        let memory = Memory::new(4 * LARGE_TABLE);
        let mut shares = Vec::new();
        while let Some(share) = memory.queue(Purpose::Move, 9).unwrap().take() {
            shares.push(share);
        }
        let large = shares
            .iter()
            .filter(|share| share.bytes == LARGE_TABLE)
            .count();
        assert_eq!(large, 2);
        assert_eq!(shares.len(), 2 + 2 * LARGE_TABLE / SMALL_TABLE);
        assert_eq!(memory.load(), (4 * LARGE_TABLE, 0));
        drop(shares);
        assert_eq!(memory.load(), (0, 0));
    }

    #[test]
    fn the_line_is_kept_in_order_and_has_an_end() {
        let memory = Memory::new(SMALL_TABLE);
        let share = memory.queue(Purpose::Analysis, 3).unwrap().take().unwrap();
        let line: Vec<InLine> = (0..3)
            .map(|_| memory.queue(Purpose::Analysis, 3).unwrap())
            .collect();
        assert_eq!(memory.queue(Purpose::Analysis, 3).unwrap_err(), Crowded);
        assert_eq!(
            line.iter().map(InLine::before).collect::<Vec<_>>(),
            [0, 1, 2]
        );
        drop(share);
        assert!(line[1].take().is_none());
        let mut line = line.into_iter();
        let share = line.next().unwrap().take().unwrap();
        assert_eq!(line.next().unwrap().before(), 0);
        drop(share);
    }

    #[test]
    fn however_many_analyses_there_are_a_move_finds_room() {
        let memory = Memory::new(64 * SMALL_TABLE);
        let mut shares = Vec::new();
        while let Some(share) = memory.queue(Purpose::Analysis, 9).unwrap().take() {
            shares.push(share);
        }
        let waiting: Vec<InLine> = (0..9)
            .map(|_| memory.queue(Purpose::Analysis, 9).unwrap())
            .collect();
        assert!(memory.queue(Purpose::Analysis, 9).is_err());
        let moves: Vec<Share> = (0..8)
            .map_while(|_| memory.queue(Purpose::Move, 9).unwrap().take())
            .collect();
        assert_eq!(moves.len(), 8);
        assert!(memory.queue(Purpose::Move, 9).unwrap().take().is_none());
        assert!(waiting[0].take().is_none());
    }
}
