//! The numbering of King's Valley: rank and unrank, symmetries, and moves forth and
//! back against the rules.

use plyground_engine::game::{Game, Player};
use plyground_engine::random::Random;
use plyground_engine::solve::retrograde::{Cell, Indexed, Next, Sweep, SweepBack, Unmoves};
use plyground_games::kings_valley::KingsValley;
use plyground_games::kings_valley::board::{CENTRE, image, image_of_set};
use plyground_games::kings_valley::index::{Numbering, STATES_OF_CLASS, State};
use plyground_games::kings_valley::rules::{Blocked, Position};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, Range};

fn numbering() -> Numbering {
    Numbering::new(Blocked::OwnTurn)
}

fn position(state: &State) -> Position {
    Position {
        soldiers: [state.own, state.enemy],
        kings: [state.own_king, state.enemy_king],
        to_move: Player::FIRST,
        soldiers_only: 0,
    }
}

fn image_of(state: &State, symmetry: usize) -> State {
    State {
        own_king: image(symmetry, state.own_king),
        enemy_king: image(symmetry, state.enemy_king),
        own: image_of_set(symmetry, state.own),
        enemy: image_of_set(symmetry, state.enemy),
    }
}

/// Random states, half of them with both kings on a mirror axis.
fn sample(numbering: &Numbering, count: usize, seed: u64) -> Vec<u64> {
    let mut random = Random::new(seed);
    let classes = (numbering.count() / STATES_OF_CLASS) as usize;
    let on_axis: Vec<u64> = (0..classes as u64)
        .filter(|class| numbering.images(class * STATES_OF_CLASS) == 4)
        .collect();
    (0..count)
        .map(|number| {
            let class = match number % 2 {
                0 => on_axis[random.below(on_axis.len())],
                _ => random.below(classes) as u64,
            };
            class * STATES_OF_CLASS + random.below(STATES_OF_CLASS as usize) as u64
        })
        .collect()
}

fn successors(numbering: &Numbering, index: u64) -> Vec<u64> {
    let mut found = Vec::new();
    let _ = numbering.successors(index, &mut |next| {
        if let Next::State(next) = next {
            found.push(next);
        }
        ControlFlow::Continue(())
    });
    found.sort_unstable();
    found
}

#[test]
fn there_are_1_678_792_500_states_that_stand_for_all_placements() {
    let numbering = numbering();
    assert_eq!(numbering.count(), 1_678_792_500);
    let classes = numbering.count() / STATES_OF_CLASS;
    assert_eq!(classes, 75);
    let king_placements: u64 = (0..classes)
        .map(|class| numbering.images(class * STATES_OF_CLASS))
        .sum();
    assert_eq!(king_placements, 24 * 23);
}

#[test]
fn rank_and_unrank_are_the_reverse_of_each_other() {
    let numbering = numbering();
    let edges = (0..75).flat_map(|class| {
        let first = class * STATES_OF_CLASS;
        [first, first + STATES_OF_CLASS - 1]
    });
    let mut slots = BTreeSet::new();
    for index in edges.chain(sample(&numbering, 100_000, 1)) {
        let state = numbering.unrank(index);
        assert_eq!(numbering.rank(&state), index);
        let pieces = state.own | state.enemy | 1 << state.own_king | 1 << state.enemy_king;
        assert_eq!(pieces.count_ones(), 10);
        assert_eq!(pieces >> CENTRE & 1, 0);
        assert!(numbering.slot(index) < numbering.slots());
        slots.insert((numbering.slot(index), index));
    }
    let distinct: BTreeSet<u64> = slots.iter().map(|&(slot, _)| slot).collect();
    assert_eq!(distinct.len(), slots.len());
}

#[test]
fn images_of_a_state_share_its_number_unless_the_kings_stand_on_an_axis() {
    let numbering = numbering();
    for index in sample(&numbering, 5_000, 2) {
        let state = numbering.unrank(index);
        let numbers: BTreeSet<u64> = (0..8)
            .map(|symmetry| numbering.rank(&image_of(&state, symmetry)))
            .collect();
        let most = if numbering.images(index) == 4 { 2 } else { 1 };
        assert!(numbers.len() <= most, "{state:?}: {numbers:?}");
        for &number in &numbers {
            let other = numbering.unrank(number);
            assert!((0..8).any(|symmetry| image_of(&state, symmetry) == other));
        }
    }
}

#[test]
fn ends_and_successors_are_those_of_the_rules() {
    for blocked in [Blocked::OwnTurn, Blocked::AtOnce] {
        let numbering = Numbering::new(blocked);
        let game = KingsValley {
            blocked,
            ..KingsValley::default()
        };
        for index in sample(&numbering, 20_000, 3) {
            let position = position(&numbering.unrank(index));
            let outcome = game.outcome(&position);
            let end = outcome.map(|outcome| match outcome.seen_by(Player::FIRST) {
                plyground_engine::game::WinDrawLoss::Win => Cell::won(0),
                _ => Cell::lost(0),
            });
            assert_eq!(numbering.ended(index), end);
            if end.is_some() {
                continue;
            }
            let mut moves = Vec::new();
            game.legal_moves(&position, &mut moves);
            let mut expected = Vec::new();
            let mut wins = 0;
            for mv in moves {
                let after = game.after(&position, mv);
                if after.kings[0] == CENTRE {
                    wins += 1;
                } else {
                    expected.push(numbering.rank(&State::of(&after)));
                }
            }
            expected.sort_unstable();
            assert_eq!(successors(&numbering, index), expected);
            let mut known = Vec::new();
            let _ = numbering.successors(index, &mut |next| {
                if let Next::Known(cell) = next {
                    known.push(cell);
                }
                ControlFlow::Continue(())
            });
            assert_eq!(known, vec![Cell::lost(0); wins]);
        }
    }
}

