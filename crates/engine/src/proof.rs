//! Proof-number search, depth-first (df-pn): proves that a side wins, by always
//! looking where the proof seems nearest. It asks first whether the player to
//! move wins, then whether the opponent does.
//!
//! A repeated position counts as a failure of the side that wants to win. That
//! makes proofs harder and never wrong, so what is proven is true; what is not
//! proven is left open.

use crate::algorithm::{Algorithm, Line, Meter, Observer, Report, Task};
use crate::game::{Game, Player, WinDrawLoss};
use crate::path::Path;
use crate::score::Score;
use crate::witness::{Asking, Rest, Unseen, Witness};

/// How hard it still looks to prove a position, and to disprove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    pub proof: u32,
    pub disproof: u32,
}

impl Numbers {
    /// The same for the question whether the other side fails.
    fn turned(self) -> Numbers {
        Numbers {
            proof: self.disproof,
            disproof: self.proof,
        }
    }
}

/// As good as impossible.
pub const INFINITE: u32 = 1 << 30;
const UNKNOWN: Numbers = Numbers {
    proof: 1,
    disproof: 1,
};
const PROVEN: Numbers = Numbers {
    proof: 0,
    disproof: INFINITE,
};
const DISPROVEN: Numbers = Numbers {
    proof: INFINITE,
    disproof: 0,
};

/// Entries of the table, unless told otherwise; each remembers one position of one question.
const ENTRIES: usize = 1 << 21;
/// Lines longer than this are given up.
const LONGEST_LINE: usize = 1000;

#[derive(Debug)]
pub struct ProofSearch {
    table: Vec<(u64, Numbers)>,
}

impl ProofSearch {
    /// `bytes` bound the table, whose size is a power of two.
    pub fn new(bytes: Option<usize>) -> ProofSearch {
        let entries = bytes.map_or(ENTRIES, |bytes| bytes / size_of::<(u64, Numbers)>());
        ProofSearch {
            table: vec![(0, UNKNOWN); 1 << entries.max(1).ilog2()],
        }
    }
}

impl Default for ProofSearch {
    fn default() -> ProofSearch {
        ProofSearch::new(None)
    }
}

impl<G: Game> Algorithm<G> for ProofSearch {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        _observer: &mut Observer<'_, G::Move>,
    ) -> Report<G::Move> {
        self.think_before(task, Unseen)
    }

    fn forget(&mut self) {
        self.table.fill((0, UNKNOWN));
    }

    fn memory(&self) -> usize {
        size_of_val(self.table.as_slice())
    }
}

impl ProofSearch {
    pub(crate) fn think_before<G: Game, W: Witness<G>>(
        &mut self,
        task: &Task<'_, G>,
        mut witness: W,
    ) -> Report<G::Move> {
        let mover = task.game.to_move(task.position);
        let mut meter = Meter::new(task.limits, task.stop);
        let mut lines = Vec::new();
        for mv in task.root_moves() {
            lines.push(Line {
                score: Score::DRAW,
                proven: false,
                distance_known: false,
                pv: vec![mv],
            });
        }
        // The questions take turns with growing budgets, so that neither starves the other.
        let mut budget = 1 << 12;
        let (mut moves, mut children) = (Vec::new(), Vec::new());
        let mut is_lost = false;
        'asking: while task.game.players() == 2 && !meter.is_stopped() {
            for hoper in [mover, mover.opponent()] {
                let path = Path::of(task);
                children.clear();
                witness.hopes(hoper);
                let mut hunt = Hunt {
                    game: task.game,
                    hoper,
                    salt: crate::random::mix(!(hoper.index() as u64)) ^ path.salt(),
                    table: &mut self.table,
                    path,
                    meter: &mut meter,
                    budget,
                    moves: &mut moves,
                    children: &mut children,
                    witness: &mut witness,
                };
                let numbers = hunt.root(task.position);
                if numbers == PROVEN && hoper == mover {
                    let wins = |line: &Line<G::Move>| hunt.is_proven(task.position, line.pv[0]);
                    if let Some(place) = lines.iter().position(wins) {
                        lines.swap(0, place);
                        lines[0].score = Score::won_in(1);
                        lines[0].proven = true;
                    }
                    break 'asking;
                }
                if numbers == PROVEN {
                    is_lost = true;
                    break 'asking;
                }
                if meter.is_stopped() {
                    break 'asking;
                }
            }
            if budget > 1 << 40 {
                break;
            }
            budget *= 4;
        }
        if is_lost {
            for line in &mut lines {
                line.score = Score::lost_in(2);
                line.proven = true;
            }
        }
        Report {
            depth: 0,
            nodes: meter.nodes,
            leaves: 0,
            proven: lines[0].proven,
            lines,
        }
    }
}

/// One question: can `hoper` force a win?
struct Hunt<'a, 'm, G: Game, W> {
    game: &'a G,
    hoper: Player,
    salt: u64,
    table: &'a mut Vec<(u64, Numbers)>,
    path: Path,
    meter: &'a mut Meter<'m>,
    /// Nodes left to this round.
    budget: u64,
    /// Room for the moves of one node.
    moves: &'a mut Vec<G::Move>,
    /// One growing stack of the children of all nodes on the path.
    children: &'a mut Vec<G::Position>,
    witness: &'a mut W,
}

impl<G: Game, W: Witness<G>> Hunt<'_, '_, G, W> {
    fn root(&mut self, position: &G::Position) -> Numbers {
        let limit = Numbers {
            proof: INFINITE,
            disproof: INFINITE,
        };
        let numbers = self.hunt(position, limit, 0);
        self.witness.numbers(numbers);
        numbers
    }

