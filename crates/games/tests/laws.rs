//! The kit's laws, held by every registered game; and the symmetries of boards.

use plyground_games::battle_sheep::rules::Ending;
use plyground_games::battle_sheep::{self, BattleSheep, tiles};
use plyground_games::connect_four::{self, ConnectFour};
use plyground_games::draughts::heuristics::{Opinion, Weighed};
use plyground_games::draughts::{
    Brazilian, Canadian, Draughts, English, English12, International, Russian,
};
use plyground_games::kings_valley::rules::{Blocked, FirstMove, Setup};
use plyground_games::kings_valley::{self, KingsValley};
use plyground_games::tic_tac_toe;
use plyground_kit::laws::{Laws, along_random_games, images_have_the_same_moves};
use proptest::prelude::any;
use proptest::test_runner::{Config, TestRunner};

/// Every registered game, and what holds it to the laws.
const LAWS: &[(&str, fn())] = &[
    ("connect-four", connect_four),
    ("russian-draughts", draughts::<Russian>),
    ("english-draughts", draughts::<English>),
    ("english-draughts-12", draughts::<English12>),
    ("international-draughts", draughts::<International>),
    ("brazilian-draughts", draughts::<Brazilian>),
    ("canadian-draughts", draughts::<Canadian>),
    ("battle-sheep", battle_sheep),
    ("kings-valley", kings_valley),
    ("tic-tac-toe", tic_tac_toe),
];

#[test]
fn every_registered_game_holds_the_laws() {
    let missing = plyground_games::REGISTRY.iter().map(|entry| entry.id);
    let missing = missing.filter(|id| LAWS.iter().all(|(held, _)| held != id));
    assert_eq!(missing.collect::<Vec<_>>(), [""; 0], "games without laws");
    std::thread::scope(|scope| {
        for &(id, hold) in LAWS {
            let thread = std::thread::Builder::new().name(id.to_owned());
            thread.spawn_scoped(scope, hold).unwrap();
        }
    });
}

fn connect_four() {
    Laws::of("connect-four", ConnectFour::default())
        .with_heuristics("default", connect_four::heuristics::Threats)
        .with_heuristics("classic", connect_four::heuristics::Classic)
        .hold();
}

fn tic_tac_toe() {
    Laws::of("tic-tac-toe", tic_tac_toe::TicTacToe)
        .with_heuristics("default", tic_tac_toe::heuristics::OpenLines)
        .hold();
}

fn draughts<R: Weighed>() {
    Laws::of(std::any::type_name::<R>(), Draughts::<R>::default())
        .with_heuristics("default", Opinion::<R>::by_default())
        .with_heuristics("squares", Opinion::<R>::squares())
        .with_heuristics("rings", Opinion::<R>::rings())
        .with_heuristics("english classic", Opinion::<R>::english_classic())
        .with_heuristics("material", Opinion::<R>::material())
        .hold();
}

/// For two, three and four, under both endings.
fn battle_sheep() {
    let hold = |about: &str, game: BattleSheep| {
        Laws::of(format!("battle-sheep, {about}"), game)
            .with_heuristics("default", battle_sheep::heuristics::Opinion::by_default())
            .with_heuristics("territory", battle_sheep::heuristics::Opinion::territory())
            .with_heuristics("classic", battle_sheep::heuristics::Classic)
            .hold();
    };
    let guide = BattleSheep::guide();
    let splits = BattleSheep {
        ending: Ending::Splits,
        ..guide.clone()
    };
    hold("splits", splits);
    hold("guide", guide.clone());
    for players in 2..=4 {
        let scattered = BattleSheep {
            pasture: tiles::random(players, 5).into(),
            players,
            sheep: 13,
            ..guide.clone()
        };
        hold(&format!("{players} players"), scattered);
    }
}

/// Under every option.
fn kings_valley() {
    for first_move in [FirstMove::Soldier, FirstMove::Both, FirstMove::Any] {
        for blocked in [Blocked::OwnTurn, Blocked::AtOnce] {
            for setup in [Setup::Standard, Setup::Retrieve] {
                let game = KingsValley {
                    first_move,
                    blocked,
                    setup,
                    repetition: true,
                };
                Laws::of(format!("kings-valley, {game:?}"), game)
                    .with_heuristics("default", kings_valley::heuristics::KingRoom)
                    .with_heuristics("classic", kings_valley::heuristics::Classic)
                    .hold();
            }
        }
    }
}

/// Rubbish is refused, never a panic: half of it is a real position with a slip.
#[test]
fn no_text_brings_a_reader_down() {
    let mut runner = TestRunner::new(Config {
        cases: 400,
        failure_persistence: None,
        ..Config::default()
    });
    let text = "[ -~é\n/]{0,60}";
    let slips = (any::<proptest::sample::Index>(), any::<char>());
    let outcome = runner.run(&(text, slips), |(text, (place, letter))| {
        for entry in plyground_games::REGISTRY {
            let mut session = entry.open(&entry.options([]).unwrap());
            let _ = session.set_up(&text, None);
            let _ = session.play(&text);
            let mut slipped: Vec<char> = session.position().chars().collect();
            let at = place.index(slipped.len());
            slipped[at] = letter;
            let slipped: String = slipped.into_iter().collect();
            if session.set_up(&slipped, None).is_ok() {
                let _ = (session.legal_moves(), session.ending(), session.view());
            }
        }
        let _ = plyground_games::record::Record::read_all(&text);
        let _ = text.parse::<plyground_engine::spec::Spec>();
        Ok(())
    });
    outcome.unwrap();
}

#[test]
fn mirrored_connect_four_positions_have_mirrored_moves() {
    let game = ConnectFour::default();
    along_random_games(&game, 200, |position| {
        images_have_the_same_moves(&game, position, &position.mirrored(), |column| 6 - column);
    });
}

#[test]
fn symmetric_valleys_have_symmetric_moves() {
    use plyground_games::kings_valley::board::{image, image_of_set};
    use plyground_games::kings_valley::rules::{Move, Position};
    let game = KingsValley {
        first_move: FirstMove::Any,
        ..KingsValley::default()
    };
    along_random_games(&game, 100, |position| {
        for symmetry in 0..8 {
            let turned = Position {
                soldiers: position.soldiers.map(|set| image_of_set(symmetry, set)),
                kings: position.kings.map(|square| image(symmetry, square)),
                ..*position
            };
            images_have_the_same_moves(&game, position, &turned, |mv: Move| Move {
                from: image(symmetry, mv.from),
                to: image(symmetry, mv.to),
            });
        }
    });
}
