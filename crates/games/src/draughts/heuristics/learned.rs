//! The default opinion: what results of games of the program against itself have
//! taught. Patterns of men, and beside them few things that patterns cannot see.

use super::ending;
use super::patterns::{self, FILLINGS, Lanes, Rows, Windowed};
use crate::draughts::board::{Board, DIRECTIONS, Word, bits, step};
use crate::draughts::moves::forward;
use crate::draughts::position::Position;
use crate::draughts::rules::Draughts;
use crate::draughts::ruleset::{Colour, Ruleset, WordOf};
use plyground_engine::learn::Feature;
use plyground_engine::learn::phased::Phased;
use plyground_engine::learn::weights::SCALE;

/// Changes with the meaning of any number below.
pub(super) const VERSION: u32 = 2;

const MAN: usize = 0;
const KING: usize = 1;
/// To have any king.
const CROWNED: usize = 2;
/// To be on the move.
const TEMPO: usize = 3;
/// To be on the move, by the parity of the pieces on every second row and by how
/// many there are: who has the opposition.
const OPPOSITION: usize = 4;
/// A step that a man can make, captures left aside.
const FREE: usize = 10;
/// A man with another one behind it.
const SUPPORTED: usize = 11;
/// A square to which a king can go.
const MOBILITY: usize = 12;
/// By how many men one wing outnumbers the other.
const BALANCE: usize = 13;
const MOST_UNBALANCED: usize = 6;
const KING_SQUARES: usize = BALANCE + MOST_UNBALANCED + 1;

/// What a number below stands for, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Men,
    Kings,
    Crowned,
    Tempo,
    Opposition,
    Free,
    Supported,
    Mobility,
    Balance,
    KingSquares,
    Material,
    /// The pattern in a window.
    Window(usize),
}

impl Source {
    fn of_term<R: Ruleset>(number: usize) -> Source {
        match number {
            MAN => Source::Men,
            KING => Source::Kings,
            CROWNED => Source::Crowned,
            TEMPO => Source::Tempo,
            OPPOSITION..FREE => Source::Opposition,
            FREE => Source::Free,
            SUPPORTED => Source::Supported,
            MOBILITY => Source::Mobility,
            BALANCE..KING_SQUARES => Source::Balance,
            _ if number < Layout::material::<R>() => Source::KingSquares,
            _ => Source::Material,
        }
    }
}

/// So many kings of a side are told apart in what is on the board.
const MOST_KINGS: usize = 3;

/// Where the kinds of features begin.
struct Layout;

impl Layout {
    /// What is on the board: men and kings of both sides.
    const fn material<R: Ruleset>() -> usize {
        KING_SQUARES + R::Board::SQUARES
    }

    const fn sides<R: Ruleset>() -> usize {
        (Draughts::<R>::MEN + 1) * (MOST_KINGS + 1)
    }

    const fn patterns<R: Ruleset>() -> usize {
        Self::material::<R>() + Self::sides::<R>() * Self::sides::<R>()
    }
}

pub(super) const fn count<R: Ruleset>() -> usize
where
    R::Board: Windowed,
{
    Layout::patterns::<R>() + patterns::count::<R::Board>()
}

