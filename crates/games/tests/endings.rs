//! Endings whose true value is known from elsewhere: draughts with few kings,
//! solved plainly on the twin's rules, and the lines of King's Valley that its table holds.
//! No search may prove what is not so, whatever it was asked before, however near a
//! draw by counting is, and whatever has been on the board twice.

// Not all that twins can do is needed here.
#[allow(dead_code)]
mod twins {
    pub(crate) mod draughts;
    pub(crate) mod kings_valley;
    pub(crate) mod solved;
}

use plyground_engine::algorithm::{Limits, Share, Stop};
use plyground_engine::engines::Evaluation;
use plyground_engine::notation::Notation;
use plyground_engine::oracle::{Effort, Oracle};
use plyground_engine::random::Random;
use plyground_engine::score::{Score, Value};
use plyground_engine::session::{Analysis, EngineId, GameSession, Play, Question, Session, Think};
use plyground_games::find;
use plyground_games::kings_valley::rules::{Blocked, FirstMove, Position, Setup};
use plyground_games::kings_valley::{KingsValley, heuristics};
use plyground_kit::twin::{End, Twin as Rules};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};
use twins::draughts::{ENGLISH, RUSSIAN, Twin};
use twins::solved::{Solved, bare};

fn open(game: &str, options: &[(&str, &str)]) -> Box<dyn Session> {
    let entry = find(game).unwrap();
    entry.open(&entry.options(options.iter().copied()).unwrap())
}

fn open_at(game: &str, position: &str) -> Box<dyn Session> {
    let mut session = open(game, &[]);
    session.set_up(position, None).expect(position);
    session
}

fn think(session: &mut dyn Session, engine: EngineId, limits: Limits) -> Analysis {
    let stop = Stop::new();
    let question = Question {
        limits,
        lines: 1,
        shuffle: None,
        share: Share::WHOLE,
        stop: &stop,
    };
    session.think(engine, &question, &mut |_| {})
}

/// Engines that prove things.
const PROVERS: [&str; 7] = [
    "search,selective=off,exact=off,hash=1",
    "mtdf,hash=1",
    "search,selective=off,exact=off,hash=1,threads=2",
    "search,exact=off,hash=1",
    "search,exact=off,hash=1,threads=2",
    "search,exact=off,hash=1,threads=2,parallel=lazy",
    "pns,hash=1",
];

/// What is called won, lost or drawn is so, and its distance, if given, the true one.
fn assert_true(found: &Analysis, truth: Score, about: &str) {
    let is_true = match found.value {
        Value::Win { plies } => {
            truth.is_win() && (plies.is_none() || plies == truth.plies_to_end())
        }
        Value::Loss { plies } => {
            truth.is_loss() && (plies.is_none() || plies == truth.plies_to_end())
        }
        Value::Draw => truth == Score::DRAW,
        Value::Estimate(_) | Value::Unknown => true,
    };
    assert!(
        is_true,
        "{about}: found {:?}, but it is {truth:?}",
        found.value
    );
}

fn claims_end_within(found: &Analysis, most: u32) -> bool {
    match found.value {
        Value::Win { plies } | Value::Loss { plies } => plies.is_some_and(|plies| plies <= most),
        Value::Draw | Value::Estimate(_) | Value::Unknown => false,
    }
}

/// White has two kings, Black one.
fn two_kings_against_one() -> Vec<String> {
    let mut positions = Vec::new();
    for first in 1..=32 {
        for second in first + 1..=32 {
            for lone in (1..=32).filter(|lone| ![first, second].contains(lone)) {
                for side in ["W", "B"] {
                    positions.push(format!("{side}:WK{first},K{second}:BK{lone}"));
                }
            }
        }
    }
    positions
}

/// The same position with the colours exchanged and the board turned round.
fn turned(position: &str) -> String {
    let fields: Vec<&str> = position.split(':').collect();
    let turn = |squares: &str| {
        let numbers = squares.split(',').filter(|square| !square.is_empty());
        let turned = numbers.map(|square| {
            let number: u32 = square.trim_start_matches('K').parse().unwrap();
            format!("K{}", 33 - number)
        });
        turned.collect::<Vec<_>>().join(",")
    };
    let side = if fields[0] == "W" { "B" } else { "W" };
    format!(
        "{side}:W{}:B{}",
        turn(&fields[2][1..]),
        turn(&fields[1][1..])
    )
}

struct Kind {
    game: &'static str,
    twin: Twin,
    solved: Solved,
    values: Vec<Vec<Score>>,
}

