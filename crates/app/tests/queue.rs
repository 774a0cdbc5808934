//! Runs on more than one machine: workers come and go, are killed, paused and cut off,
//! and every record is there once, the same as on one machine alone.

#![cfg(feature = "queue")]

mod common;
#[allow(dead_code)]
#[path = "common/http.rs"]
mod http;
#[path = "common/postgres.rs"]
mod postgres;

use common::{Run, plyground, words};
use http::Server;
use postgres::Cluster;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// A cluster with a queue in it.
struct Queue {
    cluster: Cluster,
    address: String,
}

impl Queue {
    fn new(name: &str) -> Queue {
        let cluster = Cluster::start(name);
        let address = cluster.address_of("owner", "postgres");
        let run = plyground(&["queue", "init", &address], b"");
        assert_eq!(run.status, 0, "{}", run.err);
        Queue { cluster, address }
    }

    fn begin(&self, arguments: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_plyground"))
            .args(arguments)
            .args(["--queue", &self.address])
            .env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"))
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    fn worker(&self, more: &[&str]) -> Working {
        let arguments = [&["worker", "--jobs", "1", "--dead-after", "2s"], more].concat();
        Working(self.begin(&arguments))
    }

    fn run(&self, arguments: &[&str], input: &[u8]) -> Run {
        plyground(&[arguments, &["--queue", &self.address]].concat(), input)
    }

    /// Waits until a number that the database tells has been reached.
    fn wait_for(&self, sql: &str, least: u64) {
        let started = Instant::now();
        let told = || self.cluster.ask(sql).parse::<u64>().unwrap_or(0);
        while told() < least {
            assert!(
                started.elapsed() < Duration::from_secs(60),
                "{sql}: {}",
                told()
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// A worker that ends with its test.
struct Working(Child);

impl Working {
    fn signal(&self, name: &str) {
        let id = self.0.id().to_string();
        let sent = Command::new("kill")
            .args([&format!("-{name}"), &id])
            .status();
        assert!(sent.unwrap().success());
    }

    fn ended(mut self) -> (Option<i32>, String) {
        let out = std::mem::replace(&mut self.0, Command::new("true").spawn().unwrap());
        let told = out.wait_with_output().unwrap();
        (told.status.code(), String::from_utf8(told.stderr).unwrap())
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

const RECORDS: &str = "select count(*) from plyground.record";

/// A test of two engines with a depth limit, and the files it writes.
struct Trial {
    journal: PathBuf,
    games: PathBuf,
    arguments: Vec<String>,
}

impl Trial {
    fn new(name: &str) -> Trial {
        let (journal, games) = (file(&format!("{name}.match")), file(&format!("{name}.pdn")));
        let text = "match connect-four search,depth=8,exact=off,hash=1 \
                    search,depth=7,exact=off,hash=1 --games 2000 --sprt elo0=0,elo1=8 --json";
        let mut arguments: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        arguments.extend(["--save".to_owned(), journal.display().to_string()]);
        arguments.extend(["--pgn".to_owned(), games.display().to_string()]);
        Trial {
            journal,
            games,
            arguments,
        }
    }

    fn arguments(&self) -> Vec<&str> {
        self.arguments.iter().map(String::as_str).collect()
    }

    fn written(&self) -> [String; 2] {
        [&self.journal, &self.games].map(|path| std::fs::read_to_string(path).unwrap())
    }
}

/// The core of it: whatever is killed, paused, cut off or begun twice, the journal, the
/// games and the verdict are those of one machine alone.
#[test]
fn what_machines_do_together_is_what_one_does_alone() {
    let alone = Trial::new("alone");
    let said = plyground(&alone.arguments(), b"");
    assert_eq!(said.status, 0, "{}", said.err);

    let queue = Queue::new("together");
    let trial = Trial::new("together");
    let arguments = [trial.arguments(), vec!["--name", "trial"]].concat();
    let workers = [
        queue.worker(&[]),
        queue.worker(&["--bring-after", "1ms"]),
        queue.worker(&["--bring-after", "100ms"]),
    ];
    let mut first = queue.begin(&arguments);
    queue.wait_for(RECORDS, 30);
    // One is killed, one sleeps until it is taken for dead, the database is started anew,
    // and whoever asked for all this lets go and comes back.
    workers[0].signal("KILL");
    workers[1].signal("STOP");
    queue.cluster.control("restart");
    let sent = Command::new("kill")
        .args(["-INT", &first.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
    first.wait().unwrap();
    std::thread::sleep(Duration::from_secs(3));
    workers[1].signal("CONT");
    let together = queue.run(&arguments, b"");
    assert_eq!(together.status, 0, "{}", together.err);
    assert_eq!(together.out, said.out);
    assert_eq!(trial.written(), alone.written());
    let told: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_ne!(told["sprt"]["verdict"], "open");

    // And once more, from what is there.
    let again = queue.run(&arguments, b"");
    assert_eq!((again.status, again.out), (0, said.out));
    assert_eq!(trial.written(), alone.written());
}

/// What a command is asked in one line, and says in one line with status 2.
fn refused(queue: &Queue, arguments: &str, expected: &str) {
    let arguments = words(arguments);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let run = queue.run(&arguments, b"44455\n");
    let told = run.err.lines().count();
    assert_eq!((run.status, told), (2, 1), "{arguments:?}: {}", run.err);
    assert!(run.err.contains(expected), "{arguments:?}: {}", run.err);
}

const MATCH: &str = "match connect-four search,depth=3,exact=off,hash=1 random --games 4";

#[test]
fn what_cannot_be_is_refused_in_one_line() {
    let mut queue = Queue::new("refused");
    refused(
        &queue,
        "match connect-four search,time=20ms random --name a",
        "--alike",
    );
    refused(
        &queue,
        "match connect-four 'cmd:plyground engine,depth=1' search,depth=1 --name a",
        "--allow-programs",
    );
    refused(&queue, "analyse connect-four --batch --name a", "--alike");
    refused(&queue, "queue show nobody", "no run 'nobody'");
    refused(
        &queue,
        "match connect-four random random --name a/b",
        "letters",
    );
    // A run of this name, with other settings, stopped, of another program.
    let worker = queue.worker(&[]);
    let begun = queue.run(
        &format!("{MATCH} --name a").split(' ').collect::<Vec<_>>(),
        b"",
    );
    assert_eq!(begun.status, 0, "{}", begun.err);
    refused(
        &queue,
        &format!("{MATCH} --seed 2 --name a"),
        "other settings",
    );
    refused(
        &queue,
        "solve connect-four --batch --name a",
        "other settings",
    );
    drop(worker);
    queue
        .cluster
        .ask("update plyground.run set state = 'stopped'");
    refused(&queue, &format!("{MATCH} --name a"), "queue retry a");
    queue
        .cluster
        .ask("update plyground.run set state = 'open', signature = 'other'");
    refused(&queue, &format!("{MATCH} --name a"), "another program");
    // Databases that are not there, not ours, of another version, or without rights.
    let owner = queue.address.clone();
    queue.cluster.ask("create database empty");
    queue.cluster.ask("create user nobody");
    queue.address = queue.cluster.address_of("owner", "empty");
    refused(&queue, "queue list", "queue init");
    refused(&queue, "worker", "queue init");
    queue.address = queue.cluster.address_of("owner", "absent");
    refused(&queue, "queue list", "does not exist");
    queue.address = queue.cluster.address_of("nobody", "postgres");
    refused(&queue, "queue list", "rights");
    queue.address = "postgres://owner@127.0.0.1:1/postgres".to_owned();
    refused(&queue, "worker", "cannot reach");
    queue.address = "postgres://owner:secret@127.0.0.1:1/postgres".to_owned();
    refused(&queue, "queue list", "PGPASSWORD");
    queue.address = owner;
    queue.cluster.ask("update plyground.queue set version = 99");
    refused(&queue, "worker", "expected version 1, found 99");
    queue.cluster.ask("update plyground.queue set version = 1");
    let listed = queue.run(&["queue", "list", "--json"], b"");
    let told: serde_json::Value = serde_json::from_str(&listed.out).unwrap();
    assert_eq!(told["runs"][0]["records"], 4);
}

/// Answers of a batch without what differs every time.
fn timeless(out: &str) -> Vec<serde_json::Value> {
    let lines = out.lines().map(|line| serde_json::from_str(line).unwrap());
    lines
        .map(|mut answer: serde_json::Value| {
            answer.as_object_mut().unwrap().remove("seconds");
            answer
        })
        .collect()
}

#[test]
fn a_batch_is_answered_in_order_and_bad_lines_too() {
    let queue = Queue::new("batch");
    let _workers = [queue.worker(&[]), queue.worker(&[])];
    let mut input = Vec::new();
    for number in 0..60 {
        let moves: String = (0..number % 9)
            .map(|ply| char::from(b'1' + (number + ply) % 7))
            .collect();
        input.extend(moves.bytes());
        input.push(b'\n');
    }
    input.extend(b"nonsense\n\xff\xfe\n7");
    for (command, name) in [
        // With more threads than one, no two searches count the same nodes.
        ("analyse connect-four --batch --depth 4 --threads 1", "a"),
        ("solve connect-four --batch --depth 3 --threads 1", "b"),
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        let alone = plyground(&words, &input);
        let through = queue.run(&[&words[..], &["--name", name]].concat(), &input);
        assert_eq!((through.status, alone.status), (2, 2), "{}", through.err);
        assert_eq!(timeless(&through.out), timeless(&alone.out));
        assert_eq!(through.out.lines().count(), 63);
        // The same name with other lines is another run.
        let other = queue.run(&[&words[..], &["--name", name]].concat(), b"1\n2\n");
        assert_eq!(other.status, 2);
        assert!(other.err.contains("something else"), "{}", other.err);
    }
}

#[test]
fn a_worker_does_only_what_it_would_do_just_so() {
    let queue = Queue::new("signature");
    let tables = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("other-tables");
    std::fs::create_dir_all(&tables).unwrap();
    std::fs::write(tables.join("connect-four.book"), "another book").unwrap();
    let asked = "match connect-four search,depth=3,hash=1 random --games 2 --name a";
    let mut asking = Working(queue.begin(&asked.split(' ').collect::<Vec<_>>()));
    queue.wait_for("select count(*) from plyground.job", 1);
    let other = queue.worker(&["--until-idle", "--tables", tables.to_str().unwrap()]);
    let (status, told) = other.ended();
    assert_eq!(status, Some(2), "{told}");
    assert!(
        told.contains("1 jobs wait for a worker with 'connect-four "),
        "{told}"
    );
    assert_eq!(queue.cluster.ask(RECORDS), "0");
    let listed = queue.run(&["queue", "list"], b"");
    assert!(
        listed.out.contains("1 jobs wait for a worker with"),
        "{}",
        listed.out
    );
    // Nor what starts programs, or hangs on the time, unless it is let.
    queue
        .cluster
        .ask("update plyground.run set is_timed = true, starts_programs = true");
    for more in [
        ["--until-idle", "--noisy"],
        ["--until-idle", "--until-idle"],
    ] {
        let more = if more[0] == more[1] {
            &more[..1]
        } else {
            &more[..]
        };
        assert_eq!(queue.worker(more).ended().0, Some(0));
        assert_eq!(queue.cluster.ask(RECORDS), "0");
    }
    assert_eq!(
        queue
            .worker(&["--until-idle", "--allow-programs"])
            .ended()
            .0,
        Some(0)
    );
    assert_eq!(queue.cluster.ask(RECORDS), "2");
    assert!(asking.0.wait().unwrap().success());
}

#[test]
fn what_was_changed_and_what_kills_is_given_up_and_can_be_tried_again() {
    let queue = Queue::new("given-up");
    let asked = format!("{MATCH} --name a");
    let asking = Working(queue.begin(&asked.split(' ').collect::<Vec<_>>()));
    queue.wait_for("select count(*) from plyground.job", 2);
    queue.cluster.ask(
        "update plyground.job set body = replace(body::text, 'random', 'careful')::json \
         where first = 0",
    );
    let worker = queue.worker(&[]);
    let (status, told) = asking.ended();
    assert_eq!(status, Some(2), "{told}");
    assert!(told.contains("its body was changed"), "{told}");
    assert_eq!(queue.cluster.ask(RECORDS), "2");
    drop(worker);
    // Whoever takes the other one dies of it.
    assert_eq!(queue.run(&["queue", "forget", "a"], b"").status, 0);
    let long = "match english-draughts search,nodes=100000000,exact=off random --games 2 --name b";
    let _asking = Working(queue.begin(&long.split(' ').collect::<Vec<_>>()));
    for tries in 1..=3 {
        let victim = queue.worker(&[]);
        queue.wait_for(
            "select max(tries) from plyground.job where worker is not null",
            tries,
        );
        victim.signal("KILL");
    }
    let watching = queue.worker(&["--until-idle"]);
    assert_eq!(watching.ended().0, Some(0));
    let shown = queue.run(&["queue", "show", "b"], b"");
    assert!(
        shown.out.contains("given up: its worker was lost"),
        "{}",
        shown.out
    );
    let retried = queue.run(&["queue", "retry", "b"], b"");
    assert!(retried.out.contains("1 jobs wait"), "{}", retried.out);
    // A worker that is told to end gives its job back, untried.
    let polite = queue.worker(&[]);
    queue.wait_for(
        "select count(*) from plyground.job where worker is not null",
        1,
    );
    polite.signal("TERM");
    assert_eq!(polite.ended().0, Some(0));
    let left = queue
        .cluster
        .ask("select tries, worker is null from plyground.job");
    assert_eq!(left, "0|t");
    assert_eq!(
        queue.cluster.ask("select count(*) from plyground.worker"),
        "0"
    );
    let stopped = queue.run(&["queue", "stop", "b"], b"");
    assert!(stopped.out.contains("stopped"), "{}", stopped.out);
    assert_eq!(queue.worker(&["--until-idle"]).ended().0, Some(0));
    // What is removed under a worker's hands costs it nothing.
    assert_eq!(queue.run(&["queue", "retry", "b"], b"").status, 0);
    let _worker = queue.worker(&[]);
    queue.wait_for(
        "select count(*) from plyground.job where worker is not null",
        1,
    );
    assert_eq!(queue.run(&["queue", "forget", "b"], b"").status, 0);
    let run = queue.run(
        &format!("{MATCH} --name c").split(' ').collect::<Vec<_>>(),
        b"",
    );
    assert_eq!(run.status, 0, "{}", run.err);
}

#[test]
fn a_worker_needs_few_rights() {
    let mut queue = Queue::new("rights");
    queue
        .cluster
        .ask("create user helper in role plyground_worker");
    let owner = queue.address.clone();
    queue.address = queue.cluster.address_of("helper", "postgres");
    let worker = queue.worker(&[]);
    refused(&queue, &format!("{MATCH} --name a"), "rights");
    let helper = std::mem::replace(&mut queue.address, owner);
    let run = queue.run(
        &format!("{MATCH} --name a").split(' ').collect::<Vec<_>>(),
        b"",
    );
    assert_eq!(run.status, 0, "{}", run.err);
    drop(worker);
    queue.address = helper;
    for command in ["queue stop a", "queue forget a", "queue retry a"] {
        refused(&queue, command, "rights");
    }
    assert_eq!(queue.run(&["queue", "list"], b"").status, 0);
}

#[test]
fn games_for_learning_are_the_same_wherever_they_are_played() {
    let queue = Queue::new("train");
    let _workers = [queue.worker(&[]), queue.worker(&[])];
    let played = |name: &str, place: &[&str]| {
        let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&directory);
        let text = "train english-draughts --games 96 --nodes 30 --generations 1 --threads 1 \
                    --test-games 20 --epochs 1 --dir";
        let mut arguments: Vec<&str> = text.split_whitespace().collect();
        arguments.push(directory.to_str().unwrap());
        arguments.extend(place);
        let run = plyground(&arguments, b"");
        assert_eq!(run.status, 0, "{}", run.err);
        let games = directory.join("english-draughts/generation-1.games");
        let told = run.out.replace(directory.to_str().unwrap(), "");
        (std::fs::read(games).unwrap(), told)
    };
    let alone = played("train-alone", &[]);
    let together = played(
        "train-together",
        &["--queue", &queue.address, "--name", "t"],
    );
    assert_eq!(together, alone);
    let runs = queue
        .cluster
        .ask("select name || ' ' || kind from plyground.run order by id");
    assert_eq!(runs, "t.1.games lessons\nt.1.test duel");
}

/// A server that shows a queue reads it and changes nothing.
#[test]
fn a_server_shows_the_queue_to_those_who_may_see_it() {
    let queue = Queue::new("shown");
    let _worker = queue.worker(&[]);
    let run = queue.run(
        &format!("{MATCH} --name <b>").split(' ').collect::<Vec<_>>(),
        b"",
    );
    assert_eq!(run.status, 2, "a name that a page would take for markup");
    let run = queue.run(
        &format!("{MATCH} --name shown-1")
            .split(' ')
            .collect::<Vec<_>>(),
        b"",
    );
    assert_eq!(run.status, 0, "{}", run.err);
    let arguments = ["--port", "0", "--queue", &queue.address];
    let server = Server::start_on(http::new_database(), &arguments);
    let told = server.get("/api/queue").json();
    assert_eq!(told["runs"][0]["name"], "shown-1");
    assert_eq!(told["runs"][0]["records"], 4);
    assert_eq!(told["workers"].as_array().unwrap().len(), 1);
    let page = server.get("/queue");
    let text = String::from_utf8(page.body).unwrap();
    assert!(
        text.contains("<td>shown-1</td><td>match</td><td>done</td><td>4/4</td>"),
        "{text}"
    );
    assert_eq!(server.send("DELETE", "/api/queue", "").status, 405);
    assert_eq!(Server::start().get("/api/queue").status, 404);
    // While the database is away the server says so, and it comes back by itself.
    queue.cluster.control("stop");
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(server.get("/api/queue").status, 503);
    queue.cluster.control("start");
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(server.get("/api/queue").status, 200);
}
