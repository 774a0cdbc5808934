//! Readers of text: positions, moves, records, settings, requests, protocols.

use crate::clock::TimeControl;
use crate::jobs::Worker;
use crate::matches::adjudication::{DrawRule, ResignRule};
use crate::matches::contestant::Contestant;
use crate::matches::game::Conditions;
use crate::matches::openings::Opening;
use crate::matches::referee::{Job, Referee};
use crate::matches::sprt::Sprt;
use crate::protocol::{self, Engine};
use crate::training::playing::{Hexadecimal, Playing};
use plyground_api::choice::GameChoice;
use plyground_engine::algorithm::Stop;
use plyground_engine::session::Session;
use plyground_engine::spec::{Spec, duration};
use plyground_games::options::Choice;
use plyground_games::record::Record;
use plyground_games::{Entry, Games, REGISTRY};
use std::cell::RefCell;
use std::time::Duration;

fn bytes(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// A session of every game as usual, and with every option changed alone. Opening
/// takes longer than most inputs, so each is opened once.
fn opened() -> Vec<Box<dyn Session>> {
    let mut sessions = Vec::new();
    for entry in REGISTRY {
        let open = |rules: &[(&str, &str)]| {
            let options = entry.options(rules.iter().copied()).ok()?;
            Some(entry.open(&options))
        };
        sessions.extend(open(&[]));
        for option in entry.options {
            let values: Vec<String> = match option.choice {
                Choice::Words(words) => words.iter().map(|word| (*word).to_owned()).collect(),
                Choice::Number { min, max, .. } => vec![min.to_string(), max.to_string()],
            };
            let changed = values.iter();
            sessions.extend(changed.filter_map(|value| open(&[(option.name, value)])));
        }
    }
    sessions
}

/// Tries an input on one session, which its first byte chooses.
fn with_session(bytes: &[u8], work: impl FnOnce(&mut dyn Session, &str)) {
    thread_local! {
        static SESSIONS: RefCell<Vec<Box<dyn Session>>> = RefCell::new(opened());
    }
    let Some((&which, rest)) = bytes.split_first() else {
        return;
    };
    let text = String::from_utf8_lossy(rest);
    SESSIONS.with_borrow_mut(|sessions| {
        let which = usize::from(which) % sessions.len();
        sessions[which].restart();
        work(sessions[which].as_mut(), &text);
    });
}

/// Jobs of a match and of training, as they lie in a queue.
pub(super) fn job_seeds() -> Vec<Vec<u8>> {
    let job = Job {
        number: 3,
        game: "connect-four".to_owned(),
        options: Vec::new(),
        opening_number: 1,
        opening: Opening {
            start: Some("7/7/7/7/7/3x3 o".to_owned()),
            moves: vec!["4".to_owned(), "3".to_owned()],
        },
        seats: vec![1, 0],
        specs: vec!["random".to_owned(), "search,depth=2,hash=1".to_owned()],
        conditions: Conditions {
            clock: None,
            draw: None,
            resign: None,
            ends_when_known: false,
            patience: Duration::from_secs(1),
        },
        seed: 1,
    };
    let playing = Playing {
        game: "english-draughts".to_owned(),
        seed: 1,
        nodes: 10,
        players: vec![None, Some(Hexadecimal(vec![1, 2, 3]))],
    };
    let seeds = [serde_json::to_vec(&job), serde_json::to_vec(&playing)];
    seeds.into_iter().flatten().collect()
}

/// Begins what a job asks for, and no more: no program is started, nothing large taken.
pub(super) fn jobs(bytes: &[u8]) {
    let Ok(games) = Games::new(REGISTRY) else {
        return;
    };
    if let Ok(playing) = serde_json::from_slice::<Playing>(bytes) {
        let trainer = games.find(&playing.game).ok();
        if let Some(trainer) = trainer.and_then(Entry::trainer) {
            let _ = playing.points(trainer.as_ref());
        }
    }
    let Ok(job) = serde_json::from_slice::<Job>(bytes) else {
        return;
    };
    let is_small = |text: &String| {
        let contestant: Option<Contestant> = text.parse().ok();
        contestant.is_none_or(|one| {
            let table = one.spec.hash_bytes.unwrap_or(0);
            one.command.is_none() && table <= 1 << 24
        })
    };
    if job.specs.iter().all(is_small) {
        let stop = Stop::new();
        stop.raise();
        let _ = Referee::new(games, Some("/no/such/tables".into())).work(&job, &stop);
    }
}

fn of_all_sessions(text: impl Fn(&dyn Session) -> String) -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (number, session) in opened().into_iter().enumerate() {
        let text = text(session.as_ref());
        seeds.push([&[number as u8], text.as_bytes()].concat());
    }
    seeds
}

