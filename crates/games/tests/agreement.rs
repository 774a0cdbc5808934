//! On the real games too: every searcher finds the score of plain minimax, with
//! the distance of a win, whatever the size of the table.

use plyground_engine::random::Random;
use plyground_engine::score::Value;
use plyground_engine::session::Session;
use plyground_games::Entry;
use plyground_kit::agreement::{exact_searches_agree, think, walk};

/// Plays a random game to its end and goes back so many plies.
fn walk_to_the_end(session: &mut dyn Session, back: usize, random: &mut Random) {
    walk(session, 400, random);
    for _ in 0..back {
        session.take_back();
    }
}

/// An opinion under which proofs have distances: Battle Sheep's default foretells ends.
fn dated(entry: &Entry, session: &dyn Session) -> &'static str {
    match entry.id {
        "battle-sheep" => "classic",
        _ => session.heuristics()[0],
    }
}

#[test]
fn all_agree_on_random_positions_of_every_game() {
    for entry in plyground_games::REGISTRY {
        let open = || entry.open(&entry.options([]).unwrap());
        exact_searches_agree(entry.id, &open, 4);
    }
}

#[test]
fn wins_and_losses_have_the_distance_that_minimax_gives_them() {
    let mut random = Random::new(11);
    for entry in plyground_games::REGISTRY {
        let mut session = entry.open(&entry.options([]).unwrap());
        let eval = dated(entry, session.as_ref());
        let quick = format!("search,selective=off,exact=off,hash=1,eval={eval}");
        let mut by_distance = [0; 8];
        for number in 0..150 {
            walk_to_the_end(session.as_mut(), number % 8, &mut random);
            if session.ending().is_some() {
                continue;
            }
            let quick = think(session.as_mut(), &quick, 7, 1);
            let plies = match quick.value {
                Value::Win { plies } | Value::Loss { plies } => plies.unwrap() as usize,
                _ => continue,
            };
            by_distance[plies] += 1;
            if by_distance[plies] > 4 {
                continue;
            }
            // One ply more than the distance: a player who is stuck at the horizon is not seen to be.
            let depth = plies as u32 + 1;
            let truth = think(
                session.as_mut(),
                &format!("alpha-beta,eval={eval}"),
                depth,
                1,
            );
            let context = format!("{} {}", entry.id, session.position());
            assert_eq!(quick.value, truth.value, "{context}");
            if plies <= 3 {
                let truth = think(session.as_mut(), &format!("minimax,eval={eval}"), depth, 1);
                assert_eq!(quick.value, truth.value, "{context}");
            }
        }
        assert!(
            by_distance.iter().sum::<i32>() > 20,
            "{}: {by_distance:?}",
            entry.id
        );
    }
}

/// What a selective search calls won or lost is so, and its distance, where it
/// gives one, is the true one: a search that leaves nothing out says the same.
#[test]
fn a_proof_of_a_selective_search_is_a_proof() {
    let mut random = Random::new(17);
    for entry in plyground_games::REGISTRY {
        let mut session = entry.open(&entry.options([]).unwrap());
        let mut proofs = 0;
        for number in 0..60 {
            walk_to_the_end(session.as_mut(), 3 + number % 9, &mut random);
            if session.ending().is_some() {
                continue;
            }
            let spec = [
                "search,exact=off,hash=1",
                "search,exact=off,hash=1,threads=2",
            ][number % 2];
            let eval = dated(entry, session.as_ref());
            let found = think(session.as_mut(), &format!("{spec},eval={eval}"), 9, 1);
            let (Value::Win { plies } | Value::Loss { plies }) = found.value else {
                continue;
            };
            // The distance is missing where finding it would take more than the depth allowed.
            let Some(plies) = plies else { continue };
            proofs += 1;
            let exact = format!("search,selective=off,exact=off,hash=1,eval={eval}");
            let truth = think(session.as_mut(), &exact, plies + 1, 1);
            let context = format!("{spec} on {} {}", entry.id, session.position());
            assert_eq!(found.value, truth.value, "{context}");
        }
        assert!(proofs > 9, "{}: only {proofs} proofs", entry.id);
    }
}

#[test]
fn one_thread_counts_the_same_nodes_twice() {
    for entry in plyground_games::REGISTRY {
        let mut session = entry.open(&entry.options([]).unwrap());
        let nodes = [0; 2].map(|_| think(session.as_mut(), "search,exact=off", 7, 1).nodes);
        assert_eq!(nodes[0], nodes[1], "{}", entry.id);
    }
}
