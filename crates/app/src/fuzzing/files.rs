//! Readers of files. Each input is tried as it is and, where that can be, with its
//! checksums made right again: an accident is caught by the sum, malice is not.

use crate::files::scratch::Scratch;
use crate::matches::Finished;
use crate::matches::journal::{self, Shape};
use crate::tables::book;
use crate::tables::file::{self, TableFile};
use crate::tables::journal::Journal;
use crate::tables::packed::{self, PackedFile};
use crate::tables::tiny::{COUNT, Tiny, cell, identity};
use crate::training::lessons;
use plyground_engine::algorithm::Stop;
use plyground_engine::checked::{checksum, number};
use plyground_engine::learn::weights::Weights;
use plyground_engine::solve::retrograde::Cells;
use plyground_games::REGISTRY;
use plyground_games::brought::Brought;
use std::path::{Path, PathBuf};

thread_local! {
    static SCRATCH: Scratch = Scratch::in_memory("fuzzing");
}

fn path() -> PathBuf {
    SCRATCH.with(|scratch| scratch.path("input"))
}

/// The file of these bytes.
fn kept(bytes: &[u8]) -> PathBuf {
    let path = path();
    std::fs::write(&path, bytes).expect("a file for the input");
    path
}

fn made(make: impl FnOnce(&Path)) -> Vec<u8> {
    let path = path();
    let _ = std::fs::remove_file(&path);
    make(&path);
    std::fs::read(&path).expect("a file that was made")
}

/// The same bytes with the right sum at `end`, where there is room for one.
fn resealed(bytes: &[u8], end: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if end >= 8 && end <= bytes.len() {
        let sum = checksum(&bytes[..end - 8]).to_le_bytes();
        bytes[end - 8..end].copy_from_slice(&sum);
    }
    bytes
}

fn cells() -> Vec<u8> {
    (0..COUNT).map(cell).collect()
}

pub(super) fn table_seeds() -> Vec<Vec<u8>> {
    vec![made(|path| {
        file::write(path, &identity(), &cells()).expect("a table");
    })]
}

pub(super) fn table(bytes: &[u8]) {
    let name = identity().name().len();
    let end = 32 + name + 8 * (COUNT as usize).div_ceil(1 << 16) + 8;
    for bytes in [bytes.to_vec(), resealed(bytes, end)] {
        if let Ok(table) = TableFile::open(&kept(&bytes), &identity()) {
            for index in [0, 1, 65_536, COUNT - 1, COUNT, u64::MAX] {
                let _ = table.cell(index);
            }
            let _ = table.read_into(&mut vec![0; COUNT as usize]);
        }
    }
}

pub(super) fn packed_seeds() -> Vec<Vec<u8>> {
    vec![made(|path| {
        let cells = cells();
        packed::write(path, &identity(), &Tiny, &cells, 1, &Stop::new(), &|_| {})
            .expect("a packed table");
    })]
}

pub(super) fn packed(bytes: &[u8]) {
    let end = bytes.get(12..16).map_or(0, number) as usize;
    for bytes in [bytes.to_vec(), resealed(bytes, end)] {
        if let Ok(table) = PackedFile::open(&kept(&bytes), &identity(), Box::new(Tiny)) {
            for index in (0..COUNT).step_by(9973).chain([COUNT - 1, COUNT, u64::MAX]) {
                let _ = table.cell(index);
            }
        }
    }
}

pub(super) fn book_seeds() -> Vec<Vec<u8>> {
    let entry = REGISTRY.iter().find(|entry| entry.book.is_some());
    let entry = entry.expect("a game with a book");
    let own = entry.book.expect("a book").own();
    let book = made(|path| book::save(path, entry, &own[..200]).expect("a book"));
    let entries = own[..40].iter().map(|word| word.to_le_bytes());
    let journal = entries.flat_map(|word| [word, checksum(&word).to_le_bytes()]);
    vec![book, journal.flatten().collect()]
}

pub(super) fn book(bytes: &[u8]) {
    for entry in REGISTRY {
        let Some(book) = entry.book else { continue };
        for bytes in [bytes.to_vec(), resealed(bytes, bytes.len())] {
            let path = kept(&bytes);
            if let Ok(Some(words)) = book::load(&path, entry, book) {
                let _ = book.told(words.first().copied().unwrap_or_default());
            }
            let _ = book::Journal::open(path, book);
        }
    }
}

/// So much of a table is enough for a journal's states.
const FEW: usize = 1000;