/// Two kings against one: in the Russian game drawn after 10 plies, in the English after 80.
static KINDS: LazyLock<[Kind; 2]> = LazyLock::new(|| {
    [
        ("russian-draughts", RUSSIAN, 10),
        ("english-draughts", ENGLISH, 80),
    ]
    .map(|(game, twin, limit)| {
        let twin = Twin {
            draws: "none",
            ..twin
        };
        let solved = Solved::new(twin, limit, &two_kings_against_one());
        let values = solved.values(&[], limit);
        Kind {
            game,
            twin,
            solved,
            values,
        }
    })
});

impl Kind {
    /// A game at a position with so many plies left until it is drawn; every
    /// other one for the other colour.
    fn at(&self, place: usize, left: usize, is_turned: bool) -> Box<dyn Session> {
        let position = &self.solved.positions[place];
        let position = if is_turned {
            turned(position)
        } else {
            position.clone()
        };
        let text = format!("{position}:H{}", self.solved.limit - left);
        open_at(self.game, &text)
    }
}

const DEPTH: u32 = 7;

/// So deep, or where there is no depth, so many nodes.
fn at_leisure(spec: &str) -> Limits {
    Limits {
        depth: Some(DEPTH),
        nodes: spec.starts_with("pns").then_some(5_000),
    }
}

/// Whether it finds whatever lies within its depth.
fn is_exact(spec: &str) -> bool {
    spec.contains("selective=off") || spec.starts_with("mtdf")
}

fn is_near(truth: Score) -> bool {
    truth.plies_to_end().is_some_and(|plies| plies < DEPTH)
}

#[test]
fn draughts_with_three_kings_is_never_misjudged() {
    let mut random = Random::new(3);
    for kind in KINDS.iter() {
        let mut found_by = [0; PROVERS.len()];
        let mut near = 0;
        for number in 0..60 {
            let limit = kind.solved.limit;
            let left = [limit, 1 + random.below(limit), 1 + random.below(9)][number % 3];
            let place = loop {
                let place = random.below(kind.solved.positions.len());
                let truth = kind.values[left][place];
                if truth != Score::lost_in(0) && (number % 2 == 0 || is_near(truth)) {
                    break place;
                }
            };
            let truth = kind.values[left][place];
            near += usize::from(is_near(truth));
            let mut session = kind.at(place, left, random.below(2) == 0);
            for (spec, found_by) in PROVERS.iter().zip(&mut found_by) {
                let nodes = random.below(3_000) as u64;
                let is_found = is_judged(session.as_mut(), spec, nodes, truth);
                *found_by += usize::from(is_found && is_near(truth));
            }
        }
        assert!(near >= 30, "{near}");
        for (spec, found) in PROVERS.iter().zip(found_by) {
            let least = if is_exact(spec) { near } else { near * 9 / 10 };
            assert!(found >= least, "{spec}, {}: {found} of {near}", kind.game);
        }
    }
}

/// Asks an engine in a hurry and again at leisure; whether it proves something in the end.
fn is_judged(session: &mut dyn Session, spec: &str, nodes: u64, truth: Score) -> bool {
    let about = format!("{spec} on {}, {nodes} nodes", session.position());
    let engine = session.add_engine(&spec.parse().unwrap()).unwrap();
    let hurried = Limits {
        depth: None,
        nodes: Some(1 + nodes),
    };
    let found = think(session, engine, hurried);
    assert_true(&found, truth, &about);
    let found = think(session, engine, at_leisure(spec));
    assert_true(&found, truth, &about);
    found.value.is_proven()
}

