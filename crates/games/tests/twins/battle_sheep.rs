//! Battle Sheep on a map from places of the text to what stands there.

use plyground_kit::twin::{self, End};
use std::collections::{BTreeMap, BTreeSet};

pub(crate) struct Twin {
    pub(crate) signs: &'static str,
    pub(crate) sheep: i32,
    pub(crate) splits: bool,
}

/// Row, and text column of the sign.
type Place = (i32, i32);

#[derive(Clone)]
struct Board {
    /// `None` is an empty hex.
    hexes: BTreeMap<Place, Option<(char, i32)>>,
    turn: char,
}

const STEPS: [Place; 6] = [(0, 4), (0, -4), (1, 2), (1, -2), (-1, 2), (-1, -2)];

fn read(position: &str) -> Board {
    let mut hexes = BTreeMap::new();
    let mut turn = '-';
    for (row, text) in position.split('/').enumerate() {
        if let Some(sign) = text.strip_prefix("turn: ") {
            turn = sign.chars().next().unwrap();
            continue;
        }
        let padded = format!("{text}    ");
        let mut column = 0;
        while column + 4 <= padded.len() {
            let cell = &padded[column..column + 4];
            match cell.chars().next().unwrap() {
                ' ' if cell == " 0  " => {
                    hexes.insert((row as i32, column as i32), None);
                    column += 4;
                }
                ' ' => column += 2,
                sign => {
                    let height = cell[1..].trim().parse().unwrap();
                    hexes.insert((row as i32, column as i32), Some((sign, height)));
                    column += 4;
                }
            }
        }
    }
    Board { hexes, turn }
}

fn write(board: &Board) -> String {
    let last = board.hexes.keys().map(|place| place.0).max().unwrap();
    let mut rows = Vec::new();
    for row in 0..=last {
        let mut text = String::new();
        for (place, stack) in board.hexes.range((row, i32::MIN)..=(row, i32::MAX)) {
            while (text.len() as i32) < place.1 {
                text.push(' ');
            }
            match stack {
                None => text.push_str(" 0  "),
                Some((sign, height)) => text.push_str(&format!("{:<4}", format!("{sign}{height}"))),
            }
        }
        rows.push(text.trim_end().to_owned());
    }
    if board.turn != '-' {
        rows.push(format!("turn: {}", board.turn));
    }
    rows.join("/")
}

impl Board {
    fn name(&self, place: Place) -> String {
        let slant = |place: &Place| place.1 + 2 * place.0;
        let least = self.hexes.keys().map(slant).min().unwrap();
        let letter = (b'a' + place.0 as u8) as char;
        format!("{letter}{}", 1 + (slant(&place) - least) / 4)
    }

    fn named(&self, name: &str) -> Place {
        let found = self.hexes.keys().find(|&&place| self.name(place) == name);
        *found.unwrap()
    }

    fn is_empty_hex(&self, place: Place) -> bool {
        self.hexes.get(&place) == Some(&None)
    }

    fn of(&self, sign: char) -> Vec<(Place, i32)> {
        let stacks = self.hexes.iter().filter_map(|(&place, stack)| {
            let (owner, height) = (*stack)?;
            (owner == sign).then_some((place, height))
        });
        stacks.collect()
    }

    /// Whether one can walk from here to far away without stepping on a hex.
    fn touches_outside(&self, place: Place) -> bool {
        let mut seen = BTreeSet::from([place]);
        let mut open = vec![place];
        while let Some(here) = open.pop() {
            if here.0 < -2 || here.0 > 80 || here.1 < -8 || here.1 > 400 {
                return true;
            }
            for step in STEPS {
                let next = (here.0 + step.0, here.1 + step.1);
                if !self.hexes.contains_key(&next) && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    }

    fn moves(&self, sign: char) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        let stacks = self.of(sign);
        if stacks.is_empty() {
            let empty = self.hexes.keys().filter(|&&place| self.is_empty_hex(place));
            for &place in empty.filter(|&&place| self.touches_outside(place)) {
                moves.insert(self.name(place));
            }
        }
        for (from, height) in stacks {
            for step in STEPS {
                let mut to = from;
                while self.is_empty_hex((to.0 + step.0, to.1 + step.1)) {
                    to = (to.0 + step.0, to.1 + step.1);
                }
                for count in 1..height {
                    if to != from {
                        moves.insert(format!("{}-{}:{count}", self.name(from), self.name(to)));
                    }
                }
            }
        }
        moves
    }

    /// Hexes and herd.
    fn holding(&self, sign: char) -> (usize, usize) {
        let own: BTreeSet<Place> = self.of(sign).iter().map(|stack| stack.0).collect();
        let mut herd = 0;
        for &first in &own {
            let mut seen = BTreeSet::from([first]);
            let mut open = vec![first];
            while let Some(here) = open.pop() {
                for step in STEPS {
                    let next = (here.0 + step.0, here.1 + step.1);
                    if own.contains(&next) && seen.insert(next) {
                        open.push(next);
                    }
                }
            }
            herd = herd.max(seen.len());
        }
        (own.len(), herd)
    }
}

impl twin::Twin for Twin {
    fn end(&self, position: &str) -> Option<End> {
        let board = read(position);
        if self.splits {
            let other = if board.turn == '-' { '+' } else { '-' };
            return board
                .moves(board.turn)
                .is_empty()
                .then_some(End::Won(other));
        }
        if self.signs.chars().any(|sign| !board.moves(sign).is_empty()) {
            return None;
        }
        let holdings: Vec<(usize, usize)> =
            self.signs.chars().map(|sign| board.holding(sign)).collect();
        let place = |own: &(usize, usize)| 1 + holdings.iter().filter(|&other| other > own).count();
        let places: Vec<u8> = holdings.iter().map(|own| place(own) as u8).collect();
        Some(match places[..] {
            [1, 2] => End::Won('-'),
            [2, 1] => End::Won('+'),
            [1, 1] => End::Drawn,
            _ => End::Places(places),
        })
    }

    fn moves(&self, position: &str) -> BTreeSet<String> {
        let board = read(position);
        let mut moves = board.moves(board.turn);
        if moves.is_empty() {
            moves.insert("pass".to_owned());
        }
        moves
    }

    fn after(&self, position: &str, mv: &str) -> String {
        let mut board = read(position);
        let mover = board.turn;
        if let Some((way, count)) = mv.split_once(':') {
            let (from, to) = way.split_once('-').unwrap();
            let (from, to) = (board.named(from), board.named(to));
            let count: i32 = count.parse().unwrap();
            let (_, height) = board.hexes[&from].unwrap();
            board.hexes.insert(from, Some((mover, height - count)));
            board.hexes.insert(to, Some((mover, count)));
        } else if mv != "pass" {
            let place = board.named(mv);
            board.hexes.insert(place, Some((mover, self.sheep)));
        }
        let seat = self.signs.find(mover).unwrap();
        board.turn = self
            .signs
            .chars()
            .nth((seat + 1) % self.signs.len())
            .unwrap();
        write(&board)
    }
}