/// Tells every feature but the patterns, with how often White has it more than Black.
#[inline(always)]
fn terms<R: Ruleset>(position: &Position<WordOf<R>>, mut term: impl FnMut(usize, i32)) {
    let [white, black] = position.pieces;
    let kings = position.kings;
    let (white_men, black_men) = (white & !kings, black & !kings);
    let empty = R::Board::ALL & !(white | black);
    let (men, other_men) = (white_men.count() as i32, black_men.count() as i32);
    term(MAN, men - other_men);

    let mover = match position.to_move {
        Colour::White => 1,
        Colour::Black => -1,
    };
    term(TEMPO, mover);
    let pieces = (white | black).count();
    if pieces.is_multiple_of(2) {
        let parity = ((white | black) & even_rows::<R::Board>()).count() % 2;
        let few = usize::from(pieces <= 14) + usize::from(pieces <= 8);
        term(OPPOSITION + 2 * few + parity as usize, mover);
    }

    let freedom = |men, is_white| {
        let [left, right] = forward(is_white);
        let ahead = [step::<R::Board>(men, left), step::<R::Board>(men, right)];
        let among = |squares| (ahead[0] & squares).count() + (ahead[1] & squares).count();
        (among(empty) as i32, among(men) as i32)
    };
    let (free, supported) = freedom(white_men, true);
    let (other_free, other_supported) = freedom(black_men, false);
    term(FREE, free - other_free);
    term(SUPPORTED, supported - other_supported);

    let left = left_half::<R::Board>();
    let unbalanced = |men: WordOf<R>, count: i32| {
        let on_left = (men & left).count() as i32;
        BALANCE + ((2 * on_left - count).unsigned_abs() as usize).min(MOST_UNBALANCED)
    };
    term(unbalanced(white_men, men), 1);
    term(unbalanced(black_men, other_men), -1);

    let (white_kings, black_kings) = (white & kings, black & kings);
    let (crowned, other_crowned) = (white_kings.count() as i32, black_kings.count() as i32);
    if crowned + other_crowned > 0 {
        term(KING, crowned - other_crowned);
        let has = i32::from(crowned > 0) - i32::from(other_crowned > 0);
        term(CROWNED, has);
        let of = |kings| mobility::<R>(kings, empty) as i32;
        term(MOBILITY, of(white_kings) - of(black_kings));
        for bit in bits(white_kings) {
            term(
                KING_SQUARES + R::Board::NUMBERS[bit as usize] as usize - 1,
                1,
            );
        }
        for bit in bits(black_kings) {
            let opposite = R::Board::SQUARES - R::Board::NUMBERS[bit as usize] as usize;
            term(KING_SQUARES + opposite, -1);
        }
    }

    let side = |men: i32, kings: i32| {
        let men = (men as usize).min(Draughts::<R>::MEN);
        men * (MOST_KINGS + 1) + (kings as usize).min(MOST_KINGS)
    };
    let (own, other) = (side(men, crowned), side(other_men, other_crowned));
    let number = |own, other| Layout::material::<R>() + own * Layout::sides::<R>() + other;
    match own.cmp(&other) {
        std::cmp::Ordering::Greater => term(number(own, other), 1),
        std::cmp::Ordering::Less => term(number(other, own), -1),
        std::cmp::Ordering::Equal => {}
    }
}

/// The squares that kings can go to.
#[inline(always)]
fn mobility<R: Ruleset>(kings: WordOf<R>, empty: WordOf<R>) -> u32 {
    let mut count = 0;
    for direction in DIRECTIONS {
        let mut reached = step::<R::Board>(kings, direction) & empty;
        count += reached.count();
        while R::FLYING_KINGS && !reached.is_empty() {
            reached = step::<R::Board>(reached, direction) & empty;
            count += reached.count();
        }
    }
    count
}

#[inline(always)]
fn even_rows<B: Board>() -> B::Word {
    let mut squares = B::Word::NONE;
    for row in (0..B::SIZE).step_by(2) {
        squares |= B::ROWS[row];
    }
    squares
}

#[inline(always)]
fn left_half<B: Board>() -> B::Word {
    let mut squares = B::Word::NONE;
    for column in 0..B::SIZE / 2 {
        squares |= B::COLUMNS[column];
    }
    squares
}

/// Appends the features of a position, seen by the first player.
pub(super) fn describe<R: Ruleset>(
    position: &Position<WordOf<R>>,
    rows: &Rows<R::Board>,
    features: &mut Vec<Feature>,
) where
    R::Board: Windowed,
{
    let sign = match R::FIRST {
        Colour::White => 1,
        Colour::Black => -1,
    };
    let mut add = |number: usize, count: i32| {
        if count != 0 {
            features.push(Feature {
                number: number as u32,
                count: (sign * count).clamp(-127, 127) as i8,
            });
        }
    };
    terms::<R>(position, &mut add);
    let men = position.pieces.map(|pieces| pieces & !position.kings);
    let fillings = rows.fillings(men[0], men[1]);
    for window in 0..R::Board::WINDOWS {
        let filling = usize::from(fillings.numbers()[window]);
        for (number, count) in patterns::features::<R::Board>(window, filling) {
            add(Layout::patterns::<R>() + number, i32::from(count));
        }
    }
}

