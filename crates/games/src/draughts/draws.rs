//! Draws by counting moves. Third repetition is not among them: it needs the
//! history of the game, which a position does not hold.
//!
//! Three counters serve all rules. None of them is part of a position's key,
//! because two positions that differ only in them are the same to the repetition
//! rule; [`Position::clock`] tells a search's table where they matter.

use super::board::{Board, Word};
use super::position::Position;
use super::ruleset::{Colour, Ruleset};
use plyground_engine::message;
use plyground_engine::message::Message;

/// When a game is drawn. A ply is the move of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawRule {
    /// So many plies by kings alone, with no capture.
    KingsAlone { plies: u16 },
    /// A lone king holds out for so many moves of the other side, which has at
    /// least so many kings.
    ManyKings { kings: u32, moves: u16 },
    /// Both sides have kings, so many pieces are on the board, and for so many
    /// plies none was captured or crowned.
    BothHaveKings { least: u32, most: u32, plies: u16 },
    /// A lone king holds out for so many plies against so many pieces, one of
    /// them a king.
    LoneKing { least: u32, most: u32, plies: u16 },
    /// The same, counted while the lone king stands on the long diagonal.
    LongDiagonal { pieces: u32, plies: u16 },
}

impl DrawRule {
    pub const RUSSIAN: [DrawRule; 6] = [
        DrawRule::LoneKing {
            least: 1,
            most: 2,
            plies: 10,
        },
        DrawRule::LongDiagonal {
            pieces: 3,
            plies: 10,
        },
        DrawRule::ManyKings {
            kings: 3,
            moves: 15,
        },
        DrawRule::KingsAlone { plies: 30 },
        DrawRule::BothHaveKings {
            least: 4,
            most: 5,
            plies: 60,
        },
        DrawRule::BothHaveKings {
            least: 6,
            most: 7,
            plies: 120,
        },
    ];
    pub const ENGLISH: [DrawRule; 1] = [DrawRule::KingsAlone { plies: 80 }];
    pub const INTERNATIONAL: [DrawRule; 3] = [
        DrawRule::LoneKing {
            least: 1,
            most: 2,
            plies: 10,
        },
        DrawRule::LoneKing {
            least: 3,
            most: 3,
            plies: 32,
        },
        DrawRule::KingsAlone { plies: 50 },
    ];

    /// The fewest plies after which the rule can end a game.
    const fn soonest(self) -> u16 {
        match self {
            DrawRule::ManyKings { moves, .. } => 2 * moves - 1,
            DrawRule::KingsAlone { plies }
            | DrawRule::BothHaveKings { plies, .. }
            | DrawRule::LoneKing { plies, .. }
            | DrawRule::LongDiagonal { plies, .. } => plies,
        }
    }

    /// Why the game is drawn, for a person.
    pub(super) fn reason(self) -> Message {
        match self {
            DrawRule::KingsAlone { plies } => message!(
                "reason.kingsAlone",
                "{n} moves a side by kings alone without a capture",
                n = plies / 2
            ),
            DrawRule::ManyKings { kings, moves } => message!(
                "reason.manyKings",
                "{n} moves with {kings} or more kings against a lone king",
                n = moves,
                kings = kings
            ),
            DrawRule::BothHaveKings { least, most, plies } => message!(
                "reason.bothKings",
                "{n} moves a side with kings on both sides, {least} or {most} pieces, \
                 and nothing captured or crowned",
                n = plies / 2,
                least = least,
                most = most
            ),
            DrawRule::LoneKing { most, plies, .. } => message!(
                "reason.loneKing",
                "{n} moves a side with {pieces} against a king",
                n = plies / 2,
                pieces = match most {
                    2 => "two pieces or fewer",
                    _ => "three pieces",
                }
            ),
            DrawRule::LongDiagonal { plies, .. } => message!(
                "reason.diagonal",
                "{n} moves a side with three pieces against a king that holds the long diagonal",
                n = plies / 2
            ),
        }
    }
}

/// What the rules of endings ask about the pieces.
struct Material {
    pieces: [u32; 2],
    kings: [u32; 2],
}

