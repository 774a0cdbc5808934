//! Draughts: draws by counting, the texts that are read and refused, and records.

use plyground_engine::game::Outcome;
use plyground_engine::random::Random;
use plyground_engine::session::Session;
use plyground_games::record::{Record, RecordedMove};
use plyground_games::{Entry, REGISTRY, find};

fn games() -> impl Iterator<Item = &'static Entry> {
    REGISTRY
        .iter()
        .filter(|entry| entry.id.contains("draughts"))
}

fn open(game: &str) -> Box<dyn Session> {
    let entry = find(game).unwrap();
    entry.open(&entry.options([]).unwrap())
}

fn open_at(game: &str, position: &str) -> Box<dyn Session> {
    let mut session = open(game);
    session.set_up(position, None).expect(position);
    session
}

/// The drawn games of a file, in which no position stands three times. All
/// counters start at 0, so each game is as long as its rule says.
#[test]
fn a_game_of_every_draw_rule_ends_by_it_and_not_a_ply_sooner() {
    let lengths = [
        ("15 moves a side by kings alone", vec![30]),
        ("15 moves with 3 or more kings", vec![29, 30]),
        ("5 moves a side with three pieces", vec![10]),
        ("5 moves a side with two pieces", vec![10]),
        ("30 moves a side with kings on both sides", vec![60]),
        ("60 moves a side with kings on both sides", vec![120]),
        ("40 moves a side by kings alone", vec![80]),
        ("25 moves a side by kings alone", vec![50]),
        ("16 moves a side with three pieces", vec![32]),
    ];
    let records = Record::read_all(include_str!("records/draughts-draws.pdn")).unwrap();
    let mut seen = std::collections::BTreeMap::new();
    for record in records {
        let (game, reason) = (record.tag("Game").unwrap(), record.tag("Reason").unwrap());
        let mut session = open_at(game, record.tag("FEN").unwrap());
        for mv in &record.moves {
            assert_eq!(session.ending(), None, "{game}: {reason}");
            session.play(&mv.text).unwrap();
        }
        let ending = session.ending().expect(reason);
        assert_eq!(
            (ending.outcome, ending.reason.to_string().as_str()),
            (Outcome::Draw, reason)
        );
        let (_, plies) = lengths
            .iter()
            .find(|(start, _)| reason.starts_with(start))
            .expect(reason);
        assert!(plies.contains(&record.moves.len()), "{game}: {reason}");
        *seen.entry(game.to_owned()).or_insert(0) += 1;
    }
    let counts: Vec<(&str, i32)> = seen
        .iter()
        .map(|(game, count)| (&game[..], *count))
        .collect();
    assert_eq!(
        counts,
        [
            ("brazilian-draughts", 3),
            ("canadian-draughts", 3),
            ("english-draughts", 1),
            ("english-draughts-12", 1),
            ("international-draughts", 4),
            ("russian-draughts", 10),
        ]
    );
}

/// Two kings that step out and back again.
fn there_and_back(session: &dyn Session, white: usize, black: usize) -> [String; 4] {
    let steps = |session: &dyn Session, king: usize| {
        let mut moves = session.legal_moves();
        moves.retain(|mv| mv.starts_with(&format!("{king}-")));
        moves
    };
    let back = |mv: &str| {
        let (from, to) = mv.split_once('-').unwrap();
        format!("{to}-{from}")
    };
    for first in steps(session, white) {
        let mut after_first = session.fork();
        after_first.play(&first).unwrap();
        for second in steps(after_first.as_ref(), black) {
            let mut copy = session.fork();
            let cycle = [first.clone(), second.clone(), back(&first), back(&second)];
            if cycle.iter().all(|mv| copy.play(mv).is_ok()) {
                return cycle;
            }
        }
    }
    panic!("no such moves at {}", session.position());
}

#[test]
fn the_third_repetition_is_a_draw_everywhere() {
    for entry in games() {
        let squares = open(entry.id).view().cells.len() / 2;
        let position = format!("W:WK{squares},{}:BK1,4", squares - 3);
        let mut session = open_at(entry.id, &position);
        let cycle = there_and_back(session.as_ref(), squares, 1);
        for mv in cycle.iter().chain(&cycle) {
            assert_eq!(session.ending(), None, "{}", entry.id);
            session.play(mv).unwrap();
        }
        let ending = session.ending().expect(entry.id);
        assert_eq!(ending.outcome, Outcome::Draw);
        assert_eq!(ending.reason.code(), "reason.repetition");
    }
}