/// 1 with all pieces on the board, 0 with none.
pub(super) fn phase<R: Ruleset>(position: &Position<WordOf<R>>) -> f32 {
    let pieces = (position.pieces[0] | position.pieces[1]).count();
    (pieces as f32 / (2 * Draughts::<R>::MEN) as f32).min(1.0)
}

/// The weights, laid out for judging.
#[derive(Debug)]
pub(super) struct Learnt<R: Ruleset>
where
    R::Board: Windowed,
{
    rows: Rows<R::Board>,
    terms: Vec<Phased>,
    windows: Vec<[Phased; FILLINGS]>,
}

impl<R: Ruleset> Learnt<R>
where
    R::Board: Windowed,
{
    /// From weights in steps; those of features that are not there count nothing.
    pub(super) fn new(steps: &[[i16; 2]]) -> Learnt<R> {
        let phased = |number: usize| match steps.get(number) {
            Some(&[opening, ending]) => Phased::new(opening, ending),
            None => Phased::ZERO,
        };
        let of_window = |window| {
            let mut fillings = [Phased::ZERO; FILLINGS];
            for (filling, weight) in fillings.iter_mut().enumerate() {
                for (number, sign) in patterns::features::<R::Board>(window, filling) {
                    let part = phased(Layout::patterns::<R>() + number) * i32::from(sign);
                    *weight = *weight + part;
                }
            }
            fillings
        };
        Learnt {
            rows: Rows::new(),
            terms: (0..Layout::patterns::<R>()).map(phased).collect(),
            windows: (0..R::Board::WINDOWS).map(of_window).collect(),
        }
    }

    pub(super) fn rows(&self) -> &Rows<R::Board> {
        &self.rows
    }

    /// The judgement from White's side, in points.
    #[inline]
    pub(super) fn judge(&self, position: &Position<WordOf<R>>) -> i32 {
        let score = self.sum(position);
        if position.kings.is_empty() {
            score
        } else {
            ending::settled::<R>(position, score)
        }
    }

    /// Tells what is added up: the source, its weight in steps, and how often White
    /// has it more than Black.
    pub(super) fn tell_sources(
        &self,
        position: &Position<WordOf<R>>,
        mut tell: impl FnMut(Source, Phased, i32),
    ) {
        terms::<R>(position, |number, count| {
            tell(Source::of_term::<R>(number), self.terms[number], count);
        });
        let men = position.pieces.map(|pieces| pieces & !position.kings);
        let fillings = self.rows.fillings(men[0], men[1]);
        for (window, weights) in self.windows.iter().enumerate() {
            let filling = usize::from(fillings.numbers()[window]);
            if let Some(&weight) = weights.get(filling) {
                tell(Source::Window(window), weight, 1);
            }
        }
    }

    /// What all features add up to.
    #[inline(always)]
    fn sum(&self, position: &Position<WordOf<R>>) -> i32 {
        let mut sum = Phased::ZERO;
        terms::<R>(position, |number, count| {
            sum = sum + self.terms[number] * count;
        });
        let men = position.pieces.map(|pieces| pieces & !position.kings);
        let fillings = self.rows.fillings(men[0], men[1]);
        for (weights, &filling) in self.windows.iter().zip(fillings.numbers()) {
            let weight = weights.get(usize::from(filling));
            sum = sum + weight.copied().unwrap_or(Phased::ZERO);
        }
        let pieces = (position.pieces[0] | position.pieces[1]).count() as i32;
        let all = 2 * Draughts::<R>::MEN as i32;
        sum.at(pieces.min(all), all) / SCALE as i32
    }
}

