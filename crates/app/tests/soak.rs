//! A long evening with bad luck: players whose every acknowledged move must be there
//! after kill upon kill, beside analyses by the hundred, clients that say nothing and
//! clients that read nothing. Ten minutes with PLYGROUND_DEEP=1, or PLYGROUND_SOAK
//! seconds; not at all in an ordinary run.

#[allow(dead_code)]
#[path = "common/http.rs"]
mod http;

use http::{Server, new_database};
use serde_json::json;
use std::time::{Duration, Instant};

const ANALYSES: usize = 300;
const SILENT: usize = 500;
const BETWEEN_KILLS: Duration = Duration::from_secs(12);

fn seconds() -> Option<u64> {
    let given = std::env::var("PLYGROUND_SOAK").ok();
    let deep = std::env::var_os("PLYGROUND_DEEP").map(|_| 600);
    given.map(|text| text.parse().unwrap()).or(deep)
}

#[test]
fn nothing_acknowledged_is_lost_in_a_long_evening() {
    let Some(seconds) = seconds() else { return };
    let ends = Instant::now() + Duration::from_secs(seconds);
    let database = new_database();
    let (mut games, mut kills, mut most_memory) = (Vec::<(i64, usize)>::new(), 0, 0.0_f64);
    while Instant::now() < ends {
        let mut server = Server::start_on(database.clone(), &["--port", "0"]);
        for &(id, plies) in &games {
            let saved = server.get(&format!("/api/saved/{id}")).json();
            let found = saved["plies"].as_u64().unwrap() as usize;
            assert!(found >= plies, "game {id}: {found} of {plies} moves");
        }
        let silent: Vec<_> = (0..SILENT).map(|_| server.connect()).collect();
        let asked = json!({"game": "russian-draughts", "limits": {"time_ms": 600_000}});
        let readers: Vec<_> = (0..ANALYSES)
            .map(|_| server.ask("POST", "/api/analysis", &asked.to_string()))
            .collect();
        let killed = Instant::now() + BETWEEN_KILLS;
        while Instant::now() < killed.min(ends) {
            let new = server.post("/api/saved", &json!({"game": "connect-four"}));
            assert_eq!(new.status, 201);
            let id = new.json()["id"].as_i64().unwrap();
            for ply in 0..6 {
                let reply = json!({"ply": ply, "engine": {"level": 1}});
                let path = format!("/api/saved/{id}/reply");
                assert_eq!(server.post(&path, &reply).status, 200);
                games.retain(|&(known, _)| known != id);
                games.push((id, ply + 1));
            }
        }
        most_memory = most_memory.max(server.metric("plyground_resident_bytes"));
        server.kill();
        kills += 1;
        drop((silent, readers));
        // The database outlives this server.
        std::mem::forget(server);
    }
    println!(
        "{kills} kills, {} games, at most {:.0} MB",
        games.len(),
        most_memory / 1e6
    );
    assert!(most_memory < 2e9);
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", database.display()));
    }
}