#[test]
fn without_draws_the_12x12_game_goes_on_past_forty_moves() {
    let entry = find("english-draughts-12").unwrap();
    let mut session = entry.open(&entry.options([("draws", "none")]).unwrap());
    session.set_up("W:WK72:BK1:H500", None).unwrap();
    assert_eq!(session.ending(), None);
    let session = open_at("english-draughts-12", "W:WK72:BK1:H80");
    assert!(session.ending().is_some());
}

#[test]
fn a_stuck_side_has_lost_even_where_the_count_is_full() {
    let stuck = "W:W21:BK17,14:H40";
    let session = open_at("russian-draughts", stuck);
    let ending = session.ending().unwrap();
    assert_eq!(session.sign(winner(ending.outcome)), 'b');
    assert_eq!(ending.reason.to_string(), "White has no move");
}

fn winner(outcome: Outcome) -> plyground_engine::game::Player {
    match outcome {
        Outcome::Win(winner) => winner,
        other => panic!("expected a winner, found {other:?}"),
    }
}

#[test]
fn the_same_position_is_read_from_every_form_of_fen() {
    let plain = open_at("russian-draughts", "W:W21,22,K30:B1,2,K5").position();
    for text in [
        " w : w 21 , 22 , k30 : b 1 , 2 , k5 . ",
        "W:B1,2,K5:W21,22,K30",
        "W:W21-22,K30:B1-2,K5.",
        "W:Wa3,c3,Kc1:Bb8,d8,Ka7",
        "W:W21,22,K30:B1,2,K5:H0:F1",
    ] {
        assert_eq!(
            open_at("russian-draughts", text).position(),
            plain,
            "{text}"
        );
    }
    let numbered = "W:W21,22,K30:B1,2,K5:H3:F20";
    assert_eq!(open_at("russian-draughts", numbered).position(), numbered);
    let twelve = open_at("english-draughts-12", "W:Wk1,Kk3:Bb12").position();
    assert_eq!(twelve, "W:WK60,72:B1");
}

fn refusal(game: &str, text: &str) -> String {
    let error = open(game).set_up(text, None).expect_err(text);
    error.to_string()
}

#[test]
fn a_wrong_fen_is_refused_with_the_place_and_the_reason() {
    for (text, part) in [
        ("W:W0:B1", "found '0'"),
        ("W:W33:B1", "from 1 to 32"),
        ("W:W21,21:B1", "square 21 is given twice"),
        ("W:W21:B21", "square 21 is given twice"),
        ("W:W3:B1", "a man of White stands on 3"),
        ("W:W21:B30", "a man of Black stands on 30"),
        (":W21:B1", "expected the side to move"),
        ("W21:B1", "expected the side to move"),
        ("X:W21:B1", "found 'X'"),
        ("W:W21", "squares of Black"),
        ("W:W21:W22:B1", "once"),
        ("W:W22-21:B1", "from a lower to a higher"),
        ("W:Wa2:B1", "found 'a2'"),
        ("W:W21:B1:H", "found 'H'"),
        ("W:W21:B1:H99999", "found 'H99999'"),
        ("W:W21,:B1", "found ''"),
        ("W:W:B", "empty board"),
    ] {
        let told = refusal("russian-draughts", text);
        assert!(told.contains(part), "{text}: {told}");
        assert!(!told.contains('\n'));
    }
}

#[test]
fn a_colour_without_pieces_is_a_finished_game() {
    for (text, sign) in [("W:W21:B", 'w'), ("B:W21:B", 'w'), ("W:W:BK1", 'b')] {
        let session = open_at("english-draughts", text);
        let ending = session.ending().unwrap();
        assert_eq!(session.sign(winner(ending.outcome)), sign, "{text}");
        assert!(session.legal_moves().is_empty());
    }
}

const BOARD: &str = "  A B C D E F G H
1 _ b _ b _ b _ b
2 b _ b _ b _ b _
3 _ b _ b _ b _ b
4 0 _ 0 _ 0 _ 0 _
5 _ 0 _ 0 _ 0 _ 0
6 w _ w _ w _ w _
7 _ w _ w _ w _ w
8 w _ w _ w _ w _";