pub(super) fn build_seeds() -> Vec<Vec<u8>> {
    vec![made(|path| {
        let mut table = crate::tables::memory::Table::new(FEW).expect("memory");
        let opened = Journal::open(path, &identity(), table.bytes_mut());
        let (mut journal, _) = opened.expect("a journal");
        for (level, value) in [(0, 1), (1, 3)] {
            for state in (level..FEW).step_by(17) {
                table.bytes_mut()[state] = value;
            }
            let (_, at_rest) = table.shared();
            let listed: Vec<u64> = (level as u64..FEW as u64).step_by(17).collect();
            journal
                .add(level as u8, at_rest, Some(&listed))
                .expect("a level");
        }
    })]
}

pub(super) fn build_journal(bytes: &[u8]) {
    let mut table = vec![0; FEW];
    let _ = Journal::open(&kept(bytes), &identity(), &mut table);
    // The first frame once more, with a sum that fits.
    let start = bytes.split_inclusive(|&byte| byte == b'\n').take(2);
    let start: usize = start.map(<[u8]>::len).sum();
    let frame = bytes.get(start..).unwrap_or_default();
    let length = frame.get(9..13).map_or(0, number) as usize;
    if let Some(end) = length.checked_add(13).filter(|end| end + 8 <= frame.len()) {
        let mut forged = bytes.to_vec();
        let sum = checksum(&frame[..end]).to_le_bytes();
        forged[start + end..start + end + 8].copy_from_slice(&sum);
        let _ = Journal::open(&kept(&forged), &identity(), &mut table);
    }
}

const SHAPE: Shape = Shape {
    contestants: 3,
    players: 2,
};

pub(super) fn match_seeds() -> Vec<Vec<u8>> {
    let game = |number: usize| Finished {
        number,
        opening: number / 2,
        seats: vec![number % 3, (number + 1) % 3],
        places: vec![1, 2],
        forfeit: None,
        record: "1. 4 *".to_owned(),
    };
    let new = made(|path| {
        let mut journal = journal::Journal::begin(path, "a title").expect("a journal");
        for number in 0..6 {
            journal.add(&game(number)).expect("a game");
        }
    });
    let mut old = b"{\"match\":\"a title\"}\n".to_vec();
    for number in 0..4 {
        old.extend(serde_json::to_vec(&game(number)).expect("JSON"));
        old.push(b'\n');
    }
    vec![new, old]
}

/// What is read can be rated.
pub(super) fn match_journal(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let read = journal::read(&text, "a title", SHAPE);
    if let Ok(finished) = read {
        let _ = crate::matches::ratings::ratings(&finished, SHAPE.contestants);
    }
}

pub(super) fn lesson_seeds() -> Vec<Vec<u8>> {
    use plyground_engine::game::WinDrawLoss;
    use plyground_engine::learn::games::{GameRecord, Ply};
    let played = lessons::Played {
        game: "tiny".to_owned(),
        generation: 1,
        seed: 1,
        nodes: 10,
        player: "by hand".to_owned(),
    };
    vec![made(|path| {
        let mut games = Vec::new();
        for mv in 0..5 {
            let record = GameRecord {
                start: "somewhere".to_owned(),
                result: WinDrawLoss::Draw,
                plies: vec![Ply { mv, score: 3 }; 4],
            };
            record.write(&mut games);
        }
        let opened = lessons::Lessons::open(path, &played);
        let mut lessons = opened.expect("lessons");
        for block in [1, 0] {
            lessons.add(block, &games).expect("a block");
        }
    })]
}

pub(super) fn lessons(bytes: &[u8]) {
    let _ = lessons::read(&kept(bytes), "tiny", |_, _| Ok(true));
    let mut games = bytes;
    while plyground_engine::learn::games::GameRecord::read(&mut games).is_some() {}
}

pub(super) fn weight_seeds() -> Vec<Vec<u8>> {
    let points: Vec<[f32; 2]> = (0..300)
        .map(|index| match index % 7 {
            0 => [index as f32, -3.25],
            _ => [0.0, 0.0],
        })
        .collect();
    let origin = vec![("games".to_owned(), "9".to_owned())];
    vec![Weights::new("tiny", 1, origin, &points).write()]
}

pub(super) fn weights(bytes: &[u8]) {
    let _ = Weights::read(bytes, "tiny", 1, 300);
    let _ = Weights::read(&Weights::resealed(bytes), "tiny", 1, 300);
}

const BROUGHT: Brought = Brought::new("letters", Some(b"some letters"));

pub(super) fn brought_seeds() -> Vec<Vec<u8>> {
    vec![BROUGHT.written()]
}

/// What is whole is handed in once, so that a long run keeps no more than that.
pub(super) fn brought(bytes: &[u8]) {
    for bytes in [bytes.to_vec(), resealed(bytes, bytes.len())] {
        let _ = BROUGHT.hand_in(&bytes);
        let _ = Brought::new("letters", None).hand_in(&bytes);
    }
}
