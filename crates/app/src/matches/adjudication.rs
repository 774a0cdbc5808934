//! Games that both sides agree about need not be played to the end: a draw when
//! neither thinks it stands better, a loss when both think it is lost.

use plyground_engine::game::{Outcome, Player};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// Drawn when both sides have told no more than `score` for so many moves each.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct DrawRule {
    moves: u32,
    score: f64,
    /// Not before this ply.
    from: u32,
}

/// Lost for a side that has told `-score` or less for so many moves, while the
/// other side has told `score` or more.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ResignRule {
    moves: u32,
    score: f64,
}

impl FromStr for DrawRule {
    type Err = String;

    /// `moves=8,score=0.1`, and perhaps `from=40`.
    fn from_str(text: &str) -> Result<DrawRule, String> {
        let [moves, score, from] = numbers(text, ["moves", "score", "from"])?;
        match (whole(moves), score, whole(from.or(Some(0.0)))) {
            (Some(moves), Some(score), Some(from)) if moves > 0 => {
                Ok(DrawRule { moves, score, from })
            }
            _ => Err("expected moves=N,score=UNITS and perhaps from=PLY".to_owned()),
        }
    }
}

impl FromStr for ResignRule {
    type Err = String;

    /// `moves=3,score=6`.
    fn from_str(text: &str) -> Result<ResignRule, String> {
        let [moves, score] = numbers(text, ["moves", "score"])?;
        match (whole(moves), score) {
            (Some(moves), Some(score)) if moves > 0 && score > 0.0 => {
                Ok(ResignRule { moves, score })
            }
            _ => Err("expected moves=N,score=UNITS, both above 0".to_owned()),
        }
    }
}

/// The numbers behind some keys, none of them negative.
fn numbers<const N: usize>(text: &str, keys: [&str; N]) -> Result<[Option<f64>; N], String> {
    let mut found = [None; N];
    for part in text.split(',') {
        let (key, value) = part
            .split_once('=')
            .ok_or_else(|| format!("expected key=value, found '{part}'"))?;
        let at = keys.iter().position(|&known| known == key.trim());
        let at =
            at.ok_or_else(|| format!("unknown key '{key}': expected one of {}", keys.join(", ")))?;
        let number: Option<f64> = value.trim().parse().ok();
        let number = number.filter(|number| (0.0..1e6).contains(number));
        found[at] = Some(
            number.ok_or_else(|| format!("{key} must be a number from 0 on, found '{value}'"))?,
        );
    }
    Ok(found)
}

fn whole(number: Option<f64>) -> Option<u32> {
    let number = number.filter(|number| number.fract() == 0.0)?;
    Some(number as u32)
}

/// For how many moves in a row each of two players has said the same.
#[derive(Clone, Copy, Debug, Default)]
struct Streak([u32; 2]);

impl Streak {
    fn note(&mut self, player: Player, holds: bool) {
        let count = &mut self.0[player.index() & 1];
        *count = if holds { *count + 1 } else { 0 };
    }

    fn of(&self, player: Player) -> u32 {
        self.0[player.index() & 1]
    }
}

#[derive(Clone, Debug)]
pub(super) struct Adjudicator {
    draw: Option<DrawRule>,
    resign: Option<ResignRule>,
    even: Streak,
    losing: Streak,
    winning: Streak,
}

impl Adjudicator {
    pub(super) fn new(draw: Option<DrawRule>, resign: Option<ResignRule>) -> Adjudicator {
        Adjudicator {
            draw,
            resign,
            even: Streak::default(),
            losing: Streak::default(),
            winning: Streak::default(),
        }
    }