/// What every handbook says of lone kings. In the Russian game three kings win
/// against one within fifteen moves, unless it holds the main road from a1 to h8 (29 to 4);
/// in the English game two win against one, even in the double corner (28 and 32).
#[test]
fn what_handbooks_say_of_lone_kings_is_never_denied() {
    let handbook = [
        ("russian-draughts", "W:WK30,K31,K32:BK29", "drawn"),
        ("russian-draughts", "B:WK30,K31,K32:BK29", "drawn"),
        ("russian-draughts", "W:WK1,K2,K3:BK4", "drawn"),
        ("russian-draughts", "W:WK29,K31,K32:BK30", "won"),
        ("russian-draughts", "W:WK30,K31,K32:BK28", "won"),
        ("russian-draughts", "W:WK26,K30,K31:BK32", "won"),
        ("russian-draughts", "W:WK32:BK1", "drawn"),
        ("russian-draughts", "W:WK32,K31:BK29", "drawn"),
        ("english-draughts", "W:WK18,K19:BK32", "won"),
        ("english-draughts", "W:WK14,K15:BK28", "won"),
        ("english-draughts", "B:WK18,K19:BK32", "lost"),
    ];
    for (game, text, truth) in handbook {
        let mut session = open_at(game, text);
        for spec in PROVERS {
            let engine = session.add_engine(&spec.parse().unwrap()).unwrap();
            let found = think(session.as_mut(), engine, at_leisure(spec));
            let is_denied = match found.value {
                Value::Win { .. } => truth != "won",
                Value::Draw => truth != "drawn",
                Value::Loss { .. } => truth != "lost",
                Value::Estimate(_) | Value::Unknown => false,
            };
            assert!(!is_denied, "{spec} on {text}: {:?}", found.value);
        }
    }
    let english = &KINDS[1];
    for (_, text, truth) in handbook.iter().filter(|(game, ..)| *game == english.game) {
        let value = english.values[80][english.solved.number_of(text)];
        assert_eq!(
            (value.is_win(), value.is_loss()),
            (*truth == "won", *truth == "lost")
        );
    }
}

/// A way to come to a position for the second time, when what its only winning
/// move leads to has been there twice: from there both sides step out and
/// back, and out and back again but for the last step.
struct Detour {
    start: String,
    moves: Vec<String>,
}

fn detours(twin: &dyn Rules, position: &str, winning: &str) -> Vec<Detour> {
    let start = bare(&twin.after(position, winning)).to_owned();
    let back = |mv: &str| {
        let (from, to) = mv.split_once('-')?;
        Some(format!("{to}-{from}"))
    };
    let by_step = |step: &String| {
        let cycle = [step, &back(winning)?, &back(step)?, winning].map(String::from);
        let mut here = start.clone();
        for mv in &cycle {
            if twin.end(&here).is_some() || !twin.moves(&here).contains(mv) {
                return None;
            }
            here = twin.after(&here, mv);
        }
        let twice = cycle.iter().chain(&cycle);
        (bare(&here) == start).then(|| Detour {
            start: start.clone(),
            moves: twice.take(7).cloned().collect(),
        })
    };
    twin.moves(&start).iter().filter_map(by_step).collect()
}

/// Engines that keep what they learn think at every step of the way. `truth` is
/// asked with the position, the positions that have been there twice and the step,
/// and says within how many plies there is no end where it knows no more. Returns the
/// values of all steps.
fn follow(
    session: &mut dyn Session,
    detour: &Detour,
    truth: impl Fn(&str, &[String], usize) -> Result<Score, u32>,
) -> Vec<Result<Score, u32>> {
    let engines = PROVERS.map(|spec| session.add_engine(&spec.parse().unwrap()).unwrap());
    let mut past: Vec<String> = Vec::new();
    let mut values = Vec::new();
    for step in 0..=detour.moves.len() {
        let position = bare(&session.position()).to_owned();
        let mut twice = past.clone();
        twice.retain(|position| past.iter().filter(|&other| other == position).count() == 2);
        let value = truth(&position, &twice, step);
        values.push(value);
        for (spec, engine) in PROVERS.iter().zip(engines) {
            let found = think(session, engine, at_leisure(spec));
            let about = format!("{spec} at {position} after {past:?}");
            match value {
                Ok(truth) => {
                    assert_true(&found, truth, &about);
                    let may_miss = !is_near(truth) || !is_exact(spec);
                    assert!(found.value.is_proven() || may_miss, "{about}");
                }
                Err(most) => assert!(!claims_end_within(&found, most), "{about}: {found:?}"),
            }
        }
        if let Some(mv) = detour.moves.get(step) {
            session.play(mv).unwrap();
        }
        past.push(position);
    }
    values
}

