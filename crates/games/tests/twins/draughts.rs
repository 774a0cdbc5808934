//! Draughts on an array of letters, by a table of rules in words.

use plyground_kit::twin::{self, End};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy)]
pub(crate) struct Twin {
    pub(crate) size: i32,
    pub(crate) flying: bool,
    pub(crate) backward: bool,
    pub(crate) majority: bool,
    /// "goes on", "stops" or "at rest".
    pub(crate) crowned: &'static str,
    /// "russian", "english", "international" or "none".
    pub(crate) draws: &'static str,
    pub(crate) first: char,
}

pub(crate) const RUSSIAN: Twin = Twin {
    size: 8,
    flying: true,
    backward: true,
    majority: false,
    crowned: "goes on",
    draws: "russian",
    first: 'w',
};
pub(crate) const ENGLISH: Twin = Twin {
    flying: false,
    backward: false,
    crowned: "stops",
    draws: "english",
    first: 'b',
    ..RUSSIAN
};
pub(crate) const ENGLISH_12: Twin = Twin {
    size: 12,
    first: 'w',
    ..ENGLISH
};
pub(crate) const INTERNATIONAL: Twin = Twin {
    size: 10,
    majority: true,
    crowned: "at rest",
    draws: "international",
    ..RUSSIAN
};

/// Row from the top and column from the left.
type Square = (i32, i32);

#[derive(Clone)]
struct Board {
    pieces: BTreeMap<Square, char>,
    side: char,
    quiet: u32,
    number: u32,
    balanced: u32,
    diagonal: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Play {
    way: Vec<Square>,
    taken: BTreeSet<Square>,
    ends_as_king: bool,
}

impl Play {
    fn ends(&self) -> (Square, Square) {
        (self.way[0], *self.way.last().unwrap())
    }

    /// Two ways are one move when they begin, end and take alike.
    fn same_move(&self, other: &Play) -> bool {
        self.ends() == other.ends() && self.taken == other.taken
    }
}

fn other(side: char) -> char {
    if side == 'w' { 'b' } else { 'w' }
}

impl Twin {
    fn number(&self, (row, column): Square) -> i32 {
        row * self.size / 2 + column / 2 + 1
    }

    fn square(&self, number: i32) -> Square {
        let row = (number - 1) / (self.size / 2);
        let along = (number - 1) % (self.size / 2);
        (row, 2 * along + 1 - row % 2)
    }

    fn is_on_board(&self, (row, column): Square) -> bool {
        (0..self.size).contains(&row) && (0..self.size).contains(&column)
    }

    fn last_row(&self, side: char) -> i32 {
        if side == 'w' { 0 } else { self.size - 1 }
    }

    fn read(&self, position: &str) -> Board {
        let mut board = Board {
            pieces: BTreeMap::new(),
            side: ' ',
            quiet: 0,
            number: 0,
            balanced: 0,
            diagonal: 0,
        };
        for (index, field) in position.split(':').enumerate() {
            let letter = field.chars().next().unwrap().to_ascii_lowercase();
            let rest = &field[1..];
            match letter {
                _ if index == 0 => board.side = letter,
                'h' => {
                    board.quiet = rest.parse().unwrap();
                    if self.counts_balance(&board) {
                        board.balanced = board.quiet;
                    }
                }
                'f' => board.number = rest.parse().unwrap(),
                'c' => board.balanced = rest.parse().unwrap(),
                'd' => board.diagonal = rest.parse().unwrap(),
                _ => {
                    for item in rest.split(',').filter(|item| !item.is_empty()) {
                        let (piece, number) = match item.strip_prefix('K') {
                            Some(number) => (letter.to_ascii_uppercase(), number),
                            None => (letter, item),
                        };
                        let square = self.square(number.parse().unwrap());
                        board.pieces.insert(square, piece);
                    }
                }
            }
        }
        board
    }