    /// Hears what a player thinks after its move, and says whether that ends the
    /// game, and why. Whoever has no opinion agrees to nothing.
    pub(super) fn judge(
        &mut self,
        player: Player,
        value: Option<f64>,
        plies: usize,
    ) -> Option<(Outcome, String)> {
        if let Some(rule) = self.draw {
            let is_even = value.is_some_and(|value| value.abs() <= rule.score);
            self.even.note(player, is_even);
            let agree = self.even.of(player).min(self.even.of(player.opponent()));
            if agree >= rule.moves && plies >= rule.from as usize {
                return Some((Outcome::Draw, "called drawn".to_owned()));
            }
        }
        let rule = self.resign?;
        self.losing
            .note(player, value.is_some_and(|value| value <= -rule.score));
        self.winning
            .note(player, value.is_some_and(|value| value >= rule.score));
        [player, player.opponent()].into_iter().find_map(|loser| {
            let winner = loser.opponent();
            let agree = self.losing.of(loser).min(self.winning.of(winner));
            (agree >= rule.moves).then(|| (Outcome::Win(winner), "resigned".to_owned()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [Player; 2] = [Player::FIRST, Player::SECOND];

    /// After how many plies a game is ended in which both players say these, in turn.
    fn ended(rules: (Option<DrawRule>, Option<ResignRule>), said: &[f64]) -> Option<usize> {
        let mut adjudicator = Adjudicator::new(rules.0, rules.1);
        said.iter().enumerate().find_map(|(ply, &value)| {
            let plies = ply + 1;
            adjudicator
                .judge(BOTH[ply % 2], Some(value), plies)
                .map(|_| plies)
        })
    }

    #[test]
    fn a_draw_needs_both_sides_for_so_many_moves() {
        let rules = (Some("moves=2,score=0.5".parse().unwrap()), None);
        assert_eq!(ended(rules, &[0.0, 0.5, -0.5, 0.1]), Some(4));
        assert_eq!(ended(rules, &[0.0, 0.6, 0.0, 0.6, 0.0, 0.6]), None);
        assert_eq!(ended(rules, &[0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0]), Some(7));
        let late = (Some("moves=1,score=0,from=5".parse().unwrap()), None);
        assert_eq!(ended(late, &[0.0; 9]), Some(5));
    }

    #[test]
    fn a_loss_needs_the_winner_to_agree() {
        let rules = (None, Some("moves=2,score=3".parse().unwrap()));
        let infinite = f64::INFINITY;
        assert_eq!(ended(rules, &[3.0, -4.0, infinite, -infinite]), Some(4));
        assert_eq!(ended(rules, &[1.0, -9.0, 1.0, -9.0, 1.0, -9.0]), None);
        let mut adjudicator = Adjudicator::new(None, rules.1);
        for _ in 0..2 {
            assert_eq!(adjudicator.judge(BOTH[0], Some(-5.0), 9), None);
            let judged = adjudicator.judge(BOTH[1], Some(5.0), 9);
            if let Some((outcome, _)) = judged {
                assert_eq!(outcome, Outcome::Win(BOTH[1]));
                return;
            }
        }
        panic!("both agreed twice");
    }

    #[test]
    fn whoever_has_no_opinion_agrees_to_nothing() {
        let rule = "moves=1,score=9".parse().unwrap();
        let mut adjudicator = Adjudicator::new(Some(rule), None);
        for _ in 0..5 {
            assert_eq!(adjudicator.judge(BOTH[0], None, 9), None);
            assert_eq!(adjudicator.judge(BOTH[1], Some(0.0), 9), None);
        }
    }

    #[test]
    fn bad_rules_are_refused() {
        for text in [
            "",
            "moves=1",
            "moves=0,score=1",
            "moves=1.5,score=1",
            "moves=1,score=-1",
        ] {
            assert!(text.parse::<DrawRule>().is_err(), "{text}");
            assert!(text.parse::<ResignRule>().is_err(), "{text}");
        }
        assert!("moves=1,score=1,from=2".parse::<ResignRule>().is_err());
        assert!("moves=1,score=nan".parse::<DrawRule>().is_err());
    }
}