#[test]
fn two_kings_cannot_win_through_a_position_that_was_there_twice() {
    // In the Russian game no win is so slow that the other side could step back and forth.
    let kind = &KINDS[1];
    let mut random = Random::new(8);
    let (mut tried, mut spoilt) = (0, 0);
    while tried < 8 {
        let first_left = 20 + random.below(10);
        let place = random.below(kind.solved.positions.len());
        let values = &kind.values[first_left - 7];
        let &[won] = &kind.solved.winning_moves(place, values)[..] else {
            continue;
        };
        let position = &kind.solved.positions[place];
        let moves = kind.twin.moves(position);
        let wins = |mv: &&String| {
            let after = kind.twin.after(position, mv);
            bare(&after) == kind.solved.positions[won]
        };
        let winning = moves.iter().find(wins).unwrap();
        let detours = detours(&kind.twin, position, winning);
        let Some(detour) = detours.first().filter(|_| is_near(values[place])) else {
            continue;
        };
        let start = kind.solved.number_of(&detour.start);
        let mut session = kind.at(start, first_left, false);
        let told = follow(session.as_mut(), detour, |position, twice, step| {
            let (place, left) = (kind.solved.number_of(position), first_left - step);
            Ok(match twice {
                [] => kind.values[left][place],
                _ => kind.solved.values(twice, left)[left][place],
            })
        });
        tried += 1;
        spoilt += usize::from(told[7] != Ok(values[place]));
    }
    assert!(spoilt > 4, "{spoilt} spoilt of {tried}");
}

const VALLEY: [(&str, &str); 1] = [("first-move", "any")];
const VALLEY_TWIN: twins::kings_valley::Twin = twins::kings_valley::Twin {
    first_move: "any",
    blocked: "own-turn",
    setup: "standard",
};

/// Whether the side to move can win within so many plies without coming to one of
/// the drawn positions: every move tried, nothing remembered.
fn wins_within(position: &str, plies: u32, drawn: &[String]) -> bool {
    if let Some(end) = VALLEY_TWIN.end(position) {
        return end == End::Won(position.chars().last().unwrap());
    }
    plies > 0 && winning_moves(position, plies, drawn).next().is_some()
}

fn winning_moves<'a>(
    position: &'a str,
    plies: u32,
    drawn: &'a [String],
) -> impl Iterator<Item = String> + 'a {
    VALLEY_TWIN.moves(position).into_iter().filter(move |mv| {
        let next = VALLEY_TWIN.after(position, mv);
        loses_within(&next, plies - 1, drawn)
    })
}

/// The same for the side that is to lose, after a move of the other.
fn loses_within(position: &str, plies: u32, drawn: &[String]) -> bool {
    if let Some(end) = VALLEY_TWIN.end(position) {
        return end != End::Won(position.chars().last().unwrap());
    }
    plies > 0
        && !drawn.iter().any(|drawn| drawn == position)
        && VALLEY_TWIN.moves(position).into_iter().all(|mv| {
            let next = VALLEY_TWIN.after(position, &mv);
            !drawn.contains(&next) && wins_within(&next, plies - 1, drawn)
        })
}

/// The value where the end lies within four plies, found by trying every move.
fn near_value(position: &str, drawn: &[String]) -> Result<Score, u32> {
    let most = 4;
    let near = (1..=most).find_map(|plies| match plies % 2 {
        1 => wins_within(position, plies, drawn).then(|| Score::won_in(plies)),
        _ => loses_within(position, plies, drawn).then(|| Score::lost_in(plies)),
    });
    near.ok_or(most)
}

/// A table that holds some positions and calls all others drawn. Like every table it
/// knows nothing of the game before.
struct Leaflet(HashMap<String, Score>);

impl Oracle<KingsValley> for Leaflet {
    fn score(&self, game: &KingsValley, position: &Position, _: &Effort<'_>) -> Option<Score> {
        self.instant(game, position)
    }

    fn instant(&self, game: &KingsValley, position: &Position) -> Option<Score> {
        let value = self.0.get(&game.write_position(position));
        Some(value.copied().unwrap_or(Score::DRAW))
    }
}

/// A table with the values that the positions of the way would have in a new game is
/// believed as long as none of them was there twice, and not afterwards.
fn assert_table_keeps_silent(detour: &Detour, told: &[Result<Score, u32>]) {
    let mut way = vec![detour.start.clone()];
    for mv in &detour.moves {
        way.push(VALLEY_TWIN.after(&way[way.len() - 1], mv));
    }
    let values = way.iter().filter_map(|position| {
        let value = near_value(position, &[]).ok()?;
        Some((position.clone(), value))
    });
    let game = KingsValley {
        first_move: FirstMove::Any,
        blocked: Blocked::OwnTurn,
        setup: Setup::Standard,
        repetition: true,
    };
    let evaluations = vec![Evaluation::new("default", heuristics::KingRoom)];
    let mut session =
        GameSession::new(game, evaluations).with_oracle(Arc::new(Leaflet(values.collect())));
    session.set_up(&detour.start, None).unwrap();
    let engine = session
        .add_engine(&"search,hash=1".parse().unwrap())
        .unwrap();
    for (step, told) in told.iter().enumerate() {
        let about = format!("step {step} from {}", detour.start);
        let found = think(&mut session, engine, at_leisure("search"));
        match *told {
            Ok(truth) => assert_true(&found, truth, &about),
            Err(most) => assert!(!claims_end_within(&found, most), "{about}: {found:?}"),
        }
        let is_repeated = step > 4;
        let known = session.known();
        assert_eq!(known.is_none(), is_repeated, "{about}: {known:?}");
        if let (Some(known), Ok(truth)) = (known, told) {
            assert_eq!(known, truth.value(true), "{about}");
        }
        if let Some(mv) = detour.moves.get(step) {
            session.play(mv).unwrap();
        }
    }
}