impl Material {
    fn of<W: Word>(position: &Position<W>) -> Material {
        Material {
            pieces: position.pieces.map(W::count),
            kings: position.pieces.map(|own| (own & position.kings).count()),
        }
    }

    /// The side that has nothing but one king, against at least one king; of
    /// two such sides, White.
    fn lone_king(&self) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|&colour| {
            let (own, other) = (colour.index(), colour.other().index());
            self.pieces[own] == 1 && self.kings[own] == 1 && self.kings[other] > 0
        })
    }
}

impl<W: Word> Position<W> {
    /// The rule by which the game is drawn now.
    #[inline]
    pub(super) fn draw<R: Ruleset>(&self) -> Option<DrawRule>
    where
        R::Board: Board<Word = W>,
    {
        let soonest = const { soonest(R::DRAWS) };
        if self.balanced.max(self.quiet) < soonest {
            return None;
        }
        self.draw_after_counting::<R>()
    }

    #[cold]
    fn draw_after_counting<R: Ruleset>(&self) -> Option<DrawRule> {
        let material = Material::of(self);
        R::DRAWS.iter().copied().find(|rule| {
            self.count_for(*rule, &material)
                .is_some_and(|(count, limit)| count >= limit)
        })
    }

    /// How far a rule that speaks of these pieces has counted, and its limit.
    fn count_for(&self, rule: DrawRule, material: &Material) -> Option<(u16, u16)> {
        let pieces = material.pieces[0] + material.pieces[1];
        let both_have_kings = material.kings[0] > 0 && material.kings[1] > 0;
        let lone = material.lone_king();
        match rule {
            DrawRule::KingsAlone { plies } => Some((self.quiet, plies)),
            DrawRule::BothHaveKings { least, most, plies } => {
                let is_meant = both_have_kings && (least..=most).contains(&pieces);
                is_meant.then_some((self.balanced, plies))
            }
            DrawRule::LoneKing { least, most, plies } => {
                let is_meant = lone.is_some() && (least..=most).contains(&(pieces - 1));
                is_meant.then_some((self.balanced, plies))
            }
            DrawRule::LongDiagonal {
                pieces: most,
                plies,
            } => (lone.is_some() && pieces - 1 == most)
                .then_some((u16::from(self.on_diagonal), plies)),
            DrawRule::ManyKings { kings, moves } => {
                let stronger = lone?.other();
                let has_moved_last = u16::from(self.to_move != stronger);
                (material.kings[stronger.index()] >= kings)
                    .then_some(((self.balanced + has_moved_last) / 2, moves))
            }
        }
    }

    /// Whether a lone king stands on the long diagonal against so many pieces,
    /// at least one of them a king.
    pub(super) fn long_diagonal_is_held<R: Ruleset>(&self, pieces: u32) -> bool
    where
        R::Board: Board<Word = W>,
    {
        let material = Material::of(self);
        material.pieces[0] + material.pieces[1] == pieces + 1
            && material.lone_king().is_some_and(|colour| {
                self.pieces[colour.index()].meets(<R::Board as Board>::LONG_DIAGONAL)
            })
    }

    /// What the counters add to the meaning of the position, 0 where nothing.
    ///
    /// A search's table must not tell apart more than it has to, nor take a
    /// position that is about to be drawn for one that is not. A counter matters
    /// only while a rule that reads it speaks of the pieces on the board: every
    /// capture and crowning sets all counters to 0, so a rule that does not speak
    /// of them now will start from 0 when it does. This holds also for the
    /// counters that survive a man's move, after which no position can repeat
    /// but a draw may still be near. And it matters only where the rule can
    /// strike within a search: a limit more than [`REACH`] plies off is not told
    /// apart.
    #[inline]
    pub(super) fn clock<R: Ruleset>(&self) -> u64 {
        if self.balanced.max(self.quiet) == 0 || self.kings.is_empty() {
            return 0;
        }
        self.clock_with_kings::<R>()
    }

    fn clock_with_kings<R: Ruleset>(&self) -> u64 {
        let material = Material::of(self);
        let mut clock = 0;
        for (index, &rule) in R::DRAWS.iter().enumerate() {
            if let Some((count, _)) = self.count_for(rule, &material)
                && count > 0
                && self.plies_left(rule, count) <= REACH
            {
                clock |= u64::from(count.min(255)) << (8 * index);
            }
        }
        clock
    }