pub(super) fn position_seeds() -> Vec<Vec<u8>> {
    let mut seeds = of_all_sessions(|session| session.position());
    let crowded = "\x03W:WK27:B8,9,10,11,12,20,21,22,23,24,32,33,34,35,36,44,45,46,47,48";
    seeds.push(crowded.as_bytes().to_vec());
    seeds.extend(of_all_sessions(|session| {
        session.board_text().unwrap_or_default()
    }));
    seeds
}

/// A text that is read as a position is written back as one that reads the same.
pub(super) fn positions(bytes: &[u8]) {
    with_session(bytes, |session, text| {
        if session.set_up(text, None).is_ok() {
            let written = session.position();
            session
                .set_up(&written, None)
                .expect("what we write we read");
            assert_eq!(session.position(), written);
            let _ = (session.legal_moves(), session.ending(), session.view());
        }
    });
}

pub(super) fn move_seeds() -> Vec<Vec<u8>> {
    of_all_sessions(|session| {
        let mut session = session.fork();
        let mut moves = Vec::new();
        for ply in 0..12 {
            let legal = session.legal_moves();
            let Some(mv) = legal.get(ply * 7 % legal.len().max(1)) else {
                break;
            };
            let _ = session.play(mv);
            moves.push(mv.replace([' ', '\n'], "_"));
        }
        moves.join(" ")
    })
}

/// A text that is read as a move is one of the legal moves.
pub(super) fn moves(bytes: &[u8]) {
    with_session(bytes, |session, text| {
        for word in text.split_whitespace().take(60) {
            if session.play(word).is_ok() {
                let played = session.take_back().expect("a move was played");
                assert!(session.legal_moves().contains(&played));
                session.play(&played).expect("a move that we write");
            }
        }
    });
}

pub(super) fn record_seeds() -> Vec<Vec<u8>> {
    bytes(&[
        "[Game \"connect-four\"]\n[Result \"1-0\"]\n\n1. 4 {good} 3 $1 (1... 2 2. 4!) 2. 4? 3 1-0\n",
        "[Event \"?\"]\n[GameType \"25\"]\n1. c3-d4 b6-a5 2. d4-e5 *\n* ; end\n",
        "{first} 1. a (b (c) d) e [x \"y\\\"\"] 2-0 * 1/2-1/2",
    ])
}

pub(super) fn records(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for record in Record::read_within(&text, 50, 2000).unwrap_or_default() {
        let _ = Record::read_all(&record.write());
    }
    let _ = Record::read_first(&text, 2000);
}

pub(super) fn setting_seeds() -> Vec<Vec<u8>> {
    bytes(&[
        "search,depth=7,hash=64,threads=2,eval=squares,time=1s",
        "alpha-beta,depth=3,window=50 mcts,nodes=100,seed=5",
        "elo0=0,elo1=5,alpha=0.05,beta=0.05 0:5 -3:10:0.01:0.1",
        "40/60+1 3+2 300ms 1h 5m 10:00 cmd:'a b',depth=3 plies=40,score=10 3:500",
        "players=3 seed=77 blocked=at-once",
    ])
}

/// Engines, times, tests, clocks, adjudications, options.
pub(super) fn settings(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for word in text.split_whitespace().chain([&*text]) {
        let _ = (word.parse::<Spec>(), duration(word), word.parse::<Sprt>());
        let _ = (word.parse::<TimeControl>(), word.parse::<Contestant>());
        let _ = (word.parse::<DrawRule>(), word.parse::<ResignRule>());
        if let Some(rule) = word.split_once('=') {
            for entry in REGISTRY {
                let _ = entry.options([rule]);
            }
        }
    }
}

