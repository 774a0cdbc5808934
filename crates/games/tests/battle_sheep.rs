//! Battle Sheep against what is known: exact results of small pastures, endings
//! told without search, boards as moves, and boards that are refused.

use plyground_engine::algorithm::{Limits, Share, Stop, Task};
use plyground_engine::game::{Game, Player, WinDrawLoss};
use plyground_engine::random::Random;
use plyground_engine::score::Value;
use plyground_engine::session::{Puzzle, Session, Solution};
use plyground_engine::solve::{self, NoOpinion};
use plyground_games::battle_sheep::BattleSheep;
use plyground_games::battle_sheep::endings::Endings;
use plyground_games::battle_sheep::pasture::{Pasture, Place};
use plyground_games::battle_sheep::rules::{Ending, Holding, Move, Position};
use plyground_games::battle_sheep::tiles;
use plyground_games::find;
use std::collections::HashMap;
use std::sync::Arc;

fn open(options: &[(&str, &str)]) -> Box<dyn Session> {
    let entry = find("battle-sheep").unwrap();
    entry.open(&entry.options(options.iter().copied()).unwrap())
}

fn solution(session: &dyn Session) -> Solution {
    session.solve(&Puzzle {
        limits: Limits::default(),
        weak: false,
        book: true,
        threads: 1,
        table_bytes: 8 << 20,
        stop: &Stop::new(),
        observer: None,
    })
}

/// The sign of the winner under best play, 0 for a draw.
fn winner(session: &dyn Session) -> char {
    let mover = session.to_move();
    match solution(session).value {
        Value::Win { .. } => session.sign(mover),
        Value::Loss { .. } => session.sign(mover.opponent()),
        Value::Draw => '0',
        other => panic!("{other:?}"),
    }
}

/// An ordinary run takes every so manieth line.
const ORDINARY_STRIDE: usize = 7;

#[test]
fn small_pastures_have_their_known_results() {
    let stride = match std::env::var_os("PLYGROUND_DEEP") {
        Some(_) => 1,
        None => ORDINARY_STRIDE,
    };
    let lines = include_str!("battle-sheep/values.txt").lines();
    let known = lines.filter(|line| !line.starts_with('#'));
    for line in known.step_by(stride) {
        let (fields, board) = line.split_once('|').unwrap();
        let fields: Vec<&str> = fields.split_whitespace().collect();
        let position = format!("{board}/turn: {}", fields[1]);
        for (ending, expected) in [("official", fields[2]), ("splits", fields[3])] {
            if expected == "?" {
                continue;
            }
            let mut session = open(&[("sheep", fields[0]), ("ending", ending)]);
            session.set_up(&position, None).unwrap();
            let found = winner(session.as_ref()).to_string();
            assert_eq!(found, expected, "{ending}: {line}");
        }
    }
}

fn at(options: &[(&str, &str)], text: &str) -> Box<dyn Session> {
    let mut session = open(options);
    session.set_up(text, None).expect(text);
    session
}

/// What is foretold is what a search finds that is told nothing.
#[test]
fn foretold_endings_are_those_that_plain_search_finds() {
    let endings = Endings::new();
    let mut random = Random::new(8);
    let (mut settled, mut by_herd) = (0, 0);
    for number in 0..400 {
        let hexes = (0..14).map(|_| Place {
            row: random.below(3) as i32,
            column: 2 * random.below(5) as i32,
        });
        let slanted = hexes.map(|place| Place {
            column: place.column + (place.row & 1),
            ..place
        });
        let game = BattleSheep {
            pasture: Arc::new(Pasture::new(slanted)),
            sheep: 3 + random.below(5) as u8,
            ending: [Ending::Official, Ending::Splits][number % 4 / 3],
            ..BattleSheep::guide()
        };
        let mut position = game.start();
        while game.outcome(&position).is_none() {
            let mut moves = Vec::new();
            game.legal_moves(&position, &mut moves);
            if let Some(outcome) = endings.foregone(&game, &position) {
                let found = plain_result(&game, &position);
                let context = format!("{:?}: {position:?}", game.ending);
                assert_eq!(found, outcome.seen_by(position.to_move), "{context}");
                settled += 1;
                let held = position.stacks.map(u64::count_ones);
                by_herd += usize::from(held[0] == held[1]);
            }
            position = game.after(&position, moves[random.below(moves.len())]);
        }
    }
    assert!(settled > 300 && by_herd > 50, "{settled}, {by_herd}");
}