fn read_board(game: &str, text: &str, sign: char) -> Result<Box<dyn Session>, String> {
    let mut session = open(game);
    let first = session.to_move();
    let player = if session.sign(first) == sign {
        first
    } else {
        first.opponent()
    };
    session
        .set_up(text, Some(player))
        .map_err(|error| error.to_string())?;
    Ok(session)
}

#[test]
fn the_lines_show_the_start_of_every_game_both_ways() {
    for entry in games() {
        let start = open(entry.id);
        let sign = start.sign(start.to_move());
        let board = start.board_text().unwrap();
        if start.view().cells.len() == 64 {
            assert_eq!(board, BOARD, "{}", entry.id);
        } else {
            let told = read_board(entry.id, BOARD, sign).err().unwrap();
            assert!(told.contains("line 1: expected the header 'A B"), "{told}");
        }
        for text in [
            board.clone(),
            board.replace('\n', "/"),
            format!("{board}\n"),
        ] {
            let read = read_board(entry.id, &text, sign).unwrap();
            assert_eq!(read.position(), start.position());
        }
        assert!(open(entry.id).set_up(&board, None).is_err());
    }
}

#[test]
fn the_nine_lines_are_refused_with_the_line_and_what_was_expected() {
    let line = |number: usize, text: &str| {
        let mut lines: Vec<&str> = BOARD.lines().collect();
        lines[number - 1] = text;
        lines.join("\n")
    };
    for (text, parts) in [
        (line(1, "  A B C D E F G"), ["line 1", "header"]),
        (line(4, "4 _ b _ b _ b _ b"), ["line 4", "row number 3"]),
        (line(5, "4 0 _ 0 _ 0 _ 0"), ["line 5", "8 squares"]),
        (line(5, "4 0 _ 0 _ x _ 0 _"), ["line 5", "found 'x'"]),
        (line(5, "4 0 w 0 _ 0 _ 0 _"), ["line 5", "light square B4"]),
        (line(5, "4 w _ 0 _ 0 _ 0 _"), ["White", "found 13"]),
        (line(2, "1 _ w _ 0 _ 0 _ 0"), ["line 2", "crowned"]),
        (BOARD.replace('b', "0"), ["Black", "found 0"]),
        (format!("{BOARD}\n9 _"), ["line 10", "nothing"]),
        (line(9, ""), ["line 9", "row number 8"]),
    ] {
        let told = read_board("russian-draughts", &text, 'w')
            .err()
            .expect(&text);
        assert!(parts.iter().all(|part| told.contains(part)), "{told}");
    }
}

#[test]
fn the_answer_is_the_board_after_the_move_and_the_move_upside_down() {
    let start = open("russian-draughts");
    let answer = start.answer_text(Some("c3-b4")).unwrap();
    assert!(answer.contains("\n5 _ w _ 0 _ 0 _ 0\n6 w _ 0 _ w _ w _\n"));
    assert!(answer.ends_with("\nmove: C6->B5\n"), "{answer}");
    let winning = open_at("russian-draughts", "W:W22:B18");
    let answer = winning.answer_text(Some("22x15")).unwrap();
    let end = "\nmove: C6->E4\nresult: White wins (Black has no move)\n";
    assert!(answer.ends_with(end), "{answer}");
    let stuck = open_at("english-draughts", "W:W21:B17,14");
    let answer = stuck.answer_text(None).unwrap();
    let end = "\nmove: none\nresult: Black wins (White has no move)\n";
    assert!(answer.ends_with(end), "{answer}");
}

/// A man on e3 has two ways to e7, over d4 and d6 or over f4 and f6.
#[test]
fn a_capture_is_written_in_the_shortest_form_that_fits_it_alone() {
    let mut english = open_at("english-draughts", "W:W23:B10,11,18,19");
    let mut moves = english.legal_moves();
    moves.sort();
    assert_eq!(moves, ["23x14x7", "23x16x7"]);
    let told = english.play("23x7").unwrap_err().to_string();
    assert!(told.contains("fits several moves: expected 23x"), "{told}");
    english.write_moves_as("algebraic").unwrap();
    let mut moves = english.legal_moves();
    moves.sort();
    assert_eq!(moves, ["e3:c5:e7", "e3:g5:e7"]);
    english.play("23x16x7").unwrap();
    assert_eq!(english.position(), "B:W7:B10,18");
}