    fn slot(&self, position: &G::Position) -> (usize, u64) {
        let key = self.game.table_key(position) ^ self.salt;
        (key as usize & (self.table.len() - 1), key)
    }

    fn known(&self, position: &G::Position) -> Numbers {
        let (slot, key) = self.slot(position);
        match self.table[slot] {
            (stored, numbers) if stored == key => numbers,
            _ => UNKNOWN,
        }
    }

    fn keep(&mut self, position: &G::Position, numbers: Numbers) {
        let (slot, key) = self.slot(position);
        self.table[slot] = (key, numbers);
    }

    fn is_proven(&self, position: &G::Position, mv: G::Move) -> bool {
        let next = self.game.after(position, mv);
        self.ended(&next).unwrap_or_else(|| self.known(&next)) == PROVEN
    }

    fn ended(&self, position: &G::Position) -> Option<Numbers> {
        let outcome = self.game.outcome(position)?;
        Some(match outcome.seen_by(self.hoper) {
            WinDrawLoss::Win => PROVEN,
            _ => DISPROVEN,
        })
    }

    /// Works on a position until one of its numbers reaches its limit.
    fn hunt(&mut self, position: &G::Position, limit: Numbers, ply: usize) -> Numbers {
        if self.budget == 0 || !self.meter.enter() {
            return UNKNOWN;
        }
        self.budget -= 1;
        self.witness.hunts(position, limit);
        if let Some(numbers) = self.ended(position) {
            self.witness.rests(Rest::Ended);
            return numbers;
        }
        self.moves.clear();
        self.game.legal_moves(position, self.moves);
        if self.moves.is_empty() {
            let outcome = self.game.outcome_when_stuck(position);
            self.witness.rests(Rest::Stuck);
            return match outcome.seen_by(self.hoper) {
                WinDrawLoss::Win => PROVEN,
                _ => DISPROVEN,
            };
        }
        if ply >= LONGEST_LINE {
            return DISPROVEN;
        }
        let first = self.children.len();
        let after = |&mv| self.game.after(position, mv);
        self.children.extend(self.moves.iter().map(after));
        let is_own_choice = self.game.to_move(position) == self.hoper;
        self.path.push(self.game.key(position));
        let numbers = loop {
            let seen = self.children[first..].iter().map(|child| self.look(child));
            let (numbers, chosen, child_limit) = match is_own_choice {
                true => combine(seen, limit),
                false => {
                    let (numbers, chosen, child_limit) =
                        combine(seen.map(Numbers::turned), limit.turned());
                    (numbers.turned(), chosen, child_limit.turned())
                }
            };
            let is_done = numbers.proof >= limit.proof
                || numbers.disproof >= limit.disproof
                || numbers == PROVEN
                || numbers == DISPROVEN;
            if is_done || self.budget == 0 || self.meter.is_stopped() {
                break numbers;
            }
            let child = self.children[first + chosen].clone();
            if W::LOOKS {
                self.tell_of_children(position, first, chosen);
            }
            let found = self.hunt(&child, child_limit, ply + 1);
            self.witness.numbers(found);
            if self.budget > 0 && !self.meter.is_stopped() {
                self.keep(&child, found);
            }
        };
        self.path.pop();
        self.children.truncate(first);
        numbers
    }

    /// Tells the witness what is known of the moves, and which is worked on next.
    fn tell_of_children(&mut self, position: &G::Position, first: usize, chosen: usize) {
        let seen: Vec<Numbers> = self.children[first..]
            .iter()
            .map(|child| self.look(child))
            .collect();
        self.witness.weighs(&seen);
        self.moves.clear();
        self.game.legal_moves(position, self.moves);
        self.witness.asks(self.moves[chosen], Asking::Openly);
    }

    /// What is known of a child; one that repeats the path is no way to win.
    fn look(&self, child: &G::Position) -> Numbers {
        if let Some(numbers) = self.ended(child) {
            return numbers;
        }
        let reversible = self.game.reversible_plies(child);
        if reversible > 0
            && self
                .path
                .repetition(self.game.key(child), reversible)
                .is_some()
        {
            return DISPROVEN;
        }
        self.known(child)
    }
}

/// A node's numbers from its children's, the child to work on, and how far: of a
/// node whose player is the one who hopes. That one needs one good child; the
/// other side, whose numbers are turned round, leaves all of them to be dealt with.
fn combine(seen: impl Iterator<Item = Numbers>, limit: Numbers) -> (Numbers, usize, Numbers) {
    let (mut best, mut chosen) = (DISPROVEN, 0);
    let mut second = INFINITE;
    let mut disproof: u32 = 0;
    for (index, numbers) in seen.enumerate() {
        disproof = disproof.saturating_add(numbers.disproof).min(INFINITE);
        if index == 0 {
            best = numbers;
        } else if numbers.proof < best.proof {
            second = best.proof;
            (best, chosen) = (numbers, index);
        } else {
            second = second.min(numbers.proof);
        }
    }
    let numbers = match best.proof {
        0 => PROVEN,
        proof => Numbers { proof, disproof },
    };
    let others = disproof - best.disproof.min(disproof);
    let child_limit = Numbers {
        // A little beyond the second best, so that two equals do not take turns for ever.
        proof: limit.proof.min(second.saturating_add(second / 4 + 1)),
        disproof: limit.disproof.saturating_sub(others).max(1),
    };
    (numbers, chosen, child_limit)
}