#[test]
fn a_move_taken_back_leads_forth_again_and_none_is_missed() {
    let numbering = numbering();
    let predecessors = |index| {
        let mut found = Vec::new();
        numbering.predecessors(index, &mut found);
        found
    };
    for index in sample(&numbering, 4_000, 4) {
        for before in predecessors(index) {
            let state = numbering.unrank(index);
            let images: Vec<u64> = (0..8)
                .map(|symmetry| numbering.rank(&image_of(&state, symmetry)))
                .collect();
            let next = successors(&numbering, before);
            assert!(images.iter().any(|image| next.contains(image)));
        }
        for next in successors(&numbering, index) {
            assert!(predecessors(next).contains(&index), "{index} -> {next}");
        }
    }
}

/// Wants the slots of a few words and writes down what it is told.
#[derive(Default)]
struct Recorder {
    words: Range<u64>,
    under_way: Vec<u64>,
    told: BTreeMap<u64, (u64, Vec<u64>)>,
    ended: BTreeMap<u64, u64>,
    reached: BTreeMap<u64, u64>,
}

impl Sweep for Recorder {
    fn wanted(&self, word: u64) -> u64 {
        if self.words.contains(&word) {
            u64::MAX
        } else {
            0
        }
    }

    fn ended(&mut self, slot: u64, index: u64, _cell: Cell) {
        self.ended.insert(index, slot);
    }

    fn successor(&mut self, next: Next) -> ControlFlow<()> {
        if let Next::State(next) = next {
            self.under_way.push(next);
        }
        ControlFlow::Continue(())
    }

    fn finished(&mut self, slot: u64, index: u64) {
        let mut next = std::mem::take(&mut self.under_way);
        next.sort_unstable();
        self.told.insert(index, (slot, next));
    }
}

impl SweepBack for Recorder {
    fn fresh(&self, word: u64) -> u64 {
        (0..64)
            .map(|bit| u64::from(is_fresh(64 * word + bit)) << bit)
            .sum()
    }

    fn reached(&mut self, slot: u64, index: u64) -> bool {
        self.reached.insert(index, slot);
        false
    }
}

fn is_fresh(index: u64) -> bool {
    plyground_engine::random::mix(index).is_multiple_of(23)
}

const WORDS_OF_ROW: u64 = 48;
const ROWS_OF_PART: u64 = 7315 / 7;

#[test]
fn a_sweep_tells_each_state_once_with_the_same_successors() {
    let numbering = numbering();
    let rows = [(0, WORDS_OF_ROW), (100, WORDS_OF_ROW), (333, 2), (524, 1)];
    for (part, words) in rows {
        let first = (part * ROWS_OF_PART + 17) * WORDS_OF_ROW;
        let mut recorder = Recorder {
            words: first..first + words,
            ..Recorder::default()
        };
        numbering.sweep(part, &mut recorder);
        let states = 3060.min(64 * words as usize);
        assert_eq!(recorder.told.len() + recorder.ended.len(), states);
        for (&index, &slot) in &recorder.ended {
            assert_eq!(numbering.slot(index), slot);
            assert!(numbering.ended(index).is_some());
        }
        for (&index, (slot, next)) in &recorder.told {
            assert_eq!(numbering.slot(index), *slot);
            assert!(numbering.ended(index).is_none());
            assert_eq!(&successors(&numbering, index), next);
        }
    }
}

#[test]
fn a_sweep_back_reaches_the_states_with_a_fresh_successor_and_no_others() {
    let numbering = numbering();
    let rows = [(3, WORDS_OF_ROW), (222, 4), (401, 2), (524, WORDS_OF_ROW)];
    for (part, words) in rows {
        let first = (part * ROWS_OF_PART + 900) * WORDS_OF_ROW;
        let words = first..first + words;
        let mut all = Recorder {
            words: words.clone(),
            ..Recorder::default()
        };
        numbering.sweep(part, &mut all);
        let expected: BTreeMap<u64, u64> = all
            .told
            .iter()
            .filter(|(_, (_, next))| next.iter().any(|&next| is_fresh(next)))
            .map(|(&index, &(slot, _))| (index, slot))
            .collect();
        let mut back = Recorder {
            words,
            ..Recorder::default()
        };
        numbering.sweep_back(part, &mut back);
        back.reached
            .retain(|index, _| !all.ended.contains_key(index));
        assert!(!expected.is_empty());
        assert_eq!(back.reached, expected);
    }
}
