//! Arrangements drawn by lot against what can be counted.

use plyground_engine::random::Random;
use plyground_games::find;

#[test]
fn arrangements_drawn_by_lot_are_valid_as_often_as_the_count_says() {
    const DRAWN: usize = 50_000;
    let entry = find("kings-valley").unwrap();
    let space = entry.state_space.as_ref().unwrap();
    // 25! / (4! 4! 15!), and 17 of 25 squares for the centre to be one of.
    let falling: u128 = (16..=25).product();
    assert_eq!(space.arrangements, falling / 24 / 24);
    assert_eq!(space.valid, Some(space.arrangements * 17 / 25));
    let mut session = entry.open(&entry.options([]).unwrap());
    let mut random = Random::new(7);
    let valid = (0..DRAWN)
        .filter(|_| session.set_up(&(space.random)(&mut random), None).is_ok())
        .count();
    let share = valid as f64 / DRAWN as f64;
    let error = (0.68_f64 * 0.32 / DRAWN as f64).sqrt();
    assert!((share - 0.68).abs() < 5.0 * error, "{share}");
}