#[test]
fn no_king_reaches_the_valley_through_a_position_that_was_there_twice() {
    let mut random = Random::new(2);
    let (mut tried, mut spoilt) = (0, 0);
    while tried < 8 {
        let mut session = open("kings-valley", &VALLEY);
        for _ in 0..6 + random.below(20) {
            let moves = session.legal_moves();
            if !moves.is_empty() {
                session.play(&moves[random.below(moves.len())]).unwrap();
            }
        }
        let position = session.position();
        if session.ending().is_some() || wins_within(&position, 1, &[]) {
            continue;
        }
        let winning: Vec<String> = winning_moves(&position, 3, &[]).take(2).collect();
        let [winning] = &winning[..] else {
            continue;
        };
        // The side that must step there had lost while nothing was repeated.
        let had_lost = |detour: &&Detour| {
            let [step, back] = &detour.moves[..2] else {
                return false;
            };
            let eve = VALLEY_TWIN.after(&VALLEY_TWIN.after(&detour.start, step), back);
            near_value(&eve, &[]) == Ok(Score::lost_in(4))
        };
        let detours = detours(&VALLEY_TWIN, &position, winning);
        let Some(detour) = detours.iter().find(had_lost) else {
            continue;
        };
        session.set_up(&detour.start, None).unwrap();
        let told = follow(session.as_mut(), detour, |position, twice, _| {
            near_value(position, twice)
        });
        assert_table_keeps_silent(detour, &told);
        tried += 1;
        spoilt += usize::from(told[6] != told[2] && told[7] != told[3]);
    }
    assert!(spoilt > 4, "{spoilt} spoilt of {tried}");
}

/// The best play from the three first positions, as the complete table tells it: the
/// value is one ply nearer after every move. Engines walk along and back again.
#[test]
fn along_the_best_play_of_kings_valley_every_ply_brings_the_end_nearer() {
    let standard = "a1-d4 c5-c2 b1-b4 a5-a1 b4-a3 c2-b1 c1-b2 b1-c1 b2-c3";
    let free = "c1-c4 c5-a3 e1-e4 a3-c1 e4-c2 c1-a3 c4-c3";
    let retrieve = "a1-a4 c1-c4 e1-b4 d5-d2 c5-d5 d2-d4 d5-e4 c4-c1 e4-c2 d4-e3 b4-e4 c1-d2 \
                    c2-d3 d2-c1 d1-b3 c1-e1 d3-c3";
    for (options, line) in [
        (vec![], standard),
        (vec![("first-move", "any")], free),
        (vec![("setup", "retrieve")], retrieve),
    ] {
        let line: Vec<&str> = line.split(' ').collect();
        let mut session = open("kings-valley", &options);
        let engines = PROVERS.map(|spec| session.add_engine(&spec.parse().unwrap()).unwrap());
        let places = 0..line.len();
        for place in places.clone().chain(places.rev()) {
            while session.moves().len() > place {
                session.take_back();
            }
            while session.moves().len() < place {
                session.play(line[session.moves().len()]).unwrap();
            }
            let plies = (line.len() - place) as u32;
            let truth = match plies % 2 {
                1 => Score::won_in(plies),
                _ => Score::lost_in(plies),
            };
            for (spec, engine) in PROVERS.iter().zip(engines) {
                let found = think(session.as_mut(), engine, at_leisure(spec));
                let about = format!("{spec} at {}", session.position());
                assert_true(&found, truth, &about);
                let may_miss = !is_near(truth) || !is_exact(spec);
                assert!(found.value.is_proven() || may_miss, "{about}");
            }
        }
    }
}
