//! Arrangements drawn by lot against what can be counted.

use plyground_engine::random::Random;
use plyground_games::find;
use plyground_games::natural::Natural;

#[test]
fn the_arrangements_of_kings_valley_are_counted_by_factorials() {
    let space = find("kings-valley").unwrap().state_space.as_ref().unwrap();
    // 25! / (4! 4! 15!), and 17 of 25 squares for the centre to be one of.
    let falling: u128 = (16..=25).product();
    let arrangements = falling / 24 / 24;
    let count = (space.count)();
    assert_eq!(count.arrangements, Natural::from(arrangements));
    assert_eq!(count.valid, Some(Natural::from(arrangements * 17 / 25)));
}

/// The number of positions that the solvers of checkers have published.
#[test]
fn english_draughts_has_as_many_positions_as_were_published() {
    let space = find("english-draughts").unwrap().state_space.as_ref();
    let count = (space.unwrap().count)();
    assert_eq!(count.valid.unwrap().to_string(), "500995484682338672639");
}

/// The readers of positions know nothing of the formulas.
#[test]
fn arrangements_drawn_by_lot_are_valid_as_often_as_the_count_says() {
    const DRAWN: usize = 20_000;
    for entry in plyground_games::REGISTRY {
        let Some(space) = &entry.state_space else {
            continue;
        };
        let count = (space.count)();
        let Some(valid) = count.valid else { continue };
        let expected = valid.rounded() / count.arrangements.rounded();
        let mut session = entry.open(&entry.options([]).unwrap());
        let mut random = Random::new(7);
        let valid = (0..DRAWN)
            .filter(|_| session.set_up(&(space.random)(&mut random), None).is_ok())
            .count();
        let share = valid as f64 / DRAWN as f64;
        let error = (expected * (1.0 - expected) / DRAWN as f64).sqrt();
        assert!(
            (share - expected).abs() < 5.0 * error,
            "{}: {share}",
            entry.id
        );
    }
}