/// Where men capture backward both ways go on all round, and are one move.
#[test]
fn two_ways_over_the_same_pieces_to_the_same_square_are_one_move() {
    let mut russian = open_at("russian-draughts", "W:W23:B10,11,18,19");
    assert_eq!(russian.legal_moves(), ["23x23"]);
    for text in ["23x23", "23x14x23", "23x16x7x14x23", "e3:c5:e7:g5:e3"] {
        russian.play(text).expect(text);
        assert_eq!(russian.position(), "B:W23:B");
        russian.take_back();
    }
    assert!(russian.play("23x7").is_err());
}

#[test]
fn moves_are_read_in_both_notations_and_refused_with_examples() {
    let mut session = open("russian-draughts");
    for text in ["22-18", "c3-d4", "C3-D4", " 22 - 18 "] {
        session.play(text).expect(text);
        assert_eq!(session.moves(), ["22-18"]);
        session.take_back();
    }
    for (text, part) in [
        ("22x18", "takes nothing"),
        ("22-17-13", "not a legal move here: expected"),
        ("32-28", "expected 2"),
        ("22", "two squares or more"),
        ("99-1", "found '99'"),
        ("", "found ''"),
    ] {
        let told = session.play(text).expect_err(text).to_string();
        assert!(told.contains(part), "{text}: {told}");
    }
}

fn random_record(entry: &'static Entry, random: &mut Random) -> (Record, String) {
    let mut session = entry.open(&entry.options([]).unwrap());
    for _ in 0..200 {
        let moves = session.legal_moves();
        if moves.is_empty() {
            break;
        }
        session.play(&moves[random.below(moves.len())]).unwrap();
    }
    let mut record = Record::default();
    for (name, value) in session.record_tags() {
        record.set_tag(name, value);
    }
    record.result = match session.ending() {
        Some(ending) => session.write_result(ending.outcome),
        None => "*".to_owned(),
    };
    record.moves = session
        .recorded_moves()
        .into_iter()
        .map(RecordedMove::new)
        .collect();
    (record, session.position())
}

#[test]
fn a_thousand_games_of_every_kind_are_written_and_read_and_equal() {
    let mut random = Random::new(17);
    for entry in games() {
        let games: Vec<(Record, String)> = (0..1000)
            .map(|_| random_record(entry, &mut random))
            .collect();
        let file: Vec<String> = games.iter().map(|(record, _)| record.write()).collect();
        let read = Record::read_all(&file.join("\n")).unwrap();
        assert_eq!(read.len(), games.len());
        for (read, (written, end)) in read.iter().zip(&games) {
            assert_eq!(read, written);
            let mut session = entry.open(&entry.options([]).unwrap());
            for mv in &read.moves {
                session.play(&mv.text).unwrap();
            }
            assert_eq!(&session.position(), end);
        }
    }
}

#[test]
fn a_hand_made_file_is_read_with_comments_variations_and_every_result() {
    let records = Record::read_all(include_str!("records/draughts-by-hand.pdn")).unwrap();
    let results: Vec<&str> = records.iter().map(|record| &record.result[..]).collect();
    assert_eq!(
        results,
        ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*"]
    );
    assert_eq!(records[0].moves[1].comments, ["the usual reply"]);
    assert_eq!(records[0].moves[2].variations.len(), 1);
    for (record, game) in records.iter().zip([
        "russian-draughts",
        "english-draughts",
        "international-draughts",
        "english-draughts-12",
        "brazilian-draughts",
        "canadian-draughts",
        "russian-draughts",
        "english-draughts",
    ]) {
        let mut session = open(game);
        for (name, value) in &record.tags {
            session.check_record_tag(name, value).unwrap();
        }
        for mv in &record.moves {
            session.play(&mv.text).expect(&mv.text);
        }
        assert_eq!(Record::read_all(&record.write()).unwrap()[0], *record);
    }
    let told = open("english-draughts").check_record_tag("GameType", "25,W,8,8,A0,0");
    assert!(told.unwrap_err().to_string().contains("21,B,8,8,N1,0"));
}