    /// After how many plies without a capture or a crowning a rule ends the game.
    pub(super) fn time_left<R: Ruleset>(&self) -> TimeLeft
    where
        R::Board: Board<Word = W>,
    {
        let material = Material::of(self);
        // Kings on their own never win against a king that holds the diagonal for long.
        let is_spared = |pieces| {
            material.kings[0] + material.kings[1] == pieces + 1
                && !self.long_diagonal_is_held::<R>(pieces)
        };
        self.time_with::<R>(&material, is_spared)
    }

    /// The same wherever these pieces stand.
    pub(super) fn time_left_anywhere<R: Ruleset>(&self) -> TimeLeft {
        self.time_with::<R>(&Material::of(self), |_| false)
    }

    fn time_with<R: Ruleset>(
        &self,
        material: &Material,
        is_spared: impl Fn(u32) -> bool,
    ) -> TimeLeft {
        let mut left = TimeLeft {
            least: u16::MAX,
            most: u16::MAX,
        };
        let has_men = material.pieces != material.kings;
        for &rule in R::DRAWS {
            let Some((count, _)) = self.count_for(rule, material) else {
                continue;
            };
            let (plies, is_sure) = match rule {
                DrawRule::LongDiagonal { pieces, .. } if is_spared(pieces) => continue,
                // A king may leave the diagonal, and a man may move.
                DrawRule::LongDiagonal { .. } => (self.plies_left(rule, count), false),
                DrawRule::KingsAlone { .. } => (self.plies_left(rule, count), !has_men),
                DrawRule::ManyKings { moves, .. } => {
                    let is_strongers_turn = material.lone_king() != Some(self.to_move);
                    let is_half_way = self.balanced.is_multiple_of(2) == is_strongers_turn;
                    let plies = (2 * moves).saturating_sub(self.balanced + u16::from(is_half_way));
                    (plies, true)
                }
                rule => (self.plies_left(rule, count), true),
            };
            left.least = left.least.min(plies);
            if is_sure {
                left.most = left.most.min(plies);
            }
        }
        left
    }

    /// Whether nothing has been counted.
    #[inline(always)]
    pub(super) fn is_fresh(&self) -> bool {
        (self.quiet | self.balanced | u16::from(self.on_diagonal)) == 0
    }

    fn plies_left(&self, rule: DrawRule, count: u16) -> u16 {
        match rule {
            DrawRule::ManyKings { moves, .. } => 2 * moves.saturating_sub(count),
            rule => rule.soonest().saturating_sub(count),
        }
    }
}

/// In how many plies a draw by counting comes where nothing is captured or crowned:
/// not before `least`, and by `most` for sure. They differ where a rule counts some
/// moves only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeLeft {
    pub(super) least: u16,
    pub(super) most: u16,
}

/// Searches do not look further ahead than this where a draw by counting is near.
const REACH: u16 = 64;

/// The fewest plies after which any of the rules can end a game.
pub(super) const fn soonest(rules: &[DrawRule]) -> u16 {
    let mut soonest = u16::MAX;
    let mut index = 0;
    while index < rules.len() {
        if rules[index].soonest() < soonest {
            soonest = rules[index].soonest();
        }
        index += 1;
    }
    soonest
}

/// Whether any rule asks how long both sides have had kings and kept their pieces.
pub(super) const fn counts_balance(rules: &[DrawRule]) -> bool {
    let mut index = 0;
    while index < rules.len() {
        if !matches!(rules[index], DrawRule::KingsAlone { .. }) {
            return true;
        }
        index += 1;
    }
    false
}

/// How many pieces the rule of the long diagonal speaks of, if there is such a rule.
pub(super) const fn long_diagonal_pieces(rules: &[DrawRule]) -> Option<u32> {
    let mut index = 0;
    while index < rules.len() {
        if let DrawRule::LongDiagonal { pieces, .. } = rules[index] {
            return Some(pieces);
        }
        index += 1;
    }
    None
}
