//! Twins: each game's rules written a second time, from docs/rules, with plain
//! arrays and no cleverness. They speak text only, so that nothing but the
//! rules can be shared. Both must give the same moves, positions and ends.

mod twins {
    pub(crate) mod connect_four;
    pub(crate) mod kings_valley;
}

use plyground_engine::game::Outcome;
use plyground_engine::random::Random;
use plyground_games::find;
use std::collections::BTreeSet;

/// How a game ended: the sign of the winner, or nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Won(char),
    Drawn,
}

pub(crate) trait Twin {
    fn end(&self, position: &str) -> Option<End>;
    /// The legal moves of a game that is not over.
    fn moves(&self, position: &str) -> BTreeSet<String>;
    fn after(&self, position: &str, mv: &str) -> String;
}

fn compare(game: &str, options: &[(&str, &str)], twin: &dyn Twin, games: u64, longest: usize) {
    let entry = find(game).unwrap();
    let mut random = Random::new(99);
    for number in 0..games {
        let mut session = entry.open(&entry.options(options.iter().copied()).unwrap());
        let mut position = session.position();
        for _ in 0..longest {
            let context = format!("{game} {options:?}, game {number}, {position}");
            let ending = session
                .ending()
                .filter(|ending| ending.reason != "third repetition");
            let end = ending.map(|ending| match ending.outcome {
                Outcome::Win(winner) => End::Won(session.sign(winner)),
                _ => End::Drawn,
            });
            assert_eq!(end, twin.end(&position), "{context}");
            if session.ending().is_some() {
                break;
            }
            let moves = session.legal_moves();
            let sorted: BTreeSet<String> = moves.iter().cloned().collect();
            assert_eq!(sorted, twin.moves(&position), "{context}");
            let mv = &moves[random.below(moves.len())];
            session.play(mv).unwrap();
            position = twin.after(&position, mv);
            assert_eq!(session.position(), position, "{context} {mv}");
        }
    }
}

#[test]
fn connect_four_has_its_twin() {
    compare("connect-four", &[], &twins::connect_four::Twin, 500, 50);
}

#[test]
fn kings_valley_has_its_twin_under_every_option() {
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