    fn write(&self, board: &Board) -> String {
        let mut text = board.side.to_ascii_uppercase().to_string();
        for side in ['w', 'b'] {
            let mut items = Vec::new();
            for number in 1..=self.size * self.size / 2 {
                match board.pieces.get(&self.square(number)) {
                    Some(&piece) if piece == side => items.push(number.to_string()),
                    Some(&piece) if piece.to_ascii_lowercase() == side => {
                        items.push(format!("K{number}"));
                    }
                    _ => {}
                }
            }
            text += &format!(":{}{}", side.to_ascii_uppercase(), items.join(","));
        }
        if board.quiet > 0 || board.number > 0 {
            text += &format!(":H{}", board.quiet);
        }
        if board.number > 0 {
            text += &format!(":F{}", board.number);
        }
        if board.balanced > board.quiet {
            text += &format!(":C{}", board.balanced);
        }
        if board.diagonal > 0 {
            text += &format!(":D{}", board.diagonal);
        }
        text
    }

    /// Every way of every capture from where the piece stands on `way`'s end.
    fn captures(&self, board: &Board, piece: char, play: &Play) -> Vec<Play> {
        let side = piece.to_ascii_lowercase();
        let here = *play.way.last().unwrap();
        let at = |square: Square| {
            if square == play.way[0] {
                None
            } else {
                board.pieces.get(&square).copied()
            }
        };
        let mut found = Vec::new();
        for (down, right) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            let is_king = piece.is_ascii_uppercase();
            let is_forward = (down == -1) == (side == 'w');
            if !is_king && !is_forward && !self.backward {
                continue;
            }
            let mut victim = (here.0 + down, here.1 + right);
            while is_king && self.flying && self.is_on_board(victim) && at(victim).is_none() {
                victim = (victim.0 + down, victim.1 + right);
            }
            let is_enemy = at(victim).is_some_and(|p| p.to_ascii_lowercase() == other(side));
            if !is_enemy || play.taken.contains(&victim) {
                continue;
            }
            let mut landings = Vec::new();
            let mut landing = (victim.0 + down, victim.1 + right);
            while self.is_on_board(landing) && at(landing).is_none() {
                landings.push(landing);
                if !(is_king && self.flying) {
                    break;
                }
                landing = (landing.0 + down, landing.1 + right);
            }
            let mut longer = Vec::new();
            let mut complete = Vec::new();
            for landing in landings {
                let mut next = play.clone();
                next.way.push(landing);
                next.taken.insert(victim);
                let mut piece = piece;
                let is_last = landing.0 == self.last_row(side);
                if is_last && self.crowned == "goes on" {
                    piece = side.to_ascii_uppercase();
                }
                next.ends_as_king = piece.is_ascii_uppercase() || is_last;
                let is_over = is_last && !is_king && self.crowned == "stops";
                let further = if is_over {
                    Vec::new()
                } else {
                    self.captures(board, piece, &next)
                };
                if further.is_empty() {
                    complete.push(next);
                } else {
                    longer.extend(further);
                }
            }
            found.extend(if longer.is_empty() { complete } else { longer });
        }
        found
    }