fn plain_result(game: &BattleSheep, position: &Position) -> WinDrawLoss {
    let stop = Stop::new();
    let task = Task {
        game,
        position,
        history: &[],
        limits: Limits::default(),
        lines: 1,
        shuffle: None,
        share: Share::WHOLE,
        stop: &stop,
    };
    let solved = solve::by_search(&task, &NoOpinion, 1 << 20, true);
    solved.value.result().unwrap()
}

/// The empty hexes that a player can reach.
fn field(game: &BattleSheep, position: &Position, player: Player) -> u64 {
    let empty = game.empty(position);
    let stacks = position.stacks[player.index()] & position.tall;
    let doors = game.pasture.around(stacks) & empty;
    game.pasture.connected(doors, empty)
}

/// The best that a player can hold when nobody else moves, with every slide and
/// every split tried as the rules have them. `best` remembers by key.
fn held_alone(
    game: &BattleSheep,
    position: &Position,
    best: &mut HashMap<u64, Holding>,
) -> Holding {
    if let Some(&known) = best.get(&game.key(position)) {
        return known;
    }
    let player = position.to_move;
    let mut most = game.holding(position, player);
    if game.can_move(position, player) {
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        for mv in moves {
            let again = game.after(&game.after(position, mv), Move::Pass);
            most = most.max(held_alone(game, &again, best));
        }
    }
    best.insert(game.key(position), most);
    most
}

#[test]
fn separated_flocks_with_twelve_empty_hexes_hold_what_each_can_hold_alone() {
    let endings = Endings::new();
    let mut random = Random::new(12);
    let mut found = 0;
    for seed in 0.. {
        let game = BattleSheep {
            pasture: Arc::new(tiles::random(2, seed)),
            ..BattleSheep::guide()
        };
        let mut position = game.start();
        while game.outcome(&position).is_none() {
            let [first, second] =
                [Player::FIRST, Player::SECOND].map(|player| field(&game, &position, player));
            let has_placed = position.stacks[1] != 0;
            if has_placed && first & second == 0 && first.count_ones().abs_diff(6) <= 1 {
                if (first | second).count_ones() == 12 {
                    let told = endings.foregone(&game, &position);
                    let mover = position.to_move;
                    let waiting = game.after(&position, Move::Pass);
                    let mut held = [position, waiting]
                        .map(|position| held_alone(&game, &position, &mut HashMap::new()));
                    held.rotate_right(mover.index());
                    assert_eq!(told, Some(game.result(&held)), "{seed}: {position:?}");
                    found += 1;
                }
                break;
            }
            let mut moves = Vec::new();
            game.legal_moves(&position, &mut moves);
            position = game.after(&position, moves[random.below(moves.len())]);
        }
        if found == 12 {
            break;
        }
    }
}

/// A wall of low stacks between two flocks with six empty hexes each.
const SEPARATED: &str = " 0  -1  +1   0   0/   0  -9  +9   0/ 0   0  -1  +1   0/   0   0  +1   0";

#[test]
fn two_separated_flocks_are_solved_without_a_search() {
    let session = at(&[], SEPARATED);
    let solution = solution(session.as_ref());
    let moves = session.legal_moves();
    // Each move is looked at once, and nothing below it is searched.
    assert_eq!(solution.nodes, moves.len() as u64);
    assert!(solution.value.is_proven());
}

#[test]
fn hexes_have_the_names_of_the_guide() {
    let session = at(
        &[],
        concat!(
            "       0   0   0   0/     0   0   0   0   0   0/   0   0   0   0   0  -16/",
            " 0  +16  0   0       0   0/       0   0   0   0   0   0/     0   0   0   0"
        ),
    );
    let view = session.view();
    let pieces: Vec<&str> = view
        .pieces
        .iter()
        .map(|piece| piece.cell.as_str())
        .collect();
    assert_eq!(pieces, ["c6", "d2"]);
    let labels: Vec<&str> = view
        .labels
        .iter()
        .map(|label| label.text.as_str())
        .collect();
    assert_eq!(labels, ["a1", "b1", "c1", "d1", "e3", "f3"]);
    assert!(!view.cells.iter().any(|cell| cell.id == "d5"));
}