/// Where games for learning begin: with some men fewer where full boards end in
/// draws, and now and then with fewer on one side.
pub(super) fn opening<R: Ruleset>(
    start: Position<WordOf<R>>,
    random: &mut plyground_engine::random::Random,
) -> Position<WordOf<R>> {
    let fewer: &[usize] = match (R::FLYING_KINGS, R::Board::SIZE) {
        (true, _) => &[0, 0, 0, 1, 1, 2],
        (false, 8) => &[0, 1, 1, 2, 3],
        (false, _) => &[6, 8, 10, 12, 14],
    };
    let mut pieces = start.pieces;
    let both = fewer[random.below(fewer.len())];
    let is_even = random.below(4) > 0;
    for side in &mut pieces {
        let without = match is_even {
            true => both,
            false => fewer[random.below(fewer.len())],
        };
        for _ in 0..without {
            let chosen = random.below(side.count() as usize);
            if let Some(bit) = bits(*side).nth(chosen) {
                *side &= !WordOf::<R>::of(bit);
            }
        }
    }
    Position::new(pieces, start.kings, start.to_move)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draughts::ruleset::{
        Brazilian, Canadian, English, English12, International, Russian,
    };
    use plyground_engine::random::Random;

    fn any_position<R: Ruleset>(random: &mut Random) -> Position<WordOf<R>> {
        let (mut pieces, mut kings) = ([WordOf::<R>::NONE; 2], WordOf::<R>::NONE);
        let empty = 1 + random.below(6);
        for bit in bits(R::Board::ALL) {
            if let side @ 0..2 = random.below(2 + empty) {
                let square = WordOf::<R>::of(bit);
                if pieces[side].count() < Draughts::<R>::MEN as u32 {
                    pieces[side] |= square;
                    if random.below(8) == 0 {
                        kings |= square;
                    }
                }
            }
        }
        let to_move = Colour::BOTH[random.below(2)];
        Position::new(pieces, kings, to_move)
    }

    /// Turned by half a turn, with colours swapped.
    fn opposite<R: Ruleset>(position: &Position<WordOf<R>>) -> Position<WordOf<R>> {
        let turned = |squares| {
            bits(squares).fold(WordOf::<R>::NONE, |turned, bit| {
                let number = R::Board::NUMBERS[bit as usize] as usize;
                let opposite = R::Board::bit_of_number(R::Board::SQUARES + 1 - number);
                turned | WordOf::<R>::of(opposite)
            })
        };
        let [white, black] = position.pieces.map(turned);
        let kings = turned(position.kings);
        Position::new([black, white], kings, position.to_move.other())
    }

    fn judgement_is_the_sum_of_the_features<R: Ruleset<Board: Windowed>>() {
        let mut random = Random::new(5);
        let steps: Vec<[i16; 2]> = (0..count::<R>())
            .map(|_| [0; 2].map(|_: i32| random.below(801) as i16 - 400))
            .collect();
        let evaluation = Learnt::<R>::new(&steps);
        let sign = match R::FIRST {
            Colour::White => 1.0,
            Colour::Black => -1.0,
        };
        for _ in 0..300 {
            let position = any_position::<R>(&mut random);
            let mut features = Vec::new();
            describe::<R>(&position, evaluation.rows(), &mut features);
            let phase = phase::<R>(&position);
            let of = |feature: &Feature| {
                let [opening, ending] = steps[feature.number as usize].map(f32::from);
                f32::from(feature.count) * (opening * phase + ending * (1.0 - phase))
            };
            let expected = sign * features.iter().map(of).sum::<f32>() / SCALE;
            let found = evaluation.sum(&position) as f32;
            assert!((found - expected).abs() < 2.0, "{found}, not {expected}");
            assert_eq!(
                evaluation.sum(&opposite::<R>(&position)),
                -evaluation.sum(&position)
            );
        }
    }

    #[test]
    fn the_judgement_is_the_weighted_sum_of_the_features_and_the_same_for_both_colours() {
        judgement_is_the_sum_of_the_features::<Russian>();
        judgement_is_the_sum_of_the_features::<English>();
        judgement_is_the_sum_of_the_features::<English12>();
        judgement_is_the_sum_of_the_features::<International>();
        judgement_is_the_sum_of_the_features::<Brazilian>();
        judgement_is_the_sum_of_the_features::<Canadian>();
    }
}
