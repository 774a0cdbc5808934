//! Who plays whom, where and when: every game of a match by its number.

use clap::ValueEnum;

/// Who meets whom where there are more contestants than seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Tournament {
    /// Everybody meets everybody
    RoundRobin,
    /// The first meets all the others
    Gauntlet,
}

/// All games of a match. At a *table* some contestants meet, one for each seat;
/// every table plays the same openings, each with everybody in every seat.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    players: usize,
    tables: Vec<Vec<usize>>,
    games_a_table: usize,
}

impl Schedule {
    pub(crate) fn new(
        contestants: usize,
        players: usize,
        tournament: Tournament,
        games_a_table: usize,
    ) -> Schedule {
        let mut tables = Vec::new();
        choose(contestants, players, &mut Vec::new(), &mut tables);
        if tournament == Tournament::Gauntlet {
            tables.retain(|table| table.first() == Some(&0));
        }
        Schedule {
            players,
            tables,
            games_a_table,
        }
    }

    /// How many openings are played.
    pub(crate) fn openings(&self) -> usize {
        self.games_a_table.div_ceil(self.players)
    }

    /// How many games there are.
    pub(crate) fn games(&self) -> usize {
        self.tables.len() * self.games_a_table
    }

    /// The numbers of all games, opening by opening and table by table. A longer
    /// match of the same contestants has the same games and more.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        let all = 0..self.openings() * self.tables.len() * self.players;
        all.filter(|&number| {
            let (opening, shift) = (self.opening(number), number % self.players);
            opening * self.players + shift < self.games_a_table
        })
    }

    /// The number of the opening that a game begins with.
    pub(crate) fn opening(&self, number: usize) -> usize {
        number / self.players / self.tables.len().max(1)
    }

    /// The contestant in each seat of a game.
    pub(crate) fn seats(&self, number: usize) -> Vec<usize> {
        let table = &self.tables[number / self.players % self.tables.len()];
        let mut seats = table.clone();
        seats.rotate_left(number % self.players);
        seats
    }
}

/// Every way to choose so many of the contestants, the first ones first.
fn choose(contestants: usize, count: usize, chosen: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
    if chosen.len() == count {
        all.push(chosen.clone());
        return;
    }
    for next in chosen.last().map_or(0, |last| last + 1)..contestants {
        chosen.push(next);
        choose(contestants, count, chosen, all);
        chosen.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn meetings(schedule: &Schedule) -> HashMap<Vec<usize>, usize> {
        let mut meetings = HashMap::new();
        for number in schedule.numbers() {
            *meetings.entry(schedule.seats(number)).or_default() += 1;
        }
        meetings
    }

    #[test]
    fn everybody_meets_everybody_in_both_seats_equally_often() {
        let schedule = Schedule::new(4, 2, Tournament::RoundRobin, 6);
        let meetings = meetings(&schedule);
        assert_eq!(meetings.len(), 4 * 3);
        assert!(meetings.values().all(|&count| count == 3));
        assert_eq!(schedule.numbers().count(), schedule.games());
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_all_others() {
        let schedule = Schedule::new(4, 2, Tournament::Gauntlet, 2);
        let meetings = meetings(&schedule);
        assert_eq!(meetings.len(), 2 * 3);
        assert!(meetings.keys().all(|seats| seats.contains(&0)));
    }

    #[test]
    fn of_three_everybody_has_every_seat() {
        let schedule = Schedule::new(3, 3, Tournament::RoundRobin, 3);
        let seats: Vec<Vec<usize>> = schedule.numbers().map(|n| schedule.seats(n)).collect();
        assert_eq!(seats, [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
        assert!(
            schedule
                .numbers()
                .all(|number| schedule.opening(number) == 0)
        );
    }

    #[test]
    fn a_longer_match_holds_the_games_of_a_shorter_one() {
        let games = |count| {
            let schedule = Schedule::new(3, 2, Tournament::RoundRobin, count);
            let numbers = schedule.numbers();
            let game = |number| (number, schedule.opening(number), schedule.seats(number));
            numbers.map(game).collect::<Vec<_>>()
        };
        let longer = games(7);
        assert!(games(5).iter().all(|game| longer.contains(game)));
    }
}
