//! Twins: each game's rules written a second time, from the rules, with plain
//! arrays and no cleverness. They speak text only, so that nothing but the
//! rules can be shared. Both must give the same moves, positions and ends.

mod twins {
    pub(crate) mod battle_sheep;
    pub(crate) mod connect_four;
    pub(crate) mod draughts;
    pub(crate) mod kings_valley;
    pub(crate) mod tic_tac_toe;
}

use plyground_engine::random::Random;
use plyground_games::find;
use plyground_kit::twin::{self, Extent, Twin};
use twins::draughts::{ENGLISH, ENGLISH_12, INTERNATIONAL, RUSSIAN};

fn compare(game: &str, options: &[(&str, &str)], twin: &dyn Twin, games: u64, plies: usize) {
    compare_from(game, options, twin, games, plies, &mut |_| None);
}

/// The same from positions that `set_up` makes; `None` is the start.
fn compare_from(
    game: &str,
    options: &[(&str, &str)],
    twin: &dyn Twin,
    games: u64,
    plies: usize,
    set_up: &mut dyn FnMut(&mut Random) -> Option<String>,
) {
    let entry = find(game).unwrap();
    let open = || entry.open(&entry.options(options.iter().copied()).unwrap());
    let extent = Extent { games, plies };
    twin::compare_from(&format!("{game} {options:?}"), &open, twin, extent, set_up);
}

/// Every registered game, and what compares it with its twin.
const TWINS: &[(&str, fn())] = &[
    ("connect-four", connect_four),
    ("russian-draughts", draughts::<0>),
    ("english-draughts", draughts::<1>),
    ("english-draughts-12", draughts::<2>),
    ("international-draughts", draughts::<3>),
    ("brazilian-draughts", draughts::<4>),
    ("canadian-draughts", draughts::<5>),
    ("battle-sheep", battle_sheep),
    ("kings-valley", kings_valley),
    ("tic-tac-toe", tic_tac_toe),
];

#[test]
fn every_registered_game_has_its_twin() {
    let missing = plyground_games::REGISTRY.iter().map(|entry| entry.id);
    let missing = missing.filter(|id| TWINS.iter().all(|(held, _)| held != id));
    assert_eq!(missing.collect::<Vec<_>>(), [""; 0], "games without a twin");
    std::thread::scope(|scope| {
        for &(id, compare) in TWINS {
            let thread = std::thread::Builder::new().name(id.to_owned());
            thread.spawn_scoped(scope, compare).unwrap();
        }
    });
}

fn tic_tac_toe() {
    compare("tic-tac-toe", &[], &twins::tic_tac_toe::Twin, 500, 9);
}

fn connect_four() {
    compare("connect-four", &[], &twins::connect_four::Twin, 500, 50);
}

/// Under every option.
fn kings_valley() {
    for first_move in ["soldier", "both", "any"] {
        for blocked in ["own-turn", "at-once"] {
            for setup in ["standard", "retrieve"] {
                let twin = twins::kings_valley::Twin {
                    first_move,
                    blocked,
                    setup,
                };
                let options = [
                    ("first-move", first_move),
                    ("blocked", blocked),
                    ("setup", setup),
                ];
                compare("kings-valley", &options, &twin, 60, 150);
            }
        }
    }
}

/// For two, three and four.
fn battle_sheep() {
    for (players, signs) in [("2", "-+"), ("3", "-+*"), ("4", "-+*=")] {
        for seed in ["1", "2", "3", "4"] {
            for sheep in ["5", "16", "32"] {
                let twin = twins::battle_sheep::Twin {
                    signs,
                    sheep: sheep.parse().unwrap(),
                    splits: false,
                };
                let options = [
                    ("players", players),
                    ("pasture", "random"),
                    ("seed", seed),
                    ("sheep", sheep),
                ];
                compare("battle-sheep", &options, &twin, 8, 200);
            }
        }
    }
    for splits in [false, true] {
        let twin = twins::battle_sheep::Twin {
            signs: "-+",
            sheep: 16,
            splits,
        };
        let ending = if splits { "splits" } else { "official" };
        compare("battle-sheep", &[("ending", ending)], &twin, 60, 200);
    }
}

/// Pastures in any number of pieces, with holes and islands.
#[test]
fn battle_sheep_has_its_twin_on_scattered_pastures() {
    let twin = twins::battle_sheep::Twin {
        signs: "-+",
        sheep: 16,
        splits: false,
    };
    compare_from("battle-sheep", &[], &twin, 200, 200, &mut |random| {
        let rows: Vec<String> = (0..6)
            .map(|row| {
                let indent = if row % 2 == 0 { "" } else { "  " };
                let hex = |_| if random.below(4) > 0 { " 0  " } else { "    " };
                let cells: String = (0..7).map(hex).collect();
                // The first column is always there, so that the margin stays.
                format!("{indent} 0  {cells}").trim_end().to_owned()
            })
            .collect();
        Some(rows.join("/"))
    });
}

fn draughts_twins() -> Vec<(&'static str, twins::draughts::Twin)> {
    let sized = |size| twins::draughts::Twin {
        size,
        ..INTERNATIONAL
    };
    vec![
        ("russian-draughts", RUSSIAN),
        ("english-draughts", ENGLISH),
        ("english-draughts-12", ENGLISH_12),
        ("international-draughts", INTERNATIONAL),
        ("brazilian-draughts", sized(8)),
        ("canadian-draughts", sized(12)),
    ]
}

fn draughts<const INDEX: usize>() {
    let (game, twin) = draughts_twins().swap_remove(INDEX);
    compare(game, &[], &twin, 20, 300);
}

#[test]
fn draughts_without_draws_has_its_twin() {
    let twin = twins::draughts::Twin {
        draws: "none",
        ..ENGLISH_12
    };
    compare("english-draughts-12", &[("draws", "none")], &twin, 10, 400);
}

/// Kings and loose men all over the board: long captures, ways that cross, and
/// endings that the counters decide.
#[test]
fn every_kind_of_draughts_has_its_twin_with_many_kings() {
    for (game, twin) in draughts_twins() {
        compare_from(game, &[], &twin, 150, 160, &mut |random| {
            Some(scattered(twin.size as usize, random))
        });
    }
}

/// A position with up to so many pieces a side, a third of them kings.
fn scattered(size: usize, random: &mut Random) -> String {
    let squares = size * size / 2;
    let mut numbers: Vec<usize> = (1..=squares).collect();
    random.shuffle(&mut numbers);
    let mut sides = [Vec::new(), Vec::new()];
    let counts = [1 + random.below(size), 1 + random.below(size)];
    for (side, items) in sides.iter_mut().enumerate() {
        for _ in 0..counts[side] {
            let number = numbers.pop().unwrap();
            let is_crowned = match side {
                0 => number <= size / 2,
                _ => number > squares - size / 2,
            };
            let crown = if is_crowned || random.below(3) == 0 {
                "K"
            } else {
                ""
            };
            items.push(format!("{crown}{number}"));
        }
    }
    let to_move = ["W", "B"][random.below(2)];
    format!("{to_move}:W{}:B{}", sides[0].join(","), sides[1].join(","))
}