const SMALL: &str = "   0  +2/-2   0  -3  +3/   0           0";

#[test]
fn a_whole_new_board_is_a_move() {
    for board in [
        "   0  +2/-2   0  -3  +3/   0           0",
        "   0  +2\n-2   0  -3  +3\n   0           0\n",
    ] {
        let mut session = at(&[], board);
        session
            .play("  -1  +2/-1   0  -3  +3/   0           0/turn: +")
            .unwrap();
        assert_eq!(session.moves(), ["b1-a1:1"]);
    }
    assert!(at(&[], SMALL).is_unfinished_move("   0  +2"));
    assert!(!at(&[], SMALL).is_unfinished_move(SMALL));
    assert!(!at(&[], SMALL).is_unfinished_move("b1-a1:1"));
}

#[test]
fn a_new_board_that_is_no_legal_move_away_is_refused_with_the_place() {
    for (board, expected) in [
        (SMALL, "row 1, column 1: the new board is the old one"),
        (
            "  -1  +1/-1   0  -3  +3/   0           0",
            "row 1, column 7: the new board is not one legal move away: after b1-a1:1",
        ),
        (
            "   0  +2/-2   0  -3  +3/   0       0",
            "row 3, column 12: the new board is another pasture from this hex on",
        ),
        (
            "  -1  +2/-1   0  -3  +3/   0           0/turn: -",
            "it is the turn of +",
        ),
    ] {
        let error = at(&[], SMALL).play(board).unwrap_err().to_string();
        assert!(error.contains(expected), "{board}: {error}");
    }
}

#[test]
fn bad_boards_are_refused_with_row_column_and_reason() {
    let many = vec![" 0  "; 65].concat();
    for (board, expected) in [
        (" 0   0/ 0   0", "row 2, column 2: this hex fits no grid"),
        (" 0   0/    0", "row 2, column 5: this hex fits no grid"),
        (
            " 0  -0",
            "row 1, column 5: a stack has 1 to 32 sheep, found '-0'",
        ),
        (
            " 0  -99",
            "row 1, column 5: a stack has 1 to 32 sheep, found '-99'",
        ),
        (
            " 0  -",
            "row 1, column 5: a stack has 1 to 32 sheep, found '-'",
        ),
        (" 0  #3", "row 1, column 5: expected 0 for an empty hex"),
        (" 0   7", "row 1, column 6: expected 0 for an empty hex"),
        (
            many.as_str(),
            "row 1, column 258: a pasture has 64 hexes at most",
        ),
        (
            "-9  -8   0",
            "row 1, column 5: - has 17 sheep up to here, and 16 at most",
        ),
        (
            " 0   0/turn: x",
            "row 2, column 1: expected 'turn:' and one of - + * =",
        ),
        ("turn: +", "expected a board of hexes"),
        ("", "expected a board of hexes"),
    ] {
        let error = open(&[]).set_up(board, None).unwrap_err().to_string();
        assert!(error.contains(expected), "{board}: {error}");
    }
    let error = open(&[("ending", "splits")]).set_up(" 0  *3", None);
    let error = error.unwrap_err().to_string();
    assert!(
        error.contains("row 1, column 5: ending=splits is for two"),
        "{error}"
    );
    let entry = find("battle-sheep").unwrap();
    let error = entry.options([("players", "3"), ("ending", "splits")]);
    assert!(error.unwrap_err().to_string().contains("for two players"));
}

#[test]
fn a_sign_on_the_board_brings_its_player() {
    for (board, players) in [("-2   0  +2", 2), ("-2   0  *2", 3), ("-2   0  =2", 4)] {
        assert_eq!(at(&[], board).players(), players, "{board}");
    }
    assert_eq!(at(&[], " 0   0/turn: *").players(), 3);
}