pub(super) fn body_seeds() -> Vec<Vec<u8>> {
    bytes(&[
        r#"{"game":"connect-four","moves":["4","4"],"to_move":"x","format":null,"cells":false}"#,
        r#"{"game":"battle-sheep","options":{"players":3,"pasture":"random","seed":7}}"#,
        r#"{"game":"kings-valley","position":"5/5/5/5/5 w","lines":"all","limits":{"time_ms":9,"depth":3},"spec":"search,depth=2","eval":"default"}"#,
        r#"{"game":"russian-draughts","tree":[{"move":"c3-d4","signs":[1],"comments":["x"],"variations":[[{"move":"a3-b4"}]]}],"seats":["a","b"],"ended":{"winner":"w","reason":"time"},"tags":{"Event":"e"},"preamble":["p"]}"#,
        r#"{"game":"russian-draughts","to_move":"w","pieces":[{"cell":"a1","owner":0,"kind":"man"},{"cell":"h8","owner":1,"kind":"crowned"}]}"#,
        r#"{"text":"[Game \"connect-four\"]\n1. 4 3 2. 4 * * 1. c3-d4 *","game":"russian-draughts","format":"algebraic"}"#,
        r#"{"game":"tic-tac-toe","title":"t","seats":[{"kind":"human","name":"n"}],"notes":{"tree":[]},"ended":null}"#,
        r#"{"game":"","tree":"((3 -12, 8)(2 4 6))","spec":"alpha-beta,order=best","limits":{"depth":2,"nodes":9},"room":5}"#,
        r#"{"game":"english-draughts-12","position":"W:WK27:B8,9,10,20,21,22,32,33,34,44,45,46"}"#,
    ])
}

pub(super) fn row_seeds() -> Vec<Vec<u8>> {
    let row = "tconnect-four\0t{}\0t\0t[{\"kind\":\"human\"}]\0ttitle\0t{}\0t\0t2026-01-01\0\
        t2026-01-01\0i1\0tx\0to\0t\0t*\0t4";
    let odd = "bconnect-four\0t{broken\0i7\0r1e99\0b\0t[]\0tnull\0i9\0b\0tmany\0b\0b\0b\0b\0i4";
    bytes(&[row, odd])
}

fn engine(id: &str) -> Engine {
    let entry: &'static Entry = REGISTRY
        .iter()
        .find(|entry| entry.id == id)
        .expect("a game of ours");
    let games = Games::new(REGISTRY).expect("our own list");
    let choice = GameChoice::new(
        entry,
        [],
        std::sync::Arc::new(plyground_api::choice::Nothing),
    )
    .expect("the usual rules");
    Engine::new(games, choice)
}

pub(super) fn ugi_seeds() -> Vec<Vec<u8>> {
    bytes(&[
        "ugi\nisready\nsetoption name MultiPV value 3\nposition startpos moves 1 2\ngo depth 2\nstop\nquery legalmoves\nquit\n",
        "uci\nsetoption name Game value kings-valley\nsetoption name Rules value blocked=at-once\nposition fen 5/5/5/5/5 w moves a1-a4\ngo p1time 10 p2time 10\nponderhit\n",
        "go infinite\nquery gameover\nquery p1turn\nquery result\nquery fen\nuginewgame\n",
    ])
}

pub(super) fn ugi(bytes: &[u8]) {
    protocol::fuzz(bytes, engine("tic-tac-toe"), false);
}

pub(super) fn hub_seeds() -> Vec<Vec<u8>> {
    bytes(&[
        "hub\ninit\nset-param name=game value=russian-draughts\npos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves=\"c3-d4\"\nlevel depth=2\ngo think\nstop\nping\n",
        "level move-time=0.01\ngo ponder\nponder-hit\nponder-hit\nnew-game\nlevel time=1 inc=0.1 moves=3\ngo analyze\nquit\n",
    ])
}

pub(super) fn hub(bytes: &[u8]) {
    protocol::fuzz(bytes, engine("russian-draughts"), true);
}