    fn steps(&self, board: &Board, piece: char, from: Square) -> Vec<Play> {
        let side = piece.to_ascii_lowercase();
        let is_king = piece.is_ascii_uppercase();
        let mut found = Vec::new();
        for (down, right) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            if !is_king && (down == -1) != (side == 'w') {
                continue;
            }
            let mut to = (from.0 + down, from.1 + right);
            while self.is_on_board(to) && !board.pieces.contains_key(&to) {
                found.push(Play {
                    way: vec![from, to],
                    taken: BTreeSet::new(),
                    ends_as_king: is_king || to.0 == self.last_row(side),
                });
                if !(is_king && self.flying) {
                    break;
                }
                to = (to.0 + down, to.1 + right);
            }
        }
        found
    }

    /// Every way of every legal move.
    fn plays(&self, board: &Board) -> Vec<Play> {
        let own = board
            .pieces
            .iter()
            .filter(|(_, piece)| piece.to_ascii_lowercase() == board.side);
        let (mut captures, mut steps) = (Vec::new(), Vec::new());
        for (&square, &piece) in own {
            let nothing_yet = Play {
                way: vec![square],
                taken: BTreeSet::new(),
                ends_as_king: false,
            };
            captures.extend(self.captures(board, piece, &nothing_yet));
            steps.extend(self.steps(board, piece, square));
        }
        if captures.is_empty() {
            return steps;
        }
        if self.majority {
            let most = captures.iter().map(|play| play.taken.len()).max().unwrap();
            captures.retain(|play| play.taken.len() == most);
        }
        captures
    }

    /// The plays that a list of squares may mean, one for each move.
    fn meant<'a>(&self, plays: &'a [Play], squares: &[Square]) -> Vec<&'a Play> {
        let exact: Vec<&Play> = plays.iter().filter(|play| play.way == squares).collect();
        let loose = plays.iter().filter(|play| {
            let mut rest = &play.way[..];
            let touches = squares.iter().all(|square| {
                match rest.iter().position(|passed| passed == square) {
                    Some(index) => {
                        rest = &rest[index + 1..];
                        true
                    }
                    None => false,
                }
            });
            touches && play.ends() == (squares[0], *squares.last().unwrap())
        });
        let fitting = if exact.is_empty() {
            loose.collect()
        } else {
            exact
        };
        let mut distinct: Vec<&Play> = Vec::new();
        for play in fitting {
            if !distinct.iter().any(|known| known.same_move(play)) {
                distinct.push(play);
            }
        }
        distinct
    }

    fn text(&self, squares: &[Square], is_capture: bool) -> String {
        let numbers: Vec<String> = squares
            .iter()
            .map(|&square| self.number(square).to_string())
            .collect();
        numbers.join(if is_capture { "x" } else { "-" })
    }

    fn squares(&self, text: &str) -> Vec<Square> {
        text.split(['-', 'x'])
            .map(|number| self.square(number.parse().unwrap()))
            .collect()
    }

    /// The shortest text that means this move only, and of several the one
    /// with the lowest numbers.
    fn canonical(&self, plays: &[Play], wanted: &Play) -> String {
        let same: Vec<&Play> = plays.iter().filter(|play| play.same_move(wanted)).collect();
        for length in 2..40 {
            let mut texts = BTreeSet::new();
            for play in &same {
                let last = play.way.len() - 1;
                for chosen in 0..1u32 << (last - 1) {
                    if chosen.count_ones() as usize + 2 != length {
                        continue;
                    }
                    let is_named =
                        |index| index == 0 || index == last || chosen >> (index - 1) & 1 == 1;
                    let squares: Vec<Square> = (0..=last)
                        .filter(|&index| is_named(index))
                        .map(|index| play.way[index])
                        .collect();
                    let meant = self.meant(plays, &squares);
                    if meant.len() == 1 && meant[0].same_move(play) {
                        texts.insert(squares);
                    }
                }
            }
            // Squares in the order of rows and columns are in the order of numbers.
            if let Some(squares) = texts.first() {
                let is_capture = !wanted.taken.is_empty();
                return self.text(squares, is_capture);
            }
        }
        panic!("a move without a text");
    }

    fn count(&self, board: &Board, wanted: &[char]) -> usize {
        let pieces = board.pieces.values();
        pieces.filter(|piece| wanted.contains(piece)).count()
    }

    /// The side that has one king and nothing else, where the other has a king too.
    fn lone_side(&self, board: &Board) -> Option<char> {
        ['w', 'b'].into_iter().find(|&side| {
            let king = side.to_ascii_uppercase();
            let enemy_king = other(side).to_ascii_uppercase();
            self.count(board, &[side]) == 0
                && self.count(board, &[king]) == 1
                && self.count(board, &[enemy_king]) > 0
        })
    }

    /// Whether a rule may ask for how long the pieces have been what they are.
    fn counts_balance(&self, board: &Board) -> bool {
        let has_kings = |king| self.count(board, &[king]) > 0;
        ["russian", "international"].contains(&self.draws) && has_kings('W') && has_kings('B')
    }

    fn diagonal_is_held(&self, board: &Board) -> bool {
        let Some(lone) = self.lone_side(board) else {
            return false;
        };
        let king = lone.to_ascii_uppercase();
        let (row, column) = *board.pieces.iter().find(|(_, p)| **p == king).unwrap().0;
        board.pieces.len() == 4 && row + column == self.size - 1
    }

    fn is_drawn(&self, board: &Board) -> bool {
        let all = board.pieces.len();
        let (white_kings, black_kings) = (self.count(board, &['W']), self.count(board, &['B']));
        let lone = self.lone_side(board);
        match self.draws {
            "english" => board.quiet >= 80,
            "international" => {
                board.quiet >= 50
                    || (lone.is_some() && all <= 3 && board.balanced >= 10)
                    || (lone.is_some() && all == 4 && board.balanced >= 32)
            }
            "russian" => {
                let many_kings = lone.is_some_and(|lone| {
                    let stronger = other(lone);
                    let moved = board.balanced + u32::from(board.side == lone);
                    self.count(board, &[stronger.to_ascii_uppercase()]) >= 3 && moved / 2 >= 15
                });
                let both = white_kings > 0 && black_kings > 0;
                board.quiet >= 30
                    || many_kings
                    || (lone.is_some() && all <= 3 && board.balanced >= 10)
                    || (lone.is_some() && all == 4 && board.diagonal >= 10)
                    || (both && (4..=5).contains(&all) && board.balanced >= 60)
                    || (both && (6..=7).contains(&all) && board.balanced >= 120)
            }
            _ => false,
        }
    }
}

impl twin::Twin for Twin {
    fn end(&self, position: &str) -> Option<End> {
        let board = self.read(position);
        for side in ['w', 'b'] {
            if self.count(&board, &[side, side.to_ascii_uppercase()]) == 0 {
                return Some(End::Won(other(side)));
            }
        }
        if self.plays(&board).is_empty() {
            return Some(End::Won(other(board.side)));
        }
        self.is_drawn(&board).then_some(End::Drawn)
    }

    fn moves(&self, position: &str) -> BTreeSet<String> {
        let plays = self.plays(&self.read(position));
        let mut distinct: Vec<&Play> = Vec::new();
        for play in &plays {
            if !distinct.iter().any(|known| known.same_move(play)) {
                distinct.push(play);
            }
        }
        distinct
            .into_iter()
            .map(|play| self.canonical(&plays, play))
            .collect()
    }

    fn after(&self, position: &str, mv: &str) -> String {
        let mut board = self.read(position);
        let held_before = self.diagonal_is_held(&board);
        let plays = self.plays(&board);
        let meant = self.meant(&plays, &self.squares(mv));
        assert_eq!(meant.len(), 1, "{position} {mv}");
        let (from, to) = meant[0].ends();
        let piece = board.pieces.remove(&from).unwrap();
        for square in &meant[0].taken {
            board.pieces.remove(square);
        }
        let was_king = piece.is_ascii_uppercase();
        let is_king = was_king || meant[0].ends_as_king;
        let piece = if is_king {
            board.side.to_ascii_uppercase()
        } else {
            board.side
        };
        board.pieces.insert(to, piece);
        let is_capture = !meant[0].taken.is_empty();
        board.quiet = if was_king && !is_capture {
            board.quiet + 1
        } else {
            0
        };
        let is_balanced = is_king == was_king && !is_capture;
        board.balanced = if is_balanced && self.counts_balance(&board) {
            board.balanced + 1
        } else {
            0
        };
        board.side = other(board.side);
        if board.number > 0 && board.side == self.first {
            board.number += 1;
        }
        let still_held = held_before && board.balanced > 0 && self.diagonal_is_held(&board);
        board.diagonal = if self.draws == "russian" && still_held {
            board.diagonal + 1
        } else {
            0
        };
        self.write(&board)
    }
}
